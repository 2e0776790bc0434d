//! 000: graceful degradation and error semantics.

use super::{assert_is_example, disclosed, tool_result};
use candor::code::{ErrorType, TABLE};
use candor::outcome::{Batch, Degradation, Outcome, Phase, ReportedAs, Severity, Success, Warning, WarningCode};
use candor::render::{Renderer, SuccessEnvelope};
use candor::{Code, Dialect, Discretion, Failure, Origin, Retry, Safety};
use serde_json::{Value, json};
use std::time::Duration;

/// What Candor adds to every envelope of a failure.
const ADDITIONS: [&str; 5] = ["/data/reason", "/data/retry", "/data/origin", "/meta/instance", "/meta/time"];

fn render(failure: Failure) -> Value {
    Dialect::Envelope.render(&disclosed(failure))
}

fn success<T: serde::Serialize>(success: Success<T>) -> Value {
    SuccessEnvelope::new(&success.disclose(&Discretion::new())).to_value().unwrap()
}

#[test]
fn every_category_has_its_status_and_its_retry() {
    const ROWS: [(&str, u16, bool); 8] = [
        ("validation", 400, false),
        ("authentication", 401, false),
        ("authorization", 403, false),
        ("not_found", 404, false),
        ("conflict", 409, false),
        ("rate_limit", 429, true),
        ("internal", 500, true),
        ("unavailable", 503, true),
    ];
    for ((name, status, retryable), category) in ROWS.into_iter().zip(ErrorType::ALL.iter().copied()) {
        let row = category.code().row();
        assert_eq!(category.name(), name);
        assert_eq!(category.http_analog(), status, "{name}");
        assert_eq!(row.retry.value.is_retryable(), retryable, "{name}");
        assert_eq!(row.envelope.value.error_type, category, "{name}");
    }
}

#[test]
fn where_authentication_failed_the_caller_is_told_to_authenticate_again() {
    const ROWS: [(Code, &str); 3] = [
        (Code::Unauthorized, "Authenticate with valid credentials"),
        (Code::InvalidCredentials, "Replace the credentials"),
        (Code::TokenExpired, "sign in again"),
    ];
    let rows = TABLE.iter().filter(|row| row.envelope.value.error_type == ErrorType::Authentication);
    assert!(rows.map(|row| row.code).eq(ROWS.map(|(code, _)| code)), "a code of the category is missing here");
    for (code, advice) in ROWS {
        let envelope = render(Failure::new(code, "Nobody is signed in"));
        let remediation = envelope["data"]["remediation"].as_str().unwrap();
        assert!(remediation.contains(advice) && remediation.contains("then send the request again"), "{remediation}");
        assert_eq!(envelope["data"]["retry"]["retryable"], false, "{envelope:#}");
    }
}

#[test]
fn every_code_of_the_registry_is_written_and_read_under_its_name_and_type() {
    const ROWS: [(&str, &str, Code); 16] = [
        ("VALIDATION_ERROR", "validation", Code::Validation),
        ("INVALID_FORMAT", "validation", Code::InvalidFormat),
        ("MISSING_REQUIRED", "validation", Code::MissingRequired),
        ("VALUE_OUT_OF_RANGE", "validation", Code::OutOfRange),
        ("AUTHENTICATION_REQUIRED", "authentication", Code::Unauthorized),
        ("INVALID_CREDENTIALS", "authentication", Code::InvalidCredentials),
        ("TOKEN_EXPIRED", "authentication", Code::TokenExpired),
        ("PERMISSION_DENIED", "authorization", Code::Forbidden),
        ("QUOTA_EXCEEDED", "authorization", Code::QuotaExceeded),
        ("RESOURCE_NOT_FOUND", "not_found", Code::NotFound),
        ("RESOURCE_ALREADY_EXISTS", "conflict", Code::AlreadyExists),
        ("RESOURCE_CONFLICT", "conflict", Code::Conflict),
        ("RATE_LIMIT_EXCEEDED", "rate_limit", Code::RateLimited),
        ("INTERNAL_ERROR", "internal", Code::Internal),
        ("SERVICE_UNAVAILABLE", "unavailable", Code::Unavailable),
        ("DEPENDENCY_FAILED", "unavailable", Code::DependencyFailed),
    ];
    for (error_code, error_type, code) in ROWS {
        let envelope = render(Failure::new(code, "It failed"));
        assert_eq!(envelope["data"]["error_code"], error_code);
        assert_eq!(envelope["data"]["error_type"], error_type);
        assert_eq!(Dialect::Envelope.recognise(&envelope).unwrap().code(), code);
        assert_eq!(Code::from_error_code(error_code), Some(code));
    }
}

