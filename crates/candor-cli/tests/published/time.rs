//! `mcp-server-time`.

use super::failing::{CALL, Form, Row, all_are_complete};
use super::passing::is_the_same;
use super::server::Server;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

#[rustfmt::skip]
const SESSION: [(&str, usize); 6] = [
    (r##"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"##, 1),
    (r##"{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"convert_time","arguments":{"source_timezone":"UTC","time":"10:00","target_timezone":"Asia/Tokyo"}}}"##, 1),
    (r##"{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"convert_time","arguments":{"source_timezone":"UTC","time":"23:59","target_timezone":"America/New_York"}}}"##, 1),
    (r##"{"jsonrpc":"2.0","id":4,"method":"resources/list"}"##, 1),
    (r##"{"jsonrpc":"2.0","id":5,"method":"prompts/list"}"##, 1),
    (r##"{"jsonrpc":"2.0","id":"last","method":"ping"}"##, 1),
];

/// How many seconds are left of the day in UTC, which is in the server's answers.
fn left_of_today() -> u64 {
    const DAY: u64 = 86_400;
    DAY - SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs() % DAY
}

#[test]
fn a_session_with_nothing_wrong_is_the_same() {
    // Both have to answer on the same day.
    while left_of_today() < 180 {
        std::thread::sleep(Duration::from_secs(1));
    }
    is_the_same(Server::Time, 0, &SESSION);
}

#[test]
fn every_failure_comes_out_complete() {
    all_are_complete(Server::Time, 0, &ROWS);
}

pub(crate) const ROWS: [Row; 5] = [
    Row {
        what: "a tool that is not there",
        method: CALL,
        params: r##"{"name": "get_time", "arguments": {}}"##,
        is_unchecked: false,
        alone: (Form::Error(-32602), "Unknown tool: get_time"),
        form: Form::Error(-32602),
        message: "There is no tool get_time",
        reason: "unknown_tool",
        retryable: false,
        recovery: "List the tools with tools/list and call one of them.",
    },
    Row {
        what: "a time zone that is not there",
        method: CALL,
        params: r##"{"name": "get_current_time", "arguments": {"timezone": "Mars/Base"}}"##,
        is_unchecked: false,
        alone: (Form::ToolResult, "Invalid timezone: 'No time zone found with key Mars/Base'"),
        form: Form::ToolResult,
        message: "Error executing tool get_current_time: Invalid timezone: 'No time zone found with key Mars/Base'",
        reason: "validation",
        retryable: false,
        recovery: "Change the input so that it follows the rule, then send it again.",
    },
    Row {
        what: "a time that does not exist",
        method: CALL,
        params: r##"{"name": "convert_time", "arguments": {"source_timezone": "UTC", "time": "25:99", "target_timezone": "Asia/Tokyo"}}"##,
        is_unchecked: false,
        alone: (Form::ToolResult, "Invalid time format. Expected HH:MM [24-hour format]"),
        form: Form::ToolResult,
        message: "Error executing tool convert_time: Invalid time format. Expected HH:MM [24-hour format]",
        reason: "validation",
        retryable: false,
        recovery: "Change the input so that it follows the rule, then send it again.",
    },
    Row {
        what: "a number where text belongs",
        method: CALL,
        params: r##"{"name": "get_current_time", "arguments": {"timezone": 7}}"##,
        is_unchecked: false,
        alone: (Form::ToolResult, "Input should be a valid string [type=string_type, input_value=7, input_type=int]"),
        form: Form::ToolResult,
        message: "get_current_time was called with a wrong argument: /timezone must be text, but is 7",
        reason: "invalid_arguments",
        retryable: false,
        recovery: r##"Write /timezone as "7" with quotes, then call get_current_time again."##,
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
