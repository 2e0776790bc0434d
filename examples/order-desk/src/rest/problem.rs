//! Failures as the API tells them: `application/problem+json` (RFC 9457).

use axum::http::{StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use serde_json::json;
use std::fmt::Display;

/// Why a request is refused.
#[derive(Debug)]
pub(super) struct Problem {
    status: StatusCode,
    detail: String,
}

impl Problem {
    pub(super) fn new(status: StatusCode, detail: impl Display) -> Problem {
        Problem { status, detail: detail.to_string() }
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let title = self.status.canonical_reason().unwrap_or("Failure");
        let body = json!({"title": title, "status": self.status.as_u16(), "detail": self.detail});
        (self.status, [(header::CONTENT_TYPE, "application/problem+json")], body.to_string()).into_response()
    }
}

/// The answer where there is nothing.
pub(super) async fn no_such_path(uri: Uri) -> Problem {
    Problem::new(StatusCode::NOT_FOUND, format_args!("The desk has no {}", uri.path()))
}
