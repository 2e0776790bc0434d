//! Reads a stream of events with the answer to a request in it, also when the stream breaks off and can be resumed: to 2025-11-25, a server
//! that gives its events ids tells what follows one of them to whoever asks for it.

use super::events::{EventReader, TooLong};
use super::header::Purpose;
use super::post::Poster;
use super::reply::content_type;
use super::session::Session;
use super::{Asked, HttpServer, fault};
use crate::send::budget::{BodyShare, FIRST};
use crate::send::mcp::{Era, ServerAnswer};
use bytes::Bytes;
use candor::Failure;
use http::{HeaderName, HeaderValue};
use reqwest::Response;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::sleep;

const LAST_EVENT_ID: HeaderName = HeaderName::from_static("last-event-id");
/// How long a server is left alone after a break, unless it says something else.
const PAUSE: Duration = Duration::from_millis(100);
/// How often the stream of one request is resumed. A server may close its streams on purpose, to be asked again.
const MOST_RESUMES: u32 = 100;

/// The stream of one request, over as many connections as it takes.
pub(super) struct AnswerStream<'s, 'r> {
    server: &'s Arc<HttpServer>,
    poster: &'s Poster,
    session: &'s Arc<Session>,
    asked: &'s Asked<'r>,
    events: EventReader,
    share: BodyShare,
    /// Whether the answer to another request was in it.
    was_another: bool,
    resumes: u32,
}

/// How a connection has ended.
enum Ended {
    Answered(ServerAnswer),
    /// Before the answer was there, with this failure unless the rest is told elsewhere.
    Broken(Failure),
}

impl<'s, 'r> AnswerStream<'s, 'r> {
    pub(super) fn new(
        server: &'s Arc<HttpServer>,
        poster: &'s Poster,
        session: &'s Arc<Session>,
        asked: &'s Asked<'r>,
    ) -> AnswerStream<'s, 'r> {
        let events = EventReader::new(server.limits.message);
        let share = BodyShare::default();
        AnswerStream { server, poster, session, asked, events, share, was_another: false, resumes: 0 }
    }

    /// Reads until the answer has come. What comes before it is told to whom it concerns.
    pub(super) async fn read(mut self, mut response: Response) -> Result<ServerAnswer, Failure> {
        loop {
            let failure = match self.read_one(response).await? {
                Ended::Answered(answer) => return Ok(answer),
                Ended::Broken(failure) => failure,
            };
            response = match self.resumed().await {
                Some(rest) => rest,
                None => return Err(failure),
            };
        }
    }

    /// Reads one connection to its end.
    async fn read_one(&mut self, mut response: Response) -> Result<Ended, Failure> {
        let AnswerStream { server, poster, session, asked, events, share, was_another, .. } = self;
        let mut each = |data: &[u8]| {
            let data = poster.without_tokens(Bytes::copy_from_slice(data));
            server.event(&data, session, asked, was_another)
        };
        loop {
            let chunk = match response.chunk().await {
                Ok(Some(chunk)) => chunk,
                Ok(None) => break,
                Err(error) => {
                    let failure = fault::broken_off(poster.readers.read_error(error), asked.is_repeatable);
                    return Ok(Ended::Broken(failure));
                }
            };
            match events.take(&chunk, &mut each) {
                Ok(Some(answer)) => return Ok(Ended::Answered(answer)),
                Ok(None) => {}
                Err(TooLong) => return Err(server.too_long(asked)),
            }
            if events.held() > FIRST {
                poster.bodies.extend(share, server.limits.message).await;
            }
        }
        if let Some(answer) = events.end(&mut each) {
            return Ok(Ended::Answered(answer));
        }
        match was_another {
            true => {
                let what = "the answer to another request";
                Err(fault::malformed(&server.name, response.status(), what, asked.is_repeatable))
            }
            false => Ok(Ended::Broken(fault::stream_ended(&server.name, asked.is_repeatable))),
        }
    }

    /// What follows the last event, if the server gave it an id and tells the rest. It is asked once after each break: the request itself is
    /// not sent again.
    async fn resumed(&mut self) -> Option<Response> {
        let pause = self.events.retry().unwrap_or(PAUSE);
        if self.session.facts.era == Era::Modern || self.resumes >= MOST_RESUMES || pause > self.server.limits.silence {
            return None;
        }
        let last = HeaderValue::from_bytes(self.events.last_id()?).ok()?;
        self.resumes += 1;
        sleep(pause).await;
        let mut headers = self.session.headers(&Purpose::of(""));
        headers.insert(LAST_EVENT_ID, last);
        let posted = self.poster.get(headers).await.ok()?;
        let is_stream = posted.redirect.is_none()
            && posted.response.status().is_success()
            && content_type(&posted.response) == "text/event-stream";
        self.events.begin_again();
        is_stream.then_some(posted.response)
    }
}
