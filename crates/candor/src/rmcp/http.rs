//! A guard around MCP servers over HTTP.

mod allowed_origins;
mod answers;
mod body;
mod pending_request;
mod served;
mod sessions;

use super::memory::{Charge, Inadmissible, MemoryBudget, Weight};
use super::refusal::{self, Refusal};
use super::shape::{self, AnswerId, Scan};
use crate::capture::catch_panic_async;
use crate::problem_response::ProblemResponse;
use crate::{Code, Failure, FailurePolicy, media_type};
use ::http::{HeaderValue, Method, Request, Response, StatusCode, Version, header, request};
use allowed_origins::AllowedOrigins;
pub use allowed_origins::InvalidOrigin;
use answers::SentEvents;
use body::Collected;
use bytes::Bytes;
use http_body::Body;
use http_body_util::combinators::BoxBody;
use http_body_util::{BodyExt, Full};
use pending_request::{Explained, PendingRequest};
use served::{Duplicate, Served, holding};
use sessions::{IsEnding, SessionLimits, Sessions};
use std::error::Error;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;
use tower_service::Service;

/// Explains every refusal of an MCP server over HTTP, with a JSON-RPC error or a problem: a layer around rmcp's service.
///
/// `rmcp`'s `StreamableHttpService` answers what it does not take with a line of text, and a body that it cannot read
/// with the words of its parser and the status 415. Behind this guard:
///
/// | what comes | status | the answer |
/// |---|---|---|
/// | a request of a web page of another origin than this machine | 403 | a problem, unless [`with_allowed_origin`](HttpGuard::with_allowed_origin) names the origin |
/// | a wrong method, `Accept` or `Content-Type` | 405, 406, 415 | a problem, as RFC 9457 has it |
/// | a body that is not JSON | 400 | -32700, with the id if it is certain |
/// | a value that cannot be read, such as `1e400` or half a surrogate pair | 400 | -32602 or -32600, with the id; `field` points to it |
/// | JSON that is not a message, or a batch | 400 | -32600, with the id where there is one |
/// | a request whose id is an empty string | 400 | -32600, with that id |
/// | a body that is too long | 413 | -32600, and what the limit is; a problem if no id can be read |
/// | a body that is not whole in time | 408, and the connection ends | -32603, if the id can be read, to be retried; else a problem |
/// | more values or levels than a message may have | 400 | -32600, and which limit |
/// | a message that takes more than its share of the [`MemoryBudget`] to read | 413 | -32600, and what the limit is |
/// | a message or a session for which there is no room now | 503, `Retry-After` | -32603, to be retried |
/// | a request whose id is in use in its session | 400 | -32600; the request that uses the id gets its own answer |
/// | whatever else the server refuses | as it is, with its headers | -32600; a problem if there is no id to answer |
/// | a failure of the server | as it is | -32603, or a problem likewise; what the server said goes to the incident |
/// | a panic in the service | 500 | -32603, or a problem likewise |
/// | a failure that this process has not disclosed, such as an error of rmcp's own | as it is | the same number, with everything that a failure says |
/// | an answer in pieces of more than 16 MiB | as it is | -32603 in its place |
/// | an answer that is compressed before it comes here | 500 | -32603, or a problem likewise |
///
/// All other answers that are JSON, and streams of events, pass the [filter](crate::rmcp#what-leaves-the-server), by which
/// configured secrets leave in no message. In the dialect `error_model`, a failed
/// tool's result gets 001's `error`, for which `rmcp`'s type has no place. A problem is `application/problem+json`, its
/// types begin with the base of the policy, and its status is that of the response, in the data of a JSON-RPC error, too.
///
/// ```no_run
/// use candor::rmcp::{HttpGuard, HttpServer};
/// use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
/// use rmcp::transport::StreamableHttpService;
///
/// struct Shop;
/// impl rmcp::ServerHandler for Shop {}
///
/// # async fn serve() -> std::io::Result<()> {
/// let service: StreamableHttpService<Shop, LocalSessionManager> =
///     StreamableHttpService::new(|| Ok(Shop), Default::default(), Default::default());
/// let router = axum::Router::new().nest_service("/mcp", HttpGuard::new(service));
/// let listener = tokio::net::TcpListener::bind("127.0.0.1:8000").await?;
/// HttpServer::new(router).serve(listener).await;
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone)]
pub struct HttpGuard<S> {
    inner: S,
    max_body_length: usize,
    body_deadline: Duration,
    origins: AllowedOrigins,
    policy: FailurePolicy,
    served: Served,
    sent: SentEvents,
    memory: MemoryBudget,
    sessions: Sessions,
}

