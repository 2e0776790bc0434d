//! Every name of the glossary, grouped by what it names.

use crate::layout::{BOLD, DIM, listed, width, wrapped};
use candor::Dialect;
use candor::code::{ErrorModelCategory, ErrorType, TABLE};
use candor::contract::ContractRule;
use candor::failure::Origin;
use candor::glossary::{self, LintRule};
use candor::outcome::{Phase, Severity, WarningCode};
use std::fmt::Write;

/// A meaning is beside its name if it has so many columns, the gaps included.
const NARROWEST_MEANING: usize = 30;

/// The whole list.
pub(super) fn text() -> String {
    let mut list = List { text: String::with_capacity(8 * 1024), named: Vec::new() };
    // Writing to a string cannot fail.
    let _ = write_list(&mut list);
    list.text
}

fn write_list(list: &mut List) -> std::fmt::Result {
    list.described("Codes", TABLE.iter().map(|row| (row.name, row.meaning)))?;
    list.described("Dialects", Dialect::ALL.iter().copied().map(|it| (it.name(), it.meaning())))?;
    list.described("Warnings of 000", WarningCode::ALL.iter().copied().map(|it| (it.name(), it.meaning())))?;
    list.described("Contract rules", ContractRule::ALL.iter().copied().map(|it| (it.id(), it.demand())))?;
    list.described("Handler rules of 004", LintRule::ALL.iter().copied().map(|it| (it.id, it.meaning)))?;
    list.plain("Rules of the scrubber", glossary::scrub_rules().map(|rule| rule.id()))?;
    list.plain("Categories of 000", ErrorType::ALL.iter().copied().map(ErrorType::name))?;
    list.plain("Categories of 001", ErrorModelCategory::ALL.iter().copied().map(ErrorModelCategory::name))?;
    list.plain("Categories of 003", Origin::ALL.iter().copied().map(Origin::category))?;
    list.plain("Origins", Origin::ALL.iter().copied().map(Origin::name))?;
    list.plain("Severities of warnings in 000", Severity::ALL.iter().copied().map(Severity::name))?;
    list.plain("Phases of 000", Phase::ALL.iter().copied().map(Phase::name))?;
    let others: Vec<_> = glossary::names().into_iter().filter(|name| !list.named.contains(name)).collect();
    list.plain("Other names of codes", others)?;
    let note = "candor explain NAME says more about any of them. Numbers, HTTP statuses and type URIs work too.";
    writeln!(list.text, "{DIM}{}{DIM:#}", wrapped(note, 0))
}

struct List {
    text: String,
    named: Vec<&'static str>,
}

impl List {
    /// Names with what they mean, in two columns.
    fn described(
        &mut self,
        title: &str,
        entries: impl Iterator<Item = (&'static str, &'static str)>,
    ) -> std::fmt::Result {
        let entries: Vec<_> = entries.collect();
        let column = entries.iter().map(|(name, _)| name.len()).max().unwrap_or_default();
        writeln!(self.text, "{BOLD}{title}{BOLD:#}")?;
        let is_table = width() >= column + NARROWEST_MEANING;
        for (name, meaning) in entries {
            if is_table {
                writeln!(self.text, "  {name:<column$}  {}", wrapped(meaning, column + 4))?;
            } else {
                writeln!(self.text, "  {name}\n    {}", wrapped(meaning, 4))?;
            }
            self.named.push(name);
        }
        writeln!(self.text)
    }

    /// Names one after the other.
    fn plain(&mut self, title: &str, names: impl IntoIterator<Item = &'static str>) -> std::fmt::Result {
        let names: Vec<_> = names.into_iter().collect();
        writeln!(self.text, "{BOLD}{title}{BOLD:#}\n  {}\n", listed(&names, 2))?;
        self.named.extend(names);
        Ok(())
    }
}
