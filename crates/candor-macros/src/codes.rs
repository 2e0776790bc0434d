//! The names of the codes; a test of the library compares them with its table.

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

/// The code that says nothing, which a contract cannot use.
pub(crate) const UNKNOWN: &str = "Unknown";

/// How alike two names must be for one to be suggested for the other: as in `nearest` of the crate `candor`, which
/// depends on this one.
const ALIKE: f64 = 0.84;

/// The candidate that was most likely meant.
pub(crate) fn nearest<'a>(name: &str, candidates: &[&'a str]) -> Option<&'a str> {
    let name = folded(name);
    let contained = candidates.iter().filter(|candidate| name.contains(&folded(candidate)));
    let alike = candidates
        .iter()
        .map(|candidate| (strsim::jaro_winkler(&name, &folded(candidate)), *candidate))
        .max_by(|(left, _), (right, _)| left.total_cmp(right))
        .filter(|(likeness, _)| *likeness >= ALIKE)
        .map(|(_, candidate)| candidate);
    contained.copied().max_by_key(|candidate| candidate.len()).or(alike)
}

fn folded(name: &str) -> String {
    name.chars().filter(char::is_ascii_alphanumeric).map(|letter| letter.to_ascii_lowercase()).collect()
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
