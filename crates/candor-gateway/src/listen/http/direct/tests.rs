//! The short way answers as the whole way does.

use super::*;
use crate::{Api, LoadOptions, Upstream};
use ::http::request::Builder;
use axum::Router;
use axum::extract::Path;
use axum::response::IntoResponse;
use axum::routing::get;
use candor::Dialect;
use rmcp::transport::StreamableHttpServerConfig;
use serde_json::{Value, json};

const DOCUMENT: &str = r#"
openapi: 3.1.0
paths:
  /orders/{id}:
    get:
      operationId: getOrder
      parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
      responses: {"200": {content: {application/json: {schema: {type: object, required: [id]}}}}}
"#;

async fn order(Path(id): Path<i64>) -> axum::response::Response {
    match id {
        1 => ([("content-type", "application/json")], r#"{"id": 1}"#).into_response(),
        _ => (StatusCode::NOT_FOUND, "no such order").into_response(),
    }
}

/// The same gateway, by the short way and by the whole one.
async fn both() -> (Direct, StreamableHttpService<Handler, LocalSessionManager>) {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let upstream = Upstream::new("orders", format!("http://{}", listener.local_addr().unwrap()).parse().unwrap());
    tokio::spawn(async move { axum::serve(listener, Router::new().route("/orders/{id}", get(order))).await });
    let file = std::env::temp_dir().join(format!("candor-direct-{}-{}.yaml", std::process::id(), fastrand::u64(..)));
    std::fs::write(&file, DOCUMENT).unwrap();
    let api = Api::load(&file, &LoadOptions::default()).unwrap();
    std::fs::remove_file(file).unwrap();
    let handler = Gateway::builder().api(upstream, api).build().unwrap().service(Dialect::Structured);
    let config = StreamableHttpServerConfig::default()
        .with_legacy_session_mode(false)
        .with_json_response(true)
        .disable_allowed_hosts();
    let made = handler.clone();
    let whole = StreamableHttpService::new(move || Ok(made.clone()), Arc::default(), config);
    (Direct::new(handler, whole.clone(), false, None, None), whole)
}

/// A request as clients send it, whose head and body a test changes.
fn request(version: &str) -> (Builder, Value) {
    let mut head = Request::post("/mcp")
        .header("host", "127.0.0.1")
        .header("content-type", "application/json")
        .header("accept", "application/json, text/event-stream")
        .header(call::VERSION, version);
    let mut body = json!({"jsonrpc": "2.0", "id": 7, "method": "tools/call",
        "params": {"name": "getOrder", "arguments": {"id": 1}}});
    if version == NEWEST {
        head = head.header(call::METHOD, "tools/call").header(call::NAME, "getOrder");
        body["params"]["_meta"] = json!({
            "io.modelcontextprotocol/protocolVersion": version,
            "io.modelcontextprotocol/clientCapabilities": {},
        });
    }
    (head, body)
}

const NEWEST: &str = "2026-07-28";

/// The status and the body of an answer, without what no two answers have in common.
async fn answer<S>(mut service: S, head: Builder, body: &str) -> (StatusCode, String)
where
    S: Service<Request<Full<Bytes>>, Response = Response<BoxBody<Bytes, Infallible>>, Error = Infallible>,
{
    let request = head.body(Full::new(Bytes::from(body.to_owned()))).unwrap();
    let response = service.call(request).await.unwrap();
    let status = response.status();
    let body = response.into_body().collect().await.unwrap().to_bytes();
    (status, without_occurrence(&String::from_utf8_lossy(&body)))
}

/// Each failure has a reference and a time of its own.
fn without_occurrence(text: &str) -> String {
    let Ok(mut value) = serde_json::from_str::<Value>(text) else { return text.to_owned() };
    for holder in ["/result/_meta/dev.candor~1failure", "/error/data"] {
        if let Some(members) = value.pointer_mut(holder).and_then(Value::as_object_mut) {
            members.remove("instance");
            members.remove("time");
        }
    }
    if let Some(Value::String(words)) = value.pointer_mut("/result/content/0/text") {
        let lines = words.lines().filter(|line| !line.starts_with("Reference: "));
        *words = lines.collect::<Vec<_>>().join("\n");
    }
    value.to_string()
}

/// What a test makes of the body of a good call.
type ChangeOf = Box<dyn Fn(&mut Value)>;

#[tokio::test]
async fn every_request_is_answered_as_by_the_whole_way() {
    let (direct, whole) = both().await;
    let change = |pointer: &str, value: Value| {
        let pointer = pointer.to_owned();
        move |body: &mut Value| {
            let (parent, name) = pointer.rsplit_once('/').unwrap();
            body.pointer_mut(parent).unwrap()[name] = value.clone();
        }
    };
    let rows: Vec<(&str, ChangeOf)> = vec![
        ("a call", Box::new(|_| {})),
        ("an order that is not there", Box::new(change("/params/arguments/id", json!(2)))),
        ("an argument of the wrong type", Box::new(change("/params/arguments/id", json!("one")))),
        ("no arguments", Box::new(change("/params/arguments", json!(null)))),
        ("a tool that is not there", Box::new(change("/params/name", json!("getOrders")))),
        ("an id that is a text", Box::new(change("/id", json!("seven")))),
        ("an unknown member of the message", Box::new(change("/extra", json!(1)))),
        ("an unknown member of the parameters", Box::new(change("/params/extra", json!(1)))),
        ("another version of JSON-RPC", Box::new(change("/jsonrpc", json!("1.0")))),
        ("another method", Box::new(change("/method", json!("tools/list")))),
        ("arguments that are a list", Box::new(change("/params/arguments", json!([1])))),
        ("a progress token", Box::new(change("/params/_meta", json!({"progressToken": 1})))),
        (
            "a version that is not known",
            Box::new(change("/params/_meta", json!({"io.modelcontextprotocol/protocolVersion": "2031-01-01"}))),
        ),
    ];
    for version in ["2025-03-26", "2025-06-18", "2025-11-25", NEWEST, "2031-01-01"] {
        for (row, change) in &rows {
            let (head, mut body) = request(version);
            change(&mut body);
            let (other_head, _) = request(version);
            let expected = answer(whole.clone(), other_head, &body.to_string()).await;
            assert_eq!(answer(direct.clone(), head, &body.to_string()).await, expected, "{version}: {row}");
        }
    }
}

#[tokio::test]
async fn headers_that_are_wrong_are_explained_as_by_the_whole_way() {
    let (direct, whole) = both().await;
    let rows: [(&str, &str); 7] = [
        ("accept", "application/json"),
        ("content-type", "text/plain"),
        (call::VERSION, "2025-11-25"),
        (call::METHOD, "tools/list"),
        (call::NAME, "another"),
        (call::NAME, "=?base64?Z2V0T3JkZXI=?="),
        ("x-harmless", "1"),
    ];
    for (name, value) in rows {
        // Once beside the right one, and once in its place.
        for is_alone in [false, true] {
            let changed = || {
                let (mut head, _) = request(NEWEST);
                let headers = head.headers_mut().unwrap();
                if is_alone {
                    headers.remove(name);
                }
                headers.append(name, HeaderValue::from_static(value));
                head
            };
            let (_, body) = request(NEWEST);
            let expected = answer(whole.clone(), changed(), &body.to_string()).await;
            let given = answer(direct.clone(), changed(), &body.to_string()).await;
            assert_eq!(given, expected, "{name}: {value}, alone: {is_alone}");
        }
    }
}

#[tokio::test]
async fn a_call_takes_the_short_way_and_one_of_a_session_does_not() {
    let read = |version: &str, has_sessions| {
        let (head, body) = request(version);
        let headers = head.body(()).unwrap().into_parts().0.headers;
        ToolCall::read(&headers, body.to_string().as_bytes(), has_sessions).is_some()
    };
    assert!(read("2025-11-25", false) && read(NEWEST, false) && read(NEWEST, true));
    assert!(!read("2025-11-25", true));
}
