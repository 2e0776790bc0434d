//! Reads what a server answers: one message as JSON, or a stream of events with the message in it.

use super::post::{Posted, Poster};
use super::session::Session;
use super::stream::AnswerStream;
use super::{Asked, Exchanged, HttpServer, fault};
use crate::frame::{Frame, IdKey, Kind, member};
use crate::judge;
use crate::media_type;
use crate::send::Received;
use crate::send::budget::{BodyShare, FIRST};
use crate::send::mcp::question::Asked as Question;
use crate::send::mcp::{Era, ServerAnswer, ServerEvent, ServerNotification, message};
use crate::server_fault::{self, ASK_FOR_LESS};
use bytes::Bytes;
use candor::Failure;
use candor::http::ResponseReader;
use http::header::{CONTENT_LENGTH, CONTENT_TYPE};
use http::{Method, StatusCode};
use reqwest::Response;
use serde_json::value::RawValue;
use std::sync::Arc;

/// The statuses that are the way's and not the message's, whatever the body says.
const OF_THE_WAY: [StatusCode; 8] = [
    StatusCode::UNAUTHORIZED,
    StatusCode::FORBIDDEN,
    StatusCode::PROXY_AUTHENTICATION_REQUIRED,
    StatusCode::REQUEST_TIMEOUT,
    StatusCode::TOO_MANY_REQUESTS,
    StatusCode::BAD_GATEWAY,
    StatusCode::SERVICE_UNAVAILABLE,
    StatusCode::GATEWAY_TIMEOUT,
];

impl HttpServer {
    /// What the answer means.
    pub(super) async fn read(
        self: &Arc<Self>,
        posted: Posted,
        session: &Arc<Session>,
        asked: &Asked<'_>,
    ) -> Result<Exchanged, Failure> {
        let poster = self.poster()?;
        let Posted { response, redirect } = posted;
        let status = response.status();
        if let Some(why) = redirect {
            let failure = judge::redirect_not_followed(&self.name, status, why);
            return Err(super::super::fault::unusable(failure, asked.is_repeatable));
        }
        if !status.is_success() {
            return self.refused(poster, response, session, asked).await;
        }
        let came = content_type(&response);
        if matches!(status, StatusCode::ACCEPTED | StatusCode::NO_CONTENT | StatusCode::RESET_CONTENT) {
            return Err(fault::empty(&self.name, status, asked.is_repeatable));
        }
        if came == "text/event-stream" {
            return AnswerStream::new(self, poster, session, asked).read(response).await.map(Exchanged::Answer);
        }
        let body = self.body(poster, response, asked).await?;
        if body.is_empty() {
            return Err(fault::empty(&self.name, status, asked.is_repeatable));
        }
        if !media_type::is_json(&came) {
            let failure = fault::unexpected_content_type(&self.name, status, &came, asked.is_repeatable);
            return Err(judge::with_body(failure, &body));
        }
        self.whole(status, &body, asked).map(Exchanged::Answer)
    }

    /// The answer in one body.
    fn whole(&self, status: StatusCode, body: &[u8], asked: &Asked<'_>) -> Result<ServerAnswer, Failure> {
        let text = body.strip_prefix(b"\xef\xbb\xbf").unwrap_or(body);
        let malformed = |what| judge::with_body(fault::malformed(&self.name, status, what, asked.is_repeatable), body);
        let frame = Frame::read(text).ok_or_else(|| malformed("a body that is not a JSON-RPC message"))?;
        match of(&frame, asked.id) {
            Of::This(answer) => Ok(answer),
            Of::Another => Err(malformed("the answer to another request")),
            Of::Nothing => Err(malformed("a message that is not an answer")),
        }
    }

