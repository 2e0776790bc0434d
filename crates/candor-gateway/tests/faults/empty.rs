//! Success without a body: where the document promises one it is a failure, and elsewhere it is fine.

use super::client::{Client, at};
use super::upstream::Upstream;
use candor::Dialect;
use candor_gateway::{OnEmpty, Policies};
use serde_json::json;

#[tokio::test]
async fn an_empty_200_where_json_was_promised_is_a_failure() {
    let upstream = Upstream::start().await;
    let client = Client::of(&upstream).await;
    let answer = client.call("json", json!({"how": "empty"})).await;
    assert_eq!(answer.facts(), ("dependency_failed", "empty_response", "upstream"));
    assert_eq!(upstream.request_count(), 1);
}

#[tokio::test]
async fn a_204_and_a_205_have_no_body_and_are_fine() {
    let upstream = Upstream::start().await;
    let client = Client::of(&upstream).await;
    for how in ["no_content", "reset_content"] {
        for tool in ["json", "delete_json"] {
            client.call(tool, json!({"how": how})).await.success();
        }
    }
}

#[tokio::test]
async fn where_nothing_was_promised_nothing_is_fine() {
    let upstream = Upstream::start().await;
    Client::of(&upstream).await.call("delete_json", json!({"how": "empty"})).await.success();
}

#[tokio::test]
async fn an_operator_may_accept_it() {
    let upstream = Upstream::start().await;
    let mut api = at(upstream.base_url());
    api.policies = Policies { empty_response: OnEmpty::Accept, ..Policies::default() };
    let client = Client::with(api, Dialect::Structured).await;
    let answer = client.call("json", json!({"how": "empty"})).await;
    assert_eq!(answer.success().get("_meta").and_then(|meta| meta.get("dev.candor/success")), None);
}