impl<S> HttpGuard<S> {
    /// The longest body of a request, in bytes, unless another is set: 4 MiB, as `rmcp` has it.
    pub const DEFAULT_MAX_BODY_LENGTH: usize = 4 * 1024 * 1024;

    /// How long the body of a request may take, unless another time is set: 30 seconds.
    pub const DEFAULT_BODY_DEADLINE: Duration = Duration::from_secs(30);

    /// The most sessions at once, unless another number is set. One takes about 60 KB, and all take half of the [`MemoryBudget`]
    /// at most: more sessions need a larger budget.
    pub const DEFAULT_MAX_SESSIONS: usize = 512;

    /// How long a session may be idle, unless another time is set: five minutes, after which `rmcp` ends it, too.
    pub const DEFAULT_SESSION_IDLE: Duration = Duration::from_secs(300);

    /// How long a session may be idle that nobody has used since it was opened.
    pub const UNUSED_SESSION_IDLE: Duration = Duration::from_secs(60);

    /// A guard around this service.
    #[must_use]
    pub fn new(inner: S) -> HttpGuard<S> {
        HttpGuard {
            inner,
            max_body_length: Self::DEFAULT_MAX_BODY_LENGTH,
            body_deadline: Self::DEFAULT_BODY_DEADLINE,
            origins: AllowedOrigins::default(),
            policy: FailurePolicy::new(),
            served: Served::default(),
            sent: SentEvents::default(),
            memory: MemoryBudget::of_process(),
            sessions: Sessions::new(SessionLimits {
                max: Self::DEFAULT_MAX_SESSIONS,
                idle: Self::DEFAULT_SESSION_IDLE,
                unused: Self::UNUSED_SESSION_IDLE,
            }),
        }
    }

    /// The same, with a budget of its own, or one that it shares with others, in place of that of the process.
    #[must_use]
    pub fn with_memory_budget(self, budget: MemoryBudget) -> Self {
        HttpGuard { memory: budget, ..self }
    }

    /// The same, with at most this many sessions. For one more, that which is idle longest ends, of those that nobody has used
    /// before all others; while all are in use, it is refused with 503, to be retried.
    ///
    /// The guard sees which sessions there are by the header `Mcp-Session-Id`, and ends one with a `DELETE` to the service that
    /// it is around. A client whose session has ended gets 404, and opens another, as the protocol has it. With a `session_store`
    /// of `rmcp`, the `DELETE` deletes what is stored of the session, too, and a session that `rmcp` restores from there is not
    /// counted.
    #[must_use]
    pub fn with_max_sessions(self, sessions: usize) -> Self {
        let limits = SessionLimits { max: sessions, ..self.sessions.limits };
        HttpGuard { sessions: Sessions::new(limits), ..self }
    }

    /// The same, with sessions that end after this time without a request or an open stream; one that was never used, after
    /// a minute at most. `rmcp` has a limit of its own, `keep_alive` of its `SessionConfig`, and the lower one counts.
    /// It ends as [`with_max_sessions`](HttpGuard::with_max_sessions) has it, in a `session_store`, too.
    #[must_use]
    pub fn with_session_idle(self, idle: Duration) -> Self {
        let limits = SessionLimits { idle, ..self.sessions.limits };
        HttpGuard { sessions: Sessions::new(limits), ..self }
    }

    /// The same, with bodies of at most this many bytes. The service may have a limit of its own, and the lower one
    /// counts.
    #[must_use]
    pub fn with_max_body_length(self, bytes: usize) -> Self {
        HttpGuard { max_body_length: bytes, ..self }
    }

