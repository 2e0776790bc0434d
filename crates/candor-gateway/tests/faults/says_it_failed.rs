//! A 200 that says that it failed.

use super::client::{Client, at};
use super::upstream::Upstream;
use candor::Dialect;
use candor_gateway::FailureRule;
use serde_json::{Value, json};

async fn under(upstream: &Upstream, equals: Option<Value>, pointer: &str) -> Client {
    let mut api = at(upstream.base_url());
    let rule = FailureRule { pointer: pointer.to_owned(), equals, message: Some("/error".to_owned()) };
    api.policies.failed_when.push(rule);
    Client::with(api, Dialect::Structured).await
}

#[tokio::test]
async fn by_a_rule_it_is_a_failure_with_the_apis_own_words() {
    let upstream = Upstream::start().await;
    for (equals, pointer) in [(Some(json!(false)), "/ok"), (None, "/error")] {
        let client = under(&upstream, equals, pointer).await;
        let answer = client.call("json", json!({"how": "failed"})).await;
        assert_eq!(answer.facts().2, "upstream", "{:#}", answer.0);
        assert!(answer.text().contains("The stock is empty"), "{}", answer.text());
        client.call("json", json!({"how": "good"})).await.success();
    }
}

#[tokio::test]
async fn without_a_rule_it_is_what_its_schema_says() {
    let upstream = Upstream::start().await;
    Client::of(&upstream).await.call("json", json!({"how": "failed"})).await.success();
}
