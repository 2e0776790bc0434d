//! What the gateway shows of itself to an API.

use super::Secret;
use http::HeaderName;
use url::Url;

/// What the gateway shows of itself to an API. Its secrets are never in a log, an answer, or `Debug`.
#[derive(Debug, Clone)]
pub enum Credential {
    /// `Authorization: Bearer …`
    Bearer(Secret),
    /// `Authorization: Basic …`
    Basic {
        /// The user.
        user: String,
        /// The password.
        password: Secret,
    },
    /// A header of its own, such as `X-Api-Key`.
    Header {
        /// The header.
        name: HeaderName,
        /// Its value.
        value: Secret,
    },
    /// A parameter of the query.
    Query {
        /// The parameter.
        name: String,
        /// Its value.
        value: Secret,
    },
    /// A token that OAuth 2 gives for the client's own credentials (RFC 6749, 4.4).
    ClientCredentials {
        /// Where tokens are given out.
        token_url: Url,
        /// The client.
        client_id: String,
        /// Its secret.
        client_secret: Secret,
        /// What the token is asked for.
        scopes: Vec<String>,
    },
}
