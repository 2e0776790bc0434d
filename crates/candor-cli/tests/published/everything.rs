//! The reference server `server-everything`.

use super::failing::{CALL, Form, Row, all_are_complete};
use super::passing::is_the_same;
use super::server::Server;

#[rustfmt::skip]
const SESSION: [(&str, usize); 13] = [
    (r##"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"##, 1),
    (r##"{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"echo","arguments":{"message":"Sencha é 茶"}}}"##, 1),
    (r##"{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"get-structured-content","arguments":{"location":"Chicago"}}}"##, 1),
    (r##"{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"get-annotated-message","arguments":{"messageType":"error","includeImage":true}}}"##, 1),
    (r##"{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"get-resource-links","arguments":{"count":2}}}"##, 1),
    (r##"{"jsonrpc":"2.0","id":6,"method":"tools/call","params":{"name":"trigger-long-running-operation","arguments":{"duration":0.2,"steps":2},"_meta":{"progressToken":"p"}}}"##, 3),
    (r##"{"jsonrpc":"2.0","id":7,"method":"resources/list"}"##, 1),
    (r##"{"jsonrpc":"2.0","id":8,"method":"resources/templates/list"}"##, 1),
    (r##"{"jsonrpc":"2.0","id":9,"method":"resources/read","params":{"uri":"demo://resource/static/document/features.md"}}"##, 1),
    (r##"{"jsonrpc":"2.0","id":10,"method":"prompts/list"}"##, 1),
    (r##"{"jsonrpc":"2.0","id":11,"method":"prompts/get","params":{"name":"args-prompt","arguments":{"city":"Oslo"}}}"##, 1),
    (r##"{"jsonrpc":"2.0","id":12,"method":"completion/complete","params":{"ref":{"type":"ref/prompt","name":"completable-prompt"},"argument":{"name":"department","value":"S"}}}"##, 1),
    (r##"{"jsonrpc":"2.0","id":"last","method":"ping"}"##, 1),
];

#[test]
fn a_session_with_nothing_wrong_is_the_same() {
    is_the_same(Server::Everything, 1, &SESSION);
}

#[test]
fn every_failure_comes_out_complete() {
    all_are_complete(Server::Everything, 1, &ROWS);
}

pub(crate) const ROWS: [Row; 8] = [
    Row {
        what: "a tool that is not there",
        method: CALL,
        params: r##"{"name": "ech", "arguments": {}}"##,
        is_unchecked: false,
        alone: (Form::ToolResult, "MCP error -32602: Tool ech not found"),
        form: Form::Error(-32602),
        message: "There is no tool ech; did you mean echo?",
        reason: "unknown_tool",
        retryable: false,
        recovery: "Call echo instead, or list the tools with tools/list.",
    },
    Row {
        what: "the same, when the wrapper checks nothing",
        method: CALL,
        params: r##"{"name": "ech", "arguments": {}}"##,
        is_unchecked: true,
        alone: (Form::ToolResult, "MCP error -32602: Tool ech not found"),
        form: Form::Error(-32602),
        message: "There is no tool ech",
        reason: "unknown_tool",
        retryable: false,
        recovery: "List the tools with tools/list and call one of them.",
    },
    Row {
        what: "a number where text belongs",
        method: CALL,
        params: r##"{"name": "echo", "arguments": {"message": 7}}"##,
        is_unchecked: false,
        alone: (
            Form::ToolResult,
            "Input validation error: Invalid arguments for tool echo: Invalid input: expected string, received number at message",
        ),
        form: Form::ToolResult,
        message: "echo was called with a wrong argument: /message must be text, but is 7",
        reason: "invalid_arguments",
        retryable: false,
        recovery: r##"Write /message as "7" with quotes, then call echo again."##,
    },
    Row {
        what: "an argument is missing",
        method: CALL,
        params: r##"{"name": "echo", "arguments": {}}"##,
        is_unchecked: false,
        alone: (
            Form::ToolResult,
            "Input validation error: Invalid arguments for tool echo: Invalid input: expected string, received undefined at message",
        ),
        form: Form::ToolResult,
        message: "echo was called without a required argument: /message is missing",
        reason: "invalid_arguments",
        retryable: false,
        recovery: "Add /message as text, then call echo again.",
    },
    Row {
        what: "a value that the tool refuses",
        method: CALL,
        params: r##"{"name": "get-resource-reference", "arguments": {"resourceType": "Text", "resourceId": -1}}"##,
        is_unchecked: false,
        alone: (Form::ToolResult, "Invalid resourceId: -1. Must be a finite positive integer."),
        form: Form::ToolResult,
        message: "Invalid resourceId: -1. Must be a finite positive integer.",
        reason: "validation",
        retryable: false,
        recovery: "Change the input so that it follows the rule, then send it again.",
    },
    Row {
        what: "a resource that is not there",
        method: "resources/read",
        params: r##"{"uri": "demo://resource/static/document/teas.md"}"##,
        is_unchecked: false,
        alone: (Form::Error(-32602), "MCP error -32602: Resource demo://resource/static/document/teas.md not found"),
        form: Form::Error(-32602),
        message: "MCP error -32602: Resource demo://resource/static/document/teas.md not found",
        reason: "unknown_resource",
        retryable: false,
        recovery: "List the resources with resources/list and read one of them.",
    },
    Row {
        what: "a prompt that is not there",
        method: "prompts/get",
        params: r##"{"name":"teas"}"##,
        is_unchecked: false,
        alone: (Form::Error(-32602), "MCP error -32602: Prompt teas not found"),
        form: Form::Error(-32602),
        message: "MCP error -32602: Prompt teas not found",
        reason: "unknown_prompt",
        retryable: false,
        recovery: "List the prompts with prompts/list and get one of them.",
    },
    Row {
        what: "a method that is not there",
        method: "teas/list",
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
