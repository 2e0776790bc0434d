//! A client that starts the server and never reads what it writes to stderr.

use super::server::Server;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::sync::mpsc;
use std::time::Duration;

const FAILURES: u64 = 500;
/// How long an answer may take.
const PROMPT: Duration = Duration::from_secs(20);

fn hello() -> Value {
    json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {
        "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "deaf", "version": "0"}}})
}

fn call(id: u64, tool: &str, arguments: Value) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": {"name": tool, "arguments": arguments}})
}

/// A call that fails: as its contract says, by a panic, for its arguments, for its name.
fn failing(id: u64) -> Value {
    match id % 4 {
        0 => call(id, "get_order", json!({"id": 4_711_000 + id})),
        1 => call(id, "quote_shipping", json!({"destination": "Atlantis", "kilograms": 2})),
        2 => call(id, "get_order", json!({"id": "seventeen ".repeat(20)})),
        _ => call(id, "no_such_tool", json!({})),
    }
}

#[test]
fn a_log_that_nobody_reads_keeps_no_answer_back() {
    let mut server = Server::over_stdio().watched();
    let (mut input, output) = (server.0.stdin.take().unwrap(), server.0.stdout.take().unwrap());
    let (sender, answers) = mpsc::channel();
    std::thread::spawn(move || {
        BufReader::new(output).lines().map_while(Result::ok).try_for_each(|line| sender.send(line))
    });
    let mut ask = |request: &Value| {
        writeln!(input, "{request}").unwrap();
        let answer = answers.recv_timeout(PROMPT).unwrap_or_else(|_| panic!("no answer to {request}"));
        let answer: Value = serde_json::from_str(&answer).unwrap();
        assert_eq!(answer["id"], request["id"], "{answer}");
        answer
    };
    ask(&hello());
    for id in 1..=FAILURES {
        let answer = ask(&failing(id));
        assert!(answer.get("error").is_some() || answer["result"]["isError"] == true, "{answer}");
    }
    assert_eq!(ask(&json!({"jsonrpc": "2.0", "id": "alive", "method": "ping"}))["result"], json!({}));
    drop(input);
    assert!(server.ended().success(), "it does not wait for its log for ever");
}

#[test]
fn a_server_that_ends_in_order_has_logged_every_failure() {
    let mut server = Server::over_stdio().watched();
    let (mut input, output) = (server.0.stdin.take().unwrap(), server.0.stdout.take().unwrap());
    let mut log = server.0.stderr.take().unwrap();
    let answers = std::thread::spawn(move || BufReader::new(output).lines().take(FAILURES as usize + 1).count());
    writeln!(input, "{}", hello()).unwrap();
    for id in 1..=FAILURES {
        writeln!(input, "{}", failing(id)).unwrap();
    }
    drop(input);
    assert_eq!(answers.join().unwrap() as u64, FAILURES + 1);
    // Now it has nothing else to do than to wait for its log.
    std::thread::sleep(Duration::from_millis(500));
    let log = std::thread::spawn(move || {
        let mut text = Vec::new();
        log.read_to_end(&mut text).unwrap();
        String::from_utf8_lossy(&text).into_owned()
    });
    assert!(server.ended().success());
    let log = log.join().unwrap();
    assert_eq!(log.matches(" error.id=").count() as u64, FAILURES, "{log}");
}
