//! How much of a body is kept, and for whom.

use super::{failure, failure_of_body, headers, reader};
use ::http::StatusCode;
use candor::http::ResponseReader;
use candor::{Code, Discretion, Failure};

const PAGE: &str = "<!DOCTYPE html><html><title>502 Bad Gateway</title>upstream 10.2.3.4:9000 failed</html>";

fn kept(failure: &Failure) -> Option<&str> {
    failure.private().text("response_body")
}

#[test]
fn a_page_is_the_operators_alone() {
    for media_type in ["text/html", "text/html; charset=utf-8", "text/plain", "application/xhtml+xml", ""] {
        let failure = failure_of_body(502, media_type, PAGE);
        assert_eq!(failure.message(), "The service returned 502 Bad Gateway", "{media_type}");
        assert_eq!(kept(&failure), Some(PAGE), "{media_type}");
        let (disclosure, incident) = failure.disclose(&Discretion::new());
        assert!(!serde_json::to_string(&disclosure).unwrap().contains("upstream 10"), "{media_type}");
        assert!(serde_json::to_string(&incident).unwrap().contains("10.2.3.4"), "{media_type}");
    }
}

#[test]
fn a_page_inside_json_is_the_operators_alone() {
    let body = serde_json::json!({"message": PAGE, "errors": [PAGE], "detail": {"title": PAGE}}).to_string();
    let failure = failure_of_body(502, "application/json", &body);
    assert_eq!(failure.message(), "The service returned 502 Bad Gateway");
    assert!(failure.details().get("errors").is_none());
}

#[test]
fn a_long_body_keeps_its_head_and_its_tail() {
    let body = format!("begin{}end", "-".repeat(100_000));
    let failure = failure_of_body(500, "text/plain", &body);
    let kept = kept(&failure).unwrap();
    assert!(kept.starts_with("begin---") && kept.ends_with("---end"), "{kept}");
    assert!(kept.contains(&format!("[{} bytes left out]", body.len() - ResponseReader::DEFAULT_BODY_LIMIT)), "{kept}");
    assert!(kept.len() < ResponseReader::DEFAULT_BODY_LIMIT + 100);

    let reader = reader().with_body_limit(10);
    let failure = reader.read(StatusCode::INTERNAL_SERVER_ERROR, &headers(&[]), body.as_bytes());
    assert_eq!(failure.private().text("response_body"), Some("begin… [99998 bytes left out] …--end"));
}

#[test]
fn without_its_body_a_response_gives_its_status_and_no_more() {
    let body = br#"{"code": "token_of_jane", "message": "The token of jane is expired", "retry_after": 5}"#;
    for reader in [reader().capture_body(false), reader().with_body_limit(0)] {
        let failure = reader.read(StatusCode::TOO_MANY_REQUESTS, &headers(&[("retry-after", "2")]), body);
        assert_eq!(failure.message(), "The service returned 429 Too Many Requests");
        assert_eq!(failure.reason().as_str(), "rate_limited");
        assert_eq!(failure.retry().after_seconds(), Some(2));
        assert_eq!(kept(&failure), None);
        let (disclosure, incident) = failure.disclose(&Discretion::new());
        assert!(!serde_json::to_string(&disclosure).unwrap().contains("jane"));
        assert!(!serde_json::to_string(&incident).unwrap().contains("jane"));
    }
    let again = reader().capture_body(false).capture_body(true);
    assert!(kept(&again.read(StatusCode::NOT_FOUND, &headers(&[]), body)).is_some());
}

#[test]
fn the_operator_gets_the_useful_headers_and_no_credentials() {
    let entries = [
        ("x-request-id", "req_17"),
        ("retry-after", "3"),
        ("x-ratelimit-limit", "60"),
        ("set-cookie", "session=hunter2"),
        ("www-authenticate", "Bearer"),
        ("authorization", "Bearer hunter2"),
    ];
    let failure = failure(429, &entries, "");
    let kept = failure.private().get("response_headers").unwrap();
    let told = serde_json::json!({"x-request-id": "req_17", "retry-after": "3", "x-ratelimit-limit": "60"});
    assert_eq!(kept, &told);
    let (disclosure, incident) = failure.disclose(&Discretion::new());
    assert!(!serde_json::to_string(&disclosure).unwrap().contains("req_17"));
    assert!(!serde_json::to_string(&incident).unwrap().contains("hunter2"));
}

