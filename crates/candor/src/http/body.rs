//! What a body says about the failure: one file per form.

mod dialect;
mod google;
mod identifier;
mod listed_error;
mod members;
mod problem;
mod short_text;

pub(super) use identifier::{is_one as is_identifier, without_namespace};

use super::content::Content;
use super::delay::RetryTime;
use crate::failure::{Details, StatedRetry};
use crate::{Code, Reason, Recovery, Retry};
use ::http::StatusCode;

/// The facts in a body that the caller may know.
#[derive(Default)]
pub(super) struct BodyFacts {
    /// What went wrong.
    pub(super) message: Option<String>,
    /// The identifier by which the service knows the failure.
    pub(super) identifier: Option<String>,
    /// The state that the service names: the reason if there is no identifier, but not evidence.
    pub(super) state: Option<String>,
    /// Why it failed, where the body says so in Candor's own terms.
    pub(super) reason: Option<Reason>,
    /// The code and the retry, where the body is written in a dialect.
    pub(super) stated: Option<(Code, Retry)>,
    /// What it says about retries beside a code of its own, but not when.
    pub(super) stated_retry: StatedRetry,
    /// What to do next.
    pub(super) recovery: Option<Recovery>,
    /// Where to read more, if it says no more than that.
    pub(super) docs: Option<String>,
    /// When to retry.
    pub(super) retry_time: Option<RetryTime>,
    /// Everything else, with what of it was cut.
    pub(super) details: Details,
}

/// Reads one form: `None` if the body has another.
type FormReader = fn(StatusCode, &Content) -> Option<BodyFacts>;

/// In order: the first that can read the body counts. A problem comes before the dialects, one of which it is, because
/// one of another server is read more generously; any JSON comes after all that is JSON of a known form.
const READERS: [FormReader; 4] = [problem::read, dialect::read, members::read, short_text::read];

impl BodyFacts {
    /// The facts in the body of a response with this status; none where it cannot be read.
    pub(super) fn read(status: StatusCode, content: &Content) -> BodyFacts {
        READERS.iter().find_map(|reader| reader(status, content)).unwrap_or_default()
    }
}
