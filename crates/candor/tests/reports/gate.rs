//! What a log waits at.

use std::sync::{Arc, Condvar, Mutex};
use std::time::Duration;

/// Closed until it is opened.
#[derive(Clone, Default)]
pub(crate) struct Gate(Arc<(Mutex<bool>, Condvar)>);

impl Gate {
    pub(crate) fn pass(&self) {
        let mut is_open = self.0.0.lock().unwrap();
        while !*is_open {
            is_open = self.0.1.wait(is_open).unwrap();
        }
    }

    pub(crate) fn open(&self) {
        *self.0.0.lock().unwrap() = true;
        self.0.1.notify_all();
    }
}

/// Longer than anything takes here.
pub(crate) const LONG: Duration = Duration::from_secs(20);
