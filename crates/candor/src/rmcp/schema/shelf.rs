//! Where validators of parts are kept.

use super::document::Part;
use jsonschema::Validator;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

type Validators = BTreeMap<usize, Option<Arc<Validator>>>;

/// A number of validators by their part's place in memory, and no more than fit; also which could not be built.
pub(super) struct Shelf {
    most: usize,
    validators: Mutex<Validators>,
}

impl Shelf {
    pub(super) fn new(most: usize) -> Shelf {
        Shelf { most, validators: Mutex::default() }
    }

    pub(super) fn get(&self, part: &Part<'_>) -> Option<Option<Arc<Validator>>> {
        self.validators().get(&key(part)).cloned()
    }

    /// Keeps a validator if there is room; says whether there was.
    pub(super) fn put(&self, part: &Part<'_>, validator: &Option<Arc<Validator>>) -> bool {
        let mut validators = self.validators();
        let has_room = validators.len() < self.most;
        if has_room {
            validators.insert(key(part), validator.clone());
        }
        has_room
    }

    pub(super) fn is_full(&self) -> bool {
        self.validators().len() >= self.most
    }

    fn validators(&self) -> MutexGuard<'_, Validators> {
        // Whoever panicked while it was held has left a whole map.
        self.validators.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn key(part: &Part<'_>) -> usize {
    std::ptr::from_ref(part.schema).addr()
}
