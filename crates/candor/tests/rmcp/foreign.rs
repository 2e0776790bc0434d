//! Errors of handlers that do not use Candor.

use super::peer::{Peer, failure_in};
use super::shop::{PASSWORD, Shop, text};
use candor::classify::{Classifier, Rule, Rules};
use candor::rmcp::Guard;
use candor::{Code, FailurePolicy};
use serde_json::{Value, json};

async fn foreign(case: &str) -> Value {
    Peer::of(Guard::new(Shop::default())).await.call("foreign", json!({"case": case})).await
}

#[tokio::test]
async fn the_text_of_an_error_result_is_classified_scrubbed_and_completed() {
    let response = foreign("text").await;
    let failure = failure_in(&response);
    assert_eq!(failure["code"], "unavailable");
    // What the tool had done by then is unknown.
    assert_eq!(failure["retry"], json!({"retryable": true, "safe": "if_idempotent"}));
    assert!(failure["message"].as_str().unwrap().starts_with("connection refused: postgres://[redacted]"));
    assert!(failure["recovery"]["hint"].as_str().is_some_and(|hint| !hint.is_empty()));
    assert!(failure["instance"].as_str().unwrap().starts_with("urn:uuid:"));
    assert!(!text(&response).contains(PASSWORD));
}

#[tokio::test]
async fn unknown_words_are_kept_and_may_be_retried_where_a_repeat_does_no_harm() {
    let response = foreign("words").await;
    let failure = failure_in(&response);
    assert_eq!(failure["message"], "the gnomes have gone home");
    assert_eq!(failure["code"], "internal");
    assert_eq!(failure["retry"], json!({"retryable": true, "safe": "if_idempotent"}));
    let hint =
        "Recovery: Retry once if repeating it does no harm; give the reference to the operator if it fails again.";
    assert!(text(&response).contains(hint), "{response:#}");
    assert!(text(&response).contains("retry: yes, with backoff, if repeating it does no harm"), "{response:#}");
}

#[tokio::test]
async fn what_a_dialect_leaves_open_is_judged_and_the_operator_sees_why() {
    let (guard, incidents) = super::incidents::watched();
    let response = Peer::of(guard).await.call("foreign", json!({"case": "own code"})).await;
    let failure = failure_in(&response);
    assert_eq!((&failure["code"], &failure["reason"]), (&json!("not_found"), &json!("user_not_found")));
    assert_eq!((&failure["origin"], &failure["retry"]["retryable"]), (&json!("caller"), &json!(false)));
    // It is in a dialect: its structure is not a detail of it.
    assert!(failure["details"].get("structured_content").is_none(), "{failure:#}");
    let incidents = incidents.lock().unwrap();
    assert_eq!(incidents[0]["private"]["classified_by"]["decided_by"], "NOT_FOUND");
}

#[tokio::test]
async fn the_policys_own_rules_judge_what_a_dialect_leaves_open() {
    let rules = Rules::new([Rule::new("gone_user", Code::Conflict).when_name("USER_NOT_FOUND")]).unwrap();
    let policy = FailurePolicy::new().with_classifier(Classifier::new().with_rules(rules));
    let guard = Guard::new(Shop::default()).with_policy(policy);
    let response = Peer::of(guard).await.call("foreign", json!({"case": "own code"})).await;
    assert_eq!(failure_in(&response)["code"], "conflict");
}

#[tokio::test]
async fn a_retry_that_a_dialect_states_stays_as_it_is() {
    let retry_of = async |case: &str| failure_in(&foreign(case).await)["retry"]["safe"].clone();
    assert_eq!(retry_of("own code and retry").await, "always");
    // The classifier knows the service's answer, not what the tool had done by then.
    assert_eq!(retry_of("own code, throttled").await, "if_idempotent");
}

/// A case of `foreign` whose message names nothing, what the caller reads instead, and what the operator reads.
const SAYING_NOTHING: [(&str, &str, Option<&str>); 6] = [
    ("vague", "foreign failed without saying why", Some("Something went wrong!")),
    (
        "vague input",
        "foreign failed: the input breaks a business rule, or fails a check without a more specific code.",
        Some("Invalid input"),
    ),
    ("vague error", "foreign failed without saying why", Some("Internal error")),
    ("vague params", "foreign failed: the parameters do not match the schema.", Some("Invalid params")),
    ("vague dialect", "foreign failed without saying why", Some("An error occurred")),
    ("silent", "foreign failed without saying why", None),
];

