//! Refused, not resolved, no TLS: nothing was sent, so everything may be repeated.

use super::client::{Answer, Client, at};
use super::upstream::{Certificate, Port, Secured, Upstream, refused_port};
use candor::Dialect;
use candor_gateway::Connection;
use serde_json::json;
use std::time::Duration;

/// Calls once to read and once to write, and checks that both were never sent.
async fn was_never_sent(upstream: candor_gateway::Upstream, reason: &str) -> Answer {
    let client = Client::with(upstream, Dialect::Structured).await;
    let read = client.call("get_order", json!({"id": "7"})).await;
    let written = client.call("place_order", json!({"body": {"item": "lamp"}})).await;
    for answer in [&read, &written] {
        assert_eq!(answer.facts(), ("unavailable", reason, "transport"), "{:#}", answer.0);
        assert_eq!(answer.failure()["retry"]["retryable"], true);
        assert_eq!(answer.failure()["retry"]["safe"], "always", "{:#}", answer.0);
        assert!(answer.text().contains("shop"), "it is named as the operator named it: {}", answer.text());
    }
    for record in client.records(2).await {
        assert_eq!((record.status, record.bytes_received), (None, 0));
    }
    written
}

#[tokio::test]
async fn a_refused_connection_was_never_sent() {
    was_never_sent(at(refused_port().await), "connection_refused").await;
}

#[tokio::test]
async fn a_name_that_does_not_exist_was_never_sent() {
    was_never_sent(at("http://orders.invalid/".parse().unwrap()), "name_not_resolved").await;
}

#[tokio::test]
async fn a_certificate_that_nobody_vouches_for_is_not_sent_anything() {
    for certificate in [Certificate::Good, Certificate::SelfSigned] {
        // Nobody has told the gateway of the authority.
        let secured = Secured::with(certificate).await;
        was_never_sent(at(secured.upstream.secure_base_url()), "tls_failed").await;
        assert_eq!(secured.upstream.request_count(), 0, "{certificate:?}");
    }
}

#[tokio::test]
async fn a_certificate_that_has_expired_or_is_for_another_name_is_not_sent_anything() {
    for certificate in [Certificate::SelfSigned, Certificate::Expired, Certificate::WrongName] {
        let secured = Secured::with(certificate).await;
        was_never_sent(trusting(&secured), "tls_failed").await;
        assert_eq!(secured.upstream.request_count(), 0, "{certificate:?}");
    }
}

#[tokio::test]
async fn a_certificate_of_an_authority_that_the_operator_trusts_is_good() {
    let secured = Secured::with(Certificate::Good).await;
    let client = Client::with(trusting(&secured), Dialect::Structured).await;
    client.call("get_order", json!({"id": "7"})).await.success();
}

#[tokio::test]
async fn a_port_that_speaks_no_tls_is_not_sent_anything() {
    let old = Upstream::at(Port::OldTls).await;
    was_never_sent(at(old.secure_base_url()), "tls_failed").await;
    let plain = Upstream::start().await;
    was_never_sent(at(plain.secure_base_url()), "tls_failed").await;
}

#[tokio::test]
async fn a_handshake_that_does_not_end_is_given_up_and_was_never_sent() {
    let upstream = Upstream::at(Port::NeverReads).await;
    let mut api = at(upstream.secure_base_url());
    api.connection.connect_timeout = Duration::from_millis(200);
    let answer = was_never_sent(api, "connect_timed_out").await;
    assert!(answer.text().contains("200 ms"), "whose limit, and how long: {}", answer.text());
}

pub(crate) fn trusting(secured: &Secured) -> candor_gateway::Upstream {
    let mut api = at(secured.upstream.secure_base_url());
    api.connection = Connection { authorities: vec![secured.authority.clone()], ..Connection::default() };
    api
}
