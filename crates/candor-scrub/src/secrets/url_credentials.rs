//! User and password in a URL or DSN: `https://jane:pw@example.com/x`, `postgres://app:pw@db/orders`.

use super::named_secret::is_not_a_value;
use crate::REDACTED;
use crate::rule::{Family, Findings, Hit, LONGEST_WINDOW, Rule, Triggers, explained};
use crate::text::{Class, Text};

explained! {
    /// # What it removes
    ///
    /// User and password between `://` and `@` of a URL. In the connection string of a database or a queue the host is
    /// removed too. A user without a password is kept, unless it is as long as a token.
    ///
    /// # Why
    ///
    /// The credentials give access to the service that the URL names.
    ///
    /// # Example
    ///
    /// ```text
    /// cannot connect to postgres://app:made-up@db.example.com/orders
    /// ```
    ///
    /// becomes
    ///
    /// ```text
    /// cannot connect to postgres://[redacted]/orders
    /// ```
    ///
    /// # Instead
    ///
    /// Keep the password out of the URL, and log the URL without its credentials.
    pub(crate) const RULE: Rule = Rule {
        id: "url-credentials",
        family: Family::Secrets,
        placeholder: REDACTED,
        triggers: Triggers::Words(&["://"]),
        window: LONGEST_WINDOW,
        find,
    };
}

const AUTHORITY: Class = Class::not(" \t\r\n/?#\"'<>`\\");
const SCHEME: Class = Class::of("A-Za-z0-9+.-");
/// A shorter user without a password is a name, not a token.
const SHORTEST_TOKEN: usize = 16;
/// The longest scheme.
const LONGEST_SCHEME: usize = 24;

/// Schemes of the web, whose hosts a reader needs. The host of a database or a queue reveals internals.
const OF_THE_WEB: [&str; 8] = ["http", "https", "ws", "wss", "ftp", "ftps", "git", "ssh"];

fn find(text: Text<'_>, hit: &Hit, found: &mut Findings<'_>) -> usize {
    let start = hit.span.end;
    let end = text.skip(start, &AUTHORITY);
    if let Some(at) = at_behind(text, start, end) {
        found.take(start..at);
        return at;
    }
    if let Some(at) = memchr::memrchr(b'@', text.get(start..end).as_bytes()).filter(|at| *at > 0) {
        let scheme_start = text.skip_back(hit.span.start, hit.span.start.saturating_sub(LONGEST_SCHEME), &SCHEME);
        let scheme = text.get(scheme_start..hit.span.start);
        let is_of_the_web = scheme.split('+').any(|part| OF_THE_WEB.iter().any(|web| part.eq_ignore_ascii_case(web)));
        // `git@` is a shared name; a user without a password is not a secret unless it is a token.
        let user = text.get(start..start + at);
        let is_name = !user.contains(':') && user.len() < SHORTEST_TOKEN;
        let password = user.split_once(':').map(|(_, password)| password).unwrap_or_default();
        let is_form =
            || is_not_a_value(password, true) || ["user:pass", "user:password", "username:password"].contains(&user);
        if !is_of_the_web || !is_name && !is_form() {
            found.take(start..if is_of_the_web { start + at } else { end });
        }
    }
    end
}

/// The `@` after a password that contains unencoded slashes and the like: the authority ends with a colon and something
/// that is not a port.
fn at_behind(text: Text<'_>, start: usize, end: usize) -> Option<usize> {
    const REST: Class = Class::not(" \t\r\n\"'<>`\\");
    const LONGEST_PASSWORD: usize = 64;
    let colon = start + memchr::memchr(b':', text.get(start..end).as_bytes())?;
    let (user, password) = (text.get(start..colon), text.get(colon + 1..end));
    let is_port = password.bytes().all(|byte| byte.is_ascii_digit());
    if user.is_empty() || is_port || memchr::memchr2(b'@', b']', password.as_bytes()).is_some() {
        return None;
    }
    let rest = text.get(end..text.skip_at_most(end, &REST, LONGEST_PASSWORD));
    rest.find('@').map(|at| end + at)
}

#[cfg(test)]
mod tests {
    use crate::Scrubber;

    #[test]
    fn credentials_are_removed_and_the_address_is_kept() {
        let rows = [
            ("fetch 'https://a1b2c3d4e5f6g7h8@example.com/a'", "fetch 'https://[redacted]@example.com/a'"),
            ("ssh://git@example.com/a", "ssh://git@example.com/a"),
            ("git+https://u:p@ss@example.com/a", "git+https://[redacted]@example.com/a"),
            ("https://example.com/@scope/name", "https://example.com/@scope/name"),
        ];
        for (text, scrubbed) in rows {
            assert_eq!(Scrubber::new().scrub(text), scrubbed);
            assert_eq!(Scrubber::new().scrub(scrubbed), scrubbed);
        }
    }

    #[test]
    fn the_hosts_of_a_database_are_removed_with_its_credentials() {
        let rows = [
            ("redis://:p@ss@cache:6379/0", "redis://[redacted]/0"),
            ("amqp://u:p@a, amqp://u:p@b", "amqp://[redacted] amqp://[redacted]"),
            ("postgres://app:p/w12345@db/orders", "postgres://[redacted]/orders"),
            ("mongodb+srv://u:p@a.io:1,b.io:2/x?w=1", "mongodb+srv://[redacted]/x?w=1"),
        ];
        for (text, scrubbed) in rows {
            assert_eq!(Scrubber::new().scrub(text), scrubbed);
            assert_eq!(Scrubber::new().scrub(scrubbed), scrubbed);
        }
    }
}
