//! An answer that is a failure by its status.

use super::{Case, perhaps_done};
use crate::send::Received;
use candor::Failure;
use candor::classify::Verdict;
use http::StatusCode;
use http::header::{CONTENT_TYPE, WWW_AUTHENTICATE};

/// How much of a body is searched for words about the credential.
const SEARCHED: usize = 8 * 1024;
/// Words about a credential or what it allows.
const ABOUT_THE_CREDENTIAL: [&str; 14] = [
    "access token",
    "access_token",
    "api key",
    "api-key",
    "api_key",
    "apikey",
    "bearer",
    "credential",
    "expired token",
    "insufficient_scope",
    "invalid token",
    "invalid_token",
    "scope",
    "token expired",
];

/// The one classifier judges status, body and headers. A refusal of the gateway's own credential is the operator's matter.
pub(super) fn failed(case: Case<'_>, received: &Received) -> Failure {
    let reader = case.readers.own_credential.as_ref().filter(|_| is_about_the_credential(received));
    let failure = reader.unwrap_or(&case.readers.plain).read(received.status, &received.headers, &received.body);
    if says_that_nothing_was_done(received.status, &failure) { failure } else { perhaps_done(failure) }
}

/// Whether a retry is safe because the API says so: with its status, or as a dialect states it. Its words do not count: a
/// refused connection that they speak of is one of the API's own, and what the API had done by then is not known.
fn says_that_nothing_was_done(status: StatusCode, failure: &Failure) -> bool {
    let is_stated = |verdict: &Verdict| matches!(verdict.rule(), "http_status" | "dialect");
    status == StatusCode::TOO_MANY_REQUESTS || failure.verdict().is_some_and(is_stated)
}

/// Whether the answer refuses the credential: any 401, and a 403 that speaks of it. Any other 403 is about what was asked for.
fn is_about_the_credential(received: &Received) -> bool {
    match received.status {
        StatusCode::UNAUTHORIZED => true,
        StatusCode::FORBIDDEN => {
            received.headers.contains_key(WWW_AUTHENTICATE) || !is_page(received) && speaks_of_it(&received.body)
        }
        _ => false,
    }
}

fn speaks_of_it(body: &[u8]) -> bool {
    let text = String::from_utf8_lossy(body.get(..SEARCHED).unwrap_or(body)).to_ascii_lowercase();
    ABOUT_THE_CREDENTIAL.iter().any(|words| text.contains(words))
}

/// A page for people says anything in its links.
fn is_page(received: &Received) -> bool {
    let content_type = received.headers.get(CONTENT_TYPE).and_then(|it| it.to_str().ok()).unwrap_or_default();
    crate::media_type::name(content_type).contains("html")
}
