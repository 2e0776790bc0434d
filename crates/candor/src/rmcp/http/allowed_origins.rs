//! Which web pages may use a server.

use crate::failure::printable::printable;
use crate::{Code, Failure, reason};
use ::http::{HeaderMap, header};
use std::net::{IpAddr, Ipv6Addr};
use std::sync::Arc;

/// How much of a refused origin the operator gets to see, in characters.
const LONGEST_SHOWN: usize = 200;

/// The origins whose requests are served. A request without an origin is not one of a web page.
#[derive(Debug, Clone)]
pub(super) enum AllowedOrigins {
    /// Every one: somebody else has looked.
    Any,
    /// Those of this machine, and these.
    Local(Arc<[WebOrigin]>),
}

/// An origin, as RFC 6454 compares it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum WebOrigin {
    /// That of pages without one, such as files.
    Null,
    Page {
        scheme: String,
        host: String,
        port: Option<u16>,
    },
}

/// The text is not an origin.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("an origin is a scheme, a host and perhaps a port, such as https://app.example.com, or null")]
pub struct InvalidOrigin;

impl Default for AllowedOrigins {
    fn default() -> AllowedOrigins {
        AllowedOrigins::Local(Arc::default())
    }
}

impl AllowedOrigins {
    /// The same and this one.
    pub(super) fn with(self, origin: &str) -> Result<AllowedOrigins, InvalidOrigin> {
        let origin = WebOrigin::parse(origin).ok_or(InvalidOrigin)?;
        Ok(match self {
            AllowedOrigins::Any => AllowedOrigins::Any,
            AllowedOrigins::Local(others) => AllowedOrigins::Local(others.iter().cloned().chain([origin]).collect()),
        })
    }

    /// Why a request with these headers is refused, if it is: a page elsewhere has sent it.
    pub(super) fn check(&self, headers: &HeaderMap) -> Result<(), Failure> {
        let AllowedOrigins::Local(others) = self else { return Ok(()) };
        let is_allowed =
            |text: &str| WebOrigin::parse(text).is_some_and(|origin| origin.is_local() || others.contains(&origin));
        for origin in headers.get_all(header::ORIGIN) {
            if !origin.to_str().is_ok_and(is_allowed) {
                return Err(refusal(&String::from_utf8_lossy(origin.as_bytes())));
            }
        }
        Ok(())
    }
}

fn refusal(origin: &str) -> Failure {
    Failure::new(Code::Forbidden, "The server does not serve web pages of this origin.")
        .with_reason(reason!("forbidden_origin"))
        .with_recovery("Ask the operator to allow the origin of the page, or use a client that is not a web page.")
        .with_cause(format!("the request has the origin {}", printable(origin, LONGEST_SHOWN)))
}

impl WebOrigin {
    fn parse(text: &str) -> Option<WebOrigin> {
        if text == "null" {
            return Some(WebOrigin::Null);
        }
        let (scheme, authority) = text.split_once("://")?;
        // The colons within brackets are those of an IPv6 address.
        let (host, port) = match authority.rsplit_once(':') {
            Some((host, port)) if !port.ends_with(']') => (host, Some(port.parse().ok().filter(|_| is_digits(port))?)),
            _ => (authority, None),
        };
        if !is_scheme(scheme) || !is_host(host) {
            return None;
        }
        let scheme = scheme.to_ascii_lowercase();
        let port = port.or(match scheme.as_str() {
            "http" => Some(80),
            "https" => Some(443),
            _ => None,
        });
        Some(WebOrigin::Page { host: host.to_ascii_lowercase(), scheme, port })
    }

    /// Whether it is a page that this machine serves: no name but `localhost` stands for it, because a name can be made to
    /// mean any address.
    fn is_local(&self) -> bool {
        let WebOrigin::Page { scheme, host, .. } = self else { return false };
        let address = host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(host);
        let is_web = matches!(scheme.as_str(), "http" | "https");
        is_web && (host == "localhost" || address.parse().is_ok_and(|address: IpAddr| address.is_loopback()))
    }
}

fn is_digits(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_scheme(text: &str) -> bool {
    let is_of_scheme = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.');
    text.starts_with(|first: char| first.is_ascii_alphabetic()) && text.bytes().all(is_of_scheme)
}

/// Whether it is a name or an IPv4 address, or an IPv6 address in brackets.
fn is_host(text: &str) -> bool {
    let is_of_name = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_');
    match text.strip_prefix('[').and_then(|text| text.strip_suffix(']')) {
        Some(address) => address.parse::<Ipv6Addr>().is_ok(),
        None => !text.is_empty() && text.bytes().all(is_of_name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_served(origins: &AllowedOrigins, origin: &str) -> bool {
        let headers = HeaderMap::from_iter([(header::ORIGIN, origin.parse().unwrap())]);
        origins.check(&headers).is_ok()
    }

    #[test]
    fn only_this_machine_is_local() {
        let origins = AllowedOrigins::default();
        for local in [
            "http://localhost",
            "https://localhost:6274",
            "HTTP://LocalHost:1",
            "http://127.0.0.1:8000",
            "http://127.9.9.9",
            "http://[::1]:8000",
        ] {
            assert!(is_served(&origins, local), "{local}");
        }
        for foreign in [
            "https://evil.example",
            "http://localhost.evil.example",
            "http://evil-localhost",
            "http://localhost.",
            "http://127.0.0.1.nip.io",
            "http://127.0.0.1@evil.example",
            "http://localhost@evil.example",
            "http://evil.example/localhost",
            "http://evil.example#localhost",
            "http://localhost/",
            "http://localhost:",
            "http://localhost:99999",
            "http://0.0.0.0",
            "http://10.0.0.1",
            "http://[::]",
            "http://[::ffff:10.0.0.1]",
            "file://localhost",
            "localhost",
            "//localhost",
            "http://",
            "null",
            "",
            "*",
            "http://localhost, http://evil.example",
            "http://localhost http://evil.example",
        ] {
            assert!(!is_served(&origins, foreign), "{foreign}");
        }
    }

    #[test]
    fn an_origin_is_its_scheme_host_and_port() {
        let origins = AllowedOrigins::default().with("https://app.example.com").unwrap();
        for (origin, is_allowed) in [
            ("https://app.example.com", true),
            ("https://APP.example.com:443", true),
            ("http://app.example.com", false),
            ("https://app.example.com:8443", false),
            ("https://a.app.example.com", false),
            ("http://localhost:5173", true),
        ] {
            assert_eq!(is_served(&origins, origin), is_allowed, "{origin}");
        }
        let origins = origins.with("vscode-webview://panel").unwrap().with("null").unwrap();
        assert!(is_served(&origins, "vscode-webview://panel") && is_served(&origins, "null"));
        for invalid in ["app.example.com", "https://app.example.com/", "https://*.example.com:*", "", "*"] {
            assert_eq!(AllowedOrigins::default().with(invalid).err(), Some(InvalidOrigin), "{invalid}");
        }
    }
}
