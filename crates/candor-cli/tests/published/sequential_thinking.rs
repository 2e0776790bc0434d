//! `server-sequential-thinking`, which has one tool with many arguments.

use super::failing::{CALL, Form, Row, all_are_complete};
use super::passing::is_the_same;
use super::server::Server;

#[rustfmt::skip]
const SESSION: [(&str, usize); 4] = [
    (r##"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"##, 1),
    (r##"{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"sequentialthinking","arguments":{"thought":"An error: which tea?","nextThoughtNeeded":true,"thoughtNumber":1,"totalThoughts":2}}}"##, 1),
    (r##"{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"sequentialthinking","arguments":{"thought":"Sencha.","nextThoughtNeeded":false,"thoughtNumber":2,"totalThoughts":2}}}"##, 1),
    (r##"{"jsonrpc":"2.0","id":"last","method":"ping"}"##, 1),
];

#[test]
fn a_session_with_nothing_wrong_is_the_same() {
    is_the_same(Server::SequentialThinking, 0, &SESSION);
}

#[test]
fn every_failure_comes_out_complete() {
    all_are_complete(Server::SequentialThinking, 0, &ROWS);
}

pub(crate) const ROWS: [Row; 2] = [
    Row {
        what: "a number out of its range",
        method: CALL,
        params: r##"{"name": "sequentialthinking", "arguments": {"thought": "Sencha?", "nextThoughtNeeded": true, "thoughtNumber": 0, "totalThoughts": 1}}"##,
        is_unchecked: false,
        alone: (Form::ToolResult, "Too small: expected number to be >=1 at thoughtNumber"),
        form: Form::ToolResult,
        message: "sequentialthinking was called with a wrong argument: /thoughtNumber must be an integer from 1 to 9007199254740991, but is 0",
        reason: "invalid_arguments",
        retryable: false,
        recovery: "Set /thoughtNumber to an integer from 1 to 9007199254740991, then call sequentialthinking again.",
    },
    Row {
        what: "a value that its schema allows and the tool does not",
        method: CALL,
        params: r##"{"name": "sequentialthinking", "arguments": {"thought": "Sencha?", "nextThoughtNeeded": "maybe", "thoughtNumber": 1, "totalThoughts": 1}}"##,
        is_unchecked: false,
        alone: (
            Form::ToolResult,
            r##"Expected boolean or "true"/"false" string, received "maybe" at nextThoughtNeeded"##,
        ),
        form: Form::ToolResult,
        message: r##"MCP error -32602: Input validation error: Invalid arguments for tool sequentialthinking: Expected boolean or "true"/"false" string, received "maybe" at nextThoughtNeeded"##,
        reason: "invalid_params",
        retryable: false,
        recovery: "Correct the named parameters and send the request again.",
    },
];
