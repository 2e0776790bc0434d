//! One budget of bytes for all bodies of answers that the process holds.

mod answer_share;

pub(crate) use answer_share::{AnswerShare, HeldBody};

use std::sync::Arc;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The memory that the bodies of all answers may take together. Clones share it.
///
/// A body that held a part and waited for more could wait for one that does the same, for ever. So there are two pools, and a
/// body waits at most once while it holds something: it begins with [`FIRST`] bytes of the first pool, and if it is longer, takes
/// the most that it can still become from the second, all at once. Whoever has that waits for nothing any more.
///
/// Of each pool, one API among several gets a half at most: one whose bodies never end cannot keep the others from theirs.
#[derive(Debug, Clone)]
pub(crate) struct BodyBudget {
    first: Pool,
    rest: Pool,
}

/// A part of the budget.
#[derive(Debug, Clone)]
struct Pool {
    all: Permits,
    /// What one API may have of it, if there are others.
    own: Option<Permits>,
}

#[derive(Debug, Clone)]
struct Permits {
    free: Arc<Semaphore>,
    bytes: u32,
}

/// What a body takes before it is known to be longer.
pub(super) const FIRST: usize = 32 * 1024;
/// The part of the budget that bodies begin with.
const FIRST_PART: usize = 2;
/// The part of the budget that one API among several may take.
const OWN_PART: u32 = 2;

/// What one body holds of the budget; it is given back when this is dropped.
#[derive(Debug, Default)]
pub(crate) struct BodyShare {
    first: Held,
    rest: Held,
}

/// What one body holds of a pool.
#[derive(Debug, Default)]
struct Held {
    all: Option<OwnedSemaphorePermit>,
    own: Option<OwnedSemaphorePermit>,
}

impl BodyBudget {
    /// The budget, unless another is set: 8 MiB.
    pub(crate) const DEFAULT: usize = 8 * 1024 * 1024;

    /// A budget of so many bytes: at least 256 KiB, so that calls get ahead.
    pub(crate) fn new(bytes: usize) -> BodyBudget {
        let bytes = bytes.max(8 * FIRST);
        let first = bytes / FIRST_PART;
        let pool = |bytes| Pool { all: Permits::new(bytes), own: None };
        BodyBudget { first: pool(first), rest: pool(bytes - first) }
    }

    /// The same budget, as one of so many APIs may use it.
    pub(crate) fn of_one(&self, apis: usize) -> BodyBudget {
        if apis < 2 {
            return self.clone();
        }
        BodyBudget { first: self.first.of_one(), rest: self.rest.of_one() }
    }

    /// A share for the beginning of a body of which no more than this is wanted. It waits until there is room.
    pub(super) async fn begin(&self, most: usize) -> BodyShare {
        BodyShare { first: self.first.take(most.min(FIRST)).await, rest: Held::default() }
    }

    /// The share of a body that is longer than its beginning, and can become this long. It waits until there is room.
    pub(super) async fn extend(&self, share: &mut BodyShare, most: usize) {
        if share.rest.all.is_none() {
            share.rest = self.rest.take(most.saturating_sub(FIRST)).await;
        }
    }

    /// How many bytes are free.
    #[cfg(test)]
    pub(crate) fn free(&self) -> usize {
        self.first.all.free.available_permits() + self.rest.all.free.available_permits()
    }
}

impl Pool {
    fn of_one(&self) -> Pool {
        let own = Permits::new((self.all.bytes / OWN_PART) as usize);
        Pool { all: self.all.clone(), own: Some(own) }
    }

    /// So many bytes of it. A body waits for the part of its API first: as long as it does, it takes nothing from others.
    async fn take(&self, bytes: usize) -> Held {
        let own = match &self.own {
            Some(own) => own.take(bytes).await,
            None => None,
        };
        Held { all: self.all.take(bytes).await, own }
    }
}

impl Permits {
    fn new(bytes: usize) -> Permits {
        let bytes = u32::try_from(bytes.min(Semaphore::MAX_PERMITS)).unwrap_or(u32::MAX);
        Permits { free: Arc::new(Semaphore::new(bytes as usize)), bytes }
    }

    /// So many of them; all, if there are no more.
    async fn take(&self, bytes: usize) -> Option<OwnedSemaphorePermit> {
        let bytes = u32::try_from(bytes).unwrap_or(u32::MAX).min(self.bytes);
        if bytes == 0 {
            return None;
        }
        // The semaphore is never closed.
        Arc::clone(&self.free).acquire_many_owned(bytes).await.ok()
    }
}

impl BodyShare {
    /// Gives back what the body turned out not to need.
    pub(super) fn shrink_to(&mut self, length: usize) {
        self.first.shrink_to(length.min(FIRST));
        self.rest.shrink_to(length.saturating_sub(FIRST));
    }
}

impl Held {
    fn shrink_to(&mut self, needed: usize) {
        for held in [&mut self.all, &mut self.own].into_iter().flatten() {
            drop(held.split(held.num_permits().saturating_sub(needed)));
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
        assert_eq!(budget.free(), 128 * KIB - FIRST);
    }

    #[tokio::test]
    async fn one_api_among_several_gets_a_half_at_most() {
        let budget = BodyBudget::new(256 * KIB);
        let (one, other) = (budget.of_one(2), budget.of_one(2));
        let (first, second) = (one.begin(FIRST).await, one.begin(FIRST).await);
        {
            let mut waiting = pin!(one.begin(FIRST));
            assert!(poll(waiting.as_mut()).is_pending());
            other.begin(FIRST).await;
            drop(first);
            assert!(poll(waiting).is_ready());
        }
        drop(second);
        assert_eq!(budget.free(), 256 * KIB);
        assert_eq!(one.first.own.unwrap().free.available_permits(), 2 * FIRST);
    }
}
