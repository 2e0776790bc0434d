//! From any name or number of any document to its code.

use super::{Basis, Cell, Code, ProblemType, Row, TABLE, UnknownCode};

impl Code {
    /// The code that a document knows by this name, number or slug, in any case, with `_`, `-` or
    /// spaces between its words or none.
    ///
    /// A name that several codes share gives the one a document states it for.
    ///
    /// ```
    /// use candor::Code;
    ///
    /// assert_eq!(Code::from_name("not-found"), Some(Code::NotFound));
    /// assert_eq!(Code::from_name("2001"), Some(Code::Validation));
    /// assert_eq!(Code::from_name("BACKEND_UNAVAILABLE"), Some(Code::Unavailable));
    /// assert_eq!(Code::from_name("no such thing"), None);
    /// ```
    #[must_use]
    pub fn from_name(name: &str) -> Option<Code> {
        if let Some(code) = find(|row| row.name == name) {
            return Some(code);
        }
        if let Ok(number) = name.trim().parse::<i64>() {
            return Code::from_number(number);
        }
        Code::from_error_code(name)
            .or_else(|| find(|row| same_words(row.name, name)))
            .or_else(|| home(|row| row.structured, |id| same_words(id.name, name)))
            .or_else(|| home(|row| row.error_model, |id| same_words(id.name, name)))
            .or_else(|| type_without_status(|id| same_words(id.slug, name) || same_words(id.title, name)))
            .or_else(|| home(|row| row.jsonrpc, |id| same_words(id.name, name)))
    }

    /// The code behind a number of 004 or JSON-RPC (negative) or of 001 (2001 and up).
    #[must_use]
    pub fn from_number(number: i64) -> Option<Code> {
        home(|row| row.structured, |id| i64::from(id.number) == number)
            .or_else(|| home(|row| row.error_model, |id| i64::from(id.number) == number))
    }

    /// The code behind an `error_code` of 000, in any case.
    #[must_use]
    pub fn from_error_code(error_code: &str) -> Option<Code> {
        home(|row| row.envelope, |id| same_words(id.error_code, error_code))
    }

    /// The code behind a problem type of 002: the last segment of its URI and its status.
    #[must_use]
    pub fn from_problem(slug: &str, status: Option<u16>) -> Option<Code> {
        home(|row| row.problem, |id| id.slug == slug && Some(id.status) == status)
            .or_else(|| type_without_status(|id| id.slug == slug))
    }

    /// The code behind a number of the JSON-RPC specification and 003's `failure_mode`.
    #[must_use]
    pub fn from_jsonrpc(number: i64, failure_mode: Option<&str>) -> Option<Code> {
        home(|row| row.jsonrpc, |id| id.failure_mode.is_some() && id.failure_mode == failure_mode)
            .or_else(|| home(|row| row.jsonrpc, |id| id.failure_mode.is_none() && i64::from(id.number) == number))
    }
}

impl std::str::FromStr for Code {
    type Err = UnknownCode;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        Code::from_name(name).ok_or_else(|| UnknownCode(name.to_owned()))
    }
}

fn find(wanted: impl Fn(&Row) -> bool) -> Option<Code> {
    TABLE.iter().find(|row| wanted(row)).map(|row| row.code)
}

/// 002 gives some types two statuses; the lower is the one of its registry.
fn type_without_status(wanted: impl Fn(ProblemType) -> bool) -> Option<Code> {
    let stated = TABLE.iter().filter(|row| row.problem.basis == Basis::Stated && wanted(row.problem.value));
    stated
        .min_by_key(|row| row.problem.value.status)
        .map(|row| row.code)
        .or_else(|| find(|row| wanted(row.problem.value)))
}

/// Where several rows fold into one identifier, its home is the row a document states it for.
fn home<T: Copy>(column: impl Fn(&Row) -> Cell<T>, wanted: impl Fn(T) -> bool) -> Option<Code> {
    find(|row| column(row).basis == Basis::Stated && wanted(column(row).value))
        .or_else(|| find(|row| wanted(column(row).value)))
}

/// Whether two names are the same words, whatever their case and whatever is between the words.
pub(crate) fn same_words(a: &str, b: &str) -> bool {
    words(a).eq(words(b))
}

fn words(name: &str) -> impl Iterator<Item = u8> {
    name.bytes().filter(|byte| !matches!(byte, b'_' | b'-' | b' ')).map(|byte| byte.to_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn has_one_home<T: Copy + PartialEq + std::fmt::Debug>(column: impl Fn(&Row) -> Cell<T>) {
        for row in TABLE {
            let id = column(row).value;
            let sharing: Vec<_> = TABLE.iter().filter(|other| column(other).value == id).collect();
            let stated = sharing.iter().filter(|other| column(other).basis == Basis::Stated).count();
            assert!(stated <= 1, "{id:?} is stated for more than one code");
            assert!(sharing.len() == 1 || stated == 1, "{id:?} is shared and has no home");
        }
    }

    #[test]
    fn every_identifier_that_codes_share_is_stated_for_exactly_one_of_them() {
        has_one_home(|row| row.structured);
        has_one_home(|row| row.envelope);
        has_one_home(|row| row.error_model);
        has_one_home(|row| row.problem);
        has_one_home(|row| {
            let Cell { value, basis } = row.jsonrpc;
            Cell { value: (value.number, value.failure_mode), basis }
        });
    }

    #[test]
    fn every_code_is_found_by_its_own_name() {
        for code in Code::all() {
            assert_eq!(Code::from_name(code.name()), Some(code));
            assert_eq!(Code::from_name(&code.name().to_uppercase()), Some(code));
            assert_eq!(Code::from_name(&code.name().replace('_', "-")), Some(code));
        }
    }
}
