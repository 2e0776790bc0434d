//! Decides what an answer means: a content for the caller, or a failure. Each kind of failure has its file.

mod breaker_open;
mod broken_off;
mod charset;
mod empty_response;
mod http_status;
mod malformed_body;
mod no_token;
mod not_reached;
mod redirect;
mod response_too_large;
mod says_it_failed;
mod schema_mismatch;
mod success;
mod timeout;
mod unexpected_content_type;

pub(crate) use breaker_open::breaker_open;
pub(crate) use http_status::failed_by_status;
pub(crate) use not_reached::service_not_reached;
pub(crate) use redirect::redirect_not_followed;
pub(crate) use schema_mismatch::OutputCheck;
pub(crate) use timeout::{TimedOut, timed_out};

use crate::call::{Content, Effective, Warning};
use crate::send::{NoAnswer, Received};
use crate::tool::Tool;
use candor::http::ResponseReader;
use candor::{Failure, Retry, Safety};
use std::sync::Arc;

/// What is known of the call, beside what came of it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Case<'c> {
    /// What operators call the API.
    pub(crate) service: &'c str,
    pub(crate) tool: &'c Tool,
    pub(crate) policies: &'c Effective,
    pub(crate) readers: &'c Readers,
    pub(crate) output: Option<&'c OutputCheck>,
    /// Whether all connections are made to a proxy.
    pub(crate) uses_proxy: bool,
    /// Whether a redirect was followed: the call was answered once, and may have been carried out, whatever came then.
    pub(crate) is_redirected: bool,
    /// Whether an earlier attempt of the call may have been carried out.
    pub(crate) was_sent_before: bool,
}

impl Case<'_> {
    /// Whether the call may have been carried out already, whatever becomes of the request that is judged.
    fn may_be_done(self) -> bool {
        self.is_redirected || self.was_sent_before
    }
}

/// What reads the answers of an API that are failures.
#[derive(Debug)]
pub(crate) struct Readers {
    plain: ResponseReader,
    /// For answers that refuse the gateway's own credential, if it has one.
    own_credential: Option<ResponseReader>,
    shown: Shown,
}

/// Whose credential the requests of an API show.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shown {
    /// The gateway's.
    Own,
    /// The caller's, if it is in a header that is sent on.
    PerhapsTheCallers,
    /// Nobody's.
    Nothing,
}

impl Readers {
    pub(crate) fn new(service: &Arc<str>, shown: Shown) -> Readers {
        let plain = ResponseReader::new().with_service(service.to_string());
        let own_credential = (shown == Shown::Own).then(|| plain.clone().with_own_credential());
        Readers { plain, own_credential, shown }
    }

    /// What it means that an exchange failed.
    pub(crate) fn read_error(&self, error: reqwest::Error) -> Failure {
        self.plain.read_error(error)
    }
}

/// What an answer means.
pub(crate) fn judge(case: Case<'_>, received: Received) -> Result<(Content, Vec<Warning>), Failure> {
    let judged = match received.redirect {
        Some(why) => Err(redirect::not_followed(case, received.status, why)),
        None if received.status.is_success() => success::judge(case, received),
        None => Err(failed_by_status(case.service, case.readers, &received)),
    };
    let is_sent_twice = case.may_be_done() && !case.tool.hints().read_only;
    judged.map_err(|failure| if is_sent_twice { after_sending(case, perhaps_done(failure)) } else { failure })
}

/// What it means that there is no answer.
pub(crate) fn no_answer(case: Case<'_>, why: NoAnswer) -> Failure {
    match why {
        NoAnswer::Exchange(error) => {
            let failure = case.readers.read_error(error);
            match failure.retry().safety() {
                Some(Safety::Always) => not_reached::not_reached(case, failure),
                Some(Safety::IfIdempotent) | None => broken_off::broken_off(case, failure),
            }
        }
        NoAnswer::TooLarge { cap, announced } => response_too_large::too_large(case, cap, announced),
        NoAnswer::NoToken(failure) => no_token::no_token(case, failure),
    }
}

/// A failure of a call that was sent: whether it may have taken effect, and what follows for the caller. The method says so,
/// as HTTP defines it.
fn after_sending(case: Case<'_>, failure: Failure) -> Failure {
    let hints = case.tool.hints();
    let failure = failure.with_context("may_have_taken_effect", !hints.read_only);
    let can_help = failure.retry().is_retryable();
    match (hints.read_only, hints.idempotent, can_help) {
        (true, _, true) => failure.with_recovery("Retry later; the call only reads, so nothing has changed."),
        (true, _, false) => failure,
        (false, true, true) => failure.with_recovery(
            "The call may have taken effect. Repeating it with the same arguments does no further harm.",
        ),
        (false, _, _) => {
            failure.with_recovery("The call may have taken effect. Find out whether it has before you repeat it.")
        }
    }
}

/// A failure that leaves open whether the call took effect: a retry of it is safe only for what can be repeated.
fn perhaps_done(failure: Failure) -> Failure {
    match failure.retry() {
        Retry::Backoff(Safety::Always) => failure.with_retry(Retry::Backoff(Safety::IfIdempotent)),
        Retry::After(delay, Safety::Always) => failure.with_retry(Retry::After(delay, Safety::IfIdempotent)),
        Retry::Never | Retry::Backoff(Safety::IfIdempotent) | Retry::After(_, Safety::IfIdempotent) => failure,
    }
}

/// How much of a body the operator gets.
const EXCERPT: usize = 4 * 1024;

/// The failure with the beginning of the body, for the operator alone.
pub(crate) fn with_body(failure: Failure, body: &[u8]) -> Failure {
    let head = body.get(..EXCERPT).unwrap_or(body);
    let mut text = String::from_utf8_lossy(head).into_owned();
    if head.len() < body.len() {
        text.push_str(&format!("… [{} bytes left out]", body.len() - head.len()));
    }
    failure.with_private("response_body", text)
}

/// A number of bytes, for people.
fn bytes(number: u64) -> String {
    const KIB: u64 = 1024;
    match number {
        0..KIB => format!("{number} bytes"),
        _ if number.is_multiple_of(KIB * KIB) => format!("{} MiB", number / (KIB * KIB)),
        _ if number >= KIB * KIB => format!("{:.1} MiB", number as f64 / (KIB * KIB) as f64),
        _ => format!("{} KiB", number / KIB),
    }
}
