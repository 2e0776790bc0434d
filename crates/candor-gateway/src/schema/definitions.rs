//! The schemas that others refer to: each is converted once, when it is first needed.

use super::Direction;
use super::convert::{Conversion, Converted};
use super::pattern::Patterns;
use super::references::References;
use super::shared::Definition;
use crate::document::{Document, Node, NodeId};
use crate::finding::Problem;
use crate::operation::Dialect;
use serde_json::Value;
use std::cell::OnceCell;
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

/// The longest name of a definition.
const MAX_NAME: usize = 80;

/// How far references and combinations are followed to find out what a schema accepts.
const MAX_STEPS: usize = 6;

/// All schemas of a document that were referred to.
pub(crate) struct Definitions<'d> {
    pub(super) document: &'d Document,
    pub(super) dialect: Dialect,
    /// The longest description, in characters.
    pub(super) max_description: usize,
    pub(super) patterns: Patterns,
    slots: Vec<Slot>,
    indices: HashMap<(NodeId, Direction), usize>,
    names: HashMap<(Direction, String), usize>,
    /// What was loosened in definitions.
    pub(crate) loosened: Vec<Problem>,
}

struct Slot {
    node: Node,
    direction: Direction,
    name: String,
    state: State,
}

#[derive(Clone)]
enum State {
    Pending,
    Ready(Rc<Ready>),
    Broken(Problem),
}

/// A definition, and the definitions that it refers to.
pub(super) struct Ready {
    pub(super) definition: Arc<Definition>,
    pub(super) references: References,
    /// Those that apply to the same value as the definition itself.
    pub(super) in_place: References,
    /// The definition with ever less of its depth, for schemas that have no room for it as it is.
    pub(super) cuts: OnceCell<Vec<Arc<Definition>>>,
}

impl<'d> Definitions<'d> {
    pub(crate) fn new(document: &'d Document, dialect: Dialect, max_description: usize) -> Definitions<'d> {
        Definitions {
            document,
            dialect,
            max_description,
            patterns: Patterns::default(),
            slots: Vec::new(),
            indices: HashMap::new(),
            names: HashMap::new(),
            loosened: Vec::new(),
        }
    }

    /// Converts a schema that stands for itself.
    pub(crate) fn convert(&mut self, node: &Node, direction: Direction) -> Result<Converted, Problem> {
        let mut conversion = Conversion::new(self, direction);
        let value = conversion.schema(node)?;
        Ok(conversion.converted(value))
    }

    /// The number of the definition that this node becomes.
    pub(super) fn index(&mut self, node: &Node, direction: Direction, wanted: &str) -> usize {
        if let Some(index) = self.indices.get(&(node.id(), direction)) {
            return *index;
        }
        let index = self.slots.len();
        let name = self.free_name(wanted, direction);
        self.indices.insert((node.id(), direction), index);
        self.slots.push(Slot { node: node.clone(), direction, name, state: State::Pending });
        index
    }

    /// A name that no other definition has, of characters that need no escape anywhere.
    fn free_name(&mut self, wanted: &str, direction: Direction) -> String {
        let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "_.-".contains(letter);
        let mut name: String =
            wanted.chars().map(|letter| if is_plain(letter) { letter } else { '_' }).take(MAX_NAME).collect();
        if name.is_empty() {
            name.push_str("schema");
        }
        loop {
            let count = self.names.entry((direction, name.clone())).or_default();
            *count += 1;
            if *count == 1 {
                return name;
            }
            name = format!("{name}_{count}");
        }
    }

    pub(super) fn name(&self, index: usize) -> &str {
        self.slots.get(index).map(|slot| slot.name.as_str()).unwrap_or_default()
    }

    pub(super) fn node(&self, index: usize) -> Option<&Node> {
        self.slots.get(index).map(|slot| &slot.node)
    }

    /// The definition, converted if it was not yet.
    pub(super) fn ready(&mut self, index: usize) -> Result<Option<Rc<Ready>>, Problem> {
        let Some(slot) = self.slots.get(index) else { return Ok(None) };
        match &slot.state {
            State::Ready(ready) => return Ok(Some(Rc::clone(ready))),
            State::Broken(problem) => return Err(problem.clone()),
            State::Pending => {}
        }
        let (node, direction, name) = (slot.node.clone(), slot.direction, slot.name.clone());
        let state = match self.convert(&node, direction) {
            Ok(converted) => {
                self.loosened.extend(converted.loosened);
                let definition = Definition { name: name.into(), text: converted.value.to_string().into() };
                let (references, in_place) = (converted.references, converted.in_place);
                State::Ready(Rc::new(Ready {
                    definition: Arc::new(definition),
                    references,
                    in_place,
                    cuts: OnceCell::new(),
                }))
            }
            Err(problem) => State::Broken(problem),
        };
        if let Some(slot) = self.slots.get_mut(index) {
            slot.state = state;
        }
        self.ready(index)
    }

    /// The schema itself or, if it is nothing but a reference, what that leads to in the end.
    pub(crate) fn resolved(&mut self, converted: Converted) -> Result<Converted, Problem> {
        let mut converted = converted;
        let mut seen = Vec::new();
        while let (Value::Object(members), [index]) = (&converted.value, converted.references.as_slice())
            && members.len() == 1
            && members.contains_key("$ref")
        {
            let index = *index;
            if seen.contains(&index) {
                break;
            }
            seen.push(index);
            let Some(ready) = self.ready(index)? else { break };
            converted = Converted {
                value: serde_json::from_str(&ready.definition.text).unwrap_or_default(),
                references: ready.references.clone(),
                in_place: ready.in_place.clone(),
                loosened: converted.loosened,
            };
        }
        Ok(converted)
    }

    /// Whether every value that the schema accepts is an object.
    pub(crate) fn is_object(&mut self, converted: &Converted) -> Result<bool, Problem> {
        let references = converted.references.as_slice().to_vec();
        self.accepts_objects_only(&converted.value, &references, MAX_STEPS)
    }

    fn accepts_objects_only(&mut self, schema: &Value, references: &[usize], steps: usize) -> Result<bool, Problem> {
        if schema.get("type").is_some_and(|name| name == "object") {
            return Ok(true);
        }
        let Some(steps) = steps.checked_sub(1) else { return Ok(false) };
        if let Some(Value::String(reference)) = schema.get("$ref") {
            let is_meant = |index: &&usize| reference.strip_prefix("#/$defs/") == Some(self.name(**index));
            let target = references.iter().find(is_meant).copied();
            if let Some(ready) = target.map(|index| self.ready(index)).transpose()?.flatten() {
                let schema = serde_json::from_str(&ready.definition.text).unwrap_or_default();
                if self.accepts_objects_only(&schema, ready.references.as_slice(), steps)? {
                    return Ok(true);
                }
            }
        }
        for part in schema.get("allOf").and_then(Value::as_array).into_iter().flatten() {
            if self.accepts_objects_only(part, references, steps)? {
                return Ok(true);
            }
        }
        for keyword in ["anyOf", "oneOf"] {
            let alternatives = schema.get(keyword).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
            let mut all = !alternatives.is_empty();
            for part in alternatives {
                all = all && self.accepts_objects_only(part, references, steps)?;
            }
            if all {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
