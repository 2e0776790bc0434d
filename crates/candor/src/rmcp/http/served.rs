//! The requests of sessions that are being served.

use ::http::HeaderValue;
use ::rmcp::model::RequestId;
use bytes::Bytes;
use http_body::{Body, Frame, SizeHint};
use http_body_util::BodyExt;
use http_body_util::combinators::BoxBody;
use std::collections::HashSet;
use std::hash::{BuildHasher, RandomState};
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};

/// How many requests are kept track of; those beyond are served all the same.
const MAX_SERVED: usize = 65_536;

/// Which request of which session is being served: of two with one id, `rmcp` never answers the first. Clones share it.
///
/// Only hashes are kept, under a key of their own: a session or an id can be as long as a request.
#[derive(Debug, Clone, Default)]
pub(super) struct Served {
    key: Arc<RandomState>,
    hashes: Arc<Mutex<HashSet<u64>>>,
}

/// The id is that of a request of the same session.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Duplicate;

impl Served {
    /// Takes a request on until what is returned is dropped.
    pub(super) fn enter(&self, session: &HeaderValue, id: &RequestId) -> Result<Ticket, Duplicate> {
        let hash = self.key.hash_one((session.as_bytes(), id));
        self.with(|hashes| {
            if hashes.contains(&hash) {
                return Err(Duplicate);
            }
            let has_room = hashes.len() < MAX_SERVED;
            if has_room {
                hashes.insert(hash);
            }
            Ok(Ticket { served: self.clone(), hash: has_room.then_some(hash) })
        })
    }

    fn with<T>(&self, change: impl FnOnce(&mut HashSet<u64>) -> T) -> T {
        // No change panics halfway, so a poisoned set is whole.
        change(&mut self.hashes.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Frees the id of a request when it is dropped.
#[derive(Debug)]
pub(super) struct Ticket {
    served: Served,
    hash: Option<u64>,
}

/// The same body, which holds this until it has ended or is dropped.
pub(super) fn holding<E: 'static>(
    held: impl Send + Sync + Unpin + 'static,
    body: BoxBody<Bytes, E>,
) -> BoxBody<Bytes, E> {
    Holding { body, held: Some(held) }.boxed()
}

impl Drop for Ticket {
    fn drop(&mut self) {
        if let Some(hash) = self.hash {
            self.served.with(|hashes| hashes.remove(&hash));
        }
    }
}

/// A body and what the request that it answers has taken.
struct Holding<T, E> {
    body: BoxBody<Bytes, E>,
    held: Option<T>,
}

impl<T: Unpin, E> Body for Holding<T, E> {
    type Data = Bytes;
    type Error = E;

    fn poll_frame(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, E>>> {
        let polled = Pin::new(&mut self.body).poll_frame(context);
        if matches!(polled, Poll::Ready(None | Some(Err(_)))) || self.body.is_end_stream() {
            self.held = None;
        }
        polled
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use http_body_util::{Empty, Full};

    fn number(id: usize) -> RequestId {
        RequestId::Number(i64::try_from(id).unwrap())
    }

    const ONE: HeaderValue = HeaderValue::from_static("one");
    const TWO: HeaderValue = HeaderValue::from_static("two");

    #[test]
    fn an_id_is_in_use_within_its_session_until_its_ticket_is_dropped() {
        let served = Served::default();
        let ticket = served.enter(&ONE, &number(1)).unwrap();
        assert_eq!(served.enter(&ONE, &number(1)).err(), Some(Duplicate));
        let others = [
            served.enter(&TWO, &number(1)),
            served.enter(&ONE, &RequestId::String("1".into())),
            served.enter(&ONE, &number(2)),
        ];
        assert!(others.iter().all(Result::is_ok));
        drop((ticket, others));
        assert!(served.enter(&ONE, &number(1)).is_ok());
        assert_eq!(served.with(|hashes| hashes.len()), 0);
    }

    #[tokio::test]
    async fn a_body_gives_its_ticket_back_when_it_has_ended_or_is_dropped() {
        let served = Served::default();
        let enter = || served.enter(&ONE, &number(1));
        let mut body = holding(enter().unwrap(), Full::new(Bytes::from("hi")).boxed());
        assert!(enter().is_err());
        assert!(body.frame().await.is_some());
        assert!(enter().is_ok(), "that was the last frame");
        let body = holding(enter().unwrap(), Empty::new().boxed());
        assert!(enter().is_err());
        drop(body);
        assert!(enter().is_ok());
    }

    #[test]
    fn what_there_is_no_room_for_is_not_kept_track_of() {
        let served = Served::default();
        let tickets: Vec<_> = (0..MAX_SERVED + 2).map(|id| served.enter(&ONE, &number(id)).unwrap()).collect();
        assert_eq!(served.with(|hashes| hashes.len()), MAX_SERVED);
        assert!(served.enter(&ONE, &number(0)).is_err());
        assert!(served.enter(&ONE, &number(MAX_SERVED)).is_ok());
        drop(tickets);
        assert_eq!(served.with(|hashes| hashes.len()), 0);
    }
}
