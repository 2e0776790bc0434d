//! A server of `rmcp` over HTTP behind Candor's guard: real sockets, and clients that send whatever they like.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that cannot go on fails"
)]

mod rmcp_http {
    mod broken_bodies;
    mod crowded;
    mod dialects;
    mod in_use;
    mod incomplete;
    mod memory;
    mod nodelay;
    mod origins;
    mod other_services;
    mod passing;
    mod policy;
    mod raw;
    mod readable;
    mod refusals;
    mod server;
    mod slow;
}
