//! Whether a request calls a tool, where that matters before anybody else reads it.

use axum::body::{Body, Bytes};
use http_body::{Frame, SizeHint};
use http_body_util::BodyExt;
use serde::Deserialize;
use std::borrow::Cow;
use std::collections::VecDeque;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

/// How much of a body is looked at. A longer one is taken for a call: hardly anything else is that long.
const MOST_READ: usize = 16 * 1024;
/// How long that may take to arrive; what takes longer is taken for a call.
const LONGEST_WAIT: Duration = Duration::from_secs(5);

/// Whether the request calls a tool, and its body as it was. The body says so, not a header: it is what is carried out. What is
/// not surely something else is a call, such as what cannot be read, a batch, or a message with two methods.
pub(super) async fn is_call(body: Body) -> (bool, Body) {
    let mut begun = Begun { read: VecDeque::new(), length: 0, rest: Some(body) };
    // What was read by then is kept.
    let _ = tokio::time::timeout(LONGEST_WAIT, begun.read()).await;
    let is_call = begun.text().is_none_or(|text| !is_surely_none(&text));
    (is_call, Body::new(begun))
}

fn is_surely_none(text: &[u8]) -> bool {
    #[derive(Deserialize)]
    struct Message<'a> {
        #[serde(borrow)]
        method: Option<Cow<'a, str>>,
    }
    let message: Result<Message<'_>, _> = serde_json::from_slice(text);
    // A message without a method is an answer to the gateway.
    message.is_ok_and(|message| message.method.is_none_or(|method| method != "tools/call"))
}

/// A body whose beginning was looked at.
struct Begun {
    read: VecDeque<Result<Frame<Bytes>, axum::Error>>,
    /// How long the data is that was read.
    length: usize,
    /// What follows; none once it has ended.
    rest: Option<Body>,
}

impl Begun {
    /// Reads to the end, to a mistake, or as much as is looked at.
    async fn read(&mut self) {
        while let Some(rest) = self.rest.as_mut().filter(|_| self.length <= MOST_READ) {
            match rest.frame().await {
                Some(frame) => {
                    let is_error = frame.is_err();
                    self.length += frame.as_ref().ok().and_then(Frame::data_ref).map_or(0, Bytes::len);
                    self.read.push_back(frame);
                    if is_error {
                        return;
                    }
                }
                None => self.rest = None,
            }
        }
    }

    /// The whole text, if it was read to the end.
    fn text(&self) -> Option<Vec<u8>> {
        if self.rest.is_some() {
            return None;
        }
        let data = self.read.iter().filter_map(|frame| frame.as_ref().ok().and_then(Frame::data_ref));
        Some(data.flatten().copied().collect())
    }
}

impl http_body::Body for Begun {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        if let Some(frame) = self.read.pop_front() {
            self.length -= frame.as_ref().ok().and_then(Frame::data_ref).map_or(0, Bytes::len);
            return Poll::Ready(Some(frame));
        }
        match &mut self.rest {
            Some(rest) => Pin::new(rest).poll_frame(context),
            None => Poll::Ready(None),
        }
    }

    fn is_end_stream(&self) -> bool {
        self.read.is_empty() && self.rest.as_ref().is_none_or(http_body::Body::is_end_stream)
    }

    fn size_hint(&self) -> SizeHint {
        let rest = self.rest.as_ref().map_or(SizeHint::with_exact(0), http_body::Body::size_hint);
        let length = self.length as u64;
        let mut hint = SizeHint::new();
        hint.set_lower(rest.lower().saturating_add(length));
        if let Some(upper) = rest.upper() {
            hint.set_upper(upper.saturating_add(length));
        }
        hint
    }
}
