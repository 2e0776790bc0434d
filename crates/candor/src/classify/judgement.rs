//! What a rule concludes: a code, and where the code's defaults do not hold, whose fault it is and whether to retry.

use crate::Code;
use crate::failure::{DecidedBy, Origin, Retry, Safety, Step, Verdict};
use std::borrow::Cow;

/// The conclusion of a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Judgement {
    pub(crate) code: Code,
    pub(crate) origin: Origin,
    pub(crate) retry: Retry,
}

impl Judgement {
    /// The code, with whatever the code table says about it.
    pub(crate) const fn of(code: Code) -> Judgement {
        let row = code.row();
        Judgement { code, origin: row.origin.value, retry: row.retry.value }
    }

    /// The verdict that this is, by a rule and a name that are both known beforehand.
    pub(crate) const fn verdict(self, step: Step, rule: &'static str, name: &'static str) -> Verdict {
        self.decided_by(step, Cow::Borrowed(rule), DecidedBy::Known(name))
    }

    /// The verdict that this is.
    pub(crate) const fn decided_by(self, step: Step, rule: Cow<'static, str>, decided_by: DecidedBy) -> Verdict {
        Verdict::decided(self.code, self.origin, self.retry, step, rule, decided_by)
    }

    /// The same, with another origin.
    pub(crate) const fn with_origin(self, origin: Origin) -> Judgement {
        Judgement { origin, ..self }
    }

    /// The same, with another advice on retries.
    pub(crate) const fn with_retry(self, retry: Retry) -> Judgement {
        Judgement { retry, ..self }
    }

    /// The same, and the same request may succeed later whatever it does.
    pub(crate) const fn retryable(self) -> Judgement {
        self.with_retry(Retry::Backoff(Safety::Always))
    }

    /// The same, and a retry may do what the first request did already.
    pub(crate) const fn retryable_if_idempotent(self) -> Judgement {
        self.with_retry(Retry::Backoff(Safety::IfIdempotent))
    }

    /// The same, and no retry will help.
    pub(crate) const fn permanent(self) -> Judgement {
        self.with_retry(Retry::Never)
    }
}

pub(crate) const PARSE_ERROR: Judgement = Judgement::of(Code::ParseError);
pub(crate) const INVALID_REQUEST: Judgement = Judgement::of(Code::InvalidRequest);
pub(crate) const METHOD_NOT_FOUND: Judgement = Judgement::of(Code::MethodNotFound);
pub(crate) const INVALID_PARAMS: Judgement = Judgement::of(Code::InvalidParams);
pub(crate) const OUT_OF_RANGE: Judgement = Judgement::of(Code::OutOfRange);
pub(crate) const VALIDATION: Judgement = Judgement::of(Code::Validation);
pub(crate) const UNAUTHORIZED: Judgement = Judgement::of(Code::Unauthorized);
pub(crate) const INVALID_CREDENTIALS: Judgement = Judgement::of(Code::InvalidCredentials);
pub(crate) const TOKEN_EXPIRED: Judgement = Judgement::of(Code::TokenExpired);
pub(crate) const FORBIDDEN: Judgement = Judgement::of(Code::Forbidden);
pub(crate) const QUOTA_EXCEEDED: Judgement = Judgement::of(Code::QuotaExceeded);
pub(crate) const NOT_FOUND: Judgement = Judgement::of(Code::NotFound);
pub(crate) const ALREADY_EXISTS: Judgement = Judgement::of(Code::AlreadyExists);
pub(crate) const CONFLICT: Judgement = Judgement::of(Code::Conflict);
pub(crate) const RATE_LIMITED: Judgement = Judgement::of(Code::RateLimited);
pub(crate) const TIMEOUT: Judgement = Judgement::of(Code::Timeout);
pub(crate) const CANCELLED: Judgement = Judgement::of(Code::Cancelled);
pub(crate) const UNAVAILABLE: Judgement = Judgement::of(Code::Unavailable);
pub(crate) const DEPENDENCY_FAILED: Judgement = Judgement::of(Code::DependencyFailed);
pub(crate) const NOT_IMPLEMENTED: Judgement = Judgement::of(Code::NotImplemented);
pub(crate) const DATABASE: Judgement = Judgement::of(Code::Database);
pub(crate) const CONFIGURATION: Judgement = Judgement::of(Code::Configuration);
pub(crate) const INITIALIZATION_FAILED: Judgement = Judgement::of(Code::InitializationFailed);
pub(crate) const SERIALIZATION: Judgement = Judgement::of(Code::Serialization);
pub(crate) const INTERNAL: Judgement = Judgement::of(Code::Internal);

/// A mistake in the program: the same request meets it again.
pub(crate) const DEFECT: Judgement = INTERNAL.permanent();
/// Nothing reached the service: a retry repeats nothing.
pub(crate) const UNREACHABLE: Judgement = UNAVAILABLE.with_origin(Origin::Transport).retryable();
/// The connection was lost: what was sent may have taken effect.
pub(crate) const CONNECTION_LOST: Judgement = UNAVAILABLE.with_origin(Origin::Transport).retryable_if_idempotent();
/// No response came in time from a service that may still be working on the request.
pub(crate) const NO_RESPONSE: Judgement = TIMEOUT.with_origin(Origin::Transport).retryable_if_idempotent();
/// The peer's certificate or its TLS configuration is at fault: nothing was sent.
pub(crate) const TLS_FAILED: Judgement = DEPENDENCY_FAILED.with_origin(Origin::Transport).retryable();
/// Another process or user holds it at present.
pub(crate) const LOCKED: Judgement = CONFLICT.retryable();
/// The storage layer is asked for something that it does not have: the server's own mistake.
pub(crate) const WRONG_STATEMENT: Judgement = DATABASE.permanent();
/// The process or the machine has run out of something that others use up too.
pub(crate) const EXHAUSTED: Judgement = UNAVAILABLE.with_origin(Origin::Internal).retryable();
/// Nothing can be read or written at present; a socket with a read timeout says the same when the time is up.
pub(crate) const WOULD_BLOCK: Judgement = UNAVAILABLE.with_origin(Origin::Internal).retryable_if_idempotent();
/// The process has run out of memory, perhaps in the middle of its work.
pub(crate) const OUT_OF_MEMORY: Judgement = INTERNAL.retryable_if_idempotent();
/// The process was ended from outside, perhaps in the middle of its work.
pub(crate) const KILLED: Judgement = UNAVAILABLE.with_origin(Origin::Internal).retryable_if_idempotent();
