//! The keys of an authorization server as they were last read.

mod source;

use super::Rejected;
use super::key_set::KeySet;
use crate::settings::KeySource;
use arc_swap::ArcSwapOption;
use source::Source;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::watch;

/// How long after a reading keys are looked for anew at the earliest, because a token is signed by one that is not known.
const BETWEEN_READS: Duration = Duration::from_secs(30);
/// The same as long as there are none.
const BETWEEN_FIRST_READS: Duration = Duration::from_secs(1);
/// How old keys may be before they are read again, so that those which were withdrawn are forgotten.
const MAX_AGE: Duration = Duration::from_secs(300);

/// The keys, and where they come from. They are read when they are needed: by one task at a time, whose end all that need it
/// wait for, and no call is waited for by another that has what it needs.
#[derive(Clone)]
pub(super) struct KeyStore(Arc<Shared>);

struct Shared {
    source: Source,
    keys: ArcSwapOption<KeySet>,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// When keys were last read, whether or not there were any: the end of it, so that a slow source is not read without pause.
    ended: Option<Instant>,
    /// Why there were none.
    error: Option<String>,
    /// The reading that is under way; it is over once its sender is gone.
    reading: Option<watch::Receiver<()>>,
}

impl KeyStore {
    /// Keys in a file are read at once, so that a mistake is seen at the start.
    pub(super) fn new(source: &KeySource) -> Result<KeyStore, String> {
        let source = Source::new(source)?;
        let first = match &source {
            Source::File(path) => Some(Arc::new(source::of_file(path)?)),
            Source::Url(..) => None,
        };
        let state = State { ended: first.is_some().then(Instant::now), ..State::default() };
        Ok(KeyStore(Arc::new(Shared { source, keys: ArcSwapOption::new(first), state: Mutex::new(state) })))
    }

    /// The same keys for settings that are read again, if they are still to come from here. Those of a file are read anew: it is
    /// there, and a mistake in it is seen at once.
    pub(super) fn for_source(&self, source: &KeySource) -> Option<KeyStore> {
        match (&self.0.source, source) {
            (Source::Url(ours, _), KeySource::Url(theirs)) if ours == theirs => Some(self.clone()),
            (Source::Url(..) | Source::File(_), _) => None,
        }
    }

    /// The keys that are known; before they have been read, they are waited for.
    pub(super) async fn current(&self) -> Result<Arc<KeySet>, Rejected> {
        if let Some(keys) = self.0.keys.load_full() {
            // The old ones do until there are others.
            let _ = self.read_after(Some(&keys), MAX_AGE);
            return Ok(keys);
        }
        self.read(None, BETWEEN_FIRST_READS).await.ok_or_else(|| {
            let cause = self.0.state().error.clone().unwrap_or_else(|| "they were not read".to_owned());
            Rejected::NoKeys { cause: cause.into(), retry_after: BETWEEN_FIRST_READS }
        })
    }

    /// Keys that were read after these, if there are any, or if they may be looked for.
    pub(super) async fn newer_than(&self, known: &Arc<KeySet>) -> Option<Arc<KeySet>> {
        self.read(Some(known), BETWEEN_READS).await.filter(|keys| !Arc::ptr_eq(keys, known))
    }

    /// Waits for the reading that is under way or may begin, if there is one, and gives what is known then.
    async fn read(&self, known: Option<&Arc<KeySet>>, pause: Duration) -> Option<Arc<KeySet>> {
        if let Some(mut reading) = self.read_after(known, pause) {
            // Nothing is ever sent: the sender goes when the task ends, however it does.
            let _ = reading.changed().await;
        }
        self.0.keys.load_full()
    }

