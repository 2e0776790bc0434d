//! What a contract adds to the failure of a service.

use candor::classify::{Classifier, Verdict};
use candor::{Code, Contract, Discretion, Failure, OrFail, Origin, Reason, Recovery, Retry, Safety, reason};
use std::time::Duration;

/// What `quote` can fail with.
#[derive(Debug, Contract)]
#[expect(dead_code, reason = "only the contract is used: a service fails with its reasons")]
enum Quote {
    /// The carrier does not answer.
    #[failure(code = Timeout, origin = upstream, retry = backoff, safe = always, docs = "https://example.com/carrier",
              message = "The carrier gave no price", recovery = "Ask for the quote again in a minute.")]
    CarrierSilent,

    /// The parcel is too heavy.
    #[failure(code = OutOfRange, message = "{kilograms} kg is more than {limit} kg", retry = never,
              recovery = "Send {kilograms} kg as several parcels of at most {limit:>3} kg, {{sealed}}.")]
    TooHeavy { kilograms: u32, limit: u32 },

    /// The town is unknown.
    #[failure(code = NotFound, message = "There is no town {0}", recovery = "Check how the town {0} is spelt.")]
    NoTown(String),

    /// The coupon is used up.
    #[failure(code = Conflict, message = "Coupon {code} is used up", recovery = "Leave the coupon {code} out of it.")]
    UsedUp { code: String },

    /// The parcel is lost.
    #[failure(code = NotFound, message = "Parcel {id} is lost, says parcels@tea.shop",
              recovery = "Write to desk@tea.shop about parcel {id}.")]
    Lost { id: String },

    /// What the address book reports.
    #[failure(transparent)]
    AddressBook(#[from] AddressBook),
}

/// What the address book can fail with.
#[derive(Debug, Contract)]
#[expect(dead_code, reason = "as above")]
enum AddressBook {
    /// The book is locked.
    #[failure(code = Conflict, message = "The address book is locked", recovery = "Close the address book elsewhere first.")]
    BookLocked,
}

fn silent() -> Failure {
    Failure::timeout("No price within 5 s").with_reason(reason!("carrier_silent"))
}

#[test]
fn a_failure_that_says_nothing_more_gets_all_that_the_contract_declares() {
    let failure = silent().completed_by(Quote::CONTRACT);
    assert_eq!(failure.recovery().hint(), "Ask for the quote again in a minute.");
    assert_eq!(failure.recovery().docs(), Some("https://example.com/carrier"));
    assert_eq!(failure.origin(), Origin::Upstream);
    assert_eq!(failure.retry(), Retry::Backoff(Safety::Always));
    assert_eq!(failure.message(), "No price within 5 s", "the service has said it");
}

#[test]
fn what_a_failure_states_is_not_replaced() {
    let failure = Failure::unavailable("The line is dead")
        .with_reason(reason!("carrier_silent"))
        .with_recovery("Call the carrier by telephone instead.")
        .with_origin(Origin::Transport)
        .with_retry(Retry::Never)
        .completed_by(Quote::CONTRACT);
    assert_eq!(failure.code(), Code::Unavailable);
    assert_eq!(failure.message(), "The line is dead");
    assert_eq!(failure.recovery().hint(), "Call the carrier by telephone instead.");
    assert_eq!((failure.origin(), failure.retry()), (Origin::Transport, Retry::Never));
}

#[test]
fn a_code_of_the_classifier_gives_way_to_that_of_the_contract_and_takes_its_words_along() {
    let add = |failure: Failure| failure.with_reason(reason!("carrier_silent"));
    let failure = Err::<(), _>("the gnomes have gone home").or_fail_with("asking the carrier", add).unwrap_err();
    assert_eq!((failure.code(), failure.retry()), (Code::Internal, Retry::Backoff(Safety::IfIdempotent)));

    let failure = failure.completed_by(Quote::CONTRACT);
    assert_eq!(failure.code(), Code::Timeout);
    assert_eq!((failure.origin(), failure.retry()), (Origin::Upstream, Retry::Backoff(Safety::Always)));
    assert_eq!(failure.message(), "The carrier gave no price");
    assert_eq!(failure.causes().next().unwrap().to_string(), "the gnomes have gone home");
    assert!(failure.verdict().is_some(), "what the classifier thought is kept for the operator");

    let given = Err::<(), _>("no").or_fail_as(Code::Conflict, "asking the carrier").map_err(add).unwrap_err();
    assert_eq!(given.completed_by(Quote::CONTRACT).code(), Code::Conflict, "the author has given this one");
}

