//! What a client wants to be told of by servers: messages of a log, and changes of resources.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// How many resources a client may subscribe to.
const MOST_SUBSCRIPTIONS: usize = 1_000;
/// The levels of a log, as the protocol has them.
const LEVELS: [&str; 8] = ["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"];

/// What a client wants to be told of.
#[derive(Debug, Default)]
pub(super) struct Wishes(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    level: Option<&'static str>,
    /// The places of the servers, by the addresses of resources.
    subscribed: BTreeMap<Box<str>, usize>,
}

/// The client has subscribed to as many resources as it may.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::mcp) struct TooMany;

impl Wishes {
    /// From which level on it wants messages of logs.
    pub(super) fn level(&self) -> Option<&'static str> {
        self.state().level
    }

    /// Wants messages from this level on; whether there is such a level.
    pub(super) fn set_level(&self, level: &str) -> bool {
        let known = LEVELS.into_iter().find(|known| *known == level);
        if known.is_some() {
            self.state().level = known;
        }
        known.is_some()
    }

    pub(super) fn subscribe(&self, uri: &str, server: usize) -> Result<(), TooMany> {
        let mut state = self.state();
        if state.subscribed.len() >= MOST_SUBSCRIPTIONS && !state.subscribed.contains_key(uri) {
            return Err(TooMany);
        }
        state.subscribed.insert(uri.into(), server);
        Ok(())
    }

    /// The server that the resource is of, if the client had subscribed to it.
    pub(super) fn unsubscribe(&self, uri: &str) -> Option<usize> {
        self.state().subscribed.remove(uri)
    }

    /// The resources of this server that it has subscribed to.
    pub(super) fn subscribed_at(&self, server: usize) -> Vec<Box<str>> {
        let state = self.state();
        state.subscribed.iter().filter(|(_, at)| **at == server).map(|(uri, _)| uri.clone()).collect()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // Nothing that panics runs while it is held.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subscriptions_are_counted_and_levels_are_those_of_the_protocol() {
        let wishes = Wishes::default();
        for number in 0..MOST_SUBSCRIPTIONS {
            assert_eq!(wishes.subscribe(&format!("a:{number}"), number % 2), Ok(()));
        }
        assert_eq!(wishes.subscribe("a:more", 0), Err(TooMany));
        assert_eq!(wishes.subscribe("a:7", 0), Ok(()), "it is there already");
        assert_eq!((wishes.unsubscribe("a:7"), wishes.unsubscribe("a:7")), (Some(0), None));
        assert_eq!(wishes.subscribe("a:more", 0), Ok(()));
        assert_eq!(wishes.subscribed_at(1).len(), MOST_SUBSCRIPTIONS / 2 - 1);
        assert!(wishes.set_level("warning") && !wishes.set_level("loud"));
        assert_eq!(wishes.level(), Some("warning"));
    }
}