    /// The same, and the whole body of a request must come within this time after its head. Whoever sends half of it and
    /// waits would take memory and a connection for ever.
    #[must_use]
    pub fn with_body_deadline(self, deadline: Duration) -> Self {
        HttpGuard { body_deadline: deadline, ..self }
    }

    /// The same, which serves web pages of this origin, too, such as `https://app.example.com`.
    ///
    /// A browser says in the header `Origin` which page has made a request. The protocol has a server refuse those that it does
    /// not know: otherwise any page could use a server on its visitor's machine, by a name that leads to 127.0.0.1. Pages of
    /// `localhost` and of loopback addresses are served, whatever their port. A page of the server's own public address has
    /// to be allowed like any other. Requests without the header are served: programs send none, and a browser sends none
    /// when a page only reads from its own address. So keep `allowed_hosts` of `rmcp`, which refuses names that only lead here; it
    /// and `allowed_origins` are checked after this.
    ///
    /// ```
    /// # use candor::rmcp::{HttpGuard, InvalidOrigin};
    /// # fn guarded<S>(service: S) -> Result<HttpGuard<S>, InvalidOrigin> {
    /// HttpGuard::new(service).with_allowed_origin("https://app.example.com")
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// [`InvalidOrigin`] if it is not a scheme, a host and perhaps a port, nor `null`, the origin of pages without one.
    pub fn with_allowed_origin(self, origin: &str) -> Result<Self, InvalidOrigin> {
        Ok(HttpGuard { origins: self.origins.with(origin)?, ..self })
    }

    /// The same, which serves web pages of any origin: for a server behind a proxy that checks them, or that nobody must be
    /// kept from.
    #[must_use]
    pub fn with_any_origin(self) -> Self {
        HttpGuard { origins: AllowedOrigins::Any, ..self }
    }

    /// The same under this policy: use that of the [`Guard`](super::Guard) around the handler. What is refused and what is
    /// completed here are incidents of the policy.
    #[must_use]
    pub fn with_policy(self, policy: FailurePolicy) -> Self {
        HttpGuard { policy, ..self }
    }
}

impl<S, B, A> Service<Request<B>> for HttpGuard<S>
where
    S: Service<Request<Full<Bytes>>, Response = Response<A>> + Clone + Send + 'static,
    S::Future: Send + 'static,
    S::Error: Send,
    B: Body + Send + 'static,
    B::Data: Send,
    B::Error: Into<Box<dyn Error + Send + Sync>>,
    A: Body<Data = Bytes> + Send + Sync + 'static,
    A::Error: Send + Sync,
{
    type Response = Response<BoxBody<Bytes, A::Error>>;
    type Error = S::Error;
    type Future = Pin<Box<dyn Future<Output = Result<Self::Response, S::Error>> + Send>>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.inner.poll_ready(context)
    }

    fn call(&mut self, request: Request<B>) -> Self::Future {
        let next = self.inner.clone();
        // The clone that is ready must be the one that is called.
        let ready = std::mem::replace(&mut self.inner, next);
        let exchange = Exchange {
            max_body_length: self.max_body_length,
            body_deadline: self.body_deadline,
            origins: self.origins.clone(),
            policy: self.policy.clone(),
            served: self.served.clone(),
            sent: self.sent.clone(),
            memory: self.memory.clone(),
            sessions: self.sessions.clone(),
        };
        Box::pin(exchange.serve(ready, request))
    }
}

/// Headers that describe the body, and so go with it when it is replaced.
const OF_THE_BODY: &[header::HeaderName] = &[
    header::CONTENT_DISPOSITION,
    header::CONTENT_ENCODING,
    header::CONTENT_LANGUAGE,
    header::CONTENT_LENGTH,
    header::CONTENT_LOCATION,
    header::CONTENT_RANGE,
    header::CONTENT_TYPE,
    header::ETAG,
    header::LAST_MODIFIED,
    header::TRAILER,
    header::TRANSFER_ENCODING,
];

/// How often room is looked for before a message is refused, and how long each time.
const TRIES: u32 = 5;
const BETWEEN_TRIES: Duration = Duration::from_millis(20);

