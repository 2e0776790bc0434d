//! 002: RFC 9457 problem details.

use super::{assert_is_example, disclosed, disclosed_at, first_text, tool_result};
use candor::disclose::{Profile, Scrubber};
use candor::render::{PROBLEM_MEDIA_TYPE, Renderer};
use candor::{Code, Dialect, Disclosure, Discretion, Failure, Origin};
use serde_json::{Value, json};

/// The base that 002's own server uses.
const BASE: &str = "https://mouse-mcp.dev/errors/";
/// What Candor adds to every problem.
const ADDITIONS: [&str; 4] = ["/reason", "/origin", "/retry", "/recovery"];

fn assert_reproduces(failure: Failure, example: &Value) -> Value {
    let disclosure =
        disclosed_at(failure, example["instance"].as_str().unwrap(), example["timestamp"].as_str().unwrap());
    let problem = Renderer::new(Dialect::Problem).with_problem_base(BASE).unwrap().render(&disclosure);
    assert_is_example(&problem, &ADDITIONS, example);
    let read = Dialect::Problem.recognise(example).unwrap();
    assert_eq!(read.code(), disclosure.code());
    assert_eq!(read.message(), disclosure.message());
    assert_eq!(read.occurrence(), Some(disclosure.occurrence()));
    problem
}

#[test]
fn every_error_type_has_its_uri_title_and_status() {
    const ROWS: [(&str, &str, u16, Code); 10] = [
        ("about:blank", "An error occurred", 500, Code::Unknown),
        ("validation-error", "Validation Failed", 400, Code::Validation),
        ("api-error", "External API Error", 502, Code::DependencyFailed),
        ("api-error", "External API Error", 503, Code::Unavailable),
        ("session-error", "Session Error", 401, Code::Unauthorized),
        ("session-error", "Session Error", 403, Code::Forbidden),
        ("not-found", "Resource Not Found", 404, Code::NotFound),
        ("database-error", "Database Error", 500, Code::Database),
        ("cache-error", "Cache Error", 500, Code::Cache),
        ("configuration-error", "Configuration Error", 500, Code::Configuration),
    ];
    let renderer = Renderer::new(Dialect::Problem).with_problem_base(BASE).unwrap();
    for (slug, title, status, code) in ROWS {
        let problem = renderer.render(&disclosed(Failure::new(code, "It failed")));
        let uri = if slug == "about:blank" { slug.to_owned() } else { format!("{BASE}{slug}") };
        assert_eq!(
            (&problem["type"], &problem["title"], &problem["status"]),
            (&json!(uri), &json!(title), &json!(status))
        );
        assert_eq!(Dialect::Problem.recognise(&problem).unwrap().code(), code);
    }
}

/// What a service answered with this status, and what the server makes of it.
fn of_service(code: Code, status: u16) -> Disclosure {
    disclosed(Failure::new(code, "The shop is gone").with_origin(Origin::Upstream).with_status(status))
}

#[test]
fn a_failure_that_a_service_answered_with_is_an_api_error() {
    const ROWS: [(u16, Code, u16); 12] = [
        (400, Code::InvalidParams, 502),
        (401, Code::Unauthorized, 502),
        (403, Code::Forbidden, 502),
        (404, Code::NotFound, 502),
        (409, Code::Conflict, 502),
        (422, Code::MissingRequired, 502),
        (429, Code::RateLimited, 502),
        (499, Code::InvalidRequest, 502),
        (500, Code::Internal, 503),
        (502, Code::Unavailable, 503),
        (504, Code::Timeout, 503),
        (599, Code::Database, 503),
    ];
    for (answered, code, status) in ROWS {
        let problem = Dialect::Problem.render(&of_service(code, answered));
        assert_eq!(
            (&problem["type"], &problem["title"], &problem["status"]),
            (&json!("urn:candor:problem:api-error"), &json!("External API Error"), &json!(status)),
            "{answered}"
        );
        assert_eq!(problem["context"]["status"], answered, "what the service said stays readable");
        let read = Dialect::Problem.recognise(&problem).unwrap();
        assert_eq!((read.code(), read.origin()), (code, Origin::Upstream), "so does what that means");
    }
}

