//! Answers with 200 that are not what was promised.

use super::{Connection, status};
use std::io;

/// An order as the document describes it.
pub(crate) const ORDER: &str = r#"{"id": 7, "state": "open"}"#;

pub(super) async fn answer(connection: &mut Connection, how: &str) -> io::Result<()> {
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    let body = match how {
        "good" => ORDER,
        "missing" => r#"{"id": 7}"#,
        "wrong_type" => r#"{"id": "seven", "state": 7}"#,
        "null" => "null",
        "null_field" => r#"{"id": 7, "state": null}"#,
        "failed" => r#"{"ok": false, "error": "The stock is empty", "id": 7, "state": "open"}"#,
        "broken" => r#"{"id": 7, "state": "#,
        "garbage" => "upstream says hello",
        "trailing" => r#"{"id": 7, "state": "open"} {"id": 8}"#,
        "deep" => &deep,
        "page" => return connection.whole(200, &[("content-type", "text/html")], status::page().as_bytes()).await,
        "text" => return connection.whole(200, &[("content-type", "text/plain")], b"all is well").await,
        "untyped_page" => return connection.whole(200, &[], status::page().as_bytes()).await,
        "disguised_page" => return connection.json(200, &status::page()).await,
        "empty" => return connection.whole(200, &[("content-type", "application/json")], b"").await,
        "blank" => "  \n",
        "no_content" => return connection.raw(b"HTTP/1.1 204 No Content\r\nconnection: close\r\n\r\n").await,
        "reset_content" => return connection.whole(205, &[], b"").await,
        "partial_content" => return connection.json(206, ORDER).await,
        _ => return connection.json(404, r#"{"message": "No such page"}"#).await,
    };
    connection.json(200, body).await
}
