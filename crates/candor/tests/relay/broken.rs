//! Answers that are not what the protocol has: each is answered, and nothing of what cannot be read leaves.

use super::frames::{PASSWORD, call, failure_in, first_text, mended, relay, relay_in};
use candor::Dialect;
use candor::rmcp::relay::{Change, RelayedRequest};
use serde_json::{Value, json};

/// The answer to a call, from these members of its frame.
fn of_call(members: &str) -> Value {
    mended(&relay(), &format!(r#"{{"jsonrpc":"2.0","id":7,{members}}}"#), &call())
}

/// The same to a request that is no call.
fn of_list(members: &str) -> Value {
    let frame = format!(r#"{{"jsonrpc":"2.0","id":7,{members}}}"#);
    mended(&relay(), &frame, &RelayedRequest::new("7", "tools/list"))
}

#[test]
fn a_failed_result_whose_content_cannot_be_read_is_a_failure_all_the_same() {
    for content in ["7", "null", r#"{"a":1}"#, r#"[1,"two"]"#, r#"[{"type":"text"}]"#, r#"[{"type":"text","text":7}]"#]
    {
        let message = of_call(&format!(r#""result":{{"isError":true,"content":{content}}}"#));
        assert!(failure_in(&message)["message"].is_string(), "{content}: {message:#}");
    }
}

#[test]
fn what_can_be_read_of_a_failed_result_is_said() {
    let said = r#"{"type":"text","text":"connect ECONNREFUSED"}"#;
    for result in [
        format!(r#"{{"isError":true,"content":[{said},{{"type":"hologram","beam":1}}]}}"#),
        format!(r#"{{"isError":true,"content":[{said},7]}}"#),
        format!(r#"{{"isError":true,"content":[{said}],"_meta":7}}"#),
        format!(r#"{{"isError":true,"content":[{said}],"structuredContent":{{"n":1e400}}}}"#),
        format!(r#"{{"isError":true,"content":[{said}],"structuredContent":{{"n":"\ud83d"}}}}"#),
        format!(r#"{{"isError":true,"content":[{said}],"structuredContent":{}1{}}}"#, "[".repeat(300), "]".repeat(300)),
        format!(r#"{{"isError":true,"content":[{said}],"resultType":"failed"}}"#),
        format!(r#"{{"isError":true,"content":{said}}}"#),
        r#"{"isError":true,"content":"connect ECONNREFUSED"}"#.to_owned(),
        r#"{"isError":true,"content":["connect ECONNREFUSED"]}"#.to_owned(),
        r#"{"isError":true,"content":[{"type":"text","text":"connect ECONNREFUSED \ud83d"}]}"#.to_owned(),
    ] {
        let message = of_call(&format!(r#""result":{result}"#));
        assert_eq!(failure_in(&message)["code"], "unavailable", "{result}: {message:#}");
        assert!(first_text(&message).contains("connect ECONNREFUSED"), "{result}: {message:#}");
    }
}

#[test]
fn an_error_whose_parts_are_of_other_types_says_what_it_can() {
    for (error, code, said) in [
        (json!({"code": -32602, "message": 404}), -32602, "404"),
        (json!({"code": -32602}), -32602, ""),
        (json!({"code": -32602, "message": null}), -32602, ""),
        (json!({"code": "ECONNREFUSED", "message": "connection refused"}), -32603, "connection refused"),
        (json!({"message": "connection refused"}), -32603, "connection refused"),
        (json!({"code": 10_000_000_000_i64, "message": "connection refused"}), -32603, "connection refused"),
        (json!({"code": 1.5, "message": "connection refused"}), -32603, "connection refused"),
        (json!("connection refused"), -32603, "connection refused"),
        (json!(["connection refused"]), -32603, "connection refused"),
    ] {
        let message = of_list(&format!(r#""error":{error}"#));
        assert_eq!(message["error"]["code"], code, "{error}: {message:#}");
        assert!(message["error"]["message"].as_str().unwrap().contains(said), "{error}: {message:#}");
        assert!(message["error"]["data"]["instance"].is_string(), "{error}: {message:#}");
        let message = of_call(&format!(r#""error":{error}"#));
        assert!(first_text(&message).contains(said), "{error}: {message:#}");
    }
}

#[test]
fn an_answer_with_a_result_and_an_error_is_the_error() {
    let error = r#""error":{"code":-32603,"message":"connection refused"}"#;
    for result in
        ["null", "{}", r#"{"content":[]}"#, r#"{"isError":true,"content":[{"type":"text","text":"/home/jane"}]}"#]
    {
        for members in [format!(r#"{error},"result":{result}"#), format!(r#""result":{result},{error}"#)] {
            let message = of_call(&members);
            assert!(first_text(&message).contains("connection refused"), "{members}: {message:#}");
            let message = of_list(&members);
            assert!(message.get("result").is_none() && message["error"]["code"] == -32603, "{members}: {message:#}");
            assert!(!message.to_string().contains("/home/jane"), "{members}: {message:#}");
        }
    }
}

#[test]
fn an_answer_with_neither_is_a_failure() {
    for members in [r#""x":1"#, r#""error":null"#, r#""results":{}"#] {
        let message = of_call(members);
        assert_eq!(failure_in(&message)["origin"], "upstream", "{members}: {message:#}");
        assert_eq!(failure_in(&message)["reason"], "not_an_answer", "{members}: {message:#}");
        assert_eq!(of_list(members)["error"]["data"]["reason"], "not_an_answer", "{members}");
    }
}

#[test]
fn a_member_that_is_there_twice_or_written_in_escapes_hides_nothing() {
    let failed = r#"{"content":[{"type":"text","text":"connection refused at /home/jane"}],"isError":true}"#;
    let escaped = failed.replace("isError", r"is\u0045rror");
    let error = r#"{"code":-32603,"message":"connection refused at /home/jane"}"#;
    for members in [
        format!(r#""result":{failed},"result":{failed}"#),
        format!(r#""result":{{"content":[]}},"result":{failed}"#),
        format!(r#""error":{error},"error":{error}"#),
        format!(r#""result":{{"isError":false,{}"#, &failed[1..]),
        format!(r#""result":{escaped}"#),
        format!(r#""res\u0075lt":{failed}"#),
        format!(r#""\u0065rror":{error}"#),
    ] {
        let message = of_call(&members);
        assert!(first_text(&message).contains("connection refused"), "{members}: {message:#}");
        assert!(!message.to_string().contains("/home/jane"), "{members}: {message:#}");
    }
}

#[test]
fn a_result_that_is_there_twice_is_passed_on_once() {
    let failed = r#"{"content":[{"type":"text","text":"connection refused at /home/jane"}],"isError":true}"#;
    let frame = format!(r#"{{"jsonrpc":"2.0","id":7,"result":{failed},"result":{{"content":[], "n":1e400}}}}"#);
    let relayed = relay().answer(frame.as_bytes(), &call());
    assert_eq!(relayed.change(), Some(Change::Scrubbed));
    let once = r#"{"jsonrpc":"2.0","id":7,"result":{"content":[], "n":1e400}}"#;
    assert_eq!(relayed.frame(), Some(once.as_bytes()), "some read the first of them");
}

#[test]
fn a_failed_frame_leaves_without_its_other_members() {
    for member in [r#""error":{"code":-32603,"message":"no"}"#, r#""result":{"isError":true,"content":[]}"#] {
        for &dialect in Dialect::ALL {
            let frame = format!(r#"{{"jsonrpc":"2.0","id":7,"debug":"{PASSWORD} in /home/jane/a",{member}}}"#);
            let message = mended(&relay_in(dialect), &frame, &call()).to_string();
            assert!(!message.contains("/home/jane") && !message.contains("debug"), "{message}");
        }
    }
}

#[test]
fn a_failed_frame_that_is_no_json_is_answered_with_one_that_is() {
    let failed = r#"{"content":[{"type":"text","text":"connection refused"}],"isError":true}"#;
    for frame in [
        format!(r#"{{"jsonrpc":"2.0","id":7,"result":{failed},,,"#),
        format!(r#"{{"jsonrpc":"2.0","id":7,"result":{failed}"#),
        format!("\u{FEFF}{{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{failed}}}"),
        format!(r#"{{"jsonrpc":"2.0","id":7,"result":{failed},"x":NaN}}"#),
    ] {
        let message = mended(&relay(), &frame, &call());
        assert_eq!(message["result"]["isError"], true, "{frame}: {message:#}");
    }
    let frame = format!(r#"{{"jsonrpc":"2.0","id":7,"result":{failed},,,"#);
    let message = mended(&relay(), &frame, &RelayedRequest::new("7", "tasks/result"));
    assert_eq!(message["error"]["data"]["reason"], "not_an_answer", "{message:#}");
}
