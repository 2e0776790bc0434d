//! What becomes of the lines that a process writes.

use super::ChildServer;
use super::link::{Link, Lost};
use crate::frame::{Frame, Id, IdKey, Kind};
use crate::send::mcp::question::Asked;
use crate::send::mcp::{ServerAnswer, ServerEvent};
use candor::rmcp::relay::Relay;
use serde_json::value::RawValue;
use std::sync::Arc;

/// Handles a line.
pub(super) fn line(server: &ChildServer, link: &Arc<Link>, line: &[u8]) {
    if line.trim_ascii().is_empty() {
        return;
    }
    if let Some(frame) = Frame::read(line) {
        return one(server, link, &frame);
    }
    match several(line) {
        Some(messages) => {
            for frame in messages.into_iter().filter_map(|text| Frame::read(text.as_bytes())) {
                one(server, link, &frame);
            }
        }
        None => garbage(link, line),
    }
}

/// Several messages in one line, one after the other or as a batch; none if anything else is in it.
fn several(line: &[u8]) -> Option<Vec<&str>> {
    let text = std::str::from_utf8(line).ok()?;
    let messages = match serde_json::from_str::<Vec<&RawValue>>(text) {
        Ok(batch) => batch,
        Err(_) => serde_json::Deserializer::from_str(text).into_iter::<&RawValue>().collect::<Result<_, _>>().ok()?,
    };
    (!messages.is_empty()).then(|| messages.into_iter().map(RawValue::get).collect())
}

/// A line that is no message. If it is what is left of an answer, whoever waits for that is told.
fn garbage(link: &Link, line: &[u8]) {
    let id = line.trim_ascii_start().starts_with(b"{").then(|| Relay::id_in(line)).flatten();
    match id.as_deref().and_then(number) {
        Some(id) => {
            link.answer(id, Err(Lost::Malformed));
        }
        None => tracing::debug!(bytes = line.len(), "a server wrote a line that is no message"),
    }
}

/// Handles a line that was dropped while it arrived.
pub(super) fn dropped(link: &Link, id: Option<&str>, is_request: bool, is_too_long: bool) {
    let Some(id) = id.filter(|_| !is_request).and_then(number) else { return };
    link.answer(id, Err(if is_too_long { Lost::TooLong } else { Lost::NoRoom }));
}

fn number(id: &str) -> Option<u64> {
    match IdKey::of(id)? {
        IdKey::Integer(id) => u64::try_from(id).ok(),
        IdKey::Text(_) | IdKey::Number(_) => None,
    }
}

fn one(server: &ChildServer, link: &Arc<Link>, frame: &Frame<'_>) {
    link.note_message();
    match &frame.kind {
        Kind::Answer { id } => answer(link, *id, frame),
        Kind::Request { id, method } => {
            let asked = Asked { id: *id, method, params: frame.params };
            link.question(&server.announced, &asked, server.limits.longest);
        }
        Kind::Notification { method } if method == "notifications/progress" => {
            let token = frame.param::<&RawValue>("progressToken").and_then(|token| number(token.get()));
            if let (Some(token), Some(params)) = (token, frame.params) {
                link.progress(token, params);
            }
        }
        Kind::Notification { method } if method == "notifications/cancelled" => {
            if let Some(id) = frame.param::<&RawValue>("requestId") {
                link.cancel_question(id.get());
                number(id.get()).into_iter().for_each(|id| link.ends_listening(id));
            }
        }
        Kind::Notification { method } => match ServerEvent::of(method) {
            Some(event) => server.publisher.tell(event),
            None if link.tell(subscription(frame), method, frame.params) => {}
            None => server.publisher.notify(method, frame.params),
        },
    }
}

/// The id of the request by which somebody listens to this.
fn subscription(frame: &Frame<'_>) -> Option<u64> {
    let id: &RawValue = frame.meta("io.modelcontextprotocol/subscriptionId")?;
    number(id.get())
}

fn answer(link: &Link, id: Id<'_>, frame: &Frame<'_>) {
    let outcome = match (frame.error, frame.result) {
        (Some(error), _) => ServerAnswer::Error(error.to_owned()),
        (None, Some(result)) => ServerAnswer::Result(result.to_owned()),
        (None, None) => return,
    };
    let is_awaited = number(id.json()).is_some_and(|id| link.answer(id, Ok(outcome)));
    if !is_awaited {
        tracing::debug!(id = id.json(), "a server answered what nobody waits for");
    }
}
