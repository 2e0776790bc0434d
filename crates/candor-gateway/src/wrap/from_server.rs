//! What becomes of the messages of the server.

use super::fault;
use super::pending::{Answered, Pending};
use super::report::RepairKind;
use super::session::Session;
use super::tools::Page;
use crate::frame::{Frame, IdKey, Kind, with_replaced};
use candor::Failure;
use candor::rmcp::relay::{Change, Line, Relay};
use serde::de::IgnoredAny;
use serde_json::value::RawValue;
use std::sync::Arc;
use tokio::time::Instant;

/// Lines that are not messages by themselves, and may be one together.
#[derive(Debug, Default)]
pub(super) struct Held {
    text: Vec<u8>,
    lines: usize,
}

/// How long a message over several lines may be.
const MOST_HELD: usize = 256 * 1024;
const MOST_LINES: usize = 1_000;

impl Held {
    /// The message that this line completes.
    fn complete(&mut self, line: &[u8]) -> Option<Vec<u8>> {
        if self.text.len() + line.len() > MOST_HELD || self.lines >= MOST_LINES {
            return None;
        }
        let together = [&self.text, &b" "[..], line.trim_ascii()].concat();
        Frame::read(&together).is_some().then_some(together)
    }

    /// Keeps the line if what follows can make a message of it.
    fn keeps(&mut self, line: &[u8]) -> bool {
        let is_there_room = self.text.len() + line.len() <= MOST_HELD && self.lines < MOST_LINES;
        let together = [&self.text, &b" "[..], line.trim_ascii()].concat();
        let is_begun = together.trim_ascii_start().starts_with(b"{");
        let is_open = || serde_json::from_slice::<IgnoredAny>(&together).is_err_and(|error| error.is_eof());
        let keeps = is_there_room && is_begun && is_open();
        if keeps {
            self.text = together;
            self.lines += 1;
        }
        keeps
    }

    fn take(&mut self) -> Vec<u8> {
        std::mem::take(self).text
    }
}

/// Handles a line of the server.
pub(super) async fn message(session: &Arc<Session>, held: &mut Held, line: Line) {
    if line.trim_ascii().is_empty() {
        return;
    }
    session.count_message();
    if Frame::read(&line).is_some() {
        end(session, held).await;
        return one(session, line).await;
    }
    if session.wrap.is_observing {
        session.noticed(RepairKind::KeptOut, None, Some(&line), None, None);
        return session.to_client(&line).await;
    }
    if let Some(messages) = several(&line) {
        end(session, held).await;
        session.noticed(RepairKind::SplitLine, None, Some(&line), None, None);
        for text in messages {
            one(session, Line::from(text.as_bytes().to_vec())).await;
        }
        return;
    }
    if let Some(message) = held.complete(&line) {
        let _ = held.take();
        session.noticed(RepairKind::JoinedLines, None, Some(&message), None, None);
        return one(session, Line::from(message)).await;
    }
    if held.keeps(&line) {
        return;
    }
    end(session, held).await;
    if !held.keeps(&line) {
        garbage(session, &line).await;
    }
}

/// Nothing follows the lines that are held.
pub(super) async fn end(session: &Session, held: &mut Held) {
    if !held.text.is_empty() {
        let text = held.take();
        garbage(session, &text).await;
    }
}

/// Several messages in one line, one after the other or as a batch; none if anything else is in it.
fn several(line: &[u8]) -> Option<Vec<&str>> {
    let text = std::str::from_utf8(line).ok()?;
    let is_message = |text: &&RawValue| Frame::read(text.get().as_bytes()).is_some();
    let messages = match serde_json::from_str::<Vec<&RawValue>>(text) {
        Ok(batch) => batch,
        Err(_) => serde_json::Deserializer::from_str(text).into_iter::<&RawValue>().collect::<Result<_, _>>().ok()?,
    };
    let are_messages = !messages.is_empty() && messages.iter().all(is_message);
    are_messages.then(|| messages.into_iter().map(RawValue::get).collect())
}

/// A line that is no message stays out of the stream. If it is what is left of an answer, its request is answered.
async fn garbage(session: &Session, line: &[u8]) {
    session.noticed(RepairKind::KeptOut, None, Some(line), None, None);
    // A line of a log may have an `id`, too.
    let id = line.trim_ascii_start().starts_with(b"{").then(|| Relay::answered_id(line)).flatten();
    let id = match id {
        Some(Some(id)) => IdKey::of(&id),
        // An error that belongs to nobody is of the only request that there is.
        Some(None) => session.state().pending.only_one(),
        None => None,
    };
    if let Some(id) = id {
        unusable_answer(session, &id, RepairKind::BrokenAnswer, |pending| {
            fault::malformed(&session.name, &pending.request)
        })
        .await;
    }
}

/// Handles a line that was dropped while it arrived.
pub(super) async fn dropped(session: &Session, id: Option<String>, is_request: bool, is_too_long: bool) {
    session.noticed(RepairKind::KeptOut, None, None, None, None);
    let Some(id) = id.filter(|_| !is_request).and_then(|id| IdKey::of(&id)) else { return };
    let limit = session.wrap.limits.max_message;
    unusable_answer(session, &id, RepairKind::BrokenAnswer, |pending| match is_too_long {
        true => fault::answer_too_long(&session.name, limit, &pending.request),
        false => fault::no_room(&session.name, &pending.request),
    })
    .await;
}

