//! What was measured, as a table for people.

use std::fmt::Write as _;
use std::io::Write as _;
use std::time::Duration;

/// One setting.
pub(super) struct Row {
    pub(super) setting: &'static str,
    pub(super) clients: u32,
    pub(super) call: &'static str,
    /// Per call, one of each round.
    pub(super) bare: Vec<Duration>,
    pub(super) guarded: Vec<Duration>,
}

impl Row {
    /// The row as a line of Markdown.
    pub(super) fn line(&self) -> String {
        format!(
            "| {}, {} client{} | {} | {:.0} µs | {:.0} µs | {:.2} |",
            self.setting,
            self.clients,
            if self.clients == 1 { "" } else { "s" },
            self.call,
            micros(fastest(&self.bare)),
            micros(fastest(&self.guarded)),
            micros(fastest(&self.guarded)) / micros(fastest(&self.bare)),
        )
    }
}

/// Prints the rows.
pub(super) fn print(rows: &[Row]) -> Result<(), String> {
    let mut text =
        "| setting | the call | without guards | with guards | ratio |\n|---|---|---:|---:|---:|\n".to_owned();
    for row in rows {
        let _ = writeln!(text, "{}", row.line());
    }
    std::io::stdout().write_all(text.as_bytes()).map_err(|error| format!("the table cannot be printed: {error}"))
}

/// The round that others on the machine disturbed least.
fn fastest(times: &[Duration]) -> Duration {
    times.iter().min().copied().unwrap_or_default()
}

fn micros(time: Duration) -> f64 {
    time.as_secs_f64() * 1e6
}

#[cfg(test)]
mod tests {
    use super::Row;
    use std::time::Duration;

    #[test]
    fn a_row_has_the_least_disturbed_round_of_each() {
        let [bare, guarded] = [[100, 900, 110], [990, 120, 143]].map(|it| it.map(Duration::from_micros).to_vec());
        let row = Row { setting: "stateless", clients: 64, call: "a trivial tool", bare, guarded };
        assert_eq!(row.line(), "| stateless, 64 clients | a trivial tool | 100 µs | 120 µs | 1.20 |");
    }
}
