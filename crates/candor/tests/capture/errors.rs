//! What `or_fail` makes of an error.

use super::told;
use candor::classify::{Classifier, Evidence};
use candor::{Code, Discretion, Failure, OrFail, Origin, Retry, Safety, reason};
use serde_json::{Value, json};
use std::error::Error;
use std::io;
use std::time::Duration;

/// An error around another.
#[derive(Debug)]
struct Around<E>(E);

impl<E> std::fmt::Display for Around<E> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("the layer above gave up")
    }
}

impl<E: Error + 'static> Error for Around<E> {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&self.0)
    }
}

fn refused() -> io::Error {
    io::Error::new(io::ErrorKind::ConnectionRefused, "tcp 10.1.2.3:5432 as app:hunter2")
}

fn rate_limited() -> Failure {
    Failure::rate_limited("The queue is full")
        .with_reason(reason!("queue_full"))
        .with_retry(Retry::After(Duration::from_secs(30), Safety::Always))
        .with_recovery("Wait half a minute, then send fewer items at once.")
        .with_context("waiting", 12)
        .with_private("shard", 4)
}

/// Everything of the failure that a caller learns, but the id and the time.
fn public_parts(failure: Failure) -> Value {
    let (disclosure, _) = failure.disclose(&Discretion::new());
    let mut parts = serde_json::to_value(disclosure).unwrap();
    parts.as_object_mut().unwrap().retain(|name, _| name != "instance" && name != "time");
    parts
}

#[test]
fn a_value_passes_untouched() {
    let value: Result<u32, io::Error> = Ok(17);
    assert_eq!(value.or_fail("counting").unwrap(), 17);
    let value: Result<u32, io::Error> = Ok(17);
    assert_eq!(value.or_fail_as(Code::Cache, "counting").unwrap(), 17);
    let value: Result<u32, io::Error> = Ok(17);
    let untouched = value.or_fail_with("counting", |_| panic!("there is no failure to add anything to"));
    assert_eq!(untouched.unwrap(), 17);
}

#[test]
fn an_error_is_never_swallowed() {
    assert!(Err::<(), _>(refused()).or_fail("asking").is_err());
    assert!(Err::<(), _>("").or_fail("").is_err());
    assert!(Err::<(), _>(String::new()).or_fail_as(Code::Database, " ").is_err());
    assert!(Err::<(), _>(rate_limited()).or_fail_with("asking", |failure| failure).is_err());
}

#[test]
fn the_classifier_decides_code_origin_and_retry() {
    let failure = Err::<(), _>(refused()).or_fail("loading the catalogue").unwrap_err();
    let verdict = Classifier::standard().classify(&refused());
    assert_eq!(
        (failure.code(), failure.origin(), failure.retry()),
        (verdict.code(), verdict.origin(), verdict.retry())
    );
    assert_eq!((failure.code(), failure.origin()), (Code::Unavailable, Origin::Transport));
}

#[test]
fn the_message_is_made_of_the_operation_and_the_code_and_never_of_the_error() {
    let failure = Err::<(), _>(refused()).or_fail("loading the catalogue").unwrap_err();
    assert_eq!(failure.message(), "Loading the catalogue failed: a service is unreachable or unavailable.");
    assert!(!format!("{failure} {failure:?}").contains("hunter2"));
    let (disclosure, incident) = failure.disclose(&Discretion::new());
    assert!(!told(&disclosure).contains("hunter2") && !told(&disclosure).contains("10.1.2.3"), "{disclosure:?}");
    assert_eq!(serde_json::to_value(incident).unwrap()["causes"], json!(["tcp 10.1.2.3:5432 as app:hunter2"]));
}

#[test]
fn the_operator_sees_what_decided() {
    let failure = Err::<(), _>(refused()).or_fail("loading the catalogue").unwrap_err();
    let (disclosure, incident) = failure.disclose(&Discretion::new());
    let decided_by = json!({
        "step": "typed", "rule": "io.connection_refused", "decided_by": "io.connection_refused",
    });
    assert_eq!(serde_json::to_value(incident).unwrap()["private"]["classified_by"], decided_by);
    assert!(!told(&disclosure).contains("connection_refused"));
}

#[test]
fn a_private_detail_with_the_name_of_the_verdict_changes_nothing() {
    let claimed = json!({"step": "typed", "rule": "made.up", "decided_by": "nobody"});
    let claim = |failure: Failure| failure.with_private("classified_by", &claimed);

    // Where there is no verdict, none is made up.
    let plain = Failure::not_found("No order 17");
    let claiming = claim(plain.clone());
    assert!(claiming.verdict().is_none());
    let incident = |failure: Failure| failure.disclose(&Discretion::new()).1;
    assert_eq!(incident(plain).fingerprint(), incident(claiming.clone()).fingerprint());
    let private = serde_json::to_value(incident(claiming)).unwrap()["private"].clone();
    assert_eq!(private, json!({"classified_by_": claimed}));

    // Where there is one, it stays.
    let captured = Err::<(), _>(refused()).or_fail("loading").unwrap_err();
    let both = claim(captured.clone());
    assert_eq!(both.verdict(), captured.verdict());
    assert_eq!(incident(both.clone()).fingerprint(), incident(captured).fingerprint());
    let private = serde_json::to_value(incident(both)).unwrap()["private"].clone();
    assert_eq!(private["classified_by"]["rule"], "io.connection_refused");
    assert_eq!(private["classified_by_"], claimed);
}

