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

use super::json_text::push_json;
use crate::failure::{Origin, Retry};
use crate::{Code, Disclosure};
use std::fmt::Write;
use unsaid::Unsaid;

/// Message and recovery as 004 labels them, then what else a caller can act on.
pub(super) fn prose(disclosure: &Disclosure) -> String {
    let (reason, code, recovery) = (disclosure.reason().as_str(), disclosure.code().name(), disclosure.recovery());
    let mut text = String::with_capacity(512);
    push(&mut text, &["Error: ", disclosure.message(), "\nRecovery: ", recovery.hint()]);
    if let Some(link) = recovery.docs() {
        push(&mut text, &["\nDocumentation: ", link]);
    }
    push(&mut text, &["\nReason: ", reason]);
    if reason != code {
        push(&mut text, &[" (", code, ")"]);
    }
    push(&mut text, &["; origin: ", disclosure.origin().name(), "; retry: "]);
    push_retry(&mut text, disclosure);
    let unsaid = Unsaid::of(disclosure);
    if !unsaid.is_empty() {
        text.push_str("\nDetails: ");
        push_json(&mut text, &unsaid);
    }
    push(&mut text, &["\nReference: ", disclosure.reference()]);
    text
}

fn push(text: &mut String, parts: &[&str]) {
    parts.iter().for_each(|part| text.push_str(part));
}

/// A recovery of the caller's own mistakes often says to call again: that is not a retry, and must not look like a
/// contradiction.
fn push_retry(text: &mut String, disclosure: &Disclosure) {
    match (disclosure.retry(), disclosure.origin()) {
        // The one who cancelled it may start it again as it was.
        (Retry::Never, Origin::Caller) if disclosure.code() != Code::Cancelled => text.push_str("only with changes"),
        (retry, _) => {
            // Writing to a string cannot fail.
            let _ = write!(text, "{retry}");
        }
    }
}
