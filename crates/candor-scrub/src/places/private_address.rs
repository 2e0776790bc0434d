//! Addresses of private networks: 10/8, 172.16/12, 192.168/16, 169.254/16, 100.64/10, `fd00::/8`, `fe80::/10`.

use crate::REDACTED;
use crate::rule::{Family, Findings, Hit, LONGEST_WINDOW, Rule, Triggers, explained};
use crate::text::{Class, HEX, Text, is_any};

explained! {
    /// # What it removes
    ///
    /// An address of a private network: 10/8, 172.16/12, 192.168/16, 169.254/16, 100.64/10, `fd00::/8`, `fe80::/10`,
    /// and host names made of one (`ip-10-0-3-17`). Loopback addresses are kept, and so are the ranges themselves.
    ///
    /// # Why
    ///
    /// Addresses are a map of the network for an attacker.
    ///
    /// # Example
    ///
    /// ```text
    /// connection to 10.0.3.17:5432 refused
    /// ```
    ///
    /// becomes
    ///
    /// ```text
    /// connection to [redacted]:5432 refused
    /// ```
    ///
    /// # Instead
    ///
    /// Name the service: "the order database refused the connection".
    pub(crate) const RULE: Rule = Rule {
        id: "private-address",
        family: Family::Places,
        placeholder: REDACTED,
        triggers: Triggers::Words(&[
            "10.",
            "172.",
            "192.168.",
            "169.254.",
            "100.",
            "ip-10-",
            "ip-172-",
            "ip-192-168-",
            "fe80:",
            "fd",
            "fc",
        ]),
        window: LONGEST_WINDOW,
        find,
    };
}

/// Which of the triggers begin an IPv6 address.
const FIRST_OF_SIX: usize = 8;
/// Which begin host names that are made of an address.
const FIRST_OF_NAMES: usize = 5;

fn find(text: Text<'_>, hit: &Hit, found: &mut Findings<'_>) -> usize {
    const JOINED: Class = Class::of("A-Za-z0-9_.:");
    const JOINED_DIGIT: Class = Class::of("A-Za-z0-9_.");
    let start = hit.span.start;
    if text.is_before(start, if hit.word >= FIRST_OF_SIX { &JOINED } else { &JOINED_DIGIT }) {
        return hit.span.end;
    }
    let end = match hit.word {
        FIRST_OF_SIX.. => six(text, hit),
        FIRST_OF_NAMES.. => name(text, start),
        _ => four(text, start),
    };
    match end.filter(|_| !is_version(text, start)) {
        Some(end) => {
            found.take(start..end);
            end
        }
        None => hit.span.end,
    }
}

/// Whether the word before it says that it is a version.
fn is_version(text: Text<'_>, start: usize) -> bool {
    const WORDS: [&str; 7] = ["version", "section", "release", "build", "chapter", "openssl", "v"];
    let end = text.skip_back(start, start.saturating_sub(2), const { &Class::of(" :=") });
    let word = text.get(text.skip_back(end, end.saturating_sub(12), const { &Class::of("A-Za-z") })..end);
    WORDS.iter().any(|known| word.eq_ignore_ascii_case(known))
}

/// An IPv4 address in a private range; the ranges themselves, such as 10.0.0.0/8, do not count.
fn four(text: Text<'_>, start: usize) -> Option<usize> {
    const SIGN: Class = Class::of("0-9.");
    const LONGEST: usize = "255.255.255.255".len();
    const RANGES: [&str; 5] = ["10.0.0.0", "172.16.0.0", "192.168.0.0", "169.254.0.0", "100.64.0.0"];
    let end = text.skip_at_most(start, &SIGN, LONGEST + 1);
    let address = text.get(start..end).trim_end_matches('.');
    let end = start + address.len();
    let [first, second, _, _] = numbers(address)?;
    let is_private = match first {
        10 => true,
        172 => (16..32).contains(&second),
        192 => second == 168,
        169 => second == 254,
        100 => (64..128).contains(&second),
        _ => false,
    };
    let is_whole = !text.is(end, const { &Class::of("A-Za-z0-9_") });
    (is_private && is_whole && !is_any(address, &RANGES)).then_some(end)
}

/// The four numbers of an IPv4 address.
fn numbers(address: &str) -> Option<[u8; 4]> {
    let mut numbers = [0; 4];
    let mut left = address;
    for (at, number) in numbers.iter_mut().enumerate() {
        let end = memchr::memchr(b'.', left.as_bytes());
        // A dot follows all but the last.
        if end.is_some() != (at < 3) {
            return None;
        }
        let digits = left.get(..end.unwrap_or(left.len()))?;
        *number = digits.parse().ok().filter(|_| digits.len() <= 3)?;
        left = left.get(digits.len() + 1..).unwrap_or_default();
    }
    Some(numbers)
}

/// `ip-10-0-3-17`, as clouds name their hosts.
fn name(text: Text<'_>, start: usize) -> Option<usize> {
    const LONGEST: usize = "ip-255-255-255-255".len();
    let end = text.skip_at_most(start, const { &Class::of("ipIP0-9-") }, LONGEST);
    let is_address = text.get(start..end).split('-').skip(1).filter(|number| number.parse::<u8>().is_ok()).count() == 4;
    (is_address && !text.is(end, const { &Class::of("A-Za-z0-9_-") })).then_some(end)
}

/// Groups of hexadecimal digits with colons between them, at least three.
fn six(text: Text<'_>, hit: &Hit) -> Option<usize> {
    const SIGN: Class = Class::of("0-9a-fA-F:");
    const LONGEST: usize = 40;
    let end = text.skip_at_most(hit.span.start, &SIGN, LONGEST);
    let address = text.get(hit.span.start..end).trim_end_matches(':');
    let is_address = address.split(':').count() >= 3
        && address.split(':').all(|group| group.len() <= 4 && HEX.has_all(group))
        && address.split(':').next().is_some_and(|first| first.len() == 4)
        && address.parse::<std::net::Ipv6Addr>().is_ok();
    is_address.then_some(hit.span.start + address.len())
}

#[cfg(test)]
mod tests {
    use crate::Scrubber;

    #[test]
    fn a_private_address_is_removed() {
        let rows = [
            ("connect 10.7.3.9:5432 refused", "connect [redacted]:5432 refused"),
            ("host ip-10-0-3-17 and fe80::1, fd00::1:2", "host [redacted] and [redacted], [redacted]"),
            ("root@172.31.4.27 and 192.168.1.10.", "root@[redacted] and [redacted]."),
            ("fe80::1ff:fe23:4567:890a and [fd12:3456:789a::1]:80", "[redacted] and [[redacted]]:80"),
        ];
        for (text, scrubbed) in rows {
            assert_eq!(Scrubber::new().scrub(text), scrubbed);
            assert_eq!(Scrubber::new().scrub(scrubbed), scrubbed);
        }
    }

    #[test]
    fn public_addresses_ranges_and_versions_are_kept() {
        for text in [
            "127.0.0.1:8080",
            "8.8.8.8",
            "10.0.0.0/8",
            "version 10.4.1",
            "Version 10.1.2.3 of it",
            "v10.1.2.3",
            "172.15.0.1",
            "fdopen: bad fd",
            "10.1.2.3.4",
        ] {
            assert_eq!(Scrubber::new().scrub(text), text);
        }
    }
}
