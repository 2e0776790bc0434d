//! Servers at addresses that misbehave: one failure for each request, which says what is wrong and what may have happened.

use super::http::{Desk, Seen, answer, desk, endless, error, events, legacy, message, response};
use super::*;
use crate::upstream::{Credential, McpReach, Secret};
use axum::body::Body;
use axum::response::Response;
use candor::{Code, Origin, Retry, Safety};
use serde_json::Value;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use tokio::io::{AsyncRead, AsyncWriteExt, DuplexStream, ReadBuf};

/// What comes out of a pipe, as a body.
pub(super) struct Chunks(pub(super) DuplexStream);

impl http_body::Body for Chunks {
    type Data = bytes::Bytes;
    type Error = std::io::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<http_body::Frame<bytes::Bytes>, std::io::Error>>> {
        let mut space = [0; 4096];
        let mut buffer = ReadBuf::new(&mut space);
        ready!(Pin::new(&mut self.0).poll_read(context, &mut buffer))?;
        let read = bytes::Bytes::copy_from_slice(buffer.filled());
        Poll::Ready((!read.is_empty()).then(|| Ok(http_body::Frame::data(read))))
    }
}

/// What each answer to a call becomes: its reason, its code, and whether the call may have taken effect.
#[tokio::test]
async fn an_answer_that_is_not_one_is_a_failure_that_names_what_is_wrong() {
    type Row = (fn(&Seen) -> Response, &'static str, Code);
    let rows: [Row; 14] = [
        (|_| response(202, "text/plain", ""), "empty_response", Code::DependencyFailed),
        (|_| response(204, "text/plain", ""), "empty_response", Code::DependencyFailed),
        (|_| response(200, "application/json", ""), "empty_response", Code::DependencyFailed),
        (|_| response(200, "text/html", "<html>Log in</html>"), "unexpected_content_type", Code::DependencyFailed),
        (|_| response(200, "application/json", "{\"jsonrpc\":"), "malformed_body", Code::DependencyFailed),
        (|_| response(200, "application/json", "{\"ok\":true}"), "malformed_body", Code::DependencyFailed),
        (
            |_| response(200, "application/json", r#"{"jsonrpc":"2.0","id":0,"result":{}}"#),
            "malformed_body",
            Code::DependencyFailed,
        ),
        (|_| events(&[r#"{"jsonrpc":"2.0","id":0,"result":{}}"#.to_owned()]), "malformed_body", Code::DependencyFailed),
        (|_| events(&[]), "stream_ended", Code::Unavailable),
        (|seen| events(&[message(seen, "{").replace('}', "")]), "stream_ended", Code::Unavailable),
        (|seen| answer(seen, &format!("\"{}\"", "x".repeat(300_000))), "response_too_large", Code::DependencyFailed),
        (
            |seen| events(&[message(seen, &format!("\"{}\"", "x".repeat(300_000)))]),
            "response_too_large",
            Code::DependencyFailed,
        ),
        (|_| response(500, "text/html", "<html>at /srv/app.js:17</html>"), "internal", Code::Internal),
        (|_| response(302, "text/plain", ""), "redirect_not_followed", Code::DependencyFailed),
    ];
    for (row, (respond, reason, code)) in rows.into_iter().enumerate() {
        let desk = desk(respond).await;
        let mut settings = desk.settings();
        settings.max_message = 200_000;
        let server = start(settings);
        let failure = outcome(&server, call("t")).await.expect_err(reason);
        assert_eq!((row, failure.reason().as_str(), failure.code()), (row, reason, code), "{}", failure.message());
        assert!(!failure.message().contains("app.js"), "{}", failure.message());
        assert_ne!(failure.retry().safety(), Some(Safety::Always), "row {row}: {:?}", failure.retry());
        assert_eq!(desk.of("tools/call").len(), 1, "row {row}");
    }
}

#[tokio::test]
async fn an_error_of_the_protocol_is_an_answer_whatever_its_status() {
    type Row = fn(&Seen) -> Response;
    let rows: [Row; 4] = [
        |seen| error(200, seen.id(), -32602, "Unknown tool"),
        |seen| error(400, seen.id(), -32602, "Unknown tool"),
        |seen| error(500, seen.id(), -32602, "Unknown tool"),
        |_| error(400, &Value::Null, -32602, "Unknown tool"),
    ];
    for respond in rows {
        let desk = desk(respond).await;
        match outcome(&desk.server(), call("t")).await {
            Ok(ServerAnswer::Error(error)) => assert!(error.get().contains("Unknown tool"), "{error}"),
            other => panic!("{other:?}"),
        }
    }
}

#[tokio::test]
async fn what_was_never_sent_says_so() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    drop(listener);
    let url = |host: &str| format!("http://{host}/mcp").parse().unwrap();
    for (host, reason) in
        [(address.to_string(), "connection_refused"), ("no-such-host.invalid".to_owned(), "name_not_resolved")]
    {
        let address = crate::upstream::McpAddress::new(url(&host));
        let server = start(settings(McpReach::Http(Box::new(address))));
        let failure = outcome(&server, call("t")).await.unwrap_err();
        assert_eq!((failure.reason().as_str(), failure.origin()), (reason, Origin::Transport));
        assert_eq!(failure.retry(), Retry::Backoff(Safety::Always));
        assert_eq!(failure.details().get("may_have_taken_effect"), Some(&false.into()));
        until(&server, is_out).await;
    }
}

#[tokio::test]
async fn a_connection_that_breaks_in_an_answer_leaves_open_what_was_done() {
    let desk = Desk::open(|seen: Seen| async move {
        if let Some(response) = legacy(&seen) {
            return response;
        }
        let (mut pipe, body) = tokio::io::duplex(1 << 16);
        pipe.write_all(b"{\"jsonrpc\":\"2.0\",").await.unwrap();
        // The body ends before its length does.
        Response::builder()
            .header("content-type", "application/json")
            .header("content-length", "1000")
            .body(Body::new(Chunks(body)))
            .unwrap()
    })
    .await;
    let (reason, may_be_done) = failed(outcome(&desk.server(), call("t")).await);
    // Whether the head arrives before the connection breaks is a matter of luck.
    assert!(["malformed_body", "connection_closed"].contains(&reason.as_str()), "{reason}");
    assert!(may_be_done);
}

#[tokio::test]
async fn a_refused_credential_of_the_gateways_own_is_the_operators_matter() {
    let refuse = |seen: Seen| async move { error(401, seen.id(), -32001, "Unauthorized") };
    let desk = Desk::open(refuse).await;
    let mut with_credential = desk.settings();
    if let McpReach::Http(address) = &mut with_credential.reach {
        address.credential = Some(Credential::Bearer(Secret::new("swordfish-77")));
    }
    assert_eq!(with_credential.secrets(), ["swordfish-77"]);
    for (settings, reason) in [(with_credential, "credential_rejected"), (desk.settings(), "credential_missing")] {
        let failure = outcome(&start(settings), call("t")).await.unwrap_err();
        assert_eq!((failure.origin(), failure.retry()), (Origin::Configuration, Retry::Never), "{reason}");
        assert!(!failure.message().contains("swordfish"));
    }
    assert_eq!(desk.seen()[0].header("authorization"), Some("Bearer swordfish-77"));
    // Whoever is refused is not tried with another question.
    assert!(desk.of("initialize").is_empty());
}

#[tokio::test]
async fn a_server_that_asks_for_patience_says_for_how_long() {
    for (status, code) in [(429, Code::RateLimited), (503, Code::Unavailable)] {
        let desk = desk(move |seen| {
            let mut response = error(status, seen.id(), -32000, "later");
            response.headers_mut().insert("retry-after", "7".parse().unwrap());
            response
        })
        .await;
        let failure = outcome(&desk.server(), call("t")).await.unwrap_err();
        assert_eq!((failure.code(), failure.retry().after_seconds()), (code, Some(7)));
    }
}

#[tokio::test]
async fn a_redirect_is_followed_within_the_origin_and_nowhere_else() {
    let elsewhere = desk(|seen| answer(seen, "\"elsewhere\"")).await;
    let other = elsewhere.address;
    let desk = Desk::open(move |seen: Seen| async move {
        let to = match (seen.target.as_str(), seen.tool()) {
            ("/mcp", "far") => format!("http://{other}/mcp"),
            ("/mcp", _) => "/here".to_owned(),
            _ => return legacy(&seen).unwrap_or_else(|| answer(&seen, "\"here\"")),
        };
        Response::builder().status(307).header("location", to).body(Body::empty()).unwrap()
    })
    .await;
    let server = desk.server();
    assert_eq!(result(outcome(&server, call("near")).await), "\"here\"");
    assert_eq!(failed(outcome(&server, call("far")).await).0, "redirect_not_followed");
    assert!(elsewhere.seen().is_empty());
}

#[tokio::test]
async fn a_server_that_hangs_is_not_waited_for_beyond_the_limit() {
    let desk = Desk::open(|seen: Seen| async move {
        match (legacy(&seen), seen.tool()) {
            (Some(response), _) => response,
            (None, "stream") => endless(": nothing yet\n\n".to_owned()),
            (None, _) => std::future::pending().await,
        }
    })
    .await;
    let server = desk.server();
    until(&server, is_up).await;
    for tool in ["head", "stream"] {
        let failure =
            outcome(&server, ServerRequest { limit: Duration::from_millis(200), ..call(tool) }).await.unwrap_err();
        assert_eq!(
            failure.message(),
            "The server desk gave no answer and no progress within the gateway's limit of 200 ms"
        );
        assert_eq!(failure.details().get("limit_of"), Some(&"gateway".into()));
        assert_eq!(failed(Err(failure)), ("server_too_slow".to_owned(), true));
    }
    let repeatable = ServerRequest { limit: Duration::from_millis(200), is_repeatable: true, ..call("head") };
    assert_eq!(failed(outcome(&server, repeatable).await), ("server_too_slow".to_owned(), false));
}

#[tokio::test]
async fn an_answer_in_a_stream_that_does_not_end_has_arrived() {
    let desk = desk(|seen| endless(format!("data: {}\n\n", message(seen, "{}")))).await;
    assert_eq!(result(outcome(&desk.server(), call("t")).await), "{}");
}

#[tokio::test]
async fn settings_that_cannot_be_used_are_told_before_anything_is_reached() {
    let desk = desk(|seen| answer(seen, "{}")).await;
    let mut settings = desk.settings();
    if let McpReach::Http(address) = &mut settings.reach {
        address.url = "ftp://me:pw@127.0.0.1/mcp#top".parse().unwrap();
        address.headers.push((::http::HeaderName::from_static("x-key"), Secret::new("a\nb")));
    }
    assert_eq!(McpServer::mistakes_in(&settings).len(), 4);
    let failure = outcome(&start(settings), call("t")).await.unwrap_err();
    assert_eq!((failure.code(), failure.reason().as_str()), (Code::Configuration, "server_not_configured"));
}
