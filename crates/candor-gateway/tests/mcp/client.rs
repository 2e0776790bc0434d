//! A client of a gateway over HTTP, which sees answers as they are written.

use crate::server::Server;
use candor_gateway::{Gateway, GatewayBuilder, HttpEndpoint, Inbound, Listen};
use serde_json::{Value, json};
use std::net::SocketAddr;
use tokio::net::TcpListener;

#[derive(Clone)]
pub(crate) struct Client {
    http: reqwest::Client,
    address: SocketAddr,
    revision: &'static str,
    token: Option<&'static str>,
    headers: Vec<(&'static str, &'static str)>,
    capabilities: &'static str,
}

/// An answer as it came.
#[derive(Debug)]
pub(crate) struct Answered {
    pub(crate) status: u16,
    pub(crate) media_type: String,
    pub(crate) text: String,
}

impl Answered {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|error| panic!("{error}: {}", self.text))
    }

    pub(crate) fn result(&self) -> Value {
        let mut answer = self.json();
        assert!(answer.get("result").is_some(), "{answer}");
        answer["result"].take()
    }
}

impl Client {
    /// A client of a gateway before these servers.
    pub(crate) async fn before(servers: &[(&str, &Server)]) -> Client {
        Client::of(Listen::default(), &Inbound::default(), |builder| {
            servers.iter().fold(builder, |builder, (name, server)| {
                let mut settings = server.settings(name);
                settings.prefix = (*name).to_owned();
                builder.mcp(settings)
            })
        })
        .await
    }

    pub(crate) async fn of(
        listen: Listen,
        inbound: &Inbound,
        change: impl FnOnce(GatewayBuilder) -> GatewayBuilder,
    ) -> Client {
        let _ = rustls::crypto::ring::default_provider().install_default();
        let gateway = change(Gateway::builder().page_size(listen.page_size)).build().unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        tokio::spawn(HttpEndpoint::new(&gateway, listen, inbound).unwrap().serve(listener));
        Client::at(address)
    }

    /// A client of whatever listens there.
    pub(crate) fn at(address: SocketAddr) -> Client {
        let _ = rustls::crypto::ring::default_provider().install_default();
        let http = reqwest::Client::builder().no_proxy().build().unwrap();
        Client { http, address, revision: "2025-11-25", token: None, headers: Vec::new(), capabilities: "{}" }
    }

    pub(crate) fn speaking(&self, revision: &'static str) -> Client {
        Client { revision, ..self.clone() }
    }

    /// The same, and these are its capabilities, in JSON (2026-07-28).
    pub(crate) fn declaring(&self, capabilities: &'static str) -> Client {
        Client { capabilities, ..self.clone() }
    }

    pub(crate) fn with_token(&self, token: &'static str) -> Client {
        Client { token: Some(token), ..self.clone() }
    }

    pub(crate) fn with_header(&self, name: &'static str, value: &'static str) -> Client {
        Client { headers: vec![(name, value)], ..self.clone() }
    }

    /// Sends a request with these params.
    pub(crate) async fn ask(&self, method: &str, mut params: Value) -> Answered {
        if self.revision == "2026-07-28" {
            params["_meta"]["io.modelcontextprotocol/protocolVersion"] = self.revision.into();
            params["_meta"]["io.modelcontextprotocol/clientCapabilities"] =
                serde_json::from_str(self.capabilities).unwrap();
        }
        let named = ["name", "uri", "taskId"].iter().find_map(|name| params[name].as_str());
        let subject = named.map(ToOwned::to_owned);
        self.send(method, subject.as_deref(), &params.to_string()).await
    }

    /// Sends a request with params that are written so.
    pub(crate) async fn send(&self, method: &str, subject: Option<&str>, params: &str) -> Answered {
        let response = self.open(method, subject, params).await;
        let media_type = response.headers().get("content-type").map(|it| it.to_str().unwrap().to_owned());
        Answered {
            status: response.status().as_u16(),
            media_type: media_type.unwrap_or_default(),
            text: response.text().await.unwrap(),
        }
    }

    /// The same, and gives the answer before its end.
    pub(crate) async fn open(&self, method: &str, subject: Option<&str>, params: &str) -> reqwest::Response {
        let mut request = self
            .http
            .post(format!("http://{}/mcp", self.address))
            .header("accept", "application/json, text/event-stream")
            .header("content-type", "application/json")
            .header("mcp-protocol-version", self.revision);
        if let Some(token) = self.token {
            request = request.bearer_auth(token);
        }
        if self.revision == "2026-07-28" {
            request = request.header("mcp-method", method);
            if let Some(subject) = subject {
                request = request.header("mcp-name", subject);
            }
        }
        for (name, value) in &self.headers {
            request = request.header(*name, *value);
        }
        let message = format!(r#"{{"jsonrpc":"2.0","id":"seven","method":"{method}","params":{params}}}"#);
        request.body(message).send().await.unwrap()
    }

    pub(crate) async fn call(&self, tool: &str, arguments: Value) -> Answered {
        self.ask("tools/call", json!({"name": tool, "arguments": arguments})).await
    }

    /// Asks again until the answer is so.
    pub(crate) async fn until(&self, method: &str, is_so: impl Fn(&Answered) -> bool) -> Answered {
        for _ in 0..600 {
            let answered = self.ask(method, json!({})).await;
            if is_so(&answered) {
                return answered;
            }
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        }
        panic!("{method} never became what it should");
    }
}
