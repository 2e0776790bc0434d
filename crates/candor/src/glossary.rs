//! Every name, number and slug that the five documents define, and every rule of the scrubber, with what it means.

mod lint_rules;
mod synonyms;

pub use candor_scrub::{RuleInfo, rules as scrub_rules};
pub use lint_rules::LintRule;

use crate::Code;
use crate::code::{ErrorModelCategory, ErrorType, Row, TABLE, same_words};
use crate::contract::ContractRule;
use crate::failure::Origin;
use crate::nearest::{MOST, ranked};
use crate::outcome::{Phase, Severity, WarningCode};
use crate::render::Dialect;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use std::collections::BTreeSet;
use std::iter::once;

/// Something that a document defines, or a rule of the scrubber.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub enum Entry {
    /// A code, under any of its names.
    Code(&'static Row),
    /// A category of 000.
    ErrorType(ErrorType),
    /// A category of 001.
    ErrorModelCategory(ErrorModelCategory),
    /// An origin, and the category of 003 that it belongs to.
    Origin(Origin),
    /// A warning of 000.
    Warning(WarningCode),
    /// A severity of warnings in 000.
    Severity(Severity),
    /// A phase that warnings come from in 000.
    Phase(Phase),
    /// A structural rule for contracts in 004, or the rule for their messages.
    ContractRule(ContractRule),
    /// A rule of 004 for the code of handlers.
    LintRule(&'static LintRule),
    /// An HTTP status, by 004's table.
    HttpStatus(u16, Code),
    /// A dialect, by its name or its document's number.
    Dialect(Dialect),
    /// A rule of the scrubber, by its name or that of a format that it knows.
    ScrubRule(RuleInfo),
}

/// What is defined under this name, number or slug, in any case; empty if nothing.
///
/// ```
/// use candor::glossary::{self, Entry};
/// use candor::Code;
///
/// let entries = glossary::look_up("rate_limit");
/// assert!(matches!(entries[..], [Entry::Code(_), Entry::ErrorType(_)]));
/// assert!(matches!(glossary::look_up("-32001")[..], [Entry::Code(row)] if row.code == Code::NotFound));
/// assert!(glossary::look_up("no such word").is_empty());
/// ```
#[must_use]
pub fn look_up(term: &str) -> Vec<Entry> {
    let term = last_segment_of_uri(term.trim());
    let dialect = Dialect::from_name(term).map(Entry::Dialect);
    if let Some(dialect) = dialect.filter(|_| term.parse::<u16>().is_ok()) {
        return vec![dialect];
    }
    if let Ok(number) = term.parse() {
        return look_up_number(number);
    }
    let error_type = ErrorType::ALL.iter().copied().find(|it| same_words(it.name(), term));
    let code = Code::from_name(term).or_else(|| synonyms::code_of(term)).or(error_type.map(ErrorType::code));
    // 001's table of ranges has a longer name for its last category.
    let category_name = if same_words(term, "Adapter/Integration") { "Adapter" } else { term };
    let category = ErrorModelCategory::ALL.iter().copied().find(|it| same_words(it.name(), category_name));
    let phase = Phase::ALL.iter().copied().find(|it| same_words(it.name(), term)).map(Entry::Phase);
    let severity = Severity::ALL.iter().copied().find(|it| same_words(it.name(), term)).map(Entry::Severity);
    let rule = ContractRule::ALL.iter().copied().find(|it| same_words(it.id(), term)).map(Entry::ContractRule);
    // A category of 003 may be that of several origins.
    let is_origin = |it: &Origin| same_words(it.name(), term) || same_words(it.category(), term);
    let codes = [code.map(|code| Entry::Code(code.row())), error_type.map(Entry::ErrorType)];
    let origins = Origin::ALL.iter().copied().filter(is_origin).map(Entry::Origin);
    let others = [
        category.map(Entry::ErrorModelCategory),
        WarningCode::from_name(term).map(Entry::Warning),
        severity,
        phase,
        rule,
        LintRule::from_id(term).map(Entry::LintRule),
        dialect,
        candor_scrub::rule(&term.to_lowercase().replace('_', "-")).map(Entry::ScrubRule),
    ];
    codes.into_iter().flatten().chain(origins).chain(others.into_iter().flatten()).collect()
}

fn look_up_number(number: i64) -> Vec<Entry> {
    if let Some(code) = Code::from_number(number) {
        return vec![Entry::Code(code.row())];
    }
    let Ok(number) = u16::try_from(number) else { return Vec::new() };
    if let Some(code) = Code::from_http_status(number) {
        return vec![Entry::HttpStatus(number, code), Entry::Code(code.row())];
    }
    let in_range = |category: &ErrorModelCategory| category.range().contains(&number);
    ErrorModelCategory::ALL.iter().copied().filter(in_range).map(Entry::ErrorModelCategory).collect()
}

/// A problem type is known by the last segment of its URI.
fn last_segment_of_uri(term: &str) -> &str {
    let is_urn = term.get(..4).is_some_and(|scheme| scheme.eq_ignore_ascii_case("urn:"));
    let is_uri = is_urn || term.contains("://");
    if is_uri { term.trim_end_matches('/').rsplit(['/', ':', '#']).next().unwrap_or(term) } else { term }
}

/// Every name that [`look_up`] finds, as the documents write it, in alphabetical order.
#[must_use]
pub fn names() -> Vec<&'static str> {
    let in_row = |row: &Row| {
        once(row.name).chain(Dialect::ALL.iter().map(|dialect| dialect.written_code(row.code).name)).collect::<Vec<_>>()
    };
    let names: BTreeSet<&str> = TABLE
        .iter()
        .flat_map(in_row)
        .chain(synonyms::names())
        .chain(ErrorType::ALL.iter().copied().map(ErrorType::name))
        .chain(ErrorModelCategory::ALL.iter().copied().map(ErrorModelCategory::name))
        .chain(Origin::ALL.iter().copied().map(Origin::name))
        .chain(Origin::ALL.iter().copied().map(Origin::category))
        .chain(WarningCode::ALL.iter().copied().map(WarningCode::name))
        .chain(Severity::ALL.iter().copied().map(Severity::name))
        .chain(Phase::ALL.iter().copied().map(Phase::name))
        .chain(ContractRule::ALL.iter().copied().map(ContractRule::id))
        .chain(LintRule::ALL.iter().map(|rule| rule.id))
        .chain(Dialect::ALL.iter().copied().map(Dialect::name))
        .chain(scrub_rules().map(|rule| rule.id()))
        .collect();
    names.into_iter().collect()
}

