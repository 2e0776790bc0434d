//! User and password in a URL or DSN: `postgres://app:pw@db/orders`.

use super::{REDACTED, Rule, Triggers, run_after};
use memchr::memchr_iter;
use std::ops::Range;

pub(super) const RULE: Rule = Rule { id: "url-credentials", placeholder: REDACTED, triggers: Triggers::AT, find };

fn find(text: &str, found: &mut dyn FnMut(Range<usize>)) {
    for colon in memchr_iter(b':', text.as_bytes()) {
        let start = colon + "://".len();
        if text.get(colon..start) != Some("://") {
            continue;
        }
        let end = run_after(text, start, |byte| !byte.is_ascii_whitespace() && !b"/?#\"'<>`".contains(&byte));
        let authority = text.get(start..end).unwrap_or_default();
        if let Some(at) = authority.rfind('@')
            && at > 0
        {
            found(start..start + at);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::disclose::Scrubber;

    #[test]
    fn credentials_go_and_the_address_stays() {
        let rows = [
            ("redis://:p@ss@cache:6379/0", "redis://[redacted]@cache:6379/0"),
            ("fetch 'https://tok@example.com/a'", "fetch 'https://[redacted]@example.com/a'"),
            ("https://example.com/@scope/name", "https://example.com/@scope/name"),
            ("amqp://u:p@a, amqp://u:p@b", "amqp://[redacted]@a, amqp://[redacted]@b"),
        ];
        for (text, scrubbed) in rows {
            assert_eq!(Scrubber::new().scrub(text), scrubbed);
            assert_eq!(Scrubber::new().scrub(scrubbed), scrubbed);
        }
    }
}
