//! `server-everything` as it was in 2025: its schemas forbid arguments that they do not name. It takes them all the same, and does without.

use super::failing::{CALL, Form, Row, all_are_complete};
use super::server::Server;

#[test]
fn every_failure_comes_out_complete() {
    all_are_complete(Server::Everything2025, 0, &ROWS);
}

pub(crate) const ROWS: [Row; 1] = [Row {
    what: "an argument that the schema forbids",
    method: CALL,
    params: r##"{"name": "echo", "arguments": {"message": "teas", "mesage": "more teas"}}"##,
    is_unchecked: false,
    alone: (Form::Success, "Echo: teas"),
    form: Form::ToolResult,
    message: "echo was called with a wrong argument: /mesage is not a known argument; the only known one is message",
    reason: "invalid_arguments",
    retryable: false,
    recovery: "Remove /mesage, then call echo again.",
}];