#[test]
fn an_error_type_alone_is_read_as_the_code_of_its_category() {
    for &category in ErrorType::ALL {
        let envelope = json!({"success": false, "error": "It failed", "data": {"error_type": category.name()}});
        assert_eq!(Dialect::Envelope.recognise(&envelope).unwrap().code(), category.code());
    }
}

#[test]
fn the_error_response_structure_is_reproduced() {
    let failure = Failure::validation("Validation failed: invalid email format")
        .with_field("email")
        .with_constraint("format")
        .with_context("message", "Invalid email format")
        .with_request_id("req_abc123")
        .with_recovery("Provide a valid email address (e.g., user@example.com)");
    let envelope = render(failure);
    let example = json!({
        "success": false,
        "data": {
            "error_code": "VALIDATION_ERROR",
            "error_type": "validation",
            "details": {"field": "email", "constraint": "format", "message": "Invalid email format"},
            "remediation": "Provide a valid email address (e.g., user@example.com)"
        },
        "error": "Validation failed: invalid email format",
        "meta": {"version": "response-v2", "request_id": "req_abc123"}
    });
    assert_is_example(&envelope, &ADDITIONS, &example);
    insta::assert_json_snapshot!(envelope);
}

#[test]
fn an_error_without_data_is_reproduced() {
    let envelope = render(Failure::database("Database connection failed after 3 retries"));
    let additions = [&ADDITIONS[..], &["/data/error_code", "/data/error_type", "/data/remediation"]].concat();
    let example = json!({
        "success": false,
        "data": {},
        "error": "Database connection failed after 3 retries",
        "meta": {"version": "response-v2"}
    });
    assert_is_example(&envelope, &additions, &example);
    insta::assert_json_snapshot!(envelope);
}

#[test]
fn a_success_with_plain_warnings_is_reproduced() {
    let envelope = success(
        Success::new(json!({"processed": 97, "results": ["r1"]}))
            .with_warning(Warning::new("3 items skipped: insufficient permissions"))
            .with_warning(Warning::new("Results may be stale: cache age 5 minutes")),
    );
    let example = json!({
        "success": true,
        "data": {"processed": 97, "results": ["r1"]},
        "error": null,
        "meta": {
            "version": "response-v2",
            "warnings": ["3 items skipped: insufficient permissions", "Results may be stale: cache age 5 minutes"]
        }
    });
    assert_is_example(&envelope, &[], &example);
    insta::assert_json_snapshot!(envelope);
}

#[test]
fn a_success_with_warning_details_is_reproduced() {
    let dropped = ["finding-11", "finding-12", "finding-13", "finding-14", "finding-15"];
    let data = json!({
        "research_id": "research-001", "findings": ["f1"], "total_findings": 15, "returned_findings": 10
    });
    let envelope = success(
        Success::new(data.clone())
            .with_warning(
                Warning::coded(WarningCode::ContentDropped, "5 findings omitted due to token limits")
                    .with_context("dropped_count", 5)
                    .with_context("dropped_ids", dropped)
                    .with_context("reason", "token_budget_exceeded"),
            )
            .with_warning(
                Warning::coded(WarningCode::TokenCountEstimateUsed, "Using estimated token counts")
                    .with_context("estimation_method", "character_ratio")
                    .with_context("accuracy_estimate", "±10%"),
            ),
    );
    let example = json!({
        "success": true,
        "data": data,
        "error": null,
        "meta": {
            "version": "response-v2",
            "content_fidelity": "partial",
            "warnings": ["5 findings omitted due to token limits", "Using estimated token counts"],
            "warning_details": [
                {
                    "code": "CONTENT_DROPPED",
                    "severity": "info",
                    "message": "5 findings omitted due to token limits",
                    "context": {"dropped_count": 5, "dropped_ids": dropped, "reason": "token_budget_exceeded"}
                },
                {
                    "code": "TOKEN_COUNT_ESTIMATE_USED",
                    "severity": "info",
                    "message": "Using estimated token counts",
                    "context": {"estimation_method": "character_ratio", "accuracy_estimate": "±10%"}
                }
            ]
        }
    });
    assert_is_example(&envelope, &[], &example);
    insta::assert_json_snapshot!(envelope);
}

