//! Failures as HTTP responses: what a client gets from a server on axum, over real sockets.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that cannot go on fails"
)]

use axum::Router;
use axum::extract::{Path, Request};
use axum::middleware::{Next, from_fn};
use axum::routing::get;
use candor::http::ResponseReader;
use candor::{Code, Contract, Dialect, Failure, FailurePolicy, OrFail, ProblemResponse, Retry, Safety};
use http::{HeaderMap, StatusCode};
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};
use std::time::Duration;

#[derive(Debug, Contract)]
enum OrderError {
    /// No order has the id.
    #[failure(code = NotFound, message = "No order has the id {id}", recovery = "List the orders at /orders first.")]
    NoOrder { id: u64 },
    /// The shop is closed.
    #[failure(code = Unavailable, message = "The shop is closed", recovery = "Come back in the morning.")]
    Closed,
}

fn find(id: u64) -> Result<String, OrderError> {
    match id {
        0 => Err(OrderError::Closed),
        17 => Ok("order 17".to_owned()),
        id => Err(OrderError::NoOrder { id }),
    }
}

async fn order(Path(id): Path<u64>) -> Result<String, ProblemResponse> {
    Ok(find(id)?)
}

async fn invoice(Path(id): Path<u64>) -> Result<String, Failure> {
    let order = find(id)?;
    std::fs::read_to_string("/nonexistent/swordfish").or_fail("reading the invoice")?;
    Ok(order)
}

async fn stock() -> Result<String, ProblemResponse> {
    tokio::task::yield_now().await;
    let retry = Retry::After(Duration::from_millis(1_200), Safety::Always);
    Err(Failure::new(Code::RateLimited, "The login swordfish-77 was too fast").with_retry(retry))?
}

fn router() -> Router {
    Router::new().route("/orders/{id}", get(order)).route("/invoices/{id}", get(invoice)).route("/stock", get(stock))
}

/// The same under a policy, as the guide shows it.
fn router_under(policy: FailurePolicy) -> Router {
    router().layer(from_fn(move |request: Request, next: Next| policy.scope(next.run(request))))
}

struct Answer {
    status: StatusCode,
    headers: HeaderMap,
    body: Value,
}

/// What the path answers. It has to be a problem.
async fn answer(router: Router, path: &str) -> Answer {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}{path}", listener.local_addr().unwrap());
    tokio::spawn(async move { axum::serve(listener, router).await });
    // Whichever test comes first sets it for all.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let client = reqwest::Client::builder().no_proxy().timeout(Duration::from_secs(20)).build().unwrap();
    let response = client.get(url).send().await.unwrap();
    let (status, headers) = (response.status(), response.headers().clone());
    assert_eq!(headers.get_all("content-type").iter().collect::<Vec<_>>(), ["application/problem+json"]);
    assert_eq!(headers["cache-control"], "no-store");
    Answer { status, headers, body: response.json().await.unwrap() }
}

#[tokio::test]
async fn a_contract_becomes_a_problem_with_the_status_of_the_response() {
    for (id, status, slug, reason) in [(4, 404, "not-found", "no_order"), (0, 503, "api-error", "closed")] {
        let Answer { status: answered, body, headers } = answer(router(), &format!("/orders/{id}")).await;
        assert_eq!((answered.as_u16(), &body["status"]), (status, &json!(status)));
        assert_eq!((&body["type"], &body["reason"]), (&json!(format!("urn:candor:problem:{slug}")), &json!(reason)));
        assert!(!headers.contains_key("retry-after"), "the failure does not say when");
    }
}

#[tokio::test]
async fn a_handler_fails_with_any_error_and_its_words_stay_with_the_operator() {
    let Answer { status, body, .. } = answer(router(), "/invoices/17").await;
    assert_eq!(body["status"], status.as_u16());
    assert!(!body.to_string().contains("swordfish"), "{body:#}");
    assert_eq!(answer(router(), "/invoices/4").await.status, 404);
}

