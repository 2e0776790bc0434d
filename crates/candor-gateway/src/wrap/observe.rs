//! The messages of the client where nothing is changed: what would be answered for the server is reported, and passes.

use super::admit::{self, arguments_of};
use super::from_client::{cancelled, pending, read_request, refused};
use super::report::RepairKind;
use super::session::Session;
use crate::frame::{Frame, Id, Kind};
use candor::rmcp::relay::RelayedRequest;
use tokio::time::Instant;

/// Passes a message on, whatever it is, and takes down what its answer is judged by.
pub(super) async fn message(session: &Session, line: &[u8]) {
    match Frame::read(line) {
        None => session.noticed(RepairKind::RefusedMessage, None, Some(line), None, None),
        Some(frame) => match frame.kind.clone() {
            Kind::Request { id, method } => request(session, line, &frame, id, &method),
            Kind::Notification { .. } => {
                if let Some(id) = cancelled(line) {
                    session.state().pending.close(&id);
                    session.note_settled();
                }
            }
            Kind::Answer { id } => answer(session, line, id),
        },
    }
    if session.up().await.is_ok() {
        session.to_server(line).await;
    }
}

fn request(session: &Session, line: &[u8], frame: &Frame<'_>, id: Id<'_>, method: &str) {
    let Some(key) = id.key() else { return };
    let request = read_request(session, frame, id, method);
    let is_refused = match refused(session, &key, &request, frame) {
        Some(refused) => {
            session.repaired(RepairKind::RefusedMessage, Some(&request), Some(line), &refused);
            true
        }
        None => is_not_admitted(session, line, frame, &request),
    };
    let mut pending = pending(session, &request, frame);
    pending.was_sent = true;
    pending.is_reported = is_refused;
    {
        let mut state = session.state();
        if method == "initialize" {
            state.handshake.begin(frame);
        }
        state.pending.add(key, pending);
    }
    session.waits.notify_one();
}

/// Whether the call would be answered for the server, by the tools that the client has listed last: nothing is asked for the sake of
/// observing.
fn is_not_admitted(session: &Session, line: &[u8], frame: &Frame<'_>, request: &RelayedRequest) -> bool {
    let Some(tool) = request.tool().filter(|_| session.wrap.checks_arguments) else { return false };
    let Some(arguments) = arguments_of(frame) else { return false };
    match admit::check(session, tool, request.known_tool(), &arguments) {
        Ok(()) => false,
        Err(refused) => {
            session.would_fail(request, refused.failure, refused.kind, Some(line));
            true
        }
    }
}

/// What the client answers to the server.
fn answer(session: &Session, line: &[u8], id: Id<'_>) {
    let mut state = session.state();
    let asked = id.key().and_then(|id| state.asked.remove(&id));
    if asked.is_some() {
        state.pending.begin_anew(Instant::now());
    }
    drop(state);
    if asked.is_none() {
        session.noticed(RepairKind::DroppedMessage, None, Some(line), None, None);
    }
    session.waits.notify_one();
}
