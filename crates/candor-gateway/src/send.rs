//! Sending a request to an API, and reading what comes back.

use crate::upstream::Upstream;
use std::sync::Arc;
use tokio::sync::Semaphore;

/// How many bytes of answers may be in memory at once. Clones share it.
#[derive(Debug, Clone)]
pub(crate) struct BodyBudget(pub(crate) Arc<Semaphore>);

impl BodyBudget {
    pub(crate) fn new(bytes: usize) -> BodyBudget {
        BodyBudget(Arc::new(Semaphore::new(bytes.min(Semaphore::MAX_PERMITS))))
    }
}

/// What sends the requests of an API.
#[derive(Debug)]
pub(crate) struct Sender {
    pub(crate) client: reqwest::Client,
}

impl Sender {
    pub(crate) fn new(upstream: &Upstream, _: &BodyBudget) -> Result<Sender, Vec<String>> {
        let _ = rustls::crypto::ring::default_provider().install_default();
        let client = reqwest::Client::builder().no_proxy().connect_timeout(upstream.connection.connect_timeout).build();
        client.map(|client| Sender { client }).map_err(|error| vec![error.to_string()])
    }
}
