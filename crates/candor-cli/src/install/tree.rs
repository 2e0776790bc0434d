//! A configuration file as a tree in which every part knows where it is in the text.

use std::collections::HashSet;
use std::ops::Range;

/// A value, and the bytes that it takes in the text.
#[derive(Debug, Clone)]
pub(crate) struct Node {
    pub(crate) span: Range<usize>,
    pub(crate) value: Value,
}

/// What an entry of a server can be made of; everything else is not looked at.
#[derive(Debug, Clone)]
pub(crate) enum Value {
    Text(String),
    List(Vec<Node>),
    Table(Table),
    Other,
}

/// A JSON object or a TOML table. A name may occur several times.
#[derive(Debug, Clone)]
pub(crate) struct Table {
    pub(crate) layout: Layout,
    pub(crate) members: Vec<Member>,
}

/// How the members of a table follow each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Layout {
    /// In braces, with commas between them.
    Braces,
    /// Each on a line of its own.
    Lines,
}

/// A name and its value.
#[derive(Debug, Clone)]
pub(crate) struct Member {
    pub(crate) name: String,
    /// Where the name is, with its quotes.
    pub(crate) key: Range<usize>,
    pub(crate) node: Node,
}

/// A name that one table has twice, so that nobody can say which of the values counts.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Duplicate {
    pub(crate) name: String,
    /// Where the second one is.
    pub(crate) position: usize,
}

impl Table {
    /// The member of this name.
    pub(crate) fn member(&self, name: &str) -> Result<Option<&Member>, Duplicate> {
        self.only(|it| it == name)
    }

    /// The one member whose name is accepted.
    pub(crate) fn only(&self, is_wanted: impl Fn(&str) -> bool) -> Result<Option<&Member>, Duplicate> {
        let mut found = self.members.iter().filter(|member| is_wanted(&member.name));
        let first = found.next();
        match found.next() {
            Some(second) => Err(Duplicate { name: second.name.clone(), position: second.key.start }),
            None => Ok(first),
        }
    }

    /// The first name that is there twice.
    pub(crate) fn duplicate(&self) -> Option<Duplicate> {
        let mut names = HashSet::new();
        let second = self.members.iter().find(|member| !names.insert(member.name.as_str()))?;
        Some(Duplicate { name: second.name.clone(), position: second.key.start })
    }
}

impl Node {
    /// The text, if it is one.
    pub(crate) fn text(&self) -> Option<&str> {
        match &self.value {
            Value::Text(text) => Some(text),
            Value::List(_) | Value::Table(_) | Value::Other => None,
        }
    }

    /// The table, if it is one.
    pub(crate) fn table(&self) -> Option<&Table> {
        match &self.value {
            Value::Table(table) => Some(table),
            Value::Text(_) | Value::List(_) | Value::Other => None,
        }
    }

    /// The items, if it is a list.
    pub(crate) fn list(&self) -> Option<&[Node]> {
        match &self.value {
            Value::List(items) => Some(items),
            Value::Text(_) | Value::Table(_) | Value::Other => None,
        }
    }
}

/// The line and the column of a position, both counted from 1; columns are characters.
pub(crate) fn line_and_column(text: &str, position: usize) -> (usize, usize) {
    let before = text.get(..position).unwrap_or(text);
    let line = before.matches('\n').count() + 1;
    let start = before.rfind('\n').map_or(0, |it| it + 1);
    (line, before.get(start..).unwrap_or_default().chars().count() + 1)
}
