//! One schema, keyword by keyword.

use super::definitions::Definitions;
use super::references::References;
use super::{Direction, keyword, nullable};
use crate::description::shortened;
use crate::document::Node;
use crate::finding::Problem;
use crate::operation::Dialect;
use serde_json::{Map, Value, json};

/// A schema as JSON Schema 2020-12, and what it refers to.
#[derive(Debug, Clone)]
pub(crate) struct Converted {
    pub(crate) value: Value,
    /// The definitions that it refers to.
    pub(super) references: References,
    /// Those that apply to the same value as the schema itself.
    pub(super) in_place: References,
    /// What was loosened.
    pub(crate) loosened: Vec<Problem>,
}

impl Converted {
    /// A schema without references.
    pub(crate) fn plain(value: Value) -> Converted {
        Converted { value, references: References::default(), in_place: References::default(), loosened: Vec::new() }
    }

    /// Takes over what another schema refers to, which becomes a part of this one, and gives its value.
    pub(crate) fn absorb(&mut self, part: Converted) -> Value {
        part.references.iter().for_each(|index| self.references.insert(index));
        self.loosened.extend(part.loosened);
        part.value
    }
}

/// The conversion of one schema that is not inside of another.
pub(super) struct Conversion<'c, 'd> {
    pub(super) definitions: &'c mut Definitions<'d>,
    pub(super) direction: Direction,
    references: References,
    in_place: References,
    /// Whether the part that is being converted applies to the same value as the whole.
    is_in_place: bool,
    loosened: Vec<Problem>,
    /// Members that only go the other way, as the schemas around this one say.
    pub(super) one_way: Vec<String>,
}

impl<'c, 'd> Conversion<'c, 'd> {
    pub(super) fn new(definitions: &'c mut Definitions<'d>, direction: Direction) -> Conversion<'c, 'd> {
        Conversion {
            definitions,
            direction,
            references: References::default(),
            in_place: References::default(),
            is_in_place: true,
            loosened: Vec::new(),
            one_way: Vec::new(),
        }
    }

    pub(super) fn converted(self, value: Value) -> Converted {
        Converted { value, references: self.references, in_place: self.in_place, loosened: self.loosened }
    }

    /// Converts a schema. It goes no deeper than its file is nested.
    pub(super) fn schema(&mut self, node: &Node) -> Result<Value, Problem> {
        if let Some(truth) = node.truth() {
            return Ok(Value::Bool(truth));
        }
        if !node.is_mapping() {
            self.loosen(node, "a schema is expected here; any value is accepted instead");
            return Ok(json!({}));
        }
        let reference = match self.definitions.document.target(node)? {
            Some(target) => Some(self.reference(node, &target)?),
            None => None,
        };
        let mut schema = Map::new();
        // In older versions, what stands beside a reference is void; a description or `nullable` is still meant.
        let is_alone = reference.is_some() && self.definitions.dialect != Dialect::JsonSchema;
        for entry in node.entries() {
            if let Some(convert) = keyword::conversion(entry.key)
                && (!is_alone || entry.key == "description")
            {
                convert(self, &entry.value, node, &mut schema)?;
            }
        }
        if let Some(reference) = reference {
            schema.insert("$ref".to_owned(), Value::String(reference));
        }
        if nullable::is_nullable(node, self.definitions.dialect) {
            nullable::allow_null(&mut schema);
        }
        Ok(Value::Object(schema))
    }

    /// Converts a schema for a part of the value.
    pub(super) fn part(&mut self, node: &Node) -> Result<Value, Problem> {
        let was = std::mem::replace(&mut self.is_in_place, false);
        let result = self.schema(node);
        self.is_in_place = was;
        result
    }

    fn reference(&mut self, node: &Node, target: &Node) -> Result<String, Problem> {
        let written = node.text_of("$ref").unwrap_or_default();
        let last = written.rsplit(['/', '#']).find(|part| !part.is_empty()).unwrap_or_default();
        let name = [".yaml", ".yml", ".json"].iter().find_map(|end| last.strip_suffix(end)).unwrap_or(last);
        let index = self.definitions.index(target, self.direction, &name.replace("~1", "_"));
        self.references.insert(index);
        if self.is_in_place {
            self.in_place.insert(index);
        }
        Ok(format!("#/$defs/{}", self.definitions.name(index)))
    }

    pub(super) fn loosen(&mut self, node: &Node, reason: impl Into<String>) {
        self.loosened.push(node.problem(reason));
    }

    pub(super) fn loosened_count(&self) -> usize {
        self.loosened.len()
    }

    pub(super) fn shortened(&self, text: &str) -> String {
        shortened(text, self.definitions.max_description)
    }
}
