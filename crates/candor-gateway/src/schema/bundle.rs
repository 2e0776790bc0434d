//! A tool's schema with the definitions that it needs, within its limit.

use super::cut::{cut_to, loosen};
use super::definitions::{Definitions, Ready};
use super::references::References;
use super::shared::{Definition, Schema};
use super::{Converted, cut};
use crate::finding::Problem;
use serde_json::Value;
use std::collections::{HashMap, HashSet, VecDeque};
use std::rc::Rc;
use std::sync::Arc;

/// Copies the definition if something in it could refuse a value because something else was cut.
fn loosen_definition(definition: &mut Arc<Definition>) {
    let mut value: Value = serde_json::from_str(&definition.text).unwrap_or_default();
    loosen(&mut value);
    let text = value.to_string();
    if text != *definition.text {
        *definition = Arc::new(Definition { name: definition.name.clone(), text: text.into() });
    }
}

/// What stands for a definition that there is no room for.
const LEFT_OPEN: &str = "{\"description\":\"Not described further.\"}";

fn left_open(name: &str) -> Definition {
    Definition { name: name.into(), text: LEFT_OPEN.into() }
}

/// The definition with ever less of its depth, the largest first.
fn cuts(definition: &Definition) -> Vec<Arc<Definition>> {
    let value = serde_json::from_str(&definition.text).unwrap_or_default();
    let cuts = cut::cuts(&value);
    let cuts = cuts.map(|value| Definition { name: definition.name.clone(), text: value.to_string().into() });
    cuts.filter(|cut| cut.len() <= MAX_CUT).map(Arc::new).collect()
}

/// The largest cut of a definition that is kept, in bytes.
const MAX_CUT: usize = 256 << 10;

/// A schema, and whether a part of it was left open.
pub(crate) struct Bundle {
    pub(crate) schema: Schema,
    pub(crate) is_cut: bool,
}

impl Definitions<'_> {
    /// The schema with its definitions: those nearest to the root first, until there is no more room.
    pub(crate) fn bundle(&mut self, root: Converted, max_bytes: usize) -> Result<Bundle, Problem> {
        let Converted { value: mut root, references, .. } = root;
        let mut is_cut = cut_to(&mut root, max_bytes);
        let mut room = max_bytes.saturating_sub(root.to_string().len());
        // What was cut off or replaced may have been the only one to refer to something.
        let references = self.used_in(&root.to_string(), &references);
        let mut waiting: VecDeque<usize> = references.into();
        let mut seen: HashSet<usize> = waiting.iter().copied().collect();
        let mut included: HashMap<usize, Rc<Ready>> = HashMap::new();
        let mut definitions: Vec<Arc<Definition>> = Vec::new();
        while let Some(index) = waiting.pop_front() {
            if room == 0 {
                is_cut = true;
                definitions.push(Arc::new(left_open(self.name(index))));
                continue;
            }
            let Some(ready) = self.ready(index)? else { continue };
            if ready.definition.len() > room {
                is_cut = true;
                let (definition, kept) = self.shrunk(&ready, room);
                room = 0;
                definitions.push(definition);
                waiting.extend(kept.into_iter().filter(|next| seen.insert(*next)));
                continue;
            }
            room -= ready.definition.len();
            waiting.extend(ready.references.iter().filter(|next| seen.insert(*next)));
            definitions.push(Arc::clone(&ready.definition));
            included.insert(index, ready);
        }
        self.refuse_endless(&included)?;
        if is_cut {
            loosen(&mut root);
            definitions.iter_mut().for_each(loosen_definition);
        }
        definitions.sort_by(|one, other| one.name.cmp(&other.name));
        Ok(Bundle { schema: Schema::new(&root, definitions), is_cut })
    }

    /// The definition without its deepest levels, and what it still refers to.
    fn shrunk(&self, ready: &Ready, max_bytes: usize) -> (Arc<Definition>, Vec<usize>) {
        let cuts = ready.cuts.get_or_init(|| cuts(&ready.definition));
        let Some(definition) = cuts.iter().find(|cut| cut.len() <= max_bytes).or_else(|| cuts.last()) else {
            return (Arc::new(left_open(&ready.definition.name)), Vec::new());
        };
        (Arc::clone(definition), self.used_in(&definition.text, &ready.references))
    }

    fn used_in(&self, text: &str, references: &References) -> Vec<usize> {
        let is_used = |index: &usize| text.contains(&format!("\"#/$defs/{}\"", self.name(*index)));
        references.iter().filter(is_used).collect()
    }

    /// Refuses definitions that apply themselves to the same value again: a validator would never end.
    fn refuse_endless(&self, included: &HashMap<usize, Rc<Ready>>) -> Result<(), Problem> {
        let mut done: HashSet<usize> = HashSet::new();
        let mut starts: Vec<usize> = included.keys().copied().collect();
        starts.sort_unstable();
        for start in starts {
            let mut path: Vec<(usize, usize)> = vec![(start, 0)];
            while let Some((index, next)) = path.last_mut() {
                let in_place = included.get(index).map(|ready| ready.in_place.as_slice()).unwrap_or_default();
                let Some(target) = in_place.get(*next).copied().filter(|_| !done.contains(index)) else {
                    done.insert(*index);
                    path.pop();
                    continue;
                };
                *next += 1;
                if path.iter().any(|(index, _)| *index == target) {
                    let reason = format!("the schema `{}` contains itself without end", self.name(target));
                    return self.node(target).map_or(Ok(()), |node| Err(node.problem(reason)));
                }
                path.push((target, 0));
            }
        }
        Ok(())
    }
}
