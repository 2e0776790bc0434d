//! How many spans were sent and lost.

use std::sync::atomic::{AtomicU64, Ordering};

/// How many spans the collector has taken, and how many were dropped.
#[derive(Debug, Default)]
pub(super) struct Spans {
    exported: AtomicU64,
    dropped: AtomicU64,
}

impl Spans {
    pub(super) fn exported(&self) -> u64 {
        self.exported.load(Ordering::Relaxed)
    }

    pub(super) fn dropped(&self) -> u64 {
        self.dropped.load(Ordering::Relaxed)
    }

    pub(super) fn add_exported(&self, count: u64) {
        self.exported.fetch_add(count, Ordering::Relaxed);
    }

    pub(super) fn add_dropped(&self, count: u64) {
        self.dropped.fetch_add(count, Ordering::Relaxed);
    }
}
