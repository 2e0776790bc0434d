//! What each caller sees and may call.

use crate::client::Client;
use candor::Dialect;
use candor_gateway::{Inbound, InboundToken, Listen, Secret, ToolAccess};
use serde_json::{Value, json};

fn inbound() -> Inbound {
    let token = |name: &str, secret: &str, tools, dialect| InboundToken {
        name: name.to_owned(),
        secret: Secret::new(secret),
        tools,
        dialect,
    };
    Inbound {
        tokens: vec![
            token("reader", "token-of-the-reader-1", ToolAccess::Only(["get_*".to_owned()].into()), None),
            token("writer", "token-of-the-writer-1", ToolAccess::All, Some(Dialect::Problem)),
        ],
        ..Inbound::default()
    }
}

#[tokio::test]
async fn a_caller_sees_and_calls_only_what_its_token_allows() {
    let client = Client::of_gateway_for(Listen::default(), &inbound(), |builder| builder).await;
    let reader = client.with_token("token-of-the-reader-1");
    let listed = reader.ask("tools/list", json!({})).await["result"]["tools"].take();
    let names: Vec<&str> = listed.as_array().unwrap().iter().map(|tool| tool["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["get_order", "get_report", "get_label"]);
    let hidden = reader.ask("tools/call", json!({"name": "place_order", "arguments": {"body": {"item": "x"}}})).await;
    let missing = reader.ask("tools/call", json!({"name": "place_ordr", "arguments": {}})).await;
    let facts = |answer: &Value| (answer["error"]["code"].clone(), answer["error"]["data"]["reason"].clone());
    assert_eq!(facts(&hidden), facts(&missing), "a tool that is not shown does not exist");
    assert!(!hidden.to_string().contains("cancel_order"));
    let order = reader.call("get_order", json!({"id": "17"})).await;
    assert_eq!(order["structuredContent"]["seen"], Value::Null, "the caller's token is not sent on");
}

#[tokio::test]
async fn a_caller_with_a_dialect_of_its_own_is_told_in_it() {
    let client = Client::of_gateway_for(Listen::default(), &inbound(), |builder| builder).await;
    let failed = client.with_token("token-of-the-writer-1").call("get_order", json!({"id": "999"})).await;
    assert!(failed["content"][0]["text"].as_str().unwrap().contains("\"status\":404"), "{failed}");
    let failed = client.with_token("token-of-the-reader-1").call("get_order", json!({"id": "999"})).await;
    assert!(failed["content"][0]["text"].as_str().unwrap().starts_with("Error: "), "{failed}");
}

#[tokio::test]
async fn the_cursor_of_a_caller_tells_nothing_of_tools_that_it_does_not_see() {
    let listen = Listen { page_size: 2, ..Listen::default() };
    let client = Client::of_gateway_for(listen, &inbound(), |builder| builder).await;
    let reader = client.with_token("token-of-the-reader-1");
    let names = |page: &Value| -> Vec<String> {
        let tools = page["result"]["tools"].as_array().unwrap();
        tools.iter().map(|tool| tool["name"].as_str().unwrap().to_owned()).collect()
    };
    let first = reader.ask("tools/list", json!({})).await;
    assert_eq!(
        (names(&first), &first["result"]["nextCursor"]),
        (vec!["get_order".into(), "get_report".into()], &json!("after:2"))
    );
    let last = reader.ask("tools/list", json!({"cursor": "after:2"})).await;
    assert_eq!((names(&last), last["result"].get("nextCursor")), (vec!["get_label".into()], None));
    for cursor in ["after:3", "after:-1", "after:", "place_order", "from:place_order"] {
        let refused = reader.ask("tools/list", json!({ "cursor": cursor })).await;
        assert_eq!(refused["error"]["code"], -32602, "{cursor}: {refused}");
    }
}
