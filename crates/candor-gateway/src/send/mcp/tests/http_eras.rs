//! Servers at addresses of both eras, and how they are told apart.

use super::http::{Desk, Seen, answer, endless, error, legacy, modern, response};
use super::*;
use crate::send::mcp::Era;
use axum::response::Response;
use candor::render::Revision;
use serde_json::{Value, json};

fn facts(state: ServerState) -> std::sync::Arc<crate::send::mcp::ServerFacts> {
    let ServerState::Up(facts) = state else { panic!("{state:?}") };
    facts
}

#[tokio::test]
async fn a_modern_server_gets_what_it_needs_with_each_request_and_no_handshake() {
    let desk = Desk::open(|seen: Seen| async move { modern(&seen).unwrap_or_else(|| answer(&seen, "{}")) }).await;
    let server = desk.server();
    let facts = facts(until(&server, is_up).await);
    assert_eq!((facts.era, facts.revision), (Era::Modern, Revision::V2026_07_28));
    let request = ServerRequest { mirrored: vec![("Region".into(), "köln".into())], ..call("wetter_köln") };
    result(outcome(&server, request).await);
    let seen = desk.until("tools/call").await;
    let meta = &seen.message["params"]["_meta"];
    assert_eq!(meta["io.modelcontextprotocol/protocolVersion"], "2026-07-28");
    assert_eq!(meta["io.modelcontextprotocol/clientCapabilities"], json!({}));
    assert_eq!(seen.header("mcp-protocol-version"), Some("2026-07-28"));
    assert_eq!(seen.header("mcp-method"), Some("tools/call"));
    assert_eq!(seen.header("mcp-name"), Some("=?base64?d2V0dGVyX2vDtmxu?="));
    assert_eq!(seen.header("mcp-param-region"), Some("=?base64?a8O2bG4=?="));
    assert_eq!(seen.header("accept"), Some("application/json, text/event-stream"));
    assert!(desk.of("initialize").is_empty());
}

/// Each of these answers to `server/discover` is one of a legacy server.
#[tokio::test]
async fn whatever_is_not_an_answer_of_the_new_revision_is_one_of_a_legacy_server() {
    let refusals: [fn(&Seen) -> Response; 7] = [
        |_| response(400, "text/plain", "Bad Request: no session"),
        |_| error(400, &Value::Null, -32000, "Bad Request: Unsupported protocol version: 2026-07-28"),
        |seen| error(200, seen.id(), -32601, "Method not found"),
        |_| response(404, "text/html", "<html>"),
        |_| response(405, "text/plain", ""),
        |_| response(202, "text/plain", ""),
        |_| response(500, "text/plain", "undefined is not a function"),
    ];
    for refuse in refusals {
        let desk = Desk::open(move |seen: Seen| async move {
            match seen.method() {
                "server/discover" => refuse(&seen),
                _ => legacy(&seen).unwrap_or_else(|| answer(&seen, "{}")),
            }
        })
        .await;
        let server = desk.server();
        result(outcome(&server, call("t")).await);
        assert_eq!(facts(server.state()).revision, Revision::V2025_06_18);
        let seen = desk.until("tools/call").await;
        assert_eq!(seen.header("mcp-protocol-version"), Some("2025-06-18"));
        assert_eq!((seen.header("mcp-method"), seen.header("mcp-name")), (None, None));
        let methods: Vec<String> = desk.seen().iter().map(|seen| seen.method().to_owned()).collect();
        assert_eq!(methods, ["server/discover", "initialize", "notifications/initialized", "tools/call"]);
        assert_eq!(desk.of("initialize")[0].header("mcp-protocol-version"), None);
    }
}

