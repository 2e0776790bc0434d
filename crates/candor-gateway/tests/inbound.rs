//! Who may call a gateway over HTTP, seen from the socket.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that cannot go on fails"
)]

mod inbound {
    mod addresses;
    mod authorization_server;
    mod bearer;
    mod concurrency;
    mod endpoint;
    mod hosts;
    mod json_web_tokens;
    mod key_sets;
    mod metadata;
    mod rates;
    mod reload;
    mod settings;
    mod signing;
    mod tls;
    mod web_pages;
}
