//! TLS in front of the endpoint.

use crate::settings::ServerCertificate;
use rustls::ServerConfig;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use std::io;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpStream;
use tokio::sync::Semaphore;
use tokio_rustls::server::TlsStream;

/// How long a handshake may take, with all that it waits for.
const LONGEST_HANDSHAKE: Duration = Duration::from_secs(10);
/// How many handshakes run at once: more than one peer may have connections, so that one alone cannot keep others out.
const MOST_HANDSHAKES: usize = 512;
/// The longest file with certificates, in bytes.
const LARGEST: u64 = 1024 * 1024;

/// Makes a connection one of TLS, with the certificate of the gateway: HTTP/1.1 over TLS 1.2 or 1.3.
///
/// It is for [`HttpServer::serve_over`](candor::rmcp::HttpServer::serve_over). Clones share the number of handshakes.
#[derive(Clone)]
pub struct TlsAcceptor {
    acceptor: tokio_rustls::TlsAcceptor,
    handshakes: Arc<Semaphore>,
}

impl TlsAcceptor {
    /// Reads the certificate.
    ///
    /// # Errors
    ///
    /// It cannot be read, is not PEM, or its key does not fit; nothing of the key is in the message.
    pub fn new(settings: &ServerCertificate) -> Result<TlsAcceptor, String> {
        let path = settings.certificate.display();
        let unreadable = |error: &dyn std::fmt::Display| format!("the certificate `{path}` cannot be read: {error}");
        let length = std::fs::metadata(&settings.certificate).map_err(|error| unreadable(&error))?.len();
        if length > LARGEST {
            return Err(format!("the certificate `{path}` is longer than {LARGEST} bytes"));
        }
        let text = std::fs::read(&settings.certificate).map_err(|error| unreadable(&error))?;
        let chain: Vec<_> =
            CertificateDer::pem_slice_iter(&text).collect::<Result<_, _>>().map_err(|error| unreadable(&error))?;
        if chain.is_empty() {
            return Err(format!("the file `{path}` has no certificate in PEM"));
        }
        let key = PrivateKeyDer::from_pem_slice(settings.key.reveal().as_bytes())
            .map_err(|_| "the private key of the gateway's certificate is not a key in PEM".to_owned())?;
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let mut config = ServerConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .map_err(|error| error.to_string())?
            .with_no_client_auth()
            .with_single_cert(chain, key)
            .map_err(|error| format!("the certificate `{path}` and its private key cannot be used: {error}"))?;
        config.alpn_protocols = vec![b"http/1.1".to_vec()];
        let acceptor = tokio_rustls::TlsAcceptor::from(Arc::new(config));
        Ok(TlsAcceptor { acceptor, handshakes: Arc::new(Semaphore::new(MOST_HANDSHAKES)) })
    }

    /// The handshake on a new connection.
    ///
    /// # Errors
    ///
    /// It failed, or was not done within 10 seconds.
    pub async fn accept(self, stream: TcpStream) -> io::Result<TlsStream<TcpStream>> {
        let handshake = async {
            // Whoever says nothing takes no handshake from others.
            stream.readable().await?;
            let _permit = self.handshakes.acquire().await.map_err(io::Error::other)?;
            self.acceptor.accept(stream).await
        };
        tokio::time::timeout(LONGEST_HANDSHAKE, handshake).await.map_err(|_| io::ErrorKind::TimedOut)?
    }
}

/// Without the key.
impl std::fmt::Debug for TlsAcceptor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TlsAcceptor").finish_non_exhaustive()
    }
}
