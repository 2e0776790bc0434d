//! `mcp-server-fetch`, which gets pages from a server of this test.

use super::failing::{CALL, Form, Row, all_are_complete};
use super::passing::is_the_same;
use super::server::Server;
use std::io::{Read, Write};
use std::net::TcpListener;

#[rustfmt::skip]
const SESSION: [(&str, usize); 6] = [
    (r##"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"##, 1),
    (r##"{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"fetch","arguments":{"url":"http://127.0.0.1:{port}/teas"}}}"##, 1),
    (r##"{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"fetch","arguments":{"url":"http://127.0.0.1:{port}/teas","raw":true,"max_length":30}}}"##, 1),
    (r##"{"jsonrpc":"2.0","id":4,"method":"prompts/list"}"##, 1),
    (r##"{"jsonrpc":"2.0","id":5,"method":"prompts/get","params":{"name":"fetch","arguments":{"url":"http://127.0.0.1:{port}/teas"}}}"##, 1),
    (r##"{"jsonrpc":"2.0","id":"last","method":"ping"}"##, 1),
];

/// Answers every request with the same page.
fn page() -> u16 {
    const PAGE: &str =
        "<html><head><title>Teas</title></head><body><h1>Teas</h1><p>Assam, Sencha. Error: none.</p></body></html>";
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    std::thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            let mut request = Vec::new();
            let mut byte = [0];
            while !request.ends_with(b"\r\n\r\n") && stream.read(&mut byte).unwrap_or_default() == 1 {
                request.push(byte[0]);
            }
            let head = format!(
                "HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: {}\r\nconnection: close",
                PAGE.len()
            );
            let _ = stream.write_all(format!("{head}\r\n\r\n{PAGE}").as_bytes());
        }
    });
    port
}

#[test]
fn a_session_with_nothing_wrong_is_the_same() {
    let port = page().to_string();
    let session = SESSION.map(|(line, answers)| (line.replace("{port}", &port), answers));
    let session: Vec<_> = session.iter().map(|(line, answers)| (line.as_str(), *answers)).collect();
    is_the_same(Server::Fetch, 0, &session);
}

#[test]
fn every_failure_comes_out_complete() {
    all_are_complete(Server::Fetch, 0, &ROWS);
}

pub(crate) const ROWS: [Row; 4] = [
    Row {
        what: "an address that refuses connections",
        method: CALL,
        params: r##"{"name": "fetch", "arguments": {"url": "http://127.0.0.1:{port}/teas"}}"##,
        is_unchecked: false,
        alone: (
            Form::ToolResult,
            "Failed to fetch http://127.0.0.1:{port}/teas: ConnectError('All connection attempts failed')",
        ),
        form: Form::ToolResult,
        message: "Error executing tool fetch: Failed to fetch http://127.0.0.1:{port}/teas: ConnectError('All connection attempts failed')",
        reason: "unavailable",
        retryable: true,
        recovery: "Wait a moment and retry; tell the operator if it lasts.",
    },
    Row {
        what: "a number out of its range",
        method: CALL,
        params: r##"{"name": "fetch", "arguments": {"url": "http://127.0.0.1:{port}/teas", "max_length": -5}}"##,
        is_unchecked: false,
        alone: (
            Form::ToolResult,
            "Input should be greater than or equal to 1 [type=greater_than_equal, input_value=-5, input_type=int]",
        ),
        form: Form::ToolResult,
        message: "fetch was called with a wrong argument: /max_length must be an integer from 1 to 999999, but is -5",
        reason: "invalid_arguments",
        retryable: false,
        recovery: "Set /max_length to an integer from 1 to 999999, then call fetch again.",
    },
    Row {
        what: "an argument of a prompt is missing",
        method: "prompts/get",
        params: r##"{"name":"fetch"}"##,
        is_unchecked: false,
        alone: (Form::Error(-32602), "URL is required"),
        form: Form::Error(-32602),
        message: "URL is required",
        reason: "invalid_params",
        retryable: false,
        recovery: "Correct the named parameters and send the request again.",
    },
    Row {
        what: "a resource that is not there",
        method: "resources/read",
        params: r##"{"uri": "teas://1"}"##,
        is_unchecked: false,
        alone: (Form::Error(-32602), "Unknown resource: teas://1"),
        form: Form::Error(-32602),
        message: "Unknown resource: teas://1",
        reason: "unknown_resource",
        retryable: false,
        recovery: "List the resources with resources/list and read one of them.",
    },
];
