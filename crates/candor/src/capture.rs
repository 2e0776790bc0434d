// The first definition of a link counts: here they lead to items, and in the file to the other files.
#![cfg_attr(feature = "rmcp", doc = "[rmcp]: crate::rmcp")]
#![doc = ""]
// Its examples use `tracing`, so they run only with that feature.
#![cfg_attr(any(not(doctest), feature = "tracing"), doc = include_str!("../docs/capturing.md"))]

mod from_error;
#[cfg(feature = "rmcp")]
mod naming;
mod operation;
mod or_fail;
mod panic;

pub use or_fail::OrFail;
pub use panic::{catch_panic, catch_panic_async};

#[doc(inline)]
pub use crate::panic_hook::install_panic_hook;
