//! Clients over HTTP, at `/mcp`.

mod direct;

use crate::admit::{Admission, TlsAcceptor, check_exposure};
use crate::caller::Caller;
use crate::gateway::{BuildErrors, Gateway};
use crate::mcp::{McpEndpoint, Node, Sessions};
use crate::seal::Seal;
use crate::settings::{Inbound, Listen, Operations};
use arc_swap::ArcSwap;
use axum::Router;
use axum::body::Body;
use axum::routing::future::RouteFuture;
use candor::Dialect;
use candor::rmcp::{HttpGuard, HttpServer, RequestBody};
use direct::Direct;
use http::{Request, Response};
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};
use std::convert::Infallible;
use std::future::pending;
use std::sync::{Arc, OnceLock};
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::net::TcpListener;
use tower_service::Service;

/// How long a session before MCP servers may be without a request or an open stream.
const SESSION_IDLE: Duration = Duration::from_secs(30 * 60);

/// The path of the endpoint.
pub(crate) const PATH: &str = "/mcp";

/// A gateway for clients over HTTP.
///
/// It is stateless unless sessions are asked for: a request is one POST, and its answer one JSON body, so that any number of processes
/// can stand behind a balancer.
#[derive(Clone)]
pub struct HttpEndpoint {
    listen: Arc<Listen>,
    /// That of the start, and the ones that have taken its place since.
    tls: Option<Arc<ArcSwap<TlsAcceptor>>>,
    drain: Duration,
    node: Node,
    current: Arc<ArcSwap<Served>>,
}

impl HttpEndpoint {
    /// A gateway that is reached like this, by these.
    ///
    /// # Errors
    ///
    /// Every mistake at once: an address that others can reach without a token, origins and proxies that are none, a certificate or keys
    /// that cannot be used.
    pub fn new(gateway: &Gateway, listen: Listen, inbound: &Inbound) -> Result<HttpEndpoint, BuildErrors> {
        let listen = Arc::new(listen);
        let tls = listen.tls.as_ref().map(TlsAcceptor::new).transpose();
        let node = Node::new(listen.node.as_deref());
        let served = Served::new(gateway, &listen, inbound, &node, None);
        match (served, tls) {
            (Ok(served), Ok(tls)) => Ok(HttpEndpoint {
                listen,
                tls: tls.map(|tls| Arc::new(ArcSwap::from_pointee(tls))),
                drain: Operations::default().drain,
                node,
                current: Arc::new(ArcSwap::from_pointee(served)),
            }),
            (served, tls) => Err(BuildErrors::new(served.err().into_iter().flatten().chain(tls.err()))),
        }
    }

    /// The same, and running calls have this long to end when the endpoint stops.
    #[must_use]
    pub fn with_drain(self, drain: Duration) -> HttpEndpoint {
        HttpEndpoint { drain, ..self }
    }

    /// Serves another gateway from now on, to these. Calls that are running end as they began; sessions end, and their clients open others.
    /// The address and the limits of connections stay, and so does the certificate until it is
    /// [replaced](HttpEndpoint::replace_certificate). What is known of clients and of the keys of their authorization server stays, too:
    /// see [`Admission::renewed`].
    ///
    /// # Errors
    ///
    /// As for [`new`](HttpEndpoint::new); what was served before is served on.
    pub fn replace(&self, gateway: &Gateway, inbound: &Inbound) -> Result<(), BuildErrors> {
        let previous = self.current.load();
        let served = Served::new(gateway, &self.listen, inbound, &self.node, Some(&previous.admission))
            .map_err(BuildErrors::new)?;
        // Those of the previous gateway end with its last call.
        gateway.connect();
        self.current.store(Arc::new(served));
        previous.gateway.end_subscriptions();
        Ok(())
    }

    /// Shows another certificate to new connections from now on. An endpoint that was made without one goes on without.
    pub fn replace_certificate(&self, acceptor: TlsAcceptor) {
        if let Some(tls) = &self.tls {
            tls.store(Arc::new(acceptor));
        }
    }

    /// Serves clients until the process ends.
    pub async fn serve(self, listener: TcpListener) {
        self.serve_until(listener, pending()).await;
    }

    /// Serves clients until `stop` is ready, and then gives running calls their time to end.
    pub async fn serve_until(self, listener: TcpListener, stop: impl Future<Output = ()>) {
        self.current.load().gateway.connect();
        let serving = Arc::clone(&self.current);
        let stop = async move {
            stop.await;
            // They would last as long as running calls are waited for.
            let served = serving.load();
            served.gateway.end_subscriptions();
            if let Some(sessions) = &served.sessions {
                sessions.end_streams();
            }
        };
        let current = self.current.clone();
        let server =
            self.listen.trusted_proxies.iter().fold(HttpServer::new(Current(self.current)), |server, proxy| {
                // They were checked when the endpoint was made; one that is none is trusted by nobody.
                server.clone().with_trusted_proxy(proxy).unwrap_or(server)
            });
        let server = server
            .with_current_policy(move || current.load().gateway.policy().clone())
            .with_max_connections(self.listen.max_connections)
            .with_grace(self.drain);
        match self.tls {
            Some(tls) => {
                server.serve_over(listener, move |stream| TlsAcceptor::clone(&tls.load()).accept(stream), stop).await
            }
            None => server.serve_until(listener, stop).await,
        }
    }
}

impl std::fmt::Debug for HttpEndpoint {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("HttpEndpoint").field("listen", &self.listen).finish_non_exhaustive()
    }
}

