//! Definitions that a schema refers to.

use std::collections::HashSet;

/// Numbers of definitions, each once, in the order in which they were referred to.
#[derive(Debug, Clone, Default)]
pub(crate) struct References {
    listed: Vec<usize>,
    known: HashSet<usize>,
}

impl References {
    pub(super) fn insert(&mut self, index: usize) {
        if self.known.insert(index) {
            self.listed.push(index);
        }
    }

    pub(super) fn as_slice(&self) -> &[usize] {
        &self.listed
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = usize> {
        self.listed.iter().copied()
    }
}
