//! Puts a tree together, in the order of the text, within bounds.

use super::tree::{LineColumn, Range, RawEntry, RawNode, RawValue, Tree};
use crate::finding::{Place, Problem};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;
use std::sync::Arc;

/// How deep a file may be nested.
const MAX_DEPTH: usize = 200;

/// How many repeated keys of a file are reported.
const MAX_REPEATED_KEYS: usize = 20;

/// A tree that is being built.
pub(super) struct Builder {
    tree: Tree,
    open: Vec<Open>,
    /// What the open mappings and sequences hold so far.
    entries: Vec<RawEntry>,
    items: Vec<u32>,
    key: Option<(Range, LineColumn)>,
    /// By the number of their anchor: nodes, and how many parts they have.
    anchors: HashMap<usize, (u32, usize)>,
    max_parts: usize,
    parts: usize,
}

/// A mapping or sequence that has begun.
struct Open {
    node: u32,
    is_mapping: bool,
    start: usize,
    key: Option<(Range, LineColumn)>,
    anchor: usize,
    parts_before: usize,
}

/// A scalar's type and text.
pub(super) enum Scalar {
    Null,
    Bool(bool),
    Number(Range),
    String(Range),
}

impl Builder {
    pub(super) fn new(index: usize, name: Arc<str>, source: Rc<str>, max_parts: usize) -> Builder {
        let tree = Tree {
            index,
            name,
            source,
            pool: String::new(),
            nodes: Vec::new(),
            entries: Vec::new(),
            items: Vec::new(),
            root: 0,
            repeated_keys: Vec::new(),
        };
        Builder {
            tree,
            open: Vec::new(),
            entries: Vec::new(),
            items: Vec::new(),
            key: None,
            anchors: HashMap::new(),
            max_parts,
            parts: 0,
        }
    }

    pub(super) fn problem(&self, at: LineColumn, reason: impl Into<String>) -> Problem {
        Problem::new(Place { file: Arc::clone(&self.tree.name), line: at.line, column: at.column }, reason)
    }

    /// The range of a text that is written in the source from here on.
    pub(super) fn in_source(start: usize, len: usize) -> Range {
        Range { start: clipped(start), len: clipped(len) }
    }

    /// The range of a text that is not in the source.
    pub(super) fn in_pool(&mut self, text: &str) -> Range {
        let start = self.tree.source.len() + self.tree.pool.len();
        self.tree.pool.push_str(text);
        Builder::in_source(start, text.len())
    }

    /// Whether the next scalar is a key.
    pub(super) fn awaits_key(&self) -> bool {
        self.key.is_none() && self.open.last().is_some_and(|open| open.is_mapping)
    }

    pub(super) fn key(&mut self, text: Range, at: LineColumn) {
        self.key = Some((text, at));
    }

    pub(super) fn scalar(&mut self, scalar: Scalar, at: LineColumn, anchor: usize) -> Result<(), Problem> {
        let value = match scalar {
            Scalar::Null => RawValue::Null,
            Scalar::Bool(truth) => RawValue::Bool(truth),
            Scalar::Number(range) => RawValue::Number(range),
            Scalar::String(range) => RawValue::String(range),
        };
        let node = self.node(value, at);
        self.count(1, at)?;
        self.keep_anchor(anchor, node, 1);
        self.place(node);
        Ok(())
    }

    /// The same node again. Aliases are not copied, but count as if they were.
    pub(super) fn alias(&mut self, anchor: usize, at: LineColumn) -> Result<(), Problem> {
        let Some((node, parts)) = self.anchors.get(&anchor).copied() else {
            return Err(self.problem(at, "an alias stands inside of what it means: it has no end"));
        };
        self.count(parts, at)?;
        if self.awaits_key() {
            let RawValue::String(text) = self.tree.raw(node).value else {
                return Err(self.problem(at, "a key must be a text"));
            };
            self.key(text, at);
        } else {
            self.place(node);
        }
        Ok(())
    }

    pub(super) fn open(&mut self, is_mapping: bool, at: LineColumn, anchor: usize) -> Result<(), Problem> {
        if self.open.len() >= MAX_DEPTH {
            return Err(self.problem(at, format!("the file is nested deeper than {MAX_DEPTH} levels")));
        }
        if self.awaits_key() {
            return Err(self.problem(at, "a key must be a text"));
        }
        let parts_before = self.parts;
        self.count(1, at)?;
        let node = self.node(RawValue::Null, at);
        let start = if is_mapping { self.entries.len() } else { self.items.len() };
        self.open.push(Open { node, is_mapping, start, key: self.key.take(), anchor, parts_before });
        Ok(())
    }

