//! An MCP server at an address, that speaks streamable HTTP.
//!
//! ```text
//! request ──► session (begun with, or begun with again) ──► post (headers, credential, redirects) ──► server
//! answer  ◄── reply (JSON, a stream of events, or a fault) ◄──────────────────────────────────────────┘
//! stream  reads an answer among events, and goes on after a break where the server can
//! watch   finds out when a server that is out is back
//! listen  hears from the server that its lists have changed
//! ```

mod events;
mod fault;
mod header;
mod listen;
mod post;
mod reply;
mod session;
mod stream;
mod watch;

use super::message::{self, Metadata};
use super::patience::Patience;
use super::question::OpenQuestions;
use super::state::Publisher;
use super::{Announced, Era, ServerAnswer, ServerFacts, ServerNotification, ServerQuestion, ServerRequest, era};
use crate::server_fault;
use crate::upstream::{McpAddress, McpServerSettings};
use ::http::HeaderValue;
use candor::render::Revision;
use candor::{Code, Failure, Origin, Retry, reason};
use header::Purpose;
use post::Poster;
use serde_json::value::RawValue;
use session::{Session, Sessions};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;
use tokio::sync::{Notify, mpsc};
use tokio::time::timeout;

/// How long the server is given for what nobody waits for.
const UNIMPORTANT: Duration = Duration::from_secs(5);

/// A server at an address.
pub(super) struct HttpServer {
    name: Arc<str>,
    /// Shared by all connections to the server.
    poster: Arc<Result<Poster, Vec<String>>>,
    limits: Limits,
    sessions: Sessions,
    announced: Announced,
    /// The questions that belong to no single request.
    questions: OpenQuestions,
    publisher: Arc<Publisher>,
    ids: AtomicU64,
    /// The server does not answer any more.
    went_out: Notify,
    end: tokio::sync::watch::Sender<bool>,
}

/// What a server may take.
#[derive(Debug, Clone, Copy)]
struct Limits {
    silence: Duration,
    longest: Duration,
    start: Duration,
    message: usize,
}

/// A request that is sent, as much of it as its answer is read by.
struct Asked<'r> {
    id: u64,
    patience: &'r Arc<Patience>,
    progress: Option<&'r mpsc::Sender<Box<RawValue>>>,
    notifications: Option<&'r mpsc::Sender<ServerNotification>>,
    questions: Option<(&'r mpsc::Sender<ServerQuestion>, OpenQuestions)>,
    is_repeatable: bool,
}

impl<'r> Asked<'r> {
    fn new(id: u64, request: &'r ServerRequest, patience: &'r Arc<Patience>) -> Asked<'r> {
        Asked {
            id,
            patience,
            progress: request.progress.as_ref(),
            notifications: request.notifications.as_ref(),
            questions: request.questions.as_ref().map(|questions| (questions, OpenQuestions::of_request())),
            is_repeatable: request.is_repeatable,
        }
    }

    /// A request of the gateway's own.
    fn of_own(id: u64, patience: &'r Arc<Patience>) -> Asked<'r> {
        Asked { id, patience, progress: None, notifications: None, questions: None, is_repeatable: true }
    }
}

/// What came of one exchange.
enum Exchanged {
    Answer(ServerAnswer),
    /// The server does not know the session any more, and has refused the request before it ran.
    LostSession,
}

impl HttpServer {
    /// Begins to reach it, and returns at once.
    pub(super) fn start(
        settings: &McpServerSettings,
        address: &McpAddress,
        announced: Announced,
        publisher: &Arc<Publisher>,
    ) -> Arc<HttpServer> {
        let limits = Limits {
            silence: settings.timeout,
            longest: settings.longest,
            start: settings.start,
            message: settings.max_message,
        };
        let poster = Arc::new(Poster::new(settings, address));
        HttpServer::run(settings.name.as_str().into(), poster, limits, announced, publisher, Sessions::default())
    }

