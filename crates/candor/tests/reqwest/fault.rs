//! What went wrong, and whether the request was ever sent.

use super::server::{Behaviour, Server, answer};
use super::{builder, client};
use ::reqwest::redirect::Policy;
use ::reqwest::{Body, Client, Error, Proxy};
use candor::classify::{Classifier, ErrorReader, Reading, Rule, Rules, Verdict};
use candor::http::ResponseReader;
use candor::{Code, Failure, Origin, Retry, Safety};
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

const UNSENT: Retry = Retry::Backoff(Safety::Always);
const SENT: Retry = Retry::Backoff(Safety::IfIdempotent);

#[track_caller]
fn assert_is(error: Error, code: Code, reason: &str, origin: Origin, retry: Retry) -> Failure {
    let shown = format!("{error:?}");
    let verdict = candor::classify::Classifier::standard().classify(&error);
    let failure = Failure::from(error);
    assert_eq!(failure.verdict(), Some(&verdict), "{shown}");
    assert_eq!(failure.reason().as_str(), reason, "{shown}");
    assert_eq!((failure.code(), failure.origin(), failure.retry()), (code, origin, retry), "{shown}");
    failure
}

#[track_caller]
fn assert_unreachable(error: Error, reason: &str) -> Failure {
    assert_is(error, Code::Unavailable, reason, Origin::Transport, UNSENT)
}

async fn error_of(client: &Client, url: &str) -> Error {
    match client.get(url).send().await {
        Err(error) => error,
        Ok(response) => response.bytes().await.expect_err("the server misbehaves"),
    }
}

#[tokio::test]
async fn a_refused_connection_was_never_sent() {
    let failure = assert_unreachable(error_of(&client(), &Server::nobody().await).await, "connection_refused");
    assert_eq!(failure.message(), "127.0.0.1 refused the connection");
}

#[tokio::test]
async fn a_name_that_does_not_resolve_was_never_sent_to() {
    // Some machines take their time to find out.
    let patient = builder().connect_timeout(Duration::from_secs(60)).build().unwrap();
    let failure = assert_unreachable(error_of(&patient, "http://orders.invalid/").await, "name_not_resolved");
    assert_eq!(failure.message(), "orders.invalid could not be reached: the host name does not resolve");
}

#[tokio::test]
async fn no_tls_means_that_nothing_was_sent() {
    let server = Server::start(Behaviour::SpeakFirst(b"HTTP/1.1 400 Bad Request\r\n\r\n".to_vec())).await;
    let failure = assert_unreachable(error_of(&client(), &server.https()).await, "tls_failed");
    assert_eq!(failure.message(), "127.0.0.1 could not be reached: the TLS handshake failed");
}

#[tokio::test]
async fn a_connection_that_is_cut_in_the_handshake_was_never_sent_on() {
    let server = Server::start(Behaviour::ResetAtOnce).await;
    assert_unreachable(error_of(&client(), &server.https()).await, "connection_reset");
}

#[tokio::test]
async fn a_connection_that_times_out_has_sent_nothing() {
    let server = Server::start(Behaviour::Silence).await;
    let failure = assert_unreachable(error_of(&client(), &server.https()).await, "connect_timed_out");
    assert_eq!(failure.message(), "127.0.0.1 did not accept a connection in time");
}

#[tokio::test]
async fn an_answer_that_does_not_arrive_in_time_may_have_taken_effect() {
    let server = Server::start(Behaviour::Silence).await;
    let (whole, reading) = (builder().timeout(SOON).build(), builder().read_timeout(SOON).build());
    for client in [whole, reading] {
        let error = error_of(&client.unwrap(), &server.http()).await;
        assert_is(error, Code::Timeout, "response_timed_out", Origin::Transport, SENT);
    }
}

const SOON: Duration = Duration::from_millis(200);

#[tokio::test]
async fn a_body_that_does_not_arrive_in_time_is_a_timeout_too() {
    let head = b"HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{".to_vec();
    let server = Server::start(Behaviour::AnswerThenSilence(head)).await;
    let error = error_of(&builder().timeout(SOON).build().unwrap(), &server.http()).await;
    assert_is(error, Code::Timeout, "response_timed_out", Origin::Transport, SENT);
}

#[tokio::test]
async fn a_reset_before_the_request_was_read_is_safe_only_where_nothing_was_written() {
    let server = Server::start(Behaviour::ResetAtOnce).await;
    // Which of the two comes first is up to the system, so each must be told as what it is.
    for _ in 0..20 {
        let error = error_of(&client(), &server.http()).await;
        let is_unsent = format!("{error:?}").contains("Canceled");
        let failure = Failure::from(error);
        assert!(["connection_reset", "connection_closed"].contains(&failure.reason().as_str()), "{failure:?}");
        assert_eq!((failure.code(), failure.origin()), (Code::Unavailable, Origin::Transport));
        assert_eq!(failure.retry(), if is_unsent { UNSENT } else { SENT }, "{failure:?}");
    }
}

