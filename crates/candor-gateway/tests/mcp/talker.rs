//! A client with a handshake and a session over HTTP, which answers what it is asked.

use candor_gateway::{Gateway, GatewayBuilder, HttpEndpoint, Inbound, Listen, Secret};
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::time::timeout;

/// How long what happens at once on an idle machine may take.
const LONG: Duration = Duration::from_secs(30);
pub(crate) const EVERYTHING: &str = r#"{"sampling":{},"elicitation":{"form":{}},"roots":{"listChanged":true}}"#;

/// A gateway with sessions.
pub(crate) struct Node {
    pub(crate) address: SocketAddr,
}

impl Node {
    pub(crate) async fn start(change: impl FnOnce(GatewayBuilder) -> GatewayBuilder) -> Node {
        Node::of(Listen::default(), &Inbound::default(), change).await
    }

    /// One of several with a common key.
    pub(crate) async fn named(name: &str, change: impl FnOnce(GatewayBuilder) -> GatewayBuilder) -> Node {
        let seal_keys = vec![Secret::new("a key that all of them have, and nobody else")];
        let listen = Listen { node: Some(name.to_owned()), seal_keys, ..Listen::default() };
        Node::of(listen, &Inbound::default(), change).await
    }

    pub(crate) async fn of(
        listen: Listen,
        inbound: &Inbound,
        change: impl FnOnce(GatewayBuilder) -> GatewayBuilder,
    ) -> Node {
        let _ = rustls::crypto::ring::default_provider().install_default();
        let gateway = change(Gateway::builder()).build().unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let listen = Listen { sessions: true, ..listen };
        tokio::spawn(HttpEndpoint::new(&gateway, listen, inbound).unwrap().serve(listener));
        Node { address }
    }
}

/// A client in its session.
#[derive(Clone)]
pub(crate) struct Talker {
    http: reqwest::Client,
    address: SocketAddr,
    pub(crate) session: String,
    pub(crate) begun: Value,
    token: Option<&'static str>,
}

/// A stream of events.
pub(crate) struct Events {
    /// The id of the request whose answer it is.
    pub(crate) id: u64,
    response: reqwest::Response,
    read: String,
}

static IDS: AtomicU64 = AtomicU64::new(1);

impl Talker {
    /// Begins, and says that it can be asked this.
    pub(crate) async fn begin(node: &Node, capabilities: &str) -> Talker {
        Talker::begin_as(node, capabilities, None).await
    }