    /// The reading that is under way. If there is none, one begins, unless others than these keys are there or the last one has
    /// ended a moment ago. It is a task of its own: a client that goes away does not stop what others wait for.
    fn read_after(&self, known: Option<&Arc<KeySet>>, pause: Duration) -> Option<watch::Receiver<()>> {
        let mut state = self.0.state();
        let is_other = match (&*self.0.keys.load(), known) {
            (Some(current), Some(known)) => !Arc::ptr_eq(current, known),
            (Some(_), None) => true,
            (None, Some(_) | None) => false,
        };
        if is_other {
            return None;
        }
        if let Some(reading) = state.reading.clone().filter(|reading| reading.has_changed().is_ok()) {
            return Some(reading);
        }
        if state.ended.is_some_and(|ended| ended.elapsed() < pause) {
            return None;
        }
        let (sender, receiver) = watch::channel(());
        state.reading = Some(receiver.clone());
        tokio::spawn(self.0.clone().read(sender));
        Some(receiver)
    }
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reads the keys. If that fails, the old ones stay.
    async fn read(self: Arc<Self>, reading: watch::Sender<()>) {
        let read = self.source.read().await;
        let mut state = self.state();
        state.ended = Some(Instant::now());
        match read {
            Ok(keys) => {
                state.error = None;
                self.keys.store(Some(Arc::new(keys)));
            }
            Err(error) => {
                tracing::warn!(%error, "the keys of the authorization server could not be read");
                state.error = Some(error);
            }
        }
        drop(reading);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpListener;

    /// A server that has the first of these bodies for the first request, and so on; an empty one is a failure.
    async fn server(bodies: &'static [&'static str]) -> (KeyStore, Arc<AtomicUsize>) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/", listener.local_addr().unwrap()).parse().unwrap();
        let requests = Arc::new(AtomicUsize::new(0));
        let counted = requests.clone();
        tokio::spawn(async move {
            while let Ok((mut stream, _)) = listener.accept().await {
                let mut head = Vec::new();
                while !head.ends_with(b"\r\n\r\n") {
                    head.push(stream.read_u8().await.unwrap());
                }
                let body = bodies[counted.fetch_add(1, Ordering::SeqCst)];
                let status = if body.is_empty() { 500 } else { 200 };
                let head =
                    format!("HTTP/1.1 {status} X\r\nConnection: close\r\nContent-Length: {}\r\n\r\n", body.len());
                stream.write_all(format!("{head}{body}").as_bytes()).await.unwrap();
            }
        });
        (KeyStore::new(&KeySource::Url(url)).unwrap(), requests)
    }

    const OLD: &str =
        r#"{"keys":[{"kty":"OKP","crv":"Ed25519","kid":"old","x":"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"}]}"#;
    const NEW: &str =
        r#"{"keys":[{"kty":"OKP","crv":"Ed25519","kid":"new","x":"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"}]}"#;

    impl KeyStore {
        /// As if the last reading were longer ago by this.
        fn has_aged(&self, by: Duration) {
            let mut state = self.0.state();
            state.ended = state.ended.and_then(|ended| ended.checked_sub(by));
        }
    }

    #[tokio::test]
    async fn an_unknown_key_is_looked_for_once_in_thirty_seconds() {
        let (store, requests) = server(&[OLD, NEW]).await;
        let old = store.current().await.unwrap();
        assert!(old.has("old"));
        assert!(store.newer_than(&old).await.is_none());
        store.has_aged(Duration::from_secs(29));
        assert!(store.newer_than(&old).await.is_none());
        assert_eq!(requests.load(Ordering::SeqCst), 1);
        store.has_aged(Duration::from_secs(1));
        let (one, other) = tokio::join!(store.newer_than(&old), store.newer_than(&old));
        assert!(one.unwrap().has("new") && other.unwrap().has("new"));
        assert_eq!(requests.load(Ordering::SeqCst), 2, "both have waited for one request");
        assert!(!store.current().await.unwrap().has("old"));
    }

    #[tokio::test]
    async fn known_keys_stay_while_no_others_can_be_had() {
        let (store, requests) = server(&[OLD, "", "<html>", NEW]).await;
        let old = store.current().await.unwrap();
        for so_far in 2..=3 {
            store.has_aged(BETWEEN_READS);
            assert!(store.newer_than(&old).await.is_none());
            assert!(store.current().await.unwrap().has("old"));
            assert_eq!(requests.load(Ordering::SeqCst), so_far);
        }
    }

    #[tokio::test]
    async fn old_keys_are_read_again_while_they_are_used() {
        let (store, requests) = server(&[OLD, NEW]).await;
        store.current().await.unwrap();
        store.has_aged(MAX_AGE);
        assert!(store.current().await.unwrap().has("old"), "nobody waits for the others");
        for _ in 0..1_000 {
            if store.current().await.unwrap().has("new") {
                assert_eq!(requests.load(Ordering::SeqCst), 2);
                return;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        panic!("the old keys are used for ever");
    }
}
