//! What the derive's code calls; not part of the interface.

use crate::failure::{Message, Recovery};
use crate::{Code, Failure};
use serde::Serialize;
use std::error::Error;
use std::fmt::Display;

/// A value that can be in a failure's details.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a detail of a failure",
    label = "this field is not serializable",
    note = "implement `serde::Serialize` for it, or hold its text instead; a cause is marked `#[source]` or `#[from]`"
)]
pub trait Detail: Serialize {}

#[diagnostic::do_not_recommend]
impl<T: Serialize> Detail for T {}

/// [`Failure::with_context`] under a bound whose message says how to fix it.
#[must_use]
pub fn with_detail<T: Detail>(failure: Failure, name: &'static str, value: &T) -> Failure {
    failure.with_context(name, value)
}

/// [`Failure::with_private`] under the same bound.
#[must_use]
pub fn with_private_detail<T: Detail>(failure: Failure, name: &'static str, value: &T) -> Failure {
    failure.with_private(name, value)
}

/// A failure whose message is a template: its text, and what its author wrote around the fields.
#[must_use]
pub fn with_template(code: Code, text: String, around: &'static [&'static str]) -> Failure {
    Failure::from_message(code, Message::of_template(text, around, code))
}

/// A recovery whose hint is a template, in the same way.
#[must_use]
pub fn recovery(hint: String, around: &'static [&'static str]) -> Recovery {
    Recovery::of_template(hint, around)
}

/// A cause, held as it is or in a box.
pub trait AsCause {
    /// The cause.
    fn as_cause(&self) -> &(dyn Error + 'static);
}

impl<T: Error + 'static> AsCause for T {
    fn as_cause(&self) -> &(dyn Error + 'static) {
        self
    }
}

impl AsCause for dyn Error + Send + Sync {
    fn as_cause(&self) -> &(dyn Error + 'static) {
        self
    }
}

/// A value that can be in a failure's message or recovery.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be shown to a caller",
    label = "this field has no `Display`",
    note = "implement `Display` for it, or take it out of the template: it reaches the caller among the details; a `Duration` to wait is marked `#[failure(retry_after)]`"
)]
pub trait Shown: Display {}

#[diagnostic::do_not_recommend]
impl<T: Display> Shown for T {}

/// Passes the value on; its only use is the bound, whose message says how to fix it.
pub fn shown<T: Shown>(value: &T) -> &dyn Display {
    value
}
