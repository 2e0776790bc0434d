//! One call of a tool: its request is sent, and what comes back is judged.

use crate::context::ExecutionContext;
use crate::send::Sender;
use crate::tool::Tool;
use crate::upstream::Upstream;
use bytes::Bytes;
use candor::Failure;
use candor::http::ResponseReader;
use candor::outcome::Warning;
use http::HeaderMap;
use serde_json::{Map, Value};
use std::sync::Arc;

/// A tool of an API, and what calls it.
#[derive(Debug)]
pub(crate) struct Target {
    upstream: Arc<Upstream>,
    tool: Tool,
    sender: Arc<Sender>,
}

/// A success.
#[derive(Debug)]
pub(crate) struct Judged {
    pub(crate) content: Content,
    pub(crate) warnings: Vec<Warning>,
}

/// What an API has answered.
#[derive(Debug)]
pub(crate) enum Content {
    Json(Value, Bytes),
    Text(String, String),
    Image(Bytes, String),
    Audio(Bytes, String),
    File(Bytes, String),
    Empty,
}

impl Target {
    pub(crate) fn new(upstream: Arc<Upstream>, tool: Tool, sender: Arc<Sender>) -> Target {
        Target { upstream, tool, sender }
    }

    pub(crate) fn tool(&self) -> &Tool {
        &self.tool
    }
}

pub(crate) async fn carry_out(
    target: &Target,
    arguments: &Map<String, Value>,
    context: &ExecutionContext,
    _: &HeaderMap,
) -> Result<Judged, Failure> {
    let request = target.tool.plan().request(arguments)?;
    let url = request.url(target.upstream.base_url.as_str());
    let mut sent = target.sender.client.request(request.method().clone(), url).headers(request.headers().clone());
    if let Some(body) = request.into_body() {
        sent = sent.body(body);
    }
    context.note(|facts| facts.upstream = Some(target.upstream.name.as_str().into()));
    let reader = ResponseReader::new().with_service(target.upstream.name.clone());
    let response =
        sent.timeout(target.upstream.connection.timeout).send().await.map_err(|error| reader.read_error(error))?;
    if !response.status().is_success() {
        return Err(reader.read_response(response).await);
    }
    let bytes = response.bytes().await.map_err(|error| reader.read_error(error))?;
    let value =
        serde_json::from_slice(&bytes).map_err(|error| Failure::internal("It is not JSON").with_cause(error))?;
    Ok(Judged { content: Content::Json(value, bytes), warnings: Vec::new() })
}
