//! The keys of an authorization server as they were last read.

mod source;

use super::Rejected;
use super::key_set::KeySet;
use crate::settings::KeySource;
use arc_swap::ArcSwapOption;
use source::Source;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How often keys are looked for anew at most, because a token is signed by one that is not known.
const BETWEEN_READS: Duration = Duration::from_secs(30);
/// The same as long as there are none.
const BETWEEN_FIRST_READS: Duration = Duration::from_secs(1);
/// How old keys may be before they are read again, so that those which were withdrawn are forgotten.
const MAX_AGE: Duration = Duration::from_secs(300);

/// The keys, and where they come from. They are read when they are needed: by one reader at a time, and no call is waited for
/// by another that has what it needs.
pub(super) struct KeyStore(Arc<Shared>);

struct Shared {
    source: Source,
    keys: ArcSwapOption<KeySet>,
    /// Held by whoever reads.
    reading: tokio::sync::Mutex<()>,
    last_read: Mutex<LastRead>,
}

/// The last time that keys were read, whether or not there were any.
#[derive(Default)]
struct LastRead {
    began: Option<Instant>,
    /// Why there were none.
    error: Option<String>,
}

impl KeyStore {
    /// Keys in a file are read at once, so that a mistake is seen at the start.
    pub(super) fn new(source: &KeySource) -> Result<KeyStore, String> {
        let source = Source::new(source)?;
        let first = match &source {
            Source::File(path) => Some(Arc::new(source::of_file(path)?)),
            Source::Url(..) => None,
        };
        let last_read = LastRead { began: first.is_some().then(Instant::now), error: None };
        Ok(KeyStore(Arc::new(Shared {
            source,
            keys: ArcSwapOption::new(first),
            reading: tokio::sync::Mutex::default(),
            last_read: Mutex::new(last_read),
        })))
    }

    /// The keys that are known; before they have been read, they are waited for.
    pub(super) async fn current(&self) -> Result<Arc<KeySet>, Rejected> {
        if let Some(keys) = self.0.keys.load_full() {
            if self.0.may_read_after(MAX_AGE) && self.0.reading.try_lock().is_ok() {
                // The old ones do until then.
                tokio::spawn(self.0.clone().read_unless_done(None, MAX_AGE));
            }
            return Ok(keys);
        }
        self.read(None, BETWEEN_FIRST_READS).await.ok_or_else(|| {
            let cause = self.0.last_read().error.clone().unwrap_or_else(|| "they were not read".to_owned());
            Rejected::NoKeys { cause: cause.into(), retry_after: BETWEEN_FIRST_READS }
        })
    }

    /// Keys that were read after these, if there are any, or if they may be looked for.
    pub(super) async fn newer_than(&self, known: &Arc<KeySet>) -> Option<Arc<KeySet>> {
        self.read(Some(known.clone()), BETWEEN_READS).await.filter(|keys| !Arc::ptr_eq(keys, known))
    }

    /// Reads in a task of its own: a client that goes away does not stop what others wait for.
    async fn read(&self, known: Option<Arc<KeySet>>, pause: Duration) -> Option<Arc<KeySet>> {
        tokio::spawn(self.0.clone().read_unless_done(known, pause)).await.ok().flatten()
    }
}

impl Shared {
    fn last_read(&self) -> std::sync::MutexGuard<'_, LastRead> {
        self.last_read.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn may_read_after(&self, pause: Duration) -> bool {
        self.last_read().began.is_none_or(|began| began.elapsed() >= pause)
    }

    /// Reads the keys, unless others than these are there or they were read a moment ago. If that fails, the old ones stay.
    async fn read_unless_done(self: Arc<Self>, known: Option<Arc<KeySet>>, pause: Duration) -> Option<Arc<KeySet>> {
        let _alone = self.reading.lock().await;
        let current = self.keys.load_full();
        let is_other = match (&current, &known) {
            (Some(current), Some(known)) => !Arc::ptr_eq(current, known),
            (Some(_) | None, Some(_) | None) => false,
        };
        if is_other || !self.may_read_after(pause) {
            return current;
        }
        self.last_read().began = Some(Instant::now());
        match self.source.read().await {
            Ok(keys) => {
                self.last_read().error = None;
                self.keys.store(Some(Arc::new(keys)));
            }
            Err(error) => {
                tracing::warn!(%error, "the keys of the authorization server could not be read");
                self.last_read().error = Some(error);
            }
        }
        self.keys.load_full()
    }
}
