//! A failure as a few lines of text: all that a model needs if it sees nothing else, and nothing twice.
//!
//! ```text
//! Error: get_order was called without a required argument: /id is missing
//! Recovery: Add /id as an integer of at least 0, then call get_order again.
//! Reason: invalid_arguments (missing_required); origin: caller; retry: only with changes
//! Reference: 20275af1
//! ```
//!
//! A link to documentation and details that no line says yet have lines of their own. What only programs need is in the
//! structured content and in `_meta`.

mod unsaid;

use crate::failure::{Origin, Retry};
use crate::{Code, Disclosure};
use std::borrow::Cow;
use unsaid::Unsaid;

/// Message and recovery as 004 labels them, then what else a caller can act on.
pub(super) fn prose(disclosure: &Disclosure) -> String {
    let (reason, code, recovery) = (disclosure.reason().as_str(), disclosure.code().name(), disclosure.recovery());
    let mut text = String::with_capacity(512);
    let mut say = |parts: &[&str]| parts.iter().for_each(|part| text.push_str(part));
    say(&["Error: ", disclosure.message(), "\nRecovery: ", recovery.hint()]);
    if let Some(link) = recovery.docs() {
        say(&["\nDocumentation: ", link]);
    }
    say(&["\nReason: ", reason]);
    if reason != code {
        say(&[" (", code, ")"]);
    }
    say(&["; origin: ", disclosure.origin().name(), "; retry: ", &retry(disclosure)]);
    let unsaid = Unsaid::of(disclosure);
    if !unsaid.is_empty() {
        say(&["\nDetails: ", &serde_json::to_string(&unsaid).unwrap_or_default()]);
    }
    say(&["\nReference: ", disclosure.reference()]);
    text
}

/// A recovery of the caller's own mistakes often says to call again: that is not a retry, and must not look like a
/// contradiction.
fn retry(disclosure: &Disclosure) -> Cow<'static, str> {
    match (disclosure.retry(), disclosure.origin()) {
        // The one who cancelled it may start it again as it was.
        (Retry::Never, Origin::Caller) if disclosure.code() != Code::Cancelled => Cow::Borrowed("only with changes"),
        (Retry::Never, _) => Cow::Borrowed("no"),
        (retry, _) => Cow::Owned(retry.to_string()),
    }
}
