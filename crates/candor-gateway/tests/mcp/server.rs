//! An MCP server over HTTP, of one era, whose answers are texts: nothing of them is read or written by a library.

use axum::Router;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use candor_gateway::{McpAddress, McpReach, McpServerSettings};
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::task::AbortHandle;

/// What servers of this kind list and answer. `1e400` and `2^70` are numbers that hardly a reader keeps.
pub(crate) const ECHO: &str = r#"{"zz":[1e400,-0.0],"name":"echo", "inputSchema":{"type":"object","properties":{"text":{"type":"string"},"n":{}},"x":1180591620717411303424},"execution":{"taskSupport":"optional"},"a\u0062":"\u00e9\/"}"#;
pub(crate) const ECHOED: &str = r#"{"z":1e400,"content":[{"type":"text","text":"caf\u00e9","x-more":[1180591620717411303424]}], "execution":{"b":1,"a":-0.0},"resultType":"complete"}"#;
/// What a tool answers that wants to know more first.
pub(crate) const ASKS: &str = r#"{"resultType":"input_required","requestState":"AbC=","inputRequests":{"a":{"method":"elicitation/create","params":{"x":1e400}}}}"#;
const TOOLS: [&str; 6] = [
    ECHO,
    r#"{"name":"fail","inputSchema":{"type":"object"}}"#,
    r#"{"name":"write","inputSchema":{"type":"object","properties":{"region":{"type":"string","x-mcp-header":"Region"}}}}"#,
    r#"{"name":"work","inputSchema":{"type":"object"}}"#,
    r#"{"name":"hang","inputSchema":{"type":"object"}}"#,
    r#"{"name":"ask","inputSchema":{"type":"object"}}"#,
];

/// A request as it arrived.
#[derive(Debug, Clone)]
pub(crate) struct Arrived {
    pub(crate) method: String,
    pub(crate) headers: HeaderMap,
    pub(crate) body: String,
}

impl Arrived {
    pub(crate) fn id(&self) -> Value {
        serde_json::from_str::<Value>(&self.body).unwrap()["id"].take()
    }

    pub(crate) fn params(&self) -> Value {
        serde_json::from_str::<Value>(&self.body).unwrap()["params"].take()
    }
}

/// A running server.
pub(crate) struct Server {
    pub(crate) address: SocketAddr,
    shared: Arc<Shared>,
    task: AbortHandle,
}

struct Shared {
    is_modern: bool,
    arrived: Mutex<Vec<Arrived>>,
}

impl Server {
    pub(crate) async fn legacy() -> Server {
        Server::start(false, "127.0.0.1:0".parse().unwrap()).await
    }

    pub(crate) async fn modern() -> Server {
        Server::start(true, "127.0.0.1:0".parse().unwrap()).await
    }

    pub(crate) async fn start(is_modern: bool, address: SocketAddr) -> Server {
        let listener = TcpListener::bind(address).await.unwrap();
        let address = listener.local_addr().unwrap();
        let shared = Arc::new(Shared { is_modern, arrived: Mutex::default() });
        let router = Router::new().route("/mcp", post(answer)).with_state(shared.clone());
        let task = tokio::spawn(async move { axum::serve(listener, router).await }).abort_handle();
        Server { address, shared, task }
    }

    /// Nothing listens any more, and connections break.
    pub(crate) fn end(&self) {
        self.task.abort();
    }

    pub(crate) fn settings(&self, name: &str) -> McpServerSettings {
        let url = format!("http://{}/mcp", self.address).parse().unwrap();
        let mut settings = McpServerSettings::new(name, McpReach::Http(Box::new(McpAddress::new(url))));
        settings.timeout = Duration::from_secs(5);
        settings
    }

