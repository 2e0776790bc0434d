//! A server over HTTP that slow, silent and too many clients do not stop.

mod activity;
mod connections;
mod current_policy;
mod overload;
mod peer;
mod write_deadline;

pub(super) use activity::BodyTimedOut;
pub use activity::RequestBody;
pub use peer::{InvalidProxy, Network};

use super::nodelay::set_nodelay;
use crate::FailurePolicy;
use ::http::{Request, Response};
use activity::{Activity, ResponseBody};
use connections::{Connections, Limits, Room};
use current_policy::CurrentPolicy;
use http_body::Body;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use overload::Overload;
use std::error::Error;
use std::future::poll_fn;
use std::io;
use std::net::SocketAddr;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tower_service::Service;
use write_deadline::WriteDeadline;

/// The longest head of a request, and the most that is kept of a connection's bytes in either direction.
const MAX_BUFFERED: usize = 64 * 1024;
/// How long the server waits for another connection to end after it could not accept one, so that it does not try without
/// end.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);

/// Serves a tower service over HTTP/1.1, such as axum's `Router` or an [`HttpGuard`](super::HttpGuard), so that clients which
/// are slow, silent or too many stop nobody else.
///
/// A client can send half a request and wait, or ask for much and read nothing. Each such connection takes a file descriptor, and a
/// server without limits runs out of them: some thousand half-sent requests, from one machine, and nobody is served any more.
/// Here, everything that depends on a client has a limit:
///
/// | | unless set | what happens then |
/// |---|---|---|
/// | the head of a request, and the time between two requests | 30 s | the connection is closed |
/// | the body of a request | 60 s | the body ends with an error; an [`HttpGuard`](super::HttpGuard), whose own deadline is 30 s, answers with 408 |
/// | a client that does not read its answer | 30 s without progress | the connection is closed; a stream of events that has nothing to say may be silent for ever |
/// | the length of a head | 64 KiB, 100 headers | 431, and the connection is closed |
/// | connections | 1,024, and 256 of one peer | the one whose client has kept the server waiting for the longest is closed. If all are being served, the new one gets 503, a problem with `Retry-After` |
///
/// So whoever sends whole requests is served, however many connections wait half-sent or idle. A peer is an IPv4 address or a /64 of
/// IPv6; what comes through [a proxy that is trusted](HttpServer::with_trusted_proxy) has no limit per peer. If the process is out
/// of file descriptors, which `ulimit -n` shows, a connection is closed and the server tries again: it never ends. The policy
/// reports all of that as `too_many_connections`, with the numbers in its private details: at once, and then every ten seconds.
///
/// `TCP_NODELAY` is always set. The extensions of a request have the client's [`SocketAddr`]. [`serve_over`](HttpServer::serve_over)
/// takes a TLS handshake. HTTP/2 and connections that change their protocol are left to a proxy.
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
pub struct HttpServer<S> {
    service: S,
    deadlines: Deadlines,
    limits: Limits,
    proxies: Vec<Network>,
    grace: Duration,
    policy: CurrentPolicy,
}

#[derive(Debug, Clone, Copy)]
struct Deadlines {
    header: Duration,
    body: Duration,
    write: Duration,
}

impl<S> HttpServer<S> {
    /// How long the head of a request may take, and how long a connection may wait for one: 30 seconds.
    pub const DEFAULT_HEADER_DEADLINE: Duration = Duration::from_secs(30);
    /// How long the body of a request may take: 60 seconds.
    pub const DEFAULT_BODY_DEADLINE: Duration = Duration::from_secs(60);
    /// How long a client may take nothing of what is written to it: 30 seconds.
    pub const DEFAULT_WRITE_DEADLINE: Duration = Duration::from_secs(30);
    /// How many connections may be open: 1,024.
    pub const DEFAULT_MAX_CONNECTIONS: usize = 1_024;
    /// How many of one peer: 256.
    pub const DEFAULT_MAX_CONNECTIONS_PER_PEER: usize = 256;
    /// How long requests have to end when the server stops: 10 seconds.
    pub const DEFAULT_GRACE: Duration = Duration::from_secs(10);

