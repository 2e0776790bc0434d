//! What a success is like: one schema, made of those of all JSON answers.

use super::answer::{AnswerKind, preferred, successes};
use crate::finding::Problem;
use crate::operation::{Operation, SchemaSource};
use crate::schema::{Converted, Definitions, Direction, Schema};
use serde_json::{Map, Value, json};

/// The schema of a success, which MCP calls `outputSchema`.
#[derive(Debug, Clone)]
pub struct Output {
    schema: Schema,
    is_wrapped: bool,
}

impl Output {
    /// The schema; its root is an object.
    #[must_use]
    pub fn schema(&self) -> &Schema {
        &self.schema
    }

    /// Whether the answer is the member `result` of the structured content, because it need not be an object or need not be
    /// there at all. Otherwise, it is the structured content itself.
    #[must_use]
    pub fn is_wrapped(&self) -> bool {
        self.is_wrapped
    }
}

/// The member that holds an answer which is not an object.
const RESULT: &str = "result";

/// The output, if all JSON answers to a success have a schema, and whether something of it was left open.
pub(super) fn output(
    operation: &Operation,
    definitions: &mut Definitions<'_>,
    max_bytes: usize,
    loosened: &mut Vec<Problem>,
) -> Result<Option<(Output, bool)>, Problem> {
    let mut schemas: Vec<Converted> = Vec::new();
    let mut has_other = false;
    for (_, media) in successes(operation) {
        match preferred(media) {
            Some((AnswerKind::Json, media)) => {
                let Some(SchemaSource::Node(node)) = &media.schema else { return Ok(None) };
                let converted = definitions.convert(node, Direction::Output)?;
                if !schemas.iter().any(|other| other.value == converted.value) {
                    schemas.push(converted);
                }
            }
            Some(_) | None => has_other = true,
        }
    }
    if schemas.iter().any(|schema| schema.value == json!({}) || schema.value == json!(true)) {
        return Ok(None);
    }
    let is_single = schemas.len() == 1 && !has_other;
    let Some(mut schema) = union(schemas) else { return Ok(None) };
    loosened.append(&mut schema.loosened);
    if is_single {
        let resolved = definitions.resolved(schema.clone())?;
        if resolved.value.is_object() && definitions.is_object(&resolved)? {
            let mut root = resolved;
            if let Value::Object(members) = &mut root.value {
                members.insert("type".to_owned(), json!("object"));
            }
            let bundle = definitions.bundle(root, max_bytes)?;
            return Ok(Some((Output { schema: bundle.schema, is_wrapped: false }, bundle.is_cut)));
        }
    }
    let mut root = Converted::plain(json!({"type": "object"}));
    let result = root.absorb(schema);
    if let Value::Object(members) = &mut root.value {
        let properties: Map<_, _> = [(RESULT.to_owned(), result)].into_iter().collect();
        members.insert("properties".to_owned(), Value::Object(properties));
        if !has_other {
            members.insert("required".to_owned(), json!([RESULT]));
        }
    }
    let bundle = definitions.bundle(root, max_bytes)?;
    Ok(Some((Output { schema: bundle.schema, is_wrapped: true }, bundle.is_cut)))
}

/// One schema that accepts what any of them accepts.
fn union(schemas: Vec<Converted>) -> Option<Converted> {
    let mut schemas = schemas.into_iter();
    let first = schemas.next()?;
    let rest: Vec<Converted> = schemas.collect();
    if rest.is_empty() {
        return Some(first);
    }
    let mut union = Converted::plain(Value::Null);
    let parts: Vec<Value> = std::iter::once(first).chain(rest).map(|part| union.absorb(part)).collect();
    union.value = json!({ "anyOf": parts });
    Some(union)
}
