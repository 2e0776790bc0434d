//! What is said word for word, in each dialect: once per fault.

use super::client::{Client, at};
use super::never_sent::trusting;
use super::upstream::{Certificate, Secured, Upstream, refused_port};
use candor::Dialect;
use candor_gateway::{Credential, FailureRule, Secret};
use serde_json::{Map, Value, json};
use std::time::Duration;

/// The answer to this call in every dialect.
async fn all(api: impl Fn() -> candor_gateway::Upstream, tool: &str, arguments: Value) -> Value {
    let mut answers = Map::new();
    for &dialect in Dialect::ALL {
        let client = Client::with(api(), dialect).await;
        let answer = client.call(tool, arguments.clone()).await;
        answers.insert(dialect.to_string(), answer.steady());
    }
    Value::Object(answers)
}

/// The same for an upstream whose answer depends on the path.
async fn answers(tool: &str, arguments: Value) -> Value {
    let upstream = Upstream::start().await;
    let told = all(|| at(upstream.base_url()), tool, arguments).await;
    assert_eq!(upstream.request_count(), Dialect::ALL.len());
    told
}

macro_rules! is_told_like_this {
    ($($name:ident: $tool:literal $arguments:tt,)*) => {$(
        #[tokio::test]
        async fn $name() {
            insta::assert_json_snapshot!(answers($tool, json!($arguments)).await);
        }
    )*};
}

is_told_like_this! {
    an_answer_404_with_json: "status" {"status": 404, "form": "json"},
    an_answer_409_with_a_problem: "status" {"status": 409, "form": "problem"},
    an_answer_500_with_a_page: "status" {"status": 500, "form": "html"},
    an_answer_503_with_a_delay: "throttle" {"status": 503, "form": "seconds"},
    an_answer_429_with_a_delay: "throttle" {"status": 429, "form": "milliseconds"},
    an_answer_401_without_a_credential: "status" {"status": 401, "form": "empty"},
    a_connection_closed_after_a_read: "breaks" {"how": "closes"},
    a_connection_closed_after_a_write: "post_breaks" {"how": "closes"},
    a_connection_reset_after_a_write: "post_breaks" {"how": "resets"},
    an_empty_answer: "json" {"how": "empty"},
    a_page_in_place_of_json: "json" {"how": "page"},
    broken_json: "json" {"how": "broken"},
    a_body_that_breaks_off: "breaks" {"how": "closes_in_body"},
    a_wrong_charset: "encoding" {"how": "charset"},
    bad_gzip: "encoding" {"how": "no_gzip"},
    a_missing_field: "json" {"how": "missing"},
    fields_of_a_wrong_type: "json" {"how": "wrong_type"},
    an_answer_without_end: "large" {"how": "endless"},
    a_redirect_to_another_origin: "moved" {"status": 302, "to": "other-9"},
}

#[tokio::test]
async fn a_refused_connection() {
    let port = refused_port().await;
    insta::assert_json_snapshot!(all(|| at(port.clone()), "get_order", json!({"id": "7"})).await);
}

#[tokio::test]
async fn a_name_that_does_not_exist() {
    let api = || at("http://orders.invalid/".parse().unwrap());
    insta::assert_json_snapshot!(all(api, "get_order", json!({"id": "7"})).await);
}

#[tokio::test]
async fn an_expired_certificate() {
    let secured = Secured::with(Certificate::Expired).await;
    insta::assert_json_snapshot!(all(|| trusting(&secured), "get_order", json!({"id": "7"})).await);
}

async fn timed_out(tool: &str) -> Value {
    let upstream = Upstream::start().await;
    let hurried = || {
        let mut api = at(upstream.base_url());
        api.connection.timeout = Duration::from_millis(300);
        api
    };
    all(hurried, tool, json!({"how": "never"})).await
}

#[tokio::test]
async fn a_read_that_takes_too_long() {
    insta::assert_json_snapshot!(timed_out("slow").await);
}

#[tokio::test]
async fn a_write_that_takes_too_long() {
    insta::assert_json_snapshot!(timed_out("post_slow").await);
}

#[tokio::test]
async fn a_replacement_that_takes_too_long() {
    insta::assert_json_snapshot!(timed_out("put_slow").await);
}

#[tokio::test]
async fn a_refused_credential_of_the_gateway() {
    let upstream = Upstream::start().await;
    let api = || {
        let mut api = at(upstream.base_url());
        api.credential = Some(Credential::Bearer(Secret::new("gw-Zk81mQpx-7731")));
        api
    };
    insta::assert_json_snapshot!(all(api, "status", json!({"status": 401, "form": "json"})).await);
}

#[tokio::test]
async fn a_200_that_says_that_it_failed() {
    let upstream = Upstream::start().await;
    let api = || {
        let mut api = at(upstream.base_url());
        let message = Some("/error".to_owned());
        api.policies.failed_when.push(FailureRule { pointer: "/ok".to_owned(), equals: Some(json!(false)), message });
        api
    };
    insta::assert_json_snapshot!(all(api, "json", json!({"how": "failed"})).await);
}

#[tokio::test]
async fn an_answer_that_does_not_fit_with_a_warning() {
    let upstream = Upstream::start().await;
    let api = || {
        let mut api = at(upstream.base_url());
        api.policies.schema_mismatch = candor_gateway::OnMismatch::Warn;
        api
    };
    insta::assert_json_snapshot!(all(api, "json", json!({"how": "missing"})).await);
}

#[tokio::test]
async fn wrong_arguments_and_an_unknown_tool() {
    let port = refused_port().await;
    let wrong = all(|| at(port.clone()), "get_order", json!({"id": 7})).await;
    let unknown = all(|| at(port.clone()), "get_ordr", json!({"id": "7"})).await;
    insta::assert_json_snapshot!(json!({"arguments": wrong, "tool": unknown}));
}
