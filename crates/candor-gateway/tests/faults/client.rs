//! A client of a gateway whose API misbehaves: plain POSTs, as the protocol has them.

use super::upstream::{INNER_HOST, INNER_PATH, PASSWORD, Upstream};
use candor::{Dialect, FailurePolicy};
use candor_gateway::{
    Api, CallObserver, CallRecord, Gateway, GatewayBuilder, HttpEndpoint, Inbound, Listen, LoadOptions,
};
use serde_json::{Map, Value, json};
use std::net::SocketAddr;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::Notify;
use tokio::task::JoinHandle;

/// What the gateway shows of itself to the API.
pub(crate) const CREDENTIAL: &str = "gw-Zk81mQpx-7731";

/// Keeps the records of calls.
#[derive(Default)]
pub(crate) struct Kept {
    records: Mutex<Vec<CallRecord>>,
    changed: Notify,
}

impl CallObserver for Kept {
    fn sealed(&self, record: &CallRecord) {
        self.records.lock().unwrap().push(record.clone());
        self.changed.notify_waiters();
    }
}

/// A client, and the gateway that it talks to.
pub(crate) struct Client {
    http: reqwest::Client,
    address: SocketAddr,
    revision: Revision,
    headers: http::HeaderMap,
    kept: Arc<Kept>,
    serving: JoinHandle<()>,
}

/// A revision of the protocol.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Revision {
    Stateless2025,
    Modern2026,
}

impl Drop for Client {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

/// The API as its document describes it.
fn api() -> Api {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/faults/api.yaml");
    let api = Api::load(&path, &LoadOptions::default()).unwrap();
    assert_eq!(api.refused().count(), 0);
    api
}

/// The API of the document at this address, under the name that callers are told.
pub(crate) fn at(base_url: url::Url) -> candor_gateway::Upstream {
    candor_gateway::Upstream::new("shop", base_url)
}

impl Client {
    /// One whose gateway has the defaults of everything.
    pub(crate) async fn of(upstream: &Upstream) -> Client {
        Client::with(at(upstream.base_url()), Dialect::Structured).await
    }

    /// One whose gateway has this API and tells of failures in this dialect.
    pub(crate) async fn with(upstream: candor_gateway::Upstream, dialect: Dialect) -> Client {
        Client::built(upstream, dialect, |builder| builder).await
    }

    pub(crate) async fn built(
        upstream: candor_gateway::Upstream,
        dialect: Dialect,
        change: impl FnOnce(GatewayBuilder) -> GatewayBuilder,
    ) -> Client {
        let _ = rustls::crypto::ring::default_provider().install_default();
        let kept = Arc::new(Kept::default());
        let builder = Gateway::builder().api(upstream, api()).observer(kept.clone());
        let gateway = change(builder).build().unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let endpoint =
            HttpEndpoint::new(&gateway, Listen { dialect, ..Listen::default() }, &Inbound::default()).unwrap();
        let serving = tokio::spawn(endpoint.serve(listener));
        let http = reqwest::Client::builder().no_proxy().timeout(Duration::from_secs(30)).build().unwrap();
        Client { http, address, revision: Revision::Stateless2025, headers: http::HeaderMap::new(), kept, serving }
    }

    /// The same, in another revision of the protocol.
    pub(crate) fn in_revision(mut self, revision: Revision) -> Client {
        self.revision = revision;
        self
    }

    /// The same, with one more header in each request.
    pub(crate) fn with_header(mut self, name: &'static str, value: &'static str) -> Client {
        self.headers.insert(name, http::HeaderValue::from_static(value));
        self
    }

    /// A request with this method, and its headers.
    fn request(&self, method: &str, mut params: Value) -> reqwest::RequestBuilder {
        let http = self
            .http
            .post(format!("http://{}/mcp", self.address))
            .headers(self.headers.clone())
            .header("accept", "application/json, text/event-stream");
        let http = match self.revision {
            Revision::Stateless2025 => http.header("mcp-protocol-version", "2025-11-25"),
            Revision::Modern2026 => {
                let name = params["name"].as_str().map(str::to_owned);
                params["_meta"] = json!({
                    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
                    "io.modelcontextprotocol/clientInfo": {"name": "raw", "version": "1"},
                    "io.modelcontextprotocol/clientCapabilities": {},
                });
                let http = http.header("mcp-protocol-version", "2026-07-28").header("mcp-method", method);
                match name {
                    Some(name) => http.header("mcp-name", name),
                    None => http,
                }
            }
        };
        http.json(&json!({"jsonrpc": "2.0", "id": 7, "method": method, "params": params}))
    }

    /// The answer to a request. Whatever it is, it tells nothing of the API's own.
    pub(crate) async fn ask(&self, method: &str, params: Value) -> Value {
        let response = self.request(method, params).send().await.unwrap();
        let text = response.text().await.unwrap();
        tells_nothing(&text);
        assert!(FailurePolicy::flush_all(Duration::from_secs(20)));
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"))
    }

    /// The answer to a call of a tool.
    pub(crate) async fn call(&self, tool: &str, arguments: Value) -> Answer {
        let answer = self.ask("tools/call", json!({"name": tool, "arguments": arguments})).await;
        let text = answer.to_string();
        for path in
            ["/status/", "/throttle/", "/breaks/", "/slow/", "/json/", "/large/", "/moved/", "/orders/", "/loop/"]
        {
            assert!(!text.contains(path), "a path of the API: {text}");
        }
        Answer(answer)
    }

