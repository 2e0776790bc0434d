//! Every way to fail, on request.

use super::line::Line;
use super::problem::Problem;
use super::script::{End, Script};
use axum::body::{Body, Bytes};
use axum::extract::{ConnectInfo, Path};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use std::time::Duration;

/// What an error page of the API has in it, and nobody beyond the operator may see.
pub const PASSWORD: &str = "Wint3r-Orders-81";

/// The answer that is promised, cut off before its end.
const HALF: &str = "{\"ok\": true, \"message\": \"All is we";
const WHOLE: &str = "{\"ok\": true, \"message\": \"All is well, at last.\"}";
/// A piece of a long body, and how many of it there are: 20 MB.
static PIECE: [u8; 64 * 1024] = [b' '; 64 * 1024];
const PIECES: usize = 320;

type Row = (&'static str, Option<fn(&Line) -> Response>);

/// The kinds of faults, and what is answered: nothing ever, if there is no function. The document lists the same.
const FAULTS: &[Row] = &[
    ("none", Some(|_| json(WHOLE))),
    ("status_400", Some(|_| problem(StatusCode::BAD_REQUEST, "The delivery date is in the past"))),
    ("status_404", Some(|_| problem(StatusCode::NOT_FOUND, "There is no such thing here"))),
    ("status_409", Some(|_| problem(StatusCode::CONFLICT, "The order was changed by somebody else"))),
    ("status_500_html_with_password", Some(|_| error_page())),
    (
        "unauthorized",
        Some(|_| {
            let asked = [(header::WWW_AUTHENTICATE, "Bearer error=\"invalid_token\"")];
            (asked, problem(StatusCode::UNAUTHORIZED, "The token has expired")).into_response()
        }),
    ),
    ("forbidden_scope", Some(|_| problem(StatusCode::FORBIDDEN, "The token lacks the scope orders:write"))),
    (
        "rate_limited",
        Some(|_| {
            ([(header::RETRY_AFTER, "30")], problem(StatusCode::TOO_MANY_REQUESTS, "Too many requests")).into_response()
        }),
    ),
    (
        "unavailable",
        Some(|_| {
            ([(header::RETRY_AFTER, "120")], problem(StatusCode::SERVICE_UNAVAILABLE, "Stock-taking")).into_response()
        }),
    ),
    ("empty", Some(|_| ([(header::CONTENT_TYPE, "application/json")], "").into_response())),
    (
        "not_json",
        Some(|_| ([(header::CONTENT_TYPE, "text/html")], "<html><h1>Please log in</h1></html>").into_response()),
    ),
    ("broken_json", Some(|_| json(HALF))),
    (
        "truncated",
        Some(|_| {
            let length = [(header::CONTENT_LENGTH, WHOLE.len().to_string())];
            (length, scripted(HALF.into(), 1, Duration::ZERO, End::Broken)).into_response()
        }),
    ),
    (
        "wrong_charset",
        Some(|_| {
            let body: &[u8] = b"{\"ok\": true, \"message\": \"Caf\xe9\"}";
            ([(header::CONTENT_TYPE, "application/json; charset=utf-8")], body).into_response()
        }),
    ),
    (
        "wrong_shape",
        Some(|_| json("{\"ok\": \"yes\", \"text\": \"A new version of the service, which nobody announced\"}")),
    ),
    ("too_large", Some(|_| scripted(Bytes::from_static(&PIECE), PIECES, Duration::ZERO, End::Whole))),
    ("slow_body", Some(|_| scripted(Bytes::from_static(b" "), 600, Duration::from_millis(100), End::Never))),
    ("hangs", None),
    ("hangs_up", Some(|_| scripted(HALF.into(), 1, Duration::ZERO, End::Broken))),
    (
        "resets",
        Some(|line| {
            line.reset();
            json(WHOLE)
        }),
    ),
    (
        "says_it_failed",
        Some(|_| json("{\"ok\": false, \"message\": \"The order was not accepted: the card was declined\"}")),
    ),
    (
        "redirects",
        Some(|_| (StatusCode::FOUND, [(header::LOCATION, "http://orders.example.com/login")]).into_response()),
    ),
];

/// The names of all kinds of faults.
pub fn fault_names() -> impl Iterator<Item = &'static str> {
    FAULTS.iter().map(|(name, _)| *name)
}

/// Fails as it is told to.
pub(super) async fn fail(ConnectInfo(line): ConnectInfo<Line>, Path(kind): Path<String>) -> Response {
    match FAULTS.iter().find(|(name, _)| *name == kind) {
        Some((_, Some(answer))) => answer(&line),
        Some((_, None)) => std::future::pending().await,
        None => Problem::new(StatusCode::NOT_FOUND, format_args!("There is no fault {kind:?}")).into_response(),
    }
}

fn json(body: &'static str) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], body).into_response()
}

fn problem(status: StatusCode, detail: &str) -> Response {
    Problem::new(status, detail).into_response()
}

fn scripted(piece: Bytes, times: usize, pause: Duration, end: End) -> Response {
    let body: Body = Script { piece, times, pause, end }.body();
    ([(header::CONTENT_TYPE, "application/json")], body).into_response()
}

/// The error page of a framework in its debug mode, with more than anybody should see.
fn error_page() -> Response {
    let page = format!(
        "<!DOCTYPE html><html><head><title>500 Internal Server Error</title></head><body>\
         <h1>OperationalError</h1><p>could not connect to postgres://orders:{PASSWORD}@db.orders.internal:5432/orders</p>\
         <pre>Traceback (most recent call last):\n  File \"/srv/orders/app/db.py\", line 42, in connect\n    \
         raise OperationalError(dsn)</pre><p>DB_PASSWORD={PASSWORD}</p></body></html>"
    );
    let html = [(header::CONTENT_TYPE, "text/html; charset=utf-8")];
    (StatusCode::INTERNAL_SERVER_ERROR, html, page).into_response()
}
