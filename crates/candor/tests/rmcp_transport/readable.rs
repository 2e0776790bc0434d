//! Frames of which some can be read: the answer has the id as it was sent, and names the member at fault.

use super::client::{Client, call, error_of, with_metadata};
use candor::FailurePolicy;
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// A call of a tool, as text, with this id and this text in place of its argument.
fn frame(id: &str, argument: &str) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","params":{{"name":"echo","arguments":{{"text":{argument}}}}},"method":"tools/call","id":{id}}}"#
    )
}

/// Sends one line. The id of its answer as it is written, and the answer.
async fn answer(client: &mut Client, line: impl AsRef<[u8]>) -> (Option<String>, Value) {
    client.write([line.as_ref(), b"\n"].concat()).await;
    let answer = client.next_line().await;
    // These two cannot be read here either.
    let readable = serde_json::from_str(&answer.replace("\\ud83d", "?").replace(":1e400,", ":0,")).unwrap();
    let id = answer.strip_prefix(r#"{"jsonrpc":"2.0","id":"#).and_then(|rest| rest.split_once(r#","error":"#));
    client.expect_silence().await;
    (id.map(|(id, _)| id.to_owned()), readable)
}

const NOT_TEXT: &str = "has half of a surrogate pair, which is not text.";

#[tokio::test]
async fn a_value_that_cannot_be_read_is_named_and_the_request_answered_by_its_id() {
    let mut client = Client::opened().await;
    let rows = [
        (r#""\ud83d""#, -32602, "unreadable_value", "/params/arguments/text"),
        (r#""cut \uD83D\n""#, -32602, "unreadable_value", "/params/arguments/text"),
        (r#""\udc00\ud800""#, -32602, "unreadable_value", "/params/arguments/text"),
        ("1e400", -32602, "unreadable_value", "/params/arguments/text"),
        (r#"[0,{"a/b":-1E+999}]"#, -32602, "unreadable_value", "/params/arguments/text/1/a~1b"),
        (r#"{"\ud83d":1}"#, -32602, "unreadable_value", "/params/arguments/text"),
        ("NaN", -32700, "unparsable_message", "/params/arguments/text"),
        ("[1,-Infinity]", -32700, "unparsable_message", "/params/arguments/text/1"),
        ("True", -32700, "unparsable_message", "/params/arguments/text"),
        ("01", -32700, "unparsable_message", "/params/arguments/text"),
        (r#""\x41""#, -32700, "unparsable_message", "/params/arguments/text"),
        ("\"a\u{0}b\"", -32700, "unparsable_message", "/params/arguments/text"),
        ("\"tab\there\"", -32700, "unparsable_message", "/params/arguments/text"),
    ];
    for (argument, number, reason, field) in rows {
        for id in ["7", "-7", r#""a b""#, r#""\u0061""#, r#""é""#, "9007199254740993"] {
            let line = frame(id, argument);
            let (answered, error) = answer(&mut client, &line).await;
            assert_eq!(answered.as_deref(), Some(id), "{line}");
            assert_eq!(error_of(&error), (number, reason), "{line}");
            assert_eq!(error["error"]["data"]["field"], field, "{line}");
        }
    }
    let (id, error) = answer(&mut client, frame("7", r#""\ud83d""#)).await;
    assert_eq!(id.as_deref(), Some("7"));
    assert_eq!(error["error"]["message"], format!("params.arguments.text {NOT_TEXT}"));
    let hint = error["error"]["data"]["recovery"]["hint"].as_str().unwrap();
    assert!(hint.contains("surrogate pair"), "{hint}");
}

#[tokio::test]
async fn bytes_that_are_not_utf_8_are_named_too() {
    let mut client = Client::opened().await;
    let line = [br#"{"jsonrpc":"2.0","id":7,"method":"ping","params":{"a":""#.as_slice(), b"\xe9\"}}"].concat();
    let (id, error) = answer(&mut client, line).await;
    assert_eq!((id.as_deref(), error_of(&error)), (Some("7"), (-32700, "unparsable_message")));
    assert_eq!(error["error"]["data"]["field"], "/params/a");
}

#[tokio::test]
async fn an_id_that_is_not_supported_is_given_back_as_it_was_sent() {
    let mut client = Client::opened().await;
    for id in [
        "9223372036854775808",
        "-9223372036854775809",
        "18446744073709551616",
        "123456789012345678901234567890",
        "1.5",
        "-0.25e1",
        "1e400",
        "9007199254740993.0",
        r#""\ud83d""#,
        r#""a\ud83d-1""#,
    ] {
        for argument in [r#""hi""#, "1e400", r#""\ud83d""#] {
            let (answered, error) = answer(&mut client, frame(id, argument)).await;
            assert_eq!((answered.as_deref(), error_of(&error)), (Some(id), (-32600, "invalid_member")));
            assert_eq!(error["error"]["data"]["field"], "id", "{id}");
        }
    }
}

#[tokio::test]
async fn an_integer_in_another_form_is_the_id_that_it_means() {
    let mut client = Client::opened().await;
    for (id, meant) in [("2.0", 2), ("1e2", 100), ("-0", 0), ("9223372036854775807", i64::MAX)] {
        let answer = client.ask_bytes(format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"method\":\"ping\"}}\n")).await;
        assert_eq!(answer, json!({"jsonrpc": "2.0", "id": meant, "result": {}}));
    }
}

#[tokio::test]
async fn an_id_that_no_answer_can_carry_is_named_and_left_out() {
    let mut client = Client::opened().await;
    for id in ["null", "true", "[1]", "{}", "NaN", "01", r#""\x41""#, "\"\u{1}\""] {
        let (answered, error) = answer(&mut client, frame(id, r#""hi""#)).await;
        assert_eq!((answered, error.get("id")), (None, None), "{id}");
        assert_eq!(error["error"]["data"]["field"], "id", "{id}");
    }
}

#[tokio::test]
async fn metadata_that_is_not_an_object_is_named() {
    let mut client = Client::opened().await;
    for meta in ["5", "[]", r#""a""#, "true"] {
        for method in ["tools/call", "tools/list", "ping", "no/such"] {
            let line = format!(
                r#"{{"jsonrpc":"2.0","id":7,"method":"{method}","params":{{"name":"echo","arguments":{{"text":"a"}},"_meta":{meta}}}}}"#
            );
            let (id, error) = answer(&mut client, &line).await;
            assert_eq!((id.as_deref(), error_of(&error)), (Some("7"), (-32602, "invalid_member")), "{line}");
            assert_eq!(error["error"]["data"]["field"], "/params/_meta");
        }
    }
}

#[tokio::test]
async fn a_member_that_is_there_twice_is_named_and_the_last_id_counts() {
    let mut client = Client::opened().await;
    for (line, id, field) in [
        (r#"{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}"#, "2", "id"),
        (r#"{"jsonrpc":"2.0","id":2,"method":"ping","method":"ping"}"#, "2", "method"),
        (r#"{"jsonrpc":"2.0","id":2,"method":"ping","params":{},"par\u0061ms":{}}"#, "2", "params"),
        (r#"{"jsonrpc":"2.0","jsonrpc":"2.0","id":"b","method":"ping"}"#, r#""b""#, "jsonrpc"),
        (r#"{"jsonrpc":"2.0","id":2,"method":"ping","params":{"_meta":{},"_meta":{}}}"#, "2", "/params/_meta"),
    ] {
        let (answered, error) = answer(&mut client, line).await;
        assert_eq!((answered.as_deref(), error_of(&error)), (Some(id), (-32600, "repeated_member")), "{line}");
        assert_eq!(error["error"]["data"]["field"], field, "{line}");
    }
}

#[tokio::test]
async fn where_a_frame_breaks_off_the_request_before_that_place_is_answered() {
    let mut client = Client::opened().await;
    for line in [
        r#"{"jsonrpc":"2.0","id":"a","method":"ping","params":{"#,
        r#"{"jsonrpc":"2.0","id":"a","method":"ping","params":{"a":1,}}"#,
        r#"{"jsonrpc":"2.0","id":"a","method":"ping"}]"#,
        r#"{"jsonrpc":"2.0","id":"a","method":"ping"} and more"#,
        "{\"jsonrpc\":\"2.0\",\"id\":\"a\",\"method\":\"ping\"}\u{0}",
        r#"{"jsonrpc":"2.0","id":"a","method":"ping","params":{"say":"he said "hi","id":9}}"#,
    ] {
        let (id, error) = answer(&mut client, line).await;
        assert_eq!((id.as_deref(), error_of(&error)), (Some("\"a\""), (-32700, "unparsable_message")), "{line}");
    }
    for unknown in [
        r#"{"jsonrpc":"2.0","id":1"#,
        r#"{"jsonrpc":"2.0","method":"ping","id":12"#,
        r#"{"jsonrpc":"2.0","id":1,"params":{]},"method":"ping"}"#,
        r#"{"jsonrpc":"2.0","id":1,"result":{"a":"#,
        r#"{"method":"ping","params":{"say":"he said "hi","id":9},"id":1}"#,
    ] {
        let (id, error) = answer(&mut client, unknown).await;
        assert_eq!((id, error_of(&error)), (None, (-32700, "unparsable_message")), "{unknown}");
    }
}

#[tokio::test]
async fn messages_without_a_line_break_between_them_are_each_answered() {
    let mut client = Client::opened().await;
    client.write(format!("{}{}\n", frame("1", "\"a\""), frame("\"b\"", "\"a\""))).await;
    for id in [json!(1), json!("b")] {
        let answer = client.next().await;
        assert_eq!((&answer["id"], error_of(&answer)), (&id, (-32700, "unparsable_message")));
    }
    client.expect_silence().await;
}

#[tokio::test]
async fn every_request_of_a_batch_is_answered_whatever_is_in_it() {
    let mut client = Client::opened().await;
    client.write(format!("[{},{},5]\n", frame("1", "1e400"), frame("2.5", r#""\ud83d""#))).await;
    for id in [json!(1), json!(2.5)] {
        let answer = client.next().await;
        assert_eq!((&answer["id"], error_of(&answer)), (&id, (-32600, "batch_not_supported")));
    }
    client.expect_silence().await;
}

#[tokio::test]
async fn notifications_and_responses_stay_unanswered_whatever_is_in_them() {
    let mut client = Client::opened().await;
    for line in [
        r#"{"jsonrpc":"2.0","method":"notifications/progress","params":{"a":"\ud83d"}}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/progress","params":{"a":1e400}}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/progress","params":{"a":NaN}}"#,
        r#"{"jsonrpc":"2.0","id":1,"result":{"a":"\ud83d"}}"#,
        r#"{"jsonrpc":"2.0","id":1,"error":{"code":1e400}}"#,
        r#"[{"jsonrpc":"2.0","id":1,"result":{"a":"\ud83d"}}]"#,
    ] {
        client.write(format!("{line}\n")).await;
        client.expect_silence().await;
    }
}

#[tokio::test]
async fn more_of_them_than_the_limit_of_answers_without_an_id_are_all_answered() {
    let mut client = Client::opened().await;
    for id in 0..100 {
        let answer = client.ask_bytes(format!("{}\n", frame(&id.to_string(), r#""\ud83d""#))).await;
        assert_eq!(answer["id"], id);
    }
}

#[tokio::test]
async fn an_id_after_a_megabyte_of_params_or_of_a_kilobyte_itself_is_found() {
    let mut client = Client::opened().await;
    let long_id = format!("\"{}\"", "i".repeat(5_000));
    for (id, argument) in [
        ("7", format!("\"{}\\ud83d\"", "x".repeat(1_000_000))),
        (long_id.as_str(), r#""\ud83d""#.to_owned()),
        (long_id.as_str(), format!("{}{}", "[".repeat(300), "]".repeat(300))),
        ("1.5", format!("\"{}\"", "x".repeat(5_000_000))),
    ] {
        let (answered, _) = answer(&mut client, frame(id, &argument)).await;
        assert_eq!(answered.as_deref(), Some(id));
    }
}

#[tokio::test]
async fn the_names_in_a_pointer_are_bounded_and_scrubbed() {
    let mut client = Client::guarded(FailurePolicy::new().with_secret("Tr0ub4dor-3"));
    client.open().await;
    let (_, error) = answer(&mut client, frame("7", r#"{"Tr0ub4dor-3":1e400}"#)).await;
    assert!(!error.to_string().contains("Tr0ub4dor"), "{error}");
    let (_, error) = answer(&mut client, frame("7", &format!(r#"{{"{}":1e400}}"#, "n".repeat(100_000)))).await;
    let field = error["error"]["data"]["field"].as_str().unwrap();
    assert_eq!(field.chars().count(), "/params/arguments/text/".len() + 80, "{field}");
}

#[tokio::test]
async fn requests_of_every_revision_are_answered_so() {
    for version in ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"] {
        let mut client = Client::new();
        if version == "2026-07-28" {
            client.send(&with_metadata(call("first", "echo"), version)).await;
            assert_eq!(client.next().await["id"], "first");
        } else {
            client.open_as(version).await;
        }
        let line = with_metadata(call(7, "echo"), version).to_string().replace("\"hi\"", r#""\ud83d""#);
        let answer = client.ask_bytes(format!("{line}\n")).await;
        assert_eq!((&answer["id"], error_of(&answer)), (&json!(7), (-32602, "unreadable_value")), "{version}");
    }
}

#[tokio::test]
async fn one_byte_order_mark_is_ignored() {
    let mut client = Client::opened().await;
    for mark in ["\u{feff}", " \u{feff} "] {
        let line = format!("{mark}{{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}}\n");
        assert_eq!(client.ask_bytes(line).await, json!({"jsonrpc": "2.0", "id": 1, "result": {}}));
    }
}

#[tokio::test]
async fn a_response_or_a_notification_that_cannot_be_read_is_an_incident_and_gets_no_answer() {
    let reasons = Arc::new(Mutex::new(Vec::new()));
    let told = reasons.clone();
    let policy = FailurePolicy::new()
        .on_incident(move |incident| told.lock().unwrap().push(incident.failure().reason().to_string()));
    let mut client = Client::guarded(policy.clone());
    client.open().await;
    for line in [
        r#"{"jsonrpc":"2.0","id":1,"result":{"roots":[{"uri":"\ud83d"}]}}"#,
        r#"{"jsonrpc":"2.0","id":1,"result":{"size":1e400}}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/progress","params":{"progress":1e400}}"#,
        r#"{"jsonrpc":"1.0","method":"notifications/progress"}"#,
        r#"[{"jsonrpc":"2.0","id":1,"result":{}}]"#,
    ] {
        client.write(format!("{line}\n").into_bytes()).await;
        client.expect_silence().await;
    }
    assert!(policy.flush(Duration::from_secs(10)));
    let unreadable = "unreadable_value";
    assert_eq!(*reasons.lock().unwrap(), [unreadable, unreadable, unreadable, "invalid_member", "batch_not_supported"]);
}

#[tokio::test]
async fn an_id_goes_back_however_long_it_is() {
    let mut client = Client::opened().await;
    let id = format!("\"{}\"", "x".repeat(100_000));
    let (answered, error) = answer(&mut client, frame(&id, "1e400")).await;
    assert_eq!(answered.as_deref(), Some(id.as_str()));
    assert!(error["error"].to_string().len() < 16_384, "it is there once");
}
