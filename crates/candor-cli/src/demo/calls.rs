//! A dozen calls that fail in different ways.

use serde_json::Value;

/// One call.
pub(super) struct Call {
    /// What is wrong with it.
    pub(super) title: &'static str,
    /// The params of `tools/call` as JSON, or the line itself.
    sent: Sent,
}

enum Sent {
    Params(&'static str),
    Line(&'static str),
}

const fn call(title: &'static str, params: &'static str) -> Call {
    Call { title, sent: Sent::Params(params) }
}

pub(super) const CALLS: [Call; 12] = [
    call("A tool that does not exist", r#"{"name": "get_ordr", "arguments": {"id": 1}}"#),
    call("A call that names no tool", r#"{"arguments": {"id": 1}}"#),
    call("Arguments that are a list", r#"{"name": "get_order", "arguments": [1]}"#),
    call(
        "A misspelt argument and one of the wrong type",
        r#"{"name": "create_order", "arguments": {"custmer": "Ann", "items": [{"sku": "TEA-1", "quantity": "two"}]}}"#,
    ),
    call(
        "An argument out of range",
        r#"{"name": "create_order", "arguments": {"customer": "Ann", "items": [{"sku": "TEA-1", "quantity": 0}]}}"#,
    ),
    call("An argument that is missing", r#"{"name": "get_order", "arguments": {}}"#),
    call(
        "A failure of the tool's contract, which is complete without a guard, too",
        r#"{"name": "quote_shipping", "arguments": {"destination": "Denver", "kilograms": 2}}"#,
    ),
    call(
        "An upstream service whose error contains a password",
        r#"{"name": "quote_shipping", "arguments": {"destination": "Edinburgh", "kilograms": 2}}"#,
    ),
    call(
        "A defect that panics",
        r#"{"name": "quote_shipping", "arguments": {"destination": "Atlantis", "kilograms": 2}}"#,
    ),
    call("A tool that takes a minute", r#"{"name": "export_orders", "arguments": {"seconds": 60}}"#),
    call(
        "A result that does not match the tool's own schema",
        r#"{"name": "quote_shipping", "arguments": {"destination": "Bermuda", "kilograms": 2}}"#,
    ),
    Call { title: "A line that is not JSON", sent: Sent::Line(r#"{"jsonrpc": "2.0", "id": 12, "method": "tools/ca"#) },
];

impl Call {
    /// The line that is sent for it. A call is known by its id; a line that is not a message has none.
    pub(super) fn line(&self, id: usize) -> String {
        match self.sent {
            Sent::Params(params) => {
                format!(r#"{{"jsonrpc": "2.0", "id": {id}, "method": "tools/call", "params": {params}}}"#)
            }
            Sent::Line(line) => line.to_owned(),
        }
    }

    /// Whether it has an id.
    pub(super) fn has_id(&self) -> bool {
        matches!(self.sent, Sent::Params(_))
    }

    /// The call as a person would write it.
    pub(super) fn spoken(&self) -> String {
        let params: Value = match self.sent {
            Sent::Params(params) => serde_json::from_str(params).unwrap_or_default(),
            Sent::Line(line) => return line.to_owned(),
        };
        let name = params.get("name").and_then(Value::as_str).unwrap_or("(no name)");
        format!("{name} {}", params.get("arguments").unwrap_or(&Value::Null))
    }
}

#[cfg(test)]
mod tests {
    use super::CALLS;
    use serde_json::Value;

    #[test]
    fn every_call_with_an_id_is_json() {
        for call in CALLS.iter().filter(|call| call.has_id()) {
            let line: Value = serde_json::from_str(&call.line(7)).unwrap();
            assert_eq!(line["id"], 7, "{}", call.title);
        }
    }
}