    /// Closes the innermost mapping or sequence; none was open if it is false.
    pub(super) fn close(&mut self) -> bool {
        let Some(open) = self.open.pop() else { return false };
        let value = if open.is_mapping {
            self.merge(open.start);
            self.note_repeated_keys(open.start);
            let start = self.tree.entries.len();
            self.tree.entries.extend(self.entries.drain(open.start..));
            RawValue::Mapping(Builder::in_source(start, self.tree.entries.len() - start))
        } else {
            let start = self.tree.items.len();
            self.tree.items.extend(self.items.drain(open.start..));
            RawValue::Sequence(Builder::in_source(start, self.tree.items.len() - start))
        };
        if let Some(node) = self.tree.nodes.get_mut(open.node as usize) {
            node.value = value;
        }
        self.keep_anchor(open.anchor, open.node, self.parts - open.parts_before);
        self.key = open.key;
        self.place(open.node);
        true
    }

    /// Whether a mapping or sequence is still open, and whether it is a mapping.
    pub(super) fn innermost(&self) -> Option<bool> {
        self.open.last().map(|open| open.is_mapping)
    }

    pub(super) fn finish(self) -> Tree {
        self.tree
    }

    fn node(&mut self, value: RawValue, at: LineColumn) -> u32 {
        self.tree.nodes.push(RawNode { at, value });
        clipped(self.tree.nodes.len() - 1)
    }

    fn place(&mut self, node: u32) {
        match self.open.last() {
            Some(Open { is_mapping: true, .. }) => {
                if let Some((key, at)) = self.key.take() {
                    self.entries.push(RawEntry { key, at, value: node });
                }
            }
            Some(_) => self.items.push(node),
            None => self.tree.root = node,
        }
    }

    fn keep_anchor(&mut self, anchor: usize, node: u32, parts: usize) {
        if anchor != 0 {
            self.anchors.insert(anchor, (node, parts));
        }
    }

    fn count(&mut self, parts: usize, at: LineColumn) -> Result<(), Problem> {
        self.parts = self.parts.saturating_add(parts);
        if self.parts > self.max_parts {
            let max = self.max_parts;
            return Err(self.problem(at, format!("the file has more than {max} parts, with its aliases written out")));
        }
        Ok(())
    }

    /// YAML's merge key: the entries of the mappings under `<<`, where there are none of the same name.
    fn merge(&mut self, start: usize) {
        let own: Vec<RawEntry> = self.entries.get(start..).unwrap_or_default().to_vec();
        let Some(place) = own.iter().position(|entry| self.tree.text(entry.key) == "<<") else { return };
        let Some(merged) = own.get(place).map(|entry| entry.value) else { return };
        let sources = match self.tree.raw(merged).value {
            RawValue::Mapping(_) => vec![merged],
            RawValue::Sequence(_) => self.tree.items_of(merged).to_vec(),
            RawValue::Null | RawValue::Bool(_) | RawValue::Number(_) | RawValue::String(_) => return,
        };
        let mut entries: Vec<RawEntry> = own;
        entries.remove(place);
        let mut names: HashSet<&str> = entries.iter().map(|entry| self.tree.text(entry.key)).collect();
        for source in sources {
            let merged = self.tree.entries_of(source).iter();
            entries.extend(merged.filter(|entry| names.insert(self.tree.text(entry.key))));
        }
        self.entries.truncate(start);
        self.entries.append(&mut entries);
    }

    fn note_repeated_keys(&mut self, start: usize) {
        let entries = self.entries.get(start..).unwrap_or_default();
        let mut seen = HashSet::with_capacity(entries.len());
        let repeated: Vec<_> = entries
            .iter()
            .filter(|entry| !seen.insert(self.tree.text(entry.key)))
            .take(MAX_REPEATED_KEYS.saturating_sub(self.tree.repeated_keys.len()))
            .map(|entry| {
                let key = self.tree.text(entry.key);
                self.problem(entry.at, format!("the key `{key}` occurs twice in this mapping; the last one counts"))
            })
            .collect();
        self.tree.repeated_keys.extend(repeated);
    }
}

/// Files are far smaller than what this cuts off.
fn clipped(size: usize) -> u32 {
    u32::try_from(size).unwrap_or(u32::MAX)
}
