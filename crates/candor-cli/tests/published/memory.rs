//! `server-memory`, which keeps a graph in a file.

use super::failing::{CALL, Form, Row, all_are_complete};
use super::passing::is_the_same;
use super::server::Server;

#[rustfmt::skip]
const SESSION: [(&str, usize); 7] = [
    (r##"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"##, 1),
    (r##"{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"create_entities","arguments":{"entities":[{"name":"Sencha","entityType":"tea","observations":["green","error: none"]}]}}}"##, 1),
    (r##"{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"search_nodes","arguments":{"query":"green"}}}"##, 1),
    (r##"{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"open_nodes","arguments":{"names":["Matcha"]}}}"##, 1),
    (r##"{"jsonrpc":"2.0","id":5,"method":"resources/list"}"##, 1),
    (r##"{"jsonrpc":"2.0","id":6,"method":"resources/read","params":{"uri":"memory://knowledge-graph"}}"##, 1),
    (r##"{"jsonrpc":"2.0","id":"last","method":"ping"}"##, 1),
];

#[test]
fn a_session_with_nothing_wrong_is_the_same() {
    is_the_same(Server::Memory, 0, &SESSION);
}

#[test]
fn every_failure_comes_out_complete() {
    all_are_complete(Server::Memory, 0, &ROWS);
}

pub(crate) const ROWS: [Row; 4] = [
    Row {
        what: "a tool that is not there",
        method: CALL,
        params: r##"{"name": "search", "arguments": {}}"##,
        is_unchecked: false,
        alone: (Form::ToolResult, "MCP error -32602: Tool search not found"),
        form: Form::Error(-32602),
        message: "There is no tool search; did you mean search_nodes?",
        reason: "unknown_tool",
        retryable: false,
        recovery: "Call search_nodes instead, or list the tools with tools/list.",
    },
    Row {
        what: "an entity that is not there",
        method: CALL,
        params: r##"{"name": "add_observations", "arguments": {"observations": [{"entityName": "Matcha", "contents": ["green"]}]}}"##,
        is_unchecked: false,
        alone: (Form::ToolResult, "Entity with name Matcha not found"),
        form: Form::ToolResult,
        message: "Entity with name Matcha not found",
        reason: "not_found",
        retryable: false,
        recovery: "Verify the identifier, or list what exists first.",
    },
    Row {
        what: "two arguments are missing, deep inside",
        method: CALL,
        params: r##"{"name": "create_entities", "arguments": {"entities": [{"name": "Matcha"}]}}"##,
        is_unchecked: false,
        alone: (Form::ToolResult, "Invalid input: expected string, received undefined at entities[0].entityType"),
        form: Form::ToolResult,
        message: "create_entities was called without 2 required arguments: /entities/0/entityType is missing; /entities/0/observations is missing",
        reason: "invalid_arguments",
        retryable: false,
        recovery: "Add /entities/0/entityType as text and add /entities/0/observations as a list of texts, then call create_entities again.",
    },
    Row {
        what: "a resource that is not there",
        method: "resources/read",
        params: r##"{"uri": "memory://teas"}"##,
        is_unchecked: false,
        alone: (Form::Error(-32602), "MCP error -32602: Resource memory://teas not found"),
        form: Form::Error(-32602),
        message: "MCP error -32602: Resource memory://teas not found",
        reason: "unknown_resource",
        retryable: false,
        recovery: "List the resources with resources/list and read one of them.",
    },
];
