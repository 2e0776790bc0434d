//! A gateway over real sockets: an API behind it, and a client before it.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "a test that cannot go on has failed")]

#[path = "serve/api.rs"]
mod api;
#[path = "serve/callers.rs"]
mod callers;
#[path = "serve/calls.rs"]
mod calls;
#[path = "serve/client.rs"]
mod client;
#[path = "serve/records.rs"]
mod records;
#[path = "serve/revisions.rs"]
mod revisions;
#[path = "serve/start.rs"]
mod start;
