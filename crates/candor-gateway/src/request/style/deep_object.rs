//! `name[x]=1&name[y][z]=2`; the items of lists have their numbers as names.

use super::{Expansion, plain};
use serde_json::Value;

pub(super) fn expand(expansion: &Expansion<'_>) -> Vec<String> {
    let mut pairs = Vec::new();
    write(expansion, expansion.name.to_owned(), expansion.value, &mut pairs);
    pairs
}

/// It goes as deep as the value, whose depth the reader of JSON bounds.
fn write(expansion: &Expansion<'_>, name: String, value: &Value, pairs: &mut Vec<String>) {
    match value {
        Value::Object(members) => {
            for (member, value) in members.iter().filter(|(_, value)| !value.is_null()) {
                write(expansion, format!("{name}[{member}]"), value, pairs);
            }
        }
        Value::Array(items) => {
            for (index, value) in items.iter().enumerate() {
                write(expansion, format!("{name}[{index}]"), value, pairs);
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {
            pairs.push(format!("{}={}", expansion.encoded(&name), expansion.encoded(&plain(value))));
        }
    }
}
