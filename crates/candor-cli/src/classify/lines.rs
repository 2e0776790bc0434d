//! `--jsonl`: each line is an object with what is known of an error, and each answer a verdict.

use super::sqlstate;
use super::verdict::members;
use crate::json_lines::BadLine;
use candor::classify::{Classifier, Evidence};
use serde_json::{Map, Value};
use std::ops::RangeInclusive;

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
        sqlstate(state).map_err(|_| BadLine::NotA { member: "sqlstate", kind: "five digits or capital letters" })?;
        evidence = evidence.with_sqlstate(state);
    }
    if let Some(status) = number(object, "status", 100..=599, "an HTTP status from 100 to 599")? {
        evidence = evidence.with_http_status(status);
    }
    if let Some(errno) = number(object, "errno", 1..=4095, "an errno from 1 to 4095")? {
        evidence = evidence.with_errno(errno);
    }
    if let Some(status) = number(object, "grpc_status", 0..=16, "a gRPC status from 0 to 16")? {
        evidence = evidence.with_grpc_status(status);
    }
    if let Some(exit_code) = number(object, "exit_code", 0..=255, "an exit code from 0 to 255")? {
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

/// A member that is a number in this range, where there is one; null counts as none.
fn number<T: TryFrom<i64>>(
    object: &Map<String, Value>,
    member: &'static str,
    range: RangeInclusive<i64>,
    kind: &'static str,
) -> Result<Option<T>, BadLine> {
    match object.get(member) {
        None | Some(Value::Null) => Ok(None),
        Some(value) => {
            let number =
                value.as_i64().filter(|number| range.contains(number)).and_then(|number| T::try_from(number).ok());
            number.map(Some).ok_or(BadLine::NotA { member, kind })
        }
    }
}
