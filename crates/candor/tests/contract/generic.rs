//! Contracts with parameters, and one with every code.

use candor::{Code, Contract, Failure, IntoFailure};
use serde_json::json;
use std::fmt;

/// What a lookup can fail with.
#[derive(Debug, Contract)]
enum Lookup<'a, K, E, const LIMIT: usize>
where
    K: Clone,
{
    /// There is no such key.
    #[failure(code = NotFound, message = "No entry for {key:x} in {table}", recovery = "List the keys of {table} first.")]
    Absent { key: K, table: &'a str, others: Vec<K> },
    /// The store below failed.
    #[failure(code = Database, message = "The store failed", recovery = "Tell the operator the reference id.")]
    Store {
        #[source]
        cause: E,
    },
    /// There are too many entries.
    #[failure(code = OutOfRange, message = "Too many entries", recovery = "Ask for fewer entries at a time.")]
    TooMany([u8; LIMIT]),
}

/// A contract around another.
#[derive(Debug, Contract)]
enum Around<T> {
    /// What the tool inside reports.
    #[failure(transparent)]
    Inside(T),
}

/// What stops a writer that must be closed.
#[derive(Debug, Contract)]
#[failure(code = Internal, message = "{name} broke", recovery = "Tell the operator the reference id.")]
struct Closed {
    name: String,
}

impl Drop for Closed {
    fn drop(&mut self) {
        self.name.clear();
    }
}

#[test]
fn generic_contracts_work() {
    type Concrete<'a> = Lookup<'a, u8, fmt::Error, 2>;
    let failure = Concrete::Absent { key: 255, table: "users", others: vec![1] }.into_failure();
    assert_eq!(failure.message(), "No entry for ff in users");
    assert_eq!(failure.recovery().hint(), "List the keys of users first.");
    assert_eq!(failure.details().get("others"), Some(&json!([1])));

    let failure = Failure::from(Concrete::Store { cause: fmt::Error });
    assert_eq!(failure.causes().count(), 1);
    assert_eq!(Concrete::TooMany([1, 2]).into_failure().details().get("value"), Some(&json!([1, 2])));

    let reasons = |contract: &Contract| contract.clauses().map(|mode| mode.reason().to_owned()).collect::<Vec<_>>();
    assert_eq!(reasons(Concrete::CONTRACT), ["absent", "store", "too_many"]);
    assert_eq!(reasons(Around::<Concrete<'_>>::CONTRACT), ["absent", "store", "too_many"]);
    assert_eq!(Around::Inside(Concrete::TooMany([1, 2])).into_failure().code(), Code::OutOfRange);
}

#[test]
fn a_type_with_a_drop_of_its_own_can_be_a_contract() {
    assert_eq!(Closed { name: "pump".into() }.into_failure().message(), "pump broke");
}

macro_rules! every_code {
    ($($code:ident)*) => {
        /// One variant per code that a contract can use.
        #[derive(Debug, Contract)]
        enum EveryCode {
            $(
                /// It happens.
                #[failure(code = $code, message = "The till is jammed", recovery = "Read the documentation of this tool.")]
                $code,
            )*
        }

        const EVERY: &[EveryCode] = &[$(EveryCode::$code),*];
    };
}

every_code! {
    ParseError InvalidRequest MethodNotFound InvalidParams MissingRequired InvalidFormat OutOfRange Validation
    Unauthorized InvalidCredentials TokenExpired Forbidden QuotaExceeded NotFound AlreadyExists Conflict RateLimited
    Timeout Cancelled Unavailable DependencyFailed NotImplemented Database Cache Configuration InitializationFailed
    Serialization Internal
}

#[test]
fn the_derive_knows_every_code_of_the_table() {
    let contract = EveryCode::CONTRACT;
    let known: Vec<_> = contract.clauses().map(|mode| mode.code()).collect();
    let usable: Vec<_> = Code::all().filter(|code| *code != Code::Unknown).collect();
    assert_eq!(known, usable);
    assert_eq!(EVERY.len(), usable.len());
}
