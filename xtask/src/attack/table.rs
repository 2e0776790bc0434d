//! All outcomes as one table.

use super::outcome::{MEGABYTE, Outcome};
use std::io::Write;

const TITLES: [&str; 10] =
    ["attack", "transport", "revision", "tried", "lost", "doubled", "leaked", "slowest/byte", "peak MB", "MB after"];

/// Prints the outcomes, one a row; what is over its bound is said below.
pub(super) fn print(outcomes: &[(&'static str, Outcome)]) -> Result<(), String> {
    let text = written(outcomes);
    std::io::stdout().write_all(text.as_bytes()).map_err(|error| format!("the table cannot be printed: {error}"))
}

fn written(outcomes: &[(&'static str, Outcome)]) -> String {
    let megabytes = |bytes: Option<u64>| bytes.map_or_else(|| "-".to_owned(), |it| (it / MEGABYTE).to_string());
    let cells = |(name, it): &(&str, Outcome)| {
        [
            (*name).to_owned(),
            it.transport.to_owned(),
            it.revision.to_owned(),
            it.tried.to_string(),
            it.lost.to_string(),
            it.doubled.to_string(),
            it.leaked.to_string(),
            it.slowest.map_or_else(|| "-".to_owned(), |slowest| format!("{slowest:.1}x")),
            megabytes(it.peak),
            megabytes(it.after),
        ]
    };
    let rows: Vec<_> = std::iter::once(TITLES.map(str::to_owned)).chain(outcomes.iter().map(cells)).collect();
    let width = |column: usize| rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max();
    let widths: Vec<_> = (0..TITLES.len()).map(|column| width(column).unwrap_or(0)).collect();
    let mut text = String::new();
    for row in &rows {
        let line = row.iter().zip(&widths).enumerate().map(|(column, (cell, width))| match column {
            // Names begin at the left, numbers end at the right.
            0..=2 => format!("{cell:<width$}"),
            _ => format!("{cell:>width$}"),
        });
        let line: Vec<_> = line.collect();
        text.push_str(line.join("  ").trim_end());
        text.push('\n');
    }
    for (name, outcome) in outcomes.iter().filter(|(_, outcome)| !outcome.is_good()) {
        text.push_str(&format!("{name}: {}\n", outcome.line()));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{Outcome, written};

    #[test]
    fn what_is_not_good_is_said_below_the_table() {
        let good = Outcome { tried: 1000, slowest: Some(2.04), ..Outcome::new("stdio", "2024-11-05") };
        let bad = Outcome { tried: 5, lost: 2, peak: Some(250_000_000), ..Outcome::new("http", "all") };
        let text = written(&[("slow inputs", good), ("half-sent", bad.over("250 MB at its peak"))]);
        let lines: Vec<_> = text.lines().collect();
        assert_eq!(lines.len(), 4, "{text}");
        assert!(lines[1].starts_with("slow inputs  stdio") && lines[1].contains("2.0x"), "{text}");
        assert!(lines[2].ends_with("250         -"), "{text}");
        assert_eq!(lines[3], "half-sent: NOT GOOD: http all, 5 tried, 2 lost, 250 MB at its peak");
    }
}
