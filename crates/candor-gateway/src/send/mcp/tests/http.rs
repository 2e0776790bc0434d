//! A server at an address that works, and what passes between it and the gateway.

use super::*;
use crate::upstream::{McpAddress, McpReach};
use ::http::HeaderMap;
use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use axum::response::Response;
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

/// A request, as the server got it.
#[derive(Debug, Clone)]
pub(super) struct Seen {
    pub(super) http_method: String,
    pub(super) target: String,
    pub(super) headers: HeaderMap,
    pub(super) text: String,
    pub(super) message: Value,
}

impl Seen {
    pub(super) fn method(&self) -> &str {
        self.message["method"].as_str().unwrap_or_default()
    }

    /// The tool that is called.
    pub(super) fn tool(&self) -> &str {
        self.message["params"]["name"].as_str().unwrap_or_default()
    }

    pub(super) fn id(&self) -> &Value {
        &self.message["id"]
    }

    pub(super) fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).and_then(|value| value.to_str().ok())
    }
}

/// A server that answers so, and what it was sent.
pub(super) struct Desk {
    pub(super) address: SocketAddr,
    seen: Arc<Mutex<Vec<Seen>>>,
    serving: tokio::task::JoinHandle<()>,
}

impl Desk {
    pub(super) async fn open<A, F>(answer: A) -> Desk
    where
        A: Fn(Seen) -> F + Clone + Send + Sync + 'static,
        F: Future<Output = Response> + Send,
    {
        Desk::open_at("127.0.0.1:0".parse().unwrap(), answer).await
    }

    pub(super) async fn open_at<A, F>(address: SocketAddr, answer: A) -> Desk
    where
        A: Fn(Seen) -> F + Clone + Send + Sync + 'static,
        F: Future<Output = Response> + Send,
    {
        let listener = tokio::net::TcpListener::bind(address).await.unwrap();
        let address = listener.local_addr().unwrap();
        let seen = Arc::new(Mutex::new(Vec::new()));
        let log = Arc::clone(&seen);
        let router = Router::new().fallback(move |request: Request| {
            let (answer, log) = (answer.clone(), Arc::clone(&log));
            async move {
                let (parts, body) = request.into_parts();
                let body = axum::body::to_bytes(body, 1 << 20).await.unwrap_or_default();
                let text = String::from_utf8_lossy(&body).into_owned();
                let seen = Seen {
                    http_method: parts.method.to_string(),
                    target: parts.uri.to_string(),
                    headers: parts.headers,
                    message: serde_json::from_str(&text).unwrap_or_default(),
                    text,
                };
                log.lock().unwrap().push(seen.clone());
                answer(seen).await
            }
        });
        let serving = tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
        Desk { address, seen, serving }
    }

    pub(super) fn settings(&self) -> McpServerSettings {
        let url = format!("http://{}/mcp", self.address).parse().unwrap();
        settings(McpReach::Http(Box::new(McpAddress::new(url))))
    }

    pub(super) fn server(&self) -> McpServer {
        start(self.settings())
    }

    pub(super) fn seen(&self) -> Vec<Seen> {
        self.seen.lock().unwrap().clone()
    }

    /// The requests with this method so far.
    pub(super) fn of(&self, method: &str) -> Vec<Seen> {
        self.seen().into_iter().filter(|seen| seen.method() == method).collect()
    }