/// One request that is being served.
struct Exchange {
    max_body_length: usize,
    body_deadline: Duration,
    origins: AllowedOrigins,
    policy: FailurePolicy,
    served: Served,
    sent: SentEvents,
    memory: MemoryBudget,
    sessions: Sessions,
}

impl Exchange {
    async fn serve<S, B, A>(
        self,
        mut service: S,
        request: Request<B>,
    ) -> Result<Response<BoxBody<Bytes, A::Error>>, S::Error>
    where
        S: Service<Request<Full<Bytes>>, Response = Response<A>> + Clone + Send + 'static,
        S::Future: Send,
        S::Error: Send,
        B: Body,
        B::Error: Into<Box<dyn Error + Send + Sync>>,
        A: Body<Data = Bytes> + Send + Sync + 'static,
        A::Error: Send + Sync,
    {
        let (mut head, body) = request.into_parts();
        if let Err(failure) = self.origins.check(&head.headers) {
            return Ok(self.problem(StatusCode::FORBIDDEN, failure));
        }
        // While it arrives, its session is in use.
        let session = head.headers.get(sessions::SESSION_ID);
        let visit = session.map_or(Ok(None), |session| self.sessions.visit(session));
        let mut charge = self.memory.open_arriving();
        let body = match head.method {
            Method::POST => body::collect(body, self.max_body_length, self.body_deadline, &mut charge).await,
            // Bodies of other methods have no meaning.
            _ => Collected::Whole(Bytes::new()),
        };
        let body = match body {
            Collected::Whole(body) => body,
            Collected::TooLong(start) => {
                let shape = Scan::of(&start);
                let failure = refusal::too_large(Some(self.max_body_length));
                // The id of a response is that of a request of the server's own.
                let id = if shape.wants_no_answer() { None } else { shape.id.into_answer_id() };
                return Ok(self.answer_or_problem(StatusCode::PAYLOAD_TOO_LARGE, id, failure));
            }
            Collected::TooSlow(received, shape) => {
                let id = if shape.wants_no_answer() { None } else { shape.id.into_answer_id() };
                let mut answer = self.answer_or_problem(StatusCode::REQUEST_TIMEOUT, id, body::too_slow(received));
                if head.version < Version::HTTP_2 {
                    answer.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
                }
                return Ok(answer);
            }
            Collected::NoRoom(no_room, length, shape) => {
                let why = self.memory.inadmissible(no_room, length);
                let id = if shape.wants_no_answer() { None } else { shape.id.into_answer_id() };
                return Ok(self.inadmissible(why, |failure| Refusal { id, failure }));
            }
            Collected::Broken(error) => {
                return Ok(self.answer(StatusCode::BAD_REQUEST, None, body::incomplete(error)));
            }
        };
        let body = without_mark(&mut head, body);
        let pending = PendingRequest::new(&head, body.clone());
        if pending.has_empty_id() {
            let Refusal { id, failure } = refusal::empty_id();
            return Ok(self.answer(StatusCode::BAD_REQUEST, id.as_ref(), failure));
        }
        let visit = match visit {
            Ok(visit) => visit,
            Err(IsEnding) => return Ok(self.explained(StatusCode::NOT_FOUND, String::new(), &pending)),
        };
        let weight = match self.admit(&mut charge, pending.body()).await {
            Ok(weight) => weight,
            Err(why) => return Ok(self.inadmissible(why, |failure| pending.refuse_unread(failure))),
        };
        let opening = if pending.opens_session() {
            let host = sessions::host_of(&head.uri, &head.headers);
            match self.sessions.make_room(&self.memory, weight.cost_of_values(), service.clone()).await {
                Ok(place) => Some((place, host, service.clone())),
                Err(why) => return Ok(self.inadmissible(why, |failure| pending.refuse_unread(failure))),
            }
        } else {
            None
        };
        let is_end = head.method == Method::DELETE;
        let charge = Arc::new(charge);
        // A handler may run on when nobody waits for its answer. What a session keeps of the request that opened it is charged
        // to the session.
        if opening.is_none() {
            head.extensions.insert(charge.clone());
        }
        let ticket = match pending.request_of_session().map(|(session, id)| (self.served.enter(session, &id), id)) {
            None => None,
            Some((Ok(ticket), _)) => Some(ticket),
            Some((Err(Duplicate), id)) => {
                return Ok(self.answer(StatusCode::BAD_REQUEST, Some(&id.into()), refusal::duplicate_id()));
            }
        };
        let request = Request::from_parts(head, Full::new(body));
        let answered = match opening {
            None => catch_panic_async(async move { service.call(request).await }).await,
            Some((place, host, watching)) => {
                let sessions = self.sessions.clone();
                // A client that does not wait for the answer leaves a session, too.
                let opened = tokio::spawn(async move {
                    let answered = catch_panic_async(async move { service.call(request).await }).await;
                    if let Ok(Ok(response)) = &answered
                        && response.status().is_success()
                        && let Some(id) = response.headers().get(sessions::SESSION_ID)
                    {
                        place.fill(id.clone(), host);
                        sessions.watch(watching);
                    }
                    answered
                });
                opened.await.unwrap_or_else(|error| Err(Failure::from_error(error, "opening a session")))
            }
        };
        // It has been read, and the stream of its answer may be open for long.
        charge.shrink_to(weight.kept());
        if let Ok(Ok(response)) = &answered {
            // A 404 with a JSON-RPC error is about a method that is not there.
            let is_unknown = response.status() == StatusCode::NOT_FOUND && is_refusal(response);
            let has_ended = is_end && response.status().is_success() || is_unknown;
            if let Some(session) = pending.session().filter(|_| has_ended) {
                self.sessions.forget(session);
            }
        }
        match answered {
            Ok(Ok(response)) if is_refusal(&response) => Ok(self.explain(response, &pending)),
            Ok(Ok(response)) if answers::is_encoded(&response) => {
                Ok(self.answer_or_problem(StatusCode::INTERNAL_SERVER_ERROR, pending.id(), answers::encoded()))
            }
            Ok(Ok(response)) => Ok(self
                .filter(pending.session(), response)
                .map(|body| holding(Held { _ticket: ticket, _visit: visit, _charge: charge }, body))),
            Ok(Err(error)) => Err(error),
            Err(failure) => Ok(self.answer_or_problem(StatusCode::INTERNAL_SERVER_ERROR, pending.id(), failure)),
        }
    }

