#![doc = include_str!("../docs/http.md")]

mod content;
mod delay;
mod json_prefix;
mod kept_headers;
mod received;
mod status;
mod told;

#[cfg(feature = "reqwest")]
pub(crate) mod reqwest;

use crate::code::same_words;
use crate::failure::occurrence;
use crate::{Code, Failure, Origin, Reason, Recovery, Retry, Safety, reason};
use ::http::{HeaderMap, StatusCode};
use content::Content;
use delay::Moment;
use jiff::Timestamp;
use received::{Ending, Received};
use std::borrow::Cow;
use std::time::{Duration, SystemTime};
use told::Told;

/// Makes failures of a service's HTTP responses, as the server that asked it sees them.
///
/// ```
/// use candor::http::ResponseReader;
/// use candor::{Code, Origin};
/// use http::{HeaderMap, StatusCode};
///
/// let reader = ResponseReader::new().with_service("The order service");
/// let body = br#"{"error": {"code": "order_closed", "message": "Order 17 is closed"}}"#;
/// let failure = reader.read(StatusCode::CONFLICT, &HeaderMap::new(), body);
///
/// assert_eq!(failure.code(), Code::Conflict);
/// assert_eq!(failure.reason().as_str(), "order_closed");
/// assert_eq!(failure.message(), "The order service returned 409 Conflict: Order 17 is closed");
/// assert_eq!(failure.origin(), Origin::Upstream);
/// ```
#[derive(Debug, Clone)]
pub struct ResponseReader {
    service: Option<Cow<'static, str>>,
    body_limit: usize,
    has_own_credential: bool,
    now: Option<Timestamp>,
}

impl ResponseReader {
    /// How many bytes of a body are kept for the operator, unless another limit is set.
    pub const DEFAULT_BODY_LIMIT: usize = 4 * 1024;
    /// How many bytes of a body are read at all, however long it is.
    pub const READ_LIMIT: usize = received::READ_LIMIT;

    /// A reader for a service without a name, that keeps 4 KiB of a body and compares dates with the system's time.
    #[must_use]
    pub const fn new() -> ResponseReader {
        ResponseReader {
            service: None,
            body_limit: ResponseReader::DEFAULT_BODY_LIMIT,
            has_own_credential: false,
            now: None,
        }
    }

    /// The same for a service of this name, which messages begin with (004's `service`).
    #[must_use]
    pub fn with_service(self, name: impl Into<Cow<'static, str>>) -> ResponseReader {
        let name = name.into();
        ResponseReader { service: if name.trim().is_empty() { None } else { Some(name) }, ..self }
    }

    /// The same with so many bytes of the body kept for the operator, half from its beginning and half from its end
    /// (004's `bodyLimit`). None at all means what [`capture_body(false)`](ResponseReader::capture_body) does.
    #[must_use]
    pub fn with_body_limit(self, bytes: usize) -> ResponseReader {
        ResponseReader { body_limit: bytes.min(ResponseReader::READ_LIMIT), ..self }
    }

    /// Whether anything of the body is used (004's `captureBody`). Without it, the body is not even read: the caller
    /// learns the status, and the operator no more.
    #[must_use]
    pub fn capture_body(self, is_captured: bool) -> ResponseReader {
        match (is_captured, self.body_limit) {
            (true, 0) => self.with_body_limit(ResponseReader::DEFAULT_BODY_LIMIT),
            (true, _) => self,
            (false, _) => self.with_body_limit(0),
        }
    }

    /// The same for requests that carry a credential of this server and not of its caller. That the service refuses
    /// it, with 401 or 403, is then a matter of configuration: the operator must act, and the caller learns no more.
    #[must_use]
    pub fn with_own_credential(self) -> ResponseReader {
        ResponseReader { has_own_credential: true, ..self }
    }

    /// The same with this as the present time, which dates are compared with where a response has no `Date`.
    #[must_use]
    pub fn with_now(self, now: SystemTime) -> ResponseReader {
        ResponseReader { now: Timestamp::try_from(now).ok(), ..self }
    }

    /// The failure that a response tells of: its status, its headers and its body, as far as it was read.
    ///
    /// It is total: whatever the body is, there is a failure by the status. A status that is none of a failure gives
    /// [`Code::DependencyFailed`] with the reason `unexpected_status`.
    #[must_use]
    pub fn read(&self, status: StatusCode, headers: &HeaderMap, body: &[u8]) -> Failure {
        self.read_received(status, headers, body, Ending::Whole)
    }

    fn captures_body(&self) -> bool {
        self.body_limit > 0
    }

