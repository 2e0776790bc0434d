//! What an API can fail with, from the 4xx and 5xx responses that its document describes.

use crate::description::shortened;
use crate::operation::{Operation, Status};
use candor::{Code, Contract, Failure, IntoFailure};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The longest description of a failure, in characters.
const MAX_WHEN: usize = 200;

/// The contract: one clause per code, under the reason that a failure of that code has. It is open, because any call can fail
/// in ways that no document lists.
pub(super) fn contract(tool: &str, operation: &Operation) -> Contract {
    let mut statuses: BTreeMap<Code, Vec<(u16, Option<&str>)>> = BTreeMap::new();
    for response in &operation.responses {
        let Status::Code(status) = response.status else { continue };
        if let Some(code) = Code::from_http_status(status) {
            statuses.entry(code).or_default().push((status, response.description.as_deref()));
        }
    }
    let clauses: Vec<Value> = statuses.iter().map(|(code, statuses)| clause(*code, statuses)).collect();
    let named =
        |clauses: &[Value]| Contract::from_json(&json!({"name": tool, "open": true, "errors": clauses}).to_string());
    // Every clause is made to pass the rules of contracts; were one refused, the contract would promise nothing.
    named(&clauses).or_else(|_| named(&[])).unwrap_or_else(|_| Failure::CONTRACT.clone())
}

fn clause(code: Code, statuses: &[(u16, Option<&str>)]) -> Value {
    let row = code.row();
    let described: Vec<String> = statuses.iter().map(|(status, description)| when(*status, *description)).collect();
    json!({
        "reason": code.name(),
        "code": row.structured.value.number,
        "kind": code.name(),
        "when": described.join(" "),
        "message": row.meaning,
        "recovery": row.recovery,
        "from_code": ["retry", "origin", "message"],
    })
}

fn when(status: u16, description: Option<&str>) -> String {
    let text = shortened(description.unwrap_or_default(), MAX_WHEN);
    match text.trim_end_matches('.') {
        "" => format!("The API answers {status}."),
        text => format!("The API answers {status}: {text}."),
    }
}
