//! Calls of clients of the newest revision at servers with a handshake that ask before they answer.

use crate::client::Client;
use crate::scripted::{Came, Events, Scripted, Speaks, accepted, stream};
use candor_gateway::{Inbound, InboundToken, Listen, Secret, ToolAccess};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::sync::{Arc, Mutex};

const TOOLS: &str = r#"{"name":"t","inputSchema":{"type":"object"}}"#;
const DECLARED: &str = r#"{"elicitation":{}}"#;
const QUESTION: &str = r#""method":"elicitation/create","params":{ "message":"Who?","n":1180591620717411303424}"#;

/// A server that asks in the stream of each call, and answers it with what it is told.
async fn server() -> Scripted {
    let open: Arc<Mutex<HashMap<String, (Came, Events)>>> = Arc::default();
    Scripted::open(Speaks::Old, json!({"tools": {}}), TOOLS, move |came: Came| {
        let open = open.clone();
        async move {
            if came.method() == "tools/call" {
                let (response, events) = stream();
                let id = format!("q{}", came.message["id"]);
                events.send(&format!(r#"{{"jsonrpc":"2.0","id":"{id}",{QUESTION}}}"#)).await;
                open.lock().unwrap().insert(id, (came, events));
                return response;
            }
            let asked = came.message["id"].as_str().and_then(|id| open.lock().unwrap().remove(id));
            if let Some((call, events)) = asked {
                let told =
                    json!({"content": [], "told": came.message["result"], "refused": came.message["error"]["code"]});
                events.send(&call.answer(&told.to_string())).await;
            }
            accepted()
        }
    })
    .await
}

async fn before(server: &Scripted, listen: Listen, inbound: &Inbound) -> Client {
    let client = Client::of(listen, inbound, |builder| builder.mcp(server.settings("one"))).await;
    client.speaking("2026-07-28").declaring(DECLARED)
}

fn again(state: &Value) -> Value {
    json!({"name": "one_t", "arguments": {"a": 1}, "requestState": state, "inputResponses": {"q1": {"action": "accept"}}})
}

/// The state of a call that was asked something.
async fn asked(client: &Client) -> Value {
    let asked = client.call("one_t", json!({"a": 1})).await;
    let requests = format!(r#""resultType":"input_required","inputRequests":{{"q1":{{{QUESTION}}}}}"#);
    assert!(asked.text.contains(&requests), "{}", asked.text);
    let state = asked.result()["requestState"].take();
    assert!(state.is_string());
    state
}

#[tokio::test]
async fn a_question_of_an_older_server_becomes_a_result_that_asks_and_the_call_goes_on_with_its_answer() {
    let server = server().await;
    let client = before(&server, Listen::default(), &Inbound::default()).await;
    let state = asked(&client).await;
    let done = client.ask("tools/call", again(&state)).await.result();
    assert_eq!((&done["told"], &done["resultType"]), (&json!({"action": "accept"}), &json!("complete")));
    assert_eq!(server.came("tools/call").len(), 1, "it was held, and not sent twice");
    let call = &server.came("tools/call")[0];
    assert!(!call.text.contains("requestState") && !call.text.contains("inputResponses"), "{}", call.text);
    let twice = client.ask("tools/call", again(&state)).await.text;
    assert!(twice.contains("does not wait for its input any more"), "{twice}");
    let initialized = server.came("initialize");
    let announced: Vec<&Value> = initialized.iter().map(|came| &came.params()["capabilities"]).collect();
    assert_eq!(announced, [&json!({}), &json!({"sampling": {}, "elicitation": {}, "roots": {}})]);
}

#[tokio::test]
async fn a_client_that_sends_no_answer_is_asked_again() {
    let server = server().await;
    let client = before(&server, Listen::default(), &Inbound::default()).await;
    let state = asked(&client).await;
    let mut without = again(&state);
    without["inputResponses"] = json!({"other": 7});
    let asked = client.ask("tools/call", without).await.result();
    assert_eq!(
        (&asked["resultType"], asked["inputRequests"].as_object().unwrap().len()),
        (&json!("input_required"), 1)
    );
    assert_ne!(asked["requestState"], state);
    assert_eq!(
        client.ask("tools/call", again(&asked["requestState"])).await.result()["told"],
        json!({"action": "accept"})
    );
}

#[tokio::test]
async fn a_client_is_asked_only_for_what_it_declares() {
    let server = server().await;
    let client = before(&server, Listen::default(), &Inbound::default()).await;
    let others = client.declaring(r#"{"sampling":{}}"#).call("one_t", json!({"a": 1})).await.result();
    assert_eq!(others["refused"], -32601, "{others}");
    let nothing = client.declaring("{}").call("one_t", json!({"a": 1})).await.result();
    assert_eq!(nothing["refused"], -32601, "{nothing}");
}

#[tokio::test]
async fn nobody_else_goes_on_with_a_call_and_not_by_another_request() {
    let server = server().await;
    let token = |name: &str, secret: &str| {
        let secret = Secret::new(secret);
        InboundToken { name: name.to_owned(), secret, tools: ToolAccess::All, dialect: None }
    };
    let tokens = vec![token("a", "swordfish-71-swordfish"), token("b", "swordfish-72-swordfish")];
    let client = before(&server, Listen::default(), &Inbound { tokens, ..Inbound::default() }).await;
    let (a, b) = (client.with_token("swordfish-71-swordfish"), client.with_token("swordfish-72-swordfish"));
    let state = asked(&a).await;
    let mut other = again(&state);
    other["arguments"] = json!({"a": 2});
    let forged = again(&json!(format!("{}A", state.as_str().unwrap())));
    for (client, params) in
        [(&b, again(&state)), (&a, other), (&a, forged), (&a, again(&json!("AbC="))), (&a, again(&json!("")))]
    {
        let refused = client.ask("tools/call", params).await.text;
        assert!(refused.contains("is not one that this caller was given"), "{refused}");
    }
    assert_eq!(a.ask("tools/call", again(&state)).await.result()["told"], json!({"action": "accept"}));
}

#[tokio::test]
async fn a_call_that_is_held_at_another_gateway_is_unavailable_and_says_so() {
    let server = server().await;
    let listen = |node: &str| Listen {
        seal_keys: vec![Secret::new("a".repeat(32))],
        node: Some(node.to_owned()),
        ..Listen::default()
    };
    let here = before(&server, listen("here"), &Inbound::default()).await;
    let there = before(&server, listen("there"), &Inbound::default()).await;
    let state = asked(&here).await;
    let refused = there.ask("tools/call", again(&state)).await.text;
    assert!(refused.contains("waits for its input at the gateway here alone"), "{refused}");
    assert_eq!(here.ask("tools/call", again(&state)).await.result()["told"], json!({"action": "accept"}));
}

#[tokio::test]
async fn ten_thousand_calls_are_not_held() {
    let server = server().await;
    let client = before(&server, Listen::default(), &Inbound::default()).await;
    let mut refused = 0;
    for _ in 0..21 {
        let calls: Vec<_> = (0..50)
            .map(|_| {
                let client = client.clone();
                tokio::spawn(async move { client.call("one_t", json!({"a": 1})).await.text })
            })
            .collect();
        for call in calls {
            refused += usize::from(call.await.unwrap().contains("Too many calls wait"));
        }
    }
    assert_eq!(refused, 50, "1,000 are held");
    server.has_got("notifications/cancelled", 50).await;
}
