//! An endpoint behind the admission, on a real socket, and a client that sends exactly what a test says.

use axum::Router;
use axum::body::to_bytes;
use axum::extract::Request;
use axum::routing::any;
use candor::FailurePolicy;
use candor::rmcp::HttpServer;
use candor_gateway::{Admission, Caller, Inbound, InboundToken, Listen, Secret, ToolAccess};
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;

const LONG: Duration = Duration::from_secs(30);

/// A running endpoint; it ends with the test.
pub(crate) struct Endpoint {
    pub(crate) address: SocketAddr,
    pub(crate) calls: Calls,
}

/// The calls that wait inside the endpoint: those with `x-wait` are let go one by one.
#[derive(Clone)]
pub(crate) struct Calls {
    pub(crate) arrived: Arc<Semaphore>,
    pub(crate) released: Arc<Semaphore>,
}

/// An answer, whole.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: String,
}

impl Answer {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(header, _)| header == name).map(|(_, value)| value.as_str())
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// Checks that it is a problem with this status and reason, and gives it.
    pub(crate) fn problem(&self, status: u16, reason: &str) -> Value {
        assert_eq!(self.status, status, "{self:?}");
        assert_eq!(self.header("content-type"), Some("application/problem+json"), "{self:?}");
        assert_eq!(self.header("cache-control"), Some("no-store"), "{self:?}");
        let problem = self.json();
        assert_eq!((&problem["status"], &problem["reason"]), (&json!(status), &json!(reason)), "{self:?}");
        assert!(!problem["recovery"]["hint"].as_str().unwrap_or_default().is_empty(), "{self:?}");
        problem
    }

    /// The caller that the endpoint has seen.
    pub(crate) fn caller(&self) -> Value {
        assert_eq!(self.status, 200, "{self:?}");
        self.json()
    }
}

impl Endpoint {
    pub(crate) async fn of(inbound: Inbound) -> Endpoint {
        Endpoint::listening(inbound, Listen::default()).await
    }

    pub(crate) async fn listening(inbound: Inbound, listen: Listen) -> Endpoint {
        let (router, calls) = router(&inbound, &listen);
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        tokio::spawn(HttpServer::new(router).serve(listener));
        Endpoint { address, calls }
    }

    /// The answer to a call with these headers.
    pub(crate) async fn call(&self, headers: &[(&str, &str)]) -> Answer {
        self.send(&message("/mcp", headers)).await
    }

    /// The answer to a call with this token.
    pub(crate) async fn call_with(&self, token: &str) -> Answer {
        self.call(&[("Authorization", &format!("Bearer {token}"))]).await
    }

    /// The answer to whatever this is.
    pub(crate) async fn send(&self, request: &str) -> Answer {
        let stream = TcpStream::connect(self.address).await.unwrap();
        exchange(stream, request).await
    }

    pub(crate) async fn get(&self, path: &str) -> Answer {
        self.send(&format!("GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")).await
    }
}

/// The body of a call.
pub(crate) const BODY: &str = r#"{"jsonrpc":"2.0","id":"call-7","method":"tools/call","params":{"name":"any"}}"#;

/// A call, as it is sent.
pub(crate) fn message(path: &str, headers: &[(&str, &str)]) -> String {
    message_with(path, headers, BODY)
}

/// A POST with this body, as it is sent.
pub(crate) fn message_with(path: &str, headers: &[(&str, &str)], body: &str) -> String {
    let mut text = format!("POST {path} HTTP/1.1\r\nConnection: close\r\nContent-Type: application/json\r\n");
    if !headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("host")) {
        text.push_str("Host: localhost\r\n");
    }
    for (name, value) in headers {
        text.push_str(&format!("{name}: {value}\r\n"));
    }
    text + &format!("Content-Length: {}\r\n\r\n{body}", body.len())
}

/// Sends a request and reads until the end.
pub(crate) async fn exchange(mut stream: impl AsyncRead + AsyncWrite + Unpin, request: &str) -> Answer {
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut text = Vec::new();
    tokio::time::timeout(LONG, stream.read_to_end(&mut text)).await.expect("an answer comes").unwrap();
    let text = String::from_utf8(text).unwrap();
    let (head, body) = text.split_once("\r\n\r\n").unwrap_or_else(|| panic!("{text:?}"));
    let mut lines = head.split("\r\n");
    let status = lines.next().unwrap().split(' ').nth(1).unwrap().parse().unwrap();
    let headers = lines.map(|line| line.split_once(": ").unwrap());
    let headers = headers.map(|(name, value)| (name.to_ascii_lowercase(), value.to_owned())).collect();
    Answer { status, headers, body: body.to_owned() }
}

/// The admission around an endpoint that answers with its caller.
pub(crate) fn router(inbound: &Inbound, listen: &Listen) -> (Router, Calls) {
    let calls = Calls { arrived: Arc::new(Semaphore::new(0)), released: Arc::new(Semaphore::new(0)) };
    let inside = calls.clone();
    let echo = async move |request: Request| {
        if request.headers().contains_key("x-wait") {
            inside.arrived.add_permits(1);
            inside.released.acquire().await.unwrap().forget();
        }
        let (head, body) = request.into_parts();
        let body = String::from_utf8(to_bytes(body, usize::MAX).await.unwrap().into()).unwrap();
        let caller = head.extensions.get::<Caller>().expect("the admission has put the caller here");
        let tools = match &caller.tools {
            ToolAccess::All => json!("*"),
            ToolAccess::Only(patterns) => json!(patterns.to_vec()),
        };
        let authorization = head.headers.get("authorization").map(|value| value.to_str().unwrap());
        json!({"name": *caller.name, "body": body, "tools": tools, "authorization": authorization,
                    "dialect": caller.dialect.map(|dialect| format!("{dialect:?}"))})
        .to_string()
    };
    let admission = Admission::new(inbound, listen).unwrap().with_policy(FailurePolicy::new());
    (admission.around(Router::new().route("/mcp", any(echo))).merge(admission.routes()), calls)
}

/// A token of a client that may use all tools.
pub(crate) fn token(name: &str, secret: &str) -> InboundToken {
    InboundToken { name: name.to_owned(), secret: Secret::new(secret), tools: ToolAccess::All, dialect: None }
}