    /// The answer as it may leave. Of a session that it opens, it has the id.
    fn filter<A>(&self, session: Option<&HeaderValue>, response: Response<A>) -> Response<BoxBody<Bytes, A::Error>>
    where
        A: Body<Data = Bytes> + Send + Sync + 'static,
        A::Error: Send + Sync,
    {
        let opened = response.headers().get(sessions::SESSION_ID).cloned();
        answers::filter(&self.policy, &self.sent, session.or(opened.as_ref()), response)
    }

    /// Charges what it takes to read a body. A client sends its next request as soon as it has the end of an answer, which is
    /// a moment before the connection is done with it: so long, it is waited for.
    async fn admit(&self, charge: &mut Charge, body: &[u8]) -> Result<Weight, Inadmissible> {
        let weight = self.memory.weigh(body)?;
        for _ in 0..TRIES {
            match self.memory.admit(charge, &weight) {
                Err(Inadmissible::Now(_)) => tokio::time::sleep(BETWEEN_TRIES).await,
                Err(why) => return Err(why),
                Ok(()) => return Ok(weight),
            }
        }
        self.memory.admit(charge, &weight).map(|()| weight)
    }

    /// The answer to a message that is not read.
    fn inadmissible<E>(
        &self,
        why: Inadmissible,
        refuse: impl FnOnce(Failure) -> Refusal,
    ) -> Response<BoxBody<Bytes, E>> {
        let status = match &why {
            Inadmissible::Ever(_) => StatusCode::BAD_REQUEST,
            Inadmissible::TooCostly(_) => StatusCode::PAYLOAD_TOO_LARGE,
            Inadmissible::Now(_) => StatusCode::SERVICE_UNAVAILABLE,
        };
        let Refusal { id, failure } = refuse(why.into_failure());
        let status = if failure.code() == Code::ParseError { StatusCode::BAD_REQUEST } else { status };
        let mut response = match status {
            StatusCode::BAD_REQUEST => self.answer(status, id.as_ref(), failure),
            _ => self.answer_or_problem(status, id, failure),
        };
        if status == StatusCode::SERVICE_UNAVAILABLE {
            response.headers_mut().insert(header::RETRY_AFTER, refusal::RETRY_AFTER.as_secs().into());
        }
        response
    }

