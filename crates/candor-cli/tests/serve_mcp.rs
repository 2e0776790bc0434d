//! `candor serve` before MCP servers that are its children: as processes, with clients over stdio and over HTTP.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "a test that cannot go on has failed")]

mod serve_mcp {
    mod asked;
    mod faults;
    mod held;
    mod http;
    mod pins;
    mod reload;
    mod stdio;
    #[path = "../wrap/wrapper.rs"]
    #[allow(dead_code, reason = "the tests of the wrapper use the rest")]
    mod wrapper;

    use wrapper::{Plan, Wrapper};

    /// A gateway for one client over stdio, before a server that is told this.
    pub(crate) fn gateway(server: &[&str]) -> Wrapper {
        gateway_with(&[], server)
    }

    pub(crate) fn gateway_with(flags: &[&str], server: &[&str]) -> Wrapper {
        let words: Vec<&str> = ["serve", "--stdio"].iter().chain(flags).copied().collect();
        Plan::misbehaving(&[]).with_server(server).start_as(&words)
    }
}
