//! Begins with a server, and again when its session is lost.

use super::header::{self, Purpose, SESSION_ID};
use super::post::Posted;
use super::{Asked, Exchanged, HttpServer, fault};
use crate::send::mcp::era::{self, DISCOVER, Discovered};
use crate::send::mcp::message::{self, Metadata};
use crate::send::mcp::patience::Patience;
use crate::send::mcp::{Era, ServerAnswer, ServerFacts};
use candor::render::Revision;
use candor::{Code, Failure};
use http::{HeaderMap, HeaderValue};
use serde_json::value::RawValue;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;
use tokio::sync::{Mutex, watch};
use tokio::time::{Instant, timeout};

/// How long a server has for a question that it may not know.
const PROBE_LIMIT: Duration = Duration::from_secs(5);
/// For how long a failure to begin counts for those who ask meanwhile.
const FRESH: Duration = Duration::from_millis(500);

/// What was agreed with a server.
#[derive(Debug)]
pub(super) struct Session {
    pub(super) facts: Arc<ServerFacts>,
    /// What the server calls it, if it keeps one.
    id: Option<HeaderValue>,
}

impl Session {
    pub(super) fn new(facts: ServerFacts, id: Option<HeaderValue>) -> Session {
        Session { facts: Arc::new(facts), id }
    }

    /// What the server calls it, if it keeps one.
    pub(super) fn id(&self) -> Option<&HeaderValue> {
        self.id.as_ref()
    }

    /// The headers of a message within it.
    pub(super) fn headers(&self, purpose: &Purpose<'_>) -> HeaderMap {
        match self.facts.era {
            Era::Modern => header::first(purpose, Era::Modern),
            Era::Legacy => header::in_session(purpose, self.facts.revision, self.id.as_ref()),
        }
    }

    pub(super) fn has_id(&self) -> bool {
        self.id.is_some()
    }
}

/// The session with a server, and what becomes of those who need one.
#[derive(Debug, Default)]
pub(super) struct Sessions {
    present: watch::Sender<Option<Arc<Session>>>,
    /// Held by whoever begins; with the last failure.
    beginning: Mutex<Option<(Instant, Failure)>>,
}

impl Sessions {
    /// With this session to begin with.
    pub(super) fn of(session: Session) -> Sessions {
        Sessions { present: watch::Sender::new(Some(Arc::new(session))), beginning: Mutex::default() }
    }

    pub(super) fn present(&self) -> Option<Arc<Session>> {
        self.present.borrow().clone()
    }

    /// Whether this is the session that requests have now.
    pub(super) fn is_present(&self, session: &Arc<Session>) -> bool {
        self.present.borrow().as_ref().is_some_and(|present| Arc::ptr_eq(present, session))
    }

    /// Waits for another session than this one.
    pub(super) async fn next(&self, before: Option<&Arc<Session>>) -> Option<Arc<Session>> {
        let is_other = |session: &Arc<Session>| before.is_none_or(|before| !Arc::ptr_eq(before, session));
        let mut present = self.present.subscribe();
        present
            .wait_for(|session| session.as_ref().is_some_and(is_other))
            .await
            .ok()
            .and_then(|session| session.clone())
    }

    pub(super) fn take(&self) -> Option<Arc<Session>> {
        self.present.send_replace(None)
    }
}

impl HttpServer {
    /// The session with the server, and another one than that which was lost. Of many who need one, one begins.
    pub(super) async fn session(self: &Arc<Self>, lost: Option<&Arc<Session>>) -> Result<Arc<Session>, Failure> {
        let present = || {
            let is_lost = |session: &Arc<Session>| lost.is_some_and(|lost| Arc::ptr_eq(lost, session));
            self.sessions.present().filter(|session| !is_lost(session))
        };
        if let Some(session) = present() {
            return Ok(session);
        }
        if *self.end.borrow() {
            return Err(super::super::fault::has_been_stopped(&self.name));
        }
        let mut last = self.sessions.beginning.lock().await;
        if let Some(session) = present() {
            return Ok(session);
        }
        if let Some((time, failure)) = last.as_ref()
            && time.elapsed() < FRESH
        {
            return Err(failure.clone());
        }
        match self.begin().await {
            Ok(session) => {
                let session = Arc::new(session);
                *last = None;
                self.sessions.present.send_replace(Some(Arc::clone(&session)));
                self.publisher.up(&session.facts);
                Ok(session)
            }
            Err(failure) => {
                *last = Some((Instant::now(), failure.clone()));
                self.publisher.out(fault::why(&self.name, &failure));
                self.went_out.notify_one();
                Err(failure)
            }
        }
    }

