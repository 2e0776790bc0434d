//! A session with nothing wrong, with the wrapper and without.

use super::server::{Server, new_folder};
use super::wrapper::Plan;
use serde_json::Value;
use std::path::Path;

pub(crate) const INITIALIZE: &str = r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"check","version":"1.0"}}}"#;
pub(crate) const INITIALIZED: &str = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;

/// Every line that comes back is the same, byte for byte. Each line that is sent has the number of those that it is answered with;
/// `{folder}` in it stands for the folder of the test.
#[track_caller]
pub(crate) fn is_the_same(server: Server, notifications: usize, session: &[(&str, usize)]) {
    let folder = new_folder();
    let Some(bare) = server.plan(&folder) else { return };
    let without = lines(bare, Plan::start_bare, &folder, notifications, session);
    // What it has written must not be there for the other.
    for name in ["teas.db", "memory.jsonl"] {
        let _ = std::fs::remove_file(folder.join(name));
    }
    let with = lines(server.plan(&folder).unwrap(), Plan::start, &folder, notifications, session);
    for (bare, wrapped) in without.iter().zip(&with) {
        assert_eq!(bare, wrapped, "{server:?}");
    }
    assert_eq!(without.len(), with.len(), "{server:?}");
    std::fs::remove_dir_all(folder).unwrap();
}

fn lines(
    plan: Plan,
    start: fn(Plan) -> super::wrapper::Wrapper,
    folder: &Path,
    notifications: usize,
    session: &[(&str, usize)],
) -> Vec<String> {
    let mut peer = start(plan);
    let mut lines = Vec::new();
    let begin = [(INITIALIZE, 1), (INITIALIZED, notifications)];
    for (sent, answers) in begin.iter().chain(session) {
        peer.send_line(sent.replace("{folder}", folder.to_str().unwrap()));
        for _ in 0..*answers {
            let line = String::from_utf8(peer.line()).unwrap();
            let message: Value = serde_json::from_str(&line).unwrap();
            // It is to show that successes pass.
            let is_success = message.get("error").is_none() && message["result"]["isError"] != true;
            assert!(is_success, "{sent} is answered with {line}");
            for tool in message["result"]["tools"].as_array().into_iter().flatten() {
                assert_ne!(
                    tool["inputSchema"]["additionalProperties"], false,
                    "the docs say that no server has such: {tool}"
                );
            }
            lines.push(line);
        }
    }
    let ended = peer.end();
    assert!(ended.status.success() && ended.rest.is_empty(), "{:?} {:?}", ended.status, ended.rest);
    lines
}
