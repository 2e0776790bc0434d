//! Candor's own form, which a tool result carries in every dialect. It is written by [`Disclosure`]'s `Serialize`.
//!
//! [`Disclosure`]: crate::Disclosure

use super::foreign_failure::{ForeignFailure, text};
use crate::Code;
use serde_json::Value;

pub(crate) fn read(value: &Value) -> Option<ForeignFailure> {
    let object = value.as_object()?;
    let code = Code::all().find(|code| Some(code.name()) == text(object, "code"))?;
    let message = text(object, "message")?;
    let recovery = object.get("recovery").and_then(Value::as_object)?;
    Some(
        ForeignFailure::new(code, message.to_owned())
            .maybe_reason(text(object, "reason"))
            .maybe_origin(text(object, "origin"))
            .maybe_retry(object.get("retry"))
            .maybe_recovery(text(recovery, "hint"), text(recovery, "docs"))
            .maybe_details(object.get("details").and_then(Value::as_object), &[])
            .maybe_occurrence(text(object, "instance"), text(object, "time")),
    )
}
