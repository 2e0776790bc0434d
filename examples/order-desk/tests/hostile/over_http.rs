//! The frames as bodies of requests.

use super::frames::{COUNT, Chance, Frame, SECRETS, frame};
use super::server::Server;
use reqwest::{Client, StatusCode};
use serde_json::{Value, json};
use std::time::Duration;

/// What came back for a frame: the status, and every JSON-RPC message in the body.
async fn answers(
    client: &Client,
    address: &str,
    session: Option<&str>,
    body: Vec<u8>,
) -> (StatusCode, Vec<Value>, String) {
    let mut request = client
        .post(address)
        .header("accept", "application/json, text/event-stream")
        .header("content-type", "application/json")
        .body(body);
    if let Some(session) = session {
        request = request.header("mcp-session-id", session).header("mcp-protocol-version", "2025-11-25");
    }
    let response = request.send().await.expect("the server answers");
    let status = response.status();
    let is_stream =
        response.headers().get("content-type").is_some_and(|kind| kind.as_bytes().starts_with(b"text/event"));
    let text = response.text().await.expect("the body ends");
    let messages = if is_stream {
        let data = text.lines().filter_map(|line| line.strip_prefix("data:")).filter(|data| !data.trim().is_empty());
        data.map(|data| serde_json::from_str(data).unwrap_or_else(|_| panic!("not JSON: {data}"))).collect()
    } else if text.is_empty() {
        Vec::new()
    } else {
        vec![serde_json::from_str(&text).unwrap_or_else(|_| panic!("{status}, not JSON: {text}"))]
    };
    (status, messages, text)
}

fn check(frame: &Frame, status: StatusCode, messages: &[Value], text: &str) {
    for secret in SECRETS {
        assert!(!text.contains(secret), "{text}");
    }
    let kind = frame.kind;
    match frame.ids.as_slice() {
        // A batch of one request is answered as that request.
        [id] => {
            let own: Vec<_> = messages.iter().filter(|message| message["id"] == *id).collect();
            assert_eq!(own.len(), 1, "{kind} {id}: {status} {text}");
        }
        _ if kind == "unanswerable" => assert!(messages.len() <= 1, "{kind}: {status} {text}"),
        _ => {
            assert!(status.is_client_error(), "{kind}: {status} {text}");
            assert!(messages[0]["error"]["code"].is_i64(), "{kind}: {status} {text}");
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ten_thousand_hostile_bodies_leave_no_request_without_its_answer() {
    let (mut server, address) = Server::over_http();
    // The client wants one even where nothing is encrypted.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let client = Client::builder().no_proxy().timeout(Duration::from_secs(60)).build().unwrap();
    let hello = json!({"jsonrpc": "2.0", "id": 3, "method": "initialize", "params": {
        "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "hostile", "version": "0"}}});
    let response = client
        .post(&address)
        .header("accept", "application/json, text/event-stream")
        .header("content-type", "application/json")
        .body(hello.to_string())
        .send()
        .await
        .unwrap();
    let session = response.headers()["mcp-session-id"].to_str().unwrap().to_owned();
    drop(response.text().await);

    let tasks = (0..8).map(|part: u64| {
        let (client, address, session) = (client.clone(), address.clone(), session.clone());
        tokio::spawn(async move {
            let mut chance = Chance::new(0x5eed + part);
            for number in (part * COUNT / 8)..((part + 1) * COUNT / 8) {
                let frame = frame(number, &mut chance);
                // Now and then without the session, as a client without a handshake.
                let session = (!number.is_multiple_of(5)).then_some(session.as_str());
                let (status, messages, text) = answers(&client, &address, session, frame.bytes.clone()).await;
                check(&frame, status, &messages, &text);
            }
        })
    });
    for task in tasks.collect::<Vec<_>>() {
        task.await.unwrap();
    }

    // The same request twice at once: each is answered, the second one perhaps with a refusal.
    let twice = json!({"jsonrpc": "2.0", "id": "twice", "method": "tools/call",
                       "params": {"name": "export_orders", "arguments": {"seconds": 1}}});
    let ask = || answers(&client, &address, Some(&session), twice.to_string().into_bytes());
    let (one, other) = tokio::join!(ask(), ask());
    for (status, messages, text) in [one, other] {
        assert_eq!(messages.iter().filter(|message| message["id"] == "twice").count(), 1, "{status} {text}");
    }

    let huge = vec![b'x'; 20 << 20];
    let (status, messages, _) = answers(&client, &address, Some(&session), huge).await;
    assert_eq!(status, StatusCode::PAYLOAD_TOO_LARGE);
    assert_eq!(messages[0]["status"], 413, "no id can be read, so it is a problem");

    server.check_memory();
    server.tell_to_end();
    assert!(server.ended().success());
}