/// The names nearest to a term that nothing is defined under, best first: what its writer may have meant.
///
/// ```
/// assert_eq!(candor::glossary::nearest("not_fuond")[0], "not_found");
/// assert!(candor::glossary::nearest("qqqqqqqq").is_empty());
/// ```
#[must_use]
pub fn nearest(term: &str) -> Vec<&'static str> {
    // Of spellings that are equally near, the code's own name is the one to learn.
    let codes = TABLE.iter().map(|row| row.name);
    let mut nearest: Vec<&str> = Vec::new();
    for name in ranked(term, codes.chain(names())) {
        if nearest.len() < MOST && !nearest.iter().any(|other| same_words(other, name)) {
            nearest.push(name);
        }
    }
    nearest
}

impl Entry {
    /// What kind of thing it is, and the document that defines it.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Entry::Code(_) => "code",
            Entry::ErrorType(_) => "category of 000",
            Entry::ErrorModelCategory(_) => "category of 001",
            Entry::Origin(Origin::Internal) => "origin, in ContractViolation of 003",
            Entry::Origin(_) => "category of 003",
            Entry::Warning(_) => "warning of 000",
            Entry::Severity(_) => "severity of 000",
            Entry::Phase(_) => "phase of 000",
            Entry::ContractRule(ContractRule::MessageVague) => "contract rule of 000",
            Entry::ContractRule(_) => "contract rule of 004",
            Entry::LintRule(_) => "handler rule of 004",
            Entry::HttpStatus(_, _) => "HTTP status in 004",
            Entry::Dialect(_) => "dialect",
            Entry::ScrubRule(_) => "rule of the scrubber",
        }
    }

    /// Its name, as the document writes it.
    #[must_use]
    pub fn name(&self) -> String {
        match self {
            Entry::Code(row) => row.name.to_owned(),
            Entry::ErrorType(it) => it.name().to_owned(),
            Entry::ErrorModelCategory(it) => it.name().to_owned(),
            Entry::Origin(Origin::Internal) => Origin::Internal.name().to_owned(),
            Entry::Origin(it) => it.category().to_owned(),
            Entry::Warning(it) => it.name().to_owned(),
            Entry::Severity(it) => it.name().to_owned(),
            Entry::Phase(it) => it.name().to_owned(),
            Entry::ContractRule(it) => it.id().to_owned(),
            Entry::LintRule(it) => it.id.to_owned(),
            Entry::HttpStatus(status, _) => status.to_string(),
            Entry::Dialect(it) => it.name().to_owned(),
            Entry::ScrubRule(it) => it.id().to_owned(),
        }
    }

    /// What it means, in one sentence.
    #[must_use]
    pub fn meaning(&self) -> String {
        match self {
            Entry::Code(row) => row.meaning.to_owned(),
            Entry::ErrorType(it) => it.meaning().to_owned(),
            Entry::ErrorModelCategory(it) => {
                format!("Numbers from {} to {}: {}.", it.range().start(), it.range().end(), it.meaning())
            }
            Entry::Origin(it) => it.meaning().to_owned(),
            Entry::Warning(it) => it.meaning().to_owned(),
            Entry::Severity(it) => it.consumer_action().to_owned(),
            Entry::Phase(it) => it.meaning().to_owned(),
            Entry::ContractRule(it) => it.demand().to_owned(),
            Entry::LintRule(it) => it.meaning.to_owned(),
            Entry::Dialect(it) => it.meaning().to_owned(),
            Entry::ScrubRule(it) => it.what(),
            Entry::HttpStatus(status, code) => {
                format!("An upstream's status {status} is {code}: {}", code.row().meaning)
            }
        }
    }

    /// The codes that it stands for: itself, the members of a category, what a status maps to.
    #[must_use]
    pub fn codes(&self) -> Vec<Code> {
        let with = |wanted: &dyn Fn(&Row) -> bool| TABLE.iter().filter(|row| wanted(row)).map(|row| row.code).collect();
        match self {
            Entry::Code(row) => vec![row.code],
            Entry::ErrorType(it) => with(&|row| row.envelope.value.error_type == *it),
            Entry::ErrorModelCategory(it) => with(&|row| row.error_model.value.category == *it),
            Entry::Origin(it) => with(&|row| row.origin.value == *it),
            Entry::HttpStatus(_, code) => vec![*code],
            Entry::Warning(_)
            | Entry::Severity(_)
            | Entry::Phase(_)
            | Entry::ContractRule(_)
            | Entry::LintRule(_)
            | Entry::Dialect(_)
            | Entry::ScrubRule(_) => Vec::new(),
        }
    }

    /// The warnings that it stands for: itself, those of a severity, those of a phase.
    #[must_use]
    pub fn warnings(&self) -> Vec<WarningCode> {
        match self {
            Entry::Warning(it) => vec![*it],
            Entry::Severity(it) => WarningCode::ALL.iter().copied().filter(|code| code.severity() == *it).collect(),
            Entry::Phase(it) => it.warnings().collect(),
            Entry::Code(_)
            | Entry::ErrorType(_)
            | Entry::ErrorModelCategory(_)
            | Entry::Origin(_)
            | Entry::ContractRule(_)
            | Entry::LintRule(_)
            | Entry::Dialect(_)
            | Entry::ScrubRule(_)
            | Entry::HttpStatus(_, _) => Vec::new(),
        }
    }
}

