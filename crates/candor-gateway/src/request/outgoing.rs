//! A request that is ready to be sent, but for where to and with which credential.

use http::{HeaderMap, Method};

/// A request, without the address of its server and without what the gateway adds to each.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutgoingRequest {
    pub(super) method: Method,
    pub(super) target: String,
    pub(super) headers: HeaderMap,
    pub(super) body: Option<Vec<u8>>,
}

impl OutgoingRequest {
    /// The method.
    #[must_use]
    pub fn method(&self) -> &Method {
        &self.method
    }

    /// Path and query, encoded: it begins with `/` and has no fragment.
    #[must_use]
    pub fn target(&self) -> &str {
        &self.target
    }

    /// The headers that follow from the operation and its arguments, `Accept` and `Content-Type` among them.
    #[must_use]
    pub fn headers(&self) -> &HeaderMap {
        &self.headers
    }

    /// The body, if there is one.
    #[must_use]
    pub fn body(&self) -> Option<&[u8]> {
        self.body.as_deref()
    }

    /// The body, if there is one, without a copy.
    #[must_use]
    pub fn into_body(self) -> Option<Vec<u8>> {
        self.body
    }

    /// The address of the request under that of its server: `https://example.com/v1` and `/pets` make
    /// `https://example.com/v1/pets`.
    #[must_use]
    pub fn url(&self, server: &str) -> String {
        format!("{}{}", server.trim_end_matches('/'), self.target)
    }
}