    /// Waits for a message of this method.
    pub(crate) async fn has_got(&self, method: &str) -> Arrived {
        for _ in 0..600 {
            if let Some(arrived) = self.arrived(method).into_iter().next() {
                return arrived;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        panic!("{method} never came");
    }

    /// The requests of this method, in the order of their arrival.
    pub(crate) fn arrived(&self, method: &str) -> Vec<Arrived> {
        self.shared.arrived.lock().unwrap().iter().filter(|it| it.method == method).cloned().collect()
    }
}

async fn answer(State(shared): State<Arc<Shared>>, headers: HeaderMap, body: String) -> Response {
    let message: Value = serde_json::from_str(&body.replace("1e400", "1")).unwrap();
    let method = message["method"].as_str().unwrap_or_default().to_owned();
    shared.arrived.lock().unwrap().push(Arrived { method: method.clone(), headers, body });
    if message.get("id").is_none() {
        return StatusCode::ACCEPTED.into_response();
    }
    let id = &message["id"];
    let params = &message["params"];
    let result = match (method.as_str(), shared.is_modern) {
        ("initialize", false) => json!({
            "protocolVersion": "2025-06-18", "capabilities": capabilities(), "instructions": "Be kind.",
            "serverInfo": {"name": "old", "version": "1"},
        })
        .to_string(),
        ("server/discover", true) => json!({
            "supportedVersions": ["2026-07-28"], "capabilities": capabilities(), "resultType": "complete",
            "ttlMs": 60_000, "cacheScope": "public", "instructions": "Be brief.",
        })
        .to_string(),
        ("ping", false) => "{}".to_owned(),
        ("tools/list", _) => match params["cursor"].as_str() {
            None => format!(r#"{{"tools":[{}],"nextCursor":"2"}}"#, TOOLS[..2].join(",")),
            Some(_) => format!(r#"{{"tools":[{}],"ttlMs":30000}}"#, TOOLS[2..].join(",")),
        },
        ("tools/call", _) => return call(id, params, &message).await,
        ("prompts/list", _) => r#"{"prompts":[{"name":"greet","x-more":1e400}]}"#.to_owned(),
        ("prompts/get", _) => json!({"messages": [], "got": params["name"]}).to_string(),
        ("resources/list", _) => {
            r#"{"resources":[{"uri":"file:///a","name":"a","size":1180591620717411303424}]}"#.to_owned()
        }
        ("resources/templates/list", _) => {
            r#"{"resourceTemplates":[{"uriTemplate":"file:///logs/{name}","name":"logs"}]}"#.to_owned()
        }
        ("resources/read", _) => json!({"contents": [{"uri": params["uri"], "text": "hi"}]}).to_string(),
        ("completion/complete", _) => json!({"completion": {"values": [params["ref"]["name"]]}}).to_string(),
        _ => return refused(id, shared.is_modern),
    };
    json_body(format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{result}}}"#))
}

fn capabilities() -> Value {
    json!({"tools": {}, "prompts": {}, "resources": {}, "completions": {}})
}

async fn call(id: &Value, params: &Value, message: &Value) -> Response {
    let result = match params["name"].as_str().unwrap() {
        "echo" => ECHOED.to_owned(),
        "fail" => r#"{"isError":true,"content":[{"type":"text","text":"connect ECONNREFUSED 10.0.0.7:5432 with Wint3r-Rates-81"}]}"#.to_owned(),
        "write" => json!({"content": [], "got": params["arguments"]}).to_string(),
        "ask" if params.get("requestState").is_none() => ASKS.to_owned(),
        "ask" => json!({"content": [], "resultType": "complete", "got": params["inputResponses"]}).to_string(),
        "work" => {
            let token = &message["params"]["_meta"]["progressToken"];
            let report = |done: u32| {
                let params = json!({"progressToken": token, "progress": done, "message": "at it"});
                json!({"jsonrpc": "2.0", "method": "notifications/progress", "params": params})
            };
            let end = json!({"jsonrpc": "2.0", "id": id, "result": {"content": [], "done": true}});
            let events = [report(1), report(2), end].map(|it| format!("event: message\ndata: {it}\n\n"));
            return ([(header::CONTENT_TYPE, "text/event-stream")], events.concat()).into_response();
        }
        _ => std::future::pending().await,
    };
    json_body(format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{result}}}"#))
}

fn refused(id: &Value, is_modern: bool) -> Response {
    let status = if is_modern { StatusCode::NOT_FOUND } else { StatusCode::OK };
    let error = json!({"jsonrpc": "2.0", "id": id, "error": {"code": -32601, "message": "Method not found"}});
    (status, json_body(error.to_string())).into_response()
}

fn json_body(text: String) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], text).into_response()
}
