//! An API that misbehaves on purpose: what its answer is like depends on the path that is asked for.
//!
//! It listens on a port of its own, speaks HTTP byte by byte, notes what it was asked and how much it wrote, and ends with the test.

mod broken;
mod connection;
mod credential;
mod http_2;
pub(crate) mod json;
pub(crate) mod large;
mod port;
mod redirect;
mod request;
mod slow;
pub(crate) mod status;
mod throttle;
mod tls;

pub(crate) use connection::Connection;
pub(crate) use http_2::Http2;
pub(crate) use port::Port;
pub(crate) use request::Request;
pub(crate) use tls::{Certificate, Secured};

use std::io;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicU16, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::{JoinHandle, JoinSet};

/// No connection lasts longer.
const LIFE: Duration = Duration::from_secs(30);

/// A password of the upstream's own, which is in its error pages.
pub(crate) const PASSWORD: &str = "Tr0ub4dor-Xq9z77";
/// A host of the upstream's own.
pub(crate) const INNER_HOST: &str = "db7.orders.internal";
/// A file of the upstream's own.
pub(crate) const INNER_PATH: &str = "/srv/orders/lib/pool.rb";

/// What an upstream has noted.
#[derive(Debug, Default)]
pub(crate) struct Noted {
    requests: Mutex<Vec<Request>>,
    connections: AtomicUsize,
    written: AtomicU64,
    open: AtomicUsize,
    /// What `/switch` answers; 0 is a good answer.
    switch: AtomicU16,
}

impl Noted {
    fn request(&self, request: &Request) {
        self.requests.lock().unwrap().push(request.clone());
    }

    fn wrote(&self, bytes: usize) {
        self.written.fetch_add(bytes as u64, Ordering::Relaxed);
    }

    /// How often this path was asked for.
    fn count(&self, path: &str) -> usize {
        self.requests.lock().unwrap().iter().filter(|request| request.path() == path).count()
    }
}

/// An upstream that listens, and what it has noted.
#[derive(Debug)]
pub(crate) struct Upstream {
    address: SocketAddr,
    noted: Arc<Noted>,
    serving: JoinHandle<()>,
}

impl Drop for Upstream {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

impl Upstream {
    /// One whose answer depends on the path.
    pub(crate) async fn start() -> Upstream {
        Upstream::accepting(|stream, noted| async move { Connection::new(stream, noted).serve().await }).await
    }

    /// One that does this with every connection.
    async fn accepting<F, D>(deal: F) -> Upstream
    where
        F: Fn(TcpStream, Arc<Noted>) -> D + Send + 'static,
        D: Future<Output = io::Result<()>> + Send + 'static,
    {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let noted = Arc::new(Noted::default());
        let serving = tokio::spawn({
            let noted = noted.clone();
            async move {
                // Its connections end when the task does.
                let mut connections = JoinSet::new();
                while let Ok((stream, _)) = listener.accept().await {
                    noted.connections.fetch_add(1, Ordering::Relaxed);
                    let deal = deal(stream, noted.clone());
                    let noted = noted.clone();
                    noted.open.fetch_add(1, Ordering::Relaxed);
                    connections.spawn(async move {
                        // A client that leaves in the middle is what some tests are about.
                        let _ = tokio::time::timeout(LIFE, deal).await;
                        noted.open.fetch_sub(1, Ordering::Relaxed);
                    });
                }
            }
        });
        Upstream { address, noted, serving }
    }

    pub(crate) fn address(&self) -> SocketAddr {
        self.address
    }

    /// Its address as the base of a gateway's requests.
    pub(crate) fn base_url(&self) -> url::Url {
        format!("http://{}/", self.address).parse().unwrap()
    }

    /// The same, with TLS.
    pub(crate) fn secure_base_url(&self) -> url::Url {
        format!("https://localhost:{}/", self.address.port()).parse().unwrap()
    }

    /// Every request whose head it has read.
    pub(crate) fn requests(&self) -> Vec<Request> {
        self.noted.requests.lock().unwrap().clone()
    }

    /// How many these are.
    pub(crate) fn request_count(&self) -> usize {
        self.noted.requests.lock().unwrap().len()
    }

    /// How many connections it has accepted.
    pub(crate) fn connection_count(&self) -> usize {
        self.noted.connections.load(Ordering::Relaxed)
    }

    /// How many bytes of its answers the system has taken.
    pub(crate) fn written(&self) -> u64 {
        self.noted.written.load(Ordering::Relaxed)
    }

    /// How many of them are open.
    pub(crate) fn open_count(&self) -> usize {
        self.noted.open.load(Ordering::Relaxed)
    }

    /// What `/switch` answers from now on; 0 is a good answer.
    pub(crate) fn switch(&self, status: u16) {
        self.noted.switch.store(status, Ordering::Relaxed);
    }
}

/// A port at which nobody listens.
pub(crate) async fn refused_port() -> url::Url {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    drop(listener);
    format!("http://{address}/").parse().unwrap()
}
