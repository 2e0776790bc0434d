//! TLS in front of the endpoint.

use super::authorization_server::TempFile;
use super::endpoint::{BODY, Calls, exchange, message, router};
use candor::rmcp::HttpServer;
use candor_gateway::{Gateway, HttpEndpoint, Inbound, Listen, Secret, ServerCertificate, TlsAcceptor};
use rcgen::{CertifiedKey, generate_simple_self_signed};
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{ClientConfig, RootCertStore};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::TlsConnector;

struct Served {
    address: SocketAddr,
    certificate: CertificateDer<'static>,
    _calls: Calls,
}

fn certificate() -> (TempFile, CertificateDer<'static>, Secret) {
    let CertifiedKey { cert, signing_key } = generate_simple_self_signed(["localhost".to_owned()]).unwrap();
    (TempFile::new(&cert.pem()), cert.der().clone(), Secret::new(signing_key.serialize_pem()))
}

async fn served(limit: usize) -> Served {
    let (file, certificate, key) = certificate();
    let acceptor = TlsAcceptor::new(&ServerCertificate { certificate: file.0.clone(), key }).unwrap();
    let (router, calls) = router(&Inbound::default(), &Listen::default());
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let handshake = move |stream| acceptor.clone().accept(stream);
    let server = HttpServer::new(router).with_max_connections(limit);
    tokio::spawn(server.serve_over(listener, handshake, std::future::pending()));
    Served { address, certificate, _calls: calls }
}

impl Served {
    fn connector(&self, protocols: &[&str]) -> TlsConnector {
        let mut roots = RootCertStore::empty();
        roots.add(self.certificate.clone()).unwrap();
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let mut config = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_root_certificates(roots)
            .with_no_client_auth();
        config.alpn_protocols = protocols.iter().map(|name| name.as_bytes().to_vec()).collect();
        TlsConnector::from(Arc::new(config))
    }

    async fn connect(&self, protocols: &[&str]) -> std::io::Result<tokio_rustls::client::TlsStream<TcpStream>> {
        let stream = TcpStream::connect(self.address).await.unwrap();
        self.connector(protocols).connect(ServerName::try_from("localhost").unwrap(), stream).await
    }
}

#[tokio::test]
async fn calls_come_through_tls_with_the_address_of_their_client() {
    let served = served(1_024).await;
    let stream = served.connect(&["h2", "http/1.1"]).await.unwrap();
    assert_eq!(stream.get_ref().1.alpn_protocol(), Some(&b"http/1.1"[..]));
    assert_eq!(exchange(stream, &message("/mcp", &[])).await.caller()["name"], "127.0.0.1");
    exchange(served.connect(&[]).await.unwrap(), &message("/mcp", &[])).await.caller();
    assert!(served.connect(&["h2"]).await.is_err(), "HTTP/2 is not spoken");
}

#[tokio::test]
async fn new_connections_get_a_certificate_that_has_taken_the_place_of_another() {
    let (old, new) = (certificate(), certificate());
    let tls = ServerCertificate { certificate: old.0.0.clone(), key: old.2 };
    let gateway = Gateway::builder().build().unwrap();
    let endpoint =
        HttpEndpoint::new(&gateway, Listen { tls: Some(tls), ..Listen::default() }, &Inbound::default()).unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(endpoint.clone().serve(listener));
    let (_, calls) = router(&Inbound::default(), &Listen::default());
    let trusting = |certificate| Served { address, certificate, _calls: calls.clone() };
    let (trusts_old, trusts_new) = (trusting(old.1), trusting(new.1));

    let earlier = trusts_old.connect(&[]).await.unwrap();
    assert!(trusts_new.connect(&[]).await.is_err());
    let tls = ServerCertificate { certificate: new.0.0.clone(), key: new.2 };
    endpoint.replace_certificate(TlsAcceptor::new(&tls).unwrap());
    trusts_new.connect(&[]).await.unwrap();
    assert!(trusts_old.connect(&[]).await.is_err());
    let answer = exchange(earlier, &message("/nowhere", &[])).await;
    assert_eq!(answer.status, 404, "a connection that is open stays");
}

#[tokio::test]
async fn plain_http_gets_nothing_of_the_endpoint() {
    let served = served(1_024).await;
    let mut stream = TcpStream::connect(served.address).await.unwrap();
    stream.write_all(format!("POST /mcp HTTP/1.1\r\nHost: localhost\r\n\r\n{BODY}").as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    // A reset is as good an end as any.
    let _ = stream.read_to_end(&mut answer).await;
    assert!(!String::from_utf8_lossy(&answer).contains("HTTP/1.1"), "{answer:?}");
}

#[tokio::test]
async fn clients_that_never_finish_a_handshake_make_room_for_others() {
    let served = served(4).await;
    let mut silent = Vec::new();
    for _ in 0..12 {
        let mut stream = TcpStream::connect(served.address).await.unwrap();
        stream.write_all(&[22, 3, 1]).await.unwrap();
        silent.push(stream);
    }
    let call = async { exchange(served.connect(&[]).await.unwrap(), &message("/mcp", &[])).await };
    tokio::time::timeout(Duration::from_secs(5), call).await.expect("there is room").caller();
}

#[test]
fn a_certificate_that_cannot_be_used_is_a_mistake_that_says_nothing_of_the_key() {
    let (file, _, key) = certificate();
    let (_, _, other) = certificate();
    let empty = TempFile::new("nothing");
    let rows = [
        ("/nowhere/cert.pem".into(), key.clone(), "cannot be read"),
        (empty.0.clone(), key.clone(), "no certificate"),
        (file.0.clone(), Secret::new("not a key at all"), "not a key in PEM"),
        (file.0.clone(), other, "cannot be used"),
    ];
    for (certificate, key, expected) in rows {
        let text = key.reveal().to_owned();
        let mistake = TlsAcceptor::new(&ServerCertificate { certificate, key }).unwrap_err();
        assert!(mistake.contains(expected) && !mistake.contains(&text), "{mistake}");
    }
    let acceptor = TlsAcceptor::new(&ServerCertificate { certificate: file.0.clone(), key: key.clone() }).unwrap();
    assert!(!format!("{acceptor:?}").contains("PRIVATE"));
}
