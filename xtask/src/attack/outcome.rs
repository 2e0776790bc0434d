//! What came of an attack.

use crate::mcp::usage::Usage;

/// A megabyte, as bounds of memory are stated.
pub(super) const MEGABYTE: u64 = 1_000_000;

/// One row of the table.
#[derive(Debug)]
pub(super) struct Outcome {
    pub(super) transport: &'static str,
    pub(super) revision: &'static str,
    pub(super) tried: u64,
    /// How many had to be tried.
    pub(super) wanted: u64,
    /// Requests without an answer.
    pub(super) lost: u64,
    /// Answers that nobody waits for, or that came twice.
    pub(super) doubled: u64,
    pub(super) leaked: u64,
    /// How many times as long as ordinary text the slowest input took, per byte.
    pub(super) slowest: Option<f64>,
    /// The most memory that the server held, in bytes.
    pub(super) peak: Option<u64>,
    /// What it still held in the end.
    pub(super) after: Option<u64>,
    /// What was over its bound, in words.
    pub(super) over: Vec<String>,
}

impl Outcome {
    pub(super) fn new(transport: &'static str, revision: &'static str) -> Outcome {
        Outcome {
            transport,
            revision,
            tried: 0,
            wanted: 1,
            lost: 0,
            doubled: 0,
            leaked: 0,
            slowest: None,
            peak: None,
            after: None,
            over: Vec::new(),
        }
    }

    /// The same, of which so many had to be tried.
    pub(super) fn of(mut self, wanted: u64) -> Outcome {
        self.wanted = wanted;
        self
    }

    /// The same, with something that is over its bound.
    pub(super) fn over(mut self, what: impl Into<String>) -> Outcome {
        self.over.push(what.into());
        self
    }

    /// The same with the memory that this process held at most, which must be under so many megabytes.
    pub(super) fn with_peak(mut self, server: Usage, most: u64) -> Outcome {
        match server.peak_memory() {
            Ok(peak) => {
                self.peak = Some(peak);
                if peak >= most * MEGABYTE {
                    self.over.push(format!("{} MB at its peak; {most} are allowed", peak / MEGABYTE));
                }
            }
            Err(why) => self.over.push(why),
        }
        self
    }

    /// The same with the memory that this process holds now: at most so many megabytes.
    pub(super) fn with_memory_after(mut self, server: Usage, most: u64) -> Outcome {
        match server.memory_now() {
            Ok(now) => {
                self.after = Some(now);
                if now >= most * MEGABYTE {
                    self.over.push(format!("{} MB are not given back; {most} are allowed", now / MEGABYTE));
                }
            }
            Err(why) => self.over.push(why),
        }
        self
    }

    /// Whether all is as it should be, and as much was tried as had to be.
    pub(super) fn is_good(&self) -> bool {
        self.tried >= self.wanted && self.lost == 0 && self.doubled == 0 && self.leaked == 0 && self.over.is_empty()
    }

    /// It as one line of the log.
    pub(super) fn line(&self) -> String {
        let verdict = if self.is_good() { "good" } else { "NOT GOOD" };
        let mut line = format!("{verdict}: {} {}, {} tried", self.transport, self.revision, self.tried);
        for (count, what) in [(self.lost, "lost"), (self.doubled, "doubled"), (self.leaked, "leaked")] {
            if count > 0 {
                line.push_str(&format!(", {count} {what}"));
            }
        }
        if self.tried < self.wanted {
            line.push_str(&format!(" of {}: the time is too short", self.wanted));
        }
        for over in &self.over {
            line.push_str(", ");
            line.push_str(over);
        }
        line
    }
}

#[cfg(test)]
mod tests {
    use super::Outcome;
    use crate::mcp::usage::Usage;

    #[test]
    fn whatever_is_lost_doubled_leaked_or_over_its_bound_is_not_good() {
        let good = || Outcome { tried: 5, ..Outcome::new("stdio", "2025-11-25") };
        assert!(good().is_good());
        assert!(!Outcome::new("http", "").is_good(), "nothing was tried");
        for bad in [
            Outcome { lost: 1, ..good() },
            Outcome { doubled: 1, ..good() },
            Outcome { leaked: 1, ..good() },
            good().over("too slow"),
            good().with_peak(Usage(std::process::id()), 0),
            good().with_memory_after(Usage(std::process::id()), 0),
        ] {
            assert!(!bad.is_good() && bad.line().starts_with("NOT GOOD: stdio 2025-11-25, 5 tried, "), "{bad:?}");
        }
    }
}
