//! How many broken messages are answered.

use std::time::Duration;
use tokio::time::Instant;

/// How many answers may go out at once.
const BURST: u32 = 32;
/// The time after which one more may.
const PERIOD: Duration = Duration::from_millis(100);

/// Limits the answers without an id, so that a peer that answers each of them does not cause an endless exchange.
#[derive(Debug)]
pub(super) struct AnswerLimit {
    left: u32,
    /// When `left` was right.
    since: Instant,
    withheld: u64,
}

impl AnswerLimit {
    pub(super) fn new() -> AnswerLimit {
        AnswerLimit { left: BURST, since: Instant::now(), withheld: 0 }
    }

    /// Whether one more answer may go out. One that may not is counted.
    pub(super) fn take(&mut self) -> bool {
        let periods = self.since.elapsed().as_nanos() / PERIOD.as_nanos();
        let gained = u32::try_from(periods).unwrap_or(u32::MAX).min(BURST);
        if self.left.saturating_add(gained) >= BURST {
            self.left = BURST;
            self.since = Instant::now();
        } else {
            self.left += gained;
            self.since += PERIOD * gained;
        }
        if self.left == 0 {
            self.withheld += 1;
            return false;
        }
        self.left -= 1;
        true
    }

    /// How many answers were withheld since this was last asked.
    pub(super) fn withheld(&mut self) -> u64 {
        std::mem::take(&mut self.withheld)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_burst_is_answered_and_then_ten_a_second() {
        let mut answer_limit = AnswerLimit::new();
        assert_eq!((0..100).filter(|_| answer_limit.take()).count(), 32);
        assert_eq!(answer_limit.withheld(), 68);
        assert_eq!(answer_limit.withheld(), 0);
        tokio::time::advance(Duration::from_millis(1_050)).await;
        assert_eq!((0..100).filter(|_| answer_limit.take()).count(), 10);
        tokio::time::advance(Duration::from_millis(50)).await;
        assert!(answer_limit.take(), "what was left of a period counts for the next");
        tokio::time::advance(Duration::from_secs(3_600)).await;
        assert_eq!((0..100).filter(|_| answer_limit.take()).count(), 32);
    }
}
