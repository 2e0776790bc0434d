//! A server that runs out of file descriptors before it runs out of connections.
#![cfg(unix)]

use super::server::Server;
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

/// Fewer than the connections that the server allows.
const FILES: usize = 64;
/// Less than the deadlines, after which the half-sent requests end by themselves.
const PROMPT: Duration = Duration::from_secs(15);

#[test]
fn a_server_without_a_free_file_descriptor_goes_on_and_closes_what_only_waits() {
    let (mut server, address) = Server::over_http_with_files(FILES);
    let address = address.strip_prefix("http://").unwrap().strip_suffix("/mcp").unwrap();
    let mut half_sent = Vec::new();
    for _ in 0..2 * FILES {
        let mut stream = TcpStream::connect(address).unwrap();
        // It may be closed already.
        let _ = stream.write_all(b"POST /mcp HTTP/1.1\r\nhost: localhost\r\ncontent-length: 9\r\n\r\n{");
        half_sent.push(stream);
    }
    for _ in 0..3 {
        let body = json!({"jsonrpc": "2.0", "id": 1, "method": "ping"}).to_string();
        let mut stream = TcpStream::connect(address).unwrap();
        stream.set_read_timeout(Some(PROMPT)).unwrap();
        let length = body.len();
        let accept = "application/json, text/event-stream";
        write!(
            stream,
            "POST /mcp HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\naccept: {accept}\r\n\
             content-type: application/json\r\ncontent-length: {length}\r\n\r\n{body}"
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("it is answered");
        let body: Value = serde_json::from_str(answer.split_once("\r\n\r\n").unwrap().1).unwrap_or_default();
        assert!(answer.starts_with("HTTP/1.1 4") && body["id"] == 1, "without a session it is refused: {answer}");
    }
    server.tell_to_end();
    assert!(server.ended().success());
}
