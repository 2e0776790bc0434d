//! Real sockets, real faults: what becomes of requests that `reqwest` sends.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

mod reqwest {
    mod address;
    mod fault;
    mod response;
    mod server;

    use ::reqwest::Client;
    use std::time::Duration;

    /// A client that goes straight to the server, and gives up on a connection soon.
    pub(crate) fn client() -> Client {
        builder().build().unwrap()
    }

    pub(crate) fn builder() -> ::reqwest::ClientBuilder {
        // Whichever test comes first sets it for all.
        let _ = rustls::crypto::ring::default_provider().install_default();
        Client::builder().no_proxy().connect_timeout(Duration::from_secs(1))
    }
}
