//! An MCP server over HTTP with a handshake that keeps sessions, asks its clients and tells them things.

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use candor_gateway::{McpAddress, McpReach, McpServerSettings};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::convert::Infallible;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::{mpsc, oneshot};

/// A running server.
pub(crate) struct AskingServer {
    pub(crate) address: SocketAddr,
    shared: Arc<Shared>,
}

#[derive(Default)]
struct Shared {
    sessions: Mutex<HashMap<String, Session>>,
    /// Who waits for the answer to a question.
    waiting: Mutex<HashMap<String, oneshot::Sender<Value>>>,
    /// Everything that came, as it was written, with the session that it came in.
    arrived: Mutex<Vec<(String, String)>>,
    questions: Mutex<u64>,
}

#[derive(Default)]
struct Session {
    calls: u64,
    stream: Option<mpsc::UnboundedSender<String>>,
}

impl AskingServer {
    pub(crate) async fn start() -> AskingServer {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let shared = Arc::new(Shared::default());
        let router =
            Router::new().route("/mcp", post(posted).get(listened).delete(ended)).with_state(Arc::clone(&shared));
        tokio::spawn(async move { axum::serve(listener, router).await });
        AskingServer { address, shared }
    }

    pub(crate) fn settings(&self, name: &str) -> McpServerSettings {
        let url = format!("http://{}/mcp", self.address).parse().unwrap();
        let mut settings = McpServerSettings::new(name, McpReach::Http(Box::new(McpAddress::new(url))));
        settings.timeout = Duration::from_secs(10);
        settings
    }

    /// All messages with this in them, in the order of their arrival.
    pub(crate) fn with(&self, part: &str) -> Vec<String> {
        let arrived = self.shared.arrived.lock().unwrap();
        arrived.iter().filter(|(_, body)| body.contains(part)).map(|(_, body)| body.clone()).collect()
    }

