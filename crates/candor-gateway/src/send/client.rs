//! The client of an API: its connections, and what they are made with.

use super::tls;
use crate::upstream::{Credential, Upstream};
use reqwest::redirect::Policy;
use reqwest::{Client, Proxy};
use std::time::Duration;
use url::Url;

/// How long a connection that nobody uses is kept. Many servers close theirs after a minute, and a request on a connection
/// that is just being closed is lost.
const IDLE: Duration = Duration::from_secs(30);

/// The client, unless something cannot be used.
pub(super) fn client(upstream: &Upstream, mistakes: &mut Vec<String>) -> Option<Client> {
    let connection = &upstream.connection;
    let uses_tls = addresses(upstream).any(|url| url.scheme() == "https");
    let tls = tls::config(connection, uses_tls, mistakes);
    let mut builder = Client::builder()
        .no_proxy()
        .redirect(Policy::none())
        // By itself it would repeat what an API refuses over HTTP/2.
        .retry(reqwest::retry::never())
        .referer(false)
        .tcp_nodelay(true)
        .pool_idle_timeout(IDLE)
        // A call that gives up before its connection stands could not say that nothing was sent.
        .connect_timeout(connection.connect_timeout.min(connection.timeout));
    if let Some(proxy) = &connection.proxy {
        match proxy_of(proxy) {
            Ok(proxy) => builder = builder.proxy(proxy),
            Err(mistake) => mistakes.push(mistake),
        }
    }
    match builder.tls_backend_preconfigured(tls?).build() {
        Ok(client) => Some(client),
        Err(error) => {
            mistakes.push(format!("connections cannot be made: {}", error.without_url()));
            None
        }
    }
}

/// All addresses that connections are made to.
fn addresses(upstream: &Upstream) -> impl Iterator<Item = &Url> {
    let token_url = match &upstream.credential {
        Some(Credential::ClientCredentials { token_url, .. }) => Some(token_url),
        Some(
            Credential::Bearer(_) | Credential::Basic { .. } | Credential::Header { .. } | Credential::Query { .. },
        )
        | None => None,
    };
    std::iter::once(&upstream.base_url).chain(token_url).chain(&upstream.connection.proxy)
}

fn proxy_of(url: &Url) -> Result<Proxy, String> {
    if !matches!(url.scheme(), "http" | "https") || url.host().is_none() {
        return Err(format!("the proxy is of the kind `{}`; `http` and `https` are known", url.scheme()));
    }
    Proxy::all(url.clone()).map_err(|error| format!("the proxy cannot be used: {}", error.without_url()))
}