#[tokio::test]
async fn a_failure_that_says_when_to_retry_has_the_header_in_whole_seconds() {
    let answer = answer(router(), "/stock").await;
    assert_eq!((answer.status.as_u16(), &answer.headers["retry-after"]), (429, &"2".parse().unwrap()));
    assert_eq!(answer.body["retry"]["after_ms"], 1_200);
}

#[tokio::test]
async fn what_a_handler_fails_with_is_under_the_policy_of_its_scope() {
    let told = Arc::new(Mutex::new(Vec::new()));
    let seen = told.clone();
    let policy = FailurePolicy::new()
        .with_secret("swordfish-77")
        .with_dialect(Dialect::Envelope)
        .with_problem_base("https://errors.example.com/")
        .unwrap()
        .on_incident(move |incident| seen.lock().unwrap().push(incident.occurrence().instance()));
    let Answer { body, .. } = answer(router_under(policy), "/stock").await;
    assert_eq!(body["detail"], "The login [redacted] was too fast");
    assert_eq!(body["type"], "https://errors.example.com/rate-limit-exceeded", "a problem, whatever the dialect is");
    assert!(FailurePolicy::flush_all(Duration::from_secs(10)));
    assert_eq!(*told.lock().unwrap(), [body["instance"].as_str().unwrap()], "one incident, under the same id");
}

#[tokio::test]
async fn a_scope_ends_with_its_future_and_may_be_within_another() {
    let says = |failure: Failure| String::from_utf8(ProblemResponse::from(failure).body().to_vec()).unwrap();
    let is_kept = |word: &'static str| says(Failure::internal(word)).contains(word);
    let (outer, inner) =
        (FailurePolicy::new().with_secret("marlin-4711"), FailurePolicy::new().with_secret("perch-99"));
    let within = async {
        assert!(!is_kept("marlin-4711") && is_kept("perch-99"));
        inner.scope(async { assert!(is_kept("marlin-4711") && !is_kept("perch-99")) }).await;
        assert!(!is_kept("marlin-4711") && is_kept("perch-99"));
    };
    outer.scope(within).await;
    assert!(is_kept("marlin-4711"));
    let panics = tokio::spawn(outer.scope(async { panic!("on purpose") }));
    assert!(panics.await.is_err());
    assert!(is_kept("marlin-4711"), "a panic ends the scope, too");
}

#[test]
fn every_code_has_one_status_in_the_response_and_in_the_problem() {
    for code in Code::all() {
        let problem = FailurePolicy::new().problem_response(Failure::new(code, "It failed"));
        let response: http::Response<Vec<u8>> = problem.into();
        let body: Value = serde_json::from_slice(response.body()).unwrap();
        assert_eq!(body["status"], response.status().as_u16(), "{code}");
    }
}

#[test]
fn a_disclosure_is_a_response_without_another_incident() {
    let told = Arc::new(Mutex::new(0));
    let count = told.clone();
    let policy = FailurePolicy::new().on_incident(move |_| *count.lock().unwrap() += 1);
    let disclosure = policy.disclose(Failure::not_found("No order"));
    let problem = ProblemResponse::from(&disclosure);
    assert_eq!(problem.status(), 404);
    assert!(String::from_utf8_lossy(problem.body()).contains(disclosure.instance()));
    assert!(policy.flush(Duration::from_secs(10)));
    assert_eq!(*told.lock().unwrap(), 1);
}

#[test]
fn a_failure_of_another_service_is_a_bad_gateway_and_keeps_its_delay() {
    let mut headers = HeaderMap::new();
    headers.insert("retry-after", "7".parse().unwrap());
    let failure = ResponseReader::new().read(StatusCode::TOO_MANY_REQUESTS, &headers, b"");
    let response: http::Response<Vec<u8>> = FailurePolicy::new().problem_response(failure).into();
    assert_eq!((response.status().as_u16(), &response.headers()["retry-after"]), (502, &"7".parse().unwrap()));
    let body: Value = serde_json::from_slice(response.body()).unwrap();
    assert_eq!((&body["title"], &body["code"]), (&json!("External API Error"), &json!("rate_limited")));
    let read = Dialect::Problem.recognise(&body).unwrap();
    assert_eq!((read.code(), read.retry().after_seconds()), (Code::RateLimited, Some(7)));
}
