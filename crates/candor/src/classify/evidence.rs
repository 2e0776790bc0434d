//! What is known about an error.

use crate::Code;
use crate::failure::{Origin, Retry, StatedRetry, Verdict};
use std::time::Duration;

/// Everything that may be known about an error: its text, its class, numbers, and what a response says beside them. What
/// is not known stays unset.
///
/// ```
/// use candor::classify::{Classifier, Evidence};
/// use candor::{Code, Origin, Retry, Safety};
/// use std::time::Duration;
///
/// // A service throttles, and answers with the status of a bad request.
/// let evidence = Evidence::text("Rate exceeded")
///     .with_http_status(400)
///     .with_name("ThrottlingException")
///     .with_retry_after(Duration::from_secs(7));
/// let verdict = Classifier::standard().classify_evidence(&evidence);
/// assert_eq!((verdict.code(), verdict.origin()), (Code::RateLimited, Origin::Upstream));
/// assert_eq!(verdict.retry(), Retry::After(Duration::from_secs(7), Safety::Always));
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct Evidence<'a> {
    /// Unset is unknown; empty means that there are no words.
    text: Option<&'a str>,
    pub(crate) name: Option<&'a str>,
    pub(crate) errno: Option<i32>,
    pub(crate) http_status: Option<u16>,
    pub(crate) grpc_status: Option<i32>,
    pub(crate) sqlstate: Option<&'a str>,
    pub(crate) exit_code: Option<i32>,
    pub(crate) stated: Option<(Code, Retry)>,
    pub(crate) retry_after: Option<Duration>,
    pub(crate) body_delay: Option<Duration>,
    pub(crate) has_own_credential: bool,
    stated_retry: StatedRetry,
    stated_origin: Option<Origin>,
}

/// Without the words, which may hold what must not be printed.
impl std::fmt::Debug for Evidence<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Evidence")
            .field("name", &self.name)
            .field("errno", &self.errno)
            .field("http_status", &self.http_status)
            .field("grpc_status", &self.grpc_status)
            .field("sqlstate", &self.sqlstate)
            .field("exit_code", &self.exit_code)
            .field("stated", &self.stated)
            .field("retry_after", &self.retry_after)
            .field("body_delay", &self.body_delay)
            .field("has_own_credential", &self.has_own_credential)
            .field("stated_retry", &self.stated_retry)
            .field("stated_origin", &self.stated_origin)
            .finish_non_exhaustive()
    }
}

impl<'a> Evidence<'a> {
    /// The words of the error; they may be empty.
    #[must_use]
    pub const fn text(text: &'a str) -> Evidence<'a> {
        Evidence {
            text: Some(text),
            name: None,
            errno: None,
            http_status: None,
            grpc_status: None,
            sqlstate: None,
            exit_code: None,
            stated: None,
            retry_after: None,
            body_delay: None,
            has_own_credential: false,
            stated_retry: StatedRetry { whole: None, is_retryable: None, delay: None },
            stated_origin: None,
        }
    }

    /// The same, with these words.
    #[must_use]
    pub const fn with_text(self, text: &'a str) -> Evidence<'a> {
        Evidence { text: Some(text), ..self }
    }

    /// The name of the error's class or its own code: `ZodError`, `java.net.ConnectException`, `ECONNRESET`,
    /// `NoSuchKey`.
    #[must_use]
    pub const fn with_name(self, name: &'a str) -> Evidence<'a> {
        Evidence { name: Some(name), ..self }
    }

    /// The number of a system error, as Linux counts them.
    #[must_use]
    pub const fn with_errno(self, errno: i32) -> Evidence<'a> {
        Evidence { errno: Some(errno), ..self }
    }

    /// The status of an HTTP response. The origin is then the service that sent it.
    #[must_use]
    pub const fn with_http_status(self, status: u16) -> Evidence<'a> {
        Evidence { http_status: Some(status), ..self }
    }

    /// The number of a gRPC status.
    #[must_use]
    pub const fn with_grpc_status(self, status: i32) -> Evidence<'a> {
        Evidence { grpc_status: Some(status), ..self }
    }

