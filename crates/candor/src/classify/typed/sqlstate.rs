//! SQLSTATEs: five characters, of which the first two are the class.

use crate::classify::judgement::{
    ALREADY_EXISTS, CANCELLED, CONFIGURATION, CONFLICT, CONNECTION_LOST, DATABASE, EXHAUSTED, FORBIDDEN,
    INVALID_CREDENTIALS, INVALID_PARAMS, Judgement, LOCKED, NO_RESPONSE, NOT_FOUND, NOT_IMPLEMENTED, OUT_OF_RANGE,
    QUOTA_EXCEEDED, UNAUTHORIZED, UNAVAILABLE, UNREACHABLE, VALIDATION, WRONG_STATEMENT,
};
use crate::failure::Origin;

/// Whole states first, then classes.
static STATES: &[(&str, &str, Judgement)] = &[
    ("08001", "sqlstate.08001", UNREACHABLE),
    ("08004", "sqlstate.08004", UNREACHABLE),
    ("22003", "sqlstate.22003", OUT_OF_RANGE),
    ("23502", "sqlstate.23502", VALIDATION),
    ("23503", "sqlstate.23503", VALIDATION),
    ("23505", "sqlstate.23505", ALREADY_EXISTS),
    ("23514", "sqlstate.23514", VALIDATION),
    ("23P01", "sqlstate.23P01", CONFLICT),
    ("25006", "sqlstate.25006", WRONG_STATEMENT),
    ("25P03", "sqlstate.25P03", NO_RESPONSE),
    ("28P01", "sqlstate.28P01", INVALID_CREDENTIALS.with_origin(Origin::Configuration)),
    ("40002", "sqlstate.40002", CONFLICT),
    ("40003", "sqlstate.40003", DATABASE.retryable_if_idempotent()),
    ("42501", "sqlstate.42501", FORBIDDEN),
    ("42601", "sqlstate.42601", WRONG_STATEMENT),
    ("42704", "sqlstate.42704", WRONG_STATEMENT),
    ("42710", "sqlstate.42710", ALREADY_EXISTS),
    ("42712", "sqlstate.42712", WRONG_STATEMENT),
    ("42723", "sqlstate.42723", ALREADY_EXISTS),
    ("42P04", "sqlstate.42P04", ALREADY_EXISTS),
    ("42P06", "sqlstate.42P06", ALREADY_EXISTS),
    ("42P07", "sqlstate.42P07", ALREADY_EXISTS),
    ("42S01", "sqlstate.42S01", ALREADY_EXISTS),
    ("53100", "sqlstate.53100", QUOTA_EXCEEDED),
    ("53300", "sqlstate.53300", EXHAUSTED),
    ("53400", "sqlstate.53400", QUOTA_EXCEEDED),
    ("55006", "sqlstate.55006", LOCKED),
    ("55P03", "sqlstate.55P03", LOCKED),
    ("57014", "sqlstate.57014", CANCELLED),
    ("57P01", "sqlstate.57P01", UNAVAILABLE),
    ("HYT00", "sqlstate.HYT00", NO_RESPONSE),
    ("HYT01", "sqlstate.HYT01", NO_RESPONSE),
    ("HY008", "sqlstate.HY008", CANCELLED),
    ("02", "sqlstate.02", NOT_FOUND),
    ("08", "sqlstate.08", CONNECTION_LOST),
    ("0A", "sqlstate.0A", NOT_IMPLEMENTED),
    ("21", "sqlstate.21", WRONG_STATEMENT),
    ("22", "sqlstate.22", INVALID_PARAMS),
    ("23", "sqlstate.23", CONFLICT),
    ("24", "sqlstate.24", WRONG_STATEMENT),
    ("25", "sqlstate.25", CONFLICT),
    ("28", "sqlstate.28", UNAUTHORIZED),
    ("2B", "sqlstate.2B", CONFLICT),
    ("3D", "sqlstate.3D", WRONG_STATEMENT),
    ("3F", "sqlstate.3F", WRONG_STATEMENT),
    ("40", "sqlstate.40", LOCKED),
    ("42", "sqlstate.42", WRONG_STATEMENT),
    ("44", "sqlstate.44", VALIDATION),
    ("53", "sqlstate.53", EXHAUSTED),
    ("54", "sqlstate.54", VALIDATION),
    ("55", "sqlstate.55", CONFLICT),
    ("57", "sqlstate.57", UNAVAILABLE),
    ("58", "sqlstate.58", DATABASE),
    ("F0", "sqlstate.F0", CONFIGURATION),
    ("P0", "sqlstate.P0", DATABASE),
    ("XX", "sqlstate.XX", DATABASE),
];

/// The name of the rule and what it concludes. `HY000` and the like mean "other error": no opinion.
pub(crate) fn judgement(state: &str) -> Option<(&'static str, Judgement)> {
    let is_state = state.len() == 5 && state.bytes().all(|byte| byte.is_ascii_digit() || byte.is_ascii_uppercase());
    let of = |wanted: &str| STATES.iter().find(|(known, _, _)| *known == wanted);
    let (_, rule, judgement) = of(state).or_else(|| of(state.get(..2)?)).filter(|_| is_state)?;
    Some((rule, *judgement))
}
