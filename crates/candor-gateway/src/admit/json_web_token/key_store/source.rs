//! Where the keys of an authorization server are read.

use crate::admit::json_web_token::key_set::KeySet;
use crate::settings::KeySource;
use reqwest::{Client, redirect};
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::Duration;
use url::{Host, Url};

/// The largest set of keys, in bytes.
const LARGEST: usize = 1024 * 1024;
/// How long it may take to fetch one, in all.
const TIMEOUT: Duration = Duration::from_secs(5);

pub(super) enum Source {
    File(PathBuf),
    Url(Url, Client),
}

impl Source {
    pub(super) fn new(settings: &KeySource) -> Result<Source, String> {
        match settings {
            KeySource::File(path) => Ok(Source::File(path.clone())),
            KeySource::Url(url) => {
                if !(url.scheme() == "https" || url.scheme() == "http" && is_loopback(url)) {
                    return Err(format!(
                        "the keys of the authorization server must come from an https address, and {} is not one: whoever is on the \
                         way could put keys of their own there",
                        shown(url)
                    ));
                }
                // TLS needs a provider of its algorithms; one that is installed already stays.
                let _ = rustls::crypto::ring::default_provider().install_default();
                let client = Client::builder()
                    .timeout(TIMEOUT)
                    .redirect(redirect::Policy::none())
                    .build()
                    .map_err(|error| format!("the keys of the authorization server cannot be fetched: {error}"))?;
                Ok(Source::Url(url.clone(), client))
            }
        }
    }

    /// Reads the keys, or says why not.
    pub(super) async fn read(&self) -> Result<KeySet, String> {
        match self {
            Source::File(path) => {
                let path = path.clone();
                tokio::task::spawn_blocking(move || of_file(&path)).await.map_err(|error| error.to_string())?
            }
            Source::Url(url, client) => {
                fetch(url, client).await.map_err(|error| format!("the keys at {}: {error}", shown(url)))
            }
        }
    }
}

/// Keys in a file.
pub(super) fn of_file(path: &Path) -> Result<KeySet, String> {
    let read = || {
        let mut text = Vec::new();
        File::open(path)?.take(LARGEST as u64 + 1).read_to_end(&mut text)?;
        std::io::Result::Ok(text)
    };
    let text = read().map_err(|error| format!("the keys in `{}` cannot be read: {error}", path.display()))?;
    if text.len() > LARGEST {
        return Err(format!("the file of keys `{}` is longer than {LARGEST} bytes", path.display()));
    }
    KeySet::parse(&text).map_err(|error| format!("the file of keys `{}` has {error}", path.display()))
}

async fn fetch(url: &Url, client: &Client) -> Result<KeySet, String> {
    let without_url = |error: reqwest::Error| {
        let error = error.without_url();
        if error.is_timeout() { format!("no answer within {TIMEOUT:?}") } else { error.to_string() }
    };
    let mut response = client.get(url.clone()).send().await.map_err(without_url)?;
    if !response.status().is_success() {
        return Err(format!("status {}", response.status().as_u16()));
    }
    let mut text = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(without_url)? {
        if text.len() + chunk.len() > LARGEST {
            return Err(format!("longer than {LARGEST} bytes"));
        }
        text.extend_from_slice(&chunk);
    }
    KeySet::parse(&text)
}

fn is_loopback(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(name)) => name == "localhost",
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    }
}

/// The address without what may be a secret in it.
fn shown(url: &Url) -> String {
    let mut url = url.clone();
    url.set_query(None);
    let _ = url.set_username("");
    let _ = url.set_password(None);
    url.into()
}
