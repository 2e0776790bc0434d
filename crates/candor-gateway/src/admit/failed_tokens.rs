//! How many tokens of one address may fail.

use super::client::ClientKey;
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How many may fail at once, and how often after that. It needs no setting: guesses and signatures are checked at the expense
/// of all other clients.
const AT_ONCE: u32 = 50;
const BETWEEN: Duration = Duration::from_millis(100);
/// How many addresses are counted. Each lasts as long as its failures do, so that there are more only if 100,000 tokens fail a
/// second; then the others are not counted, rather than that all addresses pay for a few.
const MOST_ADDRESSES: usize = 10_000;

/// The tokens that failed. Each address has a moment until which its failures last; one whose moment is past takes no room
/// once that is needed.
#[derive(Debug, Default)]
pub(super) struct FailedTokens(Mutex<Failed>);

#[derive(Debug, Default)]
struct Failed {
    until: HashMap<ClientKey, Instant>,
    /// When the addresses were last gone through.
    cleaned: Option<Instant>,
}

impl FailedTokens {
    /// How long the address has to wait until a token of it is checked, if it has to. Nothing is counted.
    pub(super) fn check(&self, address: &ClientKey) -> Result<(), Duration> {
        let failed = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let lasts =
            failed.until.get(address).map(|until| until.saturating_duration_since(Instant::now())).unwrap_or_default();
        let wait = (lasts + BETWEEN).saturating_sub(BETWEEN * AT_ONCE);
        if wait.is_zero() { Ok(()) } else { Err(wait) }
    }

    /// Counts a token that failed.
    pub(super) fn count(&self, address: ClientKey) {
        let mut failed = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        let Failed { until, cleaned } = &mut *failed;
        let is_due = cleaned.is_none_or(|cleaned| now.saturating_duration_since(cleaned) >= BETWEEN);
        if until.len() >= MOST_ADDRESSES && is_due {
            *cleaned = Some(now);
            until.retain(|_, until| *until > now);
        }
        if until.len() < MOST_ADDRESSES || until.contains_key(&address) {
            let until = until.entry(address).or_insert(now);
            *until = now.max(*until) + BETWEEN;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::IpAddr;

    fn address(number: u32) -> ClientKey {
        ClientKey::of_address(IpAddr::from(number.to_be_bytes()))
    }

    #[test]
    fn addresses_are_counted_by_themselves_and_their_number_is_bounded() {
        let failed = FailedTokens::default();
        for _ in 0..AT_ONCE {
            assert!(failed.check(&address(1)).is_ok());
            failed.count(address(1));
        }
        // A moment may have passed since the first.
        failed.count(address(1));
        assert!(failed.check(&address(1)).unwrap_err() <= BETWEEN * 2);
        assert!(failed.check(&address(2)).is_ok());
        for number in 0..12_000 {
            for _ in 0..AT_ONCE {
                failed.count(address(number));
            }
        }
        assert!(failed.0.lock().unwrap().until.len() <= MOST_ADDRESSES);
    }
}