    /// Another connection to the same server, in this session if there is one.
    pub(super) fn beside(
        &self,
        announced: Announced,
        publisher: &Arc<Publisher>,
        session: Option<(ServerFacts, HeaderValue)>,
    ) -> Arc<HttpServer> {
        let sessions = session.map(|(facts, id)| Sessions::of(Session::new(facts, Some(id)))).unwrap_or_default();
        HttpServer::run(Arc::clone(&self.name), Arc::clone(&self.poster), self.limits, announced, publisher, sessions)
    }

    fn run(
        name: Arc<str>,
        poster: Arc<Result<Poster, Vec<String>>>,
        limits: Limits,
        announced: Announced,
        publisher: &Arc<Publisher>,
        sessions: Sessions,
    ) -> Arc<HttpServer> {
        let server = Arc::new(HttpServer {
            name,
            poster,
            limits,
            sessions,
            announced,
            questions: OpenQuestions::of_connection(),
            publisher: Arc::clone(publisher),
            ids: AtomicU64::new(1),
            went_out: Notify::new(),
            end: tokio::sync::watch::Sender::new(false),
        });
        tokio::spawn(watch::keep(Arc::clone(&server)));
        server
    }

    /// The session with the server, as soon as there is one; none if the server keeps none.
    pub(super) async fn session_id(&self) -> Option<(Revision, HeaderValue)> {
        let session = self.sessions.next(None).await?;
        Some((session.facts.revision, session.id()?.clone()))
    }

    /// What keeps these settings from being used.
    pub(super) fn mistakes_in(settings: &McpServerSettings, address: &McpAddress) -> Vec<String> {
        Poster::new(settings, address).err().unwrap_or_default()
    }

    /// Sends a request and waits for its answer. If the session is lost, it is opened once more, and the request sent once more: the
    /// server has refused it before it ran.
    pub(super) async fn request(self: &Arc<Self>, request: ServerRequest) -> Result<ServerAnswer, Failure> {
        let patience = Arc::new(Patience::new(request.limit, self.limits.longest));
        let sent = AtomicBool::new(false);
        let outcome = tokio::select! {
            biased;
            outcome = self.answered(&request, &patience, &sent) => outcome,
            passed = patience.passed() => {
                let failure = super::fault::too_slow(&self.name, passed);
                return Err(match sent.load(Ordering::Relaxed) {
                    true => super::fault::unanswered(failure, request.is_repeatable),
                    false => server_fault::never_sent(failure),
                });
            }
        };
        outcome
    }

    async fn answered(
        self: &Arc<Self>,
        request: &ServerRequest,
        patience: &Arc<Patience>,
        sent: &AtomicBool,
    ) -> Result<ServerAnswer, Failure> {
        let mut session = self.session(None).await?;
        for _ in 0..2 {
            let exchanged = self.exchange(&session, request, patience, sent).await;
            match exchanged? {
                Exchanged::Answer(answer) => return Ok(answer),
                Exchanged::LostSession => {
                    sent.store(false, Ordering::Relaxed);
                    session = self.session(Some(&session)).await?;
                }
            }
        }
        Err(fault::session_lost(&self.name))
    }

