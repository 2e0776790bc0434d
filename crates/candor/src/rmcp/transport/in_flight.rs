//! The requests that wait for their answer.

use crate::rmcp::memory::Charge;
use ::rmcp::model::RequestId;
use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet, VecDeque};
use std::hash::{BuildHasher, RandomState};
use std::sync::{Arc, Mutex, PoisonError};

/// How many cancelled ids are remembered.
const MAX_CANCELLED: usize = 4_096;

/// The ids of the requests that are not answered yet, and those that were cancelled. Clones share them.
#[derive(Debug, Clone, Default)]
pub(super) struct InFlight(Arc<Mutex<Ids>>);

/// No id is in both.
#[derive(Debug, Default)]
struct Ids {
    /// With what each has been charged.
    open: HashMap<RequestId, Arc<Charge>>,
    /// How many answers are being written: they still take room, but their ids may be used again, since their readers
    /// may have them already.
    leaving: usize,
    cancelled: CancelledIds,
}

/// The last ids that were cancelled. Their handlers may still answer, and such an answer looks like one to a later request
/// with the same id.
///
/// Only their hashes are kept, under a key of their own: an id can be as long as a line.
#[derive(Debug, Default)]
struct CancelledIds {
    key: RandomState,
    hashes: HashSet<u64>,
    /// The oldest first.
    order: VecDeque<u64>,
}

/// Why a request is not accepted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum EnterError {
    Duplicate,
    /// The id is that of a cancelled request.
    Cancelled,
    Full,
}

impl InFlight {
    /// Accepts a request, if its id is free and there are fewer than `limit`.
    pub(super) fn enter(&self, id: &RequestId, limit: usize, charge: Arc<Charge>) -> Result<(), EnterError> {
        self.with(|ids| {
            let count = ids.open.len() + ids.leaving;
            let Entry::Vacant(place) = ids.open.entry(id.clone()) else { return Err(EnterError::Duplicate) };
            if ids.cancelled.contains(id) {
                return Err(EnterError::Cancelled);
            }
            if count >= limit {
                return Err(EnterError::Full);
            }
            place.insert(charge);
            Ok(())
        })
    }

    /// The request is no longer in flight, and its id is not to be used again.
    pub(super) fn cancel(&self, id: &RequestId) {
        self.with(|ids| {
            if ids.open.remove(id).is_some() {
                ids.cancelled.add(id);
            }
        });
    }

    /// Frees the id, unless it was cancelled, and what the request was charged: its handler has ended. Its place is free when
    /// what is returned is dropped: when the answer is written, or can no longer be.
    pub(super) fn leaving(&self, id: Option<&RequestId>) -> Leaving {
        let charge = self.with(|ids| {
            let charge = id.and_then(|id| ids.open.remove(id));
            ids.leaving += usize::from(charge.is_some());
            charge
        });
        Leaving { in_flight: self.clone(), holds_place: charge.is_some() }
    }

    fn with<T>(&self, change: impl FnOnce(&mut Ids) -> T) -> T {
        // No change panics halfway, so a poisoned set is whole.
        change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl CancelledIds {
    fn contains(&self, id: &RequestId) -> bool {
        !self.hashes.is_empty() && self.hashes.contains(&self.key.hash_one(id))
    }

    fn add(&mut self, id: &RequestId) {
        let hash = self.key.hash_one(id);
        if self.hashes.insert(hash) {
            self.order.push_back(hash);
        }
        if self.order.len() > MAX_CANCELLED
            && let Some(oldest) = self.order.pop_front()
        {
            self.hashes.remove(&oldest);
        }
    }
}

/// Frees a place when it is dropped.
#[derive(Debug)]
pub(super) struct Leaving {
    in_flight: InFlight,
    holds_place: bool,
}

impl Drop for Leaving {
    fn drop(&mut self) {
        self.in_flight.with(|ids| ids.leaving = ids.leaving.saturating_sub(usize::from(self.holds_place)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rmcp::MemoryBudget;

    fn free() -> Arc<Charge> {
        Arc::new(MemoryBudget::of_process().open_charge())
    }

    fn id(number: usize) -> RequestId {
        RequestId::String(number.to_string().into())
    }

    #[test]
    fn a_late_answer_does_not_free_a_cancelled_id() {
        let in_flight = InFlight::default();
        assert_eq!(in_flight.enter(&id(1), 1, free()), Ok(()));
        in_flight.cancel(&id(1));
        assert_eq!(in_flight.enter(&id(2), 1, free()), Ok(()), "it does not count as in flight");
        drop(in_flight.leaving(Some(&id(1))));
        assert_eq!(in_flight.enter(&id(1), 10, free()), Err(EnterError::Cancelled));
        assert_eq!(in_flight.enter(&id(2), 10, free()), Err(EnterError::Duplicate));
    }

    #[test]
    fn an_id_is_free_when_its_answer_leaves_and_its_place_when_that_is_written() {
        let in_flight = InFlight::default();
        assert_eq!(in_flight.enter(&id(1), 1, free()), Ok(()));
        let leaving = in_flight.leaving(Some(&id(1)));
        assert_eq!(in_flight.enter(&id(1), 1, free()), Err(EnterError::Full));
        assert_eq!(in_flight.enter(&id(1), 2, free()), Ok(()));
        drop(leaving);
        assert_eq!(in_flight.enter(&id(2), 2, free()), Ok(()));
    }

    #[test]
    fn only_what_is_in_flight_can_be_cancelled() {
        let in_flight = InFlight::default();
        in_flight.cancel(&id(1));
        assert_eq!(in_flight.enter(&id(1), 1, free()), Ok(()));
        drop(in_flight.leaving(Some(&id(1))));
        in_flight.cancel(&id(1));
        assert_eq!(in_flight.enter(&id(1), 1, free()), Ok(()));
    }

    #[test]
    fn as_many_cancelled_ids_are_remembered_as_there_is_room_for() {
        let in_flight = InFlight::default();
        for number in 0..=MAX_CANCELLED {
            assert_eq!(in_flight.enter(&id(number), 1, free()), Ok(()));
            in_flight.cancel(&id(number));
        }
        in_flight.with(|ids| {
            assert_eq!((ids.cancelled.hashes.len(), ids.cancelled.order.len()), (MAX_CANCELLED, MAX_CANCELLED))
        });
        assert_eq!(in_flight.enter(&id(1), 1, free()), Err(EnterError::Cancelled));
        assert_eq!(in_flight.enter(&id(0), 1, free()), Ok(()));
    }
}
