//! Clients that are web pages: what a browser asks before it lets a page call, and what the page may read.

use super::authorization_server::{TempFile, inbound, resource_server};
use super::endpoint::{Answer, Endpoint, token};
use super::signing::Signer;
use candor_gateway::{Inbound, KeySource, Listen};

const CI: &str = "ci-7f3a9c1e5b2d4860";
const PAGE: &str = "https://app.example.com";

async fn endpoint() -> Endpoint {
    let listen = Listen { allowed_origins: vec![PAGE.to_owned()], ..Listen::default() };
    Endpoint::listening(Inbound { tokens: vec![token("ci", CI)], ..Inbound::default() }, listen).await
}

/// What a browser asks before a page of this origin may call.
async fn preflight(endpoint: &Endpoint, origin: &str, path: &str) -> Answer {
    let request = format!(
        "OPTIONS {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nOrigin: {origin}\r\n\
         Access-Control-Request-Method: POST\r\n\
         Access-Control-Request-Headers: authorization,content-type,mcp-protocol-version\r\n\r\n"
    );
    endpoint.send(&request).await
}

#[tokio::test]
async fn a_page_of_an_allowed_origin_may_call_and_needs_no_token_to_ask_whether_it_may() {
    let endpoint = endpoint().await;
    for origin in [PAGE, "http://localhost:5173", "http://127.0.0.1:5173", "http://[::1]:5173"] {
        let answer = preflight(&endpoint, origin, "/mcp").await;
        assert_eq!((answer.status, answer.body.as_str()), (204, ""), "{answer:?}");
        assert_eq!(answer.header("access-control-allow-origin"), Some(origin));
        assert_eq!(answer.header("access-control-allow-methods"), Some("GET, POST, DELETE"));
        let headers = Some("authorization,content-type,mcp-protocol-version");
        assert_eq!(answer.header("access-control-allow-headers"), headers);
        assert!(answer.header("vary").unwrap().to_ascii_lowercase().contains("origin"), "{answer:?}");
        assert_eq!(answer.header("access-control-allow-credentials"), None, "cookies mean nothing here");
    }
}

#[tokio::test]
async fn a_page_of_another_origin_is_told_nothing() {
    let endpoint = endpoint().await;
    for origin in [
        "https://evil.example",
        "http://app.example.com",
        "https://app.example.com:8443",
        "https://app.example.com.evil.example",
        "http://localhost.evil.example",
        "null",
        "not an origin",
    ] {
        let answer = preflight(&endpoint, origin, "/mcp").await;
        assert_eq!((answer.status, answer.header("access-control-allow-origin")), (401, None), "{origin}: {answer:?}");
        let answer = endpoint.call(&[("Origin", origin)]).await;
        assert_eq!(answer.header("access-control-allow-origin"), None, "{origin}: {answer:?}");
    }
    let twice = endpoint.call(&[("Origin", PAGE), ("Origin", "https://evil.example")]).await;
    assert_eq!(twice.header("access-control-allow-origin"), None, "{twice:?}");
}

#[tokio::test]
async fn an_allowed_page_can_read_every_answer_and_where_to_get_a_token() {
    let endpoint = endpoint().await;
    let bearer = format!("Bearer {CI}");
    let refused = endpoint.call(&[("Origin", PAGE)]).await;
    refused.problem(401, "missing_token");
    let answered = endpoint.call(&[("Origin", PAGE), ("Authorization", &bearer)]).await;
    answered.caller();
    for answer in [refused, answered] {
        assert_eq!(answer.header("access-control-allow-origin"), Some(PAGE));
        let exposed = answer.header("access-control-expose-headers").unwrap().to_ascii_lowercase();
        for name in ["www-authenticate", "mcp-session-id", "retry-after"] {
            assert!(exposed.contains(name), "{exposed}");
        }
    }
    let no_page = endpoint.call(&[("Authorization", &bearer)]).await;
    assert_eq!(no_page.header("access-control-allow-origin"), None);
}

#[tokio::test]
async fn a_name_that_only_leads_here_is_refused_to_pages_as_well() {
    let request = format!(
        "OPTIONS /mcp HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\nOrigin: {PAGE}\r\n\
         Access-Control-Request-Method: POST\r\n\r\n"
    );
    endpoint().await.send(&request).await.problem(403, "forbidden_host");
}

#[tokio::test]
async fn any_page_may_ask_where_tokens_come_from_with_headers_of_its_own() {
    let file = TempFile::with(&[&Signer::new("ES256", "k1")]);
    let endpoint = Endpoint::of(inbound(resource_server(KeySource::File(file.0.clone())))).await;
    for path in ["/.well-known/oauth-protected-resource", "/.well-known/oauth-protected-resource/mcp"] {
        let answer = preflight(&endpoint, "https://anywhere.example", path).await;
        assert_eq!((answer.status, answer.header("access-control-allow-origin")), (204, Some("*")), "{answer:?}");
        assert!(answer.header("access-control-allow-headers").unwrap().contains("mcp-protocol-version"));
    }
}
