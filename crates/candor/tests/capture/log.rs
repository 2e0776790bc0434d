//! What of an incident is in the log.

use candor::disclose::Allowed;
use candor::{Code, Discretion, Failure, Incident, OrFail, Origin, Retry, Safety, reason};
use serde_json::{Map, Value, json};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};

/// Keeps every event: its level, its target and its fields.
#[derive(Clone, Default)]
struct Listener(Arc<Mutex<Vec<Value>>>);

impl Subscriber for Listener {
    fn enabled(&self, _: &Metadata<'_>) -> bool {
        true
    }

    fn event(&self, event: &Event<'_>) {
        let mut fields = Fields::default();
        event.record(&mut fields);
        fields.0.insert("level".to_owned(), event.metadata().level().as_str().into());
        fields.0.insert("target".to_owned(), event.metadata().target().into());
        self.0.lock().unwrap().push(fields.0.into());
    }

    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}
    fn record_follows_from(&self, _: &Id, _: &Id) {}
    fn enter(&self, _: &Id) {}
    fn exit(&self, _: &Id) {}
}

#[derive(Default)]
struct Fields(Map<String, Value>);

impl Visit for Fields {
    fn record_str(&mut self, field: &Field, value: &str) {
        self.0.insert(field.name().to_owned(), value.into());
    }

    fn record_bool(&mut self, field: &Field, value: bool) {
        self.0.insert(field.name().to_owned(), value.into());
    }

    fn record_u64(&mut self, field: &Field, value: u64) {
        self.0.insert(field.name().to_owned(), value.into());
    }

    fn record_debug(&mut self, field: &Field, value: &dyn std::fmt::Debug) {
        self.0.insert(field.name().to_owned(), format!("{value:?}").into());
    }
}

/// The events that are written meanwhile.
fn events(work: impl FnOnce()) -> Vec<Value> {
    let listener = Listener::default();
    tracing::subscriber::with_default(listener.clone(), work);
    let events = listener.0.lock().unwrap();
    events.clone()
}

fn event_of(failure: Failure, discretion: &Discretion) -> Value {
    let (_, incident) = failure.disclose(discretion);
    let mut events = events(|| incident.log(discretion));
    assert_eq!(events.len(), 1);
    events.remove(0)
}

#[test]
fn an_event_says_everything_about_the_incident() {
    let failure = Failure::from_error(std::io::Error::from(std::io::ErrorKind::TimedOut), "asking the shop")
        .with_operation("loading the catalogue")
        .with_tool("search")
        .with_context("page", 3);
    let (disclosure, incident) = failure.disclose(&Discretion::new());
    let events = events(|| incident.log(&Discretion::new()));
    let expected = json!({
        "level": "WARN",
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
        "exception.message":
            "Asking the shop failed: the operation timed out; it may have taken effect.",
        "exception.causes": "timed out",
    });
    assert_eq!(events, [expected]);
}

#[test]
fn what_is_not_known_is_absent() {
    let event = event_of(Failure::internal("It failed"), &Discretion::new());
    for name in ["error.tool", "error.rule", "error.operations", "error.details", "exception.causes"] {
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
        .with_private("api_key", PRIVATE);
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
    }
    let written = event_of(failure, &Discretion::new()).to_string();
    assert!(written.len() < 16 * 1024, "{} bytes", written.len());
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
