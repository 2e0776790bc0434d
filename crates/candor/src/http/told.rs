//! What a body tells the caller: one file per way of saying it.

mod complaint;
mod dialect;
mod google;
mod identifier;
mod members;
mod problem;
mod short_text;

pub(super) use identifier::{is_one as is_identifier, without_namespace};

use super::content::Content;
use super::delay::Moment;
use crate::{Code, Reason, Recovery, Retry};
use ::http::StatusCode;
use serde_json::Value;

/// What a body says about the failure, as far as the caller may know it.
#[derive(Default)]
pub(super) struct Told {
    /// What went wrong.
    pub(super) message: Option<String>,
    /// The identifier by which the service knows the failure.
    pub(super) identifier: Option<String>,
    /// Why it failed, where the body says so in Candor's own terms.
    pub(super) reason: Option<Reason>,
    /// The code and the retry, where the body is written in a dialect.
    pub(super) verdict: Option<(Code, Retry)>,
    /// What to do next.
    pub(super) recovery: Option<Recovery>,
    /// Where to read more, if it says no more than that.
    pub(super) docs: Option<String>,
    /// When to come back.
    pub(super) moment: Option<Moment>,
    /// Everything else.
    pub(super) details: Vec<(String, Value)>,
}

/// One way of saying it: `None` if the body says it in another.
type Reader = fn(StatusCode, &Content) -> Option<Told>;

/// In order: the first that can read the body counts. A problem comes before the dialects, one of which it is, because
/// a stranger's is read more generously; any JSON comes after all that is JSON of a known form.
const READERS: [Reader; 4] = [problem::read, dialect::read, members::read, short_text::read];

impl Told {
    /// What the body of a response with this status tells; nothing where it cannot be read.
    pub(super) fn by(status: StatusCode, content: &Content) -> Told {
        READERS.iter().find_map(|reader| reader(status, content)).unwrap_or_default()
    }
}
