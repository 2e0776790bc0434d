//! The share of an answer that is on its way to the client.

use super::BodyShare;
use bytes::Bytes;
use http_body::{Body, Frame, SizeHint};
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};

/// The share of the budget that an answer takes until its client has read it. Clones share it; it is given back with the last of them.
///
/// A client that reads slowly holds the memory of its answer, and so has to hold its share.
#[derive(Debug, Clone, Default)]
pub(crate) struct AnswerShare(Arc<Mutex<BodyShare>>);

/// Every connection may hold this much beside the budget: what holds the share of a shorter answer would cost more than that is worth.
const SHORT: usize = 16 * 1024;

impl AnswerShare {
    /// The answer takes this share.
    pub(crate) fn keep(&self, share: BodyShare) {
        // Nothing panics while it is locked.
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = share;
    }

    /// The bytes of the answer, which hold the share as long as anybody holds them.
    pub(crate) fn held_by(&self, bytes: Bytes) -> Bytes {
        if bytes.len() <= SHORT {
            return bytes;
        }
        Bytes::from_owner(Held { bytes, _share: self.clone() })
    }
}

/// A body whose bytes hold the share.
pub(crate) struct HeldBody<B> {
    body: B,
    share: AnswerShare,
}

impl<B> HeldBody<B> {
    pub(crate) fn new(body: B, share: AnswerShare) -> HeldBody<B> {
        HeldBody { body, share }
    }
}

impl<B: Body<Data = Bytes> + Unpin> Body for HeldBody<B> {
    type Data = Bytes;
    type Error = B::Error;

    fn poll_frame(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, B::Error>>> {
        let frame = Pin::new(&mut self.body).poll_frame(context);
        frame.map_ok(|frame| frame.map_data(|data| self.share.held_by(data)))
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

struct Held {
    bytes: Bytes,
    _share: AnswerShare,
}

impl AsRef<[u8]> for Held {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

#[cfg(test)]
mod tests {
    use super::super::{BodyBudget, FIRST};
    use super::*;

    #[tokio::test]
    async fn the_share_is_given_back_with_the_last_of_the_bytes() {
        let budget = BodyBudget::new(1 << 20);
        let held = AnswerShare::default();
        held.keep(budget.begin(FIRST).await);
        let mut answer = held.held_by(Bytes::from(vec![b'a'; 2 * SHORT]));
        drop(held);
        let rest = answer.split_off(SHORT);
        drop(answer);
        assert_eq!(budget.free(), (1 << 20) - FIRST);
        drop(rest);
        assert_eq!(budget.free(), 1 << 20);
    }
}
