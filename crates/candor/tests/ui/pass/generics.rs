#![deny(warnings)]

use candor::{Contract, IntoFailure};

/// What a lookup can fail with.
#[derive(Debug, Contract)]
pub enum Lookup<'a, K: Clone, E, const LIMIT: usize = 4>
where
    E: Clone,
{
    /// There is no such key.
    #[failure(code = NotFound, message = "No {key} in {table}", recovery = "List the keys of {table} first.")]
    Absent { key: K, table: &'a str, others: Vec<(K, [u8; LIMIT])> },
    /// The store below failed.
    #[failure(code = Database, message = "No store", recovery = "Tell the operator the reference id.")]
    Store(#[source] E),
}

/// A contract around another.
#[derive(Debug, Contract)]
#[failure(transparent)]
pub struct Around<T>(T);

fn reasons<T: IntoFailure>() -> usize {
    T::CONTRACT.clauses().count()
}

fn main() {
    assert_eq!(reasons::<Around<Lookup<'static, String, std::fmt::Error>>>(), 2);
}
