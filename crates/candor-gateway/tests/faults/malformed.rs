//! Bodies that break off, cannot be decoded, or are not the JSON that they claim to be.

use super::client::Client;
use super::upstream::Upstream;
use serde_json::json;

const ROWS: &[(&str, &[&str])] = &[
    ("json", &["broken", "blank", "garbage", "trailing", "deep"]),
    ("breaks", &["closes_in_body"]),
    ("length", &["too_long", "too_short"]),
    ("encoding", &["no_gzip", "half_gzip", "charset", "chunk"]),
];

#[tokio::test]
async fn a_body_that_cannot_be_read_is_a_failure_of_the_api() {
    let upstream = Upstream::start().await;
    let client = Client::of(&upstream).await;
    for (tool, ways) in ROWS {
        for how in *ways {
            let before = upstream.request_count();
            let answer = client.call(tool, json!({"how": how})).await;
            assert_eq!(answer.facts(), ("dependency_failed", "malformed_body", "upstream"), "{how}: {:#}", answer.0);
            assert_eq!(upstream.request_count(), before + 1, "{how} is sent once");
        }
    }
}

#[tokio::test]
async fn a_body_that_is_packed_as_it_says_is_unpacked() {
    let upstream = Upstream::start().await;
    let answer = Client::of(&upstream).await.call("encoding", json!({"how": "gzip"})).await;
    assert_eq!(answer.success()["structuredContent"], json!({"id": 7, "state": "open"}));
}

#[tokio::test]
async fn a_charset_is_read_as_the_api_says_and_never_guessed_at() {
    let upstream = Upstream::start().await;
    let client = Client::of(&upstream).await;
    let told = client.call("encoding", json!({"how": "declared_charset"})).await;
    assert_eq!(told.success()["structuredContent"]["state"], "ge\u{f6}ffnet");
    let unknown = client.call("encoding", json!({"how": "unknown_charset"})).await;
    assert_eq!(unknown.facts(), ("dependency_failed", "malformed_body", "upstream"), "{:#}", unknown.0);
}
