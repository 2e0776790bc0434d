//! One entry of the glossary, as text.

use crate::layout::{BOLD, DIM, listed, width, wrapped};
use candor::code::{Basis, Row};
use candor::glossary::{Entry, RuleInfo};
use candor::outcome::WarningCode;
use candor::{Code, Dialect, Origin};
use std::fmt::Write;

/// The columns of a label and the space after it.
const LABEL: usize = 15;
/// From this width on, the dialects are a table.
const TABLE: usize = 60;

/// Everything that is known about it.
pub(super) fn text(entry: &Entry) -> String {
    let mut text = String::with_capacity(1024);
    // Writing to a string cannot fail.
    let _ = write_entry(&mut text, entry);
    text
}

fn write_entry(text: &mut String, entry: &Entry) -> std::fmt::Result {
    let (name, indent) = (entry.name(), entry.name().len() + 2);
    writeln!(text, "{BOLD}{name}{BOLD:#}  {DIM}{}{DIM:#}", wrapped(entry.kind(), indent))?;
    writeln!(text, "  {}", wrapped(&entry.meaning(), 2))?;
    match entry {
        Entry::Code(row) => write_code(text, row)?,
        Entry::ErrorType(category) => line(text, "HTTP status", &category.http_analog().to_string())?,
        Entry::Origin(origin) => {
            line(text, "origin", origin.name())?;
            line(text, "failure_mode", origin.failure_mode())?;
        }
        Entry::Warning(warning) => {
            line(text, "severity", warning.severity().name())?;
            line(text, "phase", warning.phase().name())?;
        }
        Entry::ContractRule(rule) => line(text, "severity", rule.severity().name())?,
        Entry::Dialect(dialect) => line(text, "document", dialect.document())?,
        Entry::ScrubRule(rule) => write_rule(text, rule)?,
        Entry::ErrorModelCategory(_) | Entry::Severity(_) | Entry::Phase(_) | Entry::HttpStatus(..) | _ => {}
    }
    let codes = || entry.codes().into_iter().map(Code::name).collect::<Vec<_>>();
    let warnings = || entry.warnings().into_iter().map(WarningCode::name).collect::<Vec<_>>();
    match entry {
        Entry::ErrorType(_) | Entry::ErrorModelCategory(_) | Entry::Origin(_) => members(text, "codes", &codes()),
        Entry::Severity(_) | Entry::Phase(_) => members(text, "warnings", &warnings()),
        Entry::Code(_) | Entry::Warning(_) | Entry::ContractRule(_) | Entry::HttpStatus(..) | _ => Ok(()),
    }
}

fn write_rule(text: &mut String, rule: &RuleInfo) -> std::fmt::Result {
    let example = rule.example();
    line(text, "why", &rule.why())?;
    verbatim(text, "example", &example.before)?;
    verbatim(text, "becomes", &example.after)?;
    line(text, "instead", &rule.instead())?;
    line(text, "family", rule.family().as_str())?;
    let formats = rule.formats();
    if formats.is_empty() { Ok(()) } else { members(text, "formats", &formats) }
}

fn write_code(text: &mut String, row: &Row) -> std::fmt::Result {
    let origin = row.origin.value;
    let category = origin.category();
    let own = if origin == Origin::Internal { ", Candor's own" } else { "" };
    line(text, "whose fault", &format!("{origin} ({category}{own}){}", mark(row.origin.basis)))?;
    line(text, "retry", &format!("{}{}", row.retry.value, mark(row.retry.basis)))?;
    line(text, "what to do", row.recovery)?;
    let title = if width() < TABLE { "written as" } else { "dialect        document  written as" };
    writeln!(text, "\n  {DIM}{title}{DIM:#}")?;
    for &dialect in Dialect::ALL {
        let written = dialect.written_code(row.code);
        let written = format!("{}{}", written.description, mark(written.basis));
        if width() < TABLE {
            writeln!(text, "  {dialect} ({})\n    {}", dialect.document(), wrapped(&written, 4))?;
        } else {
            writeln!(text, "  {dialect:<13}  {:<8}  {}", dialect.document(), wrapped(&written, 27))?;
        }
    }
    let shared: Vec<_> = Dialect::ALL.iter().copied().filter_map(|dialect| shared(dialect, row)).collect();
    if !shared.is_empty() {
        writeln!(text, "\n  {DIM}{}{DIM:#}", wrapped("other codes that are written the same way", 2))?;
        shared.iter().try_for_each(|(dialect, codes)| line(text, dialect.name(), codes))?;
    }
    let is_analogy = |basis| basis == Basis::Analogy;
    if is_analogy(row.origin.basis)
        || is_analogy(row.retry.basis)
        || Dialect::ALL.iter().any(|dialect| is_analogy(dialect.written_code(row.code).basis))
    {
        let note = "* No document states it for this code: it follows the nearest code.";
        writeln!(text, "\n  {DIM}{}{DIM:#}", wrapped(note, 4))?;
    }
    Ok(())
}

/// The other codes that a dialect folds into the same identifier, and which of them it is read back as.
fn shared(dialect: Dialect, row: &Row) -> Option<(Dialect, String)> {
    let (code, read_as) = (row.code, dialect.fold(row.code));
    let is_shared = |other: &Code| *other != code && dialect.fold(*other) == read_as;
    let others: Vec<_> = Code::all().filter(is_shared).map(Code::name).collect();
    if others.is_empty() {
        return None;
    }
    let identifier = dialect.written_code(code).identifier;
    let back = if read_as == code { String::new() } else { format!("; it is read as {read_as}") };
    Some((dialect, format!("{identifier} is also {}{back}", others.join(", "))))
}

fn members(text: &mut String, label: &str, names: &[&str]) -> std::fmt::Result {
    let list = if names.is_empty() { "none".to_owned() } else { listed(names, LABEL + 2) };
    writeln!(text, "  {label:<LABEL$}{list}")
}

fn mark(basis: Basis) -> &'static str {
    match basis {
        Basis::Stated => "",
        Basis::Analogy => " *",
    }
}

/// Lines as they are, one below the other; control characters are escaped.
fn verbatim(text: &mut String, label: &str, value: &str) -> std::fmt::Result {
    let escaped =
        |sign: char| if sign.is_control() && sign != '\t' { sign.escape_default().to_string() } else { sign.into() };
    value.split('\n').enumerate().try_for_each(|(at, shown)| {
        let shown: String = shown.chars().map(escaped).collect();
        writeln!(text, "  {:<LABEL$}{shown}", if at == 0 { label } else { "" })
    })
}

fn line(text: &mut String, label: &str, value: &str) -> std::fmt::Result {
    writeln!(text, "  {label:<LABEL$}{}", wrapped(value, LABEL + 2))
}
