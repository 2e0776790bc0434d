//! A request over HTTP that is not answered yet, and what it means that the server refuses it.

use super::sessions::SESSION_ID;
use crate::rmcp::initialize;
use crate::rmcp::refusal::{self, Refusal};
use crate::rmcp::shape::{self, AnswerId, Id, Member, Outline, Parsed, Shape};
use crate::{Code, Failure, Origin, reason};
use ::http::{HeaderMap, HeaderValue, Method, StatusCode, header, request};
use ::rmcp::model::{JsonRpcMessage, RequestId};
use bytes::Bytes;
use memchr::memmem;
use serde::de::IgnoredAny;
use std::sync::OnceLock;

/// What a refusal is about.
pub(super) enum Explained {
    /// A JSON-RPC message, or what should have been one: a JSON-RPC error answers it.
    Message(StatusCode, Refusal),
    /// The HTTP request: a problem answers it, because JSON-RPC has not begun.
    Request(StatusCode, Failure),
}

/// What is known of a request when its answer comes.
pub(super) struct PendingRequest {
    body: Bytes,
    is_post: bool,
    has_json: bool,
    session: Option<HeaderValue>,
    shape: OnceLock<Option<Shape>>,
}

impl PendingRequest {
    pub(super) fn new(head: &request::Parts, body: Bytes) -> PendingRequest {
        let has_json =
            text(&head.headers, header::CONTENT_TYPE.as_str()).is_some_and(|it| it.starts_with("application/json"));
        let is_post = head.method == Method::POST;
        let session = head.headers.get(SESSION_ID).cloned();
        PendingRequest { body, is_post, has_json, session, shape: OnceLock::new() }
    }

    /// The id of the message, if it has one.
    pub(super) fn id(&self) -> Option<AnswerId> {
        let shape = self.shape()?;
        // The body of a response that the client sends has the id of a request that the server sent.
        if shape.wants_no_answer() { None } else { shape.id.clone().into_answer_id() }
    }

    /// Whether it is a request with an empty id, which rmcp would take.
    pub(super) fn has_empty_id(&self) -> bool {
        // An empty string is written in one way only, and few requests have any.
        memmem::find(&self.body, b"\"\"").is_some()
            && self.shape().is_some_and(|shape| shape.id == Id::Empty && !shape.wants_no_answer())
    }

    /// Whether it opens a session: an `initialize` that does not name one.
    pub(super) fn opens_session(&self) -> bool {
        self.session.is_none()
            && (memmem::find(&self.body, b"\"initialize\"").is_some() || memmem::find(&self.body, b"\\u").is_some())
            && self.shape().is_some_and(|shape| shape.is_initialize)
    }

    pub(super) fn body(&self) -> &[u8] {
        &self.body
    }

    /// The session that it names.
    pub(super) fn session(&self) -> Option<&HeaderValue> {
        self.session.as_ref()
    }

    /// The answer to a body that is not read because of this failure.
    pub(super) fn refuse_unread(&self, failure: Failure) -> Refusal {
        let mut refusals = shape::refuse_unread(&self.body, failure.clone()).into_iter();
        match (refusals.next(), refusals.next()) {
            (Some(refusal), None) => refusal,
            // The answers of a batch do not fit into one.
            (Some(refusal), Some(_)) => Refusal { id: None, failure: refusal.failure },
            // On a line it needs no answer.
            (None, _) => Refusal { id: None, failure },
        }
    }

    /// Session and id, if it is a request within a session.
    pub(super) fn request_of_session(&self) -> Option<(&HeaderValue, RequestId)> {
        let session = self.session.as_ref()?;
        let shape = self.shape().filter(|shape| shape.method == Member::Text && !shape.has_reply)?;
        Some((session, shape.id.clone().into_answer_id()?.to_request_id()?))
    }

    /// The shape of the body, if it is one object.
    fn shape(&self) -> Option<&Shape> {
        self.shape.get_or_init(|| Outline::of(&self.body).into_message()).as_ref()
    }

    /// What an answer with this status means, beside which the server said this; and the status that it should have.
    pub(super) fn explain(&self, status: StatusCode, said: String) -> Explained {
        let with_cause = |failure: Failure| if said.is_empty() { failure } else { failure.with_cause(said.as_str()) };
        // Statuses that a server may have for a body; with any other, it has not looked at the body.
        let is_about_body =
            [StatusCode::BAD_REQUEST, StatusCode::UNSUPPORTED_MEDIA_TYPE, StatusCode::UNPROCESSABLE_ENTITY]
                .contains(&status);
        let fault = if is_about_body && self.has_json { self.fault_of_body(status) } else { None };
        let (status, Refusal { id, failure }) = match fault {
            Some(fault) => fault,
            None => {
                let id = self.id();
                if !self.is_about_message(status, id.as_ref()) {
                    return Explained::Request(status, with_cause(self.failure_of(status, code_of_request(status))));
                }
                (status, Refusal { id, failure: self.failure_of(status, code_of_message(status)) })
            }
        };
        Explained::Message(status, Refusal { id, failure: with_cause(failure.with_status(status.as_u16())) })
    }

    /// Whether a refusal with this status is answered as a JSON-RPC message: clients look for one in the body of a 400, and
    /// where their request has an id. No client of the protocol sends what is refused with 405, 406 or 415.
    fn is_about_message(&self, status: StatusCode, id: Option<&AnswerId>) -> bool {
        match status {
            StatusCode::METHOD_NOT_ALLOWED | StatusCode::NOT_ACCEPTABLE | StatusCode::UNSUPPORTED_MEDIA_TYPE => false,
            StatusCode::BAD_REQUEST => self.is_post,
            _ => id.is_some(),
        }
    }

