//! E-mail addresses.

use crate::EMAIL;
use crate::rule::{Family, Findings, Hit, LONGEST_WINDOW, Rule, Triggers, explained};
use crate::text::{ALPHANUMERIC, Class, Text, is_any};

explained! {
    /// # What it removes
    ///
    /// An e-mail address. `git@` of a forge is kept. So is, in a message or a hint of a failure, an address that the author
    /// of the program wrote there, and in a hint an address in a domain that RFC 2606 reserves for examples.
    ///
    /// # Why
    ///
    /// An address is personal data, and shows which accounts exist.
    ///
    /// # Example
    ///
    /// ```text
    /// no account for jane.doe@acme.io
    /// ```
    ///
    /// becomes
    ///
    /// ```text
    /// no account for [email]
    /// ```
    ///
    /// # Instead
    ///
    /// Say "this address" to the caller who sent it, or name the account by its id.
    pub(crate) const RULE: Rule = Rule {
        id: "email",
        family: Family::People,
        placeholder: EMAIL,
        triggers: Triggers::Words(&["@"]),
        window: LONGEST_WINDOW,
        find,
    };
}

/// Non-ASCII letters count, byte by byte.
const LOCAL: Class = Class::not(" \t\r\n\"'<>()[]{}|`,;:*?!/\\=&#$^@~");
const DOMAIN: Class = Class::not(" \t\r\n\"'<>()[]{}|`,;:*?!/\\=&#$^@~%+_");
/// How many bytes before `@` are searched for a URL's scheme.
const LONGEST_USER: usize = 64;

fn find(text: Text<'_>, hit: &Hit, found: &mut Findings<'_>) -> usize {
    let at = hit.span.start;
    let start = text.skip_back(at, hit.from, &LOCAL);
    if start == at {
        return hit.span.end;
    }
    let end = text.skip(hit.span.end, &DOMAIN);
    // Non-ASCII punctuation, such as quotes, is not part of it.
    let domain = text.get(hit.span.end..end).trim_end_matches(|sign: char| !sign.is_alphanumeric());
    let local = text.get(start..at).trim_start_matches(|sign: char| !sign.is_alphanumeric() && !"._%+-".contains(sign));
    let start = at - local.len();
    // What is between `://` and `@` is a credential, which another rule removes.
    // Forges have one user for all: `git@example.com:shop/orders.git`.
    let is_git = text.get(start..at) == "git";
    if start < at && !is_git && is_domain(domain) && !is_after_scheme(text, start) {
        found.take(start..hit.span.end + domain.len());
    }
    hit.span.end
}

/// A name and a top-level domain, which has letters only.
fn is_domain(domain: &str) -> bool {
    // Names of system units, packages and images: `getty@tty1.service`, `icon@2x.png`.
    const NO_TOP_LEVELS: [&str; 30] = [
        "css", "gif", "git", "gz", "html", "jpeg", "jpg", "js", "json", "md", "mount", "patch", "png", "py", "rs",
        "scope", "service", "slice", "socket", "svg", "target", "tgz", "timer", "toml", "ts", "txt", "webp", "yaml",
        "yml", "zip",
    ];
    domain.rsplit_once('.').is_some_and(|(name, top_level)| {
        !name.is_empty()
            && !is_any(top_level, &NO_TOP_LEVELS)
            && top_level.len() >= 2
            && top_level.chars().all(char::is_alphabetic)
    })
}

/// Whether the position is in the authority of a URL.
fn is_after_scheme(text: Text<'_>, end: usize) -> bool {
    const WORD: Class = Class::not(" \t\r\n/?#");
    if !text.is_before(end, const { &Class::of("/:@") }) {
        return false;
    }
    let start = text.skip_back(end, end.saturating_sub(LONGEST_USER), &WORD);
    start >= 3 && text.starts_with(start - 3, "://")
}

/// Whether the address is in a domain that RFC 2606 reserves for examples: it belongs to no person.
pub(crate) fn is_example(address: &str) -> bool {
    const RESERVED: [&str; 6] = ["example.com", "example.org", "example.net", "example", "test", "invalid"];
    let domain = address.rsplit('@').next().unwrap_or_default();
    let is_or_is_under = |reserved: &str| {
        domain.len().checked_sub(reserved.len()).and_then(|at| domain.split_at_checked(at)).is_some_and(
            |(before, end)| end.eq_ignore_ascii_case(reserved) && (before.is_empty() || before.ends_with('.')),
        )
    };
    RESERVED.into_iter().any(is_or_is_under)
}

/// Whether the text has this address, as a whole.
pub(crate) fn is_in(address: &str, text: &str) -> bool {
    let text = Text(text);
    let is_whole = |at: usize| {
        let end = at + address.len();
        let goes_on = text.is(end, const { &Class::of(".-") }) && text.is(end + 1, &ALPHANUMERIC);
        !text.is_before(at, &LOCAL) && !goes_on && (text.is(end, const { &Class::of(".-") }) || !text.is(end, &DOMAIN))
    };
    !address.is_empty() && memchr::memmem::find_iter(text.0.as_bytes(), address.as_bytes()).any(is_whole)
}

#[cfg(test)]
mod tests {
    use crate::Scrubber;

    #[test]
    fn an_address_is_removed_and_the_sentence_is_kept() {
        let rows = [
            ("Mail to jane.doe+x@mail.example.co.uk.", "Mail to [email]."),
            ("mailto:a@b.org", "mailto:[email]"),
            ("GET https://api.io/users/jane@corp.io failed", "GET https://api.io/users/[email] failed"),
            ("https://api.io/x mailto:jane@corp.io", "https://api.io/x mailto:[email]"),
            ("a@badexample.com", "[email]"),
            ("jürgen@bücher.de and marta@пример.рф", "[email] and [email]"),
            ("«jane@corp.io»", "«[email]»"),
            ("getty@tty1.service, icon@2x.png, git@corp.io:a/b", "getty@tty1.service, icon@2x.png, git@corp.io:a/b"),
            ("@scope/name@1.2.3 and user@host", "@scope/name@1.2.3 and user@host"),
        ];
        for (text, scrubbed) in rows {
            assert_eq!(Scrubber::new().scrub(text), scrubbed);
        }
    }

    #[test]
    fn addresses_for_examples_are_recognised() {
        for address in ["user@example.com", "a@mail.test", "a@b.Example.ORG"] {
            assert!(super::is_example(address), "{address}");
        }
        assert!(!super::is_example("a@badexample.com"));
    }
}