#[test]
fn every_warning_of_the_registry_has_its_severity() {
    const ROWS: [(&str, &str); 10] = [
        ("CONTENT_TRUNCATED", "info"),
        ("CONTENT_DROPPED", "info"),
        ("PRIORITY_SUMMARIZED", "info"),
        ("SUMMARY_PROVIDER_FAILED", "warning"),
        ("TOKEN_BUDGET_FLOORED", "warning"),
        ("LIMITS_DEFAULTED", "info"),
        ("ARCHIVE_WRITE_FAILED", "warning"),
        ("PROTECTED_OVERFLOW", "warning"),
        ("STATE_MIGRATION_RECOVERED", "info"),
        ("TOKEN_COUNT_ESTIMATE_USED", "info"),
    ];
    for ((name, severity), code) in ROWS.into_iter().zip(WarningCode::ALL.iter().copied()) {
        let envelope = success(Success::new(1).with_warning(Warning::coded(code, "")));
        assert_eq!(envelope["meta"]["warning_details"][0]["code"], name);
        assert_eq!(envelope["meta"]["warning_details"][0]["severity"], severity, "{name}");
        assert_eq!(envelope["meta"]["warnings"][0], code.meaning(), "blank words become the registry's own");
        assert_eq!(WarningCode::from_name(&name.to_lowercase()), Some(code));
    }
}

#[test]
fn a_warning_without_words_says_that_something_is_missing() {
    let envelope = success(Success::new(1).with_warning(Warning::new(" ")));
    assert_eq!(envelope["meta"]["warnings"], json!(["Content was left out."]));
}

#[test]
fn there_are_three_severities() {
    assert!(Severity::ALL.iter().copied().map(Severity::name).eq(["info", "warning", "error"]));
}

#[test]
fn every_phase_emits_its_warnings() {
    const ROWS: [(&str, &[&str]); 7] = [
        ("Token Estimation", &["TOKEN_COUNT_ESTIMATE_USED"]),
        ("Budget Allocation", &["TOKEN_BUDGET_FLOORED", "LIMITS_DEFAULTED"]),
        ("Content Prioritization", &["PROTECTED_OVERFLOW"]),
        ("Summarization", &["PRIORITY_SUMMARIZED", "SUMMARY_PROVIDER_FAILED"]),
        ("Content Assembly", &["CONTENT_TRUNCATED", "CONTENT_DROPPED"]),
        ("Archival", &["ARCHIVE_WRITE_FAILED"]),
        ("State Management", &["STATE_MIGRATION_RECOVERED"]),
    ];
    for ((name, warnings), phase) in ROWS.into_iter().zip(Phase::ALL.iter().copied()) {
        assert_eq!(phase.name(), name);
        assert_eq!(phase.warnings().map(WarningCode::name).collect::<Vec<_>>(), warnings);
    }
}

