//! What a client gets of a failure, with the wrapper and without.

use super::passing::{INITIALIZE, INITIALIZED};
use super::server::{Server, new_folder};
use super::wrapper::{Wrapper, failure, text};
use serde_json::{Value, json};
use std::path::Path;

/// A request that fails. In its texts, `{folder}` stands for the folder of the test, `{port}` for a port where nobody listens.
pub(crate) struct Row {
    /// What goes wrong, for the table in the docs.
    pub(crate) what: &'static str,
    pub(crate) method: &'static str,
    /// In JSON. For a call: the name of the tool and its arguments.
    pub(crate) params: &'static str,
    /// Whether the wrapper leaves it to the server to judge the arguments.
    pub(crate) is_unchecked: bool,
    /// The form of the server's own answer, and a part of its words that tells it.
    pub(crate) alone: (Form, &'static str),
    /// The form of the answer through the wrapper.
    pub(crate) form: Form,
    pub(crate) message: &'static str,
    pub(crate) reason: &'static str,
    pub(crate) retryable: bool,
    pub(crate) recovery: &'static str,
}

/// How an answer says that something failed, if it does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// A result without `isError`, or with `isError: false`.
    Success,
    /// A result with `isError: true`.
    ToolResult,
    /// An error with this number.
    Error(i64),
}

impl Form {
    fn of(answer: &Value) -> Form {
        match answer["error"]["code"].as_i64() {
            Some(number) => Form::Error(number),
            None if answer["result"]["isError"] == true => Form::ToolResult,
            None => Form::Success,
        }
    }
}

/// Each row holds, for the server alone and through the wrapper.
#[track_caller]
pub(crate) fn all_are_complete(server: Server, notifications: usize, rows: &[Row]) {
    let (folder, port) = (new_folder(), closed_port());
    let fill = |text: &str| text.replace("{folder}", folder.to_str().unwrap()).replace("{port}", &port.to_string());
    let Some(bare) = server.plan(&folder) else { return };
    let mut bare = begun(bare.start_bare(), notifications);
    for row in rows {
        let answer = asked(&mut bare, row, &fill);
        let (form, words) = row.alone;
        assert_eq!(Form::of(&answer), form, "{}: {answer}", row.what);
        let said = if form == Form::Success || form == Form::ToolResult {
            text(&answer)
        } else {
            answer["error"]["message"].as_str().unwrap()
        };
        assert!(said.contains(&fill(words)), "{}: {answer}", row.what);
        // Nothing that a program could act on.
        assert!(!answer.to_string().contains("\"retry"), "{}: {answer}", row.what);
    }
    bare.end();
    let _ = std::fs::remove_file(folder.join("teas.db"));
    for is_unchecked in [false, true] {
        let rows: Vec<_> = rows.iter().filter(|row| row.is_unchecked == is_unchecked).collect();
        if rows.is_empty() {
            continue;
        }
        let flags: &[&str] = if is_unchecked { &["--no-argument-checks"] } else { &[] };
        let mut wrapper = begun(server.plan(&folder).unwrap().with(flags).start(), notifications);
        for row in rows {
            let answer = asked(&mut wrapper, row, &fill);
            holds(row, &answer, &fill, &folder);
        }
        wrapper.end();
    }
    std::fs::remove_dir_all(folder).unwrap();
}

#[track_caller]
fn holds(row: &Row, answer: &Value, fill: &dyn Fn(&str) -> String, folder: &Path) {
    assert_eq!(Form::of(answer), row.form, "{}: {answer}", row.what);
    let told = failure(answer);
    let message = if row.form == Form::ToolResult { &told["message"] } else { &answer["error"]["message"] };
    assert_eq!(message, &json!(fill(row.message)), "{}", row.what);
    assert_eq!(told["reason"], row.reason, "{}: {answer}", row.what);
    assert_eq!(told["retry"]["retryable"], row.retryable, "{}: {answer}", row.what);
    assert_eq!(told["recovery"]["hint"], fill(row.recovery), "{}: {answer}", row.what);
    if row.form == Form::ToolResult {
        // A model that reads nothing but the text knows all of it.
        let text = text(answer);
        let says = |words: &str| assert!(text.contains(words), "{}: {words:?} is not in {text}", row.what);
        says(&fill(row.message));
        says(&format!("Recovery: {}", fill(row.recovery)));
        says(&format!("Reason: {}", row.reason));
        says("Reference: ");
        let is_unflagged = answer["result"]["_meta"]["dev.candor/unflagged"].is_string();
        assert_eq!(is_unflagged, row.alone.0 == Form::Success && row.reason != "invalid_arguments", "{answer}");
    }
    // Of where it runs, it says what the caller has said, and no more.
    let sent = fill(row.params);
    let written = answer.to_string();
    let mut rest = written.as_str();
    while let Some(at) = rest.find(folder.to_str().unwrap()) {
        let path = rest[at..].split(['"', '\'', '\\', ' ']).next().unwrap();
        assert!(sent.contains(path), "{}: the caller has not said {path}: {answer}", row.what);
        rest = &rest[at + path.len()..];
    }
    assert!(!written.contains("site-packages") && !written.contains("node_modules"), "{answer}");
}

fn begun(mut peer: Wrapper, notifications: usize) -> Wrapper {
    peer.send_line(INITIALIZE);
    peer.message();
    peer.send_line(INITIALIZED);
    for _ in 0..notifications {
        peer.message();
    }
    peer
}

/// The answer to the row's request. What else comes meanwhile is not looked at.
fn asked(peer: &mut Wrapper, row: &Row, fill: &dyn Fn(&str) -> String) -> Value {
    let params: Value = serde_json::from_str(&fill(row.params)).unwrap();
    let id = peer.ask(row.method, &params);
    loop {
        let message = peer.message();
        if message["id"] == id {
            return message;
        }
    }
}

/// A port of this machine where nobody listens.
fn closed_port() -> u16 {
    std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

/// A call of a tool.
pub(crate) const CALL: &str = "tools/call";