/// The endpoint behind its admission.
struct Served {
    router: Router,
    admission: Admission,
    gateway: Gateway,
    sessions: Option<Sessions>,
}

impl Served {
    /// The previous admission, if there is one, gives on what it knows.
    fn new(
        gateway: &Gateway,
        listen: &Arc<Listen>,
        inbound: &Inbound,
        node: &Node,
        previous: Option<&Admission>,
    ) -> Result<Served, Vec<String>> {
        let mut mistakes = Vec::from_iter(check_exposure(listen, inbound).err());
        let bad_origin = |origin: &&String| HttpGuard::new(()).with_allowed_origin(origin.as_str()).is_err();
        mistakes.extend(
            listen.allowed_origins.iter().filter(bad_origin).map(|origin| {
                format!("`{origin}` is not an origin of web pages; write it like https://app.example.com")
            }),
        );
        let seal = Seal::new(&listen.seal_keys);
        mistakes.extend(seal.as_ref().err().cloned().into_iter().flatten());
        let admission = match previous {
            Some(previous) => previous.renewed(inbound, listen),
            None => Admission::new(inbound, listen),
        };
        match (admission, seal) {
            (Ok(admission), Ok(seal)) if mistakes.is_empty() => {
                let admission = admission.with_policy(gateway.policy().clone());
                let stacks = Stacks::new(gateway.clone(), listen.clone(), seal, node);
                let sessions = stacks.sessions.clone();
                let endpoint = Router::new().route_service(PATH, Endpoint(Arc::new(stacks)));
                let router = admission.around(endpoint).merge(admission.routes());
                Ok(Served { router, admission, gateway: gateway.clone(), sessions })
            }
            (Ok(_), _) => Err(mistakes),
            (Err(found), _) => Err(mistakes.into_iter().chain(found).collect()),
        }
    }
}

/// What is served now.
#[derive(Clone)]
struct Current(Arc<ArcSwap<Served>>);

impl Service<Request<RequestBody>> for Current {
    type Response = Response<Body>;
    type Error = Infallible;
    type Future = RouteFuture<Infallible>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        // A router is always ready.
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<RequestBody>) -> Self::Future {
        self.0.load().router.clone().call(request)
    }
}

type Mcp = HttpGuard<Direct>;

/// The gateway in every dialect in which somebody is told of failures.
struct Stacks {
    gateway: Gateway,
    listen: Arc<Listen>,
    seal: Seal,
    node: Node,
    /// Those of clients before MCP servers, if they get any.
    sessions: Option<Sessions>,
    /// By the dialect's place in `Dialect::ALL`; made when the first client needs it.
    made: Vec<OnceLock<Mcp>>,
}

impl Stacks {
    fn new(gateway: Gateway, listen: Arc<Listen>, seal: Seal, node: &Node) -> Stacks {
        let has_sessions = listen.sessions && gateway.servers().is_some();
        let sessions = has_sessions.then(|| Sessions::new(seal.clone(), node.clone()));
        let node = node.clone();
        Stacks { gateway, listen, seal, node, sessions, made: Dialect::ALL.iter().map(|_| OnceLock::new()).collect() }
    }

    /// The gateway as this caller is served.
    fn of(&self, caller: Option<&Caller>) -> Option<Mcp> {
        let dialect = caller.and_then(|caller| caller.dialect).unwrap_or(self.listen.dialect);
        let place = Dialect::ALL.iter().position(|known| *known == dialect)?;
        Some(self.made.get(place)?.get_or_init(|| self.mcp(dialect)).clone())
    }

    fn mcp(&self, dialect: Dialect) -> Mcp {
        let service = self.gateway.service(dialect);
        let policy = service.inner().policy().clone();
        // Those of clients before MCP servers are the endpoint's.
        let has_sessions = self.listen.sessions && self.sessions.is_none();
        let config = StreamableHttpServerConfig::default()
            .with_legacy_session_mode(has_sessions)
            .with_json_response(true)
            // The gateway checks it before, for all its paths.
            .disable_allowed_hosts();
        let sessions = Arc::new(LocalSessionManager::default());
        let handler = service.clone();
        let whole = StreamableHttpService::new(move || Ok(service.clone()), sessions, config);
        let mcp = McpEndpoint::new(&self.gateway, dialect, self.seal.clone(), self.node.clone());
        let mut guard = HttpGuard::new(Direct::new(handler, whole, has_sessions, mcp, self.sessions.clone()))
            .with_session_idle(if self.sessions.is_some() {
                SESSION_IDLE
            } else {
                HttpGuard::<()>::DEFAULT_SESSION_IDLE
            })
            .with_policy(policy)
            .with_max_body_length(self.listen.max_body);
        for origin in &self.listen.allowed_origins {
            guard = match guard.clone().with_allowed_origin(origin) {
                Ok(guard) => guard,
                // It was checked when the settings were read; what is not an origin allows nothing.
                Err(_) => guard,
            };
        }
        guard
    }
}

/// The endpoint as a service.
#[derive(Clone)]
struct Endpoint(Arc<Stacks>);

impl Service<Request<Body>> for Endpoint {
    type Response = Response<Body>;
    type Error = Infallible;
    type Future = std::pin::Pin<Box<dyn Future<Output = Result<Response<Body>, Infallible>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<Body>) -> Self::Future {
        let mcp = self.0.of(request.extensions().get::<Caller>());
        Box::pin(async move {
            match mcp {
                Some(mut mcp) => mcp.call(request).await.map(|response| response.map(Body::new)),
                None => Ok(Response::default()),
            }
        })
    }
}
