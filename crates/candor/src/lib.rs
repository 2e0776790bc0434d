// The first definition of a link counts: here they lead to items, and in the file to the other files.
#![doc = "[capturing]: crate::capture"]
#![doc = "[classification]: crate::classify"]
#![doc = "[codes]: crate::guide::codes"]
#![doc = "[contracts]: crate::guide::contracts"]
#![cfg_attr(feature = "http", doc = "[http]: crate::http")]
#![doc = "[performance]: crate::guide::performance"]
#![cfg_attr(feature = "retry", doc = "[retries]: crate::retry")]
#![cfg_attr(feature = "rmcp", doc = "[rmcp]: crate::rmcp")]
#![cfg_attr(all(feature = "reqwest", feature = "rmcp"), doc = "[tutorial]: crate::guide::tutorial")]
#![doc = ""]
#![doc = include_str!("../README.md")]

pub mod capture;
pub mod classify;
pub mod code;
pub mod contract;
pub mod disclose;
pub mod failure;
mod fence;
pub mod glossary;
#[cfg(any(doc, doctest))]
pub mod guide;
#[cfg(feature = "http")]
pub mod http;
mod json_escape;
#[cfg(any(feature = "http", feature = "rmcp-http"))]
mod media_type;
pub mod nearest;
mod outbox;
pub mod outcome;
mod panic_hook;
mod policy;
#[cfg(any(feature = "http", feature = "rmcp-http"))]
mod problem_response;
pub mod render;
#[cfg(feature = "retry")]
pub mod retry;
#[cfg(feature = "rmcp")]
pub mod rmcp;
#[cfg(feature = "schema")]
pub mod schema;
mod standard;
mod stderr;
#[cfg(feature = "testing")]
pub mod testing;
#[cfg(feature = "schema")]
mod uri;
mod vague;

#[doc(inline)]
pub use capture::OrFail;
#[doc(inline)]
pub use code::Code;
#[doc(inline)]
pub use contract::{Contract, IntoFailure};
#[doc(inline)]
pub use disclose::{Disclosure, Discretion, Incident};
#[doc(inline)]
pub use failure::{Failure, Occurrence, Origin, Reason, Recovery, Retry, Safety};
#[doc(inline)]
pub use outcome::Outcome;
#[doc(inline)]
pub use policy::FailurePolicy;
#[cfg(feature = "http")]
#[doc(inline)]
pub use problem_response::ProblemResponse;
#[doc(inline)]
pub use render::Dialect;
#[doc(inline)]
pub use stderr::{NonBlockingStderr, non_blocking_stderr};

pub use candor_macros::Contract;

/// Lets through what the derive writes for rmcp.
#[cfg(feature = "rmcp")]
#[doc(hidden)]
#[macro_export]
macro_rules! when_rmcp {
    ($($item:tt)*) => { $($item)* };
}

/// Drops what the derive writes for rmcp.
#[cfg(not(feature = "rmcp"))]
#[doc(hidden)]
#[macro_export]
macro_rules! when_rmcp {
    ($($item:tt)*) => {};
}
