//! From errors and panics to failures, and from there to the log: 004's `tryCatch`.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "a test that cannot go on fails")]

#[path = "capture/backtraces.rs"]
mod backtraces;
#[path = "capture/errors.rs"]
mod errors;
#[path = "capture/fingerprints.rs"]
mod fingerprints;
#[cfg(feature = "tracing")]
#[path = "capture/listener.rs"]
mod listener;
#[cfg(feature = "tracing")]
#[path = "capture/log.rs"]
mod log;
#[path = "capture/panics.rs"]
mod panics;

use candor::render::{Place, Renderer};
use candor::{Dialect, Disclosure};

/// What a caller gets to read, in every dialect.
fn told(disclosure: &Disclosure) -> String {
    Dialect::ALL
        .iter()
        .copied()
        .map(|dialect| {
            Renderer::new(dialect).reply(disclosure, Place::Tool { output_schema: None }).to_value().to_string()
        })
        .collect()
}