#[tokio::test]
async fn a_reset_after_the_request_was_read_may_mean_that_it_took_effect() {
    let server = Server::start(Behaviour::ResetAfterRequest).await;
    let error = error_of(&client(), &server.http()).await;
    let failure = assert_is(error, Code::Unavailable, "connection_reset", Origin::Transport, SENT);
    assert_eq!(failure.message(), "127.0.0.1 reset the connection");
}

#[tokio::test]
async fn a_connection_that_is_closed_without_an_answer_may_mean_that_it_took_effect() {
    let server = Server::start(Behaviour::CloseAfterRequest).await;
    let error = error_of(&client(), &server.http()).await;
    assert_is(error, Code::Unavailable, "connection_closed", Origin::Transport, SENT);
}

#[tokio::test]
async fn a_body_that_breaks_off_is_malformed() {
    let answers: [&[u8]; 3] = [
        b"HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nabc",
        b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n3\r\nabc\r\n",
        b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\nabc\r\n",
    ];
    for bytes in answers {
        let server = Server::start(Behaviour::Answer(bytes.to_vec())).await;
        let error = error_of(&client(), &server.http()).await;
        assert_is(error, Code::DependencyFailed, "malformed_body", Origin::Upstream, SENT);
    }
}

#[tokio::test]
async fn a_body_that_is_cut_off_is_a_reset() {
    let head = b"HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nabc".to_vec();
    let server = Server::start(Behaviour::AnswerThenReset(head)).await;
    let error = error_of(&client(), &server.http()).await;
    assert_is(error, Code::Unavailable, "connection_reset", Origin::Transport, SENT);
}

#[tokio::test]
async fn a_body_that_is_not_the_json_it_should_be_is_malformed() {
    let server = Server::answering("200 OK", "content-type: application/json\r\n", b"{\"id\": ").await;
    let error = client().get(server.http()).send().await.unwrap().json::<serde_json::Value>().await.unwrap_err();
    assert_is(error, Code::DependencyFailed, "malformed_body", Origin::Upstream, SENT);
}

#[tokio::test]
async fn an_answer_that_is_not_http_is_malformed() {
    let server = Server::start(Behaviour::Answer(b"220 mail.example.com ESMTP\r\n\r\n".to_vec())).await;
    let error = error_of(&client(), &server.http()).await;
    assert_is(error, Code::DependencyFailed, "malformed_response", Origin::Upstream, SENT);
}

#[tokio::test]
async fn redirects_that_do_not_end_are_not_worth_a_retry() {
    let server = Server::start(Behaviour::RedirectToItself).await;
    let error = error_of(&client(), &server.http()).await;
    let failure = assert_is(error, Code::DependencyFailed, "too_many_redirects", Origin::Upstream, Retry::Never);
    assert_eq!(failure.message(), "127.0.0.1 redirected the request too many times");
    let picky = builder().redirect(Policy::custom(|attempt| attempt.error("not there"))).build().unwrap();
    let error = error_of(&picky, &server.http()).await;
    assert_is(error, Code::DependencyFailed, "redirect_refused", Origin::Upstream, Retry::Never);
}

/// A body that cannot be read.
struct Unreadable;

impl http_body::Body for Unreadable {
    type Data = &'static [u8];
    type Error = std::io::Error;

    fn poll_frame(
        self: Pin<&mut Self>,
        _: &mut Context<'_>,
    ) -> Poll<Option<Result<http_body::Frame<Self::Data>, Self::Error>>> {
        Poll::Ready(Some(Err(std::io::Error::other("the file is gone"))))
    }
}

#[tokio::test]
async fn a_body_that_cannot_be_sent_is_this_servers_own_fault() {
    let server = Server::start(Behaviour::Silence).await;
    let error = client().post(server.http()).body(Body::wrap(Unreadable)).send().await.unwrap_err();
    assert_is(error, Code::Internal, "request_body_failed", Origin::Internal, SENT);
}

#[tokio::test]
async fn a_protocol_that_was_not_changed_will_not_be() {
    let server = Server::answering("200 OK", "", b"").await;
    let error = client().get(server.http()).send().await.unwrap().upgrade().await.unwrap_err();
    assert_is(error, Code::DependencyFailed, "upgrade_failed", Origin::Upstream, Retry::Never);
}

#[tokio::test]
async fn a_proxy_that_does_not_let_through_was_never_sent_past() {
    let server = Server::answering("403 Forbidden", "", b"").await;
    let proxies = [server.http(), Server::nobody().await];
    for proxy in proxies {
        let client = builder().proxy(Proxy::all(proxy).unwrap()).build().unwrap();
        assert_unreachable(error_of(&client, "https://api.example.com/").await, "proxy_failed");
    }
}

