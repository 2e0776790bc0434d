//! A file as a tree whose every part knows its line and column. Scalars are ranges of the source, so that the tree costs
//! little more than the text.

use crate::finding::{Place, Problem};
use serde_json::{Map, Value};
use std::rc::Rc;
use std::sync::Arc;

/// The tree of one file.
#[derive(Debug)]
pub(crate) struct Tree {
    pub(super) index: usize,
    pub(super) name: Arc<str>,
    pub(super) source: Rc<str>,
    /// Scalars that are not written in the source as they are meant.
    pub(super) pool: String,
    pub(super) nodes: Vec<RawNode>,
    pub(super) entries: Vec<RawEntry>,
    pub(super) items: Vec<u32>,
    pub(super) root: u32,
    /// Keys that occur twice in a mapping, of which the last one counts.
    pub(super) repeated_keys: Vec<Problem>,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct RawNode {
    pub(super) at: LineColumn,
    pub(super) value: RawValue,
}

#[derive(Debug, Clone, Copy)]
pub(super) enum RawValue {
    Null,
    Bool(bool),
    Number(Range),
    String(Range),
    Sequence(Range),
    Mapping(Range),
}

#[derive(Debug, Clone, Copy)]
pub(super) struct RawEntry {
    pub(super) key: Range,
    pub(super) at: LineColumn,
    pub(super) value: u32,
}

/// A part of the text or of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Range {
    pub(super) start: u32,
    pub(super) len: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct LineColumn {
    pub(super) line: u32,
    pub(super) column: u32,
}

impl Range {
    fn slice<T>(self, of: &[T]) -> &[T] {
        let start = self.start as usize;
        of.get(start..start + self.len as usize).unwrap_or_default()
    }
}

impl Tree {
    /// The text: positions beyond the source are in the pool.
    pub(super) fn text(&self, range: Range) -> &str {
        let start = range.start as usize;
        let (text, start) = match start.checked_sub(self.source.len()) {
            Some(start) => (self.pool.as_str(), start),
            None => (&*self.source, start),
        };
        text.get(start..start + range.len as usize).unwrap_or_default()
    }

    pub(super) fn raw(&self, node: u32) -> RawNode {
        let nowhere = RawNode { at: LineColumn { line: 0, column: 0 }, value: RawValue::Null };
        self.nodes.get(node as usize).copied().unwrap_or(nowhere)
    }

    pub(super) fn entries_of(&self, node: u32) -> &[RawEntry] {
        match self.raw(node).value {
            RawValue::Mapping(range) => range.slice(&self.entries),
            RawValue::Null | RawValue::Bool(_) | RawValue::Number(_) | RawValue::String(_) | RawValue::Sequence(_) => {
                &[]
            }
        }
    }

    pub(super) fn items_of(&self, node: u32) -> &[u32] {
        match self.raw(node).value {
            RawValue::Sequence(range) => range.slice(&self.items),
            RawValue::Null | RawValue::Bool(_) | RawValue::Number(_) | RawValue::String(_) | RawValue::Mapping(_) => {
                &[]
            }
        }
    }

    fn place(&self, at: LineColumn) -> Place {
        Place { file: Arc::clone(&self.name), line: at.line, column: at.column }
    }
}

/// A part of a tree.
#[derive(Debug, Clone)]
pub(crate) struct Node {
    tree: Rc<Tree>,
    id: u32,
}

/// What tells nodes apart, over all files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct NodeId {
    pub(super) file: usize,
    node: u32,
}

/// A mapping's entry.
pub(crate) struct Entry<'t> {
    pub(crate) key: &'t str,
    pub(crate) value: Node,
    tree: &'t Tree,
    at: LineColumn,
}

impl Entry<'_> {
    /// Where the key is.
    pub(crate) fn place(&self) -> Place {
        self.tree.place(self.at)
    }
}

impl Node {
    pub(super) fn root(tree: &Rc<Tree>) -> Node {
        Node { id: tree.root, tree: Rc::clone(tree) }
    }

    fn at(&self, id: u32) -> Node {
        Node { tree: Rc::clone(&self.tree), id }
    }

    pub(crate) fn id(&self) -> NodeId {
        NodeId { file: self.tree.index, node: self.id }
    }

    pub(crate) fn place(&self) -> Place {
        self.tree.place(self.tree.raw(self.id).at)
    }

