//! Why secrets survive: the fewest parts that have to be replaced by ones that the scrubber knows.

use super::generator::{Part, survival};
use super::tally::Outcome;
use candor_scrub::Scrubber;
use std::collections::BTreeMap;

/// How many survive for each cause, and which part that is, if it is one.
#[derive(Debug, Default)]
pub(crate) struct Causes {
    counts: BTreeMap<(Vec<Part>, &'static str), usize>,
}

impl Causes {
    /// Counts a text, if its secret survived.
    pub(crate) fn add(&mut self, outcome: &Outcome) {
        if !outcome.text.is_secret || outcome.survival.is_none() {
            return;
        }
        let is_gone = |parts: &Vec<Part>| {
            let known = outcome.text.with_known(parts);
            known.is_some_and(|(text, hidden)| survival(&hidden, &Scrubber::standard().scrub(&text)).is_none())
        };
        let parts = combinations().into_iter().find(is_gone).unwrap_or_default();
        let ids = outcome.text.parts;
        let which = match parts.as_slice() {
            [Part::Encoding] => ids.encoding,
            [Part::Name] => ids.name,
            [Part::Format] => ids.format,
            [Part::Neighbour] => ids.neighbour,
            [Part::Carrier] => ids.group,
            _ => "",
        };
        *self.counts.entry((parts, which)).or_default() += 1;
    }

    /// A table, the most frequent first.
    pub(crate) fn table(&self) -> String {
        let all: usize = self.counts.values().sum();
        let mut rows: Vec<_> = self.counts.iter().collect();
        rows.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
        let line = |((parts, which), count): (&(Vec<Part>, &str), &usize)| {
            let percent = 100.0 * *count as f64 / all.max(1) as f64;
            format!("gone with known {:<26} {which:<20} {count:>6} {percent:>6.2} %\n", format!("{parts:?}"))
        };
        rows.into_iter().map(line).collect()
    }
}

/// Every combination of parts, the smallest first.
fn combinations() -> Vec<Vec<Part>> {
    let mut all: Vec<Vec<Part>> = (1_usize..1 << Part::ALL.len())
        .map(|bits| {
            Part::ALL.into_iter().enumerate().filter(|(at, _)| bits >> at & 1 == 1).map(|(_, part)| part).collect()
        })
        .collect();
    all.sort_by_key(Vec::len);
    all
}