    /// Handles an event; the answer, if it is that.
    pub(super) fn event(
        self: &Arc<Self>,
        data: &[u8],
        session: &Arc<Session>,
        asked: &Asked<'_>,
        was_another: &mut bool,
    ) -> Option<ServerAnswer> {
        let frame = Frame::read(data)?;
        match &frame.kind {
            Kind::Answer { .. } => match of(&frame, asked.id) {
                Of::This(answer) => return Some(answer),
                Of::Another | Of::Nothing => *was_another = true,
            },
            Kind::Request { id, method } if session.facts.era == Era::Legacy => {
                let question = Question { id: *id, method, params: frame.params };
                self.question(&question, session, asked);
            }
            Kind::Request { .. } => {}
            Kind::Notification { method } if method == "notifications/cancelled" => {
                let id = frame.param::<&RawValue>("requestId");
                let of_asked = asked.questions.as_ref().map(|(_, open)| open);
                for open in of_asked.into_iter().chain([&self.questions]) {
                    id.into_iter().for_each(|id| open.cancel(id.get()));
                }
            }
            Kind::Notification { method } if method == "notifications/progress" => {
                let token = frame.param::<&RawValue>("progressToken").and_then(|token| IdKey::of(token.get()));
                if let (true, Some(params)) = (token.is_some_and(|token| is(&token, asked.id)), frame.params) {
                    asked.patience.sign();
                    if let Some(progress) = asked.progress {
                        // Whoever does not take it in time does without.
                        let _ = progress.try_send(params.to_owned());
                    }
                }
            }
            Kind::Notification { method } => match (ServerEvent::of(method), asked.notifications) {
                (Some(event), _) => self.publisher.tell(event),
                (None, Some(notifications)) => {
                    let params = frame.params.map(ToOwned::to_owned);
                    // Whoever does not take it in time does without.
                    let _ = notifications.try_send(ServerNotification { method: (&**method).into(), params });
                }
                (None, None) => self.publisher.notify(method, frame.params),
            },
        }
        None
    }

    /// Puts a question of the server to the client of this request, or to the one whose connection this is. What nobody takes is refused.
    fn question(self: &Arc<Self>, question: &Question<'_>, session: &Arc<Session>, asked: &Asked<'_>) {
        let (server, of_server) = (Arc::clone(self), Arc::clone(session));
        let reply = move |text| async move { server.tell(&of_server, "", text).await };
        let limit = self.limits.longest;
        match (&asked.questions, &self.announced.questions) {
            (Some((to, open)), _) if self.announced.offers(question.method) => {
                open.put(question, to, vec![asked.patience.hold()], limit, reply);
            }
            (None, Some(to)) if self.announced.offers(question.method) => {
                self.questions.put(question, to, vec![asked.patience.hold()], limit, reply);
            }
            (_, _) => {
                tokio::spawn(reply(message::reply(question.id.json(), question.method)));
            }
        }
    }

    /// An answer that is not a success by its status: an error of the protocol, a session that is lost, or a fault of the way.
    async fn refused(
        self: &Arc<Self>,
        poster: &Poster,
        mut response: Response,
        session: &Arc<Session>,
        asked: &Asked<'_>,
    ) -> Result<Exchanged, Failure> {
        let status = response.status();
        let headers = std::mem::take(response.headers_mut());
        let body = poster.without_tokens(beginning(response).await);
        let refusal = Refusal::read(&body);
        let is_of_this = refusal.as_ref().is_some_and(|refusal| refusal.is_of(asked.id));
        if session.has_id() && !is_of_this && is_of_session(status, &body) {
            return Ok(Exchanged::LostSession);
        }
        if let Some(Refusal { error, .. }) = &refusal
            && !OF_THE_WAY.contains(&status)
            && (is_of_this || status.is_client_error())
        {
            return Ok(Exchanged::Answer(ServerAnswer::Error(error.clone())));
        }
        let share = BodyShare::default();
        let received = Received { status, headers, body, method: Method::POST, redirect: None, share };
        Err(judge::failed_by_status(&self.name, &poster.readers, &received))
    }