#[test]
fn what_no_service_answered_has_the_type_of_its_code() {
    let rows = [
        // The status is not one of a failure, or nobody else's.
        (of_service(Code::DependencyFailed, 204), "api-error", 502),
        (disclosed(Failure::not_found("No order").with_status(404)), "not-found", 404),
        // No service was reached, or none answered in time.
        (disclosed(Failure::unavailable("Refused").with_origin(Origin::Transport)), "api-error", 503),
        (disclosed(Failure::new(Code::Timeout, "No answer")), "timeout", 504),
        (disclosed(Failure::internal("It broke").with_origin(Origin::Upstream)), "internal-error", 500),
    ];
    for (disclosure, slug, status) in rows {
        let problem = Dialect::Problem.render(&disclosure);
        assert_eq!(problem["type"], format!("urn:candor:problem:{slug}"));
        assert_eq!((&problem["status"], problem.get("code")), (&json!(status), None));
    }
}

#[test]
fn a_code_beside_an_api_error_counts_only_if_it_is_one_of_candors() {
    let problem = |slug: &str, code: &str| json!({"type": format!("{BASE}{slug}"), "title": "T", "status": 502, "detail": "D", "code": code});
    let read = |problem: Value| Dialect::Problem.recognise(&problem).unwrap();
    assert_eq!(read(problem("api-error", "rate_limited")).code(), Code::RateLimited);
    assert_eq!(read(problem("api-error", "E_LIMIT")).code(), Code::DependencyFailed);
    assert_eq!(read(problem("api-error", "E_LIMIT")).details().get("code_"), Some(&json!("E_LIMIT")));
    assert_eq!(read(problem("not-found", "rate_limited")).code(), Code::NotFound);
}

#[test]
fn a_type_with_two_statuses_counts_as_that_of_the_registry_if_it_has_none() {
    for (slug, code, status) in [("api-error", Code::DependencyFailed, 502), ("session-error", Code::Unauthorized, 401)]
    {
        let problem = json!({"type": format!("{BASE}{slug}"), "title": "T", "detail": "It failed"});
        let read = Dialect::Problem.recognise(&problem).unwrap();
        assert_eq!(read.code(), code);
        assert_eq!(Dialect::Problem.render(&disclosed(read))["status"], status);
    }
}

#[test]
fn codes_that_share_a_type_share_its_title() {
    for (code, slug, title) in [
        (Code::InvalidCredentials, "session-error", "Session Error"),
        (Code::TokenExpired, "session-error", "Session Error"),
        (Code::InitializationFailed, "configuration-error", "Configuration Error"),
    ] {
        let problem = Dialect::Problem.render(&disclosed(Failure::new(code, "It failed")));
        assert_eq!(
            (&problem["type"], &problem["title"]),
            (&json!(format!("urn:candor:problem:{slug}")), &json!(title))
        );
    }
    let titles = Code::all().map(|code| code.row().problem.value).map(|it| (it.slug, it.title));
    let titles: std::collections::BTreeSet<_> = titles.collect();
    let types: std::collections::BTreeSet<_> = titles.iter().map(|(slug, _)| slug).collect();
    assert_eq!(types.len(), titles.len(), "{titles:?}");
}

#[test]
fn each_class_of_002_is_found_by_its_identifier() {
    for (identifier, code) in [
        ("API_ERROR", Code::DependencyFailed),
        ("SESSION_ERROR", Code::Unauthorized),
        ("NOT_FOUND", Code::NotFound),
        ("DATABASE_ERROR", Code::Database),
        ("CACHE_ERROR", Code::Cache),
        ("CONFIG_ERROR", Code::Configuration),
    ] {
        let found = candor::glossary::look_up(identifier);
        assert!(found.iter().any(|entry| entry.codes().contains(&code)), "{identifier}");
    }
}

#[test]
fn input_that_breaks_a_schema_or_a_constraint_is_a_validation_error() {
    for code in [Code::InvalidParams, Code::MissingRequired, Code::InvalidFormat, Code::OutOfRange] {
        let problem = Dialect::Problem.render(&disclosed(Failure::new(code, "It failed")));
        assert_eq!((&problem["title"], &problem["status"]), (&json!("Validation Failed"), &json!(400)));
        assert_eq!(Dialect::Problem.fold(code), Code::Validation);
    }
}

#[test]
fn the_default_base_is_a_urn_of_candors_own() {
    let problem = Dialect::Problem.render(&disclosed(Failure::not_found("It is gone")));
    assert_eq!(problem["type"], "urn:candor:problem:not-found");
}

#[test]
fn a_base_is_a_uri_that_ends_where_a_segment_begins() {
    let long = format!("https://{}/", "x".repeat(200));
    for base in
        ["", "errors/", "https://example.com/errors", "https://exa mple.com/", "/errors/:", "1a:b/", ":x/", &long]
    {
        assert!(Renderer::new(Dialect::Problem).with_problem_base(base.to_owned()).is_err(), "{base}");
    }
}

