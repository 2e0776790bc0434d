//! When a child that has ended may be started again.

use std::collections::VecDeque;
use std::num::NonZeroU32;
use std::time::{Duration, Instant};

/// No time is longer, so that all sums are times.
const LONGEST: Duration = Duration::from_secs(365 * 24 * 60 * 60);

/// How often a child may be started, and how long the pauses between two starts are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RestartPolicy {
    /// The most starts within one window, the first one of all included.
    pub most_starts: NonZeroU32,
    /// How long a window is.
    pub window: Duration,
    /// The pause after the first end. Each further one in a row doubles it.
    pub first_pause: Duration,
    /// The longest pause.
    pub longest_pause: Duration,
    /// How long a healthy child has to have run for its end to count as the first one: no start and no end before it counts any more.
    pub healthy_after: Duration,
}

/// Five starts within a minute; pauses of 0.25 to 15 seconds; a child is well after 10 seconds.
impl Default for RestartPolicy {
    fn default() -> RestartPolicy {
        RestartPolicy {
            most_starts: NonZeroU32::MIN.saturating_add(4),
            window: Duration::from_secs(60),
            first_pause: Duration::from_millis(250),
            longest_pause: Duration::from_secs(15),
            healthy_after: Duration::from_secs(10),
        }
    }
}

/// Whether a child may be started again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Restart {
    /// It is to be started after this pause. The start is counted already.
    After(Duration),
    /// It has been started too often and is given up until then. It is asked for again at that time, or later when somebody needs it.
    NotBefore(Instant),
}

/// The starts of one child. It reads no clock: the time is passed in.
///
/// ```
/// use candor_gateway::{Restart, RestartPolicy, Restarts};
/// use std::time::{Duration, Instant};
///
/// let now = Instant::now();
/// let mut restarts = Restarts::new(RestartPolicy::default());
/// restarts.started(now);
/// let Restart::After(pause) = restarts.next(now, Duration::ZERO, false) else { unreachable!() };
/// assert!(pause <= Duration::from_millis(250));
/// ```
#[derive(Debug, Clone)]
pub struct Restarts {
    policy: RestartPolicy,
    /// The latest ones since the child was last well, in order; no more than fit into a window.
    starts: VecDeque<Instant>,
    /// How many times in a row the child has ended without having been well.
    ends: u32,
    random: fastrand::Rng,
}

impl Restarts {
    /// A child that was not started yet.
    #[must_use]
    pub fn new(policy: RestartPolicy) -> Restarts {
        Restarts::with_random(policy, fastrand::Rng::new())
    }

    /// The same with pauses that follow from the seed.
    #[must_use]
    pub fn with_seed(policy: RestartPolicy, seed: u64) -> Restarts {
        Restarts::with_random(policy, fastrand::Rng::with_seed(seed))
    }

    fn with_random(policy: RestartPolicy, random: fastrand::Rng) -> Restarts {
        Restarts { policy, starts: VecDeque::new(), ends: 0, random }
    }

    /// The child was started without being asked for here, such as for the first time.
    pub fn started(&mut self, now: Instant) {
        if self.starts.len() >= self.most() {
            self.starts.pop_front();
        }
        self.starts.push_back(now);
    }

    /// The child has ended after so long, and was healthy until then, or not: it had answered what it was asked. A start that
    /// failed is a child that ran for no time.
    ///
    /// After [`Restart::NotBefore`], this is called again with the same values.
    pub fn next(&mut self, now: Instant, ran_for: Duration, was_healthy: bool) -> Restart {
        if was_healthy && ran_for >= self.policy.healthy_after {
            self.ends = 0;
            self.starts.clear();
        }
        let then = now + self.pause();
        if let Some(free) = self.free_at(then) {
            return Restart::NotBefore(free);
        }
        self.ends = self.ends.saturating_add(1);
        self.started(then);
        Restart::After(then.saturating_duration_since(now))
    }

    /// When one more start has room in a window; none if it has then.
    fn free_at(&self, then: Instant) -> Option<Instant> {
        let oldest = self.starts.front().filter(|_| self.starts.len() >= self.most())?;
        let free = *oldest + self.policy.window.min(LONGEST);
        (free > then).then_some(free)
    }

    /// Half of the pause is fixed, and half is drawn, so that children that ended together are not started together.
    fn pause(&mut self) -> Duration {
        let factor = 1_u32.checked_shl(self.ends).unwrap_or(u32::MAX);
        let pause = self.policy.first_pause.saturating_mul(factor).min(self.policy.longest_pause).min(LONGEST);
        pause.mul_f64(0.5 + self.random.f64() / 2.0)
    }

