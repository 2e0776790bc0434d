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
    /// None if nobody wrote it: it follows from the code.
    pub(crate) origin: Option<Origin>,
    pub(crate) retry: Option<Retry>,
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
    ///
    /// What is declared counts as stated from then on. What is not declared follows from the code only where that is the
    /// contract's: a default is no evidence against what was found out about the failure.
    pub(crate) fn completed(mut self, declared: Declared) -> Failure {
        let parts = &mut *self.0;
        let is_judged = parts.verdict.as_ref().is_some_and(|verdict| verdict.code() == parts.code);
        let has_other_code = is_judged && parts.code != declared.code;
        if has_other_code {
            parts.code = declared.code;
        }
        let row = parts.code.row();
        if let Some(message) = declared.message
            && !parts.message.is_given()
        {
            parts.message = message;
        }
        if !parts.stated.origin {
            // A service that answered is where it failed, whatever the contract calls it (decision 0040).
            let by_code = has_other_code && parts.origin != Origin::Upstream;
            parts.stated.origin = declared.origin.is_some();
            parts.origin = declared.origin.unwrap_or(if by_code { row.origin.value } else { parts.origin });
        }
        if !parts.stated.retry && !matches!(parts.retry, Retry::After(_, _)) {
            parts.stated.retry = declared.retry.is_some();
            parts.retry = declared.retry.unwrap_or(if has_other_code { row.retry.value } else { parts.retry });
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