    /// A server of this service.
    #[must_use]
    pub fn new(service: S) -> HttpServer<S> {
        HttpServer {
            service,
            deadlines: Deadlines {
                header: Self::DEFAULT_HEADER_DEADLINE,
                body: Self::DEFAULT_BODY_DEADLINE,
                write: Self::DEFAULT_WRITE_DEADLINE,
            },
            limits: Limits { all: Self::DEFAULT_MAX_CONNECTIONS, per_peer: Self::DEFAULT_MAX_CONNECTIONS_PER_PEER },
            proxies: Vec::new(),
            grace: Self::DEFAULT_GRACE,
            policy: CurrentPolicy::always(FailurePolicy::new()),
        }
    }

    /// The same, and the whole head of a request must come within this time, after the connection was opened or the last
    /// request was answered.
    #[must_use]
    pub fn with_header_deadline(mut self, deadline: Duration) -> Self {
        self.deadlines.header = deadline;
        self
    }

    /// The same, and the whole body of a request must come within this time after its head.
    ///
    /// An [`HttpGuard`](super::HttpGuard) has [a deadline of its own](super::HttpGuard::with_body_deadline), and answers. This one
    /// is for all other services, too.
    #[must_use]
    pub fn with_body_deadline(mut self, deadline: Duration) -> Self {
        self.deadlines.body = deadline;
        self
    }

    /// The same, and a client must take something of what is written to it within this time.
    #[must_use]
    pub fn with_write_deadline(mut self, deadline: Duration) -> Self {
        self.deadlines.write = deadline;
        self
    }

    /// The same with at most this many connections. Keep it below the number of file descriptors that the process may have,
    /// less those that its tools need.
    #[must_use]
    pub fn with_max_connections(mut self, connections: usize) -> Self {
        self.limits.all = connections;
        self
    }

    /// The same with at most this many connections of one peer.
    #[must_use]
    pub fn with_max_connections_per_peer(mut self, connections: usize) -> Self {
        self.limits.per_peer = connections;
        self
    }

    /// The same without a limit of connections for this peer, an address or a network: a proxy, through which many clients come,
    /// and which limits them itself.
    ///
    /// ```
    /// # use candor::rmcp::{HttpServer, InvalidProxy};
    /// # fn behind_proxies<S>(service: S) -> Result<HttpServer<S>, InvalidProxy> {
    /// HttpServer::new(service).with_trusted_proxy("127.0.0.1")?.with_trusted_proxy("10.0.0.0/8")
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// [`InvalidProxy`] if it is neither.
    pub fn with_trusted_proxy(mut self, proxy: &str) -> Result<Self, InvalidProxy> {
        self.proxies.push(proxy.parse()?);
        Ok(self)
    }

    /// The same, and requests have this time to end when the server stops.
    #[must_use]
    pub fn with_grace(mut self, grace: Duration) -> Self {
        self.grace = grace;
        self
    }

    /// The same under this policy: use that of the guards. What there is no room for is an incident of the policy.
    #[must_use]
    pub fn with_policy(mut self, policy: FailurePolicy) -> Self {
        self.policy = CurrentPolicy::always(policy);
        self
    }

    /// The same under the policy that this function gives, asked each time there is something to tell: for a service that is replaced by
    /// another, with another policy, while the server runs.
    #[must_use]
    pub fn with_current_policy(mut self, ask: impl Fn() -> FailurePolicy + Send + Sync + 'static) -> Self {
        self.policy = CurrentPolicy::asked(ask);
        self
    }

    /// Serves until the future is dropped; then all connections are closed.
    pub async fn serve<A>(self, listener: TcpListener)
    where
        S: Service<Request<RequestBody>, Response = Response<A>> + Clone + Send + 'static,
        S::Future: Send,
        S::Error: Into<Box<dyn Error + Send + Sync>>,
        A: Body + Send + 'static,
        A::Data: Send,
        A::Error: Into<Box<dyn Error + Send + Sync>>,
    {
        self.serve_until(listener, std::future::pending()).await;
    }

