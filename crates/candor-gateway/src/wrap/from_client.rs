//! What becomes of the messages of the client.

use super::admit::{self, arguments_of};
use super::fault;
use super::observe;
use super::pending::{Answered, MOST_OPEN, Pending};
use super::report::RepairKind;
use super::session::Session;
use crate::frame::{Frame, Id, IdKey, Kind, with_replaced};
use candor::rmcp::relay::{FrameReader, Line, ReadFrame, Relayed, RelayedRequest};
use serde_json::Value;
use serde_json::value::RawValue;
use std::sync::Arc;
use tokio::io::AsyncRead;
use tokio::time::Instant;

/// Reads the client's messages until it closes the stream.
pub(super) async fn read(session: Arc<Session>, client: impl AsyncRead + Unpin) {
    let limit = session.wrap.limits.max_message;
    let mut reader = FrameReader::new(client, limit, session.memory.clone());
    loop {
        match reader.next().await {
            Ok(ReadFrame::Line(line)) => message(&session, line).await,
            Ok(ReadFrame::Dropped { id, is_request, is_too_long }) => {
                let refusal = id.filter(|_| is_request).and_then(|id| match is_too_long {
                    true => session.relay.too_long(&id, limit),
                    false => session.relay.no_room(&id),
                });
                session.noticed(RepairKind::RefusedMessage, None, None, refusal.as_deref(), None);
                if let Some(refusal) = refusal {
                    session.to_client(&refusal).await;
                }
            }
            Ok(ReadFrame::End) | Err(_) => return,
        }
    }
}

async fn message(session: &Arc<Session>, line: Line) {
    if line.trim_ascii().is_empty() {
        return;
    }
    session.count_message();
    if session.wrap.is_observing {
        return observe::message(session, &line).await;
    }
    let Some(frame) = Frame::read(&line) else { return unreadable(session, &line).await };
    match frame.kind.clone() {
        Kind::Request { .. } => request(session, line).await,
        Kind::Notification { method } => notification(session, &line, &method).await,
        Kind::Answer { id } => {
            let asked = id.key().and_then(|id| session.state().asked.remove(&id));
            if let Some(asked) = asked {
                session.state().pending.begin_anew(Instant::now());
                session.waits.notify_one();
                let own = (*asked.own != *id.json()).then(|| with_replaced(&line, id.json(), &asked.own)).flatten();
                session.to_server(own.as_deref().unwrap_or(&line)).await;
            } else {
                // The server that asked for it has ended.
                session.noticed(RepairKind::DroppedMessage, None, Some(&line), None, None);
            }
        }
    }
}

/// A line that is no message gets its answer here: the server could do worse.
async fn unreadable(session: &Session, line: &[u8]) {
    let refusals = session.relay.refusals(line);
    session.noticed(RepairKind::RefusedMessage, None, Some(line), refusals.first().map(Vec::as_slice), None);
    for refusal in refusals {
        session.to_client(&refusal).await;
    }
}

/// A request, from its line to the server's input. One that has to wait for the server keeps no other message waiting.
async fn request(session: &Arc<Session>, line: Line) {
    let Some((key, request)) = open(session, &line).await else { return };
    let waits = request.tool().is_some() && (request.known_tool().is_none() || !session.is_up());
    let delivered = deliver(session.clone(), line, key, request);
    if waits {
        tokio::spawn(delivered);
    } else {
        delivered.await;
    }
}

/// Takes the request in, unless it is refused as it stands.
async fn open(session: &Session, line: &[u8]) -> Option<(IdKey, RelayedRequest)> {
    let frame = Frame::read(line)?;
    let Kind::Request { id, method } = frame.kind.clone() else { return None };
    let key = id.key()?;
    let request = read_request(session, &frame, id, &method);
    if let Some(refused) = refused(session, &key, &request, &frame) {
        session.repaired(RepairKind::RefusedMessage, Some(&request), Some(line), &refused);
        if let Some(refused) = refused.frame() {
            session.to_client(refused).await;
        }
        return None;
    }
    let pending = pending(session, &request, &frame);
    {
        let mut state = session.state();
        if method == "initialize" {
            state.handshake.begin(&frame);
        }
        state.pending.add(key.clone(), pending);
    }
    session.waits.notify_one();
    Some((key, request))
}

/// The answer to a request that is refused as it stands.
pub(super) fn refused(session: &Session, key: &IdKey, request: &RelayedRequest, frame: &Frame<'_>) -> Option<Relayed> {
    let refused = {
        let pending = &session.state().pending;
        match (pending.is_open(key), pending.is_full()) {
            (true, _) => Some(session.relay.used_id(request)),
            (false, true) => Some(session.relay.too_many(request, MOST_OPEN)),
            (false, false) => None,
        }
    };
    refused.or_else(|| malformed(session, request, frame))
}

