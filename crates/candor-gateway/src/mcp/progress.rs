//! A request on its way to a server, and the progress that it reports meanwhile.

use super::endpoint::{Asker, McpEndpoint};
use super::object::RawObject;
use crate::send::mcp::{McpServer, ServerAnswer, ServerRequest};
use candor::Failure;
use serde_json::value::RawValue;
use std::pin::pin;
use tokio::sync::mpsc;

/// How many reports of progress may wait; of more, the client does not get all.
const MOST_WAITING: usize = 64;

/// Sends the request and waits for its answer. Progress that comes meanwhile goes to the client under its own token.
pub(super) async fn request(
    endpoint: &McpEndpoint,
    server: &McpServer,
    mut request: ServerRequest,
    token: Option<&RawValue>,
    asker: &Asker<'_>,
) -> Result<ServerAnswer, Failure> {
    let (Some(token), Some(client)) = (token, &asker.notifications) else { return server.request(request).await };
    let (sender, mut receiver) = mpsc::channel(MOST_WAITING);
    request.progress = Some(sender);
    let mut answer = pin!(server.request(request));
    let told = |params: Box<RawValue>| {
        if let Some(frame) = notification(endpoint, &params, token) {
            // A client that does not read misses some: the next one says more.
            let _ = client.try_send(frame);
        }
    };
    let answer = loop {
        tokio::select! {
            biased;
            Some(params) = receiver.recv() => told(params),
            answer = &mut answer => break answer,
        }
    };
    while let Ok(params) = receiver.try_recv() {
        told(params);
    }
    answer
}

fn notification(endpoint: &McpEndpoint, params: &RawValue, token: &RawValue) -> Option<Vec<u8>> {
    let params = RawObject::read(params)?.with("progressToken", token.get());
    let frame = format!(r#"{{"jsonrpc":"2.0","method":"notifications/progress","params":{params}}}"#).into_bytes();
    let clean = endpoint.relay().message(&frame).into_frame();
    Some(clean.unwrap_or(frame))
}