    /// Finds out of which era the server is, and begins with it.
    async fn begin(self: &Arc<Self>) -> Result<Session, Failure> {
        let begun = timeout(self.limits.start, async {
            match self.discover().await? {
                Some(facts) => Ok(Session { facts: Arc::new(facts), id: None }),
                None => self.initialize().await,
            }
        });
        begun.await.unwrap_or_else(|_| Err(fault::not_begun(&self.name, "did not answer its first request in time")))
    }

    /// What a server of 2026-07-28 says of itself; none, if it is older.
    async fn discover(self: &Arc<Self>) -> Result<Option<ServerFacts>, Failure> {
        let of_modern = Session { facts: Arc::new(unknown(Era::Modern)), id: None };
        let asked = self.ask(DISCOVER, None, Arc::new(of_modern));
        let Ok(answered) = timeout(PROBE_LIMIT.min(self.limits.start / 4), asked).await else { return Ok(None) };
        match answered {
            Ok((Exchanged::Answer(answer), _)) => match era::discovered(&answer) {
                Discovered::Modern(facts) => Ok(Some(facts)),
                Discovered::Legacy => Ok(None),
                Discovered::Neither(why) => Err(fault::not_begun(&self.name, &why)),
            },
            Ok((Exchanged::LostSession, _)) => Ok(None),
            // Whoever refuses the gateway, or cannot be reached, does so whatever it is asked.
            Err(failure) if is_final(&failure) => Err(failure),
            Err(_) => Ok(None),
        }
    }

    async fn initialize(self: &Arc<Self>) -> Result<Session, Failure> {
        let before = Session { facts: Arc::new(unknown(Era::Legacy)), id: None };
        let params = RawValue::from_string(message::initialize_params(&self.announced.capabilities)).ok();
        let (exchanged, id) = self.ask("initialize", params.as_deref(), Arc::new(before)).await?;
        let answer = match exchanged {
            Exchanged::Answer(answer) => answer,
            Exchanged::LostSession => return Err(fault::session_lost(&self.name)),
        };
        let facts = era::initialized(&answer).map_err(|why| fault::not_begun(&self.name, &why))?;
        let session = Session { facts: Arc::new(facts), id };
        let method = "notifications/initialized";
        self.tell(&session, method, message::notification(method, None, Era::Legacy)).await;
        Ok(session)
    }

    /// Asks the server for the gateway itself; with the session that the answer opens.
    pub(super) async fn ask(
        self: &Arc<Self>,
        method: &str,
        params: Option<&RawValue>,
        session: Arc<Session>,
    ) -> Result<(Exchanged, Option<HeaderValue>), Failure> {
        let id = self.ids.fetch_add(1, Ordering::Relaxed);
        let text = message::request(id, method, params, Metadata::of(session.facts.era));
        let purpose = Purpose::of(method);
        let headers = match method {
            "initialize" => header::first(&purpose, Era::Legacy),
            _ => session.headers(&purpose),
        };
        let patience = Arc::new(Patience::new(self.limits.silence, self.limits.longest));
        let asked = Asked::of_own(id, &patience);
        let posted: Posted =
            self.poster()?.post(headers, text, || {}).await.map_err(|unposted| unposted.into_failure(&asked))?;
        let opened = posted.response.headers().get(SESSION_ID).cloned();
        Ok((self.read(posted, &session, &asked).await?, opened))
    }
}

/// What is known of a server before it has answered.
fn unknown(era: Era) -> ServerFacts {
    ServerFacts {
        era,
        revision: match era {
            Era::Legacy => Revision::V2025_11_25,
            Era::Modern => Revision::V2026_07_28,
        },
        capabilities: RawValue::NULL.to_owned(),
        info: None,
        instructions: None,
    }
}

/// Whether a failure would come of any other question, too.
fn is_final(failure: &Failure) -> bool {
    matches!(
        failure.code(),
        Code::Configuration | Code::Unauthorized | Code::Forbidden | Code::RateLimited | Code::Unavailable
    )
}

/// Whether the server answers what it always answers.
pub(super) async fn is_there(server: &Arc<HttpServer>) -> bool {
    let Some(session) = server.sessions.present() else { return server.session(None).await.is_ok() };
    let method = match session.facts.era {
        Era::Modern => DISCOVER,
        Era::Legacy => "ping",
    };
    let asked = timeout(server.limits.silence, server.ask(method, None, Arc::clone(&session)));
    match asked.await {
        Ok(Ok((Exchanged::Answer(ServerAnswer::Result(_) | ServerAnswer::Error(_)), _))) => {
            server.publisher.up(&session.facts);
            true
        }
        Ok(Ok((Exchanged::LostSession, _))) => server.session(Some(&session)).await.is_ok(),
        Ok(Err(_)) | Err(_) => false,
    }
}
