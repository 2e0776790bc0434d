//! Frames of a server that knows nothing of Candor, and what becomes of them.

use candor::rmcp::relay::{Relay, Relayed, RelayedRequest, RelayedTool};
use candor::{Dialect, FailurePolicy};
use serde_json::{Value, json};
use std::sync::Arc;

/// The password in the errors of these servers.
pub(crate) const PASSWORD: &str = "Tr0ub4dor-3";

pub(crate) fn relay() -> Relay {
    Relay::new(FailurePolicy::new())
}

pub(crate) fn relay_in(dialect: Dialect) -> Relay {
    Relay::new(FailurePolicy::new().with_dialect(dialect))
}

/// A call of a tool that nothing is known of.
pub(crate) fn call() -> RelayedRequest {
    RelayedRequest::new("7", "tools/call").for_tool("get_order", None)
}

/// A call of a tool that is listed with these members beside its name.
pub(crate) fn call_of(mut listed: Value) -> RelayedRequest {
    listed["name"] = json!("get_order");
    if listed.get("inputSchema").is_none() {
        listed["inputSchema"] = json!({"type": "object"});
    }
    let tool = RelayedTool::listed(listed).unwrap();
    RelayedRequest::new("7", "tools/call").for_tool("get_order", Some(Arc::new(tool)))
}

pub(crate) fn result_frame(result: &Value) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":7,"result":{result}}}"#)
}

pub(crate) fn error_frame(error: &Value) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":7,"error":{error}}}"#)
}

/// A failed result of this text alone.
pub(crate) fn failed_with(text: &str) -> String {
    result_frame(&json!({"content": [{"type": "text", "text": text}], "isError": true}))
}

/// The message in the place of the one that came.
pub(crate) fn message_of(relayed: &Relayed) -> Value {
    let frame = relayed.frame().unwrap_or_else(|| panic!("it passes as it is: {relayed:?}"));
    assert!(!frame.contains(&b'\n'), "it is one line");
    let message: Value =
        serde_json::from_slice(frame).unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(frame)));
    assert_eq!(message["jsonrpc"], "2.0", "{message:#}");
    message
}

/// The same of this frame, which answers this request with the id 7.
pub(crate) fn mended(relay: &Relay, frame: &str, request: &RelayedRequest) -> Value {
    let relayed = relay.answer(frame.as_bytes(), request);
    let message = message_of(&relayed);
    assert_eq!(message["id"], 7, "{message:#}");
    assert!(relayed.change().is_some() && relayed.incident().is_some(), "{relayed:?}");
    message
}

/// The whole failure in a tool result.
pub(crate) fn failure_in(message: &Value) -> &Value {
    assert_eq!(message["result"]["isError"], true, "{message:#}");
    &message["result"]["_meta"]["dev.candor/failure"]
}

pub(crate) fn first_text(message: &Value) -> &str {
    message["result"]["content"][0]["text"].as_str().unwrap_or_else(|| panic!("{message:#}"))
}