#[test]
fn a_huge_body_is_read_up_to_the_limit() {
    let huge = format!(r#"{{"message": "Order 17 is closed", "dump": "{}"}}"#, "x".repeat(100_000_000));
    let failure = failure_of_body(409, "application/json", &huge);
    assert_eq!(failure.message(), "The service returned 409 Conflict: Order 17 is closed");
    assert!(kept(&failure).unwrap().len() < 2 * ResponseReader::DEFAULT_BODY_LIMIT);
    // The message itself lies beyond what is read.
    let late = format!(r#"{{"dump": "{}", "message": "Order 17 is closed"}}"#, "x".repeat(1_000_000));
    assert_eq!(failure_of_body(409, "application/json", &late).message(), "The service returned 409 Conflict");
}

#[test]
fn many_complaints_are_counted_not_listed() {
    let items: Vec<_> = (0..1_000).map(|number| serde_json::json!({"message": format!("no {number}")})).collect();
    let failure = failure_of_body(400, "application/json", &serde_json::json!({"errors": items}).to_string());
    assert_eq!(failure.message(), "The service returned 400 Bad Request: no 0; no 1; no 2; and 997 more");
    let errors = failure.details().get("errors").and_then(|it| it.as_array()).unwrap();
    assert_eq!(errors.len(), 21);
    assert_eq!(errors.last().unwrap(), "[980 more cut]");
}

#[test]
fn members_of_a_problem_that_find_no_room_are_counted() {
    let mut problem =
        serde_json::json!({"type": "about:blank", "title": "Conflict", "status": 409, "detail": "Closed"});
    let many = (0..1_200).map(|number| (format!("member_{number}"), number.into()));
    problem.as_object_mut().unwrap().extend(many);
    let failure = failure_of_body(409, "application/problem+json", &problem.to_string());
    let details = serde_json::to_value(failure.details()).unwrap();
    assert_eq!(failure.details().iter().count(), 1_000);
    // The title and the status of the response are details as well.
    assert_eq!(details["[cut]"], "[202 more cut]");
}

#[test]
fn a_long_list_of_a_problem_says_how_long_it_was() {
    let list = vec![7; 100_000];
    let problem = serde_json::json!({"type": "about:blank", "title": "Bad", "status": 400, "invalidValue": list});
    let failure = failure_of_body(400, "application/problem+json", &problem.to_string());
    let (disclosure, _) = failure.disclose(&Discretion::new());
    assert_eq!(disclosure.details().text("invalid_value"), Some("[Array of 100000 items]"));
}

#[test]
fn deep_json_gives_what_comes_before_it() {
    let deep = format!(r#"{{"message": "too deep", "rest": {}{}}}"#, "[".repeat(50_000), "]".repeat(50_000));
    let failure = failure_of_body(400, "application/json", &deep);
    assert_eq!(failure.message(), "The service returned 400 Bad Request: too deep");
    let wrapped = format!(r#"{}{{"message": "lost"}}{}"#, r#"{"error":"#.repeat(100), "}".repeat(100));
    assert_eq!(failure_of_body(400, "application/json", &wrapped).code(), Code::InvalidParams);
}

#[test]
fn bytes_that_are_not_text_give_the_failure_of_the_status() {
    let body = b"{\"message\": \"Caf\xe9 17 is closed\"}";
    let failure = reader().read(StatusCode::CONFLICT, &headers(&[("content-type", "application/json")]), body);
    assert_eq!(failure.message(), "The service returned 409 Conflict: Caf\u{fffd} 17 is closed");
    let failure = reader().read(StatusCode::CONFLICT, &headers(&[]), &[0xff, 0x00, 0x80, b'{']);
    assert_eq!(failure.message(), "The service returned 409 Conflict");
    let failure = reader().read(StatusCode::CONFLICT, &headers(&[("content-type", "text/plain")]), b"\xff\xfea\0b\0");
    assert_eq!(failure.message(), "The service returned 409 Conflict");
}

#[test]
fn a_body_that_is_shorter_than_announced_says_so() {
    let failure = failure(404, &[("content-length", "100"), ("content-type", "text/plain")], "no such or");
    assert_eq!(kept(&failure), Some("no such or… [90 bytes not read]"));
    assert_eq!(failure.message(), "The service returned 404 Not Found");
}
