//! The outcomes as a table: a row per scenario, a column per run.

use super::{Case, RUNS};
use std::io::Write;

/// Prints the table on standard output.
pub(super) fn print(cases: &[Case]) {
    let mut scenarios: Vec<&str> = Vec::new();
    for case in cases {
        if !scenarios.contains(&case.scenario.as_str()) {
            scenarios.push(&case.scenario);
        }
    }
    let widest = scenarios.iter().map(|it| it.len()).max().unwrap_or_default();
    let mut text = format!("{:<widest$}", "scenario");
    for run in &RUNS {
        text.push_str(&format!("  {:<25}", run.name));
    }
    for scenario in scenarios {
        let row = RUNS.iter().map(|run| cases.iter().find(|it| it.run.name == run.name && it.scenario == scenario));
        let cells = row.map(|case| case.map_or_else(|| "-".to_owned(), Case::cell));
        text.truncate(text.trim_end().len());
        text.push_str(&format!("\n{scenario:<widest$}"));
        for cell in cells {
            text.push_str(&format!("  {cell:<25}"));
        }
    }
    text.truncate(text.trim_end().len());
    text.push('\n');
    // A reader that stops early is not a failure.
    let _ = std::io::stdout().write_all(text.as_bytes());
}

impl Case {
    fn cell(&self) -> String {
        format!("{:<7} {}/{}", self.report.outcome, self.report.passed, self.report.checks)
    }
}
