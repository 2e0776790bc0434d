//! `candor translate`, where the input is a failure.

use crate::{candor_reading, program};
use candor::Dialect;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

/// How long an answer may take before it counts as never coming.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(20);
const INSTANCE: &str = "urn:uuid:a3bb189e-8bf9-41c4-b5db-dbe0e0f51f6e";

fn expired() -> String {
    json!({
        "success": false,
        "error": "The token has expired",
        "data": {"error_code": "TOKEN_EXPIRED", "error_type": "authentication", "origin": "caller"},
        "meta": {"instance": INSTANCE, "time": "2026-11-15T18:30:00Z"},
    })
    .to_string()
}

#[test]
fn every_dialect_becomes_every_other_and_keeps_the_message() {
    for &from in Dialect::ALL {
        let written = candor_reading(&["translate", "--quiet", "--to", from.name()], expired()).fine();
        assert_eq!((written.stdout.lines().count(), written.stderr.as_str()), (1, ""));
        for &to in Dialect::ALL {
            for source in [from.name(), from.document(), "auto"] {
                let arguments = ["translate", "-q", "--from", source, "--to", to.document()];
                let run = candor_reading(&arguments, &written.stdout).fine();
                let value: Value = serde_json::from_str(&run.stdout).unwrap();
                let failure = to.recognise(&value).unwrap();
                assert_eq!(failure.message(), "The token has expired", "{from} to {to}");
                assert_eq!(failure.reason().as_str(), "token_expired", "{from} to {to}");
            }
        }
    }
}

