//! Validators of subschemas that were compiled before.

use super::document::Subschema;
use jsonschema::Validator;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

type Validators = BTreeMap<usize, Option<Arc<Validator>>>;

/// A bounded number of validators, by the address of their subschema; also which subschemas could not be compiled.
pub(super) struct ValidatorCache {
    most: usize,
    validators: Mutex<Validators>,
}

impl ValidatorCache {
    pub(super) fn new(most: usize) -> ValidatorCache {
        ValidatorCache { most, validators: Mutex::default() }
    }

    pub(super) fn get(&self, part: &Subschema<'_>) -> Option<Option<Arc<Validator>>> {
        self.validators().get(&key(part)).cloned()
    }

    /// Keeps a validator if there is room; says whether there was.
    pub(super) fn put(&self, part: &Subschema<'_>, validator: &Option<Arc<Validator>>) -> bool {
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
        // No change of the map panics halfway, so it is whole.
        self.validators.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn key(part: &Subschema<'_>) -> usize {
    std::ptr::from_ref(part.schema).addr()
}
