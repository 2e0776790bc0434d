//! The files that settings are read from, and how each looked before it was read.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// The files that settings were read from, as each looked just before: what has changed since then, even while they were read, is not
/// in the settings.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SourceFiles(BTreeMap<PathBuf, Look>);

/// How a file looks from outside: when it was changed, and its length; none if it is not there.
type Look = Option<(SystemTime, u64)>;

impl SourceFiles {
    /// Notes how a file looks that is about to be read. Of several looks, the first one counts.
    pub(crate) fn note(&mut self, path: &Path) {
        self.0.entry(path.to_owned()).or_insert_with(|| look(path));
    }

    /// Adds those that are not among these yet.
    pub(crate) fn add(&mut self, others: &SourceFiles) {
        for (path, look) in &others.0 {
            self.0.entry(path.clone()).or_insert(*look);
        }
    }

    /// The same files, as they look now.
    pub(crate) fn now(&self) -> SourceFiles {
        SourceFiles(self.0.keys().map(|path| (path.clone(), look(path))).collect())
    }

    /// Whether one of them looks otherwise now.
    #[must_use]
    pub fn have_changed(&self) -> bool {
        self.0.iter().any(|(path, seen)| look(path) != *seen)
    }
}

fn look(path: &Path) -> Look {
    fs::metadata(path).ok().and_then(|data| Some((data.modified().ok()?, data.len())))
}
