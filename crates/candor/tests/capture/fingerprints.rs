//! What occurrences of one fault have in common.

use candor::classify::Classifier;
use candor::{Code, Discretion, Failure, Incident, OrFail, reason};
use proptest::prelude::*;

fn incident(failure: Failure) -> Incident {
    failure.disclose(&Discretion::new()).1
}

/// The fingerprint of an error with this text.
fn of(error: &str) -> String {
    let failure = Err::<(), _>(error.to_owned()).or_fail_as(Code::Internal, "working").unwrap_err();
    incident(failure).fingerprint().to_string()
}

#[test]
fn the_same_fault_has_the_same_fingerprint_whatever_values_it_names() {
    let rows = [
        ("order 17 is locked", "order 4711 is locked"),
        (
            "order a3bb189e-8bf9-41c4-b5db-dbe0e0f51f6e is locked",
            "order 0f9c6e7d-1111-4aaa-bbbb-cccccccccccc is locked",
        ),
        ("order 'Ann' is locked", "order 'Bob O\"Neil' is locked"),
        ("order \"Ann\" is locked", "order `Bob` is locked"),
        ("commit deadbeef is gone", "commit 0badcafe is gone"),
        ("object at 0x7ffe12ab is gone", "object at 0x1 is gone"),
        ("cannot read /var/lib/shop/a.db", "cannot read C:\\Shop\\b.db"),
        ("cannot read https://a.example.com/x?y=z", "cannot read http://localhost:8080/"),
        ("no route to 10.1.2.3:5432", "no route to [fe80::dead:beef]:80"),
        ("no mail to jane@corp.io", "no mail to bob@example.com"),
        ("took 1.5s of 1s", "took 1h of 30m"),
        ("got [1, 2, 3] of 3", "got [4] of 1"),
        ("user=jane is locked", "user=bob is locked"),
        ("since 2026-11-16T10:00:00Z", "since 2025-01-02"),
    ];
    for (one, other) in rows {
        assert_eq!(of(one), of(other), "{one} / {other}");
    }
}

#[test]
fn different_faults_have_different_fingerprints() {
    let rows = [
        ("order 17 is locked", "order 17 is gone"),
        ("order 17 is locked", "invoice 17 is locked"),
        ("order-17 is locked", "invoice-17 is locked"),
        ("java.lang.NullPointerException", "java.lang.IllegalStateException"),
        ("user=jane is locked", "group=jane is locked"),
        ("a \" b", "a \" c"),
        ("and/or", "either/or"),
        ("", "order"),
    ];
    for (one, other) in rows {
        assert_ne!(of(one), of(other), "{one} / {other}");
    }
}

#[test]
fn code_reason_rule_message_and_causes_count() {
    let plain = || Failure::internal("It failed");
    let classified = |error: &'static str| Failure::from_error(error, "working");
    let all = [
        plain(),
        Failure::database("It failed"),
        plain().with_reason(reason!("queue_full")),
        Failure::internal("It broke"),
        plain().with_cause("below"),
        plain().with_cause("beneath"),
        // Both are not found, by different rules.
        classified("status code 404"),
        classified("status code 410"),
    ];
    let fingerprints: Vec<_> = all.into_iter().map(|failure| incident(failure).fingerprint()).collect();
    for (index, fingerprint) in fingerprints.iter().enumerate() {
        assert!(!fingerprints[..index].contains(fingerprint), "{index}");
    }
}

/// FNV-1a of 64 bits over the facts, each with a byte after it that no text has.
fn hash_of(facts: &[&str]) -> String {
    let bytes = facts.iter().flat_map(|fact| fact.bytes().chain([0xff]));
    let hash = bytes
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3));
    format!("{hash:016x}")
}

#[test]
fn the_sentences_of_candor_do_not_count() {
    // Code, reason and rule; nobody said who failed, nor what.
    let rows = [
        (Failure::internal("  "), ["internal", "internal", "", "", ""]),
        (
            Classifier::standard().classify_text("ECONNREFUSED").into_failure(" "),
            ["unavailable", "unavailable", "errno.ECONNREFUSED", "", ""],
        ),
    ];
    for (failure, facts) in rows {
        assert_eq!(incident(failure).fingerprint().to_string(), hash_of(&facts), "{facts:?}");
    }
}

#[test]
fn what_is_given_to_a_sentence_of_candor_counts() {
    let of = |operation: &'static str| incident(Failure::from_error_as(Code::Internal, "no", operation)).fingerprint();
    assert_eq!(of("loading order 17"), of("loading order 4711"));
    assert_ne!(of("loading"), of("storing"));
}

#[test]
fn what_is_further_out_does_not_count() {
    let inner = || Failure::from_error("connection refused", "reading the index");
    let outer = inner().with_operation("loading").with_tool("search").with_private("shard", 4);
    assert_eq!(incident(inner()).fingerprint(), incident(outer).fingerprint());
}

#[test]
fn a_fingerprint_is_the_same_in_every_version() {
    let known = [
        (Failure::internal("It failed"), "16f5f6eba464cb91"),
        (Failure::from_error("connect ECONNREFUSED 10.1.2.3:5432", "loading the catalogue"), "e90f6e7521ceb798"),
    ];
    for (failure, fingerprint) in known {
        assert_eq!(incident(failure).fingerprint().to_string(), fingerprint);
    }
}

#[test]
fn it_is_in_the_incident_as_sixteen_digits() {
    let incident = incident(Failure::internal("It failed"));
    let written = serde_json::to_value(&incident).unwrap()["fingerprint"].as_str().unwrap().to_owned();
    assert_eq!(written, incident.fingerprint().to_string());
    assert_eq!(written.len(), 16);
}

/// Writes without end, unless it is stopped.
#[derive(Debug)]
struct Endless;

impl std::fmt::Display for Endless {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        loop {
            f.write_str("and ")?;
        }
    }
}

impl std::error::Error for Endless {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(self)
    }
}

#[test]
fn an_error_without_end_has_a_fingerprint() {
    let failure = Failure::internal("It failed").with_cause(Endless);
    assert_eq!(incident(failure.clone()).fingerprint(), incident(failure).fingerprint());
}

proptest! {
    #[test]
    fn other_digits_give_the_same_fingerprint(text in r#"([a-z]{1,9}|[0-9a-f-]{1,36}|[ '"`/.:=@\\()é-]|\PC){0,40}"#, digit in "[0-9]") {
        let changed: String = text.chars().map(|it| if it.is_ascii_digit() { digit.chars().next().unwrap() } else { it }).collect();
        prop_assert_eq!(of(&text), of(&changed));
    }

    #[test]
    fn other_words_give_another_fingerprint(one in "[g-z]{1,9}", other in "[g-z]{1,9}") {
        prop_assert_eq!(one == other, of(&format!("the {one} failed")) == of(&format!("the {other} failed")));
    }
}
