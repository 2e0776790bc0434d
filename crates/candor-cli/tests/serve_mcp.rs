//! `candor serve` before MCP servers that are its children: as processes, with clients over stdio and over HTTP.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "a test that cannot go on has failed")]

mod serve_mcp {
    mod asked;
    mod faults;
    mod features;
    mod held;
    mod http;
    mod pins;
    mod reload;
    mod stdio;
    mod tasks;
    #[path = "../wrap/wrapper.rs"]
    #[allow(dead_code, reason = "the tests of the wrapper use the rest")]
    mod wrapper;

    use serde_json::Value;
    use wrapper::{Plan, Wrapper};

    /// A gateway for one client over stdio, before a server that is told this.
    pub(crate) fn gateway(server: &[&str]) -> Wrapper {
        gateway_with(&[], server)
    }

    pub(crate) fn gateway_with(flags: &[&str], server: &[&str]) -> Wrapper {
        let words: Vec<&str> = ["serve", "--stdio"].iter().chain(flags).copied().collect();
        Plan::misbehaving(&[]).with_server(server).start_as(&words)
    }

    /// The params of a request of the newest revision, from a client that can be asked this.
    pub(crate) fn modern(mut params: Value, capabilities: Value) -> Value {
        params["_meta"]["io.modelcontextprotocol/protocolVersion"] = "2026-07-28".into();
        params["_meta"]["io.modelcontextprotocol/clientCapabilities"] = capabilities;
        params
    }
}