    /// What is wrong with the body, if it is not a message.
    fn fault_of_body(&self, status: StatusCode) -> Option<(StatusCode, Refusal)> {
        let json = serde_json::from_slice::<IgnoredAny>(&self.body);
        let without_id = |failure| Refusal { id: None, failure };
        let refusal = match shape::read(&self.body) {
            Parsed::Refused(refusals) => match (refusals.len(), refusals.into_iter().next(), json) {
                (1, Some(refusal), _) => refusal,
                // The answers of a batch do not fit into one.
                (_, Some(refusal), _) => without_id(refusal.failure),
                (_, None, Err(error)) => without_id(refusal::unparsable(error)),
                (_, None, Ok(_)) => without_id(refusal::not_a_message()),
            },
            // On a line it needs no answer; over HTTP, every request needs one.
            Parsed::Unanswered(_) => without_id(json.map_or_else(refusal::unparsable, |_| refusal::not_a_message())),
            Parsed::Message(message) => match *message {
                JsonRpcMessage::Request(request) => {
                    let failure = initialize::fault_of_request(&request.request)?;
                    return Some((status, Refusal { id: Some(request.id.into()), failure }));
                }
                JsonRpcMessage::Response(_) | JsonRpcMessage::Notification(_) | JsonRpcMessage::Error(_) => {
                    return None;
                }
            },
        };
        Some((StatusCode::BAD_REQUEST, refusal))
    }

    fn failure_of(&self, status: StatusCode, code: Code) -> Failure {
        let failure = self.failure_of_server(status, code);
        // What failed is the server itself, whatever made it fail.
        if failure.origin() == Origin::Upstream { failure.with_origin(Origin::Internal) } else { failure }
    }

    fn failure_of_server(&self, status: StatusCode, code: Code) -> Failure {
        let (reason, message, recovery) = match status {
            StatusCode::PAYLOAD_TOO_LARGE => return refusal::too_large(None),
            StatusCode::TOO_MANY_REQUESTS => return Failure::new(code, "").with_reason(reason!("too_many_requests")),
            StatusCode::UNAUTHORIZED => (
                reason!("unauthorized"),
                "The request is not authenticated.",
                "Authenticate as the header WWW-Authenticate says, then send the request again.",
            ),
            StatusCode::FORBIDDEN => (
                reason!("forbidden"),
                "The server does not allow requests from this host or origin, or with these credentials.",
                "Ask the operator to allow the host and origin, or for the permission.",
            ),
            StatusCode::NOT_FOUND if self.session.is_some() => (
                reason!("session_not_found"),
                "The session does not exist, or has ended.",
                "Open a new session with initialize, without a session id.",
            ),
            StatusCode::NOT_FOUND => {
                (reason!("not_found"), "No MCP endpoint is at this path.", "Check the URL of the server.")
            }
            StatusCode::METHOD_NOT_ALLOWED => (
                reason!("method_not_allowed"),
                "The endpoint does not support this HTTP method.",
                "Use one of the methods in the header Allow.",
            ),
            StatusCode::NOT_ACCEPTABLE => (
                reason!("not_acceptable"),
                "The header Accept does not allow the types that the server answers with.",
                "Send the header Accept with both application/json and text/event-stream.",
            ),
            StatusCode::CONFLICT => (
                reason!("conflict"),
                "The request conflicts with another one that is still open.",
                "Close the other one first, such as an open stream of the same session, or wait until it ends.",
            ),
            StatusCode::UNSUPPORTED_MEDIA_TYPE => (
                reason!("unsupported_media_type"),
                "The header Content-Type is not application/json.",
                "Send the header Content-Type: application/json.",
            ),
            _ if code == Code::InvalidRequest => (
                reason!("request_refused"),
                "The server does not accept the request.",
                "Check the headers of the request, such as Mcp-Session-Id and MCP-Protocol-Version.",
            ),
            StatusCode::INTERNAL_SERVER_ERROR => return Failure::new(code, "The server failed to handle the request."),
            _ => return Failure::new(code, ""),
        };
        Failure::new(code, message).with_reason(reason).with_recovery(recovery)
    }
}

/// The code of a refused request: 404 is about its path or its session.
fn code_of_request(status: StatusCode) -> Code {
    if status == StatusCode::NOT_FOUND { Code::NotFound } else { code_of_message(status) }
}

/// The code of a refused message, except that 400, 404 and 422 are about the HTTP message, so they are `invalid_request`.
fn code_of_message(status: StatusCode) -> Code {
    match Code::from_http_status(status.as_u16()) {
        Some(Code::InvalidParams | Code::NotFound | Code::Validation) => Code::InvalidRequest,
        Some(code) => code,
        None => Code::Internal,
    }
}

fn text<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_server_said_is_a_cause_for_the_operator() {
        let (head, _) = ::http::Request::post("/").body(()).unwrap().into_parts();
        let pending = PendingRequest::new(&head, Bytes::new());
        let explained = pending.explain(StatusCode::BAD_GATEWAY, "no route to host".to_owned());
        let Explained::Request(_, failure) = explained else { panic!("there is no message") };
        let causes: Vec<_> = failure.causes().map(ToString::to_string).collect();
        assert_eq!(causes, ["no route to host"]);
    }
}