    /// Waits for a message with this in it.
    pub(crate) async fn has_got(&self, part: &str) -> String {
        for _ in 0..600 {
            if let Some(found) = self.with(part).into_iter().next() {
                return found;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        panic!("{part} never came: {:#?}", self.shared.arrived.lock().unwrap());
    }

    /// How many sessions are open.
    pub(crate) fn sessions(&self) -> usize {
        self.shared.sessions.lock().unwrap().len()
    }

    /// Forgets them all.
    pub(crate) fn forget(&self) {
        self.shared.sessions.lock().unwrap().clear();
    }
}

fn session_of(headers: &HeaderMap) -> String {
    headers.get("mcp-session-id").map(|id| id.to_str().unwrap().to_owned()).unwrap_or_default()
}

async fn posted(State(shared): State<Arc<Shared>>, headers: HeaderMap, body: String) -> Response {
    let session = session_of(&headers);
    let message: Value = serde_json::from_str(&body.replace("1e400", "1")).unwrap();
    shared.arrived.lock().unwrap().push((session.clone(), body.clone()));
    let (method, id) = (message["method"].as_str().unwrap_or_default().to_owned(), message["id"].clone());
    let answer = |result: Value| json!({"jsonrpc": "2.0", "id": id, "result": result}).to_string();
    if method == "initialize" {
        let new = format!("upstream-{}", uuid::Uuid::new_v4());
        shared.sessions.lock().unwrap().insert(new.clone(), Session::default());
        let begun = answer(json!({
            "protocolVersion": "2025-06-18", "serverInfo": {"name": "asking", "version": "1"},
            "capabilities": {"tools": {"listChanged": true}, "resources": {"subscribe": true}, "logging": {}},
        }));
        return ([("mcp-session-id", new)], json_body(begun)).into_response();
    }
    if method == "server/discover" {
        return json_body(json!({"jsonrpc": "2.0", "id": id, "error": {"code": -32601, "message": "no"}}).to_string());
    }
    if !shared.sessions.lock().unwrap().contains_key(&session) {
        return StatusCode::NOT_FOUND.into_response();
    }
    if method.is_empty() {
        let id = id.as_str().unwrap_or_default();
        if let Some(waiting) = shared.waiting.lock().unwrap().remove(id) {
            // As it was written.
            let _ = waiting.send(json!(body));
        }
        return StatusCode::ACCEPTED.into_response();
    }
    if id.is_null() {
        return StatusCode::ACCEPTED.into_response();
    }
    let schema = json!({"type": "object"});
    match method.as_str() {
        "tools/list" => {
            let names = ["ask", "many", "log", "tell", "ask_later", "who"];
            let tools: Vec<Value> = names.iter().map(|it| json!({"name": it, "inputSchema": schema})).collect();
            json_body(answer(json!({"tools": tools})))
        }
        "resources/list" => json_body(answer(json!({"resources": [{"uri": "file:///a", "name": "a"}]}))),
        "resources/templates/list" => json_body(answer(json!({"resourceTemplates": []}))),
        "ping" | "logging/setLevel" | "resources/subscribe" | "resources/unsubscribe" => json_body(answer(json!({}))),
        "tools/call" => called(&shared, &session, id, &message["params"]),
        _ => json_body(json!({"jsonrpc": "2.0", "id": id, "error": {"code": -32601, "message": "no"}}).to_string()),
    }
}

fn called(shared: &Arc<Shared>, session: &str, id: Value, params: &Value) -> Response {
    let arguments = params["arguments"].clone();
    let (events, stream) = mpsc::unbounded_channel();
    let calls = {
        let mut sessions = shared.sessions.lock().unwrap();
        let session = sessions.get_mut(session).unwrap();
        session.calls += 1;
        session.calls
    };
    let of_session = shared.sessions.lock().unwrap()[session].stream.clone();
    let notification = json!({"jsonrpc": "2.0", "method": arguments["method"], "params": arguments["params"]});
    let text = |text: String| json!({"content": [{"type": "text", "text": text}]});
    let result = match params["name"].as_str().unwrap() {
        "who" => text(format!("{session} {calls}")),
        "log" => {
            events.send(notification.to_string()).unwrap();
            text("logged".to_owned())
        }
        "tell" => {
            of_session.unwrap().send(notification.to_string()).unwrap();
            text("told".to_owned())
        }
        "ask_later" => {
            let (frame, _) = question(shared, &arguments);
            of_session.unwrap().send(frame).unwrap();
            text("asked".to_owned())
        }
        name => {
            let count = if name == "many" { arguments["count"].as_u64().unwrap() } else { 1 };
            let asked: Vec<_> = (0..count).map(|_| question(shared, &arguments)).collect();
            tokio::spawn(async move {
                let (frames, answers): (Vec<String>, Vec<_>) = asked.into_iter().unzip();
                frames.into_iter().for_each(|frame| drop(events.send(frame)));
                let mut all = Vec::new();
                for answer in answers {
                    all.push(answer.await.unwrap());
                }
                let errors = all.iter().filter(|it| it.as_str().unwrap().contains("\"error\"")).count();
                let first = all.first().and_then(Value::as_str).unwrap_or_default().to_owned();
                let content = json!([{"type": "text", "text": first}]);
                let result = json!({"content": content, "answers": all.len(), "errors": errors});
                let _ = events.send(json!({"jsonrpc": "2.0", "id": id, "result": result}).to_string());
            });
            return events_of(stream);
        }
    };
    events.send(json!({"jsonrpc": "2.0", "id": id, "result": result}).to_string()).unwrap();
    events_of(stream)
}

/// A question as it is sent, and its answer.
fn question(shared: &Shared, arguments: &Value) -> (String, oneshot::Receiver<Value>) {
    let number = {
        let mut questions = shared.questions.lock().unwrap();
        *questions += 1;
        *questions
    };
    let id = format!("q{number}");
    let (waiting, answer) = oneshot::channel();
    shared.waiting.lock().unwrap().insert(id.clone(), waiting);
    let frame = json!({"jsonrpc": "2.0", "id": id, "method": arguments["method"], "params": arguments["params"]});
    (frame.to_string(), answer)
}

async fn listened(State(shared): State<Arc<Shared>>, headers: HeaderMap) -> Response {
    let (events, stream) = mpsc::unbounded_channel();
    match shared.sessions.lock().unwrap().get_mut(&session_of(&headers)) {
        Some(session) => session.stream = Some(events),
        None => return StatusCode::NOT_FOUND.into_response(),
    }
    events_of(stream)
}

async fn ended(State(shared): State<Arc<Shared>>, headers: HeaderMap) -> Response {
    shared.sessions.lock().unwrap().remove(&session_of(&headers));
    StatusCode::OK.into_response()
}

fn events_of(stream: mpsc::UnboundedReceiver<String>) -> Response {
    ([(header::CONTENT_TYPE, "text/event-stream")], Body::new(Events(stream))).into_response()
}

struct Events(mpsc::UnboundedReceiver<String>);

impl http_body::Body for Events {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<http_body::Frame<Bytes>, Infallible>>> {
        let event = |text| Ok(http_body::Frame::data(Bytes::from(format!("data: {text}\n\n"))));
        self.0.poll_recv(context).map(|text| text.map(event))
    }
}

fn json_body(text: String) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], text).into_response()
}
