//! How often each client may ask.

use super::client::ClientKey;
use crate::settings;
use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How many clients are counted by themselves. Those that have not asked for a while are forgotten first; clients beyond that
/// share one rate.
const MOST_CLIENTS: usize = 10_000;
/// How often the clients are gone through at most.
const BETWEEN_CLEANINGS: Duration = Duration::from_secs(1);

/// How often each client may ask, and how often it has.
pub(super) struct Rates {
    pub(super) rate: settings::Rate,
    limiter: DefaultKeyedRateLimiter<ClientKey>,
    clock: DefaultClock,
    cleaned_at: Mutex<Option<Instant>>,
}

impl Rates {
    pub(super) fn new(rate: settings::Rate) -> Rates {
        let quota = Quota::per_second(rate.per_second).allow_burst(rate.burst);
        Rates { rate, limiter: RateLimiter::keyed(quota), clock: DefaultClock::default(), cleaned_at: Mutex::new(None) }
    }

    /// Counts a request of this client, or says how long it has to wait.
    pub(super) fn check(&self, client: &ClientKey) -> Result<(), Duration> {
        let checked = match client {
            // There are as many as the operator has named.
            ClientKey::Token(_) => self.limiter.check_key(client),
            ClientKey::Subject(_) | ClientKey::Address(_) | ClientKey::Rest if self.has_room() => {
                self.limiter.check_key(client)
            }
            ClientKey::Subject(_) | ClientKey::Address(_) | ClientKey::Rest => self.limiter.check_key(&ClientKey::Rest),
        };
        checked.map_err(|refused| refused.wait_time_from(self.clock.now()))
    }

    fn has_room(&self) -> bool {
        if self.limiter.len() < MOST_CLIENTS {
            return true;
        }
        let mut cleaned_at = self.cleaned_at.lock().unwrap_or_else(PoisonError::into_inner);
        if cleaned_at.is_none_or(|at| at.elapsed() >= BETWEEN_CLEANINGS) {
            *cleaned_at = Some(Instant::now());
            self.limiter.retain_recent();
            self.limiter.shrink_to_fit();
        }
        self.limiter.len() < MOST_CLIENTS
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::IpAddr;
    use std::num::NonZeroU32;

    fn rates(per_second: u32, burst: u32) -> Rates {
        let of = |number| NonZeroU32::new(number).unwrap();
        Rates::new(settings::Rate { per_second: of(per_second), burst: of(burst) })
    }

    fn address(number: u32) -> ClientKey {
        ClientKey::of_address(IpAddr::from(number.to_be_bytes()))
    }

    #[test]
    fn clients_are_counted_by_themselves() {
        let rates = rates(1, 2);
        assert!(rates.check(&address(1)).is_ok() && rates.check(&address(1)).is_ok());
        let wait = rates.check(&address(1)).unwrap_err();
        assert!(wait > Duration::ZERO && wait <= Duration::from_secs(1), "{wait:?}");
        assert!(rates.check(&address(2)).is_ok());
        let name = || "ci".into();
        for client in [ClientKey::Token(name()), ClientKey::Subject(name())] {
            assert!(rates.check(&client).is_ok() && rates.check(&client).is_ok() && rates.check(&client).is_err());
        }
    }

    #[test]
    fn the_number_of_clients_is_bounded_and_the_rest_share_a_rate() {
        let rates = rates(1, 1);
        for number in 0..20_000 {
            let _ = rates.check(&address(number));
        }
        assert!(rates.limiter.len() <= MOST_CLIENTS + 1);
        assert!(rates.check(&address(1_000_000)).is_err(), "the rest has used its rate up");
        assert!(rates.check(&ClientKey::Token("ci".into())).is_ok(), "a named client is always counted by itself");
    }
}
