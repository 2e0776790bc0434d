//! What those ask who watch the gateway, on an address of its own.

use super::Readiness;
use super::metrics::{self, Metrics};
use super::served_policy::ServedPolicy;
use axum::Router;
use axum::body::Body;
use axum::routing::get;
use candor::rmcp::HttpServer;
use candor::{Dialect, Failure, ProblemResponse, Retry, Safety, reason};
use http::{HeaderValue, Response, StatusCode, header};
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;

/// Few ask, and none for long.
const MOST_CONNECTIONS: usize = 64;
const DEADLINE: Duration = Duration::from_secs(5);
const GRACE: Duration = Duration::from_secs(1);

/// What the routes answer from.
#[derive(Debug, Clone)]
struct Watched {
    readiness: Readiness,
    metrics: Arc<Metrics>,
    policy: ServedPolicy,
}

/// Serves `/healthz`, `/readyz` and `/metrics` until `stop` is done.
pub(super) async fn serve(
    listener: TcpListener,
    readiness: Readiness,
    metrics: Arc<Metrics>,
    policy: ServedPolicy,
    stop: impl Future<Output = ()>,
) {
    // What is said of connections alone has no secret of any gateway.
    let served = policy.secrets().policy().clone();
    HttpServer::new(router(Watched { readiness, metrics, policy }))
        .with_policy(served)
        .with_max_connections(MOST_CONNECTIONS)
        .with_max_connections_per_peer(MOST_CONNECTIONS)
        .with_header_deadline(DEADLINE)
        .with_body_deadline(DEADLINE)
        .with_write_deadline(DEADLINE)
        .with_grace(GRACE)
        .serve_until(listener, stop)
        .await;
}

fn router(watched: Watched) -> Router {
    // `get` answers HEAD, too, without the body.
    let refused = watched.clone();
    let absent = watched.clone();
    let ready = watched.clone();
    Router::new()
        .route("/healthz", get(|| async { text("ok\n", "text/plain; charset=utf-8") }))
        .route("/readyz", get(move || async move { ready.readyz() }))
        .route("/metrics", get(move || async move { watched.metrics() }))
        .method_not_allowed_fallback(move || async move { refused.method_not_allowed() })
        .fallback(move || async move { absent.not_found() })
}

impl Watched {
    fn readyz(&self) -> Response<Body> {
        if self.readiness.is_ready() {
            return text("ready\n", "text/plain; charset=utf-8");
        }
        let (message, reason) = if self.readiness.is_draining() {
            ("The gateway is stopping and takes no calls any more", reason!("draining"))
        } else {
            ("The gateway is starting and takes no calls yet", reason!("starting"))
        };
        let failure = Failure::unavailable(message).with_reason(reason);
        self.problem(failure.with_retry(Retry::After(Duration::from_secs(1), Safety::Always)))
    }

    fn metrics(&self) -> Response<Body> {
        match self.metrics.encode() {
            Ok(metrics) => text(metrics, metrics::MEDIA_TYPE),
            Err(error) => {
                let failure = Failure::internal("The metrics cannot be written").with_cause(error);
                self.policy
                    .secrets()
                    .policy()
                    .problem_response(failure.with_reason(reason!("metrics_unwritable")))
                    .into()
            }
        }
    }

    fn method_not_allowed(&self) -> Response<Body> {
        let status = StatusCode::METHOD_NOT_ALLOWED;
        let failure = Failure::invalid_request("Only GET and HEAD are answered here");
        let secrets = self.policy.secrets();
        let policy = secrets.policy();
        let (disclosure, _) = failure.with_reason(reason!("method_not_allowed")).disclose(policy.discretion());
        // No code has this status of its own, and a problem has that of its response.
        let mut problem = policy.renderer().clone().with_dialect(Dialect::Problem).render(&disclosure);
        if let Some(members) = problem.as_object_mut() {
            members.insert("status".to_owned(), status.as_u16().into());
        }
        let mut response = text(problem.to_string(), "application/problem+json");
        *response.status_mut() = status;
        response.headers_mut().insert(header::ALLOW, HeaderValue::from_static("GET, HEAD"));
        response
    }

    fn not_found(&self) -> Response<Body> {
        let failure = Failure::not_found("Only /healthz, /readyz and /metrics are answered here");
        self.problem(failure.with_reason(reason!("no_such_path")))
    }

    /// The failure as a problem. It is not reported: whoever watches asks again and again.
    fn problem(&self, failure: Failure) -> Response<Body> {
        let (disclosure, _) = failure.disclose(self.policy.secrets().policy().discretion());
        ProblemResponse::from(&disclosure).into()
    }
}

fn text(body: impl Into<Body>, media_type: &'static str) -> Response<Body> {
    let mut response = Response::new(body.into());
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(media_type));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}
