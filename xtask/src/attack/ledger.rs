//! Which requests were asked, and how often each was answered.

use super::outcome::Outcome;
use crate::mcp::answered_id;
use std::collections::HashSet;

/// The requests of one client, by their ids as JSON.
#[derive(Debug, Default)]
pub(crate) struct Ledger {
    open: HashSet<String>,
    in_vain: HashSet<String>,
    asked: u64,
    doubled: u64,
}

impl Ledger {
    /// A request that has to be answered once.
    pub(crate) fn ask(&mut self, id: impl Into<String>) {
        self.asked += 1;
        self.open.insert(id.into());
    }

    /// A request that may be answered once, and need not be: one that was cancelled, say.
    pub(super) fn ask_in_vain(&mut self, id: impl Into<String>) {
        self.asked += 1;
        self.in_vain.insert(id.into());
    }

    /// An answer.
    pub(super) fn answer(&mut self, id: &str) {
        if !self.open.remove(id) && !self.in_vain.remove(id) {
            self.doubled += 1;
        }
    }

    /// Notes the message, if it is an answer.
    pub(crate) fn note(&mut self, message: &[u8]) {
        if let Some(id) = answered_id(message) {
            self.answer(&id);
        }
    }

    /// How many are still to be answered.
    pub(crate) fn waiting(&self) -> usize {
        self.open.len()
    }

    /// How many answers were too many.
    pub(crate) fn doubled(&self) -> u64 {
        self.doubled
    }

    /// Adds what is missing and what came twice.
    pub(super) fn close(&self, outcome: &mut Outcome) {
        outcome.tried += self.asked;
        outcome.lost += self.open.len() as u64;
        outcome.doubled += self.doubled;
        if !self.open.is_empty() {
            let examples: Vec<_> = self.open.iter().map(String::as_str).take(5).collect();
            outcome.over.push(format!("not answered: {}", examples.join(", ")));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Ledger, Outcome};

    #[test]
    fn a_request_is_answered_once_and_a_cancelled_one_at_most_once() {
        let mut ledger = Ledger::default();
        for id in ["1", "2", "3"] {
            ledger.ask(id);
        }
        ledger.ask_in_vain("4");
        ledger.ask_in_vain("5");
        for id in ["1", "2", "2", "5", "9"] {
            ledger.answer(id);
        }
        let mut outcome = Outcome::new("stdio", "all");
        ledger.close(&mut outcome);
        assert_eq!((outcome.tried, outcome.lost, outcome.doubled), (5, 1, 2));
        assert_eq!(outcome.over, ["not answered: 3"]);
    }
}