    fn read_received(&self, status: StatusCode, headers: &HeaderMap, body: &[u8], ending: Ending) -> Failure {
        let received = Received::new(headers, body, ending);
        let told =
            if self.captures_body() { Told::by(status, &Content::of(headers, &received)) } else { Told::default() };
        let now = self.now.unwrap_or_else(occurrence::now);
        let delay = delay::of(status, headers, now);
        let is_refused = matches!(status, StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN);
        // A refusal that says when to come back is about a limit.
        let failure = if self.has_own_credential && is_refused && delay.is_none() {
            self.credential_refused(status)
        } else {
            self.failed(status, headers, delay, now, told)
        };
        let failure = failure.with_status(status.as_u16()).with_private("response_headers", kept_headers::of(headers));
        if self.captures_body() && !body.is_empty() {
            failure.with_private("response_body", received.excerpt(self.body_limit))
        } else {
            failure
        }
    }

    fn failed(
        &self,
        status: StatusCode,
        headers: &HeaderMap,
        delay: Option<Duration>,
        now: Timestamp,
        told: Told,
    ) -> Failure {
        let by_status = (status::code_of(status), status::retry_of(status));
        let verdict = told.verdict.filter(|verdict| status::is_refined_by(status, *verdict));
        let (code, retry) = verdict.unwrap_or(by_status);
        // A delay in the body only matters where a retry can help at all.
        let in_a_dialect = told.verdict.and_then(|(_, retry)| retry.delay()).map(Moment::After);
        let in_body = in_a_dialect.or(told.moment).filter(|_| retry.is_retryable());
        let delay = delay.or_else(|| in_body?.delay_from(now));
        let by_header = || kept_headers::identifier(headers).map(str::to_owned);
        let identifier = told.identifier.or_else(by_header).filter(|it| told::is_identifier(it));

        let failure = Failure::new(code, self.message(status, told.message.as_deref().or(identifier.as_deref())))
            .with_origin(Origin::Upstream)
            .with_retry(with_delay(retry, delay));
        let reason = told.reason.or_else(|| identifier.as_deref().and_then(Reason::from_foreign));
        let failure = match reason {
            Some(reason) => failure.with_reason(reason),
            None if Code::from_http_status(status.as_u16()).is_none() && verdict.is_none() => {
                failure.with_reason(reason!("unexpected_status"))
            }
            None => failure,
        };
        let failure = match identifier {
            Some(identifier) => failure.with_original_error(identifier),
            None => failure,
        };
        let failure =
            told.details.into_iter().fold(failure, |failure, (name, value)| failure.with_context(name, value));
        match (told.recovery, told.docs.filter(|link| link.starts_with("https://"))) {
            (Some(recovery), _) => failure.with_recovery_and_docs(recovery),
            (None, Some(link)) => {
                let hint = failure.recovery().hint().to_owned();
                failure.with_recovery_and_docs(Recovery::new(hint).with_docs(link))
            }
            (None, None) => failure,
        }
    }

    fn credential_refused(&self, status: StatusCode) -> Failure {
        let message =
            format!("{} does not accept this server's credential ({})", self.service(), status::shown(status));
        Failure::configuration(message).with_reason(reason!("credential_refused"))
    }

    /// The service, the status, and what the body says beyond it.
    fn message(&self, status: StatusCode, told: Option<&str>) -> String {
        let phrase = status.canonical_reason().unwrap_or_default();
        let shown = status::shown(status);
        match told.filter(|told| !same_words(told, phrase) && !same_words(told, &shown)) {
            Some(told) => format!("{} returned {shown}: {told}", self.service()),
            None => format!("{} returned {shown}", self.service()),
        }
    }

    fn service(&self) -> &str {
        self.service.as_deref().unwrap_or("The service")
    }
}

impl Default for ResponseReader {
    fn default() -> Self {
        ResponseReader::new()
    }
}

/// The retry, after the delay if there is one. A service that says when to come back has said that it can help.
fn with_delay(retry: Retry, delay: Option<Duration>) -> Retry {
    let safety = retry.safety();
    match (delay, safety) {
        (Some(delay), _) => Retry::After(delay, safety.unwrap_or(Safety::IfIdempotent)),
        (None, Some(safety)) => Retry::Backoff(safety),
        (None, None) => Retry::Never,
    }
}

/// Failures of other services, from their HTTP responses.
impl Failure {
    /// The failure that a response tells of; [`ResponseReader`] has options.
    ///
    /// ```
    /// use candor::{Code, Failure};
    /// use http::{HeaderMap, StatusCode};
    ///
    /// let failure = Failure::from_http(StatusCode::NOT_FOUND, &HeaderMap::new(), b"<html>nginx</html>");
    /// assert_eq!(failure.code(), Code::NotFound);
    /// assert_eq!(failure.message(), "The service returned 404 Not Found");
    /// ```
    #[must_use]
    pub fn from_http(status: StatusCode, headers: &HeaderMap, body: &[u8]) -> Failure {
        ResponseReader::new().read(status, headers, body)
    }
}