#[tokio::test]
async fn words_that_would_fit_any_failure_give_way_to_the_tools_name_and_stay_with_the_operator() {
    for (case, told, kept) in SAYING_NOTHING {
        let (guard, incidents) = super::incidents::watched();
        let response = Peer::of(guard).await.call("foreign", json!({"case": case})).await;
        assert_eq!(failure_in(&response)["message"], told, "{case}");
        let incidents = incidents.lock().unwrap();
        assert_eq!(incidents[0]["causes"], json!(kept.into_iter().collect::<Vec<_>>()), "{case}");
        if let Some(said) = kept {
            assert!(!text(&response).contains(said), "{case}: {response:#}");
        }
    }
}

#[test]
fn a_client_reads_such_words_as_an_answer_that_says_nothing() {
    use rmcp::model::{CallToolResult, ContentBlock};
    let result = CallToolResult::error(vec![ContentBlock::text("Operation failed")]);
    let failure = candor::rmcp::read(&result).unwrap();
    assert_eq!(failure.message(), "The tool failed without saying why");
    assert_eq!(failure.causes().next().unwrap().to_string(), "Operation failed");
    let failure = candor::rmcp::read(&rmcp::ErrorData::internal_error("Internal error", None)).unwrap();
    assert_eq!(failure.message(), "The server failed without saying why");
}

#[tokio::test]
async fn what_an_error_result_holds_beside_its_text_is_kept() {
    let response = foreign("image").await;
    assert_eq!(failure_in(&response)["code"], "rate_limited");
    assert_eq!(response["result"]["content"][1]["type"], "image");
    assert_eq!(response["result"]["content"][1]["data"], "aGVsbG8=");
}

#[tokio::test]
async fn images_sounds_and_files_of_a_failure_are_bounded_and_what_is_left_out_is_told() {
    let response = foreign("film").await;
    assert_eq!(failure_in(&response)["code"], "rate_limited");
    assert!(response.to_string().len() < 1_100_000, "{}", response.to_string().len());
    let content = response["result"]["content"].as_array().unwrap();
    let types: Vec<_> = content.iter().map(|block| block["type"].as_str().unwrap()).collect();
    assert_eq!(types, ["text", "image", "image", "text"], "as much as there is room for, in order");
    assert_eq!(content[2]["data"], "aGVsbG8=");
    assert_eq!(
        content[3]["text"],
        "Left out: 1 of an unknown type (400000 bytes in base64), 1 of audio/wav (30000000 bytes in base64), \
         2 of image/png (1400000 bytes in base64), 1 of video/mp4 (2000000 bytes in base64); \
         a failure has at most 1048576 bytes of images, sounds and files."
    );
}

#[tokio::test]
async fn structured_content_in_no_dialect_becomes_a_detail_scrubbed() {
    let response = foreign("structured").await;
    let failure = failure_in(&response);
    assert_eq!(failure["details"]["structured_content"]["status"], "bad");
    assert!(!text(&response).contains(PASSWORD), "{response:#}");
}

#[tokio::test]
async fn a_failure_in_another_dialect_is_recognised_and_not_wrapped_again() {
    let response = foreign("problem").await;
    let failure = failure_in(&response);
    assert_eq!(failure["code"], "not_found");
    assert_eq!(failure["message"], "Order 17 is gone");
    assert_eq!(failure["details"]["upstream_reference"], "a3bb189e-8bf9-41c4-b5db-dbe0e0f51f6e");
    assert!(!failure["instance"].as_str().unwrap().contains("a3bb189e"), "the guard issues its own: {failure:#}");
    assert_eq!(response["result"]["structuredContent"]["error"]["message"], "Order 17 is gone");
}

#[tokio::test]
async fn an_envelope_that_says_it_failed_is_a_failure_whatever_is_error_says() {
    let response = foreign("envelope in a success").await;
    assert_eq!(response["result"]["isError"], true, "{response:#}");
    let failure = failure_in(&response);
    assert_eq!(failure["code"], "not_found");
    assert!(failure["message"].as_str().unwrap().starts_with("No shelf in "), "{failure:#}");
    assert!(!text(&response).contains(PASSWORD), "{response:#}");
}

