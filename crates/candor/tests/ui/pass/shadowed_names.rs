#![deny(warnings)]
#![allow(dead_code, unused_macros, non_camel_case_types, non_upper_case_globals, reason = "the names are the test")]

struct Result;
struct Option;
struct Some;
struct None;
struct Ok;
struct Err;
struct String;
struct Box;
struct Vec;
struct Duration;
struct Failure;
struct Code;
struct Origin;
struct Retry;
struct Safety;
trait From {}
trait Into {}
trait Display {}
trait Error {}
trait IntoFailure {}
mod std {}
mod core {}
mod candor {}
const cause: () = ();
const error: () = ();
const formatter: () = ();
const safety: () = ();

macro_rules! format {
    () => {};
}
macro_rules! format_args {
    () => {};
}
macro_rules! write {
    () => {};
}

/// A tool in hostile surroundings.
#[derive(Debug, ::candor::Contract)]
enum Tool {
    /// No id matched.
    #[failure(code = RateLimited, message = "No {self_} for {f}", retry_after = "1s",
              recovery = "List {f} with list_ids first.")]
    NoMatch { self_: u8, f: u8, formatter: u8 },
    /// It must wait.
    #[failure(code = Conflict, message = "Wait {0}", recovery = "Wait for {0} and call again.")]
    Wait(#[failure(retry_after)] ::std::time::Duration),
    /// The store failed.
    #[failure(code = Database, message = "No store", recovery = "Tell the operator the reference id.")]
    Store(#[from] ::std::io::Error),
    /// A service below.
    #[failure(transparent)]
    Below(#[from] ::candor::Failure),
}

fn main() {}
