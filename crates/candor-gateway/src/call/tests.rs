//! Calls against real servers on loopback.

mod breaker;
mod budget;
mod credentials;
mod oauth;
mod proxy;
mod redirects;
mod retry;
mod settings;
mod success;
mod times;
mod told;

use super::{Judged, Target, carry_out};
use crate::context::{CallOutcome, CallRecord, ExecutionContext, FailureFacts};
use crate::send::{BodyBudget, Sender};
use crate::{Api, LoadOptions, Upstream};
use axum::Router;
use axum::extract::Request;
use axum::response::{IntoResponse, Response};
use candor::Failure;
use http::HeaderMap;
use serde_json::Value;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

const DOCUMENT: &str = r##"
openapi: 3.1.0
paths:
  /orders/{id}:
    get:
      operationId: getOrder
      parameters:
        - {name: id, in: path, required: true, schema: {type: string}}
        - {name: api_key, in: query, schema: {type: string}}
        - {name: X-Tenant, in: header, schema: {type: string}}
      responses: {"200": {content: {application/json: {schema: {$ref: "#/components/schemas/Order"}}}}}
    put:
      operationId: putOrder
      parameters: [{name: id, in: path, required: true, schema: {type: string}}]
      requestBody: {content: {application/json: {schema: {type: object}}}}
      responses: {"200": {content: {application/json: {schema: {$ref: "#/components/schemas/Order"}}}}}
  /orders:
    get:
      operationId: listOrders
      responses: {"200": {content: {application/json: {schema: {type: array, items: {$ref: "#/components/schemas/Order"}}}}}}
    post:
      operationId: createOrder
      requestBody: {content: {application/json: {schema: {type: object}}}}
      responses: {"201": {content: {application/json: {schema: {$ref: "#/components/schemas/Order"}}}}}
  /report:
    get:
      operationId: getReport
      responses: {"200": {content: {text/csv: {}}}}
  /picture:
    get:
      operationId: getPicture
      responses: {"200": {content: {image/png: {}}}}
  /ping:
    post:
      operationId: ping
      responses: {"204": {description: done}}
  /elsewhere:
    servers: [{url: "https://uploads.example.com"}]
    get:
      operationId: elsewhere
      responses: {"200": {description: ok}}
components:
  schemas:
    Order:
      type: object
      required: [id]
      properties: {id: {type: integer}, name: {type: [string, "null"]}}
"##;

/// The tools of the document.
fn api() -> Api {
    static NUMBER: AtomicU64 = AtomicU64::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let path = std::env::temp_dir().join(format!("candor-call-{}-{number}.yaml", std::process::id()));
    std::fs::write(&path, DOCUMENT).unwrap();
    let api = Api::load(&path, &LoadOptions::default()).unwrap();
    std::fs::remove_file(path).unwrap();
    api
}

/// A server that answers so, and what it was sent.
struct Server {
    address: SocketAddr,
    seen: Arc<Mutex<Vec<Seen>>>,
}

/// A request, as the server got it.
#[derive(Debug, Clone)]
struct Seen {
    method: String,
    target: String,
    headers: HeaderMap,
    body: String,
}

impl Server {
    async fn start<A, F, R>(answer: A) -> Server
    where
        A: Fn(Seen) -> F + Clone + Send + Sync + 'static,
        F: Future<Output = R> + Send,
        R: IntoResponse,
    {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let seen = Arc::new(Mutex::new(Vec::new()));
        let log = Arc::clone(&seen);
        let router = Router::new().fallback(move |request: Request| {
            let (answer, log) = (answer.clone(), Arc::clone(&log));
            async move {
                let (parts, body) = request.into_parts();
                let body = axum::body::to_bytes(body, 1 << 20).await.unwrap_or_default();
                let seen = Seen {
                    method: parts.method.to_string(),
                    target: parts.uri.to_string(),
                    headers: parts.headers,
                    body: String::from_utf8_lossy(&body).into_owned(),
                };
                log.lock().unwrap().push(seen.clone());
                answer(seen).await.into_response()
            }
        });
        tokio::spawn(async move { axum::serve(listener, router).await });
        Server { address, seen }
    }

    fn upstream(&self) -> Upstream {
        Upstream::new("orders", format!("http://{}/v1", self.address).parse().unwrap())
    }

    fn seen(&self) -> Vec<Seen> {
        self.seen.lock().unwrap().clone()
    }
}

/// The tools of one API.
struct Client {
    upstream: Arc<Upstream>,
    sender: Arc<Sender>,
    bodies: BodyBudget,
}

impl Client {
    fn new(upstream: Upstream) -> Client {
        Client::with_budget(upstream, BodyBudget::new(BodyBudget::DEFAULT))
    }

    fn with_budget(upstream: Upstream, bodies: BodyBudget) -> Client {
        let sender = Arc::new(Sender::new(&upstream, &bodies).unwrap());
        Client { upstream: Arc::new(upstream), sender, bodies }
    }

    fn target(&self, tool: &str) -> Target {
        let tool = api().tool(tool).unwrap().clone();
        Target::new(Arc::clone(&self.upstream), tool, Arc::clone(&self.sender))
    }

    async fn call(&self, tool: &str, arguments: Value) -> Called {
        self.call_with(tool, arguments, &HeaderMap::new(), None).await
    }

    async fn call_with(&self, tool: &str, arguments: Value, forwarded: &HeaderMap, trace: Option<&str>) -> Called {
        let target = self.target(tool);
        let context = ExecutionContext::new("1".into(), None, trace.map(str::to_owned), tool.into());
        let arguments = arguments.as_object().cloned().unwrap();
        let result = carry_out(&target, &arguments, &context, forwarded).await;
        let outcome = match &result {
            Ok(_) => CallOutcome::Succeeded,
            Err(failure) => CallOutcome::Failed(FailureFacts::of(failure)),
        };
        Called { result, record: context.seal(outcome) }
    }
}

/// What came of a call, and its record.
struct Called {
    result: Result<Judged, Failure>,
    record: CallRecord,
}

impl Called {
    fn failure(self) -> Failure {
        match self.result {
            Ok(judged) => panic!("it succeeded: {judged:?}"),
            Err(failure) => failure,
        }
    }

    fn judged(self) -> Judged {
        self.result.unwrap_or_else(|failure| panic!("it failed: {failure}: {}", failure.message()))
    }
}

/// A JSON answer.
fn json(text: &'static str) -> Response {
    ([("content-type", "application/json")], text).into_response()
}

const ORDER: &str = r#"{"id": 17, "name": "tea"}"#;
