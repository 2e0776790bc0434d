//! Answers that break off, are longer or shorter than they say, or cannot be decoded.

use super::{Connection, json};
use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::{self, Write};

/// The connection ends where it should not.
pub(super) async fn off(mut connection: Connection, how: &str) -> io::Result<()> {
    let head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n";
    match how {
        "closes" | "resets" => {}
        "closes_in_headers" | "resets_in_headers" => connection.raw(head.as_bytes()).await?,
        _ => connection.raw(format!("{head}content-length: 4000\r\n\r\n{{\"id\": 7, ").as_bytes()).await?,
    }
    match how.starts_with("resets") {
        true => connection.reset(),
        false => connection.end().await,
    }
}

/// `Content-Length` is wrong.
pub(super) async fn length(connection: &mut Connection, how: &str) -> io::Result<()> {
    let length = match how {
        "too_long" => json::ORDER.len() + 10,
        _ => json::ORDER.len() - 10,
    };
    let head = format!("HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n\r\n");
    connection.raw(format!("{head}{}", json::ORDER).as_bytes()).await
}

/// The body cannot be decoded.
pub(super) async fn encoding(connection: &mut Connection, how: &str) -> io::Result<()> {
    const JSON: (&str, &str) = ("content-type", "application/json");
    const GZIP: (&str, &str) = ("content-encoding", "gzip");
    match how {
        "gzip" => connection.whole(200, &[JSON, GZIP], &packed(json::ORDER.as_bytes())).await,
        "no_gzip" => connection.whole(200, &[JSON, GZIP], b"this was never packed").await,
        "half_gzip" => {
            let whole = packed(json::ORDER.as_bytes());
            connection.whole(200, &[JSON, GZIP], &whole[..whole.len() / 2]).await
        }
        "charset" => connection.whole(200, &[JSON], b"{\"id\": 7, \"state\": \"ge\xf6ffnet\"}").await,
        "declared_charset" => {
            let latin_1 = ("content-type", "application/json; charset=iso-8859-1");
            connection.whole(200, &[latin_1], b"{\"id\": 7, \"state\": \"ge\xf6ffnet\"}").await
        }
        "unknown_charset" => {
            let shift_jis = ("content-type", "application/json; charset=shift_jis");
            connection.whole(200, &[shift_jis], json::ORDER.as_bytes()).await
        }
        _ => {
            let head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n";
            connection.raw(format!("{head}9\r\n{{\"id\": 7,\r\n40\r\n \"state\"").as_bytes()).await
        }
    }
}

pub(super) fn packed(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}