    /// Calls a tool, and goes away once `left` is ready.
    pub(crate) async fn leave(&self, tool: &str, arguments: Value, left: impl Future<Output = ()>) {
        let sent = self.request("tools/call", json!({"name": tool, "arguments": arguments})).send();
        tokio::select! {
            answer = sent => panic!("{answer:?}"),
            () = left => {}
        }
    }

    /// The records of calls, once there are so many.
    pub(crate) async fn records(&self, count: usize) -> Vec<CallRecord> {
        let enough = async {
            loop {
                let changed = self.kept.changed.notified();
                if self.kept.records.lock().unwrap().len() >= count {
                    return self.kept.records.lock().unwrap().clone();
                }
                changed.await;
            }
        };
        let records = tokio::time::timeout(Duration::from_secs(20), enough).await.expect("records");
        assert_eq!(records.len(), count, "{records:#?}");
        records
    }

    /// The record of the only call.
    pub(crate) async fn record(&self) -> CallRecord {
        self.records(1).await.remove(0)
    }
}

/// Whatever goes to a caller, the API's secrets, its pages, its host and its paths are not in it.
fn tells_nothing(text: &str) {
    for secret in [PASSWORD, INNER_HOST, INNER_PATH, CREDENTIAL, "DOCTYPE", "<html", "127.0.0.1", "localhost"] {
        assert!(!text.contains(secret), "{secret} is in {text}");
    }
}

/// What a call was answered with.
#[derive(Debug)]
pub(crate) struct Answer(pub(crate) Value);

impl Answer {
    pub(crate) fn result(&self) -> &Value {
        self.0.get("result").unwrap_or_else(|| panic!("no result: {self:#?}"))
    }

    /// The result of a success.
    pub(crate) fn success(&self) -> &Value {
        assert_ne!(self.result()["isError"], true, "{:#}", self.0);
        self.result()
    }

    /// What programs are told of the failure.
    pub(crate) fn failure(&self) -> &Value {
        assert_eq!(self.result()["isError"], true, "{:#}", self.0);
        let failure = &self.result()["_meta"]["dev.candor/failure"];
        assert!(failure.is_object(), "{:#}", self.0);
        failure
    }

    /// Code, reason and origin of the failure.
    pub(crate) fn facts(&self) -> (&str, &str, &str) {
        let failure = self.failure();
        let text = |key: &str| failure[key].as_str().unwrap_or_else(|| panic!("no {key}: {:#}", self.0));
        (text("code"), text("reason"), text("origin"))
    }

    /// What a model is told.
    pub(crate) fn text(&self) -> &str {
        self.result()["content"][0]["text"].as_str().unwrap_or_else(|| panic!("no text: {:#}", self.0))
    }

    /// The answer as it always is: ids and times are another matter each time.
    pub(crate) fn steady(&self) -> Value {
        let mut value = self.0.clone();
        steady(&mut value);
        value
    }
}

fn steady(value: &mut Value) {
    match value {
        Value::Object(members) => members.values_mut().for_each(steady),
        Value::Array(items) => items.iter_mut().for_each(steady),
        Value::String(text) => *text = steady_text(text),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
    if let Value::Object(members) = value {
        steady_number(members);
    }
}

/// How long something took is another number each time.
fn steady_number(members: &mut Map<String, Value>) {
    if let Some(number) = members.get_mut("elapsed_ms") {
        *number = json!("[time]");
    }
}

fn steady_text(text: &str) -> String {
    // A text that is JSON is replaced in its own terms.
    if let Ok(mut inner @ Value::Object(_)) = serde_json::from_str(text) {
        steady(&mut inner);
        return inner.to_string();
    }
    if let Some((before, reference)) = text.rsplit_once("Reference: ") {
        assert!(reference.len() == 8 && reference.bytes().all(|byte| byte.is_ascii_hexdigit()), "{text}");
        return format!("{}Reference: [id]", steady_text(before));
    }
    let words = text.split_inclusive(|c: char| !c.is_ascii_alphanumeric() && !"-:.".contains(c)).map(steady_word);
    let text: String = words.collect();
    let text = without_number(&text, "it waited ", " ms");
    without_number(&text, "\"elapsed_ms\":", "")
}

/// The text without the number that stands between these two.
fn without_number(text: &str, before: &str, after: &str) -> String {
    let Some((head, tail)) = text.split_once(before) else { return text.to_owned() };
    let rest = tail.trim_start_matches(|c: char| c.is_ascii_digit());
    match rest.len() < tail.len() && rest.starts_with(after) {
        true => format!("{head}{before}[time]{rest}"),
        false => text.to_owned(),
    }
}

fn steady_word(word: &str) -> String {
    let bare = word.trim_end_matches(|c: char| !c.is_ascii_alphanumeric());
    let rest = &word[bare.len()..];
    let core = bare.rsplit(':').next().unwrap_or(bare);
    if uuid::Uuid::try_parse(core).is_ok() && core.len() == 36 {
        return format!("{}[id]{rest}", &bare[..bare.len() - 36]);
    }
    let is_time = bare.len() > 19 && bare.as_bytes()[10] == b'T' && bare.ends_with('Z');
    if is_time { format!("[time]{rest}") } else { word.to_owned() }
}
