//! Answers without measure. Each of them ends nevertheless, should nobody stop it.

use super::Connection;
use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::{self, Write};
use std::sync::OnceLock;

const JSON: &str = "content-type: application/json\r\nconnection: close\r\n";

/// 20 MB.
pub(crate) const BODY: usize = 20_000_000;
/// What the bomb unpacks to.
pub(crate) const UNPACKED: usize = 64 << 20;
/// Where the endless answer ends.
const ENDLESS: usize = 256 << 20;

pub(super) async fn answer(connection: &mut Connection, how: &str) -> io::Result<()> {
    let piece = vec![b'7'; 64 << 10];
    match how {
        "body" => {
            connection.raw(format!("HTTP/1.1 200 OK\r\n{JSON}content-length: {BODY}\r\n\r\n\"").as_bytes()).await?;
            for _ in 0..(BODY - 2) / piece.len() {
                connection.raw(&piece).await?;
            }
            connection.raw(&piece[..(BODY - 2) % piece.len()]).await?;
            connection.raw(b"\"").await
        }
        "bomb" => {
            let body = bomb();
            connection.whole(200, &[("content-type", "application/json"), ("content-encoding", "gzip")], body).await
        }
        "error_bomb" => {
            let body = bomb();
            connection.whole(500, &[("content-type", "application/json"), ("content-encoding", "gzip")], body).await
        }
        "endless" | "endless_error" => {
            let status = if how == "endless" { "200 OK" } else { "500 Error" };
            let head = format!("HTTP/1.1 {status}\r\n{JSON}transfer-encoding: chunked\r\n\r\n");
            connection.raw(head.as_bytes()).await?;
            let chunk = [format!("{:x}\r\n", piece.len()).as_bytes(), &piece, b"\r\n"].concat();
            for _ in 0..ENDLESS / piece.len() {
                connection.raw(&chunk).await?;
            }
            Ok(())
        }
        "header" => {
            connection.raw(format!("HTTP/1.1 200 OK\r\n{JSON}x-long: {}\r\n\r\n", "a".repeat(1 << 20)).as_bytes()).await
        }
        _ => {
            let headers: String = (0..10_000).map(|number| format!("x-{number}: a\r\n")).collect();
            connection.raw(format!("HTTP/1.1 200 OK\r\n{JSON}{headers}\r\n{{}}").as_bytes()).await
        }
    }
}

/// Spaces, packed a piece at a time, so that nobody here has to hold all of them, and once for all that ask.
fn bomb() -> &'static [u8] {
    static BOMB: OnceLock<Vec<u8>> = OnceLock::new();
    BOMB.get_or_init(|| {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
        for _ in 0..UNPACKED >> 16 {
            encoder.write_all(&[b' '; 1 << 16]).unwrap();
        }
        encoder.finish().unwrap()
    })
}
