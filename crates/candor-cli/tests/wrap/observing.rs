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

#[test]
fn a_server_that_ends_while_it_is_observed_ends_the_wrapper() {
    let mut wrapper = Plan::misbehaving(&[]).with(&["--observe"]).start();
    wrapper.initialize();
    wrapper.ask_tool("dies_in_call", &json!({}));
    assert!(wrapper.end().rest.is_empty());
}
