//! What of an incident is in the log.

use super::listener::{event_of, events};
use candor::disclose::{Allowed, IncidentLevel};
use candor::{Code, Discretion, Failure, Incident, OrFail, Origin, Retry, Safety, reason};
use serde_json::{Value, json};
use std::time::Duration;

#[test]
fn an_event_says_everything_about_the_incident() {
    let failure = Failure::from_error(std::io::Error::from(std::io::ErrorKind::TimedOut), "asking the shop")
        .with_operation("loading the catalogue")
        .with_tool("search")
        .with_context("page", 3)
        .with_private("shard", 4);
    let (disclosure, incident) = failure.disclose(&Discretion::new());
    let mut events = events(|| incident.log(&Discretion::new()));
    // It is there if the environment asks for it.
    events[0].as_object_mut().unwrap().remove("exception.stacktrace");
    let expected = json!({
        "level": "WARN",
        "error.level": "warning",
        "target": "candor",
        "message": "timeout: The operation timed out; it may have taken effect.",
        "error.id": disclosure.occurrence().id().to_string(),
        "error.type": "timeout",
        "error.reason": "timeout",
        "error.origin": "transport",
        "error.retryable": true,
        "error.tool": "search",
        "error.rule": "io.timed_out",
        "error.fingerprint": incident.fingerprint().to_string(),
        "error.operations": "asking the shop, loading the catalogue",
        "error.details": r#"{"tool":"search","page":3}"#,
        "error.private": r#"{"shard":4}"#,
        "exception.message":
            "Asking the shop failed: the operation timed out; it may have taken effect.",
        "exception.causes": "timed out",
    });
    assert_eq!(events, [expected]);
}

#[test]
fn what_is_not_known_is_absent() {
    let event = event_of(Failure::internal("It failed"), &Discretion::new());
    let absent = [
        "error.tool",
        "error.rule",
        "error.operations",
        "error.details",
        "error.private",
        "error.place",
        "exception.causes",
        "exception.stacktrace",
        "jsonrpc.request.id",
        "trace_id",
    ];
    for name in absent {
        assert!(event.get(name).is_none(), "{name}");
    }
    let after = Retry::After(Duration::from_secs(30), Safety::Always);
    let event = event_of(Failure::rate_limited("Too fast").with_retry(after), &Discretion::new());
    assert_eq!(event["error.retry_after_ms"], 30_000);
}

#[test]
fn the_callers_trace_is_in_the_event_and_nothing_else_in_its_place() {
    let trace = "0af7651916cd43dd8448eb211c80319c";
    let event = |id: &str| event_of(Failure::internal("It failed").with_private("trace_id", id), &Discretion::new());
    assert_eq!(event(trace)["trace_id"], trace);
    assert!(event("password=hunter2-hunter2-hunter2-h").get("trace_id").is_none());
}

#[test]
fn an_incident_is_logged_once_whoever_logs_it() {
    let discretion = Discretion::new();
    let (_, incident) = Failure::internal("It failed").disclose(&discretion);
    let clone = incident.clone();
    let log = |incident: &Incident| incident.log(&discretion);
    let written = events(|| {
        log(&incident);
        log(&clone);
        log(&incident);
        log(&clone.clone());
    });
    assert_eq!(written.len(), 1);
}

#[test]
fn capturing_logs_nothing() {
    let written = events(|| {
        let _ = Err::<(), _>("It failed").or_fail("working").or_fail_as(Code::Cache, "still working");
        let _ = candor::capture::catch_panic(|| panic!("It failed"));
        let _ = Failure::internal("It failed").disclose(&Discretion::new());
    });
    assert!(written.is_empty(), "{written:?}");
}

#[test]
fn the_level_follows_the_origin() {
    let level =
        |origin| event_of(Failure::internal("It failed").with_origin(origin), &Discretion::new())["level"].clone();
    let levels: Vec<_> = Origin::ALL.iter().copied().map(level).collect();
    assert_eq!(levels, ["INFO", "WARN", "WARN", "ERROR", "ERROR"]);
}

#[test]
fn a_critical_failure_is_an_error_that_alerts_can_tell_whatever_its_origin() {
    for origin in Origin::ALL.iter().copied() {
        let failure = Failure::internal("The ledger does not add up").with_origin(origin);
        let ordinary = event_of(failure.clone(), &Discretion::new());
        assert_ne!(ordinary["error.level"], "critical");

        let (disclosure, incident) = failure.critical().disclose(&Discretion::new());
        assert_eq!(incident.level(), IncidentLevel::Critical);
        assert_eq!(serde_json::to_value(&incident).unwrap()["level"], "critical");
        let events = events(|| incident.log(&Discretion::new()));
        assert_eq!((&events[0]["level"], &events[0]["error.level"]), (&json!("ERROR"), &json!("critical")));
        assert!(!super::told(&disclosure).contains("critical"), "{}", super::told(&disclosure));
    }
}

#[test]
fn a_captured_failure_and_a_contracts_variant_can_be_critical() {
    #[derive(Debug, candor::Contract)]
    enum Pay {
        /// The books do not agree.
        #[failure(code = Internal, critical, message = "The ledger does not add up",
                  recovery = "Give the reference to the operator.")]
        Ledger,
        /// The card was refused.
        #[failure(code = Validation, message = "The bank refused the card", recovery = "Ask for another card first.")]
        Card,
    }
    assert!(Failure::from(Pay::Ledger).is_critical());
    assert!(!Failure::from(Pay::Card).is_critical());
    let failure = Err::<(), _>("disk full").or_fail_with("writing the ledger", Failure::critical).unwrap_err();
    let failure = Err::<(), _>(failure).or_fail("closing the day").unwrap_err();
    assert!(failure.is_critical(), "it stays so on its way up");
}

