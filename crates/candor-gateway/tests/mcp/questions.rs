//! What servers with a handshake ask of a client with a session over HTTP.

use crate::asking::AskingServer;
use crate::talker::{EVERYTHING, Node, Talker, failure, text};
use serde_json::{Value, json};
use std::time::Duration;

const SAMPLING: &str = "sampling/createMessage";

async fn before(server: &AskingServer) -> Node {
    Node::start(|builder| builder.mcp(server.settings("one"))).await
}

#[tokio::test]
async fn sampling_elicitation_and_roots_are_asked_on_the_stream_of_the_request_and_answered_as_they_are_written() {
    let server = AskingServer::start().await;
    let client = Talker::begin(&before(&server).await, EVERYTHING).await;
    let told = server.with("initialize").into_iter().find(|it| it.contains("sampling")).unwrap();
    assert!(told.contains(&format!(r#""capabilities":{EVERYTHING}"#)), "{told}");
    for method in [SAMPLING, "elicitation/create", "roots/list"] {
        let arguments = json!({"method": method, "params": {"z": [1], "a": "\u{e9}"}});
        let mut stream = client.calls("ask", arguments).await;
        let question = stream.next().await;
        assert_eq!((&question["method"], &question["params"]), (&json!(method), &json!({"z": [1], "a": "\u{e9}"})));
        assert_eq!(client.answers(&question, "result", r#"{ "z":1e400,"a":"\u00e9"}"#).await, 202);
        let answer = stream.next().await;
        assert!(text(&answer).contains(r#""result":{ "z":1e400,"a":"\u00e9"}"#), "{answer}");
        let mut refused = client.calls("ask", json!({"method": method})).await;
        let question = refused.next().await;
        assert_eq!(client.answers(&question, "error", r#"{"code":-1, "message":"no"}"#).await, 202);
        let answer = refused.next().await;
        assert!(text(&answer).contains(r#""error":{"code":-1, "message":"no"}"#), "{answer}");
    }
}

#[tokio::test]
async fn only_what_the_client_has_declared_is_asked() {
    let server = AskingServer::start().await;
    let client = Talker::begin(&before(&server).await, r#"{"roots":{}}"#).await;
    for method in [SAMPLING, "elicitation/create", "tasks/get"] {
        let answer = client.calls("ask", json!({"method": method})).await.next().await;
        assert!(text(&answer).contains("-32601"), "{answer}");
    }
}

#[tokio::test]
async fn what_is_asked_outside_of_requests_comes_on_the_stream_of_the_session() {
    let server = AskingServer::start().await;
    let client = Talker::begin(&before(&server).await, EVERYTHING).await;
    let mut stream = client.listen().await;
    client.calls("ask_later", json!({"method": "roots/list"})).await.next().await;
    let question = stream.next().await;
    assert_eq!(question["method"], "roots/list");
    assert_eq!(client.answers(&question, "result", r#"{"roots":[]}"#).await, 202);
    server.has_got(r#""result":{"roots":[]}"#).await;
    // One after the other: the stream that is opened last is the one that is read.
    let mut second = client.listen().await;
    assert_eq!(stream.next_text().await, None);
    client.calls("ask_later", json!({"method": "roots/list"})).await.next().await;
    assert_eq!(second.next().await["method"], "roots/list");
}

#[tokio::test]
async fn an_answer_that_nobody_waits_for_changes_nothing() {
    let server = AskingServer::start().await;
    let node = before(&server).await;
    let (one, two) = (Talker::begin(&node, EVERYTHING).await, Talker::begin(&node, EVERYTHING).await);
    let mut stream = one.calls("ask", json!({"method": "roots/list"})).await;
    let question = stream.next().await;
    // Of another session, of no question, twice.
    assert_eq!(two.answers(&question, "result", r#"{"of":"another"}"#).await, 202);
    assert_eq!(one.answers(&json!({"id": 7}), "result", "{}").await, 202);
    assert_eq!(one.answers(&question, "result", r#"{"of":"one"}"#).await, 202);
    assert_eq!(one.answers(&question, "result", r#"{"of":"twice"}"#).await, 202);
    let answer = stream.next().await;
    assert!(text(&answer).contains(r#"{"of":"one"}"#), "{answer}");
    assert!(server.with("another").is_empty() && server.with("twice").is_empty());
}

#[tokio::test]
async fn a_question_that_is_not_answered_has_a_deadline_and_so_has_its_call() {
    let server = AskingServer::start().await;
    let mut settings = server.settings("one");
    settings.timeout = Duration::from_millis(500);
    settings.longest = Duration::from_millis(1_000);
    let node = Node::start(|builder| builder.mcp(settings)).await;
    let client = Talker::begin(&node, EVERYTHING).await;
    let mut stream = client.calls("ask", json!({"method": SAMPLING})).await;
    let question = stream.next().await;
    let mut ended = Vec::new();
    while let Some(event) = stream.next_text().await {
        ended.push(serde_json::from_str::<Value>(&event).unwrap());
    }
    let is_cancelled = |it: &&Value| it["params"]["requestId"] == question["id"];
    assert!(ended.iter().any(|it| is_cancelled(&it)), "{ended:?}");
    let answer = ended.iter().find(|it| it.get("result").is_some()).expect("the call is answered");
    assert!(answer["result"]["content"].is_array(), "{answer}");
}

#[tokio::test]
async fn a_client_that_goes_away_in_the_middle_of_a_question_ends_its_call() {
    let server = AskingServer::start().await;
    let client = Talker::begin(&before(&server).await, EVERYTHING).await;
    let mut stream = client.calls("ask", json!({"method": SAMPLING})).await;
    let question = stream.next().await;
    drop(stream);
    server.has_got("notifications/cancelled").await;
    assert_eq!(client.answers(&question, "result", "{}").await, 202);
    assert!(text(&client.call("who", json!({})).await).starts_with("upstream-"));
}

#[tokio::test]
async fn a_server_that_asks_a_thousand_times_gets_as_many_answers_and_the_client_few_questions() {
    let server = AskingServer::start().await;
    let client = Talker::begin(&before(&server).await, EVERYTHING).await;
    let mut stream = client.calls("many", json!({"count": 1_000, "method": "roots/list"})).await;
    let mut asked = 0;
    let answer = loop {
        let event = stream.next().await;
        if event.get("method").is_none() {
            break event;
        }
        asked += 1;
        client.answers(&event, "result", r#"{"roots":[]}"#).await;
    };
    assert_eq!(answer["result"]["answers"], 1_000, "{answer}");
    assert!(asked > 0 && asked <= 256, "{asked}");
    assert_eq!(answer["result"]["errors"], 1_000 - asked, "{answer}");
}

#[tokio::test]
async fn what_is_asked_of_a_client_that_does_not_read_is_refused_when_there_is_no_more_room() {
    let server = AskingServer::start().await;
    let client = Talker::begin(&before(&server).await, EVERYTHING).await;
    drop(client.listen().await);
    for _ in 0..300 {
        let told = json!({"method": "notifications/message", "params": {"level": "info", "data": fastrand::u64(..)}});
        client.calls("tell", told).await.next().await;
    }
    client.calls("ask_later", json!({"method": "roots/list"})).await.next().await;
    let refused = server.has_got("The client gave no answer").await;
    assert!(refused.contains("-32603"), "{refused}");
    let mut stream = client.listen().await;
    for _ in 0..256 {
        assert_eq!(stream.next().await["method"], "notifications/message");
    }
    let failed = client.call("nothing", json!({})).await;
    assert_eq!(failed["error"]["code"], -32602, "{failed}");
    assert_eq!(failure(&failed)["reason"], "unknown_tool");
}
