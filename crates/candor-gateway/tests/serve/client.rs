//! A gateway in front of the shop's API, and a client of it.

use crate::api;
use candor_gateway::{Gateway, GatewayBuilder, HttpEndpoint, Inbound, Listen, Upstream};
use serde_json::{Value, json};
use std::net::SocketAddr;
use tokio::net::TcpListener;

/// A client of a gateway.
#[derive(Clone)]
pub(crate) struct Client {
    http: reqwest::Client,
    token: Option<String>,
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
        Client { http: reqwest::Client::builder().no_proxy().build().unwrap(), token: None, address }
    }

    /// The same client, which shows this token.
    pub(crate) fn with_token(&self, token: &str) -> Client {
        Client { token: Some(token.to_owned()), ..self.clone() }
    }

    /// Sends a request of revision 2025-11-25 and gives its answer.
    pub(crate) async fn ask(&self, method: &str, params: Value) -> Value {
        let message = json!({"jsonrpc": "2.0", "id": 7, "method": method, "params": params});
        let request = self.http.post(format!("http://{}/mcp", self.address));
        let request = match &self.token {
            Some(token) => request.bearer_auth(token),
            None => request,
        };
        let response = request
            .header("accept", "application/json, text/event-stream")
            .header("mcp-protocol-version", "2025-11-25")
            .json(&message)
            .send()
            .await
            .unwrap();
        let answer: Value = serde_json::from_str(&response.text().await.unwrap()).unwrap();
        assert_eq!(answer["id"], 7);
        answer
    }

    /// Calls a tool and gives its result.
    pub(crate) async fn call(&self, tool: &str, arguments: Value) -> Value {
        let answer = self.ask("tools/call", json!({"name": tool, "arguments": arguments})).await;
        answer.get("result").unwrap_or_else(|| panic!("{answer}")).clone()
    }
}
