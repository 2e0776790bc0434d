//! `mcp-server-sqlite`, which sends errors as successes.

use super::failing::{CALL, Form, Row, all_are_complete};
use super::passing::is_the_same;
use super::server::Server;

#[rustfmt::skip]
const SESSION: [(&str, usize); 9] = [
    (r##"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"##, 1),
    (r##"{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"create_table","arguments":{"query":"CREATE TABLE teas (name TEXT PRIMARY KEY)"}}}"##, 1),
    (r##"{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"write_query","arguments":{"query":"INSERT INTO teas VALUES ('Sencha'), ('Error: none')"}}}"##, 1),
    (r##"{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"read_query","arguments":{"query":"SELECT * FROM teas"}}}"##, 1),
    (r##"{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"describe_table","arguments":{"table_name":"teas"}}}"##, 1),
    (r##"{"jsonrpc":"2.0","id":6,"method":"tools/call","params":{"name":"append_insight","arguments":{"insight":"Sencha sells"}}}"##, 2),
    (r##"{"jsonrpc":"2.0","id":7,"method":"resources/read","params":{"uri":"memo://insights"}}"##, 1),
    (r##"{"jsonrpc":"2.0","id":8,"method":"prompts/get","params":{"name":"mcp-demo","arguments":{"topic":"teas"}}}"##, 1),
    (r##"{"jsonrpc":"2.0","id":"last","method":"ping"}"##, 1),
];

#[test]
fn a_session_with_nothing_wrong_is_the_same() {
    is_the_same(Server::Sqlite, 0, &SESSION);
}

#[test]
fn every_failure_comes_out_complete() {
    all_are_complete(Server::Sqlite, 0, &ROWS);
}

pub(crate) const ROWS: [Row; 6] = [
    Row {
        what: "a tool that is not there",
        method: CALL,
        params: r##"{"name": "query", "arguments": {}}"##,
        is_unchecked: false,
        alone: (Form::Success, "Error: Missing arguments"),
        form: Form::Error(-32602),
        message: "There is no tool query; did you mean read_query or write_query?",
        reason: "unknown_tool",
        retryable: false,
        recovery: "Call read_query or write_query instead, or list the tools with tools/list.",
    },
    Row {
        what: "a statement with a mistake",
        method: CALL,
        params: r##"{"name": "read_query", "arguments": {"query": "SELECT * FORM teas"}}"##,
        is_unchecked: false,
        alone: (Form::Success, r##"Database error: near "FORM": syntax error"##),
        form: Form::ToolResult,
        message: r##"Database error: near "FORM": syntax error"##,
        reason: "statement_refused",
        retryable: false,
        recovery: "Correct the statement in /query, then call read_query again.",
    },
    Row {
        what: "a table that is not there",
        method: CALL,
        params: r##"{"name": "read_query", "arguments": {"query": "SELECT * FROM teas"}}"##,
        is_unchecked: false,
        alone: (Form::Success, "Database error: no such table: teas"),
        form: Form::ToolResult,
        message: "Database error: no such table: teas",
        reason: "statement_refused",
        retryable: false,
        recovery: "Correct the statement in /query, then call read_query again.",
    },
    Row {
        what: "a statement that the tool does not take",
        method: CALL,
        params: r##"{"name": "read_query", "arguments": {"query": "DELETE FROM teas"}}"##,
        is_unchecked: false,
        alone: (Form::Success, "Error: Only SELECT queries are allowed for read_query"),
        form: Form::ToolResult,
        message: "Only SELECT queries are allowed for read_query",
        reason: "validation",
        retryable: false,
        recovery: "Change the input so that it follows the rule, then send it again.",
    },
    Row {
        what: "a resource that is not there",
        method: "resources/read",
        params: r##"{"uri": "memo://teas"}"##,
        is_unchecked: false,
        alone: (Form::Error(0), "Unknown resource path: teas"),
        form: Form::Error(0),
        message: "Unknown resource path: teas",
        reason: "unknown_resource",
        retryable: false,
        recovery: "List the resources with resources/list and read one of them.",
    },
    Row {
        what: "a prompt that is not there",
        method: "prompts/get",
        params: r##"{"name":"teas"}"##,
        is_unchecked: false,
        alone: (Form::Error(0), "Unknown prompt: teas"),
        form: Form::Error(0),
        message: "Unknown prompt: teas",
        reason: "unknown_prompt",
        retryable: false,
        recovery: "List the prompts with prompts/list and get one of them.",
    },
];
