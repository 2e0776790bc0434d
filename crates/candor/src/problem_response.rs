//! Failures as HTTP responses: RFC 9457 problems, with the same status in the body as in the response.

#[cfg(feature = "axum")]
mod axum;
#[cfg(feature = "http")]
mod scope;

use crate::render::{PROBLEM_MEDIA_TYPE, Renderer};
use crate::{Dialect, Disclosure};
use ::http::{HeaderValue, Response, StatusCode, header};

#[cfg(feature = "http")]
use crate::{FailurePolicy, IntoFailure};

/// A failure as an HTTP response: the RFC 9457 problem of a disclosure, whatever the dialect of the policy.
///
/// The status is that of the problem, and the type `application/problem+json`. `Retry-After` has whole seconds where the
/// failure says when to retry. `Cache-Control: no-store` keeps the answer to one caller from others.
///
/// With the feature `http`, [`FailurePolicy::problem_response`] makes one, and so does `?` of a contract or a
/// [`Failure`](crate::Failure): under the policy whose [scope](FailurePolicy::scope) it is in. With the feature `axum`, a
/// handler returns it. [The guide](crate::http#failures-of-an-http-api) shows both.
///
/// ```
/// # #[cfg(feature = "http")] {
/// use candor::{Failure, FailurePolicy};
///
/// let policy = FailurePolicy::new().with_problem_base("https://errors.example.com/").unwrap();
/// let problem = policy.problem_response(Failure::entity_not_found("Order", "17"));
/// let response: http::Response<Vec<u8>> = problem.into();
///
/// assert_eq!(response.status(), 404);
/// assert_eq!(response.headers()["content-type"], "application/problem+json");
/// let body: serde_json::Value = serde_json::from_slice(response.body()).unwrap();
/// assert_eq!((&body["status"], &body["type"]), (&404.into(), &"https://errors.example.com/not-found".into()));
/// # }
/// ```
#[derive(Debug, Clone)]
pub struct ProblemResponse {
    status: StatusCode,
    retry_after: Option<u64>,
    body: Vec<u8>,
}

impl ProblemResponse {
    /// The disclosure as this renderer writes problems.
    pub(crate) fn new(renderer: &Renderer, disclosure: &Disclosure) -> ProblemResponse {
        let renderer = renderer.clone().with_dialect(Dialect::Problem);
        // Every status that a problem can have is one of HTTP.
        let status =
            StatusCode::from_u16(renderer.problem_status(disclosure)).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        ProblemResponse { status, retry_after: disclosure.retry().after_seconds(), body: renderer.to_bytes(disclosure) }
    }

    /// The status of the response and of the problem.
    #[must_use]
    pub fn status(&self) -> StatusCode {
        self.status
    }

    /// The problem as JSON text.
    #[must_use]
    pub fn body(&self) -> &[u8] {
        &self.body
    }
}

impl<B: From<Vec<u8>>> From<ProblemResponse> for Response<B> {
    fn from(problem: ProblemResponse) -> Response<B> {
        let mut response = Response::new(B::from(problem.body));
        *response.status_mut() = problem.status;
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(PROBLEM_MEDIA_TYPE));
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        if let Some(seconds) = problem.retry_after {
            headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}

/// What was disclosed already, with types under the base of the policy that it is in the scope of.
#[cfg(feature = "http")]
impl From<&Disclosure> for ProblemResponse {
    fn from(disclosure: &Disclosure) -> ProblemResponse {
        ProblemResponse::new(scope::current().renderer(), disclosure)
    }
}

/// A contract or a [`Failure`](crate::Failure), disclosed under the policy that it is in the [scope](FailurePolicy::scope)
/// of. Outside of any, that is the default policy: nothing leaves unscrubbed.
#[cfg(feature = "http")]
impl<E: IntoFailure> From<E> for ProblemResponse {
    fn from(error: E) -> ProblemResponse {
        scope::current().problem_response(error)
    }
}

#[cfg(feature = "http")]
impl FailurePolicy {
    /// Discloses a contract or a failure under this policy, as an HTTP response. The operator gets the incident.
    #[must_use]
    pub fn problem_response(&self, error: impl IntoFailure) -> ProblemResponse {
        ProblemResponse::new(self.renderer(), &self.disclose(error.into_failure()))
    }

    /// The future in the scope of this policy: what becomes a [`ProblemResponse`] in it by `?` or `into` is disclosed under
    /// this policy. Put it around the handlers of a server, once, in a middleware.
    ///
    /// A task that the future spawns is outside of the scope.
    ///
    /// ```
    /// use candor::{Failure, FailurePolicy, ProblemResponse};
    ///
    /// async fn order() -> Result<String, ProblemResponse> {
    ///     Err(Failure::internal("The login hunter2-production was refused"))?
    /// }
    ///
    /// # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(async {
    /// let policy = FailurePolicy::new().with_secret("hunter2-production");
    /// let problem = policy.scope(order()).await.unwrap_err();
    /// assert!(String::from_utf8_lossy(problem.body()).contains("The login [redacted] was refused"));
    /// # });
    /// ```
    pub fn scope<F: Future>(&self, future: F) -> impl Future<Output = F::Output> + use<F> {
        scope::Scoped::new(self.clone(), future)
    }
}
