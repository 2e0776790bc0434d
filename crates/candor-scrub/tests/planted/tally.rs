//! What becomes of the texts of a half, counted by the parts that they are made of, and the baseline that lists it.

use super::generator::{Half, Parts, Survival, Text, Texts, survival};
use candor_scrub::Scrubber;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// How many texts there were, and what became of them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Count {
    pub(crate) texts: usize,
    /// Whole secrets that survive.
    pub(crate) whole: usize,
    /// Secrets that survive in part, or texts that changed without need.
    pub(crate) part: usize,
}

impl Count {
    pub(crate) fn bad(&self) -> usize {
        self.whole + self.part
    }

    pub(crate) fn percent(&self) -> f64 {
        100.0 * self.bad() as f64 / self.texts.max(1) as f64
    }
}

/// What became of one text.
pub(crate) struct Outcome {
    pub(crate) text: Text,
    pub(crate) scrubbed: String,
    pub(crate) survival: Option<Survival>,
}

impl Outcome {
    fn of(text: Text) -> Outcome {
        let whole = text.text();
        let scrubbed = Scrubber::standard().scrub(&whole).into_owned();
        let survival = if text.is_secret {
            survival(text.hidden(), &scrubbed)
        } else {
            (scrubbed != whole).then_some(Survival::Part)
        };
        Outcome { text, scrubbed, survival }
    }
}

/// The outcomes by texts with a secret or without, kind of part, and part.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally(pub(crate) BTreeMap<(&'static str, &'static str, &'static str), Count>);

/// The row for all texts.
pub(crate) const ALL: &str = "all";
const WITH: &str = "survives";
const WITHOUT: &str = "changes";

impl Tally {
    /// Scrubs so many texts of the half with a secret, and so many without; `each` sees what became of each.
    pub(crate) fn of(half: Half, texts: usize, mut each: impl FnMut(&Outcome)) -> Tally {
        let all = Texts::of(half);
        let mut tally = Tally::default();
        for text in (0..texts).map(|number| all.secret(number)).chain((0..texts).map(|number| all.harmless(number))) {
            let outcome = Outcome::of(text);
            tally.add(&outcome);
            each(&outcome);
        }
        tally
    }

    fn add(&mut self, outcome: &Outcome) {
        let Parts { group, carrier, name, format, encoding, neighbour, .. } = outcome.text.parts;
        let side = if outcome.text.is_secret { WITH } else { WITHOUT };
        let rows = [
            (ALL, ALL),
            ("group", group),
            ("carrier", carrier),
            ("name", name),
            ("format", format),
            ("encoding", encoding),
            ("neighbour", neighbour),
        ];
        for (kind, id) in rows {
            let count = self.0.entry((side, kind, id)).or_default();
            count.texts += 1;
            count.whole += usize::from(outcome.survival == Some(Survival::Whole));
            count.part += usize::from(outcome.survival == Some(Survival::Part));
        }
    }

    /// A table, the worst of each kind first.
    pub(crate) fn table(&self) -> String {
        let mut rows: Vec<_> = self.0.iter().collect();
        let rank = |(side, kind, _): &(&str, &str, &str)| (*side == WITHOUT, *kind != ALL, kind.to_string());
        rows.sort_by(|(one, left), (other, right)| {
            rank(one).cmp(&rank(other)).then(right.percent().total_cmp(&left.percent())).then(one.cmp(other))
        });
        let line = |((side, kind, id), count): (&(&str, &str, &str), &Count)| {
            let Count { texts, whole, .. } = count;
            format!(
                "{side:<9} {kind:<10} {id:<30} {:>6} of {texts:>6} {:>6.2} %  whole {whole}\n",
                count.bad(),
                count.percent()
            )
        };
        rows.into_iter().map(line).collect()
    }

    /// The lines of the baseline: whatever is not as it should be.
    fn baseline(&self) -> String {
        let bad = self.0.iter().filter(|(_, count)| count.bad() > 0);
        bad.map(|((side, kind, id), count)| format!("{side} {kind} {id} {} of {}\n", count.bad(), count.texts))
            .collect()
    }

    /// Writes the baseline for so many texts.
    pub(crate) fn write_baseline(&self, texts: usize) -> std::io::Result<()> {
        std::fs::write(file(texts), self.baseline())
    }

    /// What is not as the baseline for so many texts says, one line each; nothing if there is no such baseline.
    pub(crate) fn differences(&self, texts: usize) -> Option<Vec<String>> {
        let listed = std::fs::read_to_string(file(texts)).ok()?;
        Some(differences(&listed, &self.baseline()))
    }
}

fn file(texts: usize) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("tests/planted/baseline/{texts}.txt"))
}

/// The lines that are in one of the two alone.
pub(crate) fn differences(listed: &str, found: &str) -> Vec<String> {
    let key = |line: &str| line.splitn(4, ' ').take(3).collect::<Vec<_>>().join(" ");
    let read = |text: &str| -> BTreeMap<String, String> {
        text.lines().map(|line| (key(line), line[key(line).len()..].trim().to_owned())).collect()
    };
    let (listed, found) = (read(listed), read(found));
    let none = || "none".to_owned();
    let keys: std::collections::BTreeSet<_> = listed.keys().chain(found.keys()).collect();
    let pairs = keys
        .into_iter()
        .map(|key| (key, listed.get(key).cloned().unwrap_or_else(none), found.get(key).cloned().unwrap_or_else(none)));
    pairs
        .filter(|(_, old, new)| old != new)
        .map(|(key, old, new)| format!("{key}: {new}, the baseline says {old}"))
        .collect()
}
