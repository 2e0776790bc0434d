//! Answers that take their time.

use super::Connection;
use std::io;
use std::time::Duration;

/// Between two bytes.
const PAUSE: Duration = Duration::from_millis(25);

pub(super) async fn answer(connection: &mut Connection, how: &str) -> io::Result<()> {
    let head = b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 4000\r\n\r\n";
    match how {
        "headers" => drip(connection, head).await,
        "body" | "error_body" => {
            let status = if how == "body" { "200 OK" } else { "500 Error" };
            connection.raw(String::from_utf8_lossy(head).replace("200 OK", status).as_bytes()).await?;
            drip(connection, &[b' '; 4000]).await
        }
        _ => connection.wait().await,
    }
}

async fn drip(connection: &mut Connection, bytes: &[u8]) -> io::Result<()> {
    for byte in bytes {
        connection.raw(&[*byte]).await?;
        tokio::time::sleep(PAUSE).await;
    }
    connection.wait().await
}
