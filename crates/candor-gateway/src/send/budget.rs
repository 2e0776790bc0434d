//! One budget of bytes for all bodies of answers that the process holds.

use std::sync::Arc;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The memory that the bodies of all answers may take together. Clones share it.
///
/// A body that held a part and waited for more could wait for one that does the same, for ever. So there are two pools, and a
/// body waits at most once while it holds something: it begins with [`FIRST`] bytes of the first pool, and if it is longer, takes
/// the most that it can still become from the second, all at once. Whoever has that waits for nothing any more.
#[derive(Debug, Clone)]
pub(crate) struct BodyBudget {
    first: Pool,
    rest: Pool,
}

#[derive(Debug, Clone)]
struct Pool {
    free: Arc<Semaphore>,
    bytes: u32,
}

/// What a body takes before it is known to be longer.
pub(super) const FIRST: usize = 32 * 1024;
/// The part of the budget that bodies begin with.
const FIRST_PART: usize = 4;

/// What one body holds of the budget; it is given back when this is dropped.
#[derive(Debug, Default)]
pub(crate) struct BodyShare {
    first: Option<OwnedSemaphorePermit>,
    rest: Option<OwnedSemaphorePermit>,
}

impl BodyBudget {
    /// The budget, unless another is set: 16 MiB.
    pub(crate) const DEFAULT: usize = 16 * 1024 * 1024;

    /// A budget of so many bytes: at least 256 KiB, so that calls get ahead.
    pub(crate) fn new(bytes: usize) -> BodyBudget {
        let bytes = bytes.max(8 * FIRST);
        let first = bytes / FIRST_PART;
        BodyBudget { first: Pool::new(first), rest: Pool::new(bytes - first) }
    }

    /// A share for the beginning of a body of which no more than this is wanted. It waits until there is room.
    pub(super) async fn begin(&self, most: usize) -> BodyShare {
        BodyShare { first: self.first.take(most.min(FIRST)).await, rest: None }
    }

    /// The share of a body that is longer than its beginning, and can become this long. It waits until there is room.
    pub(super) async fn extend(&self, share: &mut BodyShare, most: usize) {
        if share.rest.is_none() {
            share.rest = self.rest.take(most.saturating_sub(FIRST)).await;
        }
    }

    /// How many bytes are free.
    #[cfg(test)]
    pub(crate) fn free(&self) -> usize {
        self.first.free.available_permits() + self.rest.free.available_permits()
    }
}

impl Pool {
    fn new(bytes: usize) -> Pool {
        let bytes = u32::try_from(bytes.min(Semaphore::MAX_PERMITS)).unwrap_or(u32::MAX);
        Pool { free: Arc::new(Semaphore::new(bytes as usize)), bytes }
    }

    /// So many bytes of it; all of them, if it has no more.
    async fn take(&self, bytes: usize) -> Option<OwnedSemaphorePermit> {
        let bytes = u32::try_from(bytes).unwrap_or(u32::MAX).min(self.bytes);
        if bytes == 0 {
            return None;
        }
        // A pool is never closed.
        Arc::clone(&self.free).acquire_many_owned(bytes).await.ok()
    }
}

impl BodyShare {
    /// Gives back what the body turned out not to need.
    pub(super) fn shrink_to(&mut self, length: usize) {
        for (permit, needed) in [(&mut self.first, length.min(FIRST)), (&mut self.rest, length.saturating_sub(FIRST))] {
            if let Some(held) = permit {
                drop(held.split(held.num_permits().saturating_sub(needed)));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::future::Future;
    use std::pin::pin;
    use std::task::{Context, Poll, Waker};

    const KIB: usize = 1024;

    fn poll<F: Future>(future: std::pin::Pin<&mut F>) -> Poll<F::Output> {
        future.poll(&mut Context::from_waker(Waker::noop()))
    }

    #[tokio::test]
    async fn what_a_body_does_not_need_is_given_back() {
        let budget = BodyBudget::new(1024 * KIB);
        let mut share = budget.begin(200 * KIB).await;
        assert_eq!(budget.free(), 1024 * KIB - FIRST);
        budget.extend(&mut share, 200 * KIB).await;
        assert_eq!(budget.free(), 824 * KIB);
        share.shrink_to(40 * KIB);
        assert_eq!(budget.free(), 984 * KIB);
        drop(share);
        assert_eq!(budget.free(), 1024 * KIB);
    }

    #[tokio::test]
    async fn a_body_waits_until_another_is_done() {
        let budget = BodyBudget::new(256 * KIB);
        let mut one = budget.begin(150 * KIB).await;
        budget.extend(&mut one, 150 * KIB).await;
        let mut other = budget.begin(150 * KIB).await;
        {
            let mut waiting = pin!(budget.extend(&mut other, 150 * KIB));
            assert!(poll(waiting.as_mut()).is_pending());
            drop(one);
            assert!(poll(waiting).is_ready());
        }
        drop(other);
        assert_eq!(budget.free(), 256 * KIB);
    }

    #[tokio::test]
    async fn a_body_with_a_cap_above_the_budget_gets_all_of_it() {
        let budget = BodyBudget::new(256 * KIB);
        let mut share = budget.begin(KIB * KIB).await;
        budget.extend(&mut share, KIB * KIB).await;
        assert_eq!(budget.free(), 64 * KIB - FIRST);
    }
}
