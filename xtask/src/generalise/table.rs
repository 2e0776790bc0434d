//! The scores of a set as a table: a row for each source, and what they come to.

use super::rows::{Kind, Set};
use super::score::{Scores, Share, Shares};
use std::collections::BTreeSet;

/// Sources with fewer rows say little one by one.
const FEW: usize = 10;

/// The table of one program, or of a program and the one that it is compared with.
pub(super) fn written(set: &Set, scores: &[Scores], built_from: &[String]) -> String {
    let pooled: Vec<Scores> = scores.iter().map(|scores| pooled(scores, built_from)).collect();
    let [now, before @ ..] = pooled.as_slice() else { return String::new() };
    let before = before.first();
    let splits: BTreeSet<&String> =
        now.values().flat_map(|shares| shares.splits.keys()).filter(|split| !split.is_empty()).collect();
    let is_messages = set.kind == Kind::Messages;
    let mut titles = vec!["source".to_owned(), "rows".to_owned(), "right".to_owned()];
    titles.extend(splits.iter().map(|split| (*split).clone()));
    titles.extend(is_messages.then(|| ["advice", "no wrong retry"].map(str::to_owned)).into_iter().flatten());
    titles.extend(before.map(|_| ["before", "gain"].map(str::to_owned)).into_iter().flatten());
    let line = |name: &str, shares: &Shares, old: Option<&Shares>| {
        let mut cells = vec![name.to_owned(), shares.all.rows.to_string(), percent(shares.all.percent())];
        cells.extend(splits.iter().map(|split| percent(shares.splits.get(*split).and_then(|share| share.percent()))));
        if is_messages {
            cells.extend([shares.advice, shares.no_wrong_retry].map(|share| percent(share.percent())));
        }
        if before.is_some() {
            let old = old.and_then(|old| old.all.percent());
            let gain = shares.all.percent().zip(old).map(|(now, old)| now - old);
            cells.extend([percent(old), gain.map_or_else(|| "-".to_owned(), |gain| format!("{gain:+.2}"))]);
        }
        cells
    };
    let mut rows = vec![titles];
    rows.extend(now.iter().map(|(name, shares)| {
        let mark = if built_from.contains(name) { " (built from)" } else { "" };
        line(&format!("{name}{mark}"), shares, before.and_then(|before| before.get(name)))
    }));
    let mut add_sum = |name: &str, is_in: &dyn Fn(&String) -> bool| {
        let sum = |scores: &Scores| sum(scores.iter().filter(|(source, _)| is_in(source)).map(|(_, shares)| shares));
        rows.push(line(name, &sum(now), before.map(sum).as_ref()));
    };
    add_sum("ALL", &|_| true);
    if !built_from.is_empty() {
        add_sum("built from", &|source| built_from.contains(source));
        add_sum("left out", &|source| !built_from.contains(source));
    }
    format!("== {}\n{}{}\n", set.name, aligned(&rows), between(now))
}

/// The scores, with those of small sources in one, unless they are named.
fn pooled(scores: &Scores, named: &[String]) -> Scores {
    let (small, mut pooled): (Scores, Scores) =
        scores.clone().into_iter().partition(|(source, shares)| shares.all.rows < FEW && !named.contains(source));
    if !small.is_empty() {
        pooled.insert(format!("({} smaller ones)", small.len()), sum(small.values()));
    }
    pooled
}

fn sum<'s>(all: impl Iterator<Item = &'s Shares>) -> Shares {
    let add = |sum: &mut Share, share: Share| {
        sum.rows += share.rows;
        sum.right += share.right;
    };
    all.fold(Shares::default(), |mut sum, shares| {
        add(&mut sum.all, shares.all);
        add(&mut sum.advice, shares.advice);
        add(&mut sum.no_wrong_retry, shares.no_wrong_retry);
        for (split, share) in &shares.splits {
            add(sum.splits.entry(split.clone()).or_default(), *share);
        }
        sum
    })
}

/// How much the sources differ.
fn between(scores: &Scores) -> String {
    let percents: Vec<_> = scores.values().filter_map(|shares| shares.all.percent()).collect();
    let mean = percents.iter().sum::<f64>() / percents.len().max(1) as f64;
    let worst = percents.iter().copied().fold(100.0, f64::min);
    format!("each source counting the same: {mean:.2}, the worst source: {worst:.2}\n")
}

fn percent(share: Option<f64>) -> String {
    share.map_or_else(|| "-".to_owned(), |share| format!("{share:.2}"))
}

/// The cells in columns: names begin at the left, numbers end at the right.
fn aligned(rows: &[Vec<String>]) -> String {
    let width = |column: usize| rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max();
    let columns = rows.first().map_or(0, Vec::len);
    let widths: Vec<_> = (0..columns).map(|column| width(column).unwrap_or(0)).collect();
    let line = |row: &Vec<String>| {
        let cells = row.iter().zip(&widths).enumerate().map(|(column, (cell, width))| match column {
            0 => format!("{cell:<width$}"),
            _ => format!("{cell:>width$}"),
        });
        cells.collect::<Vec<_>>().join("  ").trim_end().to_owned() + "\n"
    };
    rows.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::super::rows::set;
    use super::super::score::{Scores, Share, Shares};
    use super::written;

    fn scores(of: &[(&str, usize, usize)]) -> Scores {
        let shares = |rows, right| Shares { all: Share { rows, right }, ..Shares::default() };
        of.iter().map(|(source, rows, right)| ((*source).to_owned(), shares(*rows, *right))).collect()
    }

    #[test]
    fn a_gain_is_shown_apart_for_sources_that_were_left_out() {
        let set = set("scrub/tea".to_owned(), "", None).expect("a set");
        let (now, before) = (scores(&[("a", 20, 20), ("b", 50, 30)]), scores(&[("a", 20, 10), ("b", 50, 25)]));
        let text = written(&set, &[now, before], &["a".to_owned()]);
        let lines: Vec<Vec<_>> = text.lines().map(|line| line.split_whitespace().collect()).collect();
        assert_eq!(lines[0], ["==", "scrub/tea"]);
        assert_eq!(lines[1], ["source", "rows", "right", "before", "gain"]);
        assert_eq!(lines[2], ["a", "(built", "from)", "20", "100.00", "50.00", "+50.00"]);
        assert_eq!(lines[3], ["b", "50", "60.00", "50.00", "+10.00"]);
        assert_eq!(lines[5], ["built", "from", "20", "100.00", "50.00", "+50.00"]);
        assert_eq!(lines[6], ["left", "out", "50", "60.00", "50.00", "+10.00"]);
        assert!(text.contains("each source counting the same: 80.00, the worst source: 60.00"), "{text}");
    }

    #[test]
    fn small_sources_are_one_row() {
        let set = set("scrub/tea".to_owned(), "", None).expect("a set");
        let text = written(&set, &[scores(&[("a", 20, 20), ("b", 1, 1), ("c", 2, 0)])], &[]);
        let words: Vec<_> = text.lines().nth(2).into_iter().flat_map(str::split_whitespace).collect();
        assert_eq!(words, ["(2", "smaller", "ones)", "3", "33.33"], "{text}");
    }
}
