//! How much of a child's standard error is passed on.

use std::time::{Duration, Instant};

/// How many bytes are passed on at once, and how many in a second from then on. The log of this program takes 8 MiB that are not read
/// yet; a child may not take all of that.
pub(super) const AT_ONCE: usize = 4 * 1024 * 1024;
const PER_SECOND: usize = 1024 * 1024;

/// What a child may still write for others to read; it reads no clock.
pub(super) struct Allowance {
    left: usize,
    since: Option<Instant>,
    dropped: Dropped,
}

/// What was not passed on.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Dropped {
    pub(super) lines: u64,
    pub(super) bytes: usize,
}

impl Default for Allowance {
    fn default() -> Allowance {
        Allowance { left: AT_ONCE, since: None, dropped: Dropped::default() }
    }
}

impl Allowance {
    /// It grows with the time.
    pub(super) fn grow(&mut self, now: Instant) {
        let passed = self.since.map_or(Duration::ZERO, |since| now.saturating_duration_since(since));
        let more = usize::try_from(passed.as_millis()).unwrap_or(usize::MAX).saturating_mul(PER_SECOND) / 1000;
        // Less than a byte's time is kept for the next one.
        if self.since.is_none() || more > 0 {
            self.since = Some(now);
            self.left = self.left.saturating_add(more).min(AT_ONCE);
        }
    }

    /// Takes what a line needs. Whether there is enough; otherwise, the line is counted.
    pub(super) fn spend(&mut self, bytes: usize) -> bool {
        match self.left.checked_sub(bytes) {
            Some(left) => {
                self.left = left;
                true
            }
            None => {
                // The rest goes with it, so that what follows is not passed on in shreds.
                self.left = 0;
                self.dropped.lines += 1;
                self.dropped.bytes = self.dropped.bytes.saturating_add(bytes);
                false
            }
        }
    }

    /// What was dropped since this was last asked.
    pub(super) fn dropped(&mut self) -> Option<Dropped> {
        let dropped = std::mem::take(&mut self.dropped);
        (dropped != Dropped::default()).then_some(dropped)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flood_is_dropped_and_counted_until_time_has_passed() {
        let (mut allowance, start) = (Allowance::default(), Instant::now());
        allowance.grow(start);
        assert!(allowance.spend(AT_ONCE));
        assert!(!allowance.spend(10) && !allowance.spend(20));
        assert_eq!(allowance.dropped(), Some(Dropped { lines: 2, bytes: 30 }));
        assert_eq!(allowance.dropped(), None);
        allowance.grow(start + Duration::from_secs(1));
        assert!(allowance.spend(PER_SECOND) && !allowance.spend(1));
        allowance.grow(start + Duration::from_secs(3600));
        assert!(allowance.spend(AT_ONCE) && !allowance.spend(1));
    }
}
