use super::{Client, ORDER, Server, json};
use crate::call::Content;
use crate::upstream::{FailureRule, OnEmpty, OnMismatch, ToolPolicies};
use candor::{Code, Origin, Retry};
use http::StatusCode;
use serde_json::json;

#[tokio::test]
async fn json_comes_as_a_value_and_as_its_own_text() {
    let server = Server::start(|_| async { json(ORDER) }).await;
    let called = Client::new(server.upstream()).call("getOrder", json!({"id": "../../admin?x=1"})).await;
    assert_eq!(called.record.attempts, 1);
    assert_eq!(called.record.status, Some(200));
    assert_eq!(called.record.bytes_received, ORDER.len() as u64);
    assert_eq!(called.record.upstream.as_deref(), Some("orders"));
    let Content::Json(value, text) = called.judged().content else { panic!("it is JSON") };
    assert_eq!(value, json!({"id": 17, "name": "tea"}));
    assert_eq!(text, ORDER);
    assert_eq!(server.seen()[0].target, "/v1/orders/..%2F..%2Fadmin%3Fx%3D1");
}

#[tokio::test]
async fn a_list_is_checked_as_the_member_that_it_becomes() {
    let server = Server::start(|_| async { json(r#"[{"id": 1}, {"id": "2"}, {"name": 3}]"#) }).await;
    let failure = Client::new(server.upstream()).call("listOrders", json!({})).await.failure();
    assert_eq!(failure.reason().as_str(), "schema_mismatch");
    assert_eq!(
        failure.message(),
        "orders answered 200 with JSON that does not fit its schema: /1/id must be integer, and is string; \
         /2/id is missing; /2/name must be null or string, and is integer"
    );
    assert_eq!(failure.details().get("violation_count"), Some(&json!(3)));
}

#[tokio::test]
async fn a_mismatch_never_quotes_the_value() {
    let server = Server::start(|_| async { json(r#"{"id": "swordfish-77"}"#) }).await;
    let failure = Client::new(server.upstream()).call("getOrder", json!({"id": "1"})).await.failure();
    assert_eq!((failure.code(), failure.origin()), (Code::DependencyFailed, Origin::Upstream));
    assert_eq!(failure.retry(), Retry::Never);
    assert!(!failure.message().contains("swordfish"), "{}", failure.message());
    assert!(!format!("{:?}", failure.details().iter().collect::<Vec<_>>()).contains("swordfish"));
    assert!(failure.private().text("response_body").unwrap().contains("swordfish"));
}

#[tokio::test]
async fn a_mismatch_may_be_a_warning_with_the_answer() {
    let server = Server::start(|_| async { json(r#"[{"id": "2"}]"#) }).await;
    let mut upstream = server.upstream();
    let own = ToolPolicies { schema_mismatch: Some(OnMismatch::Warn), ..ToolPolicies::default() };
    upstream.tools.insert("listOrders".into(), own);
    let called = Client::new(upstream).call("listOrders", json!({})).await;
    assert_eq!(called.record.warnings, ["schema_mismatch"]);
    let judged = called.judged();
    let Content::Json(value, _) = judged.content else { panic!("it is JSON") };
    assert_eq!(value, json!([{"id": "2"}]));
    assert_eq!(
        judged.warnings[0].message,
        "The answer of orders does not fit its schema: /0/id must be integer, and is string"
    );
}

#[tokio::test]
async fn text_and_files_come_as_what_they_are() {
    let server = Server::start(|seen| async move {
        match seen.target.as_str() {
            "/v1/report" => ([("content-type", "text/csv; charset=iso-8859-1")], b"K\xf6ln;1".to_vec()),
            _ => ([("content-type", "image/jpeg")], vec![0xff, 0xd8]),
        }
    })
    .await;
    let client = Client::new(server.upstream());
    let report = client.call("getReport", json!({})).await.judged().content;
    assert!(matches!(&report, Content::Text(text) if text == "Köln;1"), "{report:?}");
    let picture = client.call("getPicture", json!({})).await.judged().content;
    let is_picture = |it: &Content| matches!(it, Content::Image { bytes, media_type } if bytes.len() == 2 && media_type == "image/jpeg");
    assert!(is_picture(&picture), "{picture:?}");
}

#[tokio::test]
async fn an_answer_without_a_body_is_a_success_where_none_is_promised() {
    let server = Server::start(|_| async { StatusCode::NO_CONTENT }).await;
    let client = Client::new(server.upstream());
    assert!(matches!(client.call("ping", json!({})).await.judged().content, Content::Empty));
    assert!(matches!(client.call("getOrder", json!({"id": "1"})).await.judged().content, Content::Empty));
}

#[tokio::test]
async fn an_empty_answer_is_what_the_policy_says() {
    let server = Server::start(|_| async { StatusCode::OK }).await;
    let mut upstream = server.upstream();
    let failure = Client::new(upstream.clone()).call("getReport", json!({})).await.failure();
    assert_eq!(failure.message(), "orders answered 200 without a body, where its document promises one");
    assert_eq!(failure.reason().as_str(), "empty_response");

    upstream.policies.empty_response = OnEmpty::Warn;
    let judged = Client::new(upstream.clone()).call("getReport", json!({})).await.judged();
    assert!(matches!(judged.content, Content::Empty));
    assert_eq!(judged.warnings[0].reason, "empty_response");

    upstream.policies.empty_response = OnEmpty::Accept;
    assert!(Client::new(upstream).call("getReport", json!({})).await.judged().warnings.is_empty());
}

#[tokio::test]
async fn a_page_is_never_an_answer() {
    let page = ([("content-type", "text/html")], "<h1>Log in, swordfish-77</h1>");
    let server = Server::start(move |_| async move { page }).await;
    let client = Client::new(server.upstream());
    for (tool, promised) in [("getOrder", "application/json"), ("getReport", "text/csv")] {
        let failure = client.call(tool, json!({"id": "1"})).await.failure();
        assert_eq!(failure.reason().as_str(), "unexpected_content_type");
        assert_eq!(
            failure.message(),
            format!("orders answered 200 with text/html, where its document promises {promised}")
        );
    }
}

#[tokio::test]
async fn a_body_that_cannot_be_read_is_not_guessed_at() {
    let rows: [(&str, &[u8], &str); 4] = [
        ("application/json", b"{\"id\": 1", "ends in the middle of its JSON, after 8 bytes"),
        ("application/json", b"{'id': 1}", "is labelled as JSON but is not valid JSON (line 1, column 2)"),
        ("application/json", b"{\"id\": \"\xff\"}", "is labelled as UTF-8 but is not valid UTF-8"),
        (
            "application/json; charset=utf-16",
            b"{\0}\0",
            "is in the charset utf-16, which the gateway does not read; UTF-8 and ISO-8859-1 are read",
        ),
    ];
    for (content_type, body, what) in rows {
        let server = Server::start(move |_| async move { ([("content-type", content_type)], body) }).await;
        let failure = Client::new(server.upstream()).call("getOrder", json!({"id": "1"})).await.failure();
        assert_eq!(failure.reason().as_str(), "malformed_body");
        assert_eq!(failure.message(), format!("orders answered 200 with a body that {what}"));
    }
}

#[tokio::test]
async fn a_success_that_says_it_failed_is_a_failure() {
    let server = Server::start(|_| async { json(r#"{"ok": false, "error": "rate_limited"}"#) }).await;
    let mut upstream = server.upstream();
    let rule = FailureRule { pointer: "/ok".into(), equals: Some(json!(false)), message: Some("/error".into()) };
    upstream.policies.failed_when = vec![rule];
    let failure = Client::new(upstream).call("getOrder", json!({"id": "1"})).await.failure();
    assert_eq!((failure.code(), failure.origin()), (Code::RateLimited, Origin::Upstream));
    assert_eq!(failure.message(), "orders says that it failed: rate_limited");
    assert!(failure.retry().is_retryable());
}

#[tokio::test]
async fn json_that_says_it_failed_is_a_failure_where_text_is_promised() {
    let server = Server::start(|_| async { json(r#"{"error": "rate_limited"}"#) }).await;
    let mut upstream = server.upstream();
    upstream.policies.failed_when = vec![FailureRule { pointer: "/error".into(), equals: None, message: None }];
    let failure = Client::new(upstream.clone()).call("getReport", json!({})).await.failure();
    assert_eq!(failure.message(), "orders says that it failed: rate_limited");

    upstream.policies.failed_when[0].pointer = "/fault".into();
    let report = Client::new(upstream).call("getReport", json!({})).await.judged().content;
    assert!(matches!(&report, Content::Text(text) if text == r#"{"error": "rate_limited"}"#), "{report:?}");
}

#[tokio::test]
async fn a_page_where_nothing_is_described_is_no_answer() {
    let page = ([("content-type", "text/html")], "<h1>Log in, swordfish-77</h1>");
    let server = Server::start(move |_| async move { page }).await;
    let failure = Client::new(server.upstream()).call("ping", json!({})).await.failure();
    assert_eq!(failure.message(), "orders answered 200 with text/html, which its document does not describe");
}

#[tokio::test]
async fn a_message_that_nobody_knows_is_a_failure_of_the_api() {
    let server = Server::start(|_| async { json(r#"{"error": "the frobnicator is sulking"}"#) }).await;
    let mut upstream = server.upstream();
    upstream.policies.failed_when = vec![FailureRule { pointer: "/error".into(), equals: None, message: None }];
    let failure = Client::new(upstream).call("getOrder", json!({"id": "1"})).await.failure();
    assert_eq!(failure.code(), Code::DependencyFailed);
    assert_eq!(failure.message(), "orders says that it failed: the frobnicator is sulking");
}

#[tokio::test]
async fn the_record_has_the_reference_that_the_caller_gets() {
    let server = Server::start(|_| async { StatusCode::NOT_FOUND }).await;
    let called = Client::new(server.upstream()).call("getOrder", json!({"id": "1"})).await;
    let crate::context::CallOutcome::Failed(facts) = called.record.outcome.clone() else { panic!("it failed") };
    let failure = called.failure();
    assert_eq!(facts.reference, failure.occurrence().unwrap().id().to_string());
    assert_eq!(failure.message(), "orders returned 404 Not Found");
}