    /// A problem at this place.
    pub(crate) fn problem(&self, reason: impl Into<String>) -> Problem {
        Problem::new(self.place(), reason)
    }

    /// The value under a key; of several, the last.
    pub(crate) fn get(&self, key: &str) -> Option<Node> {
        let mut entries = self.tree.entries_of(self.id).iter().rev();
        entries.find(|entry| self.tree.text(entry.key) == key).map(|entry| self.at(entry.value))
    }

    /// The entries of a mapping; none of anything else.
    pub(crate) fn entries(&self) -> impl Iterator<Item = Entry<'_>> {
        let tree = &*self.tree;
        tree.entries_of(self.id).iter().map(|entry| Entry {
            key: tree.text(entry.key),
            value: self.at(entry.value),
            tree,
            at: entry.at,
        })
    }

    /// The items of a sequence; none of anything else.
    pub(crate) fn items(&self) -> impl Iterator<Item = Node> {
        self.tree.items_of(self.id).iter().map(|item| self.at(*item))
    }

    pub(crate) fn is_mapping(&self) -> bool {
        matches!(self.tree.raw(self.id).value, RawValue::Mapping(_))
    }

    pub(crate) fn is_sequence(&self) -> bool {
        matches!(self.tree.raw(self.id).value, RawValue::Sequence(_))
    }

    /// The text, if it is one.
    pub(crate) fn text(&self) -> Option<&str> {
        match self.tree.raw(self.id).value {
            RawValue::String(range) => Some(self.tree.text(range)),
            RawValue::Null | RawValue::Bool(_) | RawValue::Number(_) | RawValue::Sequence(_) | RawValue::Mapping(_) => {
                None
            }
        }
    }

    /// A text, number or truth value as it is written.
    pub(crate) fn written(&self) -> Option<&str> {
        match self.tree.raw(self.id).value {
            RawValue::String(range) | RawValue::Number(range) => Some(self.tree.text(range)),
            RawValue::Bool(true) => Some("true"),
            RawValue::Bool(false) => Some("false"),
            RawValue::Null | RawValue::Sequence(_) | RawValue::Mapping(_) => None,
        }
    }

    /// The truth value, if it is one.
    pub(crate) fn truth(&self) -> Option<bool> {
        match self.tree.raw(self.id).value {
            RawValue::Bool(truth) => Some(truth),
            RawValue::Null
            | RawValue::Number(_)
            | RawValue::String(_)
            | RawValue::Sequence(_)
            | RawValue::Mapping(_) => None,
        }
    }

    /// The text under a key.
    pub(crate) fn text_of(&self, key: &str) -> Option<String> {
        self.get(key)?.text().map(str::to_owned)
    }

    /// Whether the value under a key is `true`.
    pub(crate) fn is_true(&self, key: &str) -> bool {
        self.get(key).and_then(|value| value.truth()) == Some(true)
    }

    /// The value as JSON. Its size is bounded: that of the tree is, aliases included.
    pub(crate) fn to_json(&self) -> Value {
        match self.tree.raw(self.id).value {
            RawValue::Null => Value::Null,
            RawValue::Bool(truth) => Value::Bool(truth),
            RawValue::Number(range) => number(self.tree.text(range)),
            RawValue::String(range) => Value::String(self.tree.text(range).to_owned()),
            RawValue::Sequence(_) => self.items().map(|item| item.to_json()).collect(),
            RawValue::Mapping(_) => {
                let entries = self.entries().map(|entry| (entry.key.to_owned(), entry.value.to_json()));
                Value::Object(entries.collect::<Map<_, _>>())
            }
        }
    }
}

/// A number of JSON, or of YAML in its further forms: `+1`, `.5`, `0x1f`, `0o17`.
fn number(text: &str) -> Value {
    if let Ok(number) = serde_json::from_str(text) {
        return Value::Number(number);
    }
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, text.strip_prefix('+').unwrap_or(text)),
    };
    let radix = |prefix, radix| digits.strip_prefix(prefix).and_then(|digits| i64::from_str_radix(digits, radix).ok());
    if let Some(number) = radix("0x", 16).or_else(|| radix("0o", 8)) {
        return Value::from(sign * number);
    }
    if let Ok(number) = text.parse::<i64>() {
        return Value::from(number);
    }
    text.parse::<f64>().map_or(Value::Null, Value::from)
}
