//! What an operator lets through comes with a warning in the answer: nothing is degraded in silence (003, rule 3).

use super::client::{Client, at};
use super::upstream::Upstream;
use candor::Dialect;
use candor_gateway::{OnEmpty, OnMismatch, ToolPolicies};
use serde_json::json;

async fn lenient(upstream: &Upstream) -> Client {
    let mut api = at(upstream.base_url());
    api.policies.schema_mismatch = OnMismatch::Warn;
    api.policies.empty_response = OnEmpty::Warn;
    Client::with(api, Dialect::Structured).await
}

#[tokio::test]
async fn an_answer_that_does_not_fit_is_given_with_a_warning_for_the_model_and_for_programs() {
    let upstream = Upstream::start().await;
    let client = lenient(&upstream).await;
    let answer = client.call("json", json!({"how": "missing"})).await;
    let result = answer.success();
    assert!(answer.text().contains("\"id\""), "the answer itself: {}", answer.text());
    assert!(result["content"].to_string().contains("state"), "what is missing: {result:#}");
    assert!(result["_meta"]["dev.candor/success"].to_string().contains("SCHEMA_MISMATCH"), "{result:#}");
    assert_eq!(client.record().await.warnings, ["schema_mismatch"]);
}

#[tokio::test]
async fn no_schema_is_promised_where_an_answer_need_not_fit() {
    let upstream = Upstream::start().await;
    let client = lenient(&upstream).await;
    // A client that knew of one would throw an answer away that does not fit, and one without structured content.
    let listed = client.ask("tools/list", json!({})).await;
    let tools = listed["result"]["tools"].as_array().unwrap();
    assert!(tools.iter().all(|tool| tool.get("outputSchema").is_none()), "{listed:#}");
    let answer = client.call("json", json!({"how": "wrong_type"})).await;
    assert_eq!(answer.success()["structuredContent"], json!({"id": "seven", "state": 7}));
    let strict = Client::of(&upstream).await.ask("tools/list", json!({})).await;
    assert!(strict["result"]["tools"][0]["outputSchema"].is_object(), "{strict:#}");
}

#[tokio::test]
async fn an_empty_answer_is_given_with_a_warning() {
    let upstream = Upstream::start().await;
    let client = lenient(&upstream).await;
    let answer = client.call("json", json!({"how": "empty"})).await;
    let result = answer.success();
    assert!(result["_meta"]["dev.candor/success"].to_string().contains("EMPTY_RESPONSE"), "{result:#}");
    assert_eq!(client.record().await.warnings, ["empty_response"]);
}

#[tokio::test]
async fn a_good_answer_has_no_warning() {
    let upstream = Upstream::start().await;
    let client = lenient(&upstream).await;
    let answer = client.call("json", json!({"how": "good"})).await;
    assert_eq!(answer.success().get("_meta").and_then(|meta| meta.get("dev.candor/success")), None);
    assert!(client.record().await.warnings.is_empty());
}

#[tokio::test]
async fn a_tool_may_be_stricter_than_its_api() {
    let upstream = Upstream::start().await;
    let mut api = at(upstream.base_url());
    api.policies.schema_mismatch = OnMismatch::Warn;
    let strict = ToolPolicies { schema_mismatch: Some(OnMismatch::Fail), ..ToolPolicies::default() };
    api.tools.insert("json".to_owned(), strict);
    let answer = Client::with(api, Dialect::Structured).await.call("json", json!({"how": "missing"})).await;
    assert_eq!(answer.facts().1, "schema_mismatch");
}
