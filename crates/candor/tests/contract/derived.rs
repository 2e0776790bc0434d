//! Enums and structs as contracts.

use candor::{Code, Contract, Discretion, Failure, IntoFailure, Origin, Retry, Safety};
use serde_json::json;
use std::error::Error;
use std::time::Duration;

/// What `fetch_articles` can fail with.
#[derive(Debug, Contract)]
enum FetchArticles {
    /// No requested PMID
    /// returned data.
    ///
    /// The rest is for people who read the code.
    #[failure(code = NotFound, message = "None of {requested} PMIDs returned data",
              recovery = "Try pubmed_search_articles to discover valid PMIDs first.")]
    NoMatch { requested: usize },
    /// The local request queue is at capacity.
    #[failure(code = RateLimited, retry_after = "30s", message = "The request queue is full",
              recovery = "Wait 30 seconds and retry, or reduce the batch size.")]
    QueueFull,
    /// Whatever a service below reported: passed on as it is.
    #[failure(transparent)]
    Service(#[from] Failure),
}

/// What `store` can fail with.
#[derive(Debug, Contract)]
enum Store {
    /// The disk refused the data.
    #[failure(code = Database, message = "{1} of {0:>3} records were written, {{}} aside",
              recovery = "Send the {0} records again in smaller batches.")]
    Partly(u32, u32, #[source] std::io::Error),
    /// The file could not be read.
    #[failure(code = Unavailable, reason = "unreadable_file", message = "The file {{could}} not be read",
              recovery = "Tell the operator the reference id.", origin = configuration, retry = never,
              docs = "https://example.com/errors/unreadable")]
    Unreadable(#[from] std::io::Error),
    /// The account has no access.
    #[failure(code = Forbidden, message = "User {user} may not write",
              recovery = "Ask the owner of the store for access.")]
    Refused {
        user: String,
        #[failure(private)]
        account_token: String,
    },
    /// Another writer holds the lock.
    #[failure(code = Conflict, message = "Locked by {holder} for {wait}", safe = always,
              recovery = "Retry after {wait}, and not before.")]
    Locked {
        holder: &'static str,
        #[failure(retry_after)]
        wait: Duration,
    },
    /// The store answers too slowly.
    #[failure(code = RateLimited, message = "Wait for {0}", recovery = "Send one request at a time.")]
    Slow(#[failure(retry_after)] Duration),
    /// The record is held elsewhere.
    #[failure(code = NotFound, message = "Not here", retry = backoff, recovery = "Look in the other store first.")]
    Elsewhere,
}

