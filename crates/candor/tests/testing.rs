//! The checks that `candor::testing` has for the tests of a server.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that cannot go on fails"
)]

use candor::contract::{ContractRule, RuleViolation};
use candor::render::FailurePart;
use candor::testing::{Mistake, MistakeKind, check_contract, check_contract_data, check_failure, report};
use candor::{Contract, Failure, IntoFailure, Reason};
use std::time::Duration;

/// What `get_order` can fail with.
#[derive(Debug, Contract)]
enum GetOrder {
    /// No order has this id.
    #[failure(code = NotFound, message = "There is no order {id}, only \"others\"", docs = "https://example.com/orders",
              recovery = "Call list_orders {{all}} to see the ids near {id}.")]
    NoSuchOrder { id: u32 },

    /// The desk takes a rest.
    #[failure(code = RateLimited, message = "The desk rests for {0}", recovery = "Wait {0}, then ask the desk again.")]
    Resting(#[failure(retry_after)] Duration),

    /// The books are closed.
    #[failure(code = Conflict, retry = backoff, safe = always, origin = internal, message = "The books are closed",
              recovery = "Ask again when the books are open.")]
    Closed,
}

/// What `export` can fail with, in words that the scrubber takes for other things.
#[derive(Debug, Contract)]
enum Export {
    /// The export did not run.
    #[failure(code = Internal, message = "The export to {target} did not run",
              recovery = "Look for the report in /var/lib/exports/latest.csv instead.")]
    NotRun { target: String },

    /// The disk of the server is full.
    #[failure(code = Unavailable, message = "No room is left in /srv/exports/today",
              recovery = "Export again tomorrow, or export fewer orders.")]
    DiskFull,

    /// The office is closed.
    #[failure(code = Unavailable, message = "The export needs a release by anna.smith@corp-mail.net",
              recovery = "Write to anna.smith@corp-mail.net, and export again after her answer.")]
    OfficeClosed,

    /// The order is held back.
    #[failure(code = Conflict, message = "Order {id} is held back by anna.smith@corp-mail.net",
              recovery = "Write to anna.smith@corp-mail.net about order {id}, then export again.")]
    HeldBack { id: u32 },
}

fn refusal(check: impl FnOnce() + std::panic::UnwindSafe) -> String {
    let panic = std::panic::catch_unwind(check).expect_err("the check refuses it");
    panic.downcast_ref::<String>().cloned().unwrap()
}

#[test]
fn a_contract_that_callers_get_whole_passes() {
    check_contract::<GetOrder>();
    check_contract_data(&Contract::from_json(&serde_json::to_string(GetOrder::CONTRACT).unwrap()).unwrap());
    check_failure(GetOrder::NoSuchOrder { id: 17 });
    check_failure(GetOrder::Resting(Duration::from_secs(9)));
    check_failure(GetOrder::Closed);
}

#[test]
fn the_authors_own_words_that_the_scrubber_removes_are_mistakes() {
    let report = report(Export::CONTRACT);
    let found: Vec<_> =
        report.mistakes().iter().map(|mistake| (mistake.reason.as_deref().unwrap(), &mistake.kind)).collect();
    let [("not_run", MistakeKind::Changed { part: FailurePart::RecoveryHint, written, disclosed }), other] = &found[..]
    else {
        panic!("{report}")
    };
    assert!(written.contains("/var/lib/exports/latest.csv") && !disclosed.contains("/var/lib"), "{report}");
    assert!(matches!(other, ("disk_full", MistakeKind::Changed { part: FailurePart::Message, .. })), "{report}");
}

#[test]
fn a_refusal_names_every_mistake_with_its_reason() {
    let said = refusal(check_contract::<Export>);
    assert!(
        said.starts_with("the contract Export has 2 mistakes:\n- not_run: the recovery hint is written as "),
        "{said}"
    );
    assert!(
        said.contains("\n- disk_full: the message is written as \"No room is left in /srv/exports/today\""),
        "{said}"
    );
    assert!(said.ends_with(": say it in other words"), "{said}");
}

/// Its values have a reason that its contract does not have.
struct Misnamed;

impl IntoFailure for Misnamed {
    const CONTRACT: &'static Contract = GetOrder::CONTRACT;

    fn into_failure(self) -> Failure {
        Failure::not_found("There is no order 17").with_reason(Reason::new("gone").unwrap())
    }
}

#[test]
fn a_value_whose_reason_the_contract_lacks_is_a_mistake() {
    let said = refusal(|| check_failure(Misnamed));
    assert_eq!(said, "the contract GetOrder has 1 mistake:\n- gone: the contract does not declare this reason");
    check_failure(Failure::not_found("There is no order 17"));
}

#[test]
fn a_value_that_brings_something_to_hide_is_a_mistake() {
    let said = refusal(|| check_failure(Export::NotRun { target: "postgres://app:hunter2@db.internal/x".to_owned() }));
    assert!(said.contains("not_run: the message is written as"), "{said}");
    let written = refusal(|| check_failure(Export::DiskFull));
    assert!(written.contains("disk_full: the message is written as"), "{written}");
    let inserted = refusal(|| check_failure(Export::NotRun { target: "anna.smith@corp-mail.net".to_owned() }));
    assert!(inserted.contains("[email]"), "{inserted}");
}

#[test]
fn an_address_that_the_author_wrote_is_not_a_mistake() {
    check_failure(Export::OfficeClosed);
    check_failure(Export::HeldBack { id: 7 });
    let report = report(Export::CONTRACT);
    let is_about_it = |mistake: &&Mistake| matches!(mistake.reason.as_deref(), Some("office_closed" | "held_back"));
    assert_eq!(report.mistakes().iter().find(is_about_it), None);
}

#[test]
fn a_sentence_that_is_longer_than_a_reply_may_be_is_a_mistake() {
    let recovery = "Read the next chapter of the manual. ".repeat(2_000);
    let json = serde_json::json!({"errors": [{"reason": "too_long", "code": -32007, "when": "The manual is read.",
        "recovery": recovery}]});
    let report = report(&Contract::from_json(&json.to_string()).unwrap());
    let is_cut = |kind: &MistakeKind| matches!(kind, MistakeKind::Changed { part: FailurePart::RecoveryHint, .. });
    assert!(report.mistakes().iter().any(|mistake| is_cut(&mistake.kind)), "{report}");
}

#[test]
fn an_open_contract_without_entries_passes() {
    check_contract::<Failure>();
    assert!(report(Failure::CONTRACT).mistakes().is_empty());
}

#[test]
fn a_broken_rule_is_a_mistake_that_is_named_with_its_place() {
    let rule = MistakeKind::Rule(RuleViolation { rule: ContractRule::Empty, pointer: "/errors".to_owned() });
    let said = Mistake { reason: None, kind: rule }.to_string();
    assert!(said.starts_with("/errors (error-contract-empty): "), "{said}");
}
