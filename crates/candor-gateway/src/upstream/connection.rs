//! How an API is reached.

use super::Secret;
use std::path::PathBuf;
use std::time::Duration;
use url::Url;

/// How an API is reached, and how long that may take.
#[derive(Debug, Clone)]
pub struct Connection {
    /// How long it may take until a connection stands.
    pub connect_timeout: Duration,
    /// How long a call may take, from the first byte sent to the last one read.
    pub timeout: Duration,
    /// The proxy that requests go through. Those of the environment are not used.
    pub proxy: Option<Url>,
    /// Files in PEM with certificate authorities that are trusted beside those of the system.
    pub authorities: Vec<PathBuf>,
    /// What the gateway shows where an API wants a certificate.
    pub client_certificate: Option<ClientCertificate>,
}

impl Default for Connection {
    fn default() -> Connection {
        Connection {
            connect_timeout: Duration::from_secs(3),
            timeout: Duration::from_secs(30),
            proxy: None,
            authorities: Vec::new(),
            client_certificate: None,
        }
    }
}

/// A certificate of the gateway, in PEM.
#[derive(Debug, Clone)]
pub struct ClientCertificate {
    /// The file with the certificate and those that lead to its authority.
    pub certificate: PathBuf,
    /// Its private key.
    pub key: Secret,
}
