//! How much work a schema of a stranger can make. Two lines of references to references are enough to keep a validator busy for ever, and
//! one pattern can be as long as the schema.

use serde_json::Value;
use std::collections::HashMap;

/// The most subschemas that one value may be held against, each as often as it is referred to.
const MOST_SUBSCHEMAS: u64 = 50_000;
/// The longest text of all patterns together, in bytes.
const LONGEST_PATTERNS: usize = 32 * 1024;
/// How many references deep it is looked.
const DEEPEST: usize = 200;

/// Whether a value can be checked against the schema in bounded time.
pub(super) fn is_bounded(schema: &Value) -> bool {
    let mut counted = Counted { root: schema, costs: HashMap::new(), patterns: 0 };
    counted.cost(schema, 0) <= MOST_SUBSCHEMAS && counted.patterns <= LONGEST_PATTERNS
}

struct Counted<'s> {
    root: &'s Value,
    /// By reference; nothing for one that is being counted.
    costs: HashMap<&'s str, Option<u64>>,
    patterns: usize,
}

impl<'s> Counted<'s> {
    fn cost(&mut self, schema: &'s Value, depth: usize) -> u64 {
        if depth > DEEPEST {
            return u64::MAX;
        }
        let parts: u64 = match schema {
            Value::Object(members) => members.iter().fold(0, |sum: u64, (name, value)| {
                if name == "pattern" {
                    self.patterns += value.as_str().map_or(0, str::len);
                }
                if name == "patternProperties" {
                    self.patterns +=
                        value.as_object().into_iter().flatten().map(|(pattern, _)| pattern.len()).sum::<usize>();
                }
                let cost = match (name.as_str(), value.as_str()) {
                    ("$ref" | "$dynamicRef", Some(reference)) => self.cost_of_reference(reference, depth),
                    // What is only defined costs where it is referred to.
                    ("$defs" | "definitions", _) => 0,
                    _ => self.cost(value, depth + 1),
                };
                sum.saturating_add(cost)
            }),
            Value::Array(items) => {
                items.iter().fold(0, |sum: u64, item| sum.saturating_add(self.cost(item, depth + 1)))
            }
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => 0,
        };
        parts.saturating_add(1)
    }

    fn cost_of_reference(&mut self, reference: &'s str, depth: usize) -> u64 {
        match self.costs.get(reference) {
            Some(Some(cost)) => return *cost,
            // A schema that holds itself goes as deep as the value.
            Some(None) => return 1,
            None => {}
        }
        let Some(target) = reference.strip_prefix('#').and_then(|pointer| self.root.pointer(pointer)) else { return 1 };
        self.costs.insert(reference, None);
        let cost = self.cost(target, depth + 1);
        self.costs.insert(reference, Some(cost));
        cost
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn ordinary_schemas_are_bounded() {
        let item =
            json!({"type": "object", "properties": {"id": {"type": "integer"}, "parent": {"$ref": "#/$defs/item"}}});
        let schema = json!({"type": "object", "$defs": {"item": item}, "properties": {"items": {"items": {"$ref": "#/$defs/item"}}}});
        assert!(is_bounded(&schema) && is_bounded(&json!({})) && is_bounded(&json!(true)));
        let wide: serde_json::Map<_, _> = (0..5_000).map(|it| (it.to_string(), json!({"type": "string"}))).collect();
        assert!(is_bounded(&json!({"properties": wide})));
    }

    #[test]
    fn references_that_double_and_long_patterns_are_not() {
        let mut defs: serde_json::Map<_, _> = (0..30)
            .map(|it| {
                let next = json!({"$ref": format!("#/$defs/{}", it + 1)});
                (it.to_string(), json!({"anyOf": [next, next]}))
            })
            .collect();
        defs.insert("30".to_owned(), json!({"type": "string"}));
        assert!(!is_bounded(&json!({"$defs": defs, "$ref": "#/$defs/0"})));
        assert!(!is_bounded(&json!({"properties": {"a": {"pattern": "(a|b)".repeat(10_000)}}})));
    }

    #[test]
    fn a_long_chain_of_references_ends() {
        let defs: serde_json::Map<_, _> =
            (0..20_000).map(|it| (it.to_string(), json!({"$ref": format!("#/$defs/{}", it + 1)}))).collect();
        assert!(!is_bounded(&json!({"$defs": defs, "$ref": "#/$defs/0"})));
    }
}
