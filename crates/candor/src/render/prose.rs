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

use super::json_text::{Output, write_members};
use crate::failure::{Origin, Retry};
use crate::{Code, Disclosure};
use std::fmt;

/// Message and recovery as 004 labels them, then what else a caller can act on.
pub(super) fn write_prose(to: &mut impl Output, disclosure: &Disclosure) -> fmt::Result {
    let (reason, code, recovery) = (disclosure.reason().as_str(), disclosure.code().name(), disclosure.recovery());
    to.write_plain("Error: ")?;
    to.write_str(disclosure.message())?;
    write_line(to, "Recovery: ", recovery.hint())?;
    if let Some(link) = recovery.docs() {
        write_line(to, "Documentation: ", link)?;
    }
    write_line(to, "Reason: ", reason)?;
    if reason != code {
        to.write_plain(" (")?;
        to.write_plain(code)?;
        to.write_plain(")")?;
    }
    to.write_plain("; origin: ")?;
    to.write_plain(disclosure.origin().name())?;
    to.write_plain("; retry: ")?;
    write_retry(to, disclosure)?;
    let mut unsaid = unsaid::details(disclosure).peekable();
    if unsaid.peek().is_some() {
        write_line(to, "Details: ", "")?;
        write_members(to, unsaid)?;
    }
    write_line(to, "Reference: ", disclosure.reference())
}

#[inline]
fn write_line(to: &mut impl Output, label: &'static str, text: &str) -> fmt::Result {
    to.write_line_break()?;
    to.write_plain(label)?;
    to.write_str(text)
}

/// A recovery of the caller's own mistakes often says to call again: that is not a retry, and must not look like a
/// contradiction.
fn write_retry(to: &mut impl Output, disclosure: &Disclosure) -> fmt::Result {
    match (disclosure.retry(), disclosure.origin()) {
        // The one who cancelled it may start it again as it was.
        (Retry::Never, Origin::Caller) if disclosure.code() != Code::Cancelled => to.write_plain("only with changes"),
        (retry, _) => write!(to, "{retry}"),
    }
}
