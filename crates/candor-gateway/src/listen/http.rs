//! Clients over HTTP, at `/mcp`.

use crate::caller::Caller;
use crate::gateway::{Gateway, Recorded};
use crate::settings::Listen;
use arc_swap::ArcSwap;
use axum::Router;
use axum::body::Body;
use candor::Dialect;
use candor::rmcp::{Guard, HttpGuard, HttpServer};
use http::{Request, Response};
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};
use std::convert::Infallible;
use std::future::pending;
use std::sync::{Arc, OnceLock};
use std::task::{Context, Poll};
use tokio::net::TcpListener;
use tower_service::Service;

/// The path of the endpoint.
pub(crate) const PATH: &str = "/mcp";

/// A gateway for clients over HTTP.
///
/// It is stateless unless sessions are asked for: a request is one POST, and its answer one JSON body, so that any number of processes
/// can stand behind a balancer.
#[derive(Clone)]
pub struct HttpEndpoint {
    listen: Arc<Listen>,
    stacks: Arc<ArcSwap<Stacks>>,
}

impl HttpEndpoint {
    /// A gateway that is reached like this.
    #[must_use]
    pub fn new(gateway: Gateway, listen: Listen) -> HttpEndpoint {
        let listen = Arc::new(listen);
        let stacks = Arc::new(ArcSwap::from_pointee(Stacks::new(gateway, listen.clone())));
        HttpEndpoint { listen, stacks }
    }

    /// Serves another gateway from now on. Calls that are running end as they began; sessions end, and their clients open others.
    pub fn replace(&self, gateway: Gateway) {
        self.stacks.store(Arc::new(Stacks::new(gateway, self.listen.clone())));
    }

    /// The endpoint as a router, for layers around it.
    pub fn router(&self) -> Router {
        Router::new().route_service(PATH, Endpoint(self.stacks.clone()))
    }

    /// Serves clients until the process ends.
    pub async fn serve(self, listener: TcpListener) {
        self.serve_until(listener, pending()).await;
    }

    /// Serves clients until `stop` is ready, and then gives running calls their time to end.
    pub async fn serve_until(self, listener: TcpListener, stop: impl Future<Output = ()>) {
        let router = self.router();
        self.server(router).serve_until(listener, stop).await;
    }

    /// The server of this router, with the limits of the endpoint.
    fn server(&self, router: Router) -> HttpServer<Router> {
        let policy = self.stacks.load().gateway.policy().clone();
        HttpServer::new(router).with_policy(policy).with_max_connections(self.listen.max_connections)
    }
}

impl std::fmt::Debug for HttpEndpoint {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("HttpEndpoint").field("listen", &self.listen).finish_non_exhaustive()
    }
}

type Mcp = HttpGuard<StreamableHttpService<Recorded<Guard<Gateway>>, LocalSessionManager>>;

/// The gateway in every dialect in which somebody is told of failures.
struct Stacks {
    gateway: Gateway,
    listen: Arc<Listen>,
    /// By the dialect's place in `Dialect::ALL`; made when the first client needs it.
    made: Vec<OnceLock<Mcp>>,
}

impl Stacks {
    fn new(gateway: Gateway, listen: Arc<Listen>) -> Stacks {
        Stacks { gateway, listen, made: Dialect::ALL.iter().map(|_| OnceLock::new()).collect() }
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
        let config = StreamableHttpServerConfig::default()
            .with_legacy_session_mode(self.listen.sessions)
            .with_json_response(true)
            // The gateway checks it before, for all its paths.
            .disable_allowed_hosts();
        let sessions = Arc::new(LocalSessionManager::default());
        let mut guard = HttpGuard::new(StreamableHttpService::new(move || Ok(service.clone()), sessions, config))
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
struct Endpoint(Arc<ArcSwap<Stacks>>);

impl Service<Request<Body>> for Endpoint {
    type Response = Response<Body>;
    type Error = Infallible;
    type Future = std::pin::Pin<Box<dyn Future<Output = Result<Response<Body>, Infallible>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<Body>) -> Self::Future {
        let mcp = self.0.load().of(request.extensions().get::<Caller>());
        Box::pin(async move {
            match mcp {
                Some(mut mcp) => mcp.call(request).await.map(|response| response.map(Body::new)),
                None => Ok(Response::default()),
            }
        })
    }
}
