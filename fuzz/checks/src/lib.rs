//! What must hold for every input of the fuzz targets: a module a target, with a function `check` that panics if it does not.
//!
//! The targets in `fuzz/targets` feed these functions made-up inputs; `tests/crashes.rs` feeds them the inputs that once
//! failed, on every `cargo xtask test`.
#![allow(clippy::panic, clippy::expect_used, reason = "a check that does not hold panics: the fuzzer waits for it")]

pub mod classify_text;
pub mod disclose_json;
pub mod http_headers;
mod printable;
pub mod relay_frames;
pub mod rmcp_frames;
pub mod scrub_text;
pub mod slow_text;
pub mod tool_arguments;
