//! JSON that is not what the document describes.

use super::client::Client;
use super::upstream::Upstream;
use serde_json::json;

#[tokio::test]
async fn missing_and_wrong_fields_are_a_failure_that_names_them() {
    let upstream = Upstream::start().await;
    let client = Client::of(&upstream).await;
    for (how, told) in [
        ("missing", &["state"][..]),
        ("wrong_type", &["/id", "/state"]),
        ("null_field", &["/state"]),
        ("null", &["null"]),
    ] {
        let answer = client.call("json", json!({"how": how})).await;
        assert_eq!(answer.facts(), ("dependency_failed", "schema_mismatch", "upstream"), "{how}: {:#}", answer.0);
        for part in told {
            assert!(answer.text().contains(part), "{how}: {}", answer.text());
        }
    }
    assert_eq!(upstream.request_count(), 4);
}

#[tokio::test]
async fn what_the_api_answered_is_not_repeated_in_the_failure() {
    let upstream = Upstream::start().await;
    let answer = Client::of(&upstream).await.call("json", json!({"how": "wrong_type"})).await;
    assert!(!answer.0.to_string().contains("seven"), "{:#}", answer.0);
}

#[tokio::test]
async fn another_status_of_success_is_held_to_what_is_described_for_it() {
    let upstream = Upstream::start().await;
    // Nothing is described for 206, so nothing says that half of it is all of it.
    let answer = Client::of(&upstream).await.call("json", json!({"how": "partial_content"})).await;
    let told = answer.result();
    assert!(told["isError"] == true || told["structuredContent"]["id"] == 7, "{:#}", answer.0);
}