#[tokio::test]
async fn an_error_of_a_tool_is_a_tool_result_that_a_model_gets_to_see() {
    let failure = failure_in(&foreign("internal").await);
    assert_eq!(failure["code"], "unavailable");
    assert!(!text(&failure).contains(PASSWORD));

    let failure = failure_in(&foreign("params").await);
    assert_eq!((&failure["code"], &failure["origin"]), (&json!("invalid_params"), &json!("caller")));
    assert_eq!(failure["message"], "query must not be empty");
    assert!(!text(&failure).contains(PASSWORD));

    let failure = failure_in(&foreign("custom").await);
    assert_eq!(failure["message"], "the till is jammed");
    assert_eq!(failure["details"]["upstream_code"], -31999);
}

#[tokio::test]
async fn an_error_that_the_specification_defines_keeps_its_number_and_its_data() {
    let response = foreign("capability").await;
    assert_eq!(response["error"]["code"], -32021, "{response:#}");
    assert_eq!(response["error"]["data"]["requiredCapabilities"], json!({"sampling": {}}));
    assert!(!text(&response).contains(PASSWORD));
}

#[tokio::test]
async fn what_is_under_a_sensitive_name_beside_an_error_is_scrubbed_too() {
    let response = foreign("decorated").await;
    assert!(!text(&response).contains(PASSWORD), "{response:#}");
    assert_eq!(response["result"]["_meta"]["progress"], 3);
    assert_eq!(response["result"]["content"][1]["data"], "aGVsbG8=");

    let response = foreign("invalid request").await;
    assert!(!text(&response).contains(PASSWORD), "{response:#}");
    let data = &response["error"]["data"];
    assert_eq!((&response["error"]["code"], &data["page"]), (&json!(-32600), &json!(2)));
    assert_eq!(data["retry"]["retryable"], false);
    assert!(data["instance"].as_str().unwrap().starts_with("urn:uuid:"));
}

#[tokio::test]
async fn a_caller_who_names_many_files_learns_which_one_is_missing() {
    let mut peer = Peer::of(Guard::new(Shop::default())).await;
    let mut files: Vec<_> = (0..200).map(|number| format!("/srv/shop/{number}.toml")).collect();
    files.push("/srv/shop/live.toml".to_owned());
    for files in [json!(files), json!(files.join("\n")), json!(files.join(",")), json!(files.join(";"))] {
        let failure = peer.failure("foreign", json!({"case": "echo path", "file": files})).await;
        assert_eq!(failure["message"], "ENOENT: no such file /srv/shop/live.toml");
    }
}

#[tokio::test]
async fn a_caller_who_sends_more_guesses_than_a_request_needs_does_not_learn_which_one_was_right() {
    let mut peer = Peer::of(Guard::new(Shop::default())).await;
    let mut guesses: Vec<_> = (0..4_000).map(|number| format!("/srv/shop/{number}.toml")).collect();
    guesses.push("/srv/shop/live.toml".to_owned());
    for guesses in [json!(guesses), json!(guesses.join("\n")), json!(guesses.join(","))] {
        let failure = peer.failure("foreign", json!({"case": "echo path", "file": guesses})).await;
        assert_eq!(failure["message"], "ENOENT: no such file [path]");
    }
}

#[tokio::test]
async fn only_a_path_that_the_caller_named_may_be_in_the_answer() {
    let mut peer = Peer::of(Guard::new(Shop::default())).await;
    let failure = peer.failure("foreign", json!({"case": "echo path"})).await;
    assert_eq!(failure["message"], "ENOENT: no such file [path]");
    let failure = peer.failure("foreign", json!({"case": "echo path", "file": "/srv/shop/live.toml"})).await;
    assert_eq!(failure["message"], "ENOENT: no such file /srv/shop/live.toml");
}

#[tokio::test]
async fn a_failure_that_a_guard_inside_has_answered_is_not_wrapped_again() {
    let mut peer = Peer::of(Guard::new(Guard::new(Shop::default()))).await;
    let response = peer.call("buy", json!({"sku": "gone", "quantity": 3})).await;
    let failure = failure_in(&response);
    assert_eq!(failure["message"], "Only 2 of gone are left");
    assert_eq!(response["result"]["content"].as_array().unwrap().len(), 1);
}
