//! HTTP as bytes: what a client library would not show.

#![allow(clippy::expect_used, clippy::indexing_slicing, reason = "a test that cannot go on has failed")]

use order_desk::rest;
use std::io::{ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

/// The API, on a port of its own until the test ends.
pub(crate) struct Served {
    address: SocketAddr,
    _runtime: tokio::runtime::Runtime,
}

pub(crate) struct Answer {
    /// As much of it as a person would read; what is not UTF-8 is replaced.
    pub(crate) text: String,
    pub(crate) length: usize,
    pub(crate) ended: Ended,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ended {
    Whole,
    /// The connection was closed before the body was whole.
    Broken,
    Reset,
    /// Not while the client looked.
    Never,
}

pub(crate) fn served() -> Served {
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().expect("a runtime");
    let listener = runtime.block_on(tokio::net::TcpListener::bind("127.0.0.1:0")).expect("a free port");
    let address = listener.local_addr().expect("its address");
    runtime.spawn(rest::serve(listener));
    Served { address, _runtime: runtime }
}

impl Served {
    pub(crate) fn get(&self, path: &str, patience: Duration) -> Answer {
        self.ask("GET", path, "", patience)
    }

    pub(crate) fn ask(&self, method: &str, path: &str, body: &str, patience: Duration) -> Answer {
        let mut stream = TcpStream::connect(self.address).expect("it listens");
        stream.set_read_timeout(Some(patience)).expect("a limit");
        let length = body.len();
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: {length}\r\n\r\n"
        );
        stream.write_all(format!("{head}{body}").as_bytes()).expect("it reads");
        let (mut bytes, mut buffer, mut ended) = (Vec::new(), [0; 65_536], None);
        let begin = std::time::Instant::now();
        while ended.is_none() {
            match stream.read(&mut buffer) {
                Ok(0) => ended = Some(if is_whole(&bytes) { Ended::Whole } else { Ended::Broken }),
                Ok(count) => bytes.extend_from_slice(&buffer[..count]),
                Err(error) if error.kind() == ErrorKind::ConnectionReset => ended = Some(Ended::Reset),
                Err(_) => ended = Some(Ended::Never),
            }
            // What drips would never be over.
            if begin.elapsed() > patience && bytes.len() < 100_000 {
                ended = ended.or(Some(Ended::Never));
            }
        }
        let text = String::from_utf8_lossy(&bytes[..bytes.len().min(100_000)]).into_owned();
        Answer { text, length: bytes.len(), ended: ended.unwrap_or(Ended::Never) }
    }
}

/// Whether the body is as long as the head says.
fn is_whole(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(bytes);
    let Some((head, _)) = text.split_once("\r\n\r\n") else { return false };
    let body = bytes.len() - head.len() - 4;
    match head.lines().find_map(|line| line.strip_prefix("content-length: ")) {
        Some(length) => length.parse() == Ok(body),
        None => bytes.ends_with(b"0\r\n\r\n"),
    }
}
