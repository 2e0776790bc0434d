use super::{Client, ORDER};
use crate::send::{BodyBudget, Sender};
use crate::upstream::ClientCertificate;
use crate::{Secret, Upstream};
use candor::{Code, Origin, Retry, Safety};
use rcgen::{BasicConstraints, Certificate, CertificateParams, IsCa, Issuer, KeyPair};
use rustls::RootCertStore;
use rustls::pki_types::{PrivateKeyDer, PrivatePkcs8KeyDer};
use rustls::server::WebPkiClientVerifier;
use serde_json::json;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio_rustls::TlsAcceptor;

/// An authority that only these tests know.
struct Authority {
    certificate: Certificate,
    issuer: Issuer<'static, KeyPair>,
}

impl Authority {
    fn new() -> Authority {
        let mut params = CertificateParams::new(Vec::new()).unwrap();
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let key = KeyPair::generate().unwrap();
        let certificate = params.self_signed(&key).unwrap();
        Authority { certificate, issuer: Issuer::new(params, key) }
    }

    fn certify(&self, name: &str) -> (Certificate, KeyPair) {
        let key = KeyPair::generate().unwrap();
        let certificate = CertificateParams::new(vec![name.to_owned()]).unwrap().signed_by(&key, &self.issuer).unwrap();
        (certificate, key)
    }
}

/// A server that wants a certificate of its clients, and answers each with an order.
async fn server(authority: &Authority) -> Upstream {
    let (certificate, key) = authority.certify("localhost");
    let mut roots = RootCertStore::empty();
    roots.add(authority.certificate.der().clone()).unwrap();
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let clients = WebPkiClientVerifier::builder_with_provider(Arc::new(roots), Arc::clone(&provider)).build().unwrap();
    let config = rustls::ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_client_cert_verifier(clients)
        .with_single_cert(
            vec![certificate.der().clone()],
            PrivateKeyDer::Pkcs8(PrivatePkcs8KeyDer::from(key.serialize_der())),
        )
        .unwrap();
    let acceptor = TlsAcceptor::from(Arc::new(config));
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let acceptor = acceptor.clone();
            tokio::spawn(async move {
                let Ok(mut stream) = acceptor.accept(stream).await else { return };
                let mut head = Vec::new();
                while !head.ends_with(b"\r\n\r\n") {
                    let Ok(byte) = stream.read_u8().await else { return };
                    head.push(byte);
                }
                let length = ORDER.len();
                let answer = format!(
                    "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n\r\n{ORDER}"
                );
                let _ = stream.write_all(answer.as_bytes()).await;
                let _ = stream.shutdown().await;
            });
        }
    });
    Upstream::new("orders", format!("https://localhost:{port}").parse().unwrap())
}

fn file(pem: &str) -> PathBuf {
    static NUMBER: AtomicU64 = AtomicU64::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let path = std::env::temp_dir().join(format!("candor-tls-{}-{number}.pem", std::process::id()));
    std::fs::write(&path, pem).unwrap();
    path
}

#[tokio::test]
async fn an_authority_of_the_operators_is_trusted_and_the_client_certificate_shown() {
    let authority = Authority::new();
    let mut upstream = server(&authority).await;
    let (certificate, key) = authority.certify("gateway");
    upstream.connection.authorities = vec![file(&authority.certificate.pem())];
    upstream.connection.client_certificate =
        Some(ClientCertificate { certificate: file(&certificate.pem()), key: Secret::new(key.serialize_pem()) });
    Client::new(upstream).call("getOrder", json!({"id": "1"})).await.judged();
}

#[tokio::test]
async fn an_authority_that_nobody_has_named_is_not_trusted() {
    let authority = Authority::new();
    let mut upstream = server(&authority).await;
    upstream.connection.authorities = vec![file(&Authority::new().certificate.pem())];
    let failure = Client::new(upstream).call("createOrder", json!({"body": {}})).await.failure();
    assert_eq!((failure.code(), failure.origin()), (Code::Unavailable, Origin::Transport));
    assert_eq!(failure.reason().as_str(), "tls_failed");
    assert_eq!(failure.retry(), Retry::Backoff(Safety::Always));
}

#[test]
fn a_key_of_another_certificate_is_a_mistake_that_does_not_show_it() {
    let authority = Authority::new();
    let (certificate, _) = authority.certify("gateway");
    let mut upstream = Upstream::new("orders", "https://orders.example".parse().unwrap());
    upstream.connection.authorities = vec![file(&authority.certificate.pem())];
    for key in [authority.certify("other").1.serialize_pem(), "swordfish-77".to_owned()] {
        let certificate = file(&certificate.pem());
        upstream.connection.client_certificate = Some(ClientCertificate { certificate, key: Secret::new(key.clone()) });
        let bodies = BodyBudget::new(BodyBudget::DEFAULT);
        let mistakes = Sender::new(&upstream, &bodies).unwrap_err();
        assert_eq!(mistakes.len(), 1);
        assert!(mistakes[0].contains("key"), "{mistakes:?}");
        assert!(!mistakes[0].contains(key.trim()), "{mistakes:?}");
    }
}
