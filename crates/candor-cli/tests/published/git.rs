//! `mcp-server-git`, whose exceptions often say nothing but a path.

use super::failing::{CALL, Form, Row, all_are_complete};
use super::passing::is_the_same;
use super::server::Server;

#[rustfmt::skip]
const SESSION: [(&str, usize); 7] = [
    (r##"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"##, 1),
    (r##"{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"git_status","arguments":{"repo_path":"{folder}/repository"}}}"##, 1),
    (r##"{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"git_log","arguments":{"repo_path":"{folder}/repository"}}}"##, 1),
    (r##"{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"git_diff_unstaged","arguments":{"repo_path":"{folder}/repository"}}}"##, 1),
    (r##"{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"git_show","arguments":{"repo_path":"{folder}/repository","revision":"HEAD"}}}"##, 1),
    (r##"{"jsonrpc":"2.0","id":6,"method":"prompts/list"}"##, 1),
    (r##"{"jsonrpc":"2.0","id":"last","method":"ping"}"##, 1),
];

#[test]
fn a_session_with_nothing_wrong_is_the_same() {
    is_the_same(Server::Git, 0, &SESSION);
}

#[test]
fn every_failure_comes_out_complete() {
    all_are_complete(Server::Git, 0, &ROWS);
}

pub(crate) const ROWS: [Row; 5] = [
    Row {
        what: "a tool that is not there",
        method: CALL,
        params: r##"{"name": "git_statu", "arguments": {}}"##,
        is_unchecked: false,
        alone: (Form::Error(-32602), "Unknown tool: git_statu"),
        form: Form::Error(-32602),
        message: "There is no tool git_statu; did you mean git_status?",
        reason: "unknown_tool",
        retryable: false,
        recovery: "Call git_status instead, or list the tools with tools/list.",
    },
    Row {
        what: "a folder that is not a repository",
        method: CALL,
        params: r##"{"name": "git_status", "arguments": {"repo_path": "{folder}/plain"}}"##,
        is_unchecked: false,
        alone: (Form::ToolResult, "Error executing tool git_status: {folder}/plain"),
        form: Form::ToolResult,
        message: "git_status failed on /repo_path, and says nothing but its value: {folder}/plain",
        reason: "argument_refused",
        retryable: false,
        recovery: "Check /repo_path: it may not exist, or may not be what git_status works on. Then call git_status again.",
    },
    Row {
        what: "a branch that is not there",
        method: CALL,
        params: r##"{"name": "git_checkout", "arguments": {"repo_path": "{folder}/repository", "branch_name": "matcha"}}"##,
        is_unchecked: false,
        alone: (Form::ToolResult, "Ref 'matcha' did not resolve to an object"),
        form: Form::ToolResult,
        message: "Error executing tool git_checkout: Ref 'matcha' did not resolve to an object",
        reason: "not_found",
        retryable: false,
        recovery: "Verify the identifier, or list what exists first.",
    },
    Row {
        what: "nothing is staged",
        method: CALL,
        params: r##"{"name": "git_commit", "arguments": {"repo_path": "{folder}/repository", "message": "More teas"}}"##,
        is_unchecked: false,
        alone: (
            Form::ToolResult,
            "No changes staged for commit. Use git_add to stage changes first; git_status shows what is currently staged.",
        ),
        form: Form::ToolResult,
        message: "Error executing tool git_commit: No changes staged for commit. Use git_add to stage changes first; git_status shows what is currently staged.",
        reason: "conflict",
        retryable: false,
        recovery: "Read the current state first, then decide whether to repeat the operation.",
    },
    Row {
        what: "text where a number belongs",
        method: CALL,
        params: r##"{"name": "git_log", "arguments": {"repo_path": "{folder}/repository", "max_count": "many"}}"##,
        is_unchecked: false,
        alone: (Form::ToolResult, "Input should be a valid integer, unable to parse string as an integer"),
        form: Form::ToolResult,
        message: r##"git_log was called with a wrong argument: /max_count must be an integer, but is the text "many""##,
        reason: "invalid_arguments",
        retryable: false,
        recovery: "Set /max_count to an integer, then call git_log again.",
    },
];
