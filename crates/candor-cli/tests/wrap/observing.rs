//! `--observe` changes nothing.

use super::wrapper::{Plan, new_file};
use serde_json::{Value, json};

#[test]
fn what_would_be_repaired_is_reported_and_passes_as_it_is() {
    let file = new_file("repairs.jsonl");
    let flags = ["--observe", "--report", "--record", file.to_str().unwrap()];
    let mut wrapper = Plan::misbehaving(&["greets"]).with(&flags).start();
    assert!(!wrapper.line().starts_with(b"{"));
    wrapper.initialize();
    let answer = wrapper.call("fail_plain", &json!({"text": "connect ECONNREFUSED 10.0.0.7:5432"}));
    assert_eq!(
        answer["result"],
        json!({"content": [{"type": "text", "text": "connect ECONNREFUSED 10.0.0.7:5432"}], "isError": true})
    );
    let answer = wrapper.call("nothing", &json!({}));
    assert_eq!(answer["error"]["message"], "Unknown tool: nothing");
    let ended = wrapper.end();
    assert!(ended.stderr.contains("would have been repaired"), "{}", ended.stderr);
    let kinds: Vec<String> = std::fs::read_to_string(file)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap()["kind"].as_str().unwrap().to_owned())
        .collect();
    assert!(kinds.contains(&"failure".to_owned()) && kinds.contains(&"kept_out".to_owned()), "{kinds:?}");
}

/// How often each kind was recorded.
fn kinds(file: &std::path::Path) -> std::collections::BTreeMap<String, usize> {
    let mut kinds = std::collections::BTreeMap::new();
    for line in std::fs::read_to_string(file).unwrap().lines() {
        let record: Value = serde_json::from_str(line).unwrap();
        *kinds.entry(record["kind"].as_str().unwrap().to_owned()).or_default() += 1;
    }
    kinds
}

#[test]
fn what_the_checks_and_the_limits_would_find_is_reported_once_and_passes() {
    let file = new_file("repairs.jsonl");
    let flags = ["--observe", "--timeout", "300ms", "--record", file.to_str().unwrap()];
    let mut wrapper = Plan::misbehaving(&[]).with(&flags).start();
    wrapper.initialize();
    // Nothing is asked of the server for the sake of observing: the checks know what the client has listed.
    let id = wrapper.ask("tools/list", &json!({}));
    assert_eq!(wrapper.message()["id"], id);
    let answer = wrapper.call("echo", &json!({"text": 7}));
    assert!(answer.to_string().len() > 10, "the server's own answer: {answer}");
    let answer = wrapper.call("ech", &json!({}));
    assert_eq!(answer["error"]["message"], "Unknown tool: ech");
    let answer = wrapper.call("slow", &json!({"milliseconds": 900}));
    assert_eq!(answer["result"]["isError"], Value::Null, "{answer}");
    // Progress is a sign of life, as it is without observing.
    let id = wrapper.ask(
        "tools/call",
        &json!({"name": "progress", "arguments": {"steps": 6, "milliseconds": 100}, "_meta": {"progressToken": 1}}),
    );
    while wrapper.message()["id"] != id {}
    wrapper.end();
    let expected = [("took_too_long", 1), ("unknown_tool", 1), ("wrong_arguments", 1)];
    assert_eq!(kinds(&file), expected.map(|(kind, count)| (kind.to_owned(), count)).into());
}

#[test]
fn calls_that_a_server_leaves_open_when_it_ends_are_reported() {
    let file = new_file("repairs.jsonl");
    let mut wrapper = Plan::misbehaving(&[]).with(&["--observe", "--record", file.to_str().unwrap()]).start();
    wrapper.initialize();
    wrapper.ask_tool("dies_in_call", &json!({}));
    assert!(wrapper.end().rest.is_empty());
    assert_eq!(kinds(&file), [("server_ended".to_owned(), 1)].into());
}

#[test]
fn a_server_that_ends_while_it_is_observed_ends_the_wrapper() {
    let mut wrapper = Plan::misbehaving(&[]).with(&["--observe"]).start();
    wrapper.initialize();
    wrapper.ask_tool("dies_in_call", &json!({}));
    assert!(wrapper.end().rest.is_empty());
}
