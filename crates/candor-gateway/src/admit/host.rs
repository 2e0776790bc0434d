//! Under which names the gateway may be called.
//!
//! A web page can have its own name lead to 127.0.0.1 and then call what listens there as if it were its own server (DNS
//! rebinding). The name stays in `Host`: so a name that nobody has allowed is refused.

use super::refusal::{self, Refusal};
use crate::settings::Listen;
use http::request;
use http::uri::Authority;
use http::{Version, header};
use std::net::IpAddr;
use url::Url;

/// The names under which the gateway may be called, beside loopback.
#[derive(Debug, Default)]
pub(super) struct AllowedHosts {
    names: Vec<Host>,
    listens_everywhere: bool,
}

/// A name or an address, with a port if only that one is meant.
#[derive(Debug, PartialEq, Eq)]
struct Host {
    name: Name,
    port: Option<u16>,
}

#[derive(Debug, PartialEq, Eq)]
enum Name {
    Address(IpAddr),
    /// In lower case, without a dot at its end.
    Dns(String),
}

impl AllowedHosts {
    /// `resource` is the address under which clients know the gateway.
    pub(super) fn new(listen: &Listen, resource: Option<&Url>) -> Result<AllowedHosts, Vec<String>> {
        let mut names = Vec::new();
        let mut mistakes = Vec::new();
        for allowed in &listen.allowed_hosts {
            match Host::parse(allowed) {
                Some(host) => names.push(host),
                None => mistakes.push(format!(
                    "the allowed host {allowed:?} is not a name or an address, with a port or without, such as gateway.example.com"
                )),
            }
        }
        let ip = listen.address.ip().to_canonical();
        names.push(Host { name: Name::Address(ip), port: None });
        if let Some(host) = resource.and_then(Url::host_str).and_then(Host::parse) {
            names.push(host);
        }
        if mistakes.is_empty() {
            Ok(AllowedHosts { names, listens_everywhere: ip.is_unspecified() })
        } else {
            Err(mistakes)
        }
    }

    /// Why a request with this head is refused, if it is.
    pub(super) fn check(&self, head: &request::Parts) -> Result<(), Refusal> {
        let mut headers = head.headers.get_all(header::HOST).iter();
        let in_header = headers.next();
        if headers.next().is_some() {
            return Err(refusal::bad_host("The request has more than one Host header."));
        }
        let in_header = match in_header.map(|value| value.to_str().ok().and_then(Host::parse)) {
            Some(Some(host)) => Some(host),
            Some(None) => return Err(refusal::bad_host("The Host header is not a name or an address.")),
            None if head.version < Version::HTTP_2 => return Err(refusal::bad_host("The request has no Host header.")),
            None => None,
        };
        let in_target = match head.uri.authority().map(Host::of) {
            Some(Some(host)) => Some(host),
            Some(None) => return Err(refusal::bad_host("The address of the request has no valid host.")),
            None => None,
        };
        let host = match (in_header, in_target) {
            (Some(one), Some(other)) if one != other => {
                return Err(refusal::bad_host("The Host header and the address of the request name different hosts."));
            }
            (Some(host), _) | (None, Some(host)) => host,
            (None, None) => return Err(refusal::bad_host("The request names no host.")),
        };
        if self.allows(&host) { Ok(()) } else { Err(refusal::foreign_host()) }
    }

    fn allows(&self, host: &Host) -> bool {
        // An address in `Host` is where the connection leads: no page can have made it mean something else.
        let is_own = host.name.is_of_this_machine() || self.listens_everywhere && matches!(host.name, Name::Address(_));
        let is_it = |allowed: &Host| allowed.name == host.name && (allowed.port.is_none() || allowed.port == host.port);
        is_own || self.names.iter().any(is_it)
    }
}

/// Whether a host, as it is written in the settings, stands for this machine alone. What is not a host does not.
pub(super) fn is_of_this_machine(text: &str) -> bool {
    Host::parse(text).is_some_and(|host| host.name.is_of_this_machine())
}

impl Name {
    fn is_of_this_machine(&self) -> bool {
        match self {
            Name::Address(address) => address.is_loopback(),
            Name::Dns(name) => name == "localhost",
        }
    }
}

impl Host {
    fn of(authority: &Authority) -> Option<Host> {
        Host::parse(authority.as_str())
    }

    fn parse(text: &str) -> Option<Host> {
        let (name, port) = match text.rsplit_once(':') {
            // The colons within brackets are those of an address.
            Some((name, port)) if !port.ends_with(']') => {
                let is_number = !port.is_empty() && port.bytes().all(|byte| byte.is_ascii_digit());
                (name, Some(port.parse().ok().filter(|_| is_number)?))
            }
            Some(_) | None => (text, None),
        };
        let name = match name.strip_prefix('[') {
            Some(address) => Name::Address(IpAddr::V6(address.strip_suffix(']')?.parse().ok()?).to_canonical()),
            None => match name.parse::<IpAddr>() {
                Ok(IpAddr::V4(address)) => Name::Address(address.into()),
                Ok(IpAddr::V6(_)) => return None,
                Err(_) => Name::Dns(dns_name(name)?),
            },
        };
        Some(Host { name, port })
    }
}

fn dns_name(text: &str) -> Option<String> {
    let name = text.strip_suffix('.').unwrap_or(text);
    let is_of_name = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_');
    (!name.is_empty() && name.len() <= 253 && name.bytes().all(is_of_name)).then(|| name.to_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;
    use http::Request;

    fn is_allowed(listen: &Listen, host: &str) -> bool {
        let (head, ()) = Request::builder().header("host", host).body(()).unwrap().into_parts();
        AllowedHosts::new(listen, None).unwrap().check(&head).is_ok()
    }

    #[test]
    fn a_name_that_nobody_has_allowed_is_refused() {
        let listen = Listen {
            address: "192.0.2.1:80".parse().unwrap(),
            allowed_hosts: vec!["gateway.example.com".to_owned(), "other.example.com:8443".to_owned()],
            ..Listen::default()
        };
        for (host, expected) in [
            ("localhost", true),
            ("LOCALHOST:9", true),
            ("localhost.", true),
            ("127.0.0.1", true),
            ("127.9.9.9:80", true),
            ("[::1]:80", true),
            ("192.0.2.1:80", true),
            ("192.0.2.2:80", false),
            ("Gateway.Example.com:1", true),
            ("other.example.com:8443", true),
            ("other.example.com", false),
            ("a.gateway.example.com", false),
            ("evil.example", false),
            ("localhost.evil.example", false),
            ("127.0.0.1.nip.io", false),
            ("", false),
            ("localhost:", false),
            ("localhost:99999", false),
            ("evil@localhost", false),
            ("localhost/evil", false),
            ("::1", false),
            ("localhost, evil.example", false),
        ] {
            assert_eq!(is_allowed(&listen, host), expected, "{host}");
        }
        assert!(!is_allowed(&Listen::default(), "192.0.2.1"));
        let everywhere = Listen { address: "0.0.0.0:80".parse().unwrap(), ..Listen::default() };
        assert!(is_allowed(&everywhere, "192.0.2.1") && !is_allowed(&everywhere, "evil.example"));
    }
}
