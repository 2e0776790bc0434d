//! The short way of the common case: one POST that calls a tool, whose answer is one JSON body.
//!
//! `rmcp`'s service reads a message by trying every request that it knows, and serves each in a task of its own, with a transport and
//! channels for answers that could be streams. A call of a gateway's tool is one answer. So a call that is as it should be goes to the
//! same handler without that; whatever else comes takes the whole way, and so does every call with something wrong in its head.

mod call;
mod message;
mod session;
mod stream;

use crate::gateway::{Gateway, Recorded};
use crate::mcp::{McpEndpoint, Peers, Sessions};
use crate::send::{AnswerShare, HeldBody};
use ::http::{HeaderValue, Method, Request, Response, StatusCode, header};
use bytes::Bytes;
use call::ToolCall;
use candor::rmcp::Guard;
use http_body_util::combinators::BoxBody;
use http_body_util::{BodyExt, Full};
use message::Message;
use rmcp::model::{CallToolRequest, ClientRequest, ErrorCode, RequestId, ServerJsonRpcMessage};
use rmcp::service::RequestContext;
use rmcp::transport::StreamableHttpService;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use session::Came;
use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use tower_service::Service;

type Handler = Recorded<Guard<Gateway>>;

/// The gateway's handler over HTTP.
#[derive(Clone)]
pub(super) struct Direct {
    handler: Handler,
    /// Everything that is not such a call.
    whole: StreamableHttpService<Handler, LocalSessionManager>,
    peers: Arc<Peers>,
    has_sessions: bool,
    /// What answers in the place of the handler where there are MCP servers.
    mcp: Option<McpEndpoint>,
    /// The sessions of older clients, if they get any, where there are MCP servers.
    sessions: Option<Sessions>,
}

impl Direct {
    pub(super) fn new(
        handler: Handler,
        whole: StreamableHttpService<Handler, LocalSessionManager>,
        has_sessions: bool,
        mcp: Option<McpEndpoint>,
        sessions: Option<Sessions>,
    ) -> Direct {
        Direct { handler, whole, peers: Arc::default(), has_sessions, mcp, sessions }
    }

    async fn serve(
        mut self,
        request: Request<Full<Bytes>>,
    ) -> Result<Response<BoxBody<Bytes, Infallible>>, Infallible> {
        let (mut head, body) = request.into_parts();
        let mut body = body.collect().await?.to_bytes();
        if let (Some(mcp), Some(sessions)) = (&self.mcp, &self.sessions) {
            (head, body) = match session::serve(sessions, mcp, head, body).await {
                Came::Answered(response) => return Ok(response),
                Came::Other(head, body) => (head, body),
            };
        }
        if let (Some(mcp), true) = (&self.mcp, head.method == Method::POST)
            && let Some(message) = Message::read(&head.headers, &body)
            && !mcp.is_own_call(&message.frame, &message.method)
        {
            return Ok(stream::answer(mcp.clone(), head, body.clone(), None).await);
        }
        let call = match head.method == Method::POST {
            true => ToolCall::read(&head.headers, &body, self.has_sessions),
            false => None,
        };
        let share = AnswerShare::default();
        head.extensions.insert(share.clone());
        let Some(ToolCall { id, meta, params, version }) = call else {
            let response = self.whole.call(Request::from_parts(head, Full::new(body))).await?;
            return Ok(response.map(|body| HeldBody::new(body, share).boxed()));
        };
        // What is read is not kept twice while the call runs.
        drop(body);
        let mut context = RequestContext::new(id.clone(), self.peers.of(&version));
        context.meta = meta;
        context.extensions.insert(head);
        // A client that goes away drops this, and what runs for it learns of that.
        let _gone = context.ct.clone().drop_guard();
        let request = ClientRequest::CallToolRequest(CallToolRequest::new(params));
        let answer = rmcp::Service::handle_request(&self.handler, request, context).await;
        Ok(answer_of(id, answer, &share))
    }
}

impl Service<Request<Full<Bytes>>> for Direct {
    type Response = Response<BoxBody<Bytes, Infallible>>;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Self::Response, Infallible>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<Full<Bytes>>) -> Self::Future {
        Box::pin(self.clone().serve(request))
    }
}

/// The one JSON body of the answer.
fn answer_of(
    id: RequestId,
    answer: Result<rmcp::model::ServerResult, rmcp::ErrorData>,
    share: &AnswerShare,
) -> Response<BoxBody<Bytes, Infallible>> {
    let (message, status) = match answer {
        Ok(result) => (ServerJsonRpcMessage::response(result, id), StatusCode::OK),
        Err(error) => {
            let status = status_of(error.code);
            (ServerJsonRpcMessage::error(error, Some(id)), status)
        }
    };
    match serde_json::to_vec(&message) {
        Ok(body) => {
            let mut response = Response::new(Full::new(share.held_by(Bytes::from(body))).boxed());
            *response.status_mut() = status;
            response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(JSON));
            response
        }
        // The guard around this answers with a failure.
        Err(_) => {
            let mut response = Response::new(Full::default().boxed());
            *response.status_mut() = StatusCode::INTERNAL_SERVER_ERROR;
            response
        }
    }
}

/// The status that an error of the protocol is answered with; what a tool answers is 200.
fn status_of(code: ErrorCode) -> StatusCode {
    match code {
        ErrorCode::UNSUPPORTED_PROTOCOL_VERSION
        | ErrorCode::MISSING_REQUIRED_CLIENT_CAPABILITY
        | ErrorCode::HEADER_MISMATCH => StatusCode::BAD_REQUEST,
        ErrorCode::METHOD_NOT_FOUND => StatusCode::NOT_FOUND,
        _ => StatusCode::OK,
    }
}

fn nothing() -> BoxBody<Bytes, Infallible> {
    Full::default().boxed()
}

/// The media type of a message.
const JSON: &str = "application/json";

#[cfg(test)]
mod tests;