/// For machines: kind, name, meaning, the whole row of a code, the codes and warnings of anything else.
impl Serialize for Entry {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("kind", self.kind())?;
        map.serialize_entry("name", &self.name())?;
        map.serialize_entry("meaning", &self.meaning())?;
        match self {
            Entry::Code(row) => {
                map.serialize_entry("row", row)?;
                let mode = row.jsonrpc.value.failure_mode.unwrap_or(row.origin.value.failure_mode());
                map.serialize_entry("failure_mode", mode)?;
            }
            Entry::Warning(code) => {
                map.serialize_entry("severity", &code.severity())?;
                map.serialize_entry("phase", code.phase().name())?;
            }
            Entry::ErrorType(_) | Entry::ErrorModelCategory(_) | Entry::Origin(_) | Entry::HttpStatus(_, _) => {
                map.serialize_entry("codes", &self.codes())?
            }
            Entry::Severity(_) | Entry::Phase(_) => {
                let warnings: Vec<_> = self.warnings().into_iter().map(WarningCode::name).collect();
                map.serialize_entry("warnings", &warnings)?;
            }
            Entry::ContractRule(rule) => map.serialize_entry("severity", rule.severity().name())?,
            Entry::Dialect(dialect) => map.serialize_entry("document", dialect.document())?,
            Entry::ScrubRule(rule) => {
                map.serialize_entry("family", rule.family().as_str())?;
                map.serialize_entry("placeholder", rule.placeholder())?;
                map.serialize_entry("why", &rule.why())?;
                let example = rule.example();
                map.serialize_entry("example", &[example.before, example.after])?;
                map.serialize_entry("instead", &rule.instead())?;
                map.serialize_entry("explanation", &rule.explanation())?;
            }
            Entry::LintRule(_) => {}
        }
        map.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_found_in_any_case_and_with_any_separator() {
        for name in names() {
            for spelling in [name.to_owned(), name.to_uppercase(), name.to_lowercase(), name.replace('_', "-")] {
                assert!(!look_up(&spelling).is_empty(), "{spelling}");
            }
        }
    }

