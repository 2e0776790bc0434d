//! Redirects: followed within the origin of the request, and nowhere else.

use http::header::{CONTENT_ENCODING, CONTENT_LANGUAGE, CONTENT_LENGTH, CONTENT_LOCATION, CONTENT_TYPE, LOCATION};
use http::{HeaderMap, Method, StatusCode};
use reqwest::Response;
use url::Url;

/// How many redirects one request follows.
const MOST: u32 = 5;

/// Why a redirect was not followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NotFollowed {
    /// It leads to another scheme, host or port.
    OtherOrigin,
    /// There were more than five.
    TooMany,
    /// It asks to repeat the request as a `GET`, where only 303 may (RFC 9110, 15.4).
    OtherMethod,
    /// It does not say where to.
    NoAddress,
}

/// What follows an answer.
pub(super) enum Next {
    /// It is the answer.
    Answer,
    /// It is a redirect, and the last answer nevertheless.
    NotFollowed(NotFollowed),
    /// Another request.
    Follow(Target),
}

/// Where a redirect leads.
pub(super) struct Target {
    pub(super) method: Method,
    pub(super) url: Url,
}

/// What follows the answer to a request with this method and address.
pub(super) fn next(method: &Method, url: &Url, response: &Response, followed: u32) -> Next {
    let status = response.status();
    let is_safe = matches!(*method, Method::GET | Method::HEAD);
    let method = match status {
        StatusCode::TEMPORARY_REDIRECT | StatusCode::PERMANENT_REDIRECT => method.clone(),
        StatusCode::MOVED_PERMANENTLY | StatusCode::FOUND if is_safe => method.clone(),
        StatusCode::MOVED_PERMANENTLY | StatusCode::FOUND => return Next::NotFollowed(NotFollowed::OtherMethod),
        StatusCode::SEE_OTHER if *method == Method::HEAD => Method::HEAD,
        StatusCode::SEE_OTHER => Method::GET,
        _ => return Next::Answer,
    };
    let location = response.headers().get(LOCATION).and_then(|location| location.to_str().ok());
    let Some(mut target) = location.and_then(|location| url.join(location).ok()) else {
        return Next::NotFollowed(NotFollowed::NoAddress);
    };
    target.set_fragment(None);
    let has_user = !target.username().is_empty() || target.password().is_some();
    if target.origin() != url.origin() || has_user {
        return Next::NotFollowed(NotFollowed::OtherOrigin);
    }
    if followed >= MOST {
        return Next::NotFollowed(NotFollowed::TooMany);
    }
    Next::Follow(Target { method, url: target })
}

/// A request without a body says nothing of one.
pub(super) fn remove_body_headers(headers: &mut HeaderMap) {
    for name in [CONTENT_TYPE, CONTENT_LENGTH, CONTENT_ENCODING, CONTENT_LANGUAGE, CONTENT_LOCATION] {
        headers.remove(name);
    }
}