#[tokio::test]
async fn a_status_that_was_made_an_error_gives_its_code() {
    for (status, code) in [("404 Not Found", Code::NotFound), ("429 Too Many Requests", Code::RateLimited)] {
        let server = Server::answering(status, "", b"").await;
        let error = client().get(server.http()).send().await.unwrap().error_for_status().unwrap_err();
        let failure = Failure::from(error);
        assert_eq!((failure.code(), failure.origin()), (code, Origin::Upstream));
        assert_eq!(failure.message(), format!("127.0.0.1 returned {status}"));
        assert_eq!(failure.retry(), code.row().retry.value);
    }
}

#[tokio::test]
async fn a_status_means_the_same_in_a_response_in_an_error_and_in_a_chain_of_causes() {
    for status in [400, 403, 404, 409, 422, 429, 500, 501, 503, 504, 505] {
        let server = Server::answering(&format!("{status} X"), "", b"").await;
        let get = || async { client().get(server.http()).send().await.unwrap() };
        let response = Failure::from_response(get().await).await;
        let error = get().await.error_for_status().unwrap_err();
        let classifier = candor::classify::Classifier::standard();
        assert_eq!(Some(&classifier.classify(&error)), response.verdict(), "{status}");
        let wrapped = std::io::Error::other(error);
        assert_eq!(Some(&classifier.classify(&wrapped)), response.verdict(), "{status}");
        let failure = Failure::from(get().await.error_for_status().unwrap_err());
        assert_eq!(failure.verdict(), response.verdict(), "{status}");
        assert_eq!((failure.code(), failure.retry()), (response.code(), response.retry()), "{status}");
    }
}

#[test]
fn a_request_that_cannot_be_built_was_never_sent() {
    let address = |url: &str| {
        let error = client().get(url).build().unwrap_err();
        assert_is(error, Code::Configuration, "invalid_address", Origin::Configuration, Retry::Never)
    };
    for url in ["not an address", "/orders", "http://[::1"] {
        let failure = address(url);
        assert_eq!(failure.message(), "The address of a service is not valid, so nothing was sent");
    }
    let error = client().get("http://example.com").header("bad name", "x").build().unwrap_err();
    assert_is(error, Code::Internal, "request_not_built", Origin::Internal, Retry::Never);
    let error = client().post("http://example.com").json(&std::collections::HashMap::from([((1, 2), 3)])).build();
    assert_is(error.unwrap_err(), Code::Serialization, "request_not_encoded", Origin::Internal, Retry::Never);
}

#[tokio::test]
async fn a_scheme_that_is_not_spoken_is_a_matter_of_configuration() {
    let error = error_of(&client(), "ftp://example.com/").await;
    assert_is(error, Code::Configuration, "invalid_address", Origin::Configuration, Retry::Never);
}

#[tokio::test]
async fn every_answer_of_a_working_server_is_accepted() {
    let server = Server::start(Behaviour::Answer(answer("200 OK", "", b"fine"))).await;
    assert_eq!(client().get(server.http()).send().await.unwrap().bytes().await.unwrap().as_ref(), b"fine");
}

#[tokio::test]
async fn the_classifier_finds_a_failed_request_below_other_errors() {
    let error = client().get("http://127.0.0.1:1/").send().await.expect_err("nobody listens");
    let wrapped = std::io::Error::other(error);
    let verdict = candor::classify::Classifier::standard().classify(&wrapped);
    assert_eq!((verdict.code(), verdict.rule()), (candor::Code::Unavailable, "reqwest"));
    assert_eq!(verdict.decided_by(), "connection_refused");
}

struct Refusals;

impl ErrorReader for Refusals {
    fn name(&self) -> &'static str {
        "refusals"
    }

    fn read<'e>(&self, error: &'e (dyn std::error::Error + 'static)) -> Option<Reading<'e>> {
        let error = error.downcast_ref::<std::io::Error>()?;
        let is_refused = error.kind() == std::io::ErrorKind::ConnectionRefused;
        is_refused.then(|| Verdict::new(Code::Configuration, "refused").with_retry(Retry::Never).into())
    }
}

#[tokio::test]
async fn rules_and_readers_of_the_user_judge_errors_without_a_response() {
    let rule = |text: &str| Rules::new([Rule::new("own", Code::Configuration).when_text(text)]).unwrap();
    let rows = [
        (Classifier::new().with_rules(rule("refused")), Code::Configuration, "own"),
        (Classifier::new().with_reader(Refusals), Code::Configuration, "refused"),
        (Classifier::new().with_rules(rule("sold out")), Code::Unavailable, "reqwest"),
        (Classifier::new(), Code::Unavailable, "reqwest"),
    ];
    for (classifier, code, decided_by) in rows {
        let error = error_of(&client(), &Server::nobody().await).await;
        let failure = ResponseReader::new().with_classifier(classifier).read_error(error);
        assert_eq!((failure.code(), failure.verdict().unwrap().rule()), (code, decided_by));
        assert_eq!(failure.reason().as_str(), "connection_refused");
        assert_eq!(failure.message(), "127.0.0.1 refused the connection");
    }
}