    /// Waits for a request with this method.
    pub(super) async fn until(&self, method: &str) -> Seen {
        let comes = async {
            loop {
                if let Some(seen) = self.of(method).pop() {
                    return seen;
                }
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        };
        timeout(LONG, comes).await.expect(method)
    }

    pub(super) fn close(&self) {
        self.serving.abort();
    }
}

pub(super) fn response(status: u16, content_type: &str, body: impl Into<Body>) -> Response {
    Response::builder().status(status).header("content-type", content_type).body(body.into()).unwrap()
}

/// The answer to this request, with a result as it is written.
pub(super) fn answer(seen: &Seen, result: &str) -> Response {
    response(200, "application/json", message(seen, result))
}

pub(super) fn message(seen: &Seen, result: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":{},"result":{result}}}"#, seen.id())
}

pub(super) fn error(status: u16, id: &Value, code: i64, message: &str) -> Response {
    let body = json!({"jsonrpc": "2.0", "id": id, "error": {"code": code, "message": message}});
    response(status, "application/json", body.to_string())
}

/// The handshake of a legacy server without sessions; none for another request.
pub(super) fn legacy(seen: &Seen) -> Option<Response> {
    match seen.method() {
        "server/discover" => Some(error(400, &Value::Null, -32000, "Bad Request: Server not initialized")),
        "initialize" => Some(answer(
            seen,
            r#"{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"desk","version":"1"}}"#,
        )),
        "notifications/initialized" | "notifications/cancelled" => Some(response(202, "text/plain", "")),
        "ping" => Some(answer(seen, "{}")),
        _ => None,
    }
}

/// The same of a modern one.
pub(super) fn modern(seen: &Seen) -> Option<Response> {
    (seen.method() == "server/discover").then(|| {
        answer(seen, r#"{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{"tools":{}}}"#)
    })
}

/// A legacy server that answers calls so.
pub(super) async fn desk<A>(answer: A) -> Desk
where
    A: Fn(&Seen) -> Response + Clone + Send + Sync + 'static,
{
    Desk::open(move |seen| {
        let response = legacy(&seen).unwrap_or_else(|| answer(&seen));
        async move { response }
    })
    .await
}

/// Events, and nothing after them.
pub(super) fn events(events: &[String]) -> Response {
    let text: String = events.iter().map(|event| format!("event: message\ndata: {event}\n\n")).collect();
    response(200, "text/event-stream", text)
}

/// Events of which the stream does not end.
pub(super) fn endless(events: String) -> Response {
    let (stream, rest) = tokio::io::duplex(1 << 16);
    tokio::spawn(async move {
        use tokio::io::AsyncWriteExt;
        let mut rest = rest;
        let _ = rest.write_all(events.as_bytes()).await;
        // Until the client is gone.
        let _ = tokio::io::AsyncReadExt::read(&mut rest, &mut [0]).await;
    });
    response(200, "text/event-stream", Body::new(super::http_faults::Chunks(stream)))
}

#[tokio::test]
async fn an_answer_arrives_as_it_was_written_in_either_form() {
    const ODD: &str = r#"{ "z":1e400,"a":{"k\u0065y" : 36893488147419103232},"content":[] }"#;
    let desk = desk(|seen| match seen.tool() {
        "json" => answer(seen, ODD),
        _ => events(&[message(seen, ODD)]),
    })
    .await;
    let server = desk.server();
    assert_eq!(result(outcome(&server, call("json")).await), ODD);
    assert_eq!(result(outcome(&server, call("events")).await), ODD);
}

#[tokio::test]
async fn a_request_arrives_as_it_was_written_but_for_its_metadata() {
    let desk = desk(|seen| answer(seen, "{}")).await;
    let server = desk.server();
    let params = r#"{ "name" : "odd", "arguments":{"n":36893488147419103232,"u":"\u00e9"} }"#;
    result(outcome(&server, ServerRequest { params: Some(raw(params)), ..call("odd") }).await);
    assert!(desk.seen().last().unwrap().text.ends_with(&format!(r#","method":"tools/call","params":{params}}}"#)));
}

#[tokio::test]
async fn progress_and_changed_lists_are_told_before_the_answer() {
    let desk = desk(|seen| {
        let token = &seen.message["params"]["_meta"]["progressToken"];
        events(&[
            json!({"jsonrpc": "2.0", "method": "notifications/prompts/list_changed"}).to_string(),
            format!(r#"{{"jsonrpc":"2.0","method":"notifications/progress","params":{{"progressToken":{token},"progress":1e400}}}}"#),
            r#"{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"another","progress":2}}"#.to_owned(),
            message(seen, "{}"),
        ])
    })
    .await;
    let server = desk.server();
    let mut happened = server.events();
    let (request, mut progress) = with_progress(call("t"));
    result(outcome(&server, request).await);
    event(&mut happened, ServerEvent::PromptsChanged).await;
    assert!(progress.recv().await.unwrap().get().ends_with(r#","progress":1e400}"#));
    assert!(progress.recv().await.is_none());
}

#[tokio::test]
async fn requests_of_the_server_are_answered_for_the_client() {
    let desk = desk(|seen| match seen.method() {
        "tools/call" => events(&[
            json!({"jsonrpc": "2.0", "id": "s", "method": "sampling/createMessage", "params": {}}).to_string(),
            message(seen, "{}"),
        ]),
        _ => response(202, "text/plain", ""),
    })
    .await;
    let server = desk.server();
    result(outcome(&server, call("t")).await);
    let reply = desk.until("").await;
    assert_eq!((&reply.message["id"], &reply.message["error"]["code"]), (&"s".into(), &(-32601).into()));
}

#[tokio::test]
async fn a_request_that_nobody_waits_for_is_cancelled_at_a_legacy_server() {
    let desk = Desk::open(|seen: Seen| async move {
        match legacy(&seen) {
            Some(response) => response,
            None => std::future::pending().await,
        }
    })
    .await;
    let server = desk.server();
    let call = tokio::spawn({
        let server = server.clone();
        async move { server.request(call("hang")).await }
    });
    let hung = desk.until("tools/call").await;
    call.abort();
    let cancelled = desk.until("notifications/cancelled").await;
    assert_eq!(cancelled.message["params"]["requestId"], *hung.id());
}

#[tokio::test]
async fn the_stream_of_a_request_that_nobody_waits_for_is_closed_at_a_modern_server() {
    let (closed, mut is_closed) = mpsc::channel::<()>(1);
    let closed = Arc::new(Mutex::new(Some(closed)));
    let desk = Desk::open(move |seen: Seen| {
        let closed = Arc::clone(&closed);
        async move {
            match modern(&seen) {
                Some(response) => response,
                None => {
                    // Dropped with the request.
                    let _closed = closed.lock().unwrap().take();
                    std::future::pending().await
                }
            }
        }
    })
    .await;
    let server = desk.server();
    let call = tokio::spawn({
        let server = server.clone();
        async move { server.request(call("hang")).await }
    });
    desk.until("tools/call").await;
    call.abort();
    assert_eq!(timeout(LONG, is_closed.recv()).await, Ok(None));
    assert!(desk.of("notifications/cancelled").is_empty());
}

#[tokio::test]
async fn a_server_that_goes_out_says_so_and_is_found_when_it_is_back() {
    let answers = |seen: Seen| async move { legacy(&seen).unwrap_or_else(|| answer(&seen, "{}")) };
    let desk = Desk::open(answers).await;
    let server = desk.server();
    result(outcome(&server, call("t")).await);
    let mut happened = server.events();
    desk.close();
    let gone = async { while server.request(call("t")).await.is_ok() {} };
    timeout(LONG, gone).await.expect("it goes out");
    event(&mut happened, ServerEvent::WentOut).await;
    let ServerState::Out { last, .. } = server.state() else { panic!("{:?}", server.state()) };
    assert!(last.is_some());
    let again = Desk::open_at(desk.address, answers).await;
    event(&mut happened, ServerEvent::IsBack).await;
    assert!(is_up(&server.state()));
    assert!(!again.seen().is_empty());
}
