//! TOML.

use super::SyntaxError;
use crate::install::tree::{Layout, Member, Node, Table, Value};
use std::ops::Range;
use toml::de::{DeTable, DeValue};

pub(super) fn read(text: &str) -> Result<Node, SyntaxError> {
    let root = DeTable::parse(text).map_err(|error| SyntaxError {
        position: error.span().map_or(0, |span| span.start),
        what: error.message().to_owned(),
    })?;
    Ok(Node { span: 0..text.len(), value: Value::Table(table(text, root.into_inner(), Layout::Lines)) })
}

/// A path of Windows is easier to read where a backslash is itself.
pub(super) fn quoted(text: &str) -> String {
    let is_literal = text.contains('\\') && !text.contains(|it: char| it == '\'' || it.is_control());
    if is_literal {
        return format!("'{text}'");
    }
    // JSON escapes what TOML does, except for DEL.
    serde_json::Value::from(text).to_string().replace('\u{7f}', "\\u007F")
}

/// The members in the order in which they are in the text.
fn table(text: &str, table: DeTable<'_>, layout: Layout) -> Table {
    let members = table.into_iter().map(|(name, value)| {
        let (key, name) = (name.span(), name.into_inner().into_owned());
        Member { name, key, node: node(text, value.span(), value.into_inner(), layout) }
    });
    let mut members: Vec<_> = members.collect();
    members.sort_by_key(|member| member.key.start);
    Table { layout, members }
}

/// The parser bounds how deep values are nested, and with that the recursion.
fn node(text: &str, span: Range<usize>, value: DeValue<'_>, around: Layout) -> Node {
    let is_inline = text.get(span.clone()).is_some_and(|it| it.starts_with('{'));
    let value = match value {
        DeValue::String(text) => Value::Text(text.into_owned()),
        DeValue::Array(items) => Value::List(
            items.into_iter().map(|item| node(text, item.span(), item.into_inner(), Layout::Braces)).collect(),
        ),
        DeValue::Table(members) => Value::Table(table(text, members, if is_inline { Layout::Braces } else { around })),
        DeValue::Integer(_) | DeValue::Float(_) | DeValue::Boolean(_) | DeValue::Datetime(_) => Value::Other,
    };
    Node { span, value }
}
