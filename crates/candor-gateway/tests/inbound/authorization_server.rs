//! A server with keys that counts who asks for them, and files with keys.

use super::signing::{ISSUER, RESOURCE, Signer, key_set};
use candor_gateway::{Inbound, KeySource, ResourceServer};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use url::Url;

/// What the server does with a request.
#[derive(Clone)]
pub(crate) enum Behaviour {
    /// Answers with this status and body.
    Answers(u16, Vec<u8>),
    /// Answers once it is let go.
    Waits(Vec<u8>),
}

/// A server with keys; it ends with the test.
#[derive(Clone)]
pub(crate) struct KeyServer {
    pub(crate) url: Url,
    requests: Arc<AtomicUsize>,
    behaviour: Arc<Mutex<Behaviour>>,
    pub(crate) arrived: Arc<Semaphore>,
    pub(crate) released: Arc<Semaphore>,
}

impl KeyServer {
    pub(crate) async fn new(behaviour: Behaviour) -> KeyServer {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/keys?code=4711", listener.local_addr().unwrap()).parse().unwrap();
        let server = KeyServer {
            url,
            requests: Arc::default(),
            behaviour: Arc::new(Mutex::new(behaviour)),
            arrived: Arc::new(Semaphore::new(0)),
            released: Arc::new(Semaphore::new(0)),
        };
        let serving = server.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(serving.clone().answer(stream));
            }
        });
        server
    }

    pub(crate) async fn with(signers: &[&Signer]) -> KeyServer {
        KeyServer::new(Behaviour::Answers(200, key_set(signers).to_string().into())).await
    }

    pub(crate) fn becomes(&self, behaviour: Behaviour) {
        *self.behaviour.lock().unwrap() = behaviour;
    }

    pub(crate) fn changes_to(&self, signers: &[&Signer]) {
        self.becomes(Behaviour::Answers(200, key_set(signers).to_string().into()));
    }

    pub(crate) fn requests(&self) -> usize {
        self.requests.load(Ordering::SeqCst)
    }

    async fn answer(self, mut stream: TcpStream) {
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            let Ok(byte) = stream.read_u8().await else { return };
            head.push(byte);
        }
        self.requests.fetch_add(1, Ordering::SeqCst);
        self.arrived.add_permits(1);
        let behaviour = self.behaviour.lock().unwrap().clone();
        let (status, body) = match behaviour {
            Behaviour::Answers(status, body) => (status, body),
            Behaviour::Waits(body) => {
                self.released.acquire().await.unwrap().forget();
                (200, body)
            }
        };
        let head = format!("HTTP/1.1 {status} X\r\nContent-Length: {}\r\nConnection: close\r\n\r\n", body.len());
        // A client that has read enough closes the connection.
        let _ = stream.write_all(head.as_bytes()).await;
        let _ = stream.write_all(&body).await;
    }
}

/// A file; it goes with the test.
pub(crate) struct TempFile(pub(crate) PathBuf);

impl TempFile {
    pub(crate) fn new(text: &str) -> TempFile {
        let path = std::env::temp_dir().join(format!("candor-inbound-{}", uuid::Uuid::new_v4()));
        std::fs::write(&path, text).unwrap();
        TempFile(path)
    }

    pub(crate) fn with(signers: &[&Signer]) -> TempFile {
        TempFile::new(&key_set(signers).to_string())
    }
}

impl Drop for TempFile {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

/// A gateway that takes tokens of the authorization server whose keys are here.
pub(crate) fn resource_server(keys: KeySource) -> ResourceServer {
    ResourceServer {
        resource: RESOURCE.parse().unwrap(),
        issuer: ISSUER.parse().unwrap(),
        keys,
        audience: None,
        required_scopes: vec!["mcp:use".to_owned()],
        tools_by_scope: BTreeMap::new(),
    }
}

pub(crate) fn inbound(oauth: ResourceServer) -> Inbound {
    Inbound { oauth: Some(oauth), ..Inbound::default() }
}
