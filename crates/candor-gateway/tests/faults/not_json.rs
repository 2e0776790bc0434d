//! Something else than JSON where JSON was promised.

use super::client::Client;
use super::upstream::Upstream;
use serde_json::json;

#[tokio::test]
async fn a_page_or_a_text_where_json_was_promised_is_a_failure() {
    let upstream = Upstream::start().await;
    let client = Client::of(&upstream).await;
    for how in ["page", "text"] {
        let answer = client.call("json", json!({"how": how})).await;
        assert_eq!(
            answer.facts(),
            ("dependency_failed", "unexpected_content_type", "upstream"),
            "{how}: {:#}",
            answer.0
        );
        assert_eq!(answer.failure()["retry"]["retryable"], false, "the same comes again: {:#}", answer.0);
    }
    assert_eq!(upstream.request_count(), 2);
}

#[tokio::test]
async fn both_content_types_are_told() {
    let upstream = Upstream::start().await;
    let answer = Client::of(&upstream).await.call("json", json!({"how": "page"})).await;
    assert!(answer.text().contains("text/html"), "{}", answer.text());
    assert!(answer.text().contains("application/json"), "{}", answer.text());
}

#[tokio::test]
async fn a_page_that_calls_itself_json_or_nothing_is_broken_json() {
    let upstream = Upstream::start().await;
    let client = Client::of(&upstream).await;
    for how in ["disguised_page", "untyped_page"] {
        let answer = client.call("json", json!({"how": how})).await;
        assert_eq!(answer.facts(), ("dependency_failed", "malformed_body", "upstream"), "{how}: {:#}", answer.0);
    }
}