    /// Sends the request in this session, and reads what comes. Dropped, it tells the server that nobody waits any more.
    async fn exchange(
        self: &Arc<Self>,
        session: &Arc<Session>,
        request: &ServerRequest,
        patience: &Arc<Patience>,
        sent: &AtomicBool,
    ) -> Result<Exchanged, Failure> {
        let id = self.ids.fetch_add(1, Ordering::Relaxed);
        let metadata = Metadata {
            era: session.facts.era,
            progress_token: request.progress.is_some().then_some(id),
            capabilities: request.capabilities.as_deref(),
            traceparent: request.traceparent.as_deref(),
        };
        let text = message::request(id, &request.method, request.params.as_deref(), metadata);
        let purpose = Purpose {
            method: &request.method,
            subject: request.subject.as_deref(),
            mirrored: &request.mirrored,
            traceparent: request.traceparent.as_deref(),
        };
        let asked = Asked::new(id, request, patience);
        let mut cancel = Cancel { server: self, session, id, is_armed: false };
        let posted = self.poster()?.post(session.headers(&purpose), text, || {
            sent.store(true, Ordering::Relaxed);
            cancel.is_armed = true;
        });
        let exchanged = match posted.await {
            Ok(posted) => match self.read(posted, session, &asked).await {
                // Another server, or another version of it, is there now. It says that it has not run the request.
                Ok(Exchanged::Answer(ServerAnswer::Error(error)))
                    if session.facts.era == Era::Modern && era::is_unsupported_version(&error) =>
                {
                    Ok(Exchanged::LostSession)
                }
                exchanged => exchanged,
            },
            Err(unposted) => Err(unposted.into_failure(&asked)),
        };
        // It has its answer, or none will come.
        cancel.is_armed = false;
        self.note(session, &exchanged);
        exchanged
    }

    /// Tells the server this, if it was begun with.
    pub(super) async fn notify(&self, method: &str, params: Option<&RawValue>) {
        if let Some(session) = self.sessions.present() {
            self.tell(&session, method, message::notification(method, params, session.facts.era)).await;
        }
    }

    /// Sends what needs no answer, and waits until the server has it, or not for long.
    async fn tell(&self, session: &Session, method: &str, text: Vec<u8>) {
        let Ok(poster) = self.poster() else { return };
        let posted = poster.post(session.headers(&Purpose::of(method)), text, || {});
        let _ = timeout(UNIMPORTANT, posted).await;
    }

    /// Ends a session that the server keeps.
    pub(super) async fn stop(&self, grace: Duration) {
        self.end();
        if let (Some(session), Ok(poster)) = (self.sessions.take(), self.poster())
            && session.has_id()
        {
            let _ = timeout(grace.min(UNIMPORTANT), poster.delete(session.headers(&Purpose::of("")))).await;
        }
        self.publisher.out("has been stopped");
    }

    pub(super) fn end(&self) {
        self.end.send_replace(true);
    }

    fn poster(&self) -> Result<&Poster, Failure> {
        Result::as_ref(&self.poster).map_err(|mistakes| {
            let message = format!("The server {} cannot be called: {}", self.name, mistakes.join("; "));
            Failure::new(Code::Configuration, message)
                .with_reason(reason!("server_not_configured"))
                .with_origin(Origin::Configuration)
                .with_retry(Retry::Never)
        })
    }

    /// Takes note of whether the server answers.
    fn note(&self, session: &Arc<Session>, exchanged: &Result<Exchanged, Failure>) {
        match exchanged {
            Ok(Exchanged::Answer(_)) if self.sessions.is_present(session) => self.publisher.up(&session.facts),
            Ok(Exchanged::Answer(_) | Exchanged::LostSession) => {}
            Err(failure) if fault::is_out(failure) => {
                self.publisher.out(fault::why(&self.name, failure));
                self.went_out.notify_one();
            }
            Err(_) => {}
        }
    }
}

/// Tells a server, if its era wants that, that nobody waits for a request any more.
struct Cancel<'s> {
    server: &'s Arc<HttpServer>,
    session: &'s Arc<Session>,
    id: u64,
    is_armed: bool,
}

impl Drop for Cancel<'_> {
    fn drop(&mut self) {
        // As of 2026-07-28 the end of the exchange says it.
        if !self.is_armed || self.session.facts.era == Era::Modern {
            return;
        }
        let (server, session, id) = (Arc::clone(self.server), Arc::clone(self.session), self.id);
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            runtime.spawn(async move {
                server.tell(&session, "notifications/cancelled", message::cancelled(id)).await;
            });
        }
    }
}