#[tokio::test]
async fn a_server_that_leaves_the_question_open_is_begun_with_as_an_older_one() {
    let desk = Desk::open(|seen: Seen| async move {
        match seen.method() {
            "server/discover" => std::future::pending().await,
            _ => legacy(&seen).unwrap_or_else(|| answer(&seen, "{}")),
        }
    })
    .await;
    let mut settings = desk.settings();
    settings.start = Duration::from_secs(12);
    let server = start(settings);
    result(outcome(&server, call("t")).await);
    assert_eq!(facts(server.state()).era, Era::Legacy);
}

#[tokio::test]
async fn a_modern_error_is_not_one_of_a_legacy_server() {
    let desk = Desk::open(|seen: Seen| async move {
        let error = json!({"code": -32022, "message": "no", "data": {"supported": ["2031-01-01"]}});
        response(400, "application/json", json!({"jsonrpc": "2.0", "id": seen.id(), "error": error}).to_string())
    })
    .await;
    let server = desk.server();
    assert_eq!(failed(outcome(&server, call("t")).await), ("server_not_begun".to_owned(), false));
    assert!(desk.of("initialize").is_empty());
    let ServerState::Out { why, .. } = server.state() else { panic!("{:?}", server.state()) };
    assert_eq!(&*why, "speaks no revision of the protocol that the gateway speaks");
}

#[tokio::test]
async fn a_server_that_has_changed_its_era_is_asked_again() {
    let era = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(true));
    let is_modern = era.clone();
    let desk = Desk::open(move |seen: Seen| {
        let is_modern = is_modern.load(std::sync::atomic::Ordering::SeqCst);
        async move {
            if is_modern {
                return modern(&seen).unwrap_or_else(|| answer(&seen, r#""modern""#));
            }
            match seen.header("mcp-protocol-version") {
                Some("2026-07-28") if seen.method() != "server/discover" => {
                    error(400, seen.id(), -32022, "Unsupported protocol version")
                }
                _ => legacy(&seen).unwrap_or_else(|| answer(&seen, r#""legacy""#)),
            }
        }
    })
    .await;
    let server = desk.server();
    assert_eq!(result(outcome(&server, call("t")).await), r#""modern""#);
    era.store(false, std::sync::atomic::Ordering::SeqCst);
    assert_eq!(result(outcome(&server, call("t")).await), r#""legacy""#);
}

const CHANGED: &str = "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/resources/list_changed\"}\n\n";

#[tokio::test]
async fn a_legacy_server_is_listened_to_within_its_session() {
    let desk = Desk::open(|seen: Seen| async move {
        match (seen.http_method.as_str(), seen.method()) {
            ("GET", _) => endless(CHANGED.to_owned()),
            (_, "initialize") => {
                let result = r#"{"protocolVersion":"2025-11-25","capabilities":{"resources":{"listChanged":true}}}"#;
                let mut response = answer(&seen, result);
                response.headers_mut().insert("mcp-session-id", "s-1".parse().unwrap());
                response
            }
            _ => legacy(&seen).unwrap_or_else(|| answer(&seen, "{}")),
        }
    })
    .await;
    let server = desk.server();
    event(&mut server.events(), ServerEvent::ResourcesChanged).await;
    let listening = desk.until("").await;
    assert_eq!((listening.http_method.as_str(), listening.header("mcp-session-id")), ("GET", Some("s-1")));
}

#[tokio::test]
async fn a_modern_server_is_asked_to_tell_what_changes() {
    let desk = Desk::open(|seen: Seen| async move {
        match seen.method() {
            "server/discover" => answer(
                &seen,
                r#"{"supportedVersions":["2026-07-28"],"capabilities":{"resources":{"listChanged":true}}}"#,
            ),
            "subscriptions/listen" => endless(CHANGED.to_owned()),
            _ => answer(&seen, "{}"),
        }
    })
    .await;
    let server = desk.server();
    event(&mut server.events(), ServerEvent::ResourcesChanged).await;
    let listening = desk.until("subscriptions/listen").await;
    assert_eq!(listening.message["params"]["notifications"], json!({"resourcesListChanged": true}));
    assert_eq!(listening.header("mcp-method"), Some("subscriptions/listen"));
}
