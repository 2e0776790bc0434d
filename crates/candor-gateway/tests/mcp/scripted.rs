//! A server over HTTP that a test writes itself: what it announces, and how it answers.

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::Request;
use axum::response::Response;
use candor_gateway::{McpAddress, McpReach, McpServerSettings};
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::sync::mpsc;

/// A request, as it came.
#[derive(Debug, Clone)]
pub(crate) struct Came {
    pub(crate) http_method: String,
    pub(crate) headers: http::HeaderMap,
    pub(crate) text: String,
    pub(crate) message: Value,
}

impl Came {
    pub(crate) fn method(&self) -> &str {
        self.message["method"].as_str().unwrap_or_default()
    }

    pub(crate) fn params(&self) -> &Value {
        &self.message["params"]
    }

    /// The answer with this result, in JSON.
    pub(crate) fn result(&self, result: &str) -> Response {
        json_body(200, &self.answer(result))
    }

    pub(crate) fn answer(&self, result: &str) -> String {
        format!(r#"{{"jsonrpc":"2.0","id":{},"result":{result}}}"#, self.message["id"])
    }

    pub(crate) fn error(&self, code: i64, message: &str) -> Response {
        let error = json!({"jsonrpc": "2.0", "id": self.message["id"], "error": {"code": code, "message": message}});
        json_body(200, &error.to_string())
    }
}

/// What a server says that it is.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Speaks {
    Old,
    New,
}

/// A running server.
#[derive(Clone)]
pub(crate) struct Scripted {
    pub(crate) address: SocketAddr,
    came: Arc<Mutex<Vec<Came>>>,
}

impl Scripted {
    /// A server with these capabilities and these tools, unless there are none, that answers everything else so.
    pub(crate) async fn open<A, F>(speaks: Speaks, capabilities: Value, tools: &'static str, answer: A) -> Scripted
    where
        A: Fn(Came) -> F + Clone + Send + Sync + 'static,
        F: Future<Output = Response> + Send,
    {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let came: Arc<Mutex<Vec<Came>>> = Arc::default();
        let log = came.clone();
        let router = Router::new().fallback(move |request: Request| {
            let (answer, log, capabilities) = (answer.clone(), log.clone(), capabilities.clone());
            async move {
                let (head, body) = request.into_parts();
                let body = axum::body::to_bytes(body, 1 << 20).await.unwrap_or_default();
                let text = String::from_utf8_lossy(&body).into_owned();
                let message = serde_json::from_str(&text.replace("1e400", "1")).unwrap_or_default();
                let came = Came { http_method: head.method.to_string(), headers: head.headers, message, text };
                log.lock().unwrap().push(came.clone());
                match began(speaks, &capabilities, tools, &came) {
                    Some(response) => response,
                    None => answer(came).await,
                }
            }
        });
        tokio::spawn(async move { axum::serve(listener, router).await });
        Scripted { address, came }
    }

    pub(crate) fn settings(&self, name: &str) -> McpServerSettings {
        let url = format!("http://{}/mcp", self.address).parse().unwrap();
        let mut settings = McpServerSettings::new(name, McpReach::Http(Box::new(McpAddress::new(url))));
        settings.prefix = name.to_owned();
        settings.timeout = Duration::from_secs(20);
        settings
    }

    /// The requests of this method so far.
    pub(crate) fn came(&self, method: &str) -> Vec<Came> {
        self.came.lock().unwrap().iter().filter(|came| came.method() == method).cloned().collect()
    }

    /// Waits for so many requests of this method.
    pub(crate) async fn has_got(&self, method: &str, number: usize) -> Vec<Came> {
        for _ in 0..1_500 {
            let came = self.came(method);
            if came.len() >= number {
                return came;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        panic!("{method} came {} times", self.came(method).len());
    }
}

/// The answer to what every server is begun with.
fn began(speaks: Speaks, capabilities: &Value, tools: &str, came: &Came) -> Option<Response> {
    match (came.method(), speaks) {
        ("server/discover", Speaks::New) => Some(came.result(
            &json!({"supportedVersions": ["2026-07-28"], "capabilities": capabilities, "resultType": "complete"}).to_string(),
        )),
        ("server/discover", Speaks::Old) => Some(came.error(-32601, "Method not found")),
        ("initialize", Speaks::Old) => Some(came.result(
            &json!({"protocolVersion": "2025-11-25", "capabilities": capabilities, "serverInfo": {"name": "s", "version": "1"}})
                .to_string(),
        )),
        ("ping", Speaks::Old) => Some(came.result("{}")),
        ("tools/list", _) if !tools.is_empty() => Some(came.result(&format!(r#"{{"tools":[{tools}]}}"#))),
        (method, _) if method.starts_with("notifications/") => Some(accepted()),
        _ => None,
    }
}

pub(crate) fn accepted() -> Response {
    Response::builder().status(202).body(Body::empty()).unwrap()
}

fn json_body(status: u16, text: &str) -> Response {
    Response::builder().status(status).header("content-type", "application/json").body(text.to_owned().into()).unwrap()
}

/// Events, and nothing after them.
pub(crate) fn events(events: &[String]) -> Response {
    let text: String = events.iter().map(|event| format!("data: {event}\n\n")).collect();
    Response::builder().header("content-type", "text/event-stream").body(text.into()).unwrap()
}

/// A stream of events, and what they are sent through.
pub(crate) fn stream() -> (Response, Events) {
    let (sender, receiver) = mpsc::channel(64);
    let response = Response::builder().header("content-type", "text/event-stream");
    (response.body(Body::new(Stream(receiver))).unwrap(), Events(sender))
}

/// Sends events to a client. Dropped, it ends their stream.
#[derive(Clone)]
pub(crate) struct Events(mpsc::Sender<Bytes>);

struct Stream(mpsc::Receiver<Bytes>);

impl Events {
    pub(crate) async fn send(&self, event: &str) {
        let _ = self.0.send(format!("data: {event}\n\n").into()).await;
    }

    /// Is ready when the client is gone.
    pub(crate) async fn gone(&self) {
        self.0.closed().await;
    }
}

impl http_body::Body for Stream {
    type Data = Bytes;
    type Error = std::convert::Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<http_body::Frame<Bytes>, Self::Error>>> {
        self.0.poll_recv(context).map(|bytes| bytes.map(|bytes| Ok(http_body::Frame::data(bytes))))
    }
}
