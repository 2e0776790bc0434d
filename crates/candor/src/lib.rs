#![doc = include_str!("../README.md")]

pub mod capture;
pub mod classify;
pub mod code;
pub mod contract;
pub mod disclose;
pub mod failure;
pub mod glossary;
#[cfg(feature = "http")]
pub mod http;
mod nearest;
pub mod outcome;
pub mod render;
#[cfg(feature = "retry")]
pub mod retry;
#[cfg(feature = "rmcp")]
pub mod rmcp;

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
pub use render::Dialect;

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