#[test]
fn the_media_type_is_that_of_rfc_9457() {
    assert_eq!(PROBLEM_MEDIA_TYPE, "application/problem+json");
}

#[test]
fn the_five_core_fields_are_always_there_and_the_title_never_changes() {
    for code in Code::all() {
        let problem = |message: &'static str| Dialect::Problem.render(&disclosed(Failure::new(code, message)));
        let (one, other) = (problem("One thing"), problem("Another thing"));
        for field in ["type", "title", "status", "detail", "instance"] {
            assert!(!one[field].is_null(), "{code} has no {field}");
        }
        assert_eq!(one["title"], other["title"]);
        assert!((400..=599).contains(&one["status"].as_u64().unwrap()));
    }
}

#[test]
fn an_instance_is_a_uuid_of_version_4_and_differs_every_time() {
    let draw =
        || Dialect::Problem.render(&Failure::internal("x").disclose(&candor::Discretion::new()).0)["instance"].clone();
    let (one, other) = (draw(), draw());
    assert_ne!(one, other);
    let text = one.as_str().unwrap();
    assert!(text.starts_with("urn:uuid:") && text.len() == 45 && text.as_bytes()[23] == b'4', "{text}");
}

#[test]
fn the_time_is_that_at_which_the_failure_came_about() {
    let time = |problem: &Value| problem["timestamp"].as_str().unwrap().parse::<jiff::Timestamp>().unwrap();
    let cut = |time: jiff::Timestamp| time.as_millisecond();
    let before = cut(jiff::Timestamp::now());
    let failure = Failure::internal("It broke");
    let after = cut(jiff::Timestamp::now());
    std::thread::sleep(std::time::Duration::from_millis(20));
    let problem = Dialect::Problem.render(&failure.disclose(&Discretion::new()).0);
    assert!((before..=after).contains(&cut(time(&problem))), "{problem}");
}

#[test]
fn the_validation_error_is_reproduced() {
    let problem = assert_reproduces(
        Failure::validation("Invalid destination ID. Must be 'wdw' or 'dlr'")
            .with_tool("disney_attractions")
            .with_field("destination")
            .with_invalid_value("orlando"),
        &json!({
            "type": "https://mouse-mcp.dev/errors/validation-error",
            "title": "Validation Failed",
            "status": 400,
            "detail": "Invalid destination ID. Must be 'wdw' or 'dlr'",
            "instance": "urn:uuid:a3bb189e-8bf9-41c4-b5db-dbe0e0f51f6e",
            "timestamp": "2025-12-06T18:30:00.000Z",
            "tool": "disney_attractions",
            "field": "destination",
            "invalidValue": "orlando"
        }),
    );
    insta::assert_json_snapshot!(problem);
}

#[test]
fn the_api_error_is_reproduced() {
    let problem = assert_reproduces(
        Failure::unavailable("Disney API returned 503: Service temporarily unavailable")
            .with_tool("disney_attractions")
            .with_endpoint("https://api.wdpro.disney.go.com/facility-service/attractions"),
        &json!({
            "type": "https://mouse-mcp.dev/errors/api-error",
            "title": "External API Error",
            "status": 503,
            "detail": "Disney API returned 503: Service temporarily unavailable",
            "instance": "urn:uuid:7c9e6679-7425-40de-944b-e07fc1f90ae7",
            "timestamp": "2025-12-06T18:31:15.000Z",
            "tool": "disney_attractions",
            "endpoint": "https://api.wdpro.disney.go.com/facility-service/attractions"
        }),
    );
    insta::assert_json_snapshot!(problem);
}

#[test]
fn the_session_error_is_reproduced() {
    let problem = assert_reproduces(
        Failure::unauthorized("No valid Disney session. Session may have expired or authentication failed")
            .with_tool("disney_attractions"),
        &json!({
            "type": "https://mouse-mcp.dev/errors/session-error",
            "title": "Session Error",
            "status": 401,
            "detail": "No valid Disney session. Session may have expired or authentication failed",
            "instance": "urn:uuid:3f7e4c8a-9d2b-4e3a-8f1c-2b5d9e6a7c8f",
            "timestamp": "2025-12-06T18:32:00.000Z",
            "tool": "disney_attractions"
        }),
    );
    insta::assert_json_snapshot!(problem);
}

