//! One answer for each request, however many the server gives.

use super::wrapper::{Plan, text};
use serde_json::json;

#[test]
fn what_is_answered_twice_or_was_never_asked_is_kept_back() {
    for how in ["answers_twice", "answers_unknown_request"] {
        let mut wrapper = Plan::misbehaving(&[]).start();
        wrapper.initialize();
        let answer = wrapper.call(how, &json!({}));
        assert!(!text(&answer).is_empty());
        wrapper.echoes();
        assert!(wrapper.end().rest.is_empty(), "{how}");
    }
}

#[test]
fn a_request_of_the_server_is_none_of_the_clients_whatever_its_id() {
    let mut wrapper = Plan::misbehaving(&[]).start();
    wrapper.initialize();
    let id = wrapper.ask_tool("asks_with_same_id", &json!({}));
    let (mut asked, mut answered) = (false, false);
    for _ in 0..2 {
        let message = wrapper.message();
        assert_eq!(message["id"], id);
        if message["method"].is_string() {
            asked = true;
            wrapper.send(&json!({"jsonrpc": "2.0", "id": id, "result": {}}));
        } else {
            answered = true;
        }
    }
    assert!(asked && answered);
    wrapper.echoes();
    wrapper.end();
}

#[test]
fn many_calls_at_once_have_one_answer_each() {
    let mut wrapper = Plan::misbehaving(&[]).start();
    wrapper.initialize();
    let ids: Vec<u64> = (0..300).map(|number| wrapper.ask_tool("echo", &json!({"text": number.to_string()}))).collect();
    let mut answered: Vec<u64> = ids.iter().map(|_| wrapper.message()["id"].as_u64().unwrap()).collect();
    answered.sort_unstable();
    assert_eq!(answered, ids);
    assert!(wrapper.end().rest.is_empty());
}
