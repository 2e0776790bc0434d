//! A tool's schema, whose definitions other tools share.

use serde::{Serialize, Serializer};
use serde_json::Value;
use serde_json::value::RawValue;
use std::sync::Arc;

/// A JSON Schema of draft 2020-12. Its root is an object without references to anything outside; its `$defs` are shared with
/// the other tools of the document.
#[derive(Debug, Clone)]
pub struct Schema {
    /// The root as JSON, without `$defs`.
    root: Box<str>,
    definitions: Box<[Arc<Definition>]>,
}

/// A schema under `$defs`.
#[derive(Debug)]
pub(super) struct Definition {
    pub(super) name: Box<str>,
    /// As JSON.
    pub(super) text: Box<str>,
}

impl Definition {
    /// The bytes that it adds to a schema.
    pub(super) fn len(&self) -> usize {
        self.name.len() + self.text.len() + r#""":,"#.len()
    }
}

impl Schema {
    pub(super) fn new(root: &Value, definitions: Vec<Arc<Definition>>) -> Schema {
        Schema { root: root.to_string().into(), definitions: definitions.into() }
    }

    /// The schema as JSON.
    #[must_use]
    pub fn to_json(&self) -> String {
        if self.definitions.is_empty() {
            return self.root.to_string();
        }
        let inner = self.root.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')).unwrap_or_default();
        let len: usize = self.definitions.iter().map(|definition| definition.len()).sum();
        let mut text = String::with_capacity(inner.len() + len + 16);
        text.push_str("{\"$defs\":{");
        for (index, definition) in self.definitions.iter().enumerate() {
            if index > 0 {
                text.push(',');
            }
            // Names of definitions need no escapes.
            for part in ["\"", &definition.name, "\":", &definition.text] {
                text.push_str(part);
            }
        }
        text.push('}');
        if !inner.is_empty() {
            text.push(',');
            text.push_str(inner);
        }
        text.push('}');
        text
    }

    /// The schema as a value.
    #[must_use]
    pub fn to_value(&self) -> Value {
        serde_json::from_str(&self.to_json()).unwrap_or_default()
    }
}

impl Serialize for Schema {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        RawValue::from_string(self.to_json()).map_err(serde::ser::Error::custom)?.serialize(serializer)
    }
}
