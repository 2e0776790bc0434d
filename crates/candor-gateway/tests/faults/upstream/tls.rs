//! Certificates that nobody should trust, and one that somebody may.

use super::{Request, Upstream, json};
use rcgen::{
    BasicConstraints, CertificateParams, CertifiedIssuer, DnType, IsCa, KeyPair, KeyUsagePurpose, date_time_ymd,
};
use std::path::PathBuf;
use std::sync::Arc;
use tokio::io::AsyncWriteExt;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};

/// What an upstream shows of itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Certificate {
    /// What an authority that the gateway may be told of has signed for `localhost`.
    Good,
    /// Nobody but itself has signed it.
    SelfSigned,
    /// It was good until 2001.
    Expired,
    /// It is for another name.
    WrongName,
}

/// An upstream with TLS, and the authority of its certificate.
#[derive(Debug)]
pub(crate) struct Secured {
    pub(crate) upstream: Upstream,
    /// A file in PEM.
    pub(crate) authority: PathBuf,
}

impl Drop for Secured {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.authority);
    }
}

impl Secured {
    /// One that answers every request with an order.
    pub(crate) async fn with(certificate: Certificate) -> Secured {
        let (acceptor, authority) = acceptor(certificate, &[b"http/1.1"]);
        let upstream = Upstream::accepting(move |stream, noted| {
            let acceptor = acceptor.clone();
            async move {
                let mut stream = acceptor.accept(stream).await?;
                if Request::read(&mut stream, |request| noted.request(request)).await?.is_some() {
                    let length = json::ORDER.len();
                    let head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nconnection: close\r\n";
                    let answer = format!("{head}content-length: {length}\r\n\r\n{}", json::ORDER);
                    stream.write_all(answer.as_bytes()).await?;
                }
                stream.shutdown().await
            }
        })
        .await;
        Secured { upstream, authority }
    }
}

/// What accepts connections with such a certificate, and the file of its authority.
pub(super) fn acceptor(certificate: Certificate, protocols: &[&[u8]]) -> (TlsAcceptor, PathBuf) {
    let mut authority = CertificateParams::default();
    authority.distinguished_name.push(DnType::CommonName, "Authority of the tests");
    authority.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    authority.key_usages = vec![KeyUsagePurpose::KeyCertSign];
    let authority = CertifiedIssuer::self_signed(authority, KeyPair::generate().unwrap()).unwrap();

    let name = if certificate == Certificate::WrongName { "elsewhere.example" } else { "localhost" };
    let mut own = CertificateParams::new([name.to_owned()]).unwrap();
    if certificate == Certificate::Expired {
        own.not_after = date_time_ymd(2001, 1, 1);
    }
    let key = KeyPair::generate().unwrap();
    let own = match certificate {
        Certificate::SelfSigned => own.self_signed(&key).unwrap(),
        Certificate::Good | Certificate::Expired | Certificate::WrongName => own.signed_by(&key, &authority).unwrap(),
    };
    let chain: Vec<CertificateDer<'static>> = vec![own.der().clone()];
    let key = PrivateKeyDer::try_from(key.serialize_der()).unwrap();
    let mut config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(chain, key)
        .unwrap();
    config.alpn_protocols = protocols.iter().map(|protocol| protocol.to_vec()).collect();

    let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("authority-{}.pem", uuid::Uuid::new_v4()));
    std::fs::write(&file, authority.pem()).unwrap();
    (TlsAcceptor::from(Arc::new(config)), file)
}