    #[test]
    fn every_number_is_found() {
        for row in TABLE {
            for number in [i64::from(row.structured.value.number), i64::from(row.error_model.value.number)] {
                assert!(matches!(look_up(&number.to_string())[..], [Entry::Code(_)]), "{number}");
            }
        }
        assert!(matches!(look_up("404")[..], [Entry::HttpStatus(404, Code::NotFound), Entry::Code(_)]));
        assert!(matches!(look_up("3500")[..], [Entry::ErrorModelCategory(ErrorModelCategory::Business)]));
        for unknown in ["0", "-1", "99", "600", "6000", "99999999999999999999"] {
            assert!(look_up(unknown).is_empty(), "{unknown}");
        }
    }

    #[test]
    fn a_problem_type_is_found_by_its_uri() {
        for uri in ["https://mouse-mcp.dev/errors/not-found", "URN:CANDOR:PROBLEM:NOT-FOUND", "about:blank"] {
            assert!(matches!(look_up(uri)[..], [Entry::Code(_), ..]), "{uri}");
        }
    }

    #[test]
    fn a_word_with_several_meanings_gives_all_of_them() {
        let kinds: Vec<_> = look_up("internal").iter().map(Entry::kind).collect();
        assert_eq!(kinds, ["code", "category of 000", "origin, in ContractViolation of 003"]);
        let origins = look_up("ContractViolation");
        assert!(matches!(origins[..], [Entry::Origin(Origin::Caller), Entry::Origin(Origin::Internal)]));
    }
}
