//! `HttpServer`, and clients that do with their connections what they like.

use axum::Router;
use candor::rmcp::{HttpGuard, HttpServer};
use candor::{FailurePolicy, Incident};
use rmcp::transport::StreamableHttpServerConfig;
use serde_json::Value;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::task::JoinHandle;

use super::server::{Mcp, Tools, call, mcp};

/// Longer than anything here takes.
pub(crate) const LONG: Duration = Duration::from_secs(60);
/// A deadline that is over soon.
pub(crate) const SHORT: Duration = Duration::from_millis(300);

/// The tools, without sessions.
pub(crate) fn guard() -> HttpGuard<Mcp> {
    let config = StreamableHttpServerConfig::default().with_legacy_session_mode(false).with_json_response(true);
    HttpGuard::new(mcp(|| Ok(Tools), config))
}

/// The router of the tools, at `/mcp`.
pub(crate) fn router(guard: HttpGuard<Mcp>) -> Router {
    Router::new().nest_service("/mcp", guard)
}

/// Serves in the background.
pub(crate) async fn start(server: HttpServer<Router>) -> (SocketAddr, JoinHandle<()>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    (address, tokio::spawn(server.serve(listener)))
}

/// A policy that keeps its incidents.
pub(crate) fn observed() -> (FailurePolicy, Arc<Mutex<Vec<Incident>>>) {
    let incidents = Arc::new(Mutex::new(Vec::new()));
    let seen = incidents.clone();
    (FailurePolicy::new().on_incident(move |incident| seen.lock().unwrap().push(incident.clone())), incidents)
}

/// The head of a call with a body of this length.
pub(crate) fn head(length: usize) -> String {
    format!(
        "POST /mcp HTTP/1.1\r\nhost: localhost\r\naccept: application/json, text/event-stream\r\n\
         content-type: application/json\r\ncontent-length: {length}\r\n\r\n"
    )
}

/// A call in full.
pub(crate) fn whole_call() -> String {
    let body = call();
    head(body.len()) + &body
}

/// One connection.
pub(crate) struct Raw(pub(crate) TcpStream);

impl Raw {
    pub(crate) async fn to(server: SocketAddr) -> Raw {
        Raw(TcpStream::connect(server).await.unwrap())
    }

    /// A connection of another machine, as far as the server can tell.
    #[cfg(target_os = "linux")]
    pub(crate) async fn from_elsewhere(server: SocketAddr) -> Raw {
        let socket = TcpSocket::new_v4().unwrap();
        socket.bind("127.0.0.2:0".parse().unwrap()).unwrap();
        Raw(socket.connect(server).await.unwrap())
    }

    pub(crate) async fn send(&mut self, text: &str) {
        self.0.write_all(text.as_bytes()).await.unwrap();
    }

    /// One response with its body.
    pub(crate) async fn response(&mut self) -> (u16, String, Value) {
        tokio::time::timeout(LONG, self.read_response()).await.expect("a response in time").expect("a response")
    }

    async fn read_response(&mut self) -> Option<(u16, String, Value)> {
        let mut bytes = Vec::new();
        let (head, mut body) = loop {
            if self.0.read_buf(&mut bytes).await.ok()? == 0 {
                return None;
            }
            let text = String::from_utf8_lossy(&bytes);
            if let Some((head, body)) = text.split_once("\r\n\r\n") {
                break (head.to_ascii_lowercase(), body.as_bytes().to_vec());
            }
        };
        let status = head.split(' ').nth(1)?.parse().ok()?;
        let length = head.lines().find_map(|line| line.strip_prefix("content-length: "))?.parse().ok()?;
        while body.len() < length {
            self.0.read_buf(&mut body).await.ok().filter(|count| *count > 0)?;
        }
        Some((status, head, serde_json::from_slice(&body).unwrap()))
    }

    /// Waits until the server has closed it; whatever it sends is ignored.
    pub(crate) async fn closed(&mut self) {
        let closed = async {
            let mut some = [0; 65536];
            while self.0.read(&mut some).await.is_ok_and(|count| count > 0) {}
        };
        tokio::time::timeout(LONG, closed).await.expect("the connection is closed");
    }

    /// Whether the server has closed it by now.
    pub(crate) fn is_closed(&self) -> bool {
        let mut some = [0; 1024];
        loop {
            match self.0.try_read(&mut some) {
                Ok(0) => return true,
                Ok(_) => {}
                Err(error) => return error.kind() != std::io::ErrorKind::WouldBlock,
            }
        }
    }

    /// Whether a call is served.
    pub(crate) async fn is_served(&mut self) -> bool {
        self.send(&whole_call()).await;
        let (status, _, body) = self.response().await;
        status == 200 && body["result"]["content"][0]["text"] == "hi"
    }
}
