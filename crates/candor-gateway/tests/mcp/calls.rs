//! Calls of tools: what the server gets, and what the client.

use crate::client::Client;
use crate::server::{ECHOED, Server};
use candor::{Code, Origin};
use candor_gateway::{CallObserver, CallOutcome, CallRecord, Inbound, Listen};
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};
use std::time::Duration;

#[tokio::test]
async fn a_result_reaches_the_client_as_the_server_wrote_it() {
    let server = Server::modern().await;
    let client = Client::before(&[("one", &server)]).await;
    let answered = client.call("one_echo", json!({"text": "hi"})).await;
    assert_eq!(answered.text, format!(r#"{{"jsonrpc":"2.0","id":"seven","result":{ECHOED}}}"#));
}

#[tokio::test]
async fn a_call_reaches_the_server_under_its_own_name_and_otherwise_as_the_client_wrote_it() {
    for server in [Server::legacy().await, Server::modern().await] {
        let client = Client::before(&[("one", &server)]).await;
        let params = r#"{"x-more":[1.50, -0.0],"name":"one_echo", "arguments":{"z":1180591620717411303424,"text":"\u00e9","a":1}}"#;
        assert_eq!(client.send("tools/call", None, params).await.status, 200);
        let arrived = &server.arrived("tools/call")[0];
        let expected =
            r#""x-more":[1.50, -0.0],"name":"echo", "arguments":{"z":1180591620717411303424,"text":"\u00e9","a":1}"#;
        assert!(arrived.body.contains(expected), "{}", arrived.body);
    }
}

#[tokio::test]
async fn a_failure_of_a_server_is_completed_and_scrubbed_and_is_the_servers() {
    let server = Server::modern().await;
    let client = Client::before(&[("one", &server)]).await;
    let failed = client.call("one_fail", json!({})).await;
    let failure = failed.result()["_meta"]["dev.candor/failure"].take();
    assert_eq!((&failure["code"], &failure["origin"]), (&json!("unavailable"), &json!("upstream")), "{failure}");
    assert!(!failed.text.contains("10.0.0.7") && failure["details"].get("server").is_none(), "{}", failed.text);
    // It is disclosed once: the operator finds it under the reference that the client has.
    assert!(!failed.text.contains("upstream_reference"), "{}", failed.text);
}

#[tokio::test]
async fn arguments_that_do_not_fit_and_unknown_tools_never_reach_a_server() {
    let server = Server::modern().await;
    let client = Client::before(&[("one", &server)]).await;
    let wrong = client.call("one_write", json!({"region": 5})).await;
    let failure = wrong.result()["_meta"]["dev.candor/failure"].take();
    assert_eq!(failure["origin"], "caller", "{failure}");
    let unknown = client.call("one_ehco", json!({})).await.json();
    assert_eq!(unknown["error"]["code"], -32602);
    assert!(unknown["error"]["message"].as_str().unwrap().contains("did you mean one_echo?"), "{unknown}");
    let doubled = client.send("tools/call", None, r#"{"name":"one_echo","name":"one_fail","arguments":{}}"#).await;
    assert_eq!(doubled.json()["error"]["code"], -32602);
    assert!(server.arrived("tools/call").is_empty());
}

#[tokio::test]
async fn progress_comes_before_the_answer_under_the_token_of_the_client() {
    for (server, revision) in [(Server::legacy().await, "2025-11-25"), (Server::modern().await, "2026-07-28")] {
        let client = Client::before(&[("one", &server)]).await.speaking(revision);
        let params = json!({"name": "one_work", "arguments": {}, "_meta": {"progressToken": "mine"}});
        let answered = client.ask("tools/call", params).await;
        assert_eq!(answered.media_type, "text/event-stream", "{}", answered.text);
        let events = answered.text.lines().filter_map(|line| line.strip_prefix("data: "));
        let messages: Vec<Value> = events.map(|event| serde_json::from_str(event).unwrap()).collect();
        assert_eq!(messages.len(), 3, "{messages:#?}");
        for (place, message) in messages.iter().take(2).enumerate() {
            assert_eq!(message["method"], "notifications/progress");
            assert_eq!(message["params"], json!({"progressToken": "mine", "progress": place + 1, "message": "at it"}));
        }
        assert_eq!((&messages[2]["id"], &messages[2]["result"]["done"]), (&json!("seven"), &json!(true)));
        let sent = server.arrived("tools/call")[0].params();
        assert_ne!(sent["_meta"]["progressToken"], "mine", "a token of one client could be that of another");
    }
}

#[tokio::test]
async fn without_a_token_for_progress_the_answer_is_one_body() {
    let server = Server::modern().await;
    let client = Client::before(&[("one", &server)]).await;
    let answered = client.call("one_work", json!({})).await;
    assert_eq!((answered.media_type.as_str(), &answered.result()["done"]), ("application/json", &json!(true)));
}

#[tokio::test]
async fn a_client_that_closes_its_request_ends_it_at_the_server() {
    let server = Server::legacy().await;
    let client = Client::before(&[("one", &server)]).await;
    let asking = tokio::spawn(async move { client.call("one_hang", json!({})).await });
    server.has_got("tools/call").await;
    asking.abort();
    let told = server.has_got("notifications/cancelled").await.params();
    assert_eq!(told["requestId"], server.arrived("tools/call")[0].id(), "{told}");
}

#[derive(Default)]
struct Kept(Mutex<Vec<CallRecord>>);

impl CallObserver for Kept {
    fn sealed(&self, record: &CallRecord) {
        self.0.lock().unwrap().push(record.clone());
    }
}

#[tokio::test]
async fn every_call_is_recorded_once_with_its_server_and_what_became_of_it() {
    let server = Server::modern().await;
    let mut settings = server.settings("one");
    settings.timeout = Duration::from_millis(300);
    let kept = Arc::new(Kept::default());
    let observer = kept.clone();
    let client = Client::of(Listen::default(), &Inbound::default(), |it| it.mcp(settings).observer(observer)).await;
    client.call("echo", json!({})).await;
    let failed = client.call("fail", json!({})).await;
    client.call("write", json!({"region": 5})).await;
    client.call("nothing", json!({})).await;
    let slow = client.call("hang", json!({})).await;
    let records = kept.0.lock().unwrap();
    let upstreams: Vec<_> = records.iter().map(|record| record.upstream.as_deref()).collect();
    assert_eq!(upstreams, [Some("one"), Some("one"), Some("one"), None, Some("one")]);
    assert_eq!(records[0].outcome, CallOutcome::Succeeded);
    let facts = |place: usize| match &records[place].outcome {
        CallOutcome::Failed(facts) => facts.clone(),
        other @ (CallOutcome::Succeeded | CallOutcome::Cancelled) => panic!("{other:?}"),
    };
    assert_eq!((facts(1).code, facts(1).origin), (Code::Unavailable, Origin::Upstream));
    assert!(failed.text.contains(&facts(1).reference), "{}", failed.text);
    assert_eq!((facts(2).origin, facts(3).origin), (Origin::Caller, Origin::Caller));
    // The gateway's own failure names the server, and is not the server's.
    assert_eq!((facts(4).code, facts(4).origin), (Code::Timeout, Origin::Transport), "{}", slow.text);
    assert_eq!(slow.result()["_meta"]["dev.candor/failure"]["details"]["server"], "one", "{}", slow.text);
}