/// The answer to this id cannot be passed on: the client gets this failure, if it waits.
async fn unusable_answer(session: &Session, key: &IdKey, kind: RepairKind, failure: impl FnOnce(&Pending) -> Failure) {
    let closed = session.state().pending.close(key);
    if let Answered::Open(pending) = closed {
        session.fail(&pending.request, failure(&pending), kind).await;
        session.note_settled();
    }
}

async fn one(session: &Arc<Session>, line: Line) {
    let Some(frame) = Frame::read(&line) else { return };
    session.state().last_message = Some(Instant::now());
    match frame.kind.clone() {
        Kind::Answer { id } => {
            let key = id.key();
            answer(session, line, key).await;
        }
        Kind::Request { id, .. } => {
            let shown = session.note_asked(id.json()).and_then(|shown| with_replaced(&line, id.json(), &shown));
            pass(session, shown.as_deref().unwrap_or(&line)).await;
        }
        Kind::Notification { method } => {
            note(session, &frame, &method);
            let shown = withdrawn(session, &line, &frame, &method);
            pass(session, shown.as_deref().unwrap_or(&line)).await;
        }
    }
}

/// The notification by which the server withdraws a request, if the client knows that under another id.
fn withdrawn(session: &Session, line: &[u8], frame: &Frame<'_>, method: &str) -> Option<Vec<u8>> {
    if method != "notifications/cancelled" {
        return None;
    }
    let own: &RawValue = frame.param("requestId")?;
    let mut state = session.state();
    let shown = state.asked.values().find(|asked| &*asked.own == own.get()).map(|asked| asked.shown.clone())?;
    state.asked.remove(&IdKey::of(&shown)?);
    drop(state);
    with_replaced(line, own.get(), &shown)
}

/// Takes up what a notification says about the server.
fn note(session: &Session, frame: &Frame<'_>, method: &str) {
    match method {
        "notifications/progress" => {
            let token = frame.param::<&RawValue>("progressToken").and_then(|token| IdKey::of(token.get()));
            if let Some(token) = token {
                session.state().pending.note_progress(&token, Instant::now());
            }
        }
        "notifications/tools/list_changed" => session.state().tools.forget(),
        _ => {}
    }
}

/// A notification, or a request to the client.
async fn pass(session: &Session, line: &[u8]) {
    let relayed = session.relay.message(line);
    if relayed.change().is_some() {
        session.repaired(RepairKind::Scrubbed, None, Some(line), &relayed);
    }
    let shown = relayed.frame().filter(|_| !session.wrap.is_observing);
    session.to_client(shown.unwrap_or(line)).await;
}

async fn answer(session: &Arc<Session>, line: Line, id: Option<IdKey>) {
    let Some(key) = id else { return };
    let own = session.state().own.take(&key);
    if let Some(own) = own {
        // Whoever asked may have given up.
        let _ = own.send(line);
        return;
    }
    let closed = {
        let mut state = session.state();
        state.has_answered = true;
        state.pending.close(&key)
    };
    let is_left = !matches!(closed, Answered::Open(_));
    match closed {
        Answered::Open(pending) => {
            settle(session, &line, *pending).await;
            session.note_settled();
        }
        Answered::Over => session.noticed(RepairKind::SecondAnswer, None, Some(&line), None, None),
        Answered::Never => {
            session.noticed(RepairKind::UnaskedAnswer, None, Some(&line), None, None);
            if !session.wrap.is_observing {
                let malformed = |pending: &Pending| fault::malformed(&session.name, &pending.request);
                // A server that writes a number as a text has answered all the same.
                if let Some(other) = key.in_the_other_form() {
                    unusable_answer(session, &other, RepairKind::BrokenAnswer, malformed).await;
                }
            }
        }
    }
    if is_left && session.wrap.is_observing {
        session.to_client(&line).await;
    }
}

/// The answer that the client waits for.
async fn settle(session: &Session, line: &[u8], pending: Pending) {
    learn(session, line, &pending);
    if pending.is_reported {
        return session.to_client(line).await;
    }
    let request = &pending.request;
    let relayed = session.relay.answer(line, request);
    if let Some(change) = relayed.change() {
        let kind = match change {
            Change::Unflagged => RepairKind::UnflaggedFailure,
            Change::OutputMismatch => RepairKind::OutputMismatch,
            Change::Scrubbed => RepairKind::Scrubbed,
            Change::Failure => RepairKind::Failure,
        };
        session.repaired(kind, Some(request), Some(line), &relayed);
    }
    let shown = relayed.frame().filter(|_| !session.wrap.is_observing);
    session.to_client(shown.unwrap_or(line)).await;
}

/// What an answer says about the server itself.
fn learn(session: &Session, line: &[u8], pending: &Pending) {
    let is_call = pending.request.tool().is_some();
    if is_call {
        session.state().unanswered_in_a_row = 0;
        return;
    }
    if !["initialize", "tools/list"].contains(&pending.request.method()) {
        return;
    }
    let Some(result) = Frame::read(line).and_then(|frame| frame.result) else { return };
    if pending.is_initialize {
        session.state().handshake.answered(result);
    } else if let Some(page) = Page::read(result, pending.is_first_page) {
        session.state().tools.learn(page);
    }
}