/// A tool of a service that has contracts of its own.
#[derive(Debug, Contract)]
enum Outer {
    /// What the store reports.
    #[failure(transparent)]
    Store(#[from] Store),
    /// The tool was cancelled.
    #[failure(code = Cancelled, message = "Called off", recovery = "Call the tool again if it is needed.")]
    CalledOff,
}

/// The order is unknown.
#[derive(Debug, Contract)]
#[failure(code = NotFound, message = "Order {0} does not exist", recovery = "List the orders with list_orders first.")]
struct UnknownOrder(u64);

/// The server has not started yet.
#[derive(Debug, Contract)]
#[failure(code = InitializationFailed, message = "Not started", recovery = "Call the tool again in a minute.")]
struct NotStarted;

/// A field does not have the required format.
#[derive(Debug, Contract)]
#[failure(code = InvalidFormat, message = "{type} is not {format:?<6}", recovery = "Send {type} in the form {format}.")]
struct WrongForm {
    r#type: &'static str,
    format: &'static str,
}

fn mode<T: IntoFailure>(reason: &str) -> Option<(Code, Origin, Retry)> {
    let contract = T::CONTRACT;
    let mode = contract.clauses().find(|mode| mode.reason() == reason)?;
    Some((mode.code(), mode.origin(), mode.retry()))
}

#[test]
fn a_variant_becomes_a_complete_failure() {
    let failure = FetchArticles::NoMatch { requested: 3 }.into_failure();
    assert_eq!(failure.code(), Code::NotFound);
    assert_eq!(failure.reason().as_str(), "no_match");
    assert_eq!(failure.message(), "None of 3 PMIDs returned data");
    assert_eq!(failure.recovery().hint(), "Try pubmed_search_articles to discover valid PMIDs first.");
    assert_eq!(failure.recovery().docs(), None);
    assert_eq!(failure.origin(), Origin::Caller);
    assert_eq!(failure.retry(), Retry::Never);
    assert_eq!(failure.details().get("requested"), Some(&json!(3)));

    let failure = FetchArticles::QueueFull.into_failure();
    assert_eq!(failure.retry(), Retry::After(Duration::from_secs(30), Safety::Always));
    assert!(failure.details().is_empty());
}

#[test]
fn the_doc_comment_is_when() {
    let contract = FetchArticles::CONTRACT;
    let when: Vec<_> = contract.clauses().map(|mode| mode.when()).collect();
    assert_eq!(when, ["No requested PMID returned data.", "The local request queue is at capacity."]);
}

#[test]
fn a_declared_failure_mode_equals_what_occurs() {
    let failure = Store::Unreadable(std::io::Error::other("disk")).into_failure();
    assert_eq!(Some((failure.code(), failure.origin(), failure.retry())), mode::<Store>("unreadable_file"));
    assert_eq!((failure.origin(), failure.retry()), (Origin::Configuration, Retry::Never));
    assert_eq!(failure.recovery().docs(), Some("https://example.com/errors/unreadable"));

    let failure = Store::Elsewhere.into_failure();
    assert_eq!(Some((failure.code(), failure.origin(), failure.retry())), mode::<Store>("elsewhere"));
    assert_eq!(failure.retry(), Retry::Backoff(Safety::IfIdempotent));
}

#[test]
fn a_contract_keeps_the_templates_as_they_are_written() {
    let contract = Store::CONTRACT;
    let partly = contract.clauses().next().unwrap();
    assert_eq!(partly.message(), "{1} of {0:>3} records were written, {{}} aside");
    assert_eq!(partly.recovery(), "Send the {0} records again in smaller batches.");
}

#[test]
fn a_message_is_formatted_as_its_template_says() {
    let partly = Store::Partly(7, 2, std::io::Error::other("disk"));
    assert_eq!(partly.to_string(), "2 of   7 records were written, {} aside");
    let failure = partly.into_failure();
    assert_eq!(failure.message(), "2 of   7 records were written, {} aside");
    assert_eq!(failure.recovery().hint(), "Send the 7 records again in smaller batches.");
    assert_eq!(Store::Unreadable(std::io::Error::other("disk")).to_string(), "The file {could} not be read");
}

#[test]
fn a_cause_is_kept_for_the_operator() {
    let partly = Store::Partly(7, 2, std::io::Error::other("disk"));
    assert_eq!(partly.source().map(ToString::to_string).as_deref(), Some("disk"));
    let failure = partly.into_failure();
    assert_eq!(failure.causes().map(ToString::to_string).collect::<Vec<_>>(), ["disk"]);
    assert_eq!(failure.details().iter().map(|(name, _)| name).collect::<Vec<_>>(), ["field_0", "field_1"]);
    assert!(Store::Elsewhere.source().is_none());
}

#[test]
fn a_transparent_variant_passes_the_failure_on_unchanged() {
    let below = || Failure::timeout("The search took too long").with_context("query", "x");
    let passed = FetchArticles::Service(below());
    assert_eq!(passed.to_string(), below().to_string());
    let passed = passed.into_failure();
    assert_eq!((passed.code(), passed.message()), (Code::Timeout, "The search took too long"));
    assert_eq!(passed.details(), below().details());
    assert!(FetchArticles::CONTRACT.is_open());
}

#[test]
fn a_transparent_variant_includes_the_contract_below() {
    let outer = Outer::from(Store::from(std::io::Error::other("disk")));
    assert_eq!(outer.to_string(), "The file {could} not be read");
    assert_eq!(outer.source().map(ToString::to_string).as_deref(), Some("disk"));
    assert_eq!(outer.into_failure().reason().as_str(), "unreadable_file");
    assert_eq!(Outer::CalledOff.into_failure().code(), Code::Cancelled);
    assert!(Outer::CalledOff.source().is_none());

    let contract = Outer::CONTRACT;
    assert!(contract.clauses().any(|mode| mode.reason() == "unreadable_file"));
    assert!(!contract.is_open());
}

#[test]
fn question_mark_converts_a_service_failure() {
    fn service() -> Result<(), Failure> {
        Err(Failure::timeout("The search took too long"))
    }
    fn tool() -> Result<(), FetchArticles> {
        service()?;
        Ok(())
    }
    fn server() -> Result<(), Failure> {
        tool()?;
        Ok(())
    }
    assert_eq!(server().unwrap_err().code(), Code::Timeout);
}

#[test]
fn a_private_field_reaches_the_incident_and_never_the_disclosure() {
    let refused = Store::Refused { user: "ada".into(), account_token: "planted-value".into() };
    let (disclosure, incident) = refused.into_failure().disclose(&Discretion::new());
    let (told, kept) = (serde_json::to_string(&disclosure).unwrap(), serde_json::to_string(&incident).unwrap());
    assert!(!told.contains("planted-value"), "{told}");
    assert!(!told.contains("account_token"), "{told}");
    assert!(told.contains("ada"), "{told}");
    assert_eq!(incident.failure().private().text("account_token"), Some("planted-value"));
    assert!(kept.contains("planted-value"), "{kept}");
}

#[test]
fn retry_after_of_a_field_is_used() {
    let wait = Duration::from_millis(1_500);
    let failure = Store::Locked { holder: "job 7", wait }.into_failure();
    assert_eq!(failure.retry(), Retry::After(wait, Safety::Always));
    assert_eq!(failure.message(), "Locked by job 7 for 2 s");
    assert_eq!(failure.recovery().hint(), "Retry after 2 s, and not before.");
    assert_eq!(failure.details().iter().map(|(name, _)| name).collect::<Vec<_>>(), ["holder"]);
    assert_eq!(mode::<Store>("locked").unwrap().2, Retry::Backoff(Safety::Always));
}

#[test]
fn a_retry_is_as_safe_as_its_code_says() {
    let failure = Store::Slow(Duration::from_secs(3)).into_failure();
    assert_eq!(failure.retry(), Retry::After(Duration::from_secs(3), Safety::Always));
    assert_eq!(failure.message(), "Wait for 3 s");
    assert_eq!(mode::<Store>("slow").unwrap().2, Retry::Backoff(Safety::Always));
}

#[test]
fn tuple_variants_and_structs_work() {
    let failure = Failure::from(UnknownOrder(17));
    assert_eq!((failure.reason().as_str(), failure.message()), ("unknown_order", "Order 17 does not exist"));
    assert_eq!(failure.details().get("value"), Some(&json!(17)));

    assert_eq!(NotStarted.into_failure().code(), Code::InitializationFailed);
    assert_eq!(NotStarted.to_string(), "Not started");
    assert_eq!(NotStarted::CONTRACT.clauses().next().unwrap().when(), "The server has not started yet.");

    let failure = WrongForm { r#type: "date", format: "ISO" }.into_failure();
    assert_eq!(failure.message(), "date is not ISO???");
    assert_eq!(failure.recovery().hint(), "Send date in the form ISO.");
    assert_eq!(failure.details().text("type"), Some("date"));
}

#[test]
fn the_contract_survives_json() {
    let json = serde_json::to_string(&Store::CONTRACT).unwrap();
    assert_eq!(Contract::from_json(&json), Ok(Store::CONTRACT.clone()));
    assert_eq!(&serde_json::from_str::<Contract>(&json).unwrap(), Store::CONTRACT);

    let json = serde_json::to_string(&FetchArticles::CONTRACT).unwrap();
    let read = Contract::from_json(&json).unwrap();
    assert_eq!(serde_json::to_string(&read).unwrap(), json);
    assert!(read.is_open());
}

/// What a tool with causes of every form can fail with.
#[derive(Debug, Contract)]
enum Caused {
    /// A library reports in a box.
    #[failure(code = Internal, message = "It failed inside", recovery = "Give the reference to the operator.")]
    Boxed(#[from] Box<dyn std::error::Error + Send + Sync>),

    /// The disk reports.
    #[failure(code = Internal, message = "The disk failed", recovery = "Give the reference to the operator.")]
    Disk {
        #[source]
        cause: std::io::Error,
    },
}

#[test]
fn a_cause_is_kept_as_it_is_or_in_a_box() {
    let boxed: Box<dyn std::error::Error + Send + Sync> = "deep inside".into();
    for (error, cause) in
        [(Caused::from(boxed), "deep inside"), (Caused::Disk { cause: std::io::Error::other("no space") }, "no space")]
    {
        assert_eq!(error.source().map(ToString::to_string).as_deref(), Some(cause));
        let (_, incident) = error.into_failure().disclose(&Discretion::new());
        assert_eq!(serde_json::to_value(&incident).unwrap()["causes"], serde_json::json!([cause]));
    }
}

#[test]
fn an_address_in_a_template_is_the_authors_and_one_in_a_field_is_not() {
    #[derive(Debug, Contract)]
    enum SignUp {
        /// The address is taken.
        #[failure(
            code = Conflict,
            message = "{address} has an account with desk@tea.shop, and {name}@tea.shop does not",
            recovery = "Send another address, such as user@domain.com, but not {address}.",
            docs = "https://tea.shop/help?to=desk@tea.shop"
        )]
        Taken { address: String, name: String },
    }
    let disclosed = |discretion: &Discretion| {
        let taken = SignUp::Taken { address: "jane@corp.io".to_owned(), name: "ann".to_owned() };
        taken.into_failure().disclose(discretion).0
    };
    let disclosure = disclosed(&Discretion::new());
    assert_eq!(disclosure.message(), "[email] has an account with desk@tea.shop, and [email] does not");
    assert_eq!(disclosure.recovery().hint(), "Send another address, such as user@domain.com, but not [email].");
    assert_eq!(disclosure.recovery().docs(), Some("https://tea.shop/help?to=desk@tea.shop"));

    let secret = disclosed(&Discretion::new().with_secret("desk@tea.shop"));
    assert_eq!(secret.message(), "[email] has an account with [redacted], and [email] does not");
}