#[test]
fn what_the_input_leaves_open_is_judged() {
    let rows = [
        (
            r#"{"error": "Invalid email format: 'not-an-email'", "data": {"error_code": "INVALID_EMAIL"}}"#,
            "VALIDATION_ERROR",
        ),
        (r#"{"error": "User 'usr_999' not found", "data": {"error_code": "USER_NOT_FOUND"}}"#, "RESOURCE_NOT_FOUND"),
        (
            r#"{"success": false, "data": {}, "error": "Database connection failed after 3 retries"}"#,
            "SERVICE_UNAVAILABLE",
        ),
    ];
    for (failure, code) in rows {
        let run = candor_reading(&["translate", "-q", "--to", "envelope"], failure).fine();
        let value: Value = serde_json::from_str(&run.stdout).unwrap();
        assert_eq!(value["data"]["error_code"], code, "{failure}");
    }
}

#[test]
fn translating_names_what_the_target_cannot_carry() {
    let run = candor_reading(&["translate", "--to", "problem"], expired()).fine();
    assert_eq!(run.stderr, "candor: problem cannot carry: code (token_expired becomes unauthorized)\n");
    let run = candor_reading(&["translate", "--to", "error_model"], expired()).fine();
    assert_eq!(
        run.stderr,
        "candor: error_model cannot carry: code (token_expired becomes dependency_failed), origin, time\n"
    );
    assert_eq!(candor_reading(&["translate", "--to", "envelope"], expired()).fine().stderr, "");
    assert_eq!(candor_reading(&["translate", "--to", "error_model", "--quiet"], expired()).fine().stderr, "");
}

#[test]
fn what_the_input_never_said_is_not_a_loss() {
    let failure = r#"{"code": 3001, "message": "Slow down", "retryable": true, "details": {}}"#;
    assert_eq!(candor_reading(&["translate", "--to", "001"], failure).fine().stderr, "");
}

#[test]
fn a_failure_on_the_wire_keeps_its_id_and_loses_nothing() {
    let response = |id: Value| json!({"jsonrpc": "2.0", "id": id, "error": {"code": -32001, "message": "No order 17"}});
    for id in [json!(7), json!("seven")] {
        let run = candor_reading(&["translate", "--to", "problem", "--wire"], response(id.clone()).to_string()).fine();
        assert_eq!(run.stderr, "");
        let value: Value = serde_json::from_str(&run.stdout).unwrap();
        assert_eq!(value["id"], id);
        assert_eq!(value["result"]["isError"], true);
        assert_eq!(value["result"]["structuredContent"]["status"], 404);
    }
    let bare = candor_reading(&["translate", "--to", "problem", "--wire"], expired()).fine();
    assert_eq!(bare.stderr, "");
    assert_eq!(bare.json()["id"], Value::Null);
}

#[test]
fn a_tool_result_of_plain_text_is_a_failure_too() {
    let result = r#"{"isError": true, "content": [{"type": "text", "text": "Error: no such order"}]}"#;
    let value = candor_reading(&["translate", "--to", "envelope"], result).json();
    assert_eq!(value["error"], "no such order");
}

#[test]
fn problem_types_begin_with_the_given_base() {
    let base = "https://errors.example.com/";
    let arguments = ["translate", "-q", "--to", "problem", "--problem-base", base];
    let value = candor_reading(&arguments, expired()).json();
    assert_eq!(value["type"], "https://errors.example.com/session-error");
    let wrong = ["translate", "--to", "problem", "--problem-base", "https://errors.example.com"];
    assert_eq!(candor_reading(&wrong, expired()).code, Some(2));
    candor_reading(&["translate", "--to", "envelope", "--problem-base", base], expired()).refused();
}

#[test]
fn a_password_in_the_input_is_not_in_the_output() {
    let failure = json!({"code": -32010, "message": "no route to postgres://app:hunter2@db/orders",
        "data": {"password": "hunter2", "note": "password=hunter2", "instance": "/home/ann/hunter2"}});
    for &dialect in Dialect::ALL {
        for wire in [&["--wire"][..], &[]] {
            let arguments = [&["translate", "--to", dialect.name()], wire].concat();
            let run = candor_reading(&arguments, failure.to_string()).fine();
            assert!(run.stdout.contains("no route to"), "{}", run.stdout);
            assert!(!run.stdout.contains("hunter2") && !run.stderr.contains("hunter2"), "{run:?}");
        }
    }
}

#[test]
fn a_file_and_a_byte_order_mark_are_read() {
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("expired.json");
    std::fs::write(&path, format!("\u{feff}{}", expired())).unwrap();
    let run = crate::candor(&["translate", "-q", "--to", "structured", path.to_str().unwrap()]);
    assert_eq!(run.json()["code"], -32006);
}

#[test]
fn jsonl_keeps_order_and_streams() {
    let mut child = program(&["translate", "--jsonl", "--to", "problem"]).stdin(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let stdout = BufReader::new(child.stdout.take().unwrap());
    let (sender, lines) = mpsc::channel();
    let reader = thread::spawn(move || stdout.lines().try_for_each(|line| sender.send(line.unwrap())));
    for number in 0..50 {
        // Each answer comes before the next line is sent.
        writeln!(stdin, "\n  \r\n{{\"code\": -32001, \"message\": \"No order {number}\"}}\r").unwrap();
        let value: Value = serde_json::from_str(&lines.recv_timeout(ANSWER_TIMEOUT).unwrap()).unwrap();
        assert_eq!(value["detail"], format!("No order {number}"));
    }
    drop(stdin);
    assert!(lines.recv_timeout(ANSWER_TIMEOUT).is_err());
    assert!(reader.join().unwrap().is_ok());
    assert!(child.wait().unwrap().success());
}

#[test]
fn jsonl_names_the_line_of_a_loss() {
    let input = format!("{{\"code\": -32001, \"message\": \"No order\"}}\n\n{}\n", expired());
    let run = candor_reading(&["translate", "--jsonl", "--to", "problem"], input).fine();
    assert_eq!(run.stdout.lines().count(), 2);
    assert_eq!(run.stderr, "candor: line 3: problem cannot carry: code (token_expired becomes unauthorized)\n");
}

#[test]
fn an_empty_list_of_lines_gives_an_empty_list() {
    assert_eq!(candor_reading(&["translate", "--jsonl", "--to", "problem"], "\n\n").fine().stdout, "");
}

#[test]
fn a_broken_pipe_is_not_an_error() {
    let mut child = program(&["translate", "-q", "--jsonl", "--to", "problem"]).stdin(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    // The reader is gone before there is anything to write.
    drop(child.stdout.take());
    writeln!(stdin, "{}", expired()).unwrap();
    drop(stdin);
    let run = crate::Run::from(child.wait_with_output().unwrap()).fine();
    assert_eq!(run.stderr, "");
}

#[cfg(target_os = "linux")]
#[test]
fn output_that_cannot_be_written_is_said_and_exits_1() {
    for arguments in [&["explain", "timeout"][..], &["demo"], &["demo", "--json"], &["completions", "bash"]] {
        let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
        let run = crate::Run::from(program(arguments).stdout(full).output().unwrap());
        assert_eq!(run.code, Some(1), "{arguments:?}");
        assert!(run.stderr.starts_with("candor: cannot write the output: "), "{}", run.stderr);
    }
}
