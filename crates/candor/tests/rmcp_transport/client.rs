//! A client that writes raw lines, and the server that it talks to.

use candor::FailurePolicy;
use candor::rmcp::{Guard, LineTransport, MemoryBudget};
use rmcp::handler::server::wrapper::Parameters;
use rmcp::{ServerHandler, ServiceExt, tool, tool_handler, tool_router};
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, Lines, ReadHalf, WriteHalf};
use tokio::sync::Semaphore;
use tokio::task::JoinHandle;

/// The server's end of the pipe.
pub(crate) type Pipe = LineTransport<ReadHalf<DuplexStream>, WriteHalf<DuplexStream>>;

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Text {
    text: String,
}

/// A server with a tool that answers, and one that answers when another is called.
#[derive(Clone)]
struct Tools {
    released: Arc<Semaphore>,
}

#[tool_router]
impl Tools {
    #[tool(description = "Says it again")]
    async fn echo(&self, Parameters(Text { text }): Parameters<Text>) -> String {
        text
    }

    #[tool(description = "Waits for its release")]
    async fn hold(&self) -> String {
        self.released.acquire().await.unwrap().forget();
        "released".to_owned()
    }

    #[tool(description = "Releases one that waits")]
    async fn release(&self) -> String {
        self.released.add_permits(1);
        "done".to_owned()
    }
}

#[tool_handler]
impl ServerHandler for Tools {}

pub(crate) struct Client {
    writer: WriteHalf<DuplexStream>,
    lines: Lines<BufReader<ReadHalf<DuplexStream>>>,
    /// Whether the server ended as it should, once it has.
    server: JoinHandle<bool>,
}

impl Client {
    /// A client of a server that waits for its first message.
    pub(crate) fn new() -> Client {
        Client::of(|transport| transport)
    }

    /// The same with a transport that is set up.
    pub(crate) fn of(set_up: impl FnOnce(Pipe) -> Pipe) -> Client {
        Client::serving(Tools { released: Arc::new(Semaphore::new(0)) }, set_up)
    }

    /// A client of the same server behind a guard, both the guard and its transport under this policy.
    pub(crate) fn guarded(policy: FailurePolicy) -> Client {
        let server = Guard::new(Tools { released: Arc::new(Semaphore::new(0)) }).with_policy(policy);
        let policy = server.policy().clone();
        Client::serving(server, |transport| transport.with_policy(policy))
    }

    /// A client of the same server behind a guard, with a transport under this budget.
    pub(crate) fn guarded_within(budget: MemoryBudget) -> Client {
        let server = Guard::new(Tools { released: Arc::new(Semaphore::new(0)) });
        Client::serving(server, |transport| transport.with_memory_budget(budget))
    }

    fn serving(server: impl ServerHandler, set_up: impl FnOnce(Pipe) -> Pipe) -> Client {
        let (near, far) = tokio::io::duplex(64 * 1024);
        let (reader, writer) = tokio::io::split(far);
        let transport = set_up(LineTransport::new(reader, writer));
        let server = tokio::spawn(async move {
            match server.serve(transport).await {
                Ok(running) => running.waiting().await.is_ok(),
                Err(_) => false,
            }
        });
        let (reader, writer) = tokio::io::split(near);
        Client { writer, lines: BufReader::new(reader).lines(), server }
    }

    /// A client whose connection is open.
    pub(crate) async fn opened() -> Client {
        Client::opened_of(|transport| transport).await
    }

    pub(crate) async fn opened_of(set_up: impl FnOnce(Pipe) -> Pipe) -> Client {
        let mut client = Client::of(set_up);
        client.open().await;
        client
    }

    /// Opens the connection as clients before 2026-07-28 do.
    pub(crate) async fn open(&mut self) {
        self.open_as("2025-06-18").await;
    }

    /// The same in this revision.
    pub(crate) async fn open_as(&mut self, version: &str) {
        let mut request = initialize("open");
        request["params"]["protocolVersion"] = version.into();
        self.send(&request).await;
        assert_eq!(self.next().await["id"], "open");
        self.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"})).await;
    }

    pub(crate) async fn send(&mut self, message: &Value) {
        self.write(format!("{message}\n")).await;
    }

    pub(crate) async fn write(&mut self, bytes: impl AsRef<[u8]>) {
        let writing = self.writer.write_all(bytes.as_ref());
        tokio::time::timeout(TIMEOUT, writing).await.expect("the server reads").unwrap();
    }

    /// The next message of the server, once the operator knows what there is to know about it.
    pub(crate) async fn next(&mut self) -> Value {
        self.next_or_end().await.expect("the server has ended")
    }

    /// The same as it is written.
    pub(crate) async fn next_line(&mut self) -> String {
        self.next_line_or_end().await.expect("the server has ended")
    }

    pub(crate) async fn next_or_end(&mut self) -> Option<Value> {
        self.next_line_or_end().await.map(|line| serde_json::from_str(&line).unwrap())
    }

    async fn next_line_or_end(&mut self) -> Option<String> {
        let line = tokio::time::timeout(TIMEOUT, self.lines.next_line()).await.expect("the server answers").unwrap();
        assert!(FailurePolicy::flush_all(TIMEOUT));
        line
    }

    /// What answers one message.
    pub(crate) async fn ask(&mut self, message: &Value) -> Value {
        self.send(message).await;
        self.next().await
    }

    /// What answers some bytes.
    pub(crate) async fn ask_bytes(&mut self, bytes: impl AsRef<[u8]>) -> Value {
        self.write(bytes).await;
        self.next().await
    }

    /// The server serves on, and has nothing more to say to what was sent before.
    pub(crate) async fn expect_silence(&mut self) {
        let answer = self.ask(&json!({"jsonrpc": "2.0", "id": "after that", "method": "ping"})).await;
        assert_eq!(answer, json!({"jsonrpc": "2.0", "id": "after that", "result": {}}));
    }

    /// Nothing more is written. All that the server still says, and whether it ended as it should.
    pub(crate) async fn end(mut self) -> (Vec<Value>, bool) {
        self.writer.shutdown().await.unwrap();
        let mut rest = Vec::new();
        while let Some(message) = self.next_or_end().await {
            rest.push(message);
        }
        (rest, tokio::time::timeout(TIMEOUT, self.server).await.expect("the server ends").unwrap())
    }
}

const TIMEOUT: Duration = Duration::from_secs(20);

pub(crate) fn initialize(id: impl Into<Value>) -> Value {
    let client = json!({"name": "raw", "version": "1"});
    let params = json!({"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client});
    json!({"jsonrpc": "2.0", "id": id.into(), "method": "initialize", "params": params})
}

pub(crate) fn call(id: impl Into<Value>, tool: &str) -> Value {
    json!({"jsonrpc": "2.0", "id": id.into(), "method": "tools/call", "params": {"name": tool, "arguments": {"text": "hi"}}})
}

/// The request with the metadata that requests of newer revisions have.
pub(crate) fn with_metadata(mut request: Value, version: &str) -> Value {
    request["params"]["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": version,
        "io.modelcontextprotocol/clientCapabilities": {},
        "io.modelcontextprotocol/clientInfo": {"name": "raw", "version": "1"},
    });
    request
}

/// Number and reason of an error.
pub(crate) fn error_of(answer: &Value) -> (i64, &str) {
    let error = &answer["error"];
    (error["code"].as_i64().expect("an error"), error["data"]["reason"].as_str().unwrap())
}

/// What a successful call of a tool said.
pub(crate) fn text_of(answer: &Value) -> &str {
    answer["result"]["content"][0]["text"].as_str().unwrap_or_else(|| panic!("no text: {answer}"))
}