#[test]
fn every_situation_is_a_warning_or_an_error_as_the_table_decides() {
    const ROWS: [(Degradation, bool); 12] = [
        (Degradation::ContentTruncated, true),
        (Degradation::AllContentDropped, false),
        (Degradation::SummaryFailedRawUsed, true),
        (Degradation::BudgetTooLow, false),
        (Degradation::ArchiveFailedContentReturned, true),
        (Degradation::ArchiveFailedContentLost, false),
        (Degradation::ConfigurationDefaulted, true),
        (Degradation::ConfigurationInvalid, false),
        (Degradation::StateMigrated, true),
        (Degradation::StateCorrupted, false),
        (Degradation::SomeItemsFailed, true),
        (Degradation::AllItemsFailed, false),
    ];
    assert_eq!(ROWS.map(|(case, _)| case), Degradation::ALL);
    for (case, warns) in ROWS {
        assert_eq!(matches!(case.reported_as(), ReportedAs::Warning(_)), warns, "{case:?}");
    }
}

#[test]
fn a_success_never_carries_an_error() {
    let envelope = success(Success::new(json!({"error": "data of its own"})));
    assert_eq!((&envelope["success"], &envelope["error"]), (&json!(true), &Value::Null));
    assert!(candor::render::recognise(&envelope).is_none());
}

#[test]
fn a_failure_never_carries_a_null_error_message() {
    for blank in ["", "  \n"] {
        let envelope = render(Failure::conflict(blank));
        assert_eq!(envelope["error"], Code::Conflict.row().meaning);
    }
    let foreign = json!({"success": false, "error": null});
    assert_eq!(Dialect::Envelope.recognise(&foreign).unwrap().message(), Code::Unknown.row().meaning);
}

#[test]
fn the_validation_helper_names_the_field() {
    let envelope =
        render(Failure::invalid_field("email", "Invalid email format").with_recovery("Provide a valid address."));
    assert_is_example(
        &envelope,
        &ADDITIONS,
        &json!({
            "success": false,
            "data": {
                "error_code": "VALIDATION_ERROR",
                "error_type": "validation",
                "field": "email",
                "remediation": "Provide a valid address."
            },
            "error": "Invalid email format",
            "meta": {"version": "response-v2"}
        }),
    );
    let constrained = render(Failure::invalid_field("email", "No").with_constraint("format"));
    assert_eq!(
        constrained["data"]["details"],
        json!({"field": "email", "constraint": "format"}),
        "as in the structure"
    );
    let helpers_own = json!({"success": false, "error": "x",
        "data": {"error_code": "VALIDATION_ERROR", "error_type": "validation", "field": "email"}});
    let failure = Dialect::Envelope.recognise(&helpers_own).unwrap();
    assert_eq!(failure.details().text("field"), Some("email"), "the helper's flat form is read too");
}

#[test]
fn a_refused_permission_is_named_beside_the_code() {
    let message = "Insufficient permissions to delete project 'proj_123'";
    let recovery = "Request 'project:delete' permission from project owner.";
    let failure = Failure::forbidden(message)
        .with_context("required_permission", "project:delete")
        .with_context("project", "proj_123")
        .with_recovery(recovery);
    let envelope = render(failure);
    let data = json!({
        "error_code": "PERMISSION_DENIED",
        "error_type": "authorization",
        "details": {"project": "proj_123"},
        "required_permission": "project:delete",
        "remediation": recovery,
    });
    let example = json!({"success": false, "data": data, "error": message, "meta": {"version": "response-v2"}});
    assert_is_example(&envelope, &ADDITIONS, &example);
    let again = Dialect::Envelope.recognise(&envelope).unwrap();
    assert_eq!(again.details().text("required_permission"), Some("project:delete"));
}

#[test]
fn the_id_of_the_request_is_the_authors_or_else_that_of_the_protocol() {
    let renderer = Renderer::new(Dialect::Envelope).with_request_id("7");
    let id = |failure: Failure| renderer.render(&disclosed(failure))["meta"]["request_id"].clone();
    assert_eq!(id(Failure::conflict("No")), "7");
    assert_eq!(id(Failure::conflict("No").with_request_id("req_abc123")), "req_abc123");
    assert_eq!(render(Failure::conflict("No"))["meta"].get("request_id"), None, "nothing is invented");
    for long in ["x".repeat(1_000_000), "\u{1}\"".repeat(1_000)] {
        let renderer = Renderer::new(Dialect::Envelope).with_request_id(&*long);
        let shown = renderer.render(&disclosed(Failure::conflict("No")))["meta"]["request_id"].to_string();
        assert!(shown.len() <= 102, "a caller cannot make the reply long: {shown}");
    }
}

