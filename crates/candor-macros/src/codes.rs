//! The names of the codes; a test of the library compares them with its table.

use crate::ranked::ranked;

/// Every code that a contract can use.
pub(crate) const CODES: [&str; 28] = [
    "ParseError",
    "InvalidRequest",
    "MethodNotFound",
    "InvalidParams",
    "MissingRequired",
    "InvalidFormat",
    "OutOfRange",
    "Validation",
    "Unauthorized",
    "InvalidCredentials",
    "TokenExpired",
    "Forbidden",
    "QuotaExceeded",
    "NotFound",
    "AlreadyExists",
    "Conflict",
    "RateLimited",
    "Timeout",
    "Cancelled",
    "Unavailable",
    "DependencyFailed",
    "NotImplemented",
    "Database",
    "Cache",
    "Configuration",
    "InitializationFailed",
    "Serialization",
    "Internal",
];

/// The code for an unknown cause, which a contract cannot use.
pub(crate) const UNKNOWN: &str = "Unknown";

/// The candidate that was most likely meant.
pub(crate) fn nearest<'a>(name: &str, candidates: &[&'a str]) -> Option<&'a str> {
    ranked(name, candidates.iter().copied()).next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_misspelt_code_finds_its_name() {
        let rows = [
            ("NotFund", Some("NotFound")),
            ("not_found", Some("NotFound")),
            ("ServiceUnavailable", Some("Unavailable")),
            ("ValidationError", Some("Validation")),
            ("RateLimit", Some("RateLimited")),
            ("Zebra", None),
        ];
        for (name, code) in rows {
            assert_eq!(nearest(name, &CODES), code, "{name}");
        }
    }
}