/// The request as it waits for its answer.
pub(super) fn pending(session: &Session, request: &RelayedRequest, frame: &Frame<'_>) -> Pending {
    let progress = frame.meta::<&RawValue>("progressToken").and_then(|token| IdKey::of(token.get()));
    let mut pending = Pending::new(request.clone(), progress, &session.wrap.limits, Instant::now());
    pending.is_first_page = frame.param::<&RawValue>("cursor").is_none();
    pending
}

/// Checks a request and sends it, or answers it.
async fn deliver(session: Arc<Session>, line: Line, key: IdKey, request: RelayedRequest) {
    if let Err(failure) = session.up().await {
        return refuse(&session, &key, failure, RepairKind::ServerNotRunning).await;
    }
    if let Some(tool) = request.tool()
        && session.wrap.checks_arguments
        && let Some(arguments) = Frame::read(&line).and_then(|frame| arguments_of(&frame))
    {
        match admit::call(&session, tool, &arguments).await {
            Ok(known) => {
                if let Some(pending) = session.state().pending.get_mut(&key) {
                    pending.request = request.clone().for_tool(tool, known);
                }
            }
            Err(refused) => return refuse(&session, &key, refused.failure, refused.kind).await,
        }
    }
    send(&session, &key, &line).await;
}

/// Sends a request that is to be sent. A server that has not taken it has not carried it out, so the one that is started in its place
/// gets it.
async fn send(session: &Session, key: &IdKey, line: &[u8]) {
    for _ in 0..2 {
        if let Err(failure) = session.up().await {
            return refuse(session, key, failure, RepairKind::ServerNotRunning).await;
        }
        // It may have been answered meanwhile, because all that took too long.
        if !session.note_sent(key, true) || session.to_server(line).await {
            return;
        }
        session.note_sent(key, false);
    }
    let failure = fault::not_running(&session.name, "does not take any messages", None);
    refuse(session, key, failure, RepairKind::ServerNotRunning).await;
}

/// The answer to a call that is none, for the server could make anything of it.
fn malformed(session: &Session, request: &RelayedRequest, frame: &Frame<'_>) -> Option<Relayed> {
    let is_checked = session.wrap.checks_arguments && request.method() == "tools/call";
    let arguments = frame.param::<&RawValue>("arguments").map_or("{", RawValue::get);
    if !is_checked || (request.tool().is_some() && (arguments.starts_with('{') || arguments == "null")) {
        return None;
    }
    // What `serde_json` has no value for is for the server to judge.
    let params = frame.params.map(|params| serde_json::from_str::<Value>(params.get())).transpose().ok()?;
    session.relay.malformed(request, params.as_ref())
}

/// Answers a request that does not reach the server, unless it was answered before.
async fn refuse(session: &Session, key: &IdKey, failure: candor::Failure, kind: RepairKind) {
    let closed = session.state().pending.close(key);
    if let Answered::Open(pending) = closed {
        session.fail(&pending.request, failure, kind).await;
        session.note_settled();
    }
}

/// What the answer to a request is judged by.
pub(super) fn read_request(session: &Session, frame: &Frame<'_>, id: Id<'_>, method: &str) -> RelayedRequest {
    let revision = session.state().handshake.revision_of(frame);
    let request = RelayedRequest::new(id.json(), method.to_owned()).with_revision(revision);
    match method {
        "tools/call" => {
            let Some(tool) = frame.param::<String>("name") else { return request };
            let known = session.state().tools.get(&tool).cloned();
            let request = request.for_tool(&tool, known);
            let has_state = frame.param::<&RawValue>("requestState").is_some();
            let request = if has_state { request.with_request_state() } else { request };
            match arguments_of(frame) {
                Some(Value::Object(arguments)) => request.with_arguments(&arguments),
                Some(_) | None => request,
            }
        }
        "resources/read" | "resources/subscribe" | "resources/unsubscribe" => {
            frame.param::<String>("uri").map_or(request.clone(), |uri| request.for_resource(&uri))
        }
        _ => request,
    }
}

/// The request that this notification cancels.
pub(super) fn cancelled(line: &[u8]) -> Option<IdKey> {
    let frame = Frame::read(line)?;
    let Kind::Notification { method } = &frame.kind else { return None };
    let id = (method == "notifications/cancelled").then(|| frame.param::<&RawValue>("requestId")).flatten()?;
    IdKey::of(id.get())
}

async fn notification(session: &Session, line: &[u8], method: &str) {
    match method {
        "notifications/initialized" => session.state().handshake.ended(line),
        "notifications/cancelled" => {
            if let Some(id) = cancelled(line) {
                session.state().pending.close(&id);
                session.note_settled();
            }
        }
        _ => {}
    }
    if session.up().await.is_ok() {
        session.to_server(line).await;
    }
}