    /// The body of a success, up to the cap.
    async fn body(&self, poster: &Poster, mut response: Response, asked: &Asked<'_>) -> Result<Bytes, Failure> {
        let most = self.limits.message;
        let announced = response.headers().get(CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse().ok());
        if announced.is_some_and(|length: usize| length > most) {
            return Err(self.too_long(asked));
        }
        let mut share = BodyShare::default();
        let mut only = Bytes::new();
        let mut gathered: Vec<u8> = Vec::new();
        loop {
            let chunk = match response.chunk().await {
                Ok(Some(chunk)) => chunk,
                Ok(None) => break,
                Err(error) => return Err(fault::broken_off(poster.readers.read_error(error), asked.is_repeatable)),
            };
            let length = only.len() + gathered.len() + chunk.len();
            if length > most {
                return Err(self.too_long(asked));
            }
            if length > FIRST {
                poster.bodies.extend(&mut share, announced.unwrap_or(most)).await;
            }
            // Most bodies come in one piece, which is not copied.
            if only.is_empty() && gathered.is_empty() {
                only = chunk;
                continue;
            }
            gathered.extend_from_slice(&std::mem::take(&mut only));
            gathered.extend_from_slice(&chunk);
        }
        let body = if gathered.is_empty() { only } else { Bytes::from(gathered) };
        Ok(poster.without_tokens(body))
    }

    pub(super) fn too_long(&self, asked: &Asked<'_>) -> Failure {
        let failure = server_fault::answer_too_long(&self.name, self.limits.message);
        super::super::fault::unusable(failure, asked.is_repeatable).with_recovery(ASK_FOR_LESS)
    }
}

/// The beginning of a body that says why something failed.
async fn beginning(mut response: Response) -> Bytes {
    let mut body = Vec::new();
    // The status counts more than a body that breaks off.
    while let Ok(Some(chunk)) = response.chunk().await {
        let room = ResponseReader::READ_LIMIT.saturating_sub(body.len()).min(chunk.len());
        body.extend_from_slice(chunk.get(..room).unwrap_or_default());
        if room < chunk.len() {
            break;
        }
    }
    body.into()
}

pub(super) fn content_type(response: &Response) -> String {
    let written = response.headers().get(CONTENT_TYPE).and_then(|written| written.to_str().ok());
    written.map(media_type::name).unwrap_or_default()
}

/// Whose answer a message is.
enum Of {
    This(ServerAnswer),
    Another,
    Nothing,
}

fn of(frame: &Frame<'_>, asked: u64) -> Of {
    let Kind::Answer { id } = &frame.kind else { return Of::Nothing };
    if !id.key().is_some_and(|id| is(&id, asked)) {
        return Of::Another;
    }
    match (frame.error, frame.result) {
        (Some(error), _) => Of::This(ServerAnswer::Error(error.to_owned())),
        (None, Some(result)) => Of::This(ServerAnswer::Result(result.to_owned())),
        (None, None) => Of::Nothing,
    }
}

fn is(id: &IdKey, asked: u64) -> bool {
    matches!(id, IdKey::Integer(id) if u64::try_from(*id) == Ok(asked))
}

/// An error of the protocol in the body of a refusal. Where the server could not read the request, it has no id.
struct Refusal {
    id: Option<IdKey>,
    error: Box<RawValue>,
}

impl Refusal {
    fn read(body: &[u8]) -> Option<Refusal> {
        let message: &RawValue = serde_json::from_slice(body.trim_ascii()).ok()?;
        let error = member::<&RawValue>(message, "error")?;
        let is_error = member::<&str>(message, "jsonrpc") == Some("2.0") && member::<i64>(error, "code").is_some();
        let id = member::<&RawValue>(message, "id").and_then(|id| IdKey::of(id.get()));
        is_error.then(|| Refusal { id, error: error.to_owned() })
    }

    fn is_of(&self, asked: u64) -> bool {
        self.id.as_ref().is_some_and(|id| is(id, asked))
    }
}

/// Whether a refusal says that the session is not known. The protocol has 404 for that; some servers answer 400 and say it in words.
fn is_of_session(status: StatusCode, body: &[u8]) -> bool {
    status == StatusCode::NOT_FOUND
        || status == StatusCode::BAD_REQUEST && String::from_utf8_lossy(body).to_ascii_lowercase().contains("session")
}
