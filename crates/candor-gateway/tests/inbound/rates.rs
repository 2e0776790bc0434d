//! How often a client may call.

use super::authorization_server::{KeyServer, resource_server};
use super::endpoint::{Answer, BODY, Endpoint, message, token};
use super::signing::{Signer, claims};
use candor_gateway::{ClientLimits, Inbound, KeySource, Listen, Rate};
use serde_json::json;
use std::num::NonZeroU32;

const CI: &str = "ci-7f3a9c1e5b2d4860";
const OPS: &str = "ops-0a1b2c3d4e5f6789";

fn limited(burst: u32) -> Inbound {
    let rate = Rate { per_second: NonZeroU32::MIN, burst: NonZeroU32::new(burst).unwrap() };
    Inbound { limits: ClientLimits { rate: Some(rate), concurrency: None }, ..Inbound::default() }
}

/// Checks that it is a JSON-RPC error about the rate.
fn check(answer: &Answer) {
    assert_eq!((answer.status, answer.header("content-type")), (429, Some("application/json")), "{answer:?}");
    assert_eq!(answer.header("retry-after"), Some("1"));
    let message = answer.json();
    assert_eq!(message["id"], "call-7");
    let data = &message["error"]["data"];
    assert_eq!(data["reason"], "client_rate_exceeded", "{message:#}");
    assert_eq!(data["retry"]["retryable"], true, "{message:#}");
    assert_eq!(data["retry"]["safe"], "always", "{message:#}");
    assert_eq!(data["retry"]["after_ms"], 1_000, "{message:#}");
}

#[tokio::test]
async fn a_client_that_calls_too_often_is_told_when_to_call_again() {
    let endpoint = Endpoint::of(limited(2)).await;
    endpoint.call(&[]).await.caller();
    endpoint.call(&[]).await.caller();
    check(&endpoint.call(&[]).await);
}

#[tokio::test]
async fn a_request_whose_id_cannot_be_read_is_answered_with_a_problem() {
    let endpoint = Endpoint::of(limited(1)).await;
    endpoint.call(&[]).await.caller();
    let long = format!(r#"{{"jsonrpc":"2.0","id":1,"method":"x","params":{{"text":"{}"}}}}"#, "x".repeat(20_000));
    for body in [
        "not json",
        r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
        r#"{"id":1,"id":2,"method":"x"}"#,
        r#"{"id":null,"method":"x"}"#,
        r#"{"id":1,"result":{}}"#,
        &long,
    ] {
        let request = message("/mcp", &[]).replace(&format!("Content-Length: {}", BODY.len()), "");
        let (head, _) = request.split_once("\r\n\r\n").unwrap();
        let head = head.trim_end();
        let answer = endpoint.send(&format!("{head}\r\nContent-Length: {}\r\n\r\n{body}", body.len())).await;
        answer.problem(429, "client_rate_exceeded");
        assert_eq!(answer.header("retry-after"), Some("1"), "{body}");
    }
    let get = endpoint.get("/mcp").await;
    get.problem(429, "client_rate_exceeded");
}

#[tokio::test]
async fn each_token_has_a_rate_of_its_own() {
    let endpoint = Endpoint::of(Inbound { tokens: vec![token("ci", CI), token("ops", OPS)], ..limited(1) }).await;
    endpoint.call_with(CI).await.caller();
    check(&endpoint.call_with(CI).await);
    endpoint.call_with(OPS).await.caller();
}

#[tokio::test]
async fn whoever_guesses_tokens_is_counted_by_its_address() {
    let endpoint = Endpoint::of(Inbound { tokens: vec![token("ci", CI)], ..limited(2) }).await;
    endpoint.call_with("a-guess-1234567890").await.problem(401, "unknown_token");
    endpoint.call_with("a-guess-1234567891").await.problem(401, "unknown_token");
    endpoint.call_with("a-guess-1234567892").await.problem(429, "client_rate_exceeded");
    endpoint.call_with(CI).await.caller();
}

#[tokio::test]
async fn without_any_setting_tokens_that_fail_are_few_and_no_more_are_checked() {
    let signer = Signer::new("ES256", "k1");
    let server = KeyServer::with(&[&signer]).await;
    let oauth = Some(resource_server(KeySource::Url(server.url.clone())));
    let endpoint = Endpoint::of(Inbound { oauth, tokens: vec![token("ci", CI)], ..Inbound::default() }).await;
    let mut failed = 0;
    let refused = loop {
        let answer = endpoint.call_with("a-guess-1234567890").await;
        if answer.status != 401 {
            break answer;
        }
        failed += 1;
        assert!(failed < 1_000, "any number of tokens may fail");
    };
    assert!(failed >= 50, "{failed}");
    refused.problem(429, "too_many_failed_tokens");
    assert_eq!(refused.header("retry-after"), Some("1"));
    for _ in 0..10 {
        endpoint.call_with("a-guess-1234567890").await;
    }
    let answer = endpoint.call_with(&signer.token(&claims(json!({})))).await;
    answer.problem(429, "too_many_failed_tokens");
    assert_eq!(server.requests(), 0, "nothing was done to check it");
    endpoint.call(&[]).await.problem(401, "missing_token");
    endpoint.call_with(CI).await.caller();
}

#[tokio::test]
async fn addresses_of_one_ipv6_network_are_one_client_and_others_are_not() {
    let listen = Listen { trusted_proxies: vec!["127.0.0.1".to_owned()], ..Listen::default() };
    let endpoint = Endpoint::listening(limited(1), listen).await;
    endpoint.call(&[("X-Forwarded-For", "2001:db8:1:2::1")]).await.caller();
    check(&endpoint.call(&[("X-Forwarded-For", "2001:db8:1:2:ffff::9")]).await);
    endpoint.call(&[("X-Forwarded-For", "2001:db8:1:3::1")]).await.caller();
    endpoint.call(&[("X-Forwarded-For", "198.51.100.7")]).await.caller();
}

#[tokio::test]
async fn an_untrusted_header_is_no_way_around_the_rate() {
    let endpoint = Endpoint::of(limited(1)).await;
    endpoint.call(&[("X-Forwarded-For", "198.51.100.1")]).await.caller();
    check(&endpoint.call(&[("X-Forwarded-For", "198.51.100.2")]).await);
}
