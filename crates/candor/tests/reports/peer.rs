//! A client of a guarded server, which waits for answers alone.

use candor::rmcp::{Guard, LineTransport};
use candor::{Failure, FailurePolicy};
use rmcp::handler::server::wrapper::Parameters;
use rmcp::{ErrorData, ServerHandler, ServiceExt, tool, tool_handler, tool_router};
use serde_json::{Value, json};
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, ReadHalf, WriteHalf};

/// How long an answer may take.
const PROMPT: Duration = Duration::from_secs(10);

#[derive(Debug, serde::Deserialize, schemars::JsonSchema)]
struct Order {
    id: u64,
}

/// Finds even orders, and fails for odd ones.
#[derive(Clone)]
pub(crate) struct Orders;

#[tool_router]
impl Orders {
    #[tool(description = "Finds an order")]
    async fn find(&self, Parameters(Order { id }): Parameters<Order>) -> Result<String, ErrorData> {
        if id.is_multiple_of(2) {
            Ok(format!("order {id}"))
        } else {
            Err(Failure::database(format!("Order {id} cannot be read")).into())
        }
    }
}

#[tool_handler]
impl ServerHandler for Orders {}

pub(crate) struct Peer {
    reader: BufReader<ReadHalf<DuplexStream>>,
    writer: WriteHalf<DuplexStream>,
    next_id: u64,
}

impl Peer {
    /// A client of the server behind this guard, after the handshake.
    pub(crate) async fn of(guard: Guard<impl ServerHandler>) -> Peer {
        let policy = guard.policy().clone();
        let (ours, theirs) = tokio::io::duplex(1 << 20);
        tokio::spawn(async move {
            let (reader, writer) = tokio::io::split(theirs);
            let transport = LineTransport::new(reader, writer).with_policy(policy);
            let _ = guard.serve(transport).await.unwrap().waiting().await;
        });
        let (reader, writer) = tokio::io::split(ours);
        let mut peer = Peer { reader: BufReader::new(reader), writer, next_id: 0 };
        let hello = json!({"protocolVersion": "2025-11-25", "capabilities": {},
                           "clientInfo": {"name": "test", "version": "1"}});
        peer.request("initialize", hello).await;
        peer.write("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}").await;
        peer
    }

    /// The same under this policy.
    pub(crate) async fn under(policy: FailurePolicy) -> Peer {
        Peer::of(Guard::new(Orders).with_policy(policy)).await
    }

    async fn write(&mut self, line: &str) {
        self.writer.write_all(format!("{line}\n").as_bytes()).await.unwrap();
    }

    /// What answers this line.
    pub(crate) async fn answer(&mut self, line: &str) -> Value {
        self.write(line).await;
        let mut answer = String::new();
        tokio::time::timeout(PROMPT, self.reader.read_line(&mut answer)).await.expect("an answer comes").unwrap();
        serde_json::from_str(&answer).unwrap()
    }

    pub(crate) async fn request(&mut self, method: &str, params: Value) -> Value {
        self.next_id += 1;
        let request = json!({"jsonrpc": "2.0", "id": self.next_id, "method": method, "params": params});
        let answer = self.answer(&request.to_string()).await;
        assert_eq!(answer["id"], self.next_id, "{answer}");
        answer
    }

    /// Asks for this order. Whether that failed.
    pub(crate) async fn fails(&mut self, order: u64) -> bool {
        let answer = self.request("tools/call", json!({"name": "find", "arguments": {"id": order}})).await;
        answer["result"]["isError"].as_bool().unwrap()
    }

    /// The server answers everything: a success, a failure of a tool, one that the transport reports, a ping.
    pub(crate) async fn is_served(&mut self) {
        assert!(!self.fails(2).await);
        assert!(self.fails(1).await);
        assert_eq!(self.request("tools/call", json!(5)).await["error"]["code"], -32600);
        assert_eq!(self.request("ping", json!({})).await["result"], json!({}));
    }
}
