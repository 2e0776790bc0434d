//! The last lines of what a child wrote.

use candor::FailurePolicy;
use std::collections::VecDeque;

/// How many lines are kept, and how many bytes in all.
const LINES: usize = 20;
const BYTES: usize = 16 * 1024;

/// The last lines as they were written. They are scrubbed when somebody wants to see them, and together: a key may take several.
#[derive(Default)]
pub(super) struct Tail {
    lines: VecDeque<Vec<u8>>,
    bytes: usize,
}

impl Tail {
    pub(super) fn keep(&mut self, line: &[u8]) {
        let mut kept = Vec::new();
        self.bytes += line.len();
        while self.lines.len() >= LINES || self.bytes > BYTES {
            let Some(oldest) = self.lines.pop_front() else { break };
            self.bytes -= oldest.len();
            kept = oldest;
        }
        kept.clear();
        kept.extend_from_slice(line);
        self.lines.push_back(kept);
    }

    /// All of them as one text.
    pub(super) fn text(&self) -> Vec<u8> {
        self.lines.iter().flat_map(|line| line.iter().copied().chain([b'\n'])).collect()
    }

    /// The lines of the text, scrubbed.
    pub(super) fn scrubbed(text: &[u8], policy: &FailurePolicy) -> Vec<String> {
        String::from_utf8_lossy(&policy.discretion().scrubber().scrub_bytes(text)).lines().map(str::to_owned).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(lines: impl IntoIterator<Item = String>, policy: &FailurePolicy) -> Vec<String> {
        let mut tail = Tail::default();
        lines.into_iter().for_each(|line| tail.keep(line.as_bytes()));
        Tail::scrubbed(&tail.text(), policy)
    }

    #[test]
    fn the_last_twenty_lines_are_kept() {
        let lines = kept((0..1_000).map(|number| format!("line {number}")), &FailurePolicy::new());
        assert_eq!(lines.len(), LINES);
        assert_eq!((lines[0].as_str(), lines[19].as_str()), ("line 980", "line 999"));
    }

    #[test]
    fn long_lines_leave_room_for_fewer() {
        let lines = kept((0..100).map(|number| format!("{number} {}", "word ".repeat(1_000))), &FailurePolicy::new());
        assert_eq!(lines.len(), 3);
        assert!(lines[2].starts_with("99 "));
    }

    #[test]
    fn a_secret_over_two_lines_is_not_in_them() {
        let policy = FailurePolicy::new().with_secret("first half-5512\nsecond half-7731");
        let lines = ["start", "first half-5512", "second half-7731", "end"].map(str::to_owned);
        assert_eq!(kept(lines, &policy), ["start", "[redacted]", "end"]);
    }
}
