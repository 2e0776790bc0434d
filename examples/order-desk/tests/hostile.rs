//! A client that keeps to nothing: 10,000 broken, truncated, huge, repeated and misplaced frames over each transport.
//!
//! Every request with an id gets exactly one answer, nothing leaks, memory stays bounded, and the server ends cleanly.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that cannot go on fails"
)]

mod hostile {
    mod few_files;
    mod frames;
    mod memory;
    mod over_http;
    mod over_stdio;
    mod server;
    mod unread_log;
}
