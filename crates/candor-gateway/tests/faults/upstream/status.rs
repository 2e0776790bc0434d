//! Every status, with a body in a form that error pages have.

use super::{Connection, INNER_HOST, INNER_PATH, PASSWORD};
use std::io;

/// What people would want to be told.
pub(crate) const WORDS: &str = "The order is already shipped";

pub(super) async fn answer(connection: &mut Connection, status: u16, form: &str) -> io::Result<()> {
    let (content_type, body) = match form {
        "json" => ("application/json", format!(r#"{{"error": {{"code": "order_shipped", "message": "{WORDS}"}}}}"#)),
        "leaking" => (
            "application/json",
            format!(r#"{{"message": "could not connect to postgres://app:{PASSWORD}@{INNER_HOST}:5432/orders"}}"#),
        ),
        "problem" => (
            "application/problem+json",
            format!(
                r#"{{"type": "https://example.com/problems/order-shipped", "title": "Shipped", "status": {status}, "detail": "{WORDS}"}}"#
            ),
        ),
        "html" => ("text/html; charset=utf-8", page()),
        // A page by a server that is not honest about what it sends.
        "disguised" => ("application/json", page()),
        "text" => ("text/plain", WORDS.to_owned()),
        "credential" => (
            "application/json",
            r#"{"error": "insufficient_scope", "message": "The API key lacks the scope orders:write"}"#.to_owned(),
        ),
        "refused_inside" => ("application/json", r#"{"message": "connect ECONNREFUSED 10.0.0.5:5432"}"#.to_owned()),
        "unresolved_inside" => ("application/json", r#"{"message": "no such host payments-db"}"#.to_owned()),
        "deadlock_inside" => ("application/json", r#"{"message": "deadlock detected"}"#.to_owned()),
        _ => return connection.whole(status, &[], b"").await,
    };
    connection.whole(status, &[("content-type", content_type)], body.as_bytes()).await
}

/// A page that a framework shows its developers.
pub(crate) fn page() -> String {
    format!(
        "<!DOCTYPE html><html><head><title>PG::ConnectionBad</title></head><body><h1>Internal error</h1>\
         <pre>could not connect to postgres://app:{PASSWORD}@{INNER_HOST}:5432/orders\n\
         DB_PASSWORD={PASSWORD}\n  {INNER_PATH}:42:in `connect'</pre></body></html>"
    )
}
