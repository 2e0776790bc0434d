//! `server-filesystem`, which reads and writes files in the folders that it is given.

use super::failing::{CALL, Form, Row, all_are_complete};
use super::passing::is_the_same;
use super::server::Server;

#[rustfmt::skip]
const SESSION: [(&str, usize); 9] = [
    (r##"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"##, 1),
    (r##"{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"list_directory","arguments":{"path":"{folder}/allowed"}}}"##, 1),
    (r##"{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"read_text_file","arguments":{"path":"{folder}/allowed/teas.txt","not_in_the_schema":1}}}"##, 1),
    (r##"{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"read_media_file","arguments":{"path":"{folder}/allowed/dot.png"}}}"##, 1),
    (r##"{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"edit_file","arguments":{"path":"{folder}/allowed/teas.txt","edits":[{"oldText":"Assam","newText":"Matcha"}],"dryRun":true}}}"##, 1),
    (r##"{"jsonrpc":"2.0","id":6,"method":"tools/call","params":{"name":"read_multiple_files","arguments":{"paths":["{folder}/allowed/teas.txt","{folder}/allowed/matcha.txt"]}}}"##, 1),
    (r##"{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"directory_tree","arguments":{"path":"{folder}/allowed"}}}"##, 1),
    (r##"{"jsonrpc":"2.0","id":8,"method":"tools/call","params":{"name":"list_allowed_directories","arguments":{}}}"##, 1),
    (r##"{"jsonrpc":"2.0","id":"last","method":"ping"}"##, 1),
];

#[test]
fn a_session_with_nothing_wrong_is_the_same() {
    is_the_same(Server::Filesystem, 0, &SESSION);
}

#[test]
fn every_failure_comes_out_complete() {
    all_are_complete(Server::Filesystem, 0, &ROWS);
}

pub(crate) const ROWS: [Row; 6] = [
    Row {
        what: "a tool that is not there",
        method: CALL,
        params: r##"{"name": "read_fil", "arguments": {}}"##,
        is_unchecked: false,
        alone: (Form::ToolResult, "MCP error -32602: Tool read_fil not found"),
        form: Form::Error(-32602),
        message: "There is no tool read_fil; did you mean read_file, read_text_file or read_media_file?",
        reason: "unknown_tool",
        retryable: false,
        recovery: "Call read_file, read_text_file or read_media_file instead, or list the tools with tools/list.",
    },
    Row {
        what: "an argument is missing",
        method: CALL,
        params: r##"{"name": "read_text_file", "arguments": {}}"##,
        is_unchecked: false,
        alone: (Form::ToolResult, "Invalid input: expected string, received undefined at path"),
        form: Form::ToolResult,
        message: "read_text_file was called without a required argument: /path is missing",
        reason: "invalid_arguments",
        retryable: false,
        recovery: "Add /path as text, then call read_text_file again.",
    },
    Row {
        what: "a file that is not there",
        method: CALL,
        params: r##"{"name": "read_text_file", "arguments": {"path": "{folder}/allowed/matcha.txt"}}"##,
        is_unchecked: false,
        alone: (Form::ToolResult, "ENOENT: no such file or directory, open '{folder}/allowed/matcha.txt'"),
        form: Form::ToolResult,
        message: "ENOENT: no such file or directory, open '{folder}/allowed/matcha.txt'",
        reason: "not_found",
        retryable: false,
        recovery: "Verify the identifier, or list what exists first.",
    },
    Row {
        what: "a path outside the allowed folder",
        method: CALL,
        params: r##"{"name": "read_text_file", "arguments": {"path": "{folder}/hidden/ledger.txt"}}"##,
        is_unchecked: false,
        alone: (
            Form::ToolResult,
            "Access denied - path outside allowed directories: {folder}/hidden/ledger.txt not in {folder}/allowed",
        ),
        form: Form::ToolResult,
        message: "Access denied - path outside allowed directories: {folder}/hidden/ledger.txt not in [path]",
        reason: "forbidden",
        retryable: false,
        recovery: "Ask the owner for the permission, or choose something you may access.",
    },
    Row {
        what: "arguments that exclude each other",
        method: CALL,
        params: r##"{"name": "read_text_file", "arguments": {"path": "{folder}/allowed/teas.txt", "head": 1, "tail": 1}}"##,
        is_unchecked: false,
        alone: (Form::ToolResult, "Cannot specify both head and tail parameters simultaneously"),
        form: Form::ToolResult,
        message: "Cannot specify both head and tail parameters simultaneously",
        reason: "validation",
        retryable: false,
        recovery: "Change the input so that it follows the rule, then send it again.",
    },
    Row {
        what: "a method that is not there",
        method: "resources/list",
        params: "{}",
        is_unchecked: false,
        alone: (Form::Error(-32601), "Method not found"),
        form: Form::Error(-32601),
        message: "Method not found",
        reason: "method_not_found",
        retryable: false,
        recovery: "Call a method that the server lists.",
    },
];
