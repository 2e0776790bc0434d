//! A failure as a few lines of text: all that a model needs if it sees nothing else.

use crate::failure::{Origin, Retry};
use crate::{Code, Disclosure};
use std::borrow::Cow;

/// Message and recovery as 004 labels them, then everything else that the structure says.
pub(super) fn prose(disclosure: &Disclosure) -> String {
    let (code, recovery) = (disclosure.code(), disclosure.recovery());
    let mut text = String::with_capacity(512);
    let mut say = |parts: &[&str]| parts.iter().for_each(|part| text.push_str(part));
    say(&["Error: ", disclosure.message(), "\nRecovery: ", recovery.hint()]);
    if let Some(link) = recovery.docs() {
        say(&["\nDocumentation: ", link]);
    }
    let number = code.row().structured.value.number.to_string();
    say(&["\nReason: ", disclosure.reason().as_str(), " (", code.name(), ", ", &number]);
    say(&["; origin: ", disclosure.origin().name(), ")\nRetry: ", &retry(disclosure)]);
    if !disclosure.details().is_empty() {
        say(&["\nDetails: ", &serde_json::to_string(disclosure.details()).unwrap_or_default()]);
    }
    say(&["\nReference: ", disclosure.instance(), " at ", disclosure.time()]);
    text
}

/// A recovery of the caller's own mistakes often says to call again: that is no retry, and must not look like a
/// contradiction.
fn retry(disclosure: &Disclosure) -> Cow<'static, str> {
    match (disclosure.retry(), disclosure.origin()) {
        // Whoever has called it off may start it again as it was.
        (Retry::Never, Origin::Caller) if disclosure.code() != Code::Cancelled => Cow::Borrowed("only with changes"),
        (retry, _) => Cow::Owned(retry.to_string()),
    }
}
