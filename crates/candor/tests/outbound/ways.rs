//! The ways out of a server.

use bytes::Bytes;
use candor::FailurePolicy;
use candor::rmcp::{HttpGuard, LineTransport};
use http_body_util::{BodyExt, Full};
use rmcp::RoleServer;
use rmcp::service::TxJsonRpcMessage;
use rmcp::transport::Transport;
use serde_json::Value;
use std::convert::Infallible;
use std::future::{Ready, ready};
use std::task::{Context, Poll};
use tokio::io::AsyncReadExt;
use tower_service::Service;

/// A way out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Way {
    Stdio,
    HttpBody,
    HttpEvent,
}

pub(crate) const WAYS: [Way; 3] = [Way::Stdio, Way::HttpBody, Way::HttpEvent];

impl Way {
    /// The message as it leaves, as text.
    pub(crate) async fn send(self, policy: &FailurePolicy, message: &Value) -> String {
        self.send_text(policy, &message.to_string()).await
    }

    pub(crate) async fn send_text(self, policy: &FailurePolicy, message: &str) -> String {
        match self {
            Way::Stdio => over_stdio(policy, message).await,
            Way::HttpBody => over_http(policy, "application/json", message.to_owned()).await,
            Way::HttpEvent => {
                let event = over_http(policy, "text/event-stream", format!("data: {message}\n\n")).await;
                event.trim_end().strip_prefix("data: ").expect("one event").to_owned()
            }
        }
    }
}

async fn over_stdio(policy: &FailurePolicy, message: &str) -> String {
    let message: TxJsonRpcMessage<RoleServer> = serde_json::from_str(message).expect("a message of rmcp");
    let (near, mut far) = tokio::io::duplex(1 << 20);
    let mut transport = LineTransport::new(tokio::io::empty(), near).with_policy(policy.clone());
    transport.send(message).await.unwrap();
    drop(transport);
    let mut sent = String::new();
    far.read_to_string(&mut sent).await.unwrap();
    sent.trim_end().to_owned()
}

async fn over_http(policy: &FailurePolicy, media_type: &'static str, body: String) -> String {
    let mut guard = HttpGuard::new(Answers(media_type, body)).with_policy(policy.clone());
    let request = http::Request::post("/mcp").body(Full::new(Bytes::from("{}"))).unwrap();
    let response = guard.call(request).await.unwrap();
    let body = response.into_body().collect().await.unwrap().to_bytes();
    String::from_utf8(body.to_vec()).unwrap()
}

/// What is answered in the place of a body that the server has compressed.
pub(crate) async fn encoded_answer(policy: &FailurePolicy) -> String {
    over_http(policy, "application/json", ENCODED.to_owned()).await
}

/// Stands for a body that is compressed.
const ENCODED: &str = "\u{1f}\u{8b}";

/// A service that always says the same.
#[derive(Clone)]
struct Answers(&'static str, String);

impl Service<http::Request<Full<Bytes>>> for Answers {
    type Response = http::Response<Full<Bytes>>;
    type Error = Infallible;
    type Future = Ready<Result<Self::Response, Infallible>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, _: http::Request<Full<Bytes>>) -> Self::Future {
        let mut response = http::Response::builder().header("content-type", self.0);
        if self.1 == ENCODED {
            response = response.header("content-encoding", "gzip");
        }
        ready(Ok(response.body(Full::new(Bytes::from(self.1.clone()))).unwrap()))
    }
}
