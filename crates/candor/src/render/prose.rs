//! A failure as a few lines of text: all that a model needs if it sees nothing else.

use crate::Disclosure;
use std::fmt::Write;

/// Message and recovery as 004 labels them, then everything else that the structure says.
pub(super) fn prose(disclosure: &Disclosure) -> String {
    let mut text = String::with_capacity(512);
    // Writing to a string cannot fail.
    let _ = write(disclosure, &mut text);
    text
}

fn write(disclosure: &Disclosure, text: &mut String) -> std::fmt::Result {
    let code = disclosure.code();
    let number = code.row().structured.value.number;
    writeln!(text, "Error: {}", disclosure.message())?;
    writeln!(text, "Recovery: {}", disclosure.recovery().hint())?;
    if let Some(link) = disclosure.recovery().docs() {
        writeln!(text, "Documentation: {link}")?;
    }
    writeln!(text, "Reason: {} ({code}, {number}; origin: {})", disclosure.reason(), disclosure.origin())?;
    writeln!(text, "Retry: {}", disclosure.retry())?;
    if !disclosure.details().is_empty() {
        let details = serde_json::to_string(disclosure.details()).unwrap_or_default();
        writeln!(text, "Details: {details}")?;
    }
    let occurrence = disclosure.occurrence();
    write!(text, "Reference: {} at {}", occurrence.instance(), occurrence.time_text())
}
