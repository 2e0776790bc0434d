//! A connection: which answer a path has, and how an answer is written.

use super::request::Request;
use super::{Noted, broken, credential, json, large, redirect, slow, status, throttle};
use std::io;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// A connection of a client.
pub(crate) struct Connection {
    stream: TcpStream,
    noted: Arc<Noted>,
}

impl Connection {
    pub(super) fn new(stream: TcpStream, noted: Arc<Noted>) -> Connection {
        Connection { stream, noted }
    }

    /// Answers one request, and closes.
    pub(super) async fn serve(mut self) -> io::Result<()> {
        let noted = self.noted.clone();
        let request = match Request::read(&mut self.stream, |request| noted.request(request)).await {
            Ok(Some(request)) => request,
            Ok(None) => return Ok(()),
            Err(error) if error.kind() == io::ErrorKind::InvalidData => {
                self.json(400, "{}").await?;
                return self.end().await;
            }
            Err(error) => return Err(error),
        };
        let segments = request.segments();
        match segments.as_slice() {
            ["status", status, form] => status::answer(&mut self, number(status), form).await?,
            ["throttle", status, form] => throttle::answer(&mut self, number(status), form).await?,
            ["breaks", how] => return broken::off(self, how).await,
            ["length", how] => broken::length(&mut self, how).await?,
            ["encoding", how] => broken::encoding(&mut self, how).await?,
            ["slow", how] => slow::answer(&mut self, how).await?,
            ["json", how] => json::answer(&mut self, how).await?,
            ["large", how] => large::answer(&mut self, how).await?,
            ["moved", status, target] => redirect::answer(&mut self, number(status), target).await?,
            ["loop", step] => redirect::looping(&mut self, number(step)).await?,
            ["credential", status, form] => credential::echo(&mut self, &request, number(status), form).await?,
            ["flaky", times] => {
                let failed = self.noted.count(request.path()) <= usize::from(number(times));
                self.switched(if failed { 503 } else { 0 }).await?;
            }
            ["switch"] => {
                let status = self.noted.switch.load(Ordering::Relaxed);
                self.switched(status).await?;
            }
            ["orders", _] | ["orders"] => self.json(200, json::ORDER).await?,
            _ => self.json(404, r#"{"message": "No such page"}"#).await?,
        }
        self.end().await
    }

    async fn switched(&mut self, status: u16) -> io::Result<()> {
        match status {
            0 => self.json(200, json::ORDER).await,
            status => self.json(status, "{}").await,
        }
    }

    /// Writes these bytes as they are.
    pub(super) async fn raw(&mut self, bytes: &[u8]) -> io::Result<()> {
        let mut rest = bytes;
        while !rest.is_empty() {
            let count = self.stream.write(rest).await?;
            self.noted.wrote(count);
            rest = &rest[count..];
        }
        self.stream.flush().await
    }

    /// An answer in full, with these headers beside its length.
    pub(super) async fn whole(&mut self, status: u16, headers: &[(&str, &str)], body: &[u8]) -> io::Result<()> {
        let headers: String = headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
        let length = body.len();
        let head =
            format!("HTTP/1.1 {status} Answer\r\n{headers}content-length: {length}\r\nconnection: close\r\n\r\n");
        self.raw(&[head.as_bytes(), body].concat()).await
    }

    pub(super) async fn json(&mut self, status: u16, body: &str) -> io::Result<()> {
        self.whole(status, &[("content-type", "application/json")], body.as_bytes()).await
    }

    /// Ends the connection with a reset in place of an orderly close.
    pub(super) fn reset(self) -> io::Result<()> {
        self.stream.set_zero_linger()
    }

    /// Waits until the client has gone: it has to give up first.
    pub(super) async fn wait(&mut self) -> io::Result<()> {
        let mut some = [0; 1024];
        while self.stream.read(&mut some).await? > 0 {}
        Err(io::ErrorKind::ConnectionAborted.into())
    }

    /// Closes in order: a client that has yet to read must not be reset.
    pub(super) async fn end(mut self) -> io::Result<()> {
        self.stream.shutdown().await?;
        let mut some = [0; 1024];
        while self.stream.read(&mut some).await.is_ok_and(|count| count > 0) {}
        Ok(())
    }
}

fn number(text: &str) -> u16 {
    text.parse().unwrap_or_default()
}
