//! What a handler of axum returns.

use super::ProblemResponse;
use crate::Failure;
use axum_core::response::{IntoResponse, Response};

/// A handler may fail with it: `Result<Json<T>, ProblemResponse>`, with `?` for contracts and failures.
impl IntoResponse for ProblemResponse {
    fn into_response(self) -> Response {
        self.into()
    }
}

/// A handler may fail with it: `Result<Json<T>, Failure>`. It is disclosed under the policy that the handler is in the
/// [scope](crate::FailurePolicy::scope) of.
impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        ProblemResponse::from(self).into()
    }
}
