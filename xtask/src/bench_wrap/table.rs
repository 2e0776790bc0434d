//! What was measured, as a table for people.

use std::io::Write as _;
use std::time::Duration;

/// What one relay took.
pub(super) struct Measured {
    /// From its start until the server has answered the first request.
    pub(super) starts: Vec<Duration>,
    /// Processor time per small call, one of each round.
    pub(super) small: Vec<Duration>,
    /// Processor time and time passed per large answer.
    pub(super) large: Vec<(Duration, Duration)>,
    /// Anonymous memory after the small calls.
    pub(super) memory: u64,
    /// The most memory after the large ones.
    pub(super) peak: u64,
}

/// Both.
pub(super) struct Table {
    pub(super) wrapped: Measured,
    pub(super) relayed: Measured,
    pub(super) megabytes: u32,
}

impl Table {
    /// Prints it as Markdown.
    pub(super) fn print(&self) -> Result<(), String> {
        std::io::stdout()
            .write_all(self.text().as_bytes())
            .map_err(|error| format!("the table cannot be printed: {error}"))
    }

    fn text(&self) -> String {
        let rows = [
            self.row("processor time of a small call", "µs", |it| micros(fastest(it.small.iter().copied()))),
            self.row("processor time of a large answer, per MB", "µs", |it| {
                micros(fastest(it.large.iter().map(|large| large.0))) / f64::from(self.megabytes)
            }),
            self.row("large answers, processor time alone", "MB/s", |it| {
                self.rate(it.large.iter().map(|large| large.0))
            }),
            self.row("large answers, all that passes", "MB/s", |it| self.rate(it.large.iter().map(|large| large.1))),
            self.row("start until the first answer, median", "ms", |it| micros(median(&it.starts)) / 1e3),
            self.row("anonymous memory after small calls", "MB", |it| megabytes(it.memory)),
            self.row("most memory after large answers", "MB", |it| megabytes(it.peak)),
        ];
        format!("| | `candor wrap` | bare relay | difference |\n|---|---:|---:|---:|\n{}", rows.concat())
    }

    fn row(&self, name: &str, unit: &str, value: impl Fn(&Measured) -> f64) -> String {
        let (wrapped, relayed) = (value(&self.wrapped), value(&self.relayed));
        format!("| {name} | {wrapped:.1} {unit} | {relayed:.1} {unit} | {:+.1} {unit} |\n", wrapped - relayed)
    }

    fn rate(&self, times: impl Iterator<Item = Duration>) -> f64 {
        f64::from(self.megabytes) / fastest(times).as_secs_f64()
    }
}

/// The round that others on the machine disturbed least.
fn fastest(times: impl Iterator<Item = Duration>) -> Duration {
    times.min().unwrap_or_default()
}

fn median(times: &[Duration]) -> Duration {
    let mut times = times.to_vec();
    times.sort_unstable();
    times.get(times.len() / 2).copied().unwrap_or_default()
}

fn micros(time: Duration) -> f64 {
    time.as_secs_f64() * 1e6
}

fn megabytes(bytes: u64) -> f64 {
    Duration::from_micros(bytes).as_secs_f64()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_says_what_the_wrapper_adds() {
        let measured = |micros: u64| Measured {
            starts: vec![Duration::from_micros(micros); 3],
            small: vec![Duration::from_micros(micros), Duration::from_secs(1)],
            large: vec![(Duration::from_micros(10 * micros), Duration::from_micros(20 * micros))],
            memory: 2_000_000,
            peak: 3_000_000,
        };
        let text = Table { wrapped: measured(12), relayed: measured(5), megabytes: 10 }.text();
        assert!(text.contains("| processor time of a small call | 12.0 µs | 5.0 µs | +7.0 µs |"), "{text}");
        assert!(text.contains("| anonymous memory after small calls | 2.0 MB | 2.0 MB | +0.0 MB |"), "{text}");
    }
}
