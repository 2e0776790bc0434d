//! A stream of events, each of which is a message.

use super::{MOST_HELD, too_long};
use crate::FailurePolicy;
use crate::rmcp::outbound::{self, Passed, Sent};
use crate::rmcp::refusal;
use crate::rmcp::shape::Scan;
use ::http::HeaderValue;
use bytes::Bytes;
use http_body::{Body, Frame};
use http_body_util::combinators::BoxBody;
use std::collections::{HashMap, VecDeque};
use std::hash::{BuildHasher, RandomState};
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, ready};

/// How many failures that left as events are remembered, for clients that resume a stream.
const MOST_SENT: usize = 16_384;

/// The failures that left as events. rmcp sends an event again as it was before it came here; it is known by its session, its
/// id, which rmcp gives it, and all that it says. Clones share it.
#[derive(Debug, Clone, Default)]
pub(in crate::rmcp::http) struct SentEvents {
    key: Arc<RandomState>,
    sent: Arc<Mutex<LatestEvents>>,
}

/// What is known of the latest events.
#[derive(Debug, Default)]
struct LatestEvents {
    known: HashMap<u64, Sent>,
    /// Oldest first.
    order: VecDeque<u64>,
}

impl LatestEvents {
    fn remember(&mut self, event: u64, sent: Sent) {
        if self.order.len() >= MOST_SENT
            && let Some(oldest) = self.order.pop_front()
        {
            self.known.remove(&oldest);
        }
        if self.known.insert(event, sent).is_none() {
            self.order.push_back(event);
        }
    }
}

impl SentEvents {
    /// Those of one session.
    pub(super) fn of_session(&self, session: Option<&HeaderValue>) -> SentInSession {
        let session = self.key.hash_one(session.map(HeaderValue::as_bytes));
        SentInSession { session, events: self.clone() }
    }
}

pub(super) struct SentInSession {
    session: u64,
    events: SentEvents,
}

impl SentInSession {
    /// The message of an event with this id, as it may leave.
    fn pass(&self, policy: &FailurePolicy, id: Option<&[u8]>, message: &[u8]) -> Option<Vec<u8>> {
        let Some(id) = id.filter(|id| !id.is_empty()) else { return outbound::filtered(policy, message) };
        let event = self.events.key.hash_one((self.session, id, message));
        // No change panics halfway, so a poisoned list is whole.
        let events = || self.events.sent.lock().unwrap_or_else(PoisonError::into_inner);
        let before = events().known.get(&event).copied();
        let Passed { message, sent } = outbound::passed(policy, message, before);
        if let (None, Some(sent)) = (before, sent) {
            events().remember(event, sent);
        }
        message
    }
}

/// Filters each event when it is whole. One that comes in pieces is held until then; one that is too long is not sent: a
/// failure takes its place.
pub(super) struct Events<E> {
    body: BoxBody<Bytes, E>,
    policy: FailurePolicy,
    sent: SentInSession,
    /// The beginning of an event.
    held: Vec<u8>,
    /// How much of it has no end of an event.
    searched: usize,
    /// Whether the event that is arriving is too long.
    is_too_long: bool,
    is_over: bool,
    /// They leave after the last event.
    trailers: Option<Frame<Bytes>>,
}

impl<E> Body for Events<E> {
    type Data = Bytes;
    type Error = E;

    fn poll_frame(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, E>>> {
        while !self.is_over {
            match ready!(Pin::new(&mut self.body).poll_frame(context)) {
                Some(Ok(frame)) => match frame.into_data() {
                    Ok(data) => {
                        let events = self.take(data);
                        if !events.is_empty() {
                            return Poll::Ready(Some(Ok(Frame::data(events))));
                        }
                    }
                    Err(trailers) => self.trailers = Some(trailers),
                },
                Some(Err(error)) => return Poll::Ready(Some(Err(error))),
                None => {
                    self.is_over = true;
                    let rest = std::mem::take(&mut self.held);
                    if !rest.is_empty() && !self.is_too_long {
                        return Poll::Ready(Some(Ok(Frame::data(self.filter(rest.into())))));
                    }
                }
            }
        }
        Poll::Ready(self.trailers.take().map(Ok))
    }

    fn is_end_stream(&self) -> bool {
        self.trailers.is_none() && (self.is_over || self.held.is_empty() && self.body.is_end_stream())
    }
}

impl<E> Events<E> {
    pub(super) fn new(body: BoxBody<Bytes, E>, policy: FailurePolicy, sent: SentInSession) -> Events<E> {
        let held = Vec::new();
        Events { body, policy, sent, held, searched: 0, is_too_long: false, is_over: false, trailers: None }
    }

    /// The events that are whole with this data.
    fn take(&mut self, data: Bytes) -> Bytes {
        if self.held.is_empty() && end_of_events(&data, 0) == Some(data.len()) {
            return self.filter(data);
        }
        self.held.extend_from_slice(&data);
        let Some(end) = end_of_events(&self.held, self.searched) else {
            // The end of an event may have begun.
            self.searched = self.held.len().saturating_sub(2);
            if self.held.len() > MOST_HELD {
                return self.give_up();
            }
            return Bytes::new();
        };
        let rest = self.held.split_off(end);
        let events = std::mem::replace(&mut self.held, rest);
        self.searched = 0;
        let mut events = Bytes::from(events);
        if std::mem::take(&mut self.is_too_long) {
            // The first is the end of the one that was too long.
            let end =
                (1..events.len()).find(|end| events.get(..*end).and_then(|it| end_of_events(it, end - 1)).is_some());
            events = events.split_off(end.unwrap_or(events.len()));
        }
        if events.is_empty() { events } else { self.filter(events) }
    }

