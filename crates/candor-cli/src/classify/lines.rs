//! `--jsonl`: each line is an object with what is known of an error, and each answer a verdict.

use super::verdict::members;
use crate::json_lines::BadLine;
use candor::classify::{Classifier, Evidence};
use serde_json::{Map, Value};

/// `{"id": …, "code": …, "step": …, "rule": …, …}`.
pub(super) fn answer(classifier: &Classifier, line: &str) -> Result<String, BadLine> {
    if !line.trim_start().starts_with('{') {
        return Err(BadLine::NotObject);
    }
    let object: Map<String, Value> = serde_json::from_str(line).map_err(|error| BadLine::from_json_error(&error, 0))?;
    let id = object.get("id").ok_or(BadLine::Missing { member: "id" })?;
    let verdict = classifier.classify_evidence(&evidence(&object)?);
    let mut answer = Map::from_iter([("id".to_owned(), id.clone())]);
    if let Value::Object(members) = members(&verdict) {
        answer.extend(members);
    }
    Ok(Value::Object(answer).to_string())
}

fn evidence(object: &Map<String, Value>) -> Result<Evidence<'_>, BadLine> {
    let mut evidence = Evidence::text(text(object, "text")?.unwrap_or_default());
    if let Some(name) = text(object, "name")? {
        evidence = evidence.with_name(name);
    }
    if let Some(state) = text(object, "sqlstate")? {
        evidence = evidence.with_sqlstate(state);
    }
    if let Some(status) = number(object, "status")? {
        let status = u16::try_from(status).map_err(|_| BadLine::NotA { member: "status", kind: "an HTTP status" })?;
        evidence = evidence.with_http_status(status);
    }
    if let Some(errno) = number(object, "errno")? {
        evidence = evidence.with_errno(errno);
    }
    if let Some(status) = number(object, "grpc_status")? {
        evidence = evidence.with_grpc_status(status);
    }
    if let Some(exit_code) = number(object, "exit_code")? {
        evidence = evidence.with_exit_code(exit_code);
    }
    Ok(evidence)
}

/// A member that is a text, where there is one; null counts as none.
fn text<'a>(object: &'a Map<String, Value>, member: &'static str) -> Result<Option<&'a str>, BadLine> {
    match object.get(member) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) => Ok(Some(text)),
        Some(_) => Err(BadLine::NotA { member, kind: "a string" }),
    }
}

/// A member that is a whole number, where there is one; null counts as none.
fn number(object: &Map<String, Value>, member: &'static str) -> Result<Option<i32>, BadLine> {
    match object.get(member) {
        None | Some(Value::Null) => Ok(None),
        Some(value) => {
            let number = value.as_i64().and_then(|number| i32::try_from(number).ok());
            number.map(Some).ok_or(BadLine::NotA { member, kind: "a number" })
        }
    }
}
