//! What was measured, as a table for people.

use crate::mcp::load::Sent;
use std::fmt::Write as _;
use std::io::Write as _;
use std::time::Duration;

const HEAD: &str = "\
| revision | clients | the call | server | calls/s | p50 | p99 | processor per call | peak memory |
|---|---:|---|---|---:|---:|---:|---:|---:|
";

/// One call on one server.
#[derive(Debug)]
pub(super) struct Row {
    pub(super) setting: String,
    clients: u32,
    call: &'static str,
    server: &'static str,
    is_ours: bool,
    best: Option<Round>,
    /// The most memory in all rounds, in bytes.
    peak: u64,
    /// An answer that was not the right one.
    other: Option<String>,
    /// Why there is nothing to show.
    pub(super) trouble: Option<String>,
}

/// The round that others on the machine disturbed least.
#[derive(Debug)]
struct Round {
    per_second: f64,
    p50: Duration,
    p99: Duration,
    processor_time: Duration,
}

impl Row {
    pub(super) fn new(clients: u32, call: &'static str, server: &'static str, is_ours: bool) -> Row {
        Row { setting: String::new(), clients, call, server, is_ours, best: None, peak: 0, other: None, trouble: None }
    }

    /// A further round.
    pub(super) fn take(&mut self, sent: &Sent, processor_time: Duration, peak: u64) {
        let round = Round {
            per_second: f64::from(sent.count) / sent.elapsed.as_secs_f64().max(1e-9),
            p50: sent.percentile(0.5),
            p99: sent.percentile(0.99),
            processor_time: processor_time / sent.count.max(1),
        };
        if self.best.as_ref().is_none_or(|best| round.processor_time < best.processor_time) {
            self.best = Some(round);
        }
        self.peak = self.peak.max(peak);
        if sent.marked < sent.count {
            self.other = self.other.take().or_else(|| sent.other.clone());
        }
    }

    /// Whether an answer of ours was not the right one.
    pub(super) fn is_wrong(&self) -> bool {
        self.is_ours && (self.other.is_some() || self.trouble.is_some())
    }

    /// The row as a line of Markdown.
    pub(super) fn line(&self) -> String {
        let begin = format!("| {} | {} | {} | {}", self.setting, self.clients, self.call, self.server);
        match (&self.trouble, &self.best) {
            (Some(trouble), _) => format!("{begin} | not measured: {} | | | | |", one_line(trouble)),
            (None, None) => format!("{begin} | not measured | | | | |"),
            (None, Some(best)) => {
                let mark = if self.other.is_some() { " (other answer)" } else { "" };
                format!(
                    "{begin}{mark} | {:.0} | {} | {} | {:.3} ms | {:.1} MB |",
                    best.per_second,
                    shown(best.p50),
                    shown(best.p99),
                    best.processor_time.as_secs_f64() * 1e3,
                    bytes_in_megabytes(self.peak),
                )
            }
        }
    }
}

/// Prints the rows, and below them the answers that were not the right ones.
pub(super) fn print(rows: &[Row]) -> Result<(), String> {
    let text = written(rows);
    std::io::stdout().write_all(text.as_bytes()).map_err(|error| format!("the table cannot be printed: {error}"))
}

fn written(rows: &[Row]) -> String {
    let mut text = HEAD.to_owned();
    for row in rows {
        let _ = writeln!(text, "{}", row.line());
    }
    for row in rows {
        if let Some(other) = &row.other {
            let _ = writeln!(text, "\n{}, {}, {}: {}", row.server, row.setting, row.call, one_line(other));
        }
    }
    text
}

/// As much of a text as fits into a cell.
fn one_line(text: &str) -> String {
    let line: String = text.chars().map(|character| if character.is_control() { ' ' } else { character }).collect();
    line.replace('|', "/").chars().take(300).collect()
}

fn shown(time: Duration) -> String {
    format!("{:.2} ms", time.as_secs_f64() * 1e3)
}

#[expect(clippy::cast_precision_loss, reason = "it is rounded to tenths")]
fn bytes_in_megabytes(bytes: u64) -> f64 {
    bytes as f64 / 1e6
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sent(count: u32, marked: u32, micros: u64) -> Sent {
        let other = (marked < count).then(|| "200 a | b".to_owned());
        let latencies = vec![Duration::from_micros(micros); 100];
        Sent { count, marked, other, elapsed: Duration::from_secs(1), latencies }
    }

    #[test]
    fn a_row_has_the_least_disturbed_round_and_the_most_memory() {
        let mut row = Row::new(64, "404", "candor serve", true);
        row.setting = "2026-07-28".to_owned();
        row.take(&sent(1000, 1000, 900), Duration::from_millis(200), 31_000_000);
        row.take(&sent(2000, 2000, 500), Duration::from_millis(220), 29_000_000);
        let line = "| 2026-07-28 | 64 | 404 | candor serve | 2000 | 0.50 ms | 0.50 ms | 0.110 ms | 31.0 MB |";
        assert_eq!(row.line(), line);
        assert!(!row.is_wrong());
    }

    #[test]
    fn an_answer_that_is_not_right_is_shown_and_counts_for_the_gateway_alone() {
        for is_ours in [true, false] {
            let mut row = Row::new(1, "404", "it", is_ours);
            row.take(&sent(10, 9, 1), Duration::from_millis(1), 0);
            assert!(row.line().contains("| it (other answer) |"), "{}", row.line());
            assert_eq!(row.is_wrong(), is_ours);
            assert!(written(&[row]).ends_with("it, , 404: 200 a / b\n"));
        }
    }

    #[test]
    fn what_cannot_be_measured_says_why() {
        let mut row = Row::new(1, "404", "FastMCP", false);
        row.trouble = Some("it cannot be installed:\nno network".to_owned());
        assert!(row.line().ends_with("| FastMCP | not measured: it cannot be installed: no network | | | | |"));
    }
}