#[test]
fn the_not_found_error_is_reproduced() {
    let problem = assert_reproduces(
        Failure::not_found("Attraction with ID '99999999' not found at Walt Disney World")
            .with_tool("disney_entity")
            .with_entity("attraction", "99999999"),
        &json!({
            "type": "https://mouse-mcp.dev/errors/not-found",
            "title": "Resource Not Found",
            "status": 404,
            "detail": "Attraction with ID '99999999' not found at Walt Disney World",
            "instance": "urn:uuid:1a2b3c4d-5e6f-7a8b-9c0d-1e2f3a4b5c6d",
            "timestamp": "2025-12-06T18:33:00.000Z",
            "tool": "disney_entity",
            "entityType": "attraction",
            "entityId": "99999999"
        }),
    );
    insta::assert_json_snapshot!(problem);
}

#[test]
fn the_database_error_is_reproduced() {
    let problem = assert_reproduces(
        Failure::database("Failed to initialize database: unable to open database file"),
        &json!({
            "type": "https://mouse-mcp.dev/errors/database-error",
            "title": "Database Error",
            "status": 500,
            "detail": "Failed to initialize database: unable to open database file",
            "instance": "urn:uuid:8e7d6c5b-4a3f-2e1d-0c9b-8a7f6e5d4c3b",
            "timestamp": "2025-12-06T18:34:00.000Z"
        }),
    );
    insta::assert_json_snapshot!(problem);
}

#[test]
fn the_configuration_error_is_reproduced() {
    let problem = assert_reproduces(
        Failure::configuration("Required environment variable MOUSEMCP_EMBEDDING_PROVIDER not set")
            .with_config_key("MOUSEMCP_EMBEDDING_PROVIDER"),
        &json!({
            "type": "https://mouse-mcp.dev/errors/configuration-error",
            "title": "Configuration Error",
            "status": 500,
            "detail": "Required environment variable MOUSEMCP_EMBEDDING_PROVIDER not set",
            "instance": "urn:uuid:9f8e7d6c-5b4a-3f2e-1d0c-9b8a7f6e5d4c",
            "timestamp": "2025-12-06T18:35:00.000Z",
            "configKey": "MOUSEMCP_EMBEDDING_PROVIDER"
        }),
    );
    insta::assert_json_snapshot!(problem);
}

#[test]
fn the_cache_error_is_reproduced() {
    let problem = assert_reproduces(
        Failure::new(Code::Cache, "Failed to read from cache: cache file corrupted"),
        &json!({
            "type": "https://mouse-mcp.dev/errors/cache-error",
            "title": "Cache Error",
            "status": 500,
            "detail": "Failed to read from cache: cache file corrupted",
            "instance": "urn:uuid:2b3c4d5e-6f7a-8b9c-0d1e-2f3a4b5c6d7e",
            "timestamp": "2025-12-06T18:36:00.000Z"
        }),
    );
    insta::assert_json_snapshot!(problem);
}

#[test]
fn the_generic_error_is_reproduced() {
    let problem = assert_reproduces(
        Failure::new(Code::Unknown, "An unexpected error occurred").with_tool("disney_sync"),
        &json!({
            "type": "about:blank",
            "title": "An error occurred",
            "status": 500,
            "detail": "An unexpected error occurred",
            "instance": "urn:uuid:5c6d7e8f-9a0b-1c2d-3e4f-5a6b7c8d9e0f",
            "timestamp": "2025-12-06T18:37:00.000Z",
            "tool": "disney_sync"
        }),
    );
    insta::assert_json_snapshot!(problem);
}

#[test]
fn a_tool_result_has_the_problem_as_its_text() {
    let disclosure = disclosed(Failure::not_found("It is gone"));
    let result = tool_result(Dialect::Problem, &disclosure);
    assert_eq!(result["isError"], true);
    assert_eq!(result["content"].as_array().map(Vec::len), Some(1));
    assert_eq!(result["content"][0]["type"], "text");
    assert_eq!(serde_json::from_str::<Value>(first_text(&result)).unwrap(), Dialect::Problem.render(&disclosure));
}

#[test]
fn a_value_at_fault_is_sanitised() {
    let rows = [
        (json!(null), json!(null)),
        (json!(17), json!(17)),
        (json!(true), json!(true)),
        (json!([1, 2, 3]), json!("[Array of 3 items]")),
        (json!(vec![0; 1_000_000]), json!("[Array of 1000000 items]")),
        (json!({"a": 1}), json!("[Object]")),
        (json!("x".repeat(100)), json!("x".repeat(100))),
        (json!("x".repeat(101)), json!(format!("{}...", "x".repeat(97)))),
        (json!("é".repeat(101)), json!(format!("{}...", "é".repeat(97)))),
    ];
    for (given, shown) in rows {
        let problem = Dialect::Problem.render(&disclosed(Failure::validation("No").with_invalid_value(given)));
        assert_eq!(problem["invalidValue"], shown);
    }
}

