//! A server that does to a connection whatever a test wants.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

/// What happens to every connection.
#[derive(Clone)]
pub(crate) enum Behaviour {
    /// It is cut before anything was read.
    ResetAtOnce,
    /// The request is read, then the connection is cut.
    ResetAfterRequest,
    /// The request is read, then the connection is closed.
    CloseAfterRequest,
    /// Nothing is said, ever.
    Silence,
    /// These bytes are sent before anything was read.
    SpeakFirst(Vec<u8>),
    /// The request is read and these bytes are sent; then the connection is closed.
    Answer(Vec<u8>),
    /// The same, and then the connection is cut.
    AnswerThenReset(Vec<u8>),
    /// The same, and then nothing is said, ever.
    AnswerThenSilence(Vec<u8>),
    /// The head of an answer is sent, and then these bytes so many times.
    Flood { head: &'static str, chunk: Vec<u8>, times: usize },
    /// The request is sent back to its beginning.
    RedirectToItself,
}

/// A running server.
pub(crate) struct Server {
    address: std::net::SocketAddr,
    /// How many bytes of answers were taken by the system so far.
    sent: Arc<AtomicUsize>,
}

impl Server {
    pub(crate) async fn start(behaviour: Behaviour) -> Server {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let sent = Arc::new(AtomicUsize::new(0));
        let counter = Arc::clone(&sent);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                // A client that goes away in between is part of the game.
                tokio::spawn(behave(stream, behaviour.clone(), Arc::clone(&counter)));
            }
        });
        Server { address, sent }
    }

    /// An answer with this status, these lines of headers and this body.
    pub(crate) async fn answering(status: &str, headers: &str, body: &[u8]) -> Server {
        Server::start(Behaviour::Answer(answer(status, headers, body))).await
    }

    pub(crate) fn http(&self) -> String {
        format!("http://{}/orders?key=sk_live_hunter2", self.address)
    }

    pub(crate) fn https(&self) -> String {
        self.http().replacen("http:", "https:", 1)
    }

    pub(crate) fn sent(&self) -> usize {
        self.sent.load(Ordering::SeqCst)
    }

    /// An address that no server listens on.
    pub(crate) async fn nobody() -> String {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        format!("http://jane:hunter2@{}/orders?key=sk_live_hunter2", listener.local_addr().unwrap())
    }
}

pub(crate) fn answer(status: &str, headers: &str, body: &[u8]) -> Vec<u8> {
    let head = format!("HTTP/1.1 {status}\r\nconnection: close\r\ncontent-length: {}\r\n{headers}\r\n", body.len());
    [head.as_bytes(), body].concat()
}

async fn behave(mut stream: TcpStream, behaviour: Behaviour, sent: Arc<AtomicUsize>) -> std::io::Result<()> {
    match behaviour {
        Behaviour::ResetAtOnce => reset(stream),
        Behaviour::ResetAfterRequest => {
            read_request(&mut stream).await?;
            reset(stream)
        }
        Behaviour::CloseAfterRequest => read_request(&mut stream).await,
        Behaviour::Silence => silence(stream).await,
        Behaviour::SpeakFirst(bytes) => {
            stream.write_all(&bytes).await?;
            silence(stream).await
        }
        Behaviour::Answer(bytes) => {
            read_request(&mut stream).await?;
            stream.write_all(&bytes).await?;
            stream.shutdown().await
        }
        Behaviour::AnswerThenReset(bytes) => {
            read_request(&mut stream).await?;
            stream.write_all(&bytes).await?;
            // What was not taken in yet goes with the connection.
            tokio::time::sleep(Duration::from_millis(100)).await;
            reset(stream)
        }
        Behaviour::AnswerThenSilence(bytes) => {
            read_request(&mut stream).await?;
            stream.write_all(&bytes).await?;
            silence(stream).await
        }
        Behaviour::Flood { head, chunk, times } => {
            read_request(&mut stream).await?;
            stream.write_all(head.as_bytes()).await?;
            for _ in 0..times {
                stream.write_all(&chunk).await?;
                sent.fetch_add(chunk.len(), Ordering::SeqCst);
            }
            stream.shutdown().await
        }
        Behaviour::RedirectToItself => loop {
            read_request(&mut stream).await?;
            stream
                .write_all(b"HTTP/1.1 302 Found\r\nlocation: /again?key=sk_live_hunter2\r\ncontent-length: 0\r\n\r\n")
                .await?;
        },
    }
}

/// Reads up to the blank line that ends a request without a body.
async fn read_request(stream: &mut TcpStream) -> std::io::Result<()> {
    let mut request = Vec::new();
    while !request.ends_with(b"\r\n\r\n") {
        request.push(stream.read_u8().await?);
    }
    Ok(())
}

fn reset(stream: TcpStream) -> std::io::Result<()> {
    stream.set_zero_linger()
}

async fn silence(stream: TcpStream) -> std::io::Result<()> {
    tokio::time::sleep(Duration::from_secs(3_600)).await;
    drop(stream);
    Ok(())
}