    pub(crate) async fn begin_as(node: &Node, capabilities: &str, token: Option<&'static str>) -> Talker {
        let http = reqwest::Client::builder().no_proxy().build().unwrap();
        let mut talker = Talker { http, address: node.address, session: String::new(), begun: Value::Null, token };
        let response = talker.initialize(capabilities).await;
        talker.session = response.headers()["mcp-session-id"].to_str().unwrap().to_owned();
        talker.begun = serde_json::from_str(&response.text().await.unwrap()).unwrap();
        let status = talker.post(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#).await.status();
        assert_eq!(status, 202);
        talker
    }

    /// The answer to `initialize`.
    pub(crate) async fn initialize(&self, capabilities: &str) -> reqwest::Response {
        let info = r#"{"name":"t","version":"1"}"#;
        let params = format!(r#"{{"protocolVersion":"2025-11-25","capabilities":{capabilities},"clientInfo":{info}}}"#);
        let message = format!(r#"{{"jsonrpc":"2.0","id":0,"method":"initialize","params":{params}}}"#);
        let response = self.post(&message).await;
        assert_eq!(response.status(), 200);
        response
    }

    /// The same client before another gateway.
    pub(crate) fn at(&self, node: &Node) -> Talker {
        Talker { address: node.address, ..self.clone() }
    }

    /// With another id of a session.
    pub(crate) fn in_session(&self, session: &str) -> Talker {
        Talker { session: session.to_owned(), ..self.clone() }
    }

    pub(crate) fn with_token(&self, token: &'static str) -> Talker {
        Talker { token: Some(token), ..self.clone() }
    }

    fn request(&self, method: reqwest::Method) -> reqwest::RequestBuilder {
        let mut request = self.http.request(method, format!("http://{}/mcp", self.address));
        if !self.session.is_empty() {
            request = request.header("mcp-session-id", &self.session).header("mcp-protocol-version", "2025-11-25");
        }
        if let Some(token) = self.token {
            request = request.bearer_auth(token);
        }
        request
    }

    /// Sends a message that is written so.
    pub(crate) async fn post(&self, message: &str) -> reqwest::Response {
        let request = self.request(reqwest::Method::POST).header("content-type", "application/json");
        let request = request.header("accept", "application/json, text/event-stream");
        timeout(LONG, request.body(message.to_owned()).send()).await.unwrap().unwrap()
    }

    /// Opens the stream of what belongs to no request.
    pub(crate) async fn listen(&self) -> Events {
        let response = self.request(reqwest::Method::GET).header("accept", "text/event-stream").send().await.unwrap();
        assert_eq!(response.status(), 200);
        Events { id: 0, response, read: String::new() }
    }

    pub(crate) async fn end(&self) -> u16 {
        self.request(reqwest::Method::DELETE).send().await.unwrap().status().as_u16()
    }

    /// Sends a request; its answer may be a stream.
    pub(crate) async fn ask(&self, method: &str, params: Value) -> Events {
        let id = IDS.fetch_add(1, Ordering::Relaxed);
        let message = json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params});
        Events { id, response: self.post(&message.to_string()).await, read: String::new() }
    }

    /// The answer to a request during which nothing comes.
    pub(crate) async fn answer(&self, method: &str, params: Value) -> Value {
        let response = self.ask(method, params).await.response;
        let text = response.text().await.unwrap();
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"))
    }

    pub(crate) async fn call(&self, tool: &str, arguments: Value) -> Value {
        self.answer("tools/call", json!({"name": tool, "arguments": arguments})).await
    }

    pub(crate) async fn calls(&self, tool: &str, arguments: Value) -> Events {
        self.ask("tools/call", json!({"name": tool, "arguments": arguments})).await
    }

    /// Answers a question, and says with which status that was taken.
    pub(crate) async fn answers(&self, question: &Value, member: &str, json: &str) -> u16 {
        let message = format!(r#"{{"jsonrpc":"2.0","id":{},"{member}":{json}}}"#, question["id"]);
        self.post(&message).await.status().as_u16()
    }
}

impl Events {
    /// The next event, as it is written, or the whole answer if it is not a stream; none when there is nothing more.
    pub(crate) async fn next_text(&mut self) -> Option<String> {
        if self.response.headers()["content-type"] == "application/json" {
            let mut text = Vec::new();
            while let Some(chunk) = timeout(LONG, self.response.chunk()).await.expect("an answer in time").unwrap() {
                text.extend_from_slice(&chunk);
            }
            return (!text.is_empty()).then(|| String::from_utf8(text).unwrap());
        }
        loop {
            if let Some((event, rest)) = self.read.split_once("\n\n") {
                let data: Vec<&str> = event.lines().filter_map(|line| line.strip_prefix("data: ")).collect();
                let (data, rest) = (data.join("\n"), rest.to_owned());
                self.read = rest;
                if data.is_empty() {
                    continue;
                }
                return Some(data);
            }
            let chunk = timeout(LONG, self.response.chunk()).await.expect("an event in time");
            self.read.push_str(std::str::from_utf8(&chunk.ok()??).unwrap());
        }
    }

    pub(crate) async fn next(&mut self) -> Value {
        let text = self.next_text().await.expect("one more event");
        let read = serde_json::from_str(&text);
        // A number that hardly a reader keeps.
        read.or_else(|_| serde_json::from_str(&text.replace("1e400", "1")))
            .unwrap_or_else(|error| panic!("{error}: {text}"))
    }

    pub(crate) fn status(&self) -> u16 {
        self.response.status().as_u16()
    }

    pub(crate) async fn text(self) -> String {
        self.response.text().await.unwrap()
    }
}

/// The text of a result.
pub(crate) fn text(answer: &Value) -> &str {
    answer["result"]["content"][0]["text"].as_str().unwrap_or_else(|| panic!("{answer}"))
}

/// What is said of the failure in an answer.
pub(crate) fn failure(answer: &Value) -> &Value {
    let failure = &answer["result"]["_meta"]["dev.candor/failure"];
    let failure = if failure.is_null() { &answer["error"]["data"] } else { failure };
    assert!(failure["reason"].is_string(), "{answer}");
    failure
}
