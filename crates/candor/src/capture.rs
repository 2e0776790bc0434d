// Its examples use `tracing`, so they run only with that feature.
#![cfg_attr(any(not(doctest), feature = "tracing"), doc = include_str!("../docs/capturing.md"))]

mod from_error;
mod operation;
mod or_fail;
mod panic;

pub use or_fail::OrFail;
pub use panic::{catch_panic, catch_panic_async};