#[test]
fn private_details_stand_in_the_event_scrubbed_and_the_caller_sees_none_of_them() {
    let input = json!({"query": "green tea", "card": "4111 1111 1111 1111", "password": "plum-and-custard"});
    let failure = Failure::from_error("It failed", "searching")
        .with_private("input", input)
        .with_private("response_body", "upstream said no to ann@mail.shop");
    let (disclosure, _) = failure.clone().disclose(&Discretion::new());
    assert!(!super::told(&disclosure).contains("green tea"));
    let event = event_of(failure, &Discretion::new());
    let private: Value = serde_json::from_str(event["error.private"].as_str().unwrap()).unwrap();
    assert_eq!(private["input"]["query"], "green tea");
    assert_eq!(private["input"]["password"], "[redacted]");
    assert_eq!(private["response_body"], "upstream said no to [email]");
    assert!(private.get("operations").is_none(), "it has a field of its own");
    for hidden in ["4111 1111", "plum-and-custard", "ann@mail"] {
        assert!(!event.to_string().contains(hidden), "{hidden}: {event}");
    }
}

#[cfg(feature = "http")]
#[test]
fn the_body_of_a_response_stands_in_the_event_scrubbed() {
    let body = r#"{"message": "Order 17 is closed", "token": "plum-and-custard", "note": "by ann@mail.shop"}"#;
    let failure = Failure::from_http(http::StatusCode::CONFLICT, &http::HeaderMap::new(), body.as_bytes());
    let event = event_of(failure, &Discretion::new());
    let private = event["error.private"].as_str().unwrap();
    assert!(private.contains("Order 17 is closed") && private.contains("[email]"), "{private}");
    for hidden in ["plum-and-custard", "ann@mail"] {
        assert!(!event.to_string().contains(hidden), "{hidden}: {event}");
    }
}

#[test]
fn private_details_leave_the_other_texts_their_room() {
    let mut failure = Failure::from_error("the disk is full", "saving").with_context("page", 3);
    for number in 0..2_000 {
        failure = failure.with_private(format!("key{number}"), "word ".repeat(1_000));
    }
    let event = event_of(failure, &Discretion::new());
    assert_eq!(event["exception.causes"], "the disk is full");
    assert_eq!(event["error.details"], r#"{"page":3}"#);
    let private = event["error.private"].as_str().unwrap();
    assert!(private.len() < 24 * 1024 && private.contains("cut"), "{} bytes", private.len());
}

#[test]
fn no_secret_is_in_an_event() {
    const SECRET: &str = "Tr0ub4dor-3";
    const OWN: &str = "swordfish-and-chips";
    const PRIVATE: &str = "plum-and-custard";
    let say =
        || format!("{SECRET} at /srv/shop/live.toml for ann@mail.shop, {OWN}, {PRIVATE}, postgres://app:pw9x@db/o");
    let failure = Failure::from_error(say(), say())
        .with_reason(reason!("tr0ub4dor_3"))
        .with_operation(say())
        .with_tool(say())
        .with_context("password", OWN)
        .with_context(say(), say())
        .with_private("api_key", PRIVATE)
        .with_private(say(), say())
        .with_private("jsonrpc_id", say())
        .with_private("trace_id", say());
    let written = event_of(failure, &Discretion::new().with_secret(SECRET)).to_string();
    for hidden in [SECRET, "tr0ub4dor_3", OWN, PRIVATE, "/srv/shop", "ann@mail", "pw9x"] {
        assert!(!written.contains(hidden), "{hidden}: {written}");
    }
    assert!(written.contains("[redacted]") && written.contains("[path]") && written.contains("[email]"), "{written}");
}

#[test]
fn what_one_caller_may_see_is_not_for_the_log() {
    let call = Discretion::new().allowing(Allowed::new().with_text("/etc/shop/prices.csv"));
    let event = event_of(Failure::not_found("No /etc/shop/prices.csv"), &call);
    assert_eq!(event["exception.message"], "No [path]");
}

#[test]
fn an_event_is_bounded() {
    let long = || "word ".repeat(1_000_000);
    let mut failure = Failure::from_error(long(), long()).with_tool(long());
    for level in 0..100 {
        failure = Failure::internal(long()).with_cause(failure).with_context(format!("key{level}"), long());
        failure = failure.with_private(format!("key{level}"), long());
    }
    let written = event_of(failure.with_private("jsonrpc_id", long()), &Discretion::new()).to_string();
    assert!(written.len() < 40 * 1024, "{} bytes", written.len());
    assert!(written.contains("[cut]"), "{written}");
}

#[test]
fn a_long_cause_leaves_room_for_the_next() {
    #[derive(Debug)]
    struct Long(Failure);
    impl std::fmt::Display for Long {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            (0..100_000).try_for_each(|_| f.write_str("word "))
        }
    }
    impl std::error::Error for Long {
        fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
            Some(&self.0)
        }
    }
    let failure = Failure::internal("It failed").with_cause(Long(Failure::database("Below")));
    let event = event_of(failure, &Discretion::new());
    let causes: Vec<_> = event["exception.causes"].as_str().unwrap().lines().collect();
    assert_eq!(causes.len(), 2);
    assert!(causes[0].ends_with("… [cut]"));
    assert_eq!(causes[1], "database: The storage layer failed.");
}
