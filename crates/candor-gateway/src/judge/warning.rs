//! What a caller has to know of a success that is not as it should be (003, rule 3).

use candor::outcome::{OwnWarningCode, Warning};
use candor::warning_code;

const SCHEMA_MISMATCH: OwnWarningCode =
    warning_code!("SCHEMA_MISMATCH", Error, "The answer of the API does not fit the output schema of the tool.");
const EMPTY_RESPONSE: OwnWarningCode =
    warning_code!("EMPTY_RESPONSE", Error, "The API answered without a body, where its document promises one.");

/// The names of the warnings, and what they are called in records of calls.
const REASONS: [(&str, &str); 2] = [("SCHEMA_MISMATCH", "schema_mismatch"), ("EMPTY_RESPONSE", "empty_response")];

pub(super) fn schema_mismatch(message: String) -> Warning {
    Warning::own(SCHEMA_MISMATCH, message)
}

pub(super) fn empty_response(message: String) -> Warning {
    Warning::own(EMPTY_RESPONSE, message)
}

/// What the warning is called in the record of its call.
pub(crate) fn reason_of(warning: &Warning) -> Option<&'static str> {
    REASONS.into_iter().find(|(name, _)| warning.code_name() == Some(name)).map(|(_, reason)| reason)
}