    /// Serves until `stop` is done. Then no connection is accepted any more, idle ones are closed, and what is being served has
    /// the time of [`with_grace`](HttpServer::with_grace) to end.
    ///
    /// A stream of events does not end by itself. Let `stop` end the sessions, too, by the `cancellation_token` of
    /// rmcp's `StreamableHttpServerConfig`.
    pub async fn serve_until<A>(self, listener: TcpListener, stop: impl Future<Output = ()>)
    where
        S: Service<Request<RequestBody>, Response = Response<A>> + Clone + Send + 'static,
        S::Future: Send,
        S::Error: Into<Box<dyn Error + Send + Sync>>,
        A: Body + Send + 'static,
        A::Data: Send,
        A::Error: Into<Box<dyn Error + Send + Sync>>,
    {
        self.serve_connections(listener, Transport::Plain, |stream| std::future::ready(Ok(stream)), stop).await;
    }

    /// The same over what this function makes of each connection, such as a TLS handshake does. It runs while the connection
    /// counts as one that waits for its client, and has to end in time by itself. If it fails, the connection is closed.
    ///
    /// A connection that there is no room for is closed without a word, since a client does not understand 503 before the
    /// handshake.
    ///
    /// ```no_run
    /// use candor::rmcp::HttpServer;
    /// use tokio::net::{TcpListener, TcpStream};
    ///
    /// # async fn serve(router: axum::Router) -> std::io::Result<()> {
    /// let listener = TcpListener::bind("127.0.0.1:8443").await?;
    /// // In place of a handshake: refuses whoever says nothing.
    /// let handshake = |stream: TcpStream| async move {
    ///     let mut first = [0];
    ///     let length = stream.peek(&mut first).await?;
    ///     if length == 0 { Err(std::io::ErrorKind::UnexpectedEof.into()) } else { Ok(stream) }
    /// };
    /// HttpServer::new(router).serve_over(listener, handshake, std::future::pending()).await;
    /// # Ok(())
    /// # }
    /// ```
    pub async fn serve_over<A, H, F, I>(self, listener: TcpListener, handshake: H, stop: impl Future<Output = ()>)
    where
        S: Service<Request<RequestBody>, Response = Response<A>> + Clone + Send + 'static,
        S::Future: Send,
        S::Error: Into<Box<dyn Error + Send + Sync>>,
        A: Body + Send + 'static,
        A::Data: Send,
        A::Error: Into<Box<dyn Error + Send + Sync>>,
        H: Fn(TcpStream) -> F,
        F: Future<Output = io::Result<I>> + Send + 'static,
        I: AsyncRead + AsyncWrite + Unpin + Send + 'static,
    {
        self.serve_connections(listener, Transport::Wrapped, handshake, stop).await;
    }

    async fn serve_connections<A, H, F, I>(
        self,
        listener: TcpListener,
        transport: Transport,
        handshake: H,
        stop: impl Future<Output = ()>,
    ) where
        S: Service<Request<RequestBody>, Response = Response<A>> + Clone + Send + 'static,
        S::Future: Send,
        S::Error: Into<Box<dyn Error + Send + Sync>>,
        A: Body + Send + 'static,
        A::Data: Send,
        A::Error: Into<Box<dyn Error + Send + Sync>>,
        H: Fn(TcpStream) -> F,
        F: Future<Output = io::Result<I>> + Send + 'static,
        I: AsyncRead + AsyncWrite + Unpin + Send + 'static,
    {
        let mut connections = Connections::within(self.limits);
        let mut overload = Overload::new(self.policy.clone(), self.limits);
        let (stopping, is_stopping) = watch::channel(false);
        let mut stop = pin!(stop);
        loop {
            tokio::select! {
                () = &mut stop => break,
                () = connections.one_ended() => {}
                () = overload.is_due() => overload.tell(),
                accepted = accept(&listener) => match accepted {
                    Ok((stream, address)) => {
                        let peer = self.limited(address);
                        let room = connections.room_for(peer);
                        if room == Room::Made {
                            overload.closed_one();
                        }
                        if room == Room::None {
                            if let Some(answer) = overload.refuse(stream, transport) {
                                connections.spawn(answer);
                            }
                            continue;
                        }
                        let activity = Arc::new(Activity::new());
                        let serving = self.connection(handshake(stream), address, activity.clone(), is_stopping.clone());
                        connections.open(peer, activity, serving);
                    }
                    Err(error) if is_of_connection(&error) => {}
                    Err(error) => {
                        overload.not_accepted(error);
                        if connections.make_room() == Room::Made {
                            overload.closed_one();
                        }
                        let _ = tokio::time::timeout(ACCEPT_PAUSE, connections.one_ended()).await;
                    }
                },
            }
        }
        drop(listener);
        overload.tell();
        // If none is left, nobody listens.
        let _ = stopping.send(true);
        let _ = tokio::time::timeout(self.grace, connections.all_ended()).await;
    }

