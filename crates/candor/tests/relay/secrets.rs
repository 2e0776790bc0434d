//! Configured secrets leave in no message; the other rules are for failures and notifications.

use super::frames::{call, failure_in, message_of, result_frame};
use candor::FailurePolicy;
use candor::rmcp::relay::{Change, Relay, RelayedRequest};
use serde_json::{Value, json};

const SECRET: &str = "Sw0rdfish-77-production";
/// What the scrubber removes from failures.
const TELLING: &str = "/home/jane/.ssh/id_rsa of ann@mail.shop";

fn relay() -> Relay {
    Relay::new(FailurePolicy::new().with_secrets([SECRET, "4711815"]))
}

#[test]
fn a_success_loses_its_secrets_and_nothing_else() {
    let result = json!({"content": [{"type": "text", "text": format!("{SECRET} in {TELLING}")}],
        "structuredContent": {"a": 1.0, "key": [SECRET], "pin": 4711815}, "x": {"y": SECRET}});
    for request in [call(), RelayedRequest::new("7", "resources/read")] {
        let frame = result_frame(&result);
        let relayed = relay().answer(frame.as_bytes(), &request);
        assert_eq!(relayed.change(), Some(Change::Scrubbed));
        assert!(relayed.incident().is_none());
        let expected = frame.replace(SECRET, "[redacted]").replace("4711815", "\"[redacted]\"");
        assert_eq!(String::from_utf8(relayed.into_frame().unwrap()).unwrap(), expected);
    }
}

#[test]
fn the_id_stays_whatever_it_is() {
    for id in ["4711815", "\"a-4711815\""] {
        let request = RelayedRequest::new(id, "tools/call").for_tool("get_order", None);
        for result in [
            json!({"content": [{"type": "text", "text": SECRET}]}),
            json!({"content": [{"type": "text", "text": SECRET}], "isError": true}),
        ] {
            let frame = format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{result}}}"#);
            let message = message_of(&relay().answer(frame.as_bytes(), &request));
            assert_eq!(message["id"].to_string(), id, "{message:#}");
            assert!(!message["result"].to_string().contains(SECRET), "{message:#}");
        }
    }
}

#[test]
fn a_failure_loses_them_in_every_form() {
    for form in [
        SECRET.to_owned(),
        SECRET.to_lowercase(),
        SECRET.replace('-', "%2D"),
        "U3cwcmRmaXNoLTc3LXByb2R1Y3Rpb24=".into(),
    ] {
        let result = json!({"isError": true, "content": [{"type": "text", "text": format!("no entry with {form}")},
            {"type": "resource_link", "uri": format!("note://{form}"), "name": form}], "_meta": {"a/b": form}});
        let message = message_of(&relay().answer(result_frame(&result).as_bytes(), &call()));
        assert!(failure_in(&message)["message"].as_str().unwrap().contains("no entry with"), "{message:#}");
        assert!(!message.to_string().contains(&form), "{message:#}");
    }
}

#[test]
fn a_mismatch_that_only_the_operator_is_told_of_loses_them_too() {
    let request = super::frames::call_of(json!({"outputSchema": {"type": "object", "required": ["order"]}}));
    let result = json!({"content": [{"type": "text", "text": SECRET}], "structuredContent": {}});
    let relayed = relay().answer(result_frame(&result).as_bytes(), &request);
    assert!(!message_of(&relayed).to_string().contains(SECRET), "{relayed:?}");
    assert!(relayed.incident().is_some());
}

/// What becomes of a message that answers nothing.
fn passed_on(message: &Value) -> Option<Value> {
    let relayed = relay().message(message.to_string().as_bytes());
    assert_eq!(relayed.change(), relayed.frame().map(|_| Change::Scrubbed));
    relayed.frame().map(|frame| serde_json::from_slice(frame).unwrap())
}

#[test]
fn a_notification_passes_all_rules() {
    let progress = json!({"progressToken": "p-1", "progress": 1, "total": 2, "message": format!("reading {TELLING} with {SECRET}")});
    let sent = passed_on(&json!({"jsonrpc": "2.0", "method": "notifications/progress", "params": progress})).unwrap();
    assert_eq!((&sent["params"]["progressToken"], &sent["params"]["progress"]), (&json!("p-1"), &json!(1)));
    let text = sent.to_string();
    assert!(
        text.contains("reading") && !text.contains("jane") && !text.contains("ann@") && !text.contains(SECRET),
        "{text}"
    );
    let params = json!({"level": "error", "data": {"note": TELLING, "stack": "at get (/srv/a.js:3:9)"}});
    let sent =
        passed_on(&json!({"jsonrpc": "2.0", "method": "notifications/message", "params": params})).unwrap().to_string();
    assert!(!sent.contains("jane") && !sent.contains("/srv/a.js"), "{sent}");
}

#[test]
fn a_notification_with_nothing_to_hide_passes_byte_for_byte() {
    for message in [
        r#"{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}"#,
        r#"{ "method":"notifications/progress","params":{"progress":1.0,"progressToken":1e2,"message":"half \u0041"},"jsonrpc":"2.0"}"#,
    ] {
        assert!(relay().message(message.as_bytes()).frame().is_none(), "{message}");
    }
}

#[test]
fn a_request_of_the_server_loses_its_secrets_only() {
    let asked = |text: &str| {
        let params = json!({"message": text, "requestedSchema": {"type": "object", "properties": {}}});
        json!({"jsonrpc": "2.0", "id": 3, "method": "elicitation/create", "params": params})
    };
    assert_eq!(passed_on(&asked(TELLING)), None);
    assert_eq!(passed_on(&asked(&format!("{SECRET} of {TELLING}"))), Some(asked(&format!("[redacted] of {TELLING}"))));
}
