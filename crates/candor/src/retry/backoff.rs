//! How long to wait: delays that grow, with full jitter.

use std::time::Duration;

/// The most that is waited before each retry: the first delay, then each time so many times more, up to the longest.
#[derive(Debug, Clone, Copy)]
pub(super) struct Backoff {
    pub(super) first: Duration,
    pub(super) factor: f32,
    pub(super) longest: Duration,
}

impl Backoff {
    pub(super) fn delays(&self, seed: Option<u64>) -> Delays {
        let random = seed.map_or_else(fastrand::Rng::new, fastrand::Rng::with_seed);
        Delays { backoff: *self, next: self.first.min(self.longest), random }
    }
}

/// The delays of one call, one after the other.
pub(super) struct Delays {
    backoff: Backoff,
    /// The most that the next delay takes.
    next: Duration,
    random: fastrand::Rng,
}

impl Delays {
    /// The next delay with full jitter: any length from nothing up to where the backoff is, within `room`.
    ///
    /// Callers that failed together retry at different times.
    pub(super) fn draw(&mut self, room: Duration) -> Duration {
        let most = self.next.min(room);
        let grown = Duration::try_from_secs_f64(self.next.as_secs_f64() * f64::from(self.backoff.factor));
        self.next = grown.unwrap_or(self.backoff.longest).min(self.backoff.longest);
        let nanoseconds = u64::try_from(most.as_nanos()).unwrap_or(u64::MAX);
        Duration::from_nanos(self.random.u64(0..=nanoseconds))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BACKOFF: Backoff =
        Backoff { first: Duration::from_millis(100), factor: 2.0, longest: Duration::from_millis(300) };

    /// The shortest and the longest of many first, second and third delays, in milliseconds.
    fn spread(room: Duration) -> [(u128, u128); 3] {
        let calls = (0..1_000).map(|seed| {
            let mut delays = BACKOFF.delays(Some(seed));
            [(); 3].map(|()| delays.draw(room).as_millis())
        });
        calls.fold([(u128::MAX, 0); 3], |spread, call| {
            std::array::from_fn(|index| (spread[index].0.min(call[index]), spread[index].1.max(call[index])))
        })
    }

    #[test]
    fn a_delay_is_any_length_from_nothing_up_to_a_growing_and_bounded_one() {
        for ((shortest, longest), bound) in spread(Duration::MAX).into_iter().zip([100, 200, 300]) {
            assert!(shortest <= bound / 50, "{shortest} of {bound}");
            assert!((bound - bound / 50..=bound).contains(&longest), "{longest} of {bound}");
        }
    }

    #[test]
    fn a_delay_stays_within_the_room_that_there_is() {
        for (_, longest) in spread(Duration::from_millis(50)) {
            assert!(longest <= 50, "{longest}");
        }
    }

    #[test]
    fn the_longest_durations_can_be_jittered() {
        let backoff = Backoff { first: Duration::MAX, factor: f32::MAX, longest: Duration::MAX };
        let mut delays = backoff.delays(Some(1));
        for _ in 0..10 {
            delays.draw(Duration::MAX);
        }
    }

    #[test]
    fn calls_without_a_seed_draw_different_delays() {
        let first: std::collections::HashSet<_> = (0..20).map(|_| BACKOFF.delays(None).draw(Duration::MAX)).collect();
        assert!(first.len() > 1);
    }
}
