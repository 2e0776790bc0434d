//! `candor wrap` before servers that were published on npm and PyPI: a session with nothing wrong is the same as without, and each
//! failure comes out complete. `cargo xtask test` runs this; by itself:
//!
//! ```text
//! CANDOR_SERVERS=$(cargo xtask servers) cargo test -p candor-cli --features test-server --test published
//! ```
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "a test that cannot go on has failed")]

mod published {
    mod documented;
    mod ended;
    mod everything;
    mod everything_2025;
    mod failing;
    mod fetch;
    mod filesystem;
    mod git;
    mod memory;
    mod passing;
    mod sequential_thinking;
    mod server;
    mod sqlite;
    mod time;
    #[path = "../wrap/wrapper.rs"]
    #[allow(dead_code, reason = "the tests of servers that misbehave need more of it")]
    mod wrapper;
}
