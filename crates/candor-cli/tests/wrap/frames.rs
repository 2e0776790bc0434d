//! Servers that write what are no frames.

use super::wrapper::{Plan, failure, reason, text};
use serde_json::json;

#[test]
fn lines_that_are_no_messages_stay_out_of_the_stream() {
    for how in ["greets", "garbage_between_frames", "byte_by_byte"] {
        let mut wrapper = Plan::misbehaving(&[how]).start();
        wrapper.initialize();
        wrapper.echoes();
        let ended = wrapper.end();
        assert!(ended.status.success() && ended.rest.is_empty(), "{how}: {:?}", ended.rest);
    }
}

#[test]
fn messages_are_lines_whatever_the_server_makes_of_them() {
    let mut wrapper = Plan::misbehaving(&["pretty_printed"]).start();
    wrapper.initialize();
    wrapper.echoes();
    assert!(wrapper.end().rest.is_empty());
    let mut wrapper = Plan::misbehaving(&["two_frames_in_a_line"]).start();
    wrapper.send(&json!({"jsonrpc": "2.0", "id": 0, "method": "ping"}));
    let told = wrapper.message();
    assert!(told["method"].as_str().is_some_and(|it| it.starts_with("notifications/")), "{told}");
    assert_eq!(wrapper.message()["id"], 0);
    wrapper.end();
    let mut wrapper = Plan::misbehaving(&[]).start();
    wrapper.initialize();
    let id = wrapper.ask_tool("batch_answer", &json!({"text": "hello"}));
    assert_eq!(wrapper.message()["id"], id);
    wrapper.end();
}

#[test]
fn an_answer_that_cannot_be_read_is_a_failure_and_not_a_wait() {
    for how in ["invalid_utf8", "duplicate_members", "null_id", "wrong_id"] {
        let mut wrapper = Plan::misbehaving(&[]).with(&["--timeout", "500ms"]).start();
        wrapper.initialize();
        let id = wrapper.ask_tool(how, &json!({}));
        let answer = wrapper.message();
        assert_eq!(answer["id"], id, "{how}: {answer}");
        if how != "duplicate_members" {
            assert!(["malformed_body", "server_too_slow"].contains(&reason(&answer)), "{how}: {answer}");
        }
        wrapper.echoes();
        assert!(wrapper.end().rest.is_empty(), "{how}");
    }
}

#[test]
fn an_answer_that_is_too_long_is_a_failure_and_takes_no_memory() {
    let mut wrapper = Plan::misbehaving(&[]).start();
    wrapper.initialize();
    let answer = wrapper.call("long_result", &json!({}));
    assert_eq!((reason(&answer), &failure(&answer)["code"]), ("response_too_large", &json!("dependency_failed")));
    let answer = wrapper.call("long_garbage", &json!({}));
    assert!(!text(&answer).is_empty(), "{answer}");
    wrapper.echoes();
    let peak = std::fs::read_to_string(format!("/proc/{}/status", wrapper.id())).unwrap();
    let peak = peak.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    let kilobytes: u64 = peak.trim().trim_end_matches(" kB").parse().unwrap();
    assert!(kilobytes < 100 * 1024, "{kilobytes} kB");
    wrapper.end();
}

#[test]
fn a_line_of_a_log_is_no_answer_whatever_its_id_is() {
    let mut wrapper = Plan::misbehaving(&[]).start();
    wrapper.initialize();
    let answer = wrapper.call("logs_json", &json!({}));
    assert_eq!(text(&answer), "done", "{answer}");
    assert!(wrapper.end().rest.is_empty());
}
