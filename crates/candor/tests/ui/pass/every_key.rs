#![deny(warnings)]

use candor::{Contract, Failure};
use std::time::Duration;

/// Every key and every mark.
#[derive(Debug, Contract)]
pub enum Tool {
    /// Everything at once.
    #[failure(
        code = Unavailable,
        reason = "store_down",
        message = "{name} is down: {{{code:>5}}}",
        recovery = "Wait for {wait}, then call {name} again.",
        origin = transport,
        safe = always,
        docs = "https://example.com/errors/store_down",
        critical,
    )]
    Everything {
        name: String,
        code: u16,
        #[failure(private)]
        host: String,
        #[failure(retry_after)]
        wait: Duration,
        #[source]
        cause: std::io::Error,
    },
    /// A fixed delay.
    #[failure(code = RateLimited, message = "Full", retry_after = "500ms", safe = if_idempotent)]
    #[failure(recovery = "Send one request at a time.")]
    Delay,
    /// With backoff.
    #[failure(code = Conflict, message = "Busy", retry = backoff, recovery = "Call get_order to see its state.")]
    Backoff(#[failure(private)] u8, i8),
    /// Never again.
    #[failure(code = Timeout, message = "Late", retry = never, recovery = "Call get_order to see its state.")]
    Never(#[from] std::fmt::Error),
    /// A service below.
    #[failure(transparent)]
    Below {
        #[from]
        failure: Failure,
    },
}

fn main() {}