#[test]
fn the_not_found_helper_names_the_resource() {
    let envelope = render(Failure::entity_not_found("User", "usr_999"));
    assert_is_example(
        &envelope,
        &ADDITIONS,
        &json!({
            "success": false,
            "data": {
                "error_code": "RESOURCE_NOT_FOUND",
                "error_type": "not_found",
                "resource_type": "User",
                "resource_id": "usr_999",
                "remediation": "Verify the user ID exists."
            },
            "error": "User 'usr_999' not found",
            "meta": {"version": "response-v2"}
        }),
    );
}

#[test]
fn a_remediation_that_is_given_to_the_not_found_helper_takes_the_place_of_its_own() {
    let failure = Failure::entity_not_found("User", "usr_999").with_recovery("List the users with list_users().");
    assert_eq!(render(failure)["data"]["remediation"], "List the users with list_users().");
}

#[test]
fn the_rate_limit_helper_says_how_long_to_wait() {
    let envelope = render(Failure::limit_exceeded(100, "minute", Duration::from_secs(45)));
    assert_is_example(
        &envelope,
        &ADDITIONS,
        &json!({
            "success": false,
            "data": {
                "error_code": "RATE_LIMIT_EXCEEDED",
                "error_type": "rate_limit",
                "limit": 100,
                "period": "minute",
                "retry_after_seconds": 45,
                "remediation": "Wait 45 seconds before retrying."
            },
            "error": "Rate limit exceeded: 100 requests per minute",
            "meta": {"version": "response-v2"}
        }),
    );
}

#[test]
fn the_good_error_messages_are_read() {
    let rows = [
        (
            json!({"error_code": "INVALID_EMAIL", "remediation": "Provide email in format: user@domain.com"}),
            "invalid_email",
        ),
        (json!({"error_code": "USER_NOT_FOUND", "remediation": "Verify the user ID exists."}), "user_not_found"),
        (json!({"error_code": "RATE_LIMIT_EXCEEDED", "retry_after_seconds": 45}), "rate_limited"),
        (json!({"error_code": "PERMISSION_DENIED", "required_permission": "project:delete"}), "forbidden"),
    ];
    let failures = rows.map(|(data, reason)| {
        let envelope = json!({"success": false, "error": "It failed", "data": data});
        let failure = Dialect::Envelope.recognise(&envelope).unwrap();
        assert_eq!(failure.reason().as_str(), reason);
        failure
    });
    assert_eq!(failures[1].recovery().hint(), "Verify the user ID exists.");
    assert_eq!(failures[2].retry(), Retry::After(Duration::from_secs(45), Safety::Always));
    assert_eq!(failures[3].details().text("required_permission"), Some("project:delete"));
}

#[test]
fn a_success_is_bounded_and_scrubbed_beside_its_data() {
    let many = (0..1_000).fold(Success::new(1), |success, _| success.with_warning(Warning::new("x".repeat(10_000))));
    let envelope = success(many.with_request_id("req password=hunter2"));
    assert!(envelope.to_string().len() < 200_000);
    assert_eq!(envelope["meta"]["warnings"][50], "950 more warnings were left out.");
    assert_eq!(envelope["meta"]["request_id"], "req password=[redacted]");
}