#[test]
fn a_value_of_a_sensitive_field_is_not_shown_at_all() {
    let failure = Failure::validation("Too short").with_field("password").with_invalid_value("hunter2");
    assert_eq!(Dialect::Problem.render(&disclosed(failure))["invalidValue"], "[redacted]");
}

#[test]
fn an_endpoint_loses_its_sensitive_parameters() {
    for name in ["token", "key", "secret", "password", "auth"] {
        let failure =
            Failure::unavailable("Down").with_endpoint(format!("https://api.example.com/v1?page=2&{name}=abc"));
        let problem = Dialect::Problem.render(&disclosed(failure));
        assert_eq!(problem["endpoint"], format!("https://api.example.com/v1?page=2&{name}=[redacted]"));
    }
    let failure = Failure::unavailable("Down").with_endpoint("/v1/orders?token=abc");
    assert_eq!(
        Dialect::Problem.render(&disclosed(failure))["endpoint"],
        "/v1/orders",
        "one that is no URL loses its query"
    );
}

#[test]
fn paths_tokens_and_addresses_are_replaced_by_their_placeholders() {
    let rows = [
        ("cannot read /etc/app/secrets.toml", "cannot read [path]"),
        ("key zQ9xW8vE7rT6yU5iO4pA3sD2fG1hJ0kL was refused", "key [redacted] was refused"),
        ("no account for jane@corp.io", "no account for [email]"),
        ("cannot open /config/db.sqlite in /code/app", "cannot open [path] in [path]"),
        ("session 0fa4e1fa4e2fa4e3fa4e4fa4e5fa4e67 has expired", "session [redacted] has expired"),
        ("GET /v1/orders/7 failed", "GET /v1/orders/7 failed"),
    ];
    for (text, scrubbed) in rows {
        assert_eq!(Scrubber::new().scrub(text), scrubbed);
    }
}

#[test]
fn in_development_a_reply_says_more_and_still_has_no_trace_no_path_and_no_address() {
    let failure = || {
        Failure::database(String::from(
            "db1.shop.internal refused the row for jane@corp.io, see /srv/shop/db.log: Failing row contains (7, Ulm).\n\
             Traceback (most recent call last):\n  File \"shop.py\", line 3, in main\nKeyError: 'tea'",
        ))
        .with_context("row", "Failing row contains (7, Ulm).")
    };
    for profile in Profile::ALL.iter().copied() {
        let (disclosure, _) = failure().disclose(&Discretion::new().with_profile(profile));
        for dialect in Dialect::ALL.iter().copied() {
            let reply = dialect.render(&disclosure).to_string();
            for part in ["jane", "db.log", "shop.py", "line 3"] {
                assert!(!reply.contains(part), "{profile}, {dialect}: {reply}");
            }
            let says_more = reply.contains("db1.shop.internal") && reply.contains("(7, Ulm)");
            assert_eq!(says_more, profile == Profile::Development, "{profile}, {dialect}: {reply}");
        }
    }
}

#[test]
fn a_foreign_problem_is_read_by_its_status() {
    let rows = [
        (json!({"title": "Not Found", "status": 404}), Code::NotFound, "Not Found"),
        (
            json!({"type": "not-found", "title": "Gone", "status": 404, "detail": "No order"}),
            Code::NotFound,
            "No order",
        ),
        (
            json!({"type": "tag:example.com,2024:x", "title": "Busy", "status": 429, "detail": "Wait"}),
            Code::RateLimited,
            "Wait",
        ),
        (
            json!({"type": "https://example.com/probs/out-of-credit", "status": 403, "detail": "No credit"}),
            Code::QuotaExceeded,
            "No credit",
        ),
        (json!({"type": "about:blank", "status": 429, "detail": "Slow down"}), Code::RateLimited, "Slow down"),
    ];
    for (problem, code, message) in rows {
        let failure = Dialect::Problem.recognise(&problem).unwrap();
        assert_eq!((failure.code(), failure.message()), (code, message));
    }
    for other in [json!({"type": "object", "title": "A schema"}), json!({"status": 200, "title": "Fine"}), json!({})] {
        assert!(Dialect::Problem.recognise(&other).is_none(), "{other}");
    }
}
