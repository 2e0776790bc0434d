//! The policy that a future runs under.

use crate::FailurePolicy;
use std::cell::RefCell;
use std::pin::Pin;
use std::task::{Context, Poll};

thread_local! {
    /// The policy of the future that this thread polls, if it has one.
    static CURRENT: RefCell<Option<FailurePolicy>> = const { RefCell::new(None) };
}

/// The policy of the scope, or the default one.
pub(super) fn current() -> FailurePolicy {
    // A thread that ends has no scope any more.
    CURRENT.try_with(|current| current.borrow().clone()).ok().flatten().unwrap_or_default()
}

/// A future that runs under a policy, whichever threads poll it.
pub(super) struct Scoped<F> {
    policy: FailurePolicy,
    future: Pin<Box<F>>,
}

impl<F: Future> Scoped<F> {
    pub(super) fn new(policy: FailurePolicy, future: F) -> Scoped<F> {
        Scoped { policy, future: Box::pin(future) }
    }
}

impl<F: Future> Future for Scoped<F> {
    type Output = F::Output;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<F::Output> {
        let _entered = Entered::new(self.policy.clone());
        self.future.as_mut().poll(context)
    }
}

/// Gives the thread its former policy back when it is dropped, also by a panic.
struct Entered {
    former: Option<FailurePolicy>,
}

impl Entered {
    fn new(policy: FailurePolicy) -> Entered {
        Entered { former: CURRENT.try_with(|current| current.replace(Some(policy))).ok().flatten() }
    }
}

impl Drop for Entered {
    fn drop(&mut self) {
        // Only what was replaced is dropped after the borrow has ended.
        drop(CURRENT.try_with(|current| current.replace(self.former.take())));
    }
}
