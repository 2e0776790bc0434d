//! Clients that are web pages: what a browser has to be told so that a page of an allowed origin may call and read the answer
//! (CORS, in the Fetch standard).

use axum::body::Body;
use axum::response::Response;
use http::header::{self, HeaderMap, HeaderName, HeaderValue};
use http::{Method, StatusCode, request};
use url::{Host, Origin, Url};

/// What a page may read beside what every page may.
const EXPOSED: HeaderValue =
    HeaderValue::from_static("WWW-Authenticate, Mcp-Session-Id, Mcp-Protocol-Version, Retry-After");
const METHODS: HeaderValue = HeaderValue::from_static("GET, POST, DELETE");
/// How long a browser remembers the answer, in seconds.
const REMEMBERED: HeaderValue = HeaderValue::from_static("600");
const VARY: HeaderValue =
    HeaderValue::from_static("Origin, Access-Control-Request-Method, Access-Control-Request-Headers");
/// The longest list of headers that is given back.
const LONGEST_LIST: usize = 4 * 1024;

/// The origins whose pages may call, beside those of this machine. Whether they are served is for the guard of the endpoint to
/// say; here is what the browser is told.
#[derive(Debug, Default)]
pub(super) struct AllowedOrigins(Vec<String>);

impl AllowedOrigins {
    pub(super) fn new(origins: &[String]) -> AllowedOrigins {
        AllowedOrigins(origins.to_vec())
    }

    /// The origin of a request, if it is one of these.
    pub(super) fn of(&self, headers: &HeaderMap) -> Option<HeaderValue> {
        let mut origins = headers.get_all(header::ORIGIN).iter();
        let origin = origins.next().filter(|_| origins.next().is_none())?;
        let text = origin.to_str().ok()?;
        (is_of_this_machine(text) || self.0.iter().any(|allowed| is_same(allowed, text))).then(|| origin.clone())
    }
}

/// The origin of an address that is nothing but one.
fn parsed(text: &str) -> Option<Url> {
    Url::parse(text).ok().filter(|url| url.path() == "/" && url.query().is_none() && url.username().is_empty())
}

fn is_same(allowed: &str, origin: &str) -> bool {
    let of = |text: &str| parsed(text).map(|url| url.origin()).filter(Origin::is_tuple);
    // Origins such as those of browser extensions have no port that could be left out.
    allowed.eq_ignore_ascii_case(origin) || of(allowed).is_some_and(|allowed| Some(allowed) == of(origin))
}

fn is_of_this_machine(origin: &str) -> bool {
    let Some(url) = parsed(origin).filter(|url| matches!(url.scheme(), "http" | "https")) else { return false };
    match url.host() {
        Some(Host::Domain(name)) => name == "localhost",
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    }
}

/// Whether a browser asks if a page may make a request. It shows no token with that.
pub(super) fn is_preflight(head: &request::Parts) -> bool {
    head.method == Method::OPTIONS && head.headers.contains_key(header::ACCESS_CONTROL_REQUEST_METHOD)
}

/// The answer to a page that may make its request, with the headers that it asks for: the names of those that carry arguments
/// are not known before, and a token is needed in any case.
pub(super) fn preflight(asked: &HeaderMap, origin: HeaderValue) -> Response {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::NO_CONTENT;
    let headers = response.headers_mut();
    headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, origin);
    headers.insert(header::ACCESS_CONTROL_ALLOW_METHODS, METHODS);
    headers.insert(header::ACCESS_CONTROL_MAX_AGE, REMEMBERED);
    headers.insert(header::VARY, VARY);
    if let Some(names) = asked.get(header::ACCESS_CONTROL_REQUEST_HEADERS).filter(|names| is_list_of_names(names)) {
        headers.insert(header::ACCESS_CONTROL_ALLOW_HEADERS, names.clone());
    }
    response
}

/// Has the page read this answer.
pub(super) fn expose(response: &mut Response, origin: HeaderValue) {
    let headers = response.headers_mut();
    headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, origin);
    headers.insert(header::ACCESS_CONTROL_EXPOSE_HEADERS, EXPOSED);
    headers.append(header::VARY, HeaderValue::from_static("Origin"));
}

fn is_list_of_names(names: &HeaderValue) -> bool {
    let is_name = |name: &str| HeaderName::try_from(name.trim()).is_ok();
    names.len() <= LONGEST_LIST && names.to_str().is_ok_and(|names| names.split(',').all(is_name))
}
