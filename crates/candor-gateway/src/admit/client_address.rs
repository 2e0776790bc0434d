//! The address of a client, also behind proxies.

mod hop;

use candor::rmcp::Network;
use hop::{forwarded_for, x_forwarded_for};
use http::header::{FORWARDED, HeaderName};
use http::{HeaderMap, request};
use std::net::{IpAddr, SocketAddr};

const X_FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

/// How much of the headers is read, from their end, and how many hops.
const MOST_READ: usize = 4 * 1024;
const MOST_HOPS: usize = 32;

/// Whose word about the addresses of others is believed.
#[derive(Debug, Default)]
pub(super) struct ClientAddresses(Vec<Network>);

impl ClientAddresses {
    pub(super) fn new(proxies: &[String]) -> Result<ClientAddresses, Vec<String>> {
        let mut networks = Vec::new();
        let mut mistakes = Vec::new();
        for proxy in proxies {
            match proxy.parse() {
                Ok(network) => networks.push(network),
                Err(error) => mistakes.push(format!("the trusted proxy {proxy:?}: {error}")),
            }
        }
        if mistakes.is_empty() { Ok(ClientAddresses(networks)) } else { Err(mistakes) }
    }

    /// The address of the client: that of the peer, or, if the peer is a trusted proxy, the last one in its header that is not
    /// of such a proxy. Nothing else in the headers is believed.
    ///
    /// Where there is `X-Forwarded-For`, `Forwarded` is not read: nearly every proxy writes the former and passes the latter on as
    /// the client has sent it, so that a client could change who it is by it.
    pub(super) fn of(&self, head: &request::Parts) -> Option<IpAddr> {
        let peer = head.extensions.get::<SocketAddr>()?.ip().to_canonical();
        if !self.is_proxy(peer) {
            return Some(peer);
        }
        let listed = self.in_header(peer, &head.headers, &X_FORWARDED_FOR, x_forwarded_for);
        let client = listed.or_else(|| self.in_header(peer, &head.headers, &FORWARDED, forwarded_for));
        Some(client.unwrap_or(peer))
    }

    fn is_proxy(&self, address: IpAddr) -> bool {
        self.0.iter().any(|network| network.contains(address))
    }

    /// The address that this header gives; none if there is no such header.
    fn in_header(
        &self,
        peer: IpAddr,
        headers: &HeaderMap,
        name: &HeaderName,
        address_of: fn(&str) -> Option<IpAddr>,
    ) -> Option<IpAddr> {
        if !headers.contains_key(name) {
            return None;
        }
        let mut client = peer;
        let mut read = 0;
        let lines: Vec<_> = headers.get_all(name).iter().collect();
        let mut hops = 0;
        for line in lines.into_iter().rev() {
            read += line.len();
            let Some(line) = line.to_str().ok().filter(|_| read <= MOST_READ) else { return Some(client) };
            for hop in hop::from_the_last(line) {
                hops += 1;
                // What is not an address ends what the proxies say; the client is who spoke to the last known one of them.
                let Some(address) = address_of(hop).filter(|_| hops <= MOST_HOPS) else { return Some(client) };
                client = address;
                if !self.is_proxy(address) {
                    return Some(client);
                }
            }
        }
        Some(client)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use http::Request;

    fn of(peer: &str, headers: &[(&str, &str)]) -> String {
        let proxies = ["10.0.0.0/8".to_owned(), "fd00::/8".to_owned()];
        let mut request = Request::builder();
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let (mut head, ()) = request.body(()).unwrap().into_parts();
        head.extensions.insert(SocketAddr::new(peer.parse().unwrap(), 4711));
        ClientAddresses::new(&proxies).unwrap().of(&head).unwrap().to_string()
    }

    #[test]
    fn only_a_trusted_proxy_is_believed() {
        type Headers<'a> = &'a [(&'a str, &'a str)];
        let rows: &[(&str, Headers<'_>, &str)] = &[
            ("192.0.2.1", &[("x-forwarded-for", "198.51.100.7"), ("forwarded", "for=198.51.100.7")], "192.0.2.1"),
            ("10.0.0.1", &[], "10.0.0.1"),
            ("10.0.0.1", &[("x-forwarded-for", "198.51.100.7")], "198.51.100.7"),
            ("::ffff:10.0.0.1", &[("x-forwarded-for", "198.51.100.7")], "198.51.100.7"),
            ("fd00::1", &[("x-forwarded-for", "2001:db8::7")], "2001:db8::7"),
            ("10.0.0.1", &[("x-forwarded-for", "127.0.0.1, 198.51.100.7, 10.0.0.2")], "198.51.100.7"),
            ("10.0.0.1", &[("x-forwarded-for", "127.0.0.1"), ("x-forwarded-for", "198.51.100.7")], "198.51.100.7"),
            ("10.0.0.1", &[("x-forwarded-for", "10.0.0.3, 10.0.0.2")], "10.0.0.3"),
            ("10.0.0.1", &[("x-forwarded-for", "198.51.100.7:4711")], "198.51.100.7"),
            ("10.0.0.1", &[("x-forwarded-for", "[2001:db8::7]:4711")], "2001:db8::7"),
            ("10.0.0.1", &[("x-forwarded-for", "198.51.100.7, unknown, 10.0.0.2")], "10.0.0.2"),
            ("10.0.0.1", &[("x-forwarded-for", "")], "10.0.0.1"),
            ("10.0.0.1", &[("x-forwarded-for", "example.com")], "10.0.0.1"),
            ("10.0.0.1", &[("forwarded", "for=198.51.100.7;proto=https;by=10.0.0.1")], "198.51.100.7"),
            ("10.0.0.1", &[("forwarded", "For=\"[2001:db8::7]:4711\"")], "2001:db8::7"),
            ("10.0.0.1", &[("forwarded", "for=127.0.0.1, for=198.51.100.7, proto=https;for=10.0.0.2")], "198.51.100.7"),
            ("10.0.0.1", &[("forwarded", "for=_hidden")], "10.0.0.1"),
            ("10.0.0.1", &[("forwarded", "proto=https")], "10.0.0.1"),
            ("10.0.0.1", &[("forwarded", "for=192.0.2.9;for=198.51.100.7")], "10.0.0.1"),
            ("10.0.0.1", &[("forwarded", "for=\"198.51.100.7")], "10.0.0.1"),
            ("10.0.0.1", &[("forwarded", "for=198.51.100.7"), ("x-forwarded-for", "192.0.2.9")], "192.0.2.9"),
            ("10.0.0.1", &[("forwarded", "for=198.51.100.7"), ("x-forwarded-for", "unknown")], "10.0.0.1"),
        ];
        for (peer, headers, expected) in rows {
            assert_eq!(of(peer, headers), *expected, "{peer} {headers:?}");
        }
    }

    #[test]
    fn long_headers_are_not_read() {
        let long = format!("192.0.2.9, {}", "10.0.0.2, ".repeat(100));
        assert_eq!(of("10.0.0.1", &[("x-forwarded-for", long.trim_end_matches(", "))]), "10.0.0.2");
        let longer = "192.0.2.9,".repeat(1_000);
        assert_eq!(of("10.0.0.1", &[("x-forwarded-for", &longer)]), "10.0.0.1");
    }
}