    fn most(&self) -> usize {
        usize::try_from(self.policy.most_starts.get()).unwrap_or(usize::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn policy() -> RestartPolicy {
        RestartPolicy::default()
    }

    fn pause(restarts: &mut Restarts, now: Instant) -> Duration {
        match restarts.next(now, Duration::ZERO, false) {
            Restart::After(pause) => pause,
            Restart::NotBefore(_) => panic!("given up"),
        }
    }

    #[test]
    fn pauses_double_up_to_the_longest() {
        let many = NonZeroU32::new(100).unwrap();
        let mut restarts = Restarts::with_seed(RestartPolicy { most_starts: many, ..policy() }, 1);
        let mut now = Instant::now();
        for step in 0..80 {
            let whole = policy().first_pause * 2_u32.pow(step.min(10));
            let whole = whole.min(policy().longest_pause);
            let pause = pause(&mut restarts, now);
            assert!(pause >= whole / 2 && pause <= whole, "{step}: {pause:?}");
            now += pause;
        }
    }

    #[test]
    fn the_fifth_restart_within_a_minute_waits_until_the_first_start_is_a_minute_ago() {
        let start = Instant::now();
        let mut restarts = Restarts::with_seed(policy(), 1);
        restarts.started(start);
        let mut now = start;
        for _ in 0..4 {
            now += pause(&mut restarts, now);
        }
        let free = start + policy().window;
        assert_eq!(restarts.next(now, Duration::ZERO, false), Restart::NotBefore(free));
        assert_eq!(restarts.next(now, Duration::ZERO, false), Restart::NotBefore(free));
        assert!(matches!(restarts.next(free, Duration::ZERO, false), Restart::After(_)));
    }

    #[test]
    fn an_end_after_a_healthy_time_is_the_first_one_again() {
        let mut restarts = Restarts::with_seed(policy(), 1);
        let now = Instant::now();
        for _ in 0..3 {
            pause(&mut restarts, now);
        }
        let later = now + policy().window * 2;
        let long = policy().healthy_after;
        let after =
            |restarts: &mut Restarts, ran_for, was_healthy| match restarts.clone().next(later, ran_for, was_healthy) {
                Restart::After(pause) => pause,
                Restart::NotBefore(_) => panic!("given up"),
            };
        assert!(after(&mut restarts, long, true) <= policy().first_pause);
        assert!(after(&mut restarts, long, false) > policy().first_pause);
        assert!(after(&mut restarts, long / 2, true) > policy().first_pause);
    }

    #[test]
    fn a_healthy_time_gives_all_starts_of_a_window_back() {
        let mut restarts = Restarts::with_seed(policy(), 1);
        let now = Instant::now();
        restarts.started(now);
        for _ in 0..4 {
            pause(&mut restarts, now);
        }
        assert!(
            matches!(restarts.next(now, Duration::ZERO, true), Restart::NotBefore(_)),
            "a short time is not enough"
        );
        assert!(matches!(restarts.next(now, policy().healthy_after, false), Restart::NotBefore(_)));
        assert!(matches!(restarts.next(now, policy().healthy_after, true), Restart::After(_)));
        for _ in 0..4 {
            pause(&mut restarts, now);
        }
        assert!(matches!(restarts.next(now, Duration::ZERO, false), Restart::NotBefore(_)));
    }

    proptest! {
        #[test]
        fn there_is_never_a_storm(
            seed: u64,
            most in 1_u32..8,
            window in 1_u64..120_000,
            first_pause in 0_u64..5_000,
            longest_pause in 0_u64..30_000,
            ends in prop::collection::vec((0_u64..20_000, any::<bool>(), any::<bool>()), 1..80),
        ) {
            let policy = RestartPolicy {
                most_starts: NonZeroU32::new(most).unwrap(),
                window: Duration::from_millis(window),
                first_pause: Duration::from_millis(first_pause),
                longest_pause: Duration::from_millis(longest_pause),
                ..policy()
            };
            let mut restarts = Restarts::with_seed(policy, seed);
            let mut now = Instant::now();
            restarts.started(now);
            // Since the child was last well, and before.
            let (mut starts, mut before) = (vec![now], Vec::new());
            for (ran_for, was_healthy, asks_early) in ends {
                let ran_for = Duration::from_millis(ran_for);
                now += ran_for;
                if was_healthy && ran_for >= policy.healthy_after {
                    before.push(std::mem::take(&mut starts));
                }
                match restarts.next(now, ran_for, was_healthy) {
                    Restart::After(pause) => {
                        prop_assert!(pause <= policy.longest_pause);
                        now += pause;
                        starts.push(now);
                    }
                    Restart::NotBefore(then) => {
                        prop_assert!(then > now && then <= now + policy.window + policy.longest_pause);
                        if !asks_early {
                            now = then;
                        }
                    }
                }
            }
            before.push(starts);
            for later in before.iter().flat_map(|starts| starts.windows(usize::try_from(most).unwrap() + 1)) {
                let (first, last) = (later[0], later[later.len() - 1]);
                prop_assert!(last.duration_since(first) >= policy.window);
            }
        }

        #[test]
        fn who_asks_at_the_time_that_was_said_may_start(seed: u64, most in 1_u32..8, ends in 1_usize..30) {
            let policy = RestartPolicy { most_starts: NonZeroU32::new(most).unwrap(), ..policy() };
            let mut restarts = Restarts::with_seed(policy, seed);
            let mut now = Instant::now();
            restarts.started(now);
            for _ in 0..ends {
                match restarts.next(now, Duration::ZERO, false) {
                    Restart::After(pause) => now += pause,
                    Restart::NotBefore(then) => {
                        now = then;
                        prop_assert!(matches!(restarts.next(now, Duration::ZERO, false), Restart::After(_)));
                    }
                }
            }
        }
    }
}
