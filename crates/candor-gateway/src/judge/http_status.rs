//! An answer that is a failure by its status.

use super::{Readers, Shown, perhaps_done, with_body};
use crate::send::Received;
use candor::classify::Verdict;
use candor::{Code, Failure, Origin, Retry, reason};
use http::StatusCode;
use http::header::{CONTENT_TYPE, WWW_AUTHENTICATE};

/// How much of a body is searched for words about the credential.
const SEARCHED: usize = 8 * 1024;
/// Words about a credential or what it allows, as whole words: `scope` alone is in telescopes, and in much else.
const ABOUT_THE_CREDENTIAL: [&str; 36] = [
    "access token",
    "access tokens",
    "api key",
    "api keys",
    "api token",
    "apikey",
    "auth token",
    "authentication credentials",
    "authentication scope",
    "authentication scopes",
    "authentication token",
    "bearer token",
    "client certificate",
    "credentials are invalid",
    "expired token",
    "insufficient scope",
    "insufficient scopes",
    "insufficient token",
    "invalid apikey",
    "invalid credential",
    "invalid credentials",
    "invalid token",
    "lacks scope",
    "lacks the scope",
    "lacks the scopes",
    "missing scope",
    "missing scopes",
    "missing the scope",
    "oauth scope",
    "oauth scopes",
    "required scope",
    "required scopes",
    "requires the scope",
    "token expired",
    "token has expired",
    "token is expired",
];

/// The one classifier judges status, body and headers. A refusal of the gateway's own credential is the operator's matter.
pub(crate) fn failed_by_status(service: &str, readers: &Readers, received: &Received) -> Failure {
    let reader = readers.own_credential.as_ref().filter(|_| is_about_the_credential(received));
    let failure = reader.unwrap_or(&readers.plain).read(received.status, &received.headers, &received.body);
    if failure.code() == Code::Unauthorized && readers.shown == Shown::Nothing {
        return credential_missing(service, received, failure);
    }
    if says_that_nothing_was_done(received.status, &failure) { failure } else { perhaps_done(failure) }
}

/// The API wants a credential, and nobody has told the gateway one. The caller has no place for it, so it is the operator's matter.
fn credential_missing(service: &str, received: &Received, failure: Failure) -> Failure {
    let status = received.status;
    let message = format!("{service} asks for a credential, and none is configured for it ({status})");
    let instead = Failure::new(Code::Configuration, message)
        .with_reason(reason!("credential_missing"))
        .with_origin(Origin::Configuration)
        .with_retry(Retry::Never)
        .with_status(status.as_u16());
    with_body(instead.with_cause(failure), &received.body)
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
    let words = words(&String::from_utf8_lossy(body.get(..SEARCHED).unwrap_or(body)));
    ABOUT_THE_CREDENTIAL.iter().any(|phrase| words.contains(&format!(" {phrase} ")))
}

/// The words of a text, in lower case and with one space around each. `insufficient_scope`, `invalid-api-key` and `ApiKey` are
/// words, too: what programs are told says it as plainly as what people are.
fn words(text: &str) -> String {
    let mut words = String::with_capacity(text.len() + 2);
    words.push(' ');
    let mut was_lower = false;
    for letter in text.chars() {
        let is_new = letter.is_uppercase() && was_lower;
        if (is_new || !letter.is_alphanumeric()) && !words.ends_with(' ') {
            words.push(' ');
        }
        if letter.is_alphanumeric() {
            words.extend(letter.to_lowercase());
        }
        was_lower = letter.is_lowercase();
    }
    if !words.ends_with(' ') {
        words.push(' ');
    }
    words
}

/// A page for people says anything in its links.
fn is_page(received: &Received) -> bool {
    let content_type = received.headers.get(CONTENT_TYPE).and_then(|it| it.to_str().ok()).unwrap_or_default();
    crate::media_type::name(content_type).contains("html")
}