#[test]
fn a_delay_is_read_as_in_the_other_dialects_and_bounded() {
    let retry_of = |data: Value| {
        let foreign = json!({"success": false, "error": "Slow down", "data": data});
        Dialect::Envelope.recognise(&foreign).unwrap().retry()
    };
    let after = |delay: Value| retry_of(json!({"error_code": "RATE_LIMIT_EXCEEDED", "retry_after_seconds": delay}));
    assert_eq!(after(json!("45")).delay(), Some(Duration::from_secs(45)));
    assert_eq!(after(json!(1.5)).delay(), Some(Duration::from_millis(1_500)));
    let forever = [json!(u64::MAX), json!(1e300), json!(-1), json!("soon"), json!("inf")];
    assert!(forever.into_iter().all(|delay| after(delay).delay().is_none()), "nobody waits for ever");
    let whole = json!({"retry": {"retryable": true, "after_ms": u64::MAX, "safe": "always"}});
    assert_eq!(retry_of(whole), Retry::After(Duration::from_secs(315_576_000), Safety::Always), "ten years at most");
}

#[test]
fn only_text_is_the_id_of_a_request() {
    let read = |id: Value| {
        let foreign = json!({"success": false, "error": "No", "data": {}, "meta": {"request_id": id}});
        Dialect::Envelope.recognise(&foreign).unwrap()
    };
    assert_eq!(read(json!("req_theirs")).details().text("request_id"), Some("req_theirs"));
    for other in [json!(7), json!({"x": [1]}), json!(null), json!(true)] {
        assert!(read(other.clone()).details().is_empty(), "{other}");
    }
    let with_other = Failure::conflict("No").with_context("request_id", json!({"x": "y".repeat(1_000)}));
    let renderer = Renderer::new(Dialect::Envelope).with_request_id("7");
    let envelope = renderer.render(&disclosed(with_other));
    assert_eq!(envelope["meta"]["request_id"], "7");
    assert!(envelope["data"]["details"]["request_id"].is_object(), "anything else of that name is a detail");
}

#[test]
fn an_error_that_is_an_object_gives_its_message() {
    let foreign = json!({"success": false, "error": {"message": "It broke", "code": "X"}});
    assert_eq!(Dialect::Envelope.recognise(&foreign).unwrap().message(), "It broke");
}

#[test]
fn a_code_of_a_servers_own_becomes_the_reason() {
    let foreign = json!({"success": false, "error": "User 'usr_999' not found",
        "data": {"error_code": "USER_NOT_FOUND", "error_type": "not_found"}});
    let failure = Dialect::Envelope.recognise(&foreign).unwrap();
    assert_eq!((failure.code(), failure.reason().as_str()), (Code::NotFound, "user_not_found"));
}