    /// Drops what is held of an event, and says so once.
    fn give_up(&mut self) -> Bytes {
        let held = std::mem::take(&mut self.held);
        // What is not empty does not begin with the end of an event.
        self.held.push(b':');
        self.searched = 0;
        if std::mem::replace(&mut self.is_too_long, true) {
            return Bytes::new();
        }
        let Event { message, .. } = Event::of(&lines(&held));
        let shape = Scan::of(&message);
        // A request that the server makes is not answered by the server.
        let id = if shape.has_reply { shape.id.into_answer_id() } else { None };
        match id {
            Some(id) => event_of(&refusal::frame(&self.policy, Some(&id), too_long())).into(),
            None => {
                let _ = self.policy.disclose(too_long());
                Bytes::new()
            }
        }
    }

    fn filter(&self, events: Bytes) -> Bytes {
        if !outbound::may_change(&self.policy, &events) {
            return events;
        }
        let lines = lines(&events);
        let is_blank = |line: &&[u8]| content(line).is_empty();
        lines.split_inclusive(is_blank).flat_map(|event| self.filter_event(event)).collect()
    }

    /// The lines of one event.
    fn filter_event(&self, lines: &[&[u8]]) -> Vec<u8> {
        let Event { id, message, has_data } = Event::of(lines);
        let mut changed = has_data.then(|| self.sent.pass(&self.policy, id, &message)).flatten();
        let is_changed = changed.is_some();
        let mut written = Vec::new();
        for line in lines {
            match (data_of(line), is_changed) {
                (Some(_), true) => {
                    let message = changed.take().unwrap_or_default();
                    let data = |line: &[u8]| [b"data: ", line, b"\n"].concat();
                    written.extend(message.split(|byte| *byte == b'\n').filter(|it| !it.is_empty()).flat_map(data));
                }
                (Some(_), false) => written.extend_from_slice(line),
                (None, _) => {
                    let text = outbound::secrets::removed_from_text(&self.policy, line);
                    written.extend_from_slice(text.as_deref().unwrap_or(line));
                }
            }
        }
        written
    }
}

/// An event with this message.
fn event_of(message: &[u8]) -> Vec<u8> {
    [b"data: ", message, b"\n\n"].concat()
}

/// What an event says.
struct Event<'l> {
    id: Option<&'l [u8]>,
    /// What its lines of data are together.
    message: Vec<u8>,
    has_data: bool,
}

impl<'l> Event<'l> {
    fn of(lines: &[&'l [u8]]) -> Event<'l> {
        let data: Vec<_> = lines.iter().filter_map(|line| data_of(line)).collect();
        let id = lines.iter().rev().find_map(|line| content(line).strip_prefix(b"id:"));
        Event { id: id.map(<[u8]>::trim_ascii), message: data.join(&b'\n'), has_data: !data.is_empty() }
    }
}

/// The data of a line, if it has any.
fn data_of<'l>(line: &&'l [u8]) -> Option<&'l [u8]> {
    let line = content(line);
    if line == b"data" {
        return Some(b"");
    }
    let data = line.strip_prefix(b"data:")?;
    Some(data.strip_prefix(b" ").unwrap_or(data))
}

/// A line without its end.
fn content(line: &[u8]) -> &[u8] {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    line.strip_suffix(b"\r").unwrap_or(line)
}

/// The lines, each with its end: a line feed, a carriage return, or both.
fn lines(bytes: &[u8]) -> Vec<&[u8]> {
    let mut lines = Vec::new();
    let mut rest = bytes;
    while let Some(at) = memchr::memchr2(b'\n', b'\r', rest) {
        let is_pair = rest.get(at..at + 2) == Some(b"\r\n");
        let Some((line, after)) = rest.split_at_checked(at + 1 + usize::from(is_pair)) else { break };
        lines.push(line);
        rest = after;
    }
    if !rest.is_empty() {
        lines.push(rest);
    }
    lines
}

/// The end of the last event that is whole: an empty line. The search begins here.
fn end_of_events(bytes: &[u8], from: usize) -> Option<usize> {
    let is_end = |byte: u8| byte == b'\n' || byte == b'\r';
    let ends_line = |at: usize| match at.checked_sub(1).and_then(|before| bytes.get(before)) {
        // The bytes begin where a line does.
        None => true,
        Some(b'\n') => true,
        Some(b'\r') => bytes.get(at) != Some(&b'\n'),
        Some(_) => false,
    };
    (from..bytes.len()).rev().find(|at| bytes.get(*at).copied().is_some_and(is_end) && ends_line(*at)).map(|at| {
        let is_pair = bytes.get(at..at + 2) == Some(b"\r\n");
        at + 1 + usize::from(is_pair)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_latest_events_are_remembered_and_the_oldest_go() {
        let mut events = LatestEvents::default();
        (0..20_000).for_each(|event| events.remember(event, Sent::Disclosed));
        assert_eq!((events.known.len(), events.order.len()), (MOST_SENT, MOST_SENT));
        let is_known = |event: u64| events.known.contains_key(&event);
        assert!(is_known(19_999) && is_known(19_999 - 16_000) && !is_known(0));
    }
}
