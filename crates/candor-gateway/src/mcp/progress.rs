//! A request on its way to a server, and what that tells of it meanwhile: progress, log messages, and what it asks.

use super::endpoint::{Asker, McpEndpoint};
use super::meanwhile::Meanwhile;
use super::object::RawObject;
use super::read::{LOG_LEVEL, Params};
use crate::send::mcp::{McpServer, ServerAnswer, ServerNotification, ServerRequest};
use candor::Failure;
use serde_json::Value;
use serde_json::value::RawValue;
use std::pin::pin;
use tokio::sync::mpsc;

/// How many reports may wait; of more, the client does not get all.
const MOST_WAITING: usize = 64;

/// Sends the request and waits for its answer. Progress that comes meanwhile goes to the client under its own token, and log messages if it
/// has asked for them. If the client has a session, so does what else the server tells and asks of it.
pub(super) async fn request(
    endpoint: &McpEndpoint,
    server: &McpServer,
    mut request: ServerRequest,
    params: &Params<'_>,
    asker: &Asker<'_>,
) -> Result<ServerAnswer, Failure> {
    let token = params.meta("progressToken");
    let wants_log = asker.is_modern() && params.meta(LOG_LEVEL).is_some();
    let is_told = token.is_some() || wants_log || asker.session.is_some();
    let Some(client) = asker.notifications.as_ref().filter(|_| is_told) else {
        return server.request(request).await;
    };
    let (progress, mut reports) = mpsc::channel(MOST_WAITING);
    let (notifications, mut messages) = mpsc::channel(MOST_WAITING);
    request.progress = token.is_some().then_some(progress);
    request.notifications = wants_log.then_some(notifications);
    let mut meanwhile = match &asker.session {
        Some(session) => Meanwhile::of(session, endpoint, client, &mut request),
        None => Meanwhile::default(),
    };
    let mut answer = pin!(server.request(request));
    let told = |frame: Option<Vec<u8>>| {
        // A client that does not read misses some: the next one says more.
        let _ = frame.map(|frame| client.try_send(frame));
    };
    let report = |params: Box<RawValue>| told(token.and_then(|token| progressed(endpoint, &params, token)));
    let message = |it: ServerNotification| told(logged(endpoint, &it));
    let answer = loop {
        tokio::select! {
            biased;
            Some(params) = reports.recv() => report(params),
            Some(it) = messages.recv() => message(it),
            () = meanwhile.goes_on() => {}
            answer = &mut answer => break answer,
        }
    };
    while let Ok(params) = reports.try_recv() {
        report(params);
    }
    while let Ok(it) = messages.try_recv() {
        message(it);
    }
    meanwhile.rest();
    answer
}

/// Tells the client of progress, if it wants that. One that does not read misses some.
pub(super) fn report(endpoint: &McpEndpoint, report: &RawValue, params: &Params<'_>, asker: &Asker<'_>) {
    let (Some(token), Some(client)) = (params.meta("progressToken"), &asker.notifications) else { return };
    if let Some(frame) = progressed(endpoint, report, token) {
        let _ = client.try_send(frame);
    }
}

/// A log message. What else a server tells on the way to its answer belongs to no request of this revision.
fn logged(endpoint: &McpEndpoint, it: &ServerNotification) -> Option<Vec<u8>> {
    let params = it.params.as_ref().filter(|_| &*it.method == "notifications/message")?;
    Some(notification(endpoint, &it.method, params.get()))
}

fn progressed(endpoint: &McpEndpoint, params: &RawValue, token: &RawValue) -> Option<Vec<u8>> {
    let params = RawObject::read(params)?.with("progressToken", token.get());
    Some(notification(endpoint, "notifications/progress", &params))
}

/// A notification for a client, without what must not leave.
pub(super) fn notification(endpoint: &McpEndpoint, method: &str, params: &str) -> Vec<u8> {
    let frame = format!(r#"{{"jsonrpc":"2.0","method":{},"params":{params}}}"#, Value::from(method)).into_bytes();
    endpoint.relay().message(&frame).into_frame().unwrap_or(frame)
}
