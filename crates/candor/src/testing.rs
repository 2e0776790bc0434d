//! Checks for the tests of a server: every failure of a contract, as callers get it.
//!
//! A contract is checked when it compiles. What a caller gets is seen only when a failure is disclosed and rendered: a rule of
//! the scrubber may take a word of the author's for a secret, and a sentence may be cut. [`check_contract`] does that with each
//! reason of a contract, in every dialect; [`check_failure`] with one value. They belong to the tests of a server: put the
//! feature `testing` under its `dev-dependencies`.
//!
//! ```
//! use candor::Contract;
//! use candor::testing::{check_contract, check_failure};
//!
//! /// What `get_order` can fail with.
//! #[derive(Debug, Contract)]
//! enum GetOrder {
//!     /// No order has this id.
//!     #[failure(code = NotFound, message = "There is no order {id}",
//!               recovery = "Call list_orders to see the ids of all orders.")]
//!     NoSuchOrder { id: u32 },
//! }
//!
//! // In a test:
//! check_contract::<GetOrder>();
//! check_failure(GetOrder::NoSuchOrder { id: 17 });
//! ```

mod mistake;
mod sample;
mod wire;

pub use mistake::{Mistake, MistakeKind, Report};

use crate::contract::{Contract, IntoFailure};

/// Checks every failure that a contract declares, in every dialect.
///
/// # Panics
///
/// If there is a mistake, with all of them in one message.
#[track_caller]
pub fn check_contract<T: IntoFailure>() {
    check_contract_data(T::CONTRACT);
}

/// The same for a contract that is data, such as one that was read from JSON.
///
/// # Panics
///
/// If there is a mistake, with all of them in one message.
#[track_caller]
pub fn check_contract_data(contract: &Contract) {
    refuse(&report(contract));
}

/// Checks one value of a contract: that its reason is declared, and that callers get it whole, with these values in it.
///
/// # Panics
///
/// If there is a mistake, with all of them in one message.
#[track_caller]
pub fn check_failure<T: IntoFailure>(value: T) {
    let mut report = Report::about(T::CONTRACT);
    let failure = value.into_failure();
    if T::CONTRACT.clause(failure.reason().as_str()).is_none() && !T::CONTRACT.is_open() {
        report.add(Mistake::of(failure.reason().as_str(), MistakeKind::NotDeclared));
    }
    wire::check(failure, &mut report);
    refuse(&report);
}

/// What is wrong with a contract, for tests that want to look at it. Where a message or a recovery has fields, each gets a
/// value that harms nothing.
#[must_use]
pub fn report(contract: &Contract) -> Report {
    let mut report = Report::about(contract);
    let json = serde_json::to_string(contract).unwrap_or_default();
    if let Err(errors) = Contract::from_json(&json) {
        for violation in errors.violations() {
            report.add(Mistake { reason: None, kind: MistakeKind::Rule(violation.clone()) });
        }
    }
    for clause in contract.clauses() {
        match sample::failure(clause) {
            Some(failure) => wire::check(failure, &mut report),
            None => report.add(Mistake::of(clause.reason(), MistakeKind::NotAReason)),
        }
    }
    report
}

#[track_caller]
#[expect(clippy::panic, reason = "it is what a check in a test does")]
fn refuse(report: &Report) {
    if !report.mistakes().is_empty() {
        panic!("{report}");
    }
}
