//! 4xx and 5xx: the one classifier decides, and the caller learns what the API says, but never a page.

use super::client::Client;
use super::upstream::{Upstream, status::WORDS};
use serde_json::json;

const ROWS: &[(u16, &str)] = &[
    (400, "invalid_params"),
    (402, "forbidden"),
    (403, "forbidden"),
    (404, "not_found"),
    (405, "invalid_request"),
    (408, "timeout"),
    (409, "conflict"),
    (410, "invalid_request"),
    (422, "validation"),
    (429, "rate_limited"),
    (500, "internal"),
    (501, "not_implemented"),
    (502, "unavailable"),
    (503, "unavailable"),
    (504, "timeout"),
];

#[tokio::test]
async fn every_status_has_the_code_of_the_classifier_and_the_fault_is_the_apis() {
    let upstream = Upstream::start().await;
    let client = Client::of(&upstream).await;
    for &(status, code) in ROWS {
        let answer = client.call("status", json!({"status": status, "form": "empty"})).await;
        let (found, _, origin) = answer.facts();
        assert_eq!((found, origin), (code, "upstream"), "{status}");
        assert_eq!(answer.failure()["details"]["status"], status);
        assert!(answer.text().contains(&format!("shop returned {status}")), "{}", answer.text());
    }
    assert_eq!(upstream.request_count(), ROWS.len(), "nothing is repeated");
}

#[tokio::test]
async fn what_the_api_says_in_json_a_problem_or_a_line_of_text_is_told() {
    let upstream = Upstream::start().await;
    let client = Client::of(&upstream).await;
    for form in ["json", "problem", "text"] {
        for status in [404, 409, 500, 503] {
            let answer = client.call("status", json!({"status": status, "form": form})).await;
            assert!(answer.text().contains(WORDS), "{form} {status}: {}", answer.text());
        }
    }
    let problem = client.call("status", json!({"status": 409, "form": "problem"})).await;
    assert_eq!(problem.facts(), ("conflict", "order_shipped", "upstream"));
    assert_eq!(problem.failure()["details"]["problem_title"], "Shipped", "{:#}", problem.0);
}

#[tokio::test]
async fn of_a_page_only_the_status_is_told() {
    let upstream = Upstream::start().await;
    let client = Client::of(&upstream).await;
    for form in ["html", "disguised", "leaking"] {
        for status in [400, 404, 500, 502] {
            // The client looks for the password, the host, the path and the page in whatever comes.
            let answer = client.call("status", json!({"status": status, "form": form})).await;
            assert!(answer.text().contains(&format!("shop returned {status}")), "{}", answer.text());
            assert!(!answer.text().contains("PG::ConnectionBad"), "{}", answer.text());
        }
    }
}

#[tokio::test]
async fn a_failed_call_may_be_repeated_only_if_that_does_nothing_twice() {
    let upstream = Upstream::start().await;
    let client = Client::of(&upstream).await;
    let read = client.call("status", json!({"status": 500, "form": "empty"})).await;
    let written = client.call("post_status", json!({"status": 500, "form": "empty"})).await;
    assert_eq!(read.failure()["retry"]["retryable"], true, "{:#}", read.0);
    assert_eq!(read.failure()["retry"]["safe"], "if_idempotent");
    assert_eq!(written.failure()["retry"]["safe"], "if_idempotent", "{:#}", written.0);
    assert_eq!(upstream.request_count(), 2);
}

#[tokio::test]
async fn a_status_that_is_neither_success_nor_failure_is_no_success() {
    let upstream = Upstream::start().await;
    let client = Client::of(&upstream).await;
    for status in [304, 399, 600, 999] {
        let answer = client.call("status", json!({"status": status, "form": "empty"})).await;
        let (code, _, origin) = answer.facts();
        assert_eq!((code, origin), ("dependency_failed", "upstream"), "{status}");
    }
}
