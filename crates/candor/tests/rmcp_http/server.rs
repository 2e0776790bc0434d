//! The server, and what its clients get.

use axum::Router;
use axum::serve::ListenerExt;
use candor::FailurePolicy;
use candor::rmcp::{Guard, HttpGuard, set_nodelay};
use reqwest::{Client, Method, RequestBuilder, StatusCode, header};
use rmcp::handler::server::wrapper::Parameters;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};
use rmcp::{ServerHandler, tool, tool_handler, tool_router};
use serde_json::{Value, json};
use std::io;
use std::time::Duration;

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Text {
    text: String,
}

#[derive(Clone)]
pub(crate) struct Tools;

#[tool_router]
impl Tools {
    #[tool(description = "Says it again")]
    async fn echo(&self, Parameters(Text { text }): Parameters<Text>) -> String {
        text
    }

    #[tool(description = "Takes its time")]
    async fn linger(&self) -> String {
        tokio::time::sleep(Duration::from_millis(1_500)).await;
        "at last".to_owned()
    }
}

#[tool_handler]
impl ServerHandler for Tools {}

pub(crate) type Mcp = StreamableHttpService<Tools, LocalSessionManager>;

/// A service of `rmcp` that makes its servers like this.
pub(crate) fn mcp(
    factory: impl Fn() -> io::Result<Tools> + Send + Sync + 'static,
    config: StreamableHttpServerConfig,
) -> Mcp {
    StreamableHttpService::new(factory, Default::default(), config)
}

/// Where a guarded server listens.
pub(crate) struct Server {
    address: String,
    client: Client,
}

impl Server {
    /// A server with sessions.
    pub(crate) async fn start() -> Server {
        Server::of(HttpGuard::new(mcp(|| Ok(Tools), StreamableHttpServerConfig::default()))).await
    }

    pub(crate) async fn of(guard: HttpGuard<Mcp>) -> Server {
        Server::of_router(Router::new().nest_service("/mcp", guard)).await
    }

    /// A server without sessions, whose handler is behind a guard; both guards are under this policy.
    pub(crate) async fn under(policy: FailurePolicy) -> Server {
        let guard = Guard::new(Tools).with_policy(policy);
        let http = guard.policy().clone();
        let config = StreamableHttpServerConfig::default().with_legacy_session_mode(false).with_json_response(true);
        let service: StreamableHttpService<_, LocalSessionManager> =
            StreamableHttpService::new(move || Ok(guard.clone()), Default::default(), config);
        Server::of_router(Router::new().nest_service("/mcp", HttpGuard::new(service).with_policy(http))).await
    }

    pub(crate) async fn of_router(router: Router) -> Server {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://{}/mcp", listener.local_addr().unwrap());
        tokio::spawn(async move { axum::serve(listener.tap_io(set_nodelay), router).await });
        // Whichever test comes first sets it for all.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let client = Client::builder().no_proxy().timeout(Duration::from_secs(20)).build().unwrap();
        Server { address, client }
    }

    pub(crate) fn request(&self, method: Method) -> RequestBuilder {
        self.client.request(method, &self.address)
    }

    /// A request as clients send it, but for its body.
    pub(crate) fn post(&self) -> RequestBuilder {
        self.request(Method::POST)
            .header(header::ACCEPT, "application/json, text/event-stream")
            .header(header::CONTENT_TYPE, "application/json")
    }

    /// What answers this body.
    pub(crate) async fn answer(&self, body: impl Into<reqwest::Body>) -> Answer {
        Answer::of(self.post().body(body)).await
    }
}

/// An answer that is JSON, once the operator knows what there is to know about it.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) headers: header::HeaderMap,
    pub(crate) body: Value,
}

impl Answer {
    pub(crate) async fn of(request: RequestBuilder) -> Answer {
        let response = request.send().await.unwrap();
        let (status, headers) = (response.status(), response.headers().clone());
        assert_eq!(headers.get_all(header::CONTENT_TYPE).iter().collect::<Vec<_>>(), ["application/json"]);
        let body = response.json().await.unwrap();
        assert!(FailurePolicy::flush_all(Duration::from_secs(20)));
        Answer { status, headers, body }
    }

    /// Status, number, reason and id.
    pub(crate) fn facts(&self) -> (u16, i64, &str, Option<&Value>) {
        let error = &self.body["error"];
        assert_eq!(self.body["jsonrpc"], "2.0");
        let number = error["code"].as_i64().unwrap_or_else(|| panic!("no error: {self:?}"));
        (self.status.as_u16(), number, error["data"]["reason"].as_str().unwrap(), self.body.get("id"))
    }
}

/// An answer that is a problem, as RFC 9457 has it.
#[derive(Debug)]
pub(crate) struct ProblemAnswer {
    pub(crate) status: u16,
    pub(crate) headers: header::HeaderMap,
    pub(crate) body: Value,
}

impl ProblemAnswer {
    pub(crate) async fn of(request: RequestBuilder) -> ProblemAnswer {
        let response = request.send().await.unwrap();
        let (status, headers) = (response.status().as_u16(), response.headers().clone());
        assert_eq!(headers.get_all(header::CONTENT_TYPE).iter().collect::<Vec<_>>(), ["application/problem+json"]);
        assert_eq!(headers[header::CACHE_CONTROL], "no-store");
        let body: Value = response.json().await.unwrap();
        assert_eq!(body["status"], status, "{body:#}");
        assert!(body["instance"].as_str().unwrap().starts_with("urn:uuid:"), "{body:#}");
        assert!(FailurePolicy::flush_all(Duration::from_secs(20)));
        ProblemAnswer { status, headers, body }
    }

    /// Status, type and reason.
    pub(crate) fn facts(&self) -> (u16, &str, &str) {
        let text = |member: &str| self.body[member].as_str().unwrap_or_else(|| panic!("no {member}: {self:?}"));
        (self.status, text("type").strip_prefix("urn:candor:problem:").unwrap(), text("reason"))
    }
}

pub(crate) fn initialize() -> String {
    let client = json!({"name": "raw", "version": "1"});
    let params = json!({"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client});
    json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params}).to_string()
}

pub(crate) fn call() -> String {
    let params = json!({"name": "echo", "arguments": {"text": "hi"}});
    json!({"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": params}).to_string()
}
