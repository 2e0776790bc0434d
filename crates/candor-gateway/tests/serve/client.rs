//! A gateway in front of the shop's API, and a client of it.

use crate::api;
use candor_gateway::{Gateway, GatewayBuilder, HttpEndpoint, Inbound, Listen, Upstream};
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::sync::{Arc, OnceLock};
use tokio::net::TcpListener;

/// A client of a gateway.
#[derive(Clone)]
pub(crate) struct Client {
    http: reqwest::Client,
    token: Option<String>,
    revision: &'static str,
    session: Arc<OnceLock<String>>,
    pub(crate) address: SocketAddr,
}

impl Client {
    /// Starts the shop's API and a gateway in front of it.
    pub(crate) async fn of_shop() -> Client {
        Client::of_gateway(Listen::default(), |builder| builder).await
    }

    /// The same, with a gateway of its own.
    pub(crate) async fn of_gateway(listen: Listen, change: impl FnOnce(GatewayBuilder) -> GatewayBuilder) -> Client {
        Client::of_gateway_for(listen, &Inbound::default(), change).await
    }

    /// The same, with a gateway for these callers.
    pub(crate) async fn of_gateway_for(
        listen: Listen,
        inbound: &Inbound,
        change: impl FnOnce(GatewayBuilder) -> GatewayBuilder,
    ) -> Client {
        let url = format!("http://{}", api::start().await);
        let upstream = Upstream::new("shop", url.parse().unwrap());
        let gateway =
            change(Gateway::builder().page_size(listen.page_size).api(upstream, api::document())).build().unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        tokio::spawn(HttpEndpoint::new(&gateway, listen, inbound).unwrap().serve(listener));
        // The client wants one even where nothing is encrypted.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let http = reqwest::Client::builder().no_proxy().build().unwrap();
        Client { http, token: None, revision: "2025-11-25", session: Arc::default(), address }
    }

    /// The same client, which shows this token.
    pub(crate) fn with_token(&self, token: &str) -> Client {
        Client { token: Some(token.to_owned()), ..self.clone() }
    }

    /// Another client, which speaks this revision of the protocol.
    pub(crate) fn in_revision(&self, revision: &'static str) -> Client {
        Client { revision, session: Arc::default(), ..self.clone() }
    }

    /// The session that it was given.
    pub(crate) fn session(&self) -> Option<&str> {
        self.session.get().map(String::as_str)
    }

    /// Sends a request and gives its answer.
    pub(crate) async fn ask(&self, method: &str, mut params: Value) -> Value {
        let mut request = self
            .http
            .post(format!("http://{}/mcp", self.address))
            .header("accept", "application/json, text/event-stream")
            .header("mcp-protocol-version", self.revision);
        if let Some(token) = &self.token {
            request = request.bearer_auth(token);
        }
        if let Some(session) = self.session() {
            request = request.header("mcp-session-id", session);
        }
        if self.revision == "2026-07-28" {
            request = request.header("mcp-method", method);
            if let Some(name) = params["name"].as_str() {
                request = request.header("mcp-name", name);
            }
            params["_meta"] = json!({
                "io.modelcontextprotocol/protocolVersion": self.revision,
                "io.modelcontextprotocol/clientCapabilities": {},
            });
        }
        let message = json!({"jsonrpc": "2.0", "id": 7, "method": method, "params": params});
        let response = request.json(&message).send().await.unwrap();
        if let Some(session) = response.headers().get("mcp-session-id") {
            self.session.get_or_init(|| session.to_str().unwrap().to_owned());
        }
        let answer = message_of(&response.text().await.unwrap());
        assert_eq!(answer["id"], 7, "{answer}");
        answer
    }

    /// Calls a tool and gives its result.
    pub(crate) async fn call(&self, tool: &str, arguments: Value) -> Value {
        let answer = self.ask("tools/call", json!({"name": tool, "arguments": arguments})).await;
        answer.get("result").unwrap_or_else(|| panic!("{answer}")).clone()
    }
}

/// The message in a body: JSON, or the last event of a stream with data.
fn message_of(body: &str) -> Value {
    let data =
        body.lines().rev().filter_map(|line| line.strip_prefix("data:")).map(str::trim).find(|data| !data.is_empty());
    serde_json::from_str(data.unwrap_or(body)).unwrap_or_else(|error| panic!("{error}: {body}"))
}
