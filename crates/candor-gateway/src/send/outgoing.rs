//! A request as it is sent: the tool's own, and what the gateway adds to each.

use super::Sender;
use crate::request::{OutgoingRequest, RequestPlan, is_reserved};
use crate::upstream::Upstream;
use bytes::Bytes;
use candor::{Code, Failure, Origin, Retry, reason};
use http::header::{HeaderName, HeaderValue, USER_AGENT};
use http::{HeaderMap, Method};
use std::sync::Arc;
use url::{Origin as UrlOrigin, Url};

/// What the gateway calls itself, unless a static header says otherwise.
const NAME: HeaderValue = HeaderValue::from_static(concat!("candor/", env!("CARGO_PKG_VERSION")));
/// Headers that are the gateway's own where arguments are concerned, and that a client may nevertheless have sent on.
const FORWARDABLE: [&str; 3] = ["baggage", "tracestate", "user-agent"];

/// A request that is ready to be sent, as often as it takes.
#[derive(Debug)]
pub(crate) struct Outgoing {
    pub(super) method: Method,
    pub(super) url: Url,
    pub(super) headers: HeaderMap,
    pub(super) body: Option<Bytes>,
    /// The host and the port, for traces.
    pub(super) server: Option<(Arc<str>, u16)>,
}

/// Where the requests of a tool go: what their paths are appended to.
#[derive(Debug)]
pub(crate) struct Address {
    base: String,
    origin: UrlOrigin,
    server: Option<(Arc<str>, u16)>,
}

impl Address {
    /// The address of the API, or that of the operation within its origin; none, if it is at another one.
    pub(crate) fn of(upstream: &Upstream, plan: &RequestPlan) -> Option<Address> {
        let base = &upstream.base_url;
        let url = plan.address(base)?;
        let server = url.host_str().map(Arc::from).zip(url.port_or_known_default());
        Some(Address { base: url.as_str().trim_end_matches('/').to_owned(), origin: base.origin(), server })
    }
}

/// What makes an address unusable as that of an API.
pub(super) fn mistakes_of(base: &Url) -> Vec<String> {
    let rows = [
        (!matches!(base.scheme(), "http" | "https"), "its address is neither `http` nor `https`"),
        (!base.username().is_empty() || base.password().is_some(), "its address holds a user; use a credential"),
        (base.query().is_some() || base.fragment().is_some(), "its address has a query or a fragment"),
    ];
    rows.into_iter().filter(|(is_wrong, _)| *is_wrong).map(|(_, mistake)| mistake.to_owned()).collect()
}

/// The headers that every request of an API has.
pub(super) fn headers_of(upstream: &Upstream) -> HeaderMap {
    let mut headers = HeaderMap::new();
    for (name, value) in &upstream.headers {
        headers.append(name, value.clone());
    }
    headers.entry(USER_AGENT).or_insert(NAME);
    headers
}

impl Sender {
    /// The request with all that is sent. What the gateway sets, no argument changes: where both have a header or a parameter of
    /// one name, the argument's is left out.
    pub(crate) fn outgoing(
        &self,
        address: &Address,
        request: OutgoingRequest,
        forwarded: &HeaderMap,
    ) -> Result<Outgoing, Failure> {
        let url = Url::parse(&request.url(&address.base)).map_err(|_| not_built())?;
        if url.origin() != address.origin {
            return Err(not_built());
        }
        let mut headers = request.headers().clone();
        for name in self.forwarded.iter().filter(|name| may_be_forwarded(name)) {
            let mut values = forwarded.get_all(name).iter().peekable();
            if values.peek().is_some() {
                headers.remove(name);
                values.for_each(|value| {
                    headers.append(name, value.clone());
                });
            }
        }
        for name in self.headers.keys() {
            let is_left_to_the_client = *name == USER_AGENT && headers.contains_key(name);
            if !is_left_to_the_client {
                headers.remove(name);
                for value in self.headers.get_all(name) {
                    headers.append(name, value.clone());
                }
            }
        }
        self.credentials.show_in(&mut headers);
        let method = request.method().clone();
        let body = request.into_body().map(Bytes::from);
        let server = address.server.clone();
        Ok(Outgoing { method, url: self.credentials.in_query_of(url), headers, body, server })
    }
}

/// Whether a header of the client's request may be sent on: not what is the client's own credential, nor what belongs to the
/// connection or the body.
fn may_be_forwarded(name: &HeaderName) -> bool {
    !is_reserved(name.as_str()) || FORWARDABLE.contains(&name.as_str())
}

fn not_built() -> Failure {
    Failure::new(Code::Internal, "The request of the tool could not be built, so nothing was sent")
        .with_reason(reason!("request_not_built"))
        .with_origin(Origin::Internal)
        .with_retry(Retry::Never)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clients_credential_and_its_connection_are_its_own() {
        let rows = [
            ("authorization", false),
            ("cookie", false),
            ("host", false),
            ("connection", false),
            ("content-length", false),
            ("transfer-encoding", false),
            ("proxy-authorization", false),
            ("x-tenant", true),
            ("accept-language", true),
            ("tracestate", true),
        ];
        for (name, is_forwarded) in rows {
            assert_eq!(may_be_forwarded(&HeaderName::from_static(name)), is_forwarded, "{name}");
        }
    }

    #[test]
    fn an_address_with_a_user_or_a_query_is_a_mistake() {
        assert!(mistakes_of(&"https://example.com/v1".parse().unwrap()).is_empty());
        let found = mistakes_of(&"ftp://me:pw@example.com/?a".parse().unwrap());
        assert_eq!(found.len(), 3, "{found:?}");
    }
}
