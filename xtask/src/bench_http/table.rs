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
            micros(median(&self.bare)),
            micros(median(&self.guarded)),
            self.ratio(),
        )
    }

    /// The middle one of the rounds' ratios: in each, the two servers ran one after the other.
    fn ratio(&self) -> f64 {
        let mut ratios: Vec<_> =
            self.bare.iter().zip(&self.guarded).map(|(bare, with)| micros(*with) / micros(*bare)).collect();
        ratios.sort_by(f64::total_cmp);
        ratios.get(ratios.len() / 2).copied().unwrap_or(f64::NAN)
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

fn median(times: &[Duration]) -> Duration {
    let mut times = times.to_vec();
    times.sort();
    times.get(times.len() / 2).copied().unwrap_or_default()
}

fn micros(time: Duration) -> f64 {
    time.as_secs_f64() * 1e6
}

#[cfg(test)]
mod tests {
    use super::Row;
    use std::time::Duration;

    #[test]
    fn a_ratio_is_between_the_two_of_one_round() {
        let [bare, guarded] = [[100, 900, 110], [120, 990, 143]].map(|it| it.map(Duration::from_micros).to_vec());
        let row = Row { setting: "stateless", clients: 64, call: "succeeds", bare, guarded };
        assert_eq!(row.line(), "| stateless, 64 clients | succeeds | 110 µs | 143 µs | 1.20 |");
    }
}