    /// The five characters of an SQLSTATE.
    #[must_use]
    pub const fn with_sqlstate(self, sqlstate: &'a str) -> Evidence<'a> {
        Evidence { sqlstate: Some(sqlstate), ..self }
    }

    /// The exit code of a process; those over 128 stand for signals.
    #[must_use]
    pub const fn with_exit_code(self, exit_code: i32) -> Evidence<'a> {
        Evidence { exit_code: Some(exit_code), ..self }
    }

    /// The code and the retry that a body states in one of Candor's dialects. Beside an HTTP status they count where they
    /// say the same more finely, such as `token_expired` with 401.
    #[must_use]
    pub const fn with_stated_code(self, code: Code, retry: Retry) -> Evidence<'a> {
        Evidence { stated: Some((code, retry)), ..self }
    }

    /// The delay that a response asks for in its headers. A retry after it can help, whatever the status is.
    #[must_use]
    pub const fn with_retry_after(self, delay: Duration) -> Evidence<'a> {
        Evidence { retry_after: Some(delay), ..self }
    }

    /// The delay that a body names. It counts where a retry can help at all, and no header names another.
    #[must_use]
    pub const fn with_body_delay(self, delay: Duration) -> Evidence<'a> {
        Evidence { body_delay: Some(delay), ..self }
    }

    /// That the request carried a credential of the server itself and not of its caller. If the service refuses it, with
    /// 401 or 403, the origin is `configuration`.
    #[must_use]
    pub const fn with_own_credential(self) -> Evidence<'a> {
        Evidence { has_own_credential: true, ..self }
    }

    /// What another server states beside a code of its own, and what therefore stays as it is.
    pub(crate) const fn with_stated_parts(self, retry: StatedRetry, origin: Option<Origin>) -> Evidence<'a> {
        Evidence { stated_retry: retry, stated_origin: origin, ..self }
    }

    /// Puts what another server states over a verdict.
    pub(super) fn state_in(&self, verdict: &mut Verdict) {
        verdict.set_retry(self.stated_retry.over(verdict.retry()));
        if let Some(origin) = self.stated_origin {
            verdict.set_origin(origin);
        }
    }

    /// The words, as far as they are known.
    pub(crate) fn words(&self) -> &'a str {
        self.text.unwrap_or_default()
    }

    pub(super) const fn has_text(&self) -> bool {
        self.text.is_some()
    }

    /// The same with this text, unless it has one.
    pub(super) fn or_text(self, text: &'a str) -> Evidence<'a> {
        Evidence { text: self.text.or(Some(text)), ..self }
    }
}

/// [`Evidence`] that was taken out of what an error carries, and cannot be borrowed from it.
#[derive(Debug, Clone)]
pub struct OwnedEvidence {
    text: String,
    name: Option<String>,
    http_status: Option<u16>,
    stated_retry: StatedRetry,
    stated_origin: Option<Origin>,
}

impl OwnedEvidence {
    /// What another server says in words, by a name and by a status, and what it states.
    #[cfg(feature = "rmcp")]
    pub(crate) fn of(evidence: &Evidence<'_>) -> OwnedEvidence {
        OwnedEvidence {
            text: evidence.words().to_owned(),
            name: evidence.name.map(str::to_owned),
            http_status: evidence.http_status,
            stated_retry: evidence.stated_retry,
            stated_origin: evidence.stated_origin,
        }
    }

    pub(super) fn borrowed(&self) -> Evidence<'_> {
        Evidence {
            name: self.name.as_deref(),
            http_status: self.http_status,
            stated_retry: self.stated_retry,
            stated_origin: self.stated_origin,
            ..Evidence::text(&self.text)
        }
    }
}