#[test]
fn a_given_code_has_the_defaults_of_the_code_table() {
    let failure = Err::<(), _>(refused()).or_fail_as(Code::Configuration, "reading the settings").unwrap_err();
    let plain = Failure::configuration("Reading the settings failed: the server is misconfigured and cannot do this.");
    assert_eq!(public_parts(failure.clone()), public_parts(plain));
    assert!(failure.verdict().is_none(), "nobody was asked");
    assert_eq!(failure.causes().count(), 1);
}

#[test]
fn a_failure_passes_through_unchanged() {
    for failure in [
        Err::<(), _>(rate_limited()).or_fail("loading").unwrap_err(),
        Err::<(), _>(rate_limited()).or_fail_as(Code::Database, "loading").unwrap_err(),
        Err::<(), Box<dyn Error + Send + Sync>>(rate_limited().into()).or_fail("loading").unwrap_err(),
        Err::<(), _>(Around(rate_limited())).or_fail("loading").unwrap_err(),
        Err::<(), _>(Around(Around(rate_limited()))).or_fail_as(Code::Database, "loading").unwrap_err(),
        Err::<(), _>(io::Error::other(rate_limited())).or_fail("loading").unwrap_err(),
    ] {
        assert_eq!(failure.private().get("shard"), Some(&json!(4)));
        assert_eq!(failure.private().get("operations"), Some(&json!(["loading"])));
        assert!(failure.verdict().is_none());
        assert_eq!(public_parts(failure), public_parts(rate_limited()));
    }
}

#[test]
fn what_stood_around_a_failure_is_among_its_causes() {
    let below = rate_limited().with_cause(refused());
    let failure = Err::<(), _>(Around(below)).or_fail("loading").unwrap_err();
    let causes: Vec<_> = failure.causes().map(ToString::to_string).collect();
    assert_eq!(
        causes,
        [
            "the layer above gave up",
            "queue_full: Too many requests were sent in a short time; this one was not executed.",
            "tcp 10.1.2.3:5432 as app:hunter2",
        ]
    );
}

#[test]
fn operations_are_listed_the_innermost_first() {
    fn read() -> Result<(), Failure> {
        Err(refused()).or_fail("reading the index")
    }
    fn load() -> Result<(), Failure> {
        read().map_err(Around).or_fail_as(Code::Internal, "loading the catalogue")
    }
    let failure = load().or_fail_with("starting", |failure| failure.with_tool("search")).unwrap_err();

    let operations = json!(["reading the index", "loading the catalogue", "starting"]);
    assert_eq!(failure.private().get("operations"), Some(&operations));
    assert_eq!(failure.code(), Code::Unavailable, "the innermost knows best");
    assert!(failure.message().starts_with("Reading the index failed: "));
    assert_eq!(failure.verdict().unwrap().rule(), "io.connection_refused");
    assert_eq!(failure.details().text("tool"), Some("search"));
}

#[test]
fn what_is_known_at_the_call_is_added() {
    let add = |failure: Failure| failure.with_entity("item", "17").with_private("shard", 4);
    let failure = Err::<(), _>(refused()).or_fail_with("asking for the stock", add).unwrap_err();
    assert_eq!(failure.details().text("entity_id"), Some("17"));
    assert_eq!(failure.private().get("shard"), Some(&json!(4)));
}

#[test]
fn texts_and_boxes_are_errors_too() {
    let of_text = Err::<(), _>("connection timed out").or_fail("asking").unwrap_err();
    let of_string = Err::<(), _>("connection timed out".to_owned()).or_fail("asking").unwrap_err();
    let boxed: Box<dyn Error + Send + Sync> = "connection timed out".into();
    let of_box = Err::<(), _>(boxed).or_fail("asking").unwrap_err();
    for failure in [of_text, of_string, of_box] {
        assert_eq!(failure.code(), Code::Timeout);
        assert_eq!(failure.causes().next().unwrap().to_string(), "connection timed out");
    }
}

#[test]
fn evidence_without_an_error_becomes_a_failure_too() {
    let evidence = Evidence::text("no such table: orders");
    let failure = Classifier::standard().classify_evidence(&evidence).into_failure("counting the orders");
    assert_eq!(failure.code(), Code::Database);
    assert_eq!(failure.message(), "Counting the orders failed: the storage layer failed.");
    assert_eq!(failure.private().get("operations"), Some(&json!(["counting the orders"])));
}

#[test]
fn an_operation_is_scrubbed_like_every_other_text() {
    let failure = Err::<(), _>(refused()).or_fail("reading /srv/shop/live.toml").unwrap_err();
    let (disclosure, _) = failure.disclose(&Discretion::new());
    assert!(disclosure.message().starts_with("Reading [path] failed: "), "{disclosure:?}");
}