fn batch(
    succeed: &[&'static str],
    fail: &[(&str, Failure)],
) -> (Outcome<candor::outcome::BatchData<&'static str>>, usize) {
    let mut batch = Batch::new("delete", "deleted");
    succeed.iter().for_each(|id| batch.succeed(*id));
    fail.iter().for_each(|(id, failure)| batch.fail(*id, failure.clone()));
    let (outcome, incidents) = batch.finish(&Discretion::new());
    (outcome, incidents.len())
}

#[test]
fn a_batch_in_which_all_succeed_is_a_success() {
    let (Outcome::Succeeded(all), 0) = batch(&["a", "b"], &[]) else { panic!("nothing failed") };
    let envelope = success(all);
    assert_eq!(envelope["data"], json!({"deleted": ["a", "b"]}));
    assert_eq!(envelope["meta"], json!({"version": "response-v2"}));
}

#[test]
fn a_batch_in_which_some_fail_is_a_success_with_a_warning() {
    let failed = [("b", Failure::not_found("not found")), ("c", Failure::forbidden("permission denied"))];
    let (Outcome::Succeeded(some), 2) = batch(&["a"], &failed) else { panic!("one succeeded") };
    let envelope = success(some);
    assert_eq!(envelope["meta"]["warnings"], json!(["2 of 3 items could not be deleted"]));
    insta::assert_json_snapshot!(envelope);
}

#[test]
fn a_batch_in_which_all_fail_is_a_failure() {
    let failed = [("b", Failure::not_found("not found")), ("c", Failure::forbidden("permission denied"))];
    let (Outcome::Failed(failure), 2) = batch(&[], &failed) else { panic!("none succeeded") };
    assert_eq!(failure.message(), "Failed to delete all 2 items");
    insta::assert_json_snapshot!(render(failure));
    let wait = Retry::After(Duration::from_secs(30), Safety::Always);
    let busy = Failure::rate_limited("Too many").with_retry(wait).with_recovery("Wait half a minute, then repeat it.");
    let (Outcome::Failed(alike), 2) = batch(&[], &[("b", busy.clone()), ("c", busy)]) else { panic!("none succeeded") };
    assert_eq!((alike.code(), alike.retry()), (Code::RateLimited, wait), "what all share is the batch's");
    assert_eq!(alike.recovery().hint(), "Wait half a minute, then repeat it.");
    let (Outcome::Failed(only), 1) = batch(&[], &failed[..1]) else { panic!("none succeeded") };
    assert_eq!(only.message(), "Failed to delete the only item");
}

#[test]
fn of_many_failed_items_the_first_are_kept_and_the_others_are_counted_by_code() {
    let fill = |batch: &mut Batch<u32>| {
        for id in 0..100_000 {
            match id % 3 {
                0 => batch.fail(id.to_string(), Failure::forbidden("Not yours")),
                _ => batch.fail(id.to_string(), Failure::not_found("No such item")),
            }
        }
        batch.fail("last", Failure::unavailable("No answer").with_origin(Origin::Upstream));
    };
    let omitted = json!({"count": 99_001, "codes": {"not_found": 66_000, "forbidden": 33_000, "unavailable": 1}});

    let mut batch = Batch::new("delete", "deleted");
    batch.succeed(1);
    fill(&mut batch);
    let (outcome, incidents) = batch.finish(&Discretion::new());
    let Outcome::Succeeded(some) = outcome else { panic!("one succeeded") };
    let envelope = success(some);
    assert_eq!(envelope["meta"]["warnings"], json!(["100001 of 100002 items could not be deleted"]));
    assert_eq!(envelope["data"]["failed"].as_array().unwrap().len(), 1_000);
    assert_eq!(envelope["data"]["failed_omitted"], omitted);
    assert_eq!(incidents.len(), 1_001);
    let last = incidents.last().unwrap().failure();
    assert_eq!(last.message(), "99001 further items of a batch could not be deleted");
    assert_eq!(last.details().get("failed_omitted"), Some(&omitted), "the operator is told, too");

    let mut batch = Batch::new("delete", "deleted");
    fill(&mut batch);
    let (outcome, _) = batch.finish(&Discretion::new());
    let Outcome::Failed(whole) = outcome else { panic!("none succeeded") };
    assert_eq!(whole.message(), "Failed to delete all 100001 items");
    let verdict = (whole.code(), whole.origin(), whole.retry());
    assert_eq!(
        verdict,
        (Code::Unavailable, Origin::Upstream, Retry::Backoff(Safety::IfIdempotent)),
        "the last counts, too"
    );
    assert_eq!(whole.details().get("failed_omitted"), Some(&omitted));
    assert!(render(whole).to_string().len() < 64 * 1024);
}

#[test]
fn the_failure_of_a_batch_follows_from_its_items() {
    let after = |seconds, safety| Retry::After(Duration::from_secs(seconds), safety);
    let missing = || Failure::not_found("No such item");
    let refused = || Failure::forbidden("Not yours");
    let busy = || Failure::rate_limited("Too many").with_retry(after(30, Safety::Always));
    let away = || Failure::unavailable("No answer").with_origin(Origin::Upstream);
    let broken = || Failure::internal("It broke").with_retry(Retry::Never);
    type Row = (Vec<Failure>, Code, Origin, Retry);
    let rows: [Row; 9] = [
        (vec![missing(), missing()], Code::NotFound, Origin::Caller, Retry::Never),
        (vec![missing(), refused()], Code::Validation, Origin::Caller, Retry::Never),
        (vec![missing(), away()], Code::Unavailable, Origin::Upstream, Retry::Backoff(Safety::IfIdempotent)),
        (vec![broken(), missing()], Code::Internal, Origin::Internal, Retry::Never),
        (vec![missing(), broken(), away()], Code::Internal, Origin::Internal, Retry::Backoff(Safety::IfIdempotent)),
        (vec![busy(), missing()], Code::RateLimited, Origin::Internal, after(30, Safety::Always)),
        (vec![busy(), away()], Code::RateLimited, Origin::Internal, after(30, Safety::IfIdempotent)),
        (vec![busy(), broken()], Code::RateLimited, Origin::Internal, after(30, Safety::IfIdempotent)),
        (
            vec![busy(), busy().with_retry(after(60, Safety::Always))],
            Code::RateLimited,
            Origin::Internal,
            after(60, Safety::Always),
        ),
    ];
    for (items, code, origin, retry) in rows {
        let failed: Vec<_> = items.into_iter().map(|failure| ("x", failure)).collect();
        let (Outcome::Failed(whole), _) = batch(&[], &failed) else { panic!("none succeeded") };
        assert_eq!((whole.code(), whole.origin(), whole.retry()), (code, origin, retry), "{failed:?}");
        let envelope = render(whole);
        assert_eq!(envelope["data"]["failed"].as_array().unwrap().len(), failed.len(), "beside the code: {envelope:#}");
    }
}

#[test]
fn secrets_in_warnings_do_not_leave() {
    let warning = Warning::coded(WarningCode::ArchiveWriteFailed, "cannot write to postgres://a:pw@db/x")
        .with_context("password", "hunter2");
    let envelope = success(Success::new(1).with_warning(warning)).to_string();
    assert!(!envelope.contains("a:pw") && !envelope.contains("hunter2"), "{envelope}");
}

#[test]
fn a_warning_exposes_no_trace_no_statement_and_no_path() {
    const ROWS: [(&str, &[&str]); 4] = [
        (
            "The price list is old: Traceback (most recent call last):\n  File \"app.py\", line 42, in load\n    read()\nKeyError: 'tea'",
            &["app.py", "line 42", "read()"],
        ),
        ("The price list is old: NullPointerException at UserService.java:142", &["NullPointer", "UserService", "142"]),
        ("The price list is old: SELECT price FROM teas WHERE name = 'Assam'", &["SELECT", "teas", "Assam"]),
        ("The price list is old: cannot open /config/db.sqlite", &["/config", "sqlite"]),
    ];
    for (text, hidden) in ROWS {
        let warning = Warning::coded(WarningCode::ArchiveWriteFailed, text).with_context("why", text);
        let plain = Warning::new(text);
        let envelope = success(Success::new(1).with_warning(warning).with_warning(plain)).to_string();
        assert!(envelope.contains("The price list is old"), "{envelope}");
        for part in hidden {
            assert!(!envelope.contains(part), "{part}: {envelope}");
        }
    }
}

#[test]
fn the_message_that_exposes_internals_is_replaced_by_a_sentence() {
    let envelope = render(Failure::internal(String::from("NullPointerException at UserService.java:142")));
    assert_eq!(envelope["error"], render(Failure::internal(" "))["error"]);
    let named =
        render(Failure::internal(String::from("Cannot load the user: NullPointerException at UserService.java:142")));
    assert_eq!(named["error"], "Cannot load the user: [redacted]");
}

#[test]
fn the_hint_of_an_invalid_address_keeps_the_address_of_its_author() {
    let hint = "Provide email in format: user@domain.com";
    let envelope = render(Failure::invalid_params("Invalid email format: 'not-an-email'").with_recovery(hint));
    assert_eq!(envelope["data"]["remediation"], hint);
    let inserted = render(Failure::invalid_params("Invalid").with_recovery(format!("Ask {}.", "ann@mail.shop")));
    assert_eq!(inserted["data"]["remediation"], "Ask [email].");
}

#[test]
fn a_tool_result_carries_the_envelope_as_text_and_as_structure() {
    let result = tool_result(Dialect::Envelope, &disclosed(Failure::conflict("The order was changed meanwhile")));
    let text: Value = serde_json::from_str(super::first_text(&result)).unwrap();
    assert_eq!(text, result["structuredContent"]);
    insta::assert_json_snapshot!(result);
}
