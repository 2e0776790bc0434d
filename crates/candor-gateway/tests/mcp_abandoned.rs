//! So many sessions that they take the memory that sessions may have in a process; so this is one of its own.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test that cannot go on has failed"
)]

#[path = "mcp/abandoned.rs"]
mod abandoned;
#[path = "mcp/asking.rs"]
#[allow(dead_code, reason = "the other tests use the rest")]
mod asking;
#[path = "mcp/talker.rs"]
#[allow(dead_code, reason = "the other tests use the rest")]
mod talker;
