//! Finds the warnings in a success from outside: in an envelope, or in a tool result.

use super::SUCCESS_META_KEY;
use crate::outcome::Warning;
use serde_json::Value;

/// Finds what a success left out: in 000's envelope, alone or as the structured content of a tool result, and beside the data
/// of a tool result of Candor's.
///
/// A warning of the registry has the registry's severity. A code that another server has declared is kept, with the severity
/// that is stated for it. The words are foreign text: they are scrubbed where they are passed on.
///
/// ```
/// use candor::outcome::Severity;
/// use candor::render::recognise_warnings;
///
/// let answer = serde_json::json!({"success": true, "data": 590, "error": null, "meta": {
///     "warnings": ["The rates are old", "One town was left out"],
///     "warning_details": [{"code": "STALE_RATES", "severity": "error", "message": "The rates are old"}]}});
/// let warnings = recognise_warnings(&answer);
/// assert_eq!((warnings[0].code_name(), warnings[0].severity()), (Some("STALE_RATES"), Some(Severity::Error)));
/// assert_eq!((warnings[1].message(), warnings[1].code_name()), ("One town was left out", None));
/// ```
#[must_use]
pub fn recognise_warnings(value: &Value) -> Vec<Warning> {
    let content = value.get("structuredContent").unwrap_or(value);
    let carried = value.get("_meta").and_then(|meta| meta.get(SUCCESS_META_KEY));
    let in_envelope = content.get("meta").filter(|_| content.get("success") == Some(&Value::Bool(true)));
    let Some(meta) = carried.or(in_envelope) else { return Vec::new() };
    let list = |name: &str| meta.get(name).and_then(Value::as_array).into_iter().flatten();
    let mut warnings: Vec<_> =
        list("warning_details").filter_map(|entry| Warning::read(entry.as_object()?)).take(MOST).collect();
    for text in list("warnings").filter_map(Value::as_str).take(MOST) {
        if !warnings.iter().any(|warning| warning.message() == text) {
            warnings.push(Warning::new(text.to_owned()));
        }
    }
    warnings
}

/// How many warnings of a kind are read.
const MOST: usize = 1_000;