#[test]
fn what_nobody_declared_replaces_no_evidence() {
    let failure = Failure::timeout("No price within 5 s").with_reason(reason!("no_town"));
    let (origin, retry) = (failure.origin(), failure.retry());
    let failure = failure.completed_by(Quote::CONTRACT);
    assert_eq!((failure.code(), failure.origin(), failure.retry()), (Code::Timeout, origin, retry));

    let lost = Verdict::new(Code::Conflict, "carrier.lost").with_retry(Retry::Backoff(Safety::IfIdempotent));
    let failure = lost.into_failure("asking the carrier").with_reason(reason!("used_up")).completed_by(Quote::CONTRACT);
    assert_eq!(failure.retry(), Retry::Backoff(Safety::IfIdempotent), "the code is the verdict's own");

    let lost = Verdict::new(Code::Timeout, "carrier.lost");
    let failure = lost.into_failure("asking the carrier").with_reason(reason!("used_up")).completed_by(Quote::CONTRACT);
    let row = Code::Conflict.row();
    assert_eq!(failure.code(), Code::Conflict);
    assert_eq!((failure.origin(), failure.retry()), (row.origin.value, row.retry.value), "they follow from its code");
}

#[test]
fn a_service_that_has_answered_stays_the_origin() {
    let answered = Verdict::new(Code::Forbidden, "http.403").with_origin(Origin::Upstream);
    let failure = answered.into_failure("asking the carrier").with_reason(reason!("no_town"));
    let failure = failure.completed_by(Quote::CONTRACT);
    assert_eq!((failure.code(), failure.origin()), (Code::NotFound, Origin::Upstream));
}

#[test]
fn a_delay_that_a_service_has_named_stays() {
    let delay = Retry::After(Duration::from_secs(9), Safety::IfIdempotent);
    let verdict = Verdict::new(Code::RateLimited, "carrier.busy").with_retry(delay);
    let failure = verdict.into_failure("asking the carrier").with_reason(reason!("carrier_silent"));
    assert_eq!(failure.completed_by(Quote::CONTRACT).retry(), delay);
    let judged = Classifier::standard().classify_text("connection refused").into_failure("asking the carrier");
    let failure = judged.with_reason(reason!("carrier_silent")).with_retry(Retry::Never);
    assert_eq!(failure.completed_by(Quote::CONTRACT).retry(), Retry::Never, "it was stated after the judgement");
}

#[test]
fn the_fields_of_a_recovery_are_filled_from_the_details() {
    let heavy = Failure::new(Code::OutOfRange, "Too heavy").with_reason(reason!("too_heavy"));
    let failure = heavy.clone().with_context("kilograms", 40).with_context("limit", "30").completed_by(Quote::CONTRACT);
    assert_eq!(failure.recovery().hint(), "Send 40 kg as several parcels of at most 30 kg, {sealed}.");

    let town = Failure::not_found("No such town").with_reason(reason!("no_town")).with_context("value", "Atlantis");
    assert_eq!(town.completed_by(Quote::CONTRACT).recovery().hint(), "Check how the town Atlantis is spelt.");

    let coupon = Failure::conflict("Used up").with_reason(reason!("used_up")).with_context("code", "MAY");
    assert_eq!(coupon.completed_by(Quote::CONTRACT).recovery().hint(), "Leave the coupon MAY out of it.");

    let own = heavy.recovery().hint().to_owned();
    for kilograms in [serde_json::Value::Null, [1, 2].into()] {
        let failure = heavy.clone().with_context("kilograms", kilograms).with_context("limit", 30);
        assert_eq!(failure.completed_by(Quote::CONTRACT).recovery().hint(), own, "a sentence has no holes");
    }
}

