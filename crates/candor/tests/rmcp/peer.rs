//! A client that writes and reads lines, so that a test sees exactly what goes over the wire.

use candor::FailurePolicy;
use candor::rmcp::LineTransport;
use rmcp::{RoleServer, Service, ServiceExt};
use serde_json::{Value, json};
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, ReadHalf, WriteHalf};

/// How long a test waits for an answer that must come, and for one that must not.
const LONG: Duration = Duration::from_secs(30);
const SHORT: Duration = Duration::from_millis(300);

pub(crate) struct Peer {
    reader: BufReader<ReadHalf<DuplexStream>>,
    writer: WriteHalf<DuplexStream>,
    next_id: u64,
}

impl Peer {
    /// A client of a server, before any handshake.
    pub(crate) fn unknown_to(server: impl Service<RoleServer>) -> Peer {
        Peer::under(FailurePolicy::new(), server)
    }

    /// The same over a transport under this policy.
    pub(crate) fn under(policy: FailurePolicy, server: impl Service<RoleServer>) -> Peer {
        let (ours, theirs) = tokio::io::duplex(1 << 20);
        tokio::spawn(async move {
            let (reader, writer) = tokio::io::split(theirs);
            let transport = LineTransport::new(reader, writer).with_policy(policy);
            let running = server.serve(transport).await.expect("the handshake succeeds");
            let _ = running.waiting().await;
        });
        let (reader, writer) = tokio::io::split(ours);
        Peer { reader: BufReader::new(reader), writer, next_id: 0 }
    }

    /// A client of a server, after the handshake for this revision.
    pub(crate) async fn of_revision(server: impl Service<RoleServer>, revision: &str) -> Peer {
        Peer::unknown_to(server).opened(revision).await
    }

    /// The same after the handshake for this revision.
    pub(crate) async fn opened(mut self, revision: &str) -> Peer {
        let hello = json!({"protocolVersion": revision, "capabilities": {},
                           "clientInfo": {"name": "test", "version": "1"}});
        self.request("initialize", hello).await;
        self.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"})).await;
        self
    }

    /// A client of a server that speaks the last revision with a handshake.
    pub(crate) async fn of(server: impl Service<RoleServer>) -> Peer {
        Peer::of_revision(server, "2025-11-25").await
    }

    pub(crate) async fn send(&mut self, message: &Value) {
        self.writer.write_all(format!("{message}\n").as_bytes()).await.expect("the server reads");
    }

    /// The next message from the server, once the operator knows what there is to know about it.
    pub(crate) async fn receive(&mut self) -> Value {
        let mut line = String::new();
        tokio::time::timeout(LONG, self.reader.read_line(&mut line))
            .await
            .expect("an answer comes")
            .expect("it is text");
        assert!(FailurePolicy::flush_all(LONG));
        serde_json::from_str(&line).expect("it is JSON")
    }

    /// Whether the server stays silent for a while.
    pub(crate) async fn hears_nothing(&mut self) -> bool {
        let mut line = String::new();
        tokio::time::timeout(SHORT, self.reader.read_line(&mut line)).await.is_err()
    }

    /// The whole response to a request.
    pub(crate) async fn request(&mut self, method: &str, params: Value) -> Value {
        let id = self.begin(method, params).await;
        loop {
            let message = self.receive().await;
            if message["id"] == id {
                return message;
            }
        }
    }

    /// Sends a request and gives its id.
    pub(crate) async fn begin(&mut self, method: &str, params: Value) -> u64 {
        self.next_id += 1;
        let id = self.next_id;
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params})).await;
        id
    }

    /// The response to a call of a tool.
    pub(crate) async fn call(&mut self, tool: &str, arguments: Value) -> Value {
        self.request("tools/call", json!({"name": tool, "arguments": arguments})).await
    }

    /// The failure that a call of a tool ends with, in Candor's own form; its text is under `text`.
    pub(crate) async fn failure(&mut self, tool: &str, arguments: Value) -> Value {
        let response = self.call(tool, arguments).await;
        failure_in(&response)
    }
}

/// The failure that a tool result carries, with the text of its first block under `text`.
pub(crate) fn failure_in(response: &Value) -> Value {
    let result = &response["result"];
    assert_eq!(result["isError"], true, "{response:#}");
    let mut failure = result["_meta"]["dev.candor/failure"].clone();
    assert!(failure.is_object(), "{response:#}");
    failure["text"] = result["content"][0]["text"].clone();
    failure
}

/// A request of 2026-07-28, which has no handshake.
pub(crate) fn inline(id: u64, method: &str, mut params: Value) -> Value {
    params["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"},
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params})
}
