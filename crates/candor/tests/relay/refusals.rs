//! What the relay answers in the server's place.

use super::frames::{call, call_of, failure_in, first_text, message_of, relay, relay_in};
use candor::failure::{Retry, Safety};
use candor::rmcp::relay::{Change, Relay, RelayedRequest, RelayedTool};
use candor::{Code, Dialect, Failure, Origin};
use serde_json::{Value, json};

fn parsed(frame: &[u8]) -> Value {
    assert!(!frame.contains(&b'\n'));
    serde_json::from_slice(frame).unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(frame)))
}

fn dead() -> Failure {
    Failure::new(Code::Unavailable, "The server exited before it answered").with_origin(Origin::Transport)
}

#[test]
fn a_failure_on_the_way_answers_the_request() {
    for &dialect in Dialect::ALL {
        let request = RelayedRequest::new("\"a\\u0041\"", "tools/call").for_tool("get_order", None);
        let relayed = relay_in(dialect).failure(dead(), &request);
        assert_eq!(relayed.change(), Some(Change::Failure));
        let frame = String::from_utf8(relayed.frame().unwrap().to_vec()).unwrap();
        assert!(frame.starts_with(r#"{"jsonrpc":"2.0","id":"a\u0041","#), "{frame}");
        let message = message_of(&relayed);
        assert_eq!(failure_in(&message)["code"], "unavailable", "{message:#}");
        assert!(first_text(&message).contains("exited before it answered"), "{message:#}");
        assert_eq!(relayed.incident().unwrap().occurrence().instance(), failure_in(&message)["instance"]);
    }
    let listing = RelayedRequest::new("7", "tools/list");
    let message = message_of(&relay().failure(dead(), &listing));
    assert_eq!(
        (&message["error"]["code"], &message["error"]["data"]["origin"]),
        (&json!(-32603), &json!("transport")),
        "{message:#}"
    );
}

#[test]
fn a_call_that_was_not_answered_may_have_taken_effect_unless_its_tool_says_that_it_does_no_harm() {
    let answered = |request: &RelayedRequest| {
        let message = message_of(&relay().failure(request.unanswered(dead()), request));
        (failure_in(&message).clone(), first_text(&message).to_owned())
    };
    for request in [call(), call_of(json!({})), call_of(json!({"annotations": {"destructiveHint": false}}))] {
        assert!(!request.is_repeatable());
        let (failure, text) = answered(&request);
        assert_eq!(failure["retry"], json!({"retryable": true, "safe": "if_idempotent"}));
        assert_eq!(failure["details"]["may_have_taken_effect"], true, "{failure:#}");
        assert!(text.contains("may have taken effect"), "{text}");
    }
    for hint in ["readOnlyHint", "idempotentHint"] {
        let request = call_of(json!({"annotations": {hint: true}}));
        assert!(request.is_repeatable());
        let (failure, text) = answered(&request);
        assert_eq!(failure["retry"], json!({"retryable": true, "safe": "always"}));
        assert!(!text.contains("may have taken effect"), "{text}");
    }
    let listing = RelayedRequest::new("7", "tools/list");
    assert_eq!(listing.unanswered(dead()).retry(), Retry::Backoff(Safety::Always), "it only reads");
}

#[test]
fn a_call_that_was_never_sent_is_safe_to_repeat() {
    let failure = dead().with_retry(Retry::Backoff(Safety::Always));
    let message = message_of(&relay().failure(failure, &call()));
    assert_eq!(failure_in(&message)["retry"]["safe"], "always", "{message:#}");
}

#[test]
fn arguments_that_do_not_fit_are_answered_with_what_to_correct() {
    let schema = json!({"type": "object", "properties": {"id": {"type": "integer"}}, "required": ["id"]});
    let listed = json!({"name": "get_order", "inputSchema": schema});
    let tool = RelayedTool::listed(listed.clone()).unwrap();
    assert_eq!((tool.name(), tool.has_output_schema(), tool.is_repeatable()), ("get_order", false, false));
    assert!(tool.check_arguments(&json!({"id": 1})).is_ok());
    let failure = tool.check_arguments(&json!({"id": "one"})).unwrap_err();
    let message = message_of(&relay().failure(failure, &call_of(listed)));
    assert_eq!(failure_in(&message)["code"], "invalid_params", "{message:#}");
    assert!(first_text(&message).contains("/id must be an integer"), "{message:#}");
    let broken =
        RelayedTool::listed(json!({"name": "a", "inputSchema": {"type": "object", "properties": {"a": {"type": 7}}}}));
    assert!(
        broken.unwrap().check_arguments(&json!({"a": 1})).is_ok(),
        "with a schema that cannot be used, anything fits"
    );
    for item in [json!({}), json!(7), json!({"name": 7, "inputSchema": {}}), json!(null)] {
        assert!(RelayedTool::listed(item.clone()).is_none(), "{item}");
    }
}

#[test]
fn an_unknown_tool_is_an_error_with_the_nearest_names() {
    for &dialect in Dialect::ALL {
        let request = RelayedRequest::new("7", "tools/call").for_tool("get_ordr", None);
        let failure = Failure::unknown_tool("get_ordr", ["get_order", "list"]);
        let message = message_of(&relay_in(dialect).failure(failure, &request));
        assert_eq!(message["error"]["code"], -32602, "{dialect}: {message:#}");
        assert!(message["error"].to_string().contains("get_order"), "{dialect}: {message:#}");
    }
}

#[test]
fn a_line_of_the_client_that_is_no_message_is_answered_once_or_not_at_all() {
    for (line, code, id) in [
        ("{", -32700, None),
        ("[1", -32700, None),
        ("7", -32600, None),
        (r#"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#, -32600, Some("1.5")),
        (r#"{"jsonrpc":"1.0","id":4,"method":"ping"}"#, -32600, Some("4")),
        (r#"{"jsonrpc":"2.0","id":4,"method":"tools/call","params":[]}"#, -32602, Some("4")),
        (r#"{"jsonrpc":"2.0","id":4,"method":"ping""#, -32700, Some("4")),
    ] {
        let [frame] = relay().refusals(line.as_bytes()).try_into().unwrap_or_else(|_| panic!("{line}"));
        let message = String::from_utf8(frame).unwrap();
        assert_eq!(parsed(message.as_bytes())["error"]["code"], code, "{line}: {message}");
        assert_eq!(message.contains(r#""id":"#), id.is_some(), "{line}: {message}");
        assert!(id.is_none_or(|id| message.contains(&format!(r#""id":{id},"#))), "{line}: {message}");
    }
    for line in [
        "",
        " \r",
        r#"{"jsonrpc":"2.0","id":7,"method":"ping"}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/progress","params":7}"#,
        r#"{"jsonrpc":"2.0","id":7,"result":{}}"#,
    ] {
        assert_eq!(relay().refusals(line.as_bytes()), Vec::<Vec<u8>>::new(), "{line}");
    }
}

#[test]
fn each_request_of_a_batch_is_refused() {
    let batch = r#"[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","id":"b","method":"ping"},{"jsonrpc":"2.0","method":"x"}]"#;
    let ids: Vec<_> = relay().refusals(batch.as_bytes()).iter().map(|frame| parsed(frame)["id"].clone()).collect();
    assert_eq!(ids, [json!(1), json!("b")]);
}

#[test]
fn what_cannot_be_taken_is_answered_with_its_id() {
    for id in ["1.0", "\"a\\u0041\"", "9223372036854775807", "\"\""] {
        let frame = String::from_utf8(relay().too_long(id, 4_096).unwrap()).unwrap();
        assert!(frame.starts_with(&format!(r#"{{"jsonrpc":"2.0","id":{id},"error":{{"code":-32600,"#)), "{frame}");
        assert!(frame.contains("4096"), "{frame}");
        let frame = String::from_utf8(relay().no_room(id).unwrap()).unwrap();
        assert!(frame.starts_with(&format!(r#"{{"jsonrpc":"2.0","id":{id},"error":{{"code":-32603,"#)), "{frame}");
        assert_eq!(parsed(frame.as_bytes())["error"]["data"]["retry"]["retryable"], true, "{frame}");
    }
    for no_id in ["null", "{}", "[1]", "", "tea"] {
        assert!(relay().too_long(no_id, 4_096).is_none() && relay().no_room(no_id).is_none(), "{no_id}");
    }
}

#[test]
fn an_id_that_is_in_use_is_refused() {
    let message = message_of(&relay().used_id(&call()));
    assert_eq!((&message["id"], &message["error"]["code"]), (&json!(7), &json!(-32600)), "{message:#}");
    assert_eq!(message["error"]["data"]["reason"], "duplicate_id", "{message:#}");
}

#[test]
fn the_id_of_a_message_is_found_as_it_is_written() {
    for (message, id) in [
        (r#"{"jsonrpc":"2.0","id":1.0,"result":{"id":2}}"#, Some("1.0")),
        (r#"{"result":{"id":2},"id" : "a\u0041" }"#, Some(r#""a\u0041""#)),
        (r#"{"id":9223372036854775807}"#, Some("9223372036854775807")),
        (r#"{"id":null}"#, None),
        (r#"{"a":{"id":7}}"#, None),
        ("tea", None),
        ("", None),
    ] {
        assert_eq!(Relay::id_in(message.as_bytes()).as_deref(), id, "{message}");
    }
}
