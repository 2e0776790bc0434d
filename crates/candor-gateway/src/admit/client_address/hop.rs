//! One hop of `Forwarded` (RFC 7239) or `X-Forwarded-For`.

use std::net::{IpAddr, SocketAddr};

/// The elements of a line, from the last to the first. A comma in quotes is part of an element.
pub(super) fn from_the_last(line: &str) -> impl Iterator<Item = &str> {
    let mut elements = Vec::new();
    let (mut start, mut is_quoted) = (0, false);
    for (at, byte) in line.bytes().enumerate() {
        match byte {
            b'"' => is_quoted = !is_quoted,
            b',' if !is_quoted => {
                elements.push(line.get(start..at).unwrap_or_default());
                start = at + 1;
            }
            _ => {}
        }
    }
    elements.push(line.get(start..).unwrap_or_default());
    elements.into_iter().rev().map(str::trim)
}

/// The address in a hop of `X-Forwarded-For`.
pub(super) fn x_forwarded_for(hop: &str) -> Option<IpAddr> {
    address(hop)
}

/// The address in a hop of `Forwarded`: the one under `for`, if there is just one.
pub(super) fn forwarded_for(hop: &str) -> Option<IpAddr> {
    let mut found = None;
    for pair in hop.split(';') {
        let (name, value) = pair.trim().split_once('=')?;
        if name.eq_ignore_ascii_case("for") {
            let value = match value.strip_prefix('"') {
                Some(quoted) => quoted.strip_suffix('"')?,
                None => value,
            };
            if found.replace(value).is_some() {
                return None;
            }
        }
    }
    address(found?)
}

/// An address, with a port or without: `192.0.2.1`, `192.0.2.1:80`, `2001:db8::1`, `[2001:db8::1]`, `[2001:db8::1]:80`.
fn address(text: &str) -> Option<IpAddr> {
    let in_brackets = || text.strip_prefix('[')?.strip_suffix(']')?.parse().ok().map(IpAddr::V6);
    let with_port = || text.parse().ok().map(|address: SocketAddr| address.ip());
    text.parse().ok().or_else(in_brackets).or_else(with_port).map(|address| address.to_canonical())
}
