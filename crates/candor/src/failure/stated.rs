//! What of a failure somebody has stated, and what may take the place of the rest.

use super::{Failure, Message, Origin, Recovery, Retry};
use crate::Code;

/// Which parts somebody has set, so that they do not follow from the code or from a verdict.
#[derive(Clone, Copy, Default)]
pub(super) struct Stated {
    pub(super) origin: bool,
    pub(super) retry: bool,
}

/// What is declared for failures with one reason.
pub(crate) struct Declared {
    pub(crate) code: Code,
    pub(crate) message: Option<Message>,
    pub(crate) origin: Origin,
    pub(crate) retry: Retry,
    pub(crate) recovery: Option<Recovery>,
}

impl Failure {
    /// Whether nobody has said what to do.
    pub(crate) fn lacks_recovery(&self) -> bool {
        self.0.recovery.is_none()
    }

    /// Whether the message is made of Candor's words.
    pub(crate) fn lacks_message(&self) -> bool {
        !self.0.message.is_given()
    }

    /// The same, with what is declared in the place of what nobody has stated. The code is stated unless the classifier has
    /// given it; so is a delay, which comes from the service that failed; and so is a message that is not Candor's.
    pub(crate) fn completed(mut self, declared: Declared) -> Failure {
        let parts = &mut *self.0;
        if parts.verdict.as_ref().is_some_and(|verdict| verdict.code() == parts.code) {
            parts.code = declared.code;
        }
        if let Some(message) = declared.message
            && !parts.message.is_given()
        {
            parts.message = message;
        }
        if !parts.stated.origin {
            parts.origin = declared.origin;
        }
        if !parts.stated.retry && !matches!(parts.retry, Retry::After(_, _)) {
            parts.retry = declared.retry;
        }
        if parts.recovery.is_none() {
            parts.recovery = declared.recovery;
        }
        self
    }

    /// Another retry than that of its verdict, which nobody has stated.
    #[cfg(feature = "rmcp")]
    pub(crate) fn with_judged_retry(mut self, retry: Retry) -> Failure {
        self.0.retry = retry;
        self
    }
}