    /// Whose connections this one counts among.
    fn limited(&self, address: SocketAddr) -> Option<Network> {
        let is_trusted = self.proxies.iter().any(|proxy| proxy.contains(address.ip()));
        (!is_trusted).then(|| Network::of_client(address.ip()))
    }

    fn connection<A, F, I>(
        &self,
        handshake: F,
        address: SocketAddr,
        activity: Arc<Activity>,
        mut is_stopping: watch::Receiver<bool>,
    ) -> impl Future<Output = ()> + Send + use<S, A, F, I>
    where
        F: Future<Output = io::Result<I>> + Send + 'static,
        I: AsyncRead + AsyncWrite + Unpin + Send + 'static,
        S: Service<Request<RequestBody>, Response = Response<A>> + Clone + Send + 'static,
        S::Future: Send,
        S::Error: Into<Box<dyn Error + Send + Sync>>,
        A: Body + Send + 'static,
        A::Data: Send,
        A::Error: Into<Box<dyn Error + Send + Sync>>,
    {
        let write_deadline = self.deadlines.write;
        let service = OfConnection {
            service: self.service.clone(),
            body: self.deadlines.body,
            address,
            activity: activity.clone(),
        };
        let mut http = http1::Builder::new();
        http.timer(TokioTimer::new()).header_read_timeout(self.deadlines.header).max_buf_size(MAX_BUFFERED);
        async move {
            let stream = tokio::select! {
                stream = handshake => stream,
                _ = is_stopping.wait_for(|is_stopping| *is_stopping) => return,
            };
            let Ok(stream) = stream else { return };
            let stream = WriteDeadline::new(stream, write_deadline, activity);
            let mut connection = pin!(http.serve_connection(TokioIo::new(stream), service));
            // However it ends, that is the client's doing, and all that could be told of it is that.
            tokio::select! {
                _ = connection.as_mut() => return,
                _ = is_stopping.wait_for(|is_stopping| *is_stopping) => connection.as_mut().graceful_shutdown(),
            }
            let _ = connection.await;
        }
    }
}

/// What stands between a connection and HTTP.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Transport {
    Plain,
    /// A handshake comes first, before which the client understands no answer.
    Wrapped,
}

/// Accepts a connection on which each answer leaves at once.
async fn accept(listener: &TcpListener) -> io::Result<(TcpStream, SocketAddr)> {
    let (mut stream, address) = listener.accept().await?;
    set_nodelay(&mut stream);
    Ok((stream, address))
}

/// Whether it is about one connection, which has ended before it was accepted.
fn is_of_connection(error: &io::Error) -> bool {
    let kinds = [io::ErrorKind::ConnectionRefused, io::ErrorKind::ConnectionAborted, io::ErrorKind::ConnectionReset];
    kinds.contains(&error.kind())
}

/// The service, for the requests of one connection.
struct OfConnection<S> {
    service: S,
    body: Duration,
    address: SocketAddr,
    activity: Arc<Activity>,
}

impl<S, A> hyper::service::Service<Request<Incoming>> for OfConnection<S>
where
    S: Service<Request<RequestBody>, Response = Response<A>> + Clone + Send + 'static,
    S::Future: Send,
{
    type Response = Response<ResponseBody<A>>;
    type Error = S::Error;
    type Future = Pin<Box<dyn Future<Output = Result<Self::Response, S::Error>> + Send>>;

    fn call(&self, request: Request<Incoming>) -> Self::Future {
        let mut service = self.service.clone();
        let activity = self.activity.clone();
        let mut request = request.map(|body| RequestBody::new(body, self.body, activity.clone()));
        request.extensions_mut().insert(self.address);
        Box::pin(async move {
            poll_fn(|context| service.poll_ready(context)).await?;
            let response = service.call(request).await?;
            Ok(response.map(|body| ResponseBody::new(body, activity)))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn no_answer_is_held_back() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let _client = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
        let (connection, _) = accept(&listener).await.unwrap();
        assert!(connection.nodelay().unwrap());
    }
}