#[test]
fn an_address_that_the_author_of_the_contract_wrote_stays_beside_a_field() {
    let judged = Classifier::standard().classify_text("the gnomes have gone home").into_failure("tracking the parcel");
    let failure = judged.with_reason(reason!("lost")).with_context("id", "ann@mail.shop").completed_by(Quote::CONTRACT);
    let disclosure = failure.disclose(&Discretion::default()).0;
    assert_eq!(disclosure.recovery().hint(), "Write to desk@tea.shop about parcel [email].");
    assert_eq!(disclosure.message(), "Parcel [email] is lost, says parcels@tea.shop");
}

#[test]
fn a_message_that_lacks_a_value_says_when_it_happens() {
    let judged = Classifier::standard().classify_text("the gnomes have gone home").into_failure("weighing the parcel");
    let failure = judged.with_reason(reason!("too_heavy")).completed_by(Quote::CONTRACT);
    assert_eq!((failure.code(), failure.message()), (Code::OutOfRange, "The parcel is too heavy."));
}

#[test]
fn a_reason_that_the_contract_lacks_changes_nothing() {
    let failure = silent().with_reason(reason!("no_such_reason")).completed_by(Quote::CONTRACT);
    assert_eq!(failure.recovery().hint(), Failure::timeout("").recovery().hint());
    assert_eq!(failure.origin(), Code::Timeout.row().origin.value);
}

#[test]
fn a_recovery_can_be_looked_up_by_its_reason() {
    let hint = |reason: &str| Quote::CONTRACT.recovery_for(reason).map(|recovery| recovery.hint().to_owned());
    let docs = Recovery::new("Ask for the quote again in a minute.").with_docs("https://example.com/carrier");
    assert_eq!(Quote::CONTRACT.recovery_for("carrier_silent"), Some(docs));
    assert_eq!(
        hint("book_locked").as_deref(),
        Some("Close the address book elsewhere first."),
        "of an included contract"
    );
    assert_eq!(hint("too_heavy"), None, "it needs values of the call");
    assert_eq!(hint("no_such_reason"), None);
    assert_eq!(Quote::CONTRACT.clause("book_locked").map(|clause| clause.code()), Some(Code::Conflict));
}

#[test]
fn braces_that_hold_no_name_are_braces() {
    let contract = Contract::from_json(
        r#"{"errors": [{"reason": "no_id", "code": -32007, "when": "No id was sent.",
            "recovery": "Send {\"id\": 1} and not {} as arguments }."}]}"#,
    );
    let recovery = contract.unwrap().recovery_for("no_id").unwrap();
    assert_eq!(recovery.hint(), "Send {\"id\": 1} and not {} as arguments }.");
}

#[test]
fn a_contract_in_json_completes_a_failure_like_one_in_code() {
    let json = serde_json::to_string(Quote::CONTRACT).unwrap();
    let read = Contract::from_json(&json).unwrap();
    for clause in Quote::CONTRACT.clauses() {
        let failure = Failure::internal("No").with_reason(Reason::new(clause.reason().to_owned()).unwrap());
        let (one, other) = (failure.clone().completed_by(Quote::CONTRACT), failure.completed_by(&read));
        assert_eq!(one.recovery().hint(), other.recovery().hint());
        assert_eq!((one.origin(), one.retry()), (other.origin(), other.retry()));
    }
}

#[test]
fn a_message_that_nobody_wrote_does_not_take_the_place_of_what_a_service_has_said() {
    let contract = |from_code: &[&str]| {
        let entry = serde_json::json!({"reason": "not_found", "code": -32001, "kind": "not_found", "when": "The API answers 404.",
            "message": "The resource does not exist.", "recovery": "List the orders, and use one of their ids.",
            "from_code": from_code});
        Contract::from_json(&serde_json::json!({"name": "get", "open": true, "errors": [entry]}).to_string()).unwrap()
    };
    let documented = contract(&["message"]);
    let text = serde_json::to_string(&documented).unwrap();
    assert_eq!(Contract::from_json(&text).unwrap(), documented, "it is read back as it was");
    assert!(text.contains("\"message\"]") && !serde_json::to_string(&contract(&[])).unwrap().contains("\"message\"]"));
}
