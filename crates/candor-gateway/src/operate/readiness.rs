//! Whether the gateway takes calls.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

const STARTING: u8 = 0;
const READY: u8 = 1;
const DRAINING: u8 = 2;

/// Whether the gateway takes calls, for those who send them to it. Clones share it.
///
/// It is starting until [`ready`](Readiness::ready), and stays draining once it is.
///
/// ```
/// # use candor_gateway::Readiness;
/// let readiness = Readiness::default();
/// assert!(!readiness.is_ready());
/// readiness.ready();
/// assert!(readiness.is_ready());
/// readiness.draining();
/// readiness.ready();
/// assert!(!readiness.is_ready());
/// ```
#[derive(Debug, Clone, Default)]
pub struct Readiness(Arc<AtomicU8>);

impl Readiness {
    /// It takes calls from now on, unless it is draining.
    pub fn ready(&self) {
        let _ = self.0.compare_exchange(STARTING, READY, Ordering::AcqRel, Ordering::Acquire);
    }

    /// It takes no calls any more; running ones end.
    pub fn draining(&self) {
        self.0.store(DRAINING, Ordering::Release);
    }

    /// Whether it takes calls.
    #[must_use]
    pub fn is_ready(&self) -> bool {
        self.0.load(Ordering::Acquire) == READY
    }

    /// Whether it is about to end.
    #[must_use]
    pub fn is_draining(&self) -> bool {
        self.0.load(Ordering::Acquire) == DRAINING
    }
}