    /// The same answer with another body.
    fn explain<A>(&self, response: Response<A>, pending: &PendingRequest) -> Response<BoxBody<Bytes, A::Error>>
    where
        A: Body<Data = Bytes> + Send + Sync + 'static,
    {
        let (mut head, body) = response.into_parts();
        let (new_head, body) = self.explained(head.status, body::said(body), pending).into_parts();
        for name in OF_THE_BODY.iter() {
            head.headers.remove(name);
        }
        head.status = new_head.status;
        head.headers.extend(new_head.headers);
        Response::from_parts(head, body)
    }

    /// The answer to a request that is refused with this status, of which the server has said this.
    fn explained<E>(&self, status: StatusCode, said: String, pending: &PendingRequest) -> Response<BoxBody<Bytes, E>> {
        match pending.explain(status, said) {
            Explained::Message(status, Refusal { id, failure }) => self.answer(status, id.as_ref(), failure),
            Explained::Request(status, failure) => self.problem(status, failure),
        }
    }

    /// A JSON-RPC error, whether or not an id is known.
    fn answer<E>(&self, status: StatusCode, id: Option<&AnswerId>, failure: Failure) -> Response<BoxBody<Bytes, E>> {
        let renderer = self.policy.renderer().clone().with_status(status.as_u16());
        let text = refusal::frame_by(&renderer, &self.policy, id, failure);
        let mut response = Response::new(whole(text));
        *response.status_mut() = status;
        response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
        response
    }

    /// A JSON-RPC error to the request with this id. Without one, nobody waits for a message.
    fn answer_or_problem<E>(
        &self,
        status: StatusCode,
        id: Option<AnswerId>,
        failure: Failure,
    ) -> Response<BoxBody<Bytes, E>> {
        match id {
            Some(id) => self.answer(status, Some(&id), failure),
            None => self.problem(status, failure),
        }
    }

    /// A problem, which says the same status as the response.
    fn problem<E>(&self, status: StatusCode, failure: Failure) -> Response<BoxBody<Bytes, E>> {
        let renderer = self.policy.renderer().clone().with_status(status.as_u16());
        let problem = ProblemResponse::new(&renderer, &self.policy.disclose(failure));
        Response::<Vec<u8>>::from(problem).map(whole)
    }
}

/// What a request has taken until its answer is complete.
struct Held {
    _ticket: Option<served::Ticket>,
    _visit: Option<sessions::Visit>,
    _charge: Arc<Charge>,
}

/// The body without a byte order mark, which a line may have, too; `rmcp` would not read it.
fn without_mark(head: &mut request::Parts, body: Bytes) -> Bytes {
    if !shape::has_mark(&body) {
        return body;
    }
    let body = body.slice_ref(shape::without_mark(&body));
    if head.headers.contains_key(header::CONTENT_LENGTH) {
        head.headers.insert(header::CONTENT_LENGTH, body.len().into());
    }
    body
}

fn whole<E>(body: Vec<u8>) -> BoxBody<Bytes, E> {
    Full::new(Bytes::from(body)).map_err(|never| match never {}).boxed()
}

/// Whether the server refused the request without a JSON-RPC error.
fn is_refusal<A>(response: &Response<A>) -> bool {
    let is_failure = response.status().is_client_error() || response.status().is_server_error();
    let media_type = media_type::of(response.headers());
    is_failure
        && media_type != "application/json"
        && !media_type.ends_with("+json")
        && media_type != "text/event-stream"
}
