//! A gateway with MCP servers behind it, over real sockets: servers of both eras behind it, and clients of both before it.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test that cannot go on has failed"
)]

#[path = "mcp/asking.rs"]
mod asking;
#[path = "mcp/beside_apis.rs"]
mod beside_apis;
#[path = "mcp/calls.rs"]
mod calls;
#[path = "mcp/client.rs"]
mod client;
#[path = "mcp/documented.rs"]
mod documented;
#[path = "mcp/eras.rs"]
mod eras;
#[path = "mcp/features.rs"]
mod features;
#[path = "mcp/held.rs"]
mod held;
#[path = "mcp/input.rs"]
mod input;
#[path = "mcp/lists.rs"]
mod lists;
#[path = "mcp/nodes.rs"]
mod nodes;
#[path = "mcp/passed_on.rs"]
mod passed_on;
#[path = "mcp/pins.rs"]
mod pins;
#[path = "mcp/questions.rs"]
mod questions;
#[path = "mcp/scripted.rs"]
mod scripted;
#[path = "mcp/server.rs"]
mod server;
#[path = "mcp/sessions.rs"]
mod sessions;
#[path = "mcp/subscriptions.rs"]
mod subscriptions;
#[path = "mcp/talker.rs"]
mod talker;
#[path = "mcp/tasks.rs"]
mod tasks;
#[path = "mcp/told.rs"]
mod told;
#[path = "mcp/unavailable.rs"]
mod unavailable;
