//! Who is at the other end of a connection.

use std::net::{IpAddr, Ipv6Addr};
use std::str::FromStr;

/// The text is not an address or a network.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a proxy is an address or a network, such as 10.0.0.7, 10.0.0.0/8 or fd00::/8")]
pub struct InvalidProxy;

/// An address, or all that begin with the same bits, such as those of a proxy: `10.0.0.7`, `10.0.0.0/8`.
///
/// ```
/// use candor::rmcp::Network;
///
/// let proxies: Network = "10.0.0.0/8".parse()?;
/// assert!(proxies.contains("10.1.2.3".parse().unwrap()));
/// # Ok::<_, candor::rmcp::InvalidProxy>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Network {
    start: IpAddr,
    /// How many bits of it count.
    length: u32,
}

impl Network {
    /// Whose connections and requests count as those of one client: an IPv4 address, or the first 64 bits of an IPv6
    /// address, since whoever has one such address has all of them.
    #[must_use]
    pub fn of_client(address: IpAddr) -> Network {
        match address.to_canonical() {
            IpAddr::V4(address) => Network { start: IpAddr::V4(address), length: 32 },
            IpAddr::V6(address) => {
                Network { start: IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() >> 64 << 64)), length: 64 }
            }
        }
    }

    /// Whether the address is one of them. An IPv4 address may be written as one of IPv6.
    #[must_use]
    pub fn contains(&self, address: IpAddr) -> bool {
        match (self.start, address.to_canonical()) {
            (IpAddr::V4(start), IpAddr::V4(address)) => {
                agrees(u128::from(start.to_bits() ^ address.to_bits()), 32, self.length)
            }
            (IpAddr::V6(start), IpAddr::V6(address)) => agrees(start.to_bits() ^ address.to_bits(), 128, self.length),
            (IpAddr::V4(_), IpAddr::V6(_)) | (IpAddr::V6(_), IpAddr::V4(_)) => false,
        }
    }
}

/// Whether nothing differs in the first bits.
fn agrees(difference: u128, width: u32, length: u32) -> bool {
    difference.checked_shr(width.saturating_sub(length)).unwrap_or(0) == 0
}

impl FromStr for Network {
    type Err = InvalidProxy;

    fn from_str(text: &str) -> Result<Network, InvalidProxy> {
        let (address, length) = match text.split_once('/') {
            Some((address, length)) => (address, Some(length)),
            None => (text, None),
        };
        let start: IpAddr = address.parse().map_err(|_| InvalidProxy)?;
        let width = if start.is_ipv4() { 32 } else { 128 };
        let length = match length {
            Some(length) => length.parse().ok().filter(|length| *length <= width).ok_or(InvalidProxy)?,
            None => width,
        };
        Ok(Network { start, length })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_network_holds_the_addresses_that_begin_like_it() {
        let rows = [
            ("10.0.0.7", "10.0.0.7", true),
            ("10.0.0.7", "10.0.0.8", false),
            ("10.0.0.0/8", "10.255.1.2", true),
            ("10.0.0.0/8", "11.0.0.0", false),
            ("0.0.0.0/0", "203.0.113.9", true),
            ("0.0.0.0/0", "::1", false),
            ("10.0.0.0/8", "::ffff:10.1.2.3", true),
            ("::/0", "2001:db8::1", true),
            ("fd00::/8", "fd12::1", true),
            ("fd00::/8", "fe80::1", false),
            ("::1", "::1", true),
        ];
        for (network, address, is_in) in rows {
            let network: Network = network.parse().unwrap();
            assert_eq!(network.contains(address.parse().unwrap()), is_in, "{network:?} {address}");
        }
        for text in ["", "10.0.0.0/33", "10.0.0/8", "10.0.0.0/", "::/129", "proxy.example.com", "10.0.0.0/-1"] {
            assert_eq!(text.parse::<Network>(), Err(InvalidProxy), "{text}");
        }
    }

    #[test]
    fn one_peer_is_one_address_or_one_network_of_ipv6() {
        let of = |text: &str| Network::of_client(text.parse().unwrap());
        assert_eq!(of("2001:db8:1:2::1"), of("2001:db8:1:2:ffff::9"));
        assert_ne!(of("2001:db8:1:2::1"), of("2001:db8:1:3::1"));
        assert_eq!(of("::ffff:192.0.2.1"), of("192.0.2.1"));
        assert_ne!(of("192.0.2.1"), of("192.0.2.2"));
    }
}
