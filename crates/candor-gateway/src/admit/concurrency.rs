//! How many calls of one client run at the same time.

use super::client::ClientKey;
use axum::body::{Body, Bytes};
use axum::response::Response;
use http_body::{Frame, SizeHint};
use std::collections::HashMap;
use std::num::NonZeroU32;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};

/// How many calls each client has under way. Who has none takes no room.
pub(super) struct Concurrency {
    limit: NonZeroU32,
    running: Arc<Mutex<HashMap<ClientKey, u32>>>,
}

/// The client has as many calls under way as it may.
#[derive(Debug)]
pub(super) struct Full {
    pub(super) limit: NonZeroU32,
}

/// A call that is under way until this is dropped.
#[derive(Debug)]
pub(super) struct Slot {
    client: ClientKey,
    running: Arc<Mutex<HashMap<ClientKey, u32>>>,
}

impl Concurrency {
    pub(super) fn new(limit: NonZeroU32) -> Concurrency {
        Concurrency { limit, running: Arc::default() }
    }

    /// The same calls under another limit.
    pub(super) fn with_limit(&self, limit: NonZeroU32) -> Concurrency {
        Concurrency { limit, running: self.running.clone() }
    }

    /// Begins a call of this client.
    pub(super) fn enter(&self, client: ClientKey) -> Result<Slot, Full> {
        let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        let count = running.entry(client.clone()).or_default();
        if *count >= self.limit.get() {
            return Err(Full { limit: self.limit });
        }
        *count += 1;
        Ok(Slot { client, running: self.running.clone() })
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = running.get_mut(&self.client) {
            *count -= 1;
            if *count == 0 {
                running.remove(&self.client);
            }
        }
    }
}

impl Slot {
    /// The response, until whose end the call is under way.
    pub(super) fn held_by(self, response: Response) -> Response {
        response.map(|body| Body::new(Held { body, _slot: self }))
    }
}

struct Held {
    body: Body,
    _slot: Slot,
}

impl http_body::Body for Held {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
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

    #[test]
    fn calls_that_are_under_way_count_against_another_limit_too() {
        let of = |number| NonZeroU32::new(number).unwrap();
        let client = || ClientKey::Token("ci".into());
        let first = Concurrency::new(of(2));
        let slots = [first.enter(client()).unwrap(), first.enter(client()).unwrap()];
        let second = first.with_limit(of(1));
        assert!(second.enter(client()).is_err());
        drop(slots);
        assert!(second.enter(client()).is_ok());
    }
}
