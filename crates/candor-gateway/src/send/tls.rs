//! What is trusted, and what is shown, where a connection is encrypted.

use crate::upstream::{ClientCertificate, Connection};
use rustls::client::WantsClientCert;
use rustls::client::danger::ServerCertVerifier;
use rustls::crypto::{CryptoProvider, ring};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::{ClientConfig, ConfigBuilder, RootCertStore};
use rustls_platform_verifier::Verifier;
use std::path::Path;
use std::sync::{Arc, OnceLock};

/// The settings of encrypted connections, unless something cannot be used. Where no address needs them, the authorities of
/// the system are not even read.
pub(super) fn config(connection: &Connection, uses_tls: bool, mistakes: &mut Vec<String>) -> Option<ClientConfig> {
    let known = mistakes.len();
    let mut authorities = Vec::new();
    for path in &connection.authorities {
        match certificates(path) {
            Ok(found) => authorities.extend(found),
            Err(mistake) => mistakes.push(mistake),
        }
    }
    let shown = connection.client_certificate.as_ref().and_then(|it| identity(it).map_err(|it| mistakes.push(it)).ok());
    if mistakes.len() > known {
        return None;
    }
    let config = trusting(authorities, uses_tls).and_then(|builder| match shown {
        Some((chain, key)) => builder
            .with_client_auth_cert(chain, key)
            .map_err(|error| format!("the client certificate and its key cannot be used: {error}")),
        None => Ok(builder.with_no_client_auth()),
    });
    match config {
        Ok(mut config) => {
            config.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
            Some(config)
        }
        Err(mistake) => {
            mistakes.push(mistake);
            None
        }
    }
}

fn trusting(
    authorities: Vec<CertificateDer<'static>>,
    uses_tls: bool,
) -> Result<ConfigBuilder<ClientConfig, WantsClientCert>, String> {
    let provider = Arc::new(ring::default_provider());
    let builder = ClientConfig::builder_with_provider(Arc::clone(&provider))
        .with_safe_default_protocol_versions()
        .map_err(|error| format!("encrypted connections cannot be made: {error}"))?;
    if !uses_tls {
        return Ok(builder.with_root_certificates(RootCertStore::empty()));
    }
    let verifier: Arc<dyn ServerCertVerifier> = match authorities.is_empty() {
        true => system(provider)?,
        false => {
            let verifier = Verifier::new_with_extra_roots(authorities, provider);
            Arc::new(verifier.map_err(|error| format!("a certificate authority cannot be used: {error}"))?)
        }
    };
    Ok(builder.dangerous().with_custom_certificate_verifier(verifier))
}

/// What trusts the authorities of the system. They are read once for all APIs.
fn system(provider: Arc<CryptoProvider>) -> Result<Arc<Verifier>, String> {
    static SYSTEM: OnceLock<Arc<Verifier>> = OnceLock::new();
    if let Some(verifier) = SYSTEM.get() {
        return Ok(Arc::clone(verifier));
    }
    let verifier = Verifier::new(provider)
        .map_err(|error| format!("the certificate authorities of the system cannot be used: {error}"))?;
    Ok(Arc::clone(SYSTEM.get_or_init(|| Arc::new(verifier))))
}

fn certificates(path: &Path) -> Result<Vec<CertificateDer<'static>>, String> {
    let shown = path.display();
    let found: Result<Vec<_>, _> = CertificateDer::pem_file_iter(path)
        .map_err(|error| format!("cannot read the certificates in `{shown}`: {error}"))?
        .collect();
    match found {
        Ok(found) if found.is_empty() => Err(format!("`{shown}` has no certificate in PEM")),
        Ok(found) => Ok(found),
        Err(error) => Err(format!("cannot read the certificates in `{shown}`: {error}")),
    }
}

type Identity = (Vec<CertificateDer<'static>>, PrivateKeyDer<'static>);

fn identity(certificate: &ClientCertificate) -> Result<Identity, String> {
    let chain = certificates(&certificate.certificate)?;
    // The error of the key is not shown: it could quote it.
    let key = PrivateKeyDer::from_pem_slice(certificate.key.reveal().as_bytes())
        .map_err(|_| "the key of the client certificate is not a private key in PEM".to_owned())?;
    Ok((chain, key))
}
