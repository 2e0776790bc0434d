//! Whoever is told of incidents, beside the log.

use crate::capture::catch_panic;
use crate::{Discretion, Incident};
use std::sync::Arc;

/// The functions that incidents are handed to.
#[derive(Clone, Default)]
pub(super) struct Observers(Vec<Arc<Observe>>);

type Observe = dyn Fn(&Incident) + Send + Sync;

impl Observers {
    pub(super) fn add(&mut self, observe: impl Fn(&Incident) + Send + Sync + 'static) {
        self.0.push(Arc::new(observe));
    }

    /// Tells the operator of an incident: in the log, and whoever observes.
    pub(super) fn report(&self, incident: &Incident, discretion: &Discretion) {
        incident.log(discretion);
        for observe in &self.0 {
            // An observer's defect must not become the caller's.
            let _ = catch_panic(|| observe(incident));
        }
    }
}

impl std::fmt::Debug for Observers {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Observers({})", self.0.len())
    }
}
