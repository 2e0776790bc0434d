//! Names of hosts that only an internal network resolves: `db.internal`, `printer.local`, `orders.shop.svc.cluster.local`.

use crate::REDACTED;
use crate::rule::{Family, Findings, Hit, Rule, Triggers, explained};
use crate::text::{Class, Text, is_any};
use std::ops::Range;

explained! {
    /// # What it removes
    ///
    /// The name of a host in a domain that only an internal network resolves: `.internal`, `.local`, `.lan`, `.corp`, `.intra`,
    /// `.svc`, `.consul`, `.home.arpa`, `.private` and the like.
    ///
    /// # Why
    ///
    /// Names of hosts are a map of the network.
    ///
    /// # Example
    ///
    /// ```text
    /// cannot resolve orders-db.shop.svc.cluster.local
    /// ```
    ///
    /// becomes
    ///
    /// ```text
    /// cannot resolve [redacted]
    /// ```
    ///
    /// # Instead
    ///
    /// Name the service: "the order database".
    pub(crate) const RULE: Rule = Rule {
        id: "internal-host",
        family: Family::Places,
        placeholder: REDACTED,
        triggers: Triggers::Words(&TRIGGERS),
        window: 128,
        find,
    };
}

const TRIGGERS: [&str; 11] = [
    ".internal",
    ".local",
    ".lan",
    ".corp",
    ".intranet",
    ".intra",
    ".svc",
    ".consul",
    ".home.arpa",
    ".localdomain",
    ".private",
];

/// Labels that may follow the first one: `corp.local`, `svc.cluster.local`.
const INTERNAL: [&str; 9] =
    ["cluster", "local", "internal", "corp", "lan", "intra", "intranet", "localdomain", "private"];

/// How many bytes of a host's name are read before and after the trigger.
const LONGEST_HOST: usize = 64;
const LONGEST_TAIL: usize = 32;
const HOST: Class = Class::of("A-Za-z0-9.-");

/// First labels of names that are code packages, and names that are the same everywhere.
const NO_HOSTS: [&str; 19] = [
    "com",
    "org",
    "net",
    "io",
    "java",
    "javax",
    "sun",
    "jdk",
    "dev",
    "kotlin",
    "threading",
    "host",
    "this",
    "self",
    "window",
    "exports",
    "module",
    "config",
    "kubernetes",
];

fn find(text: Text<'_>, hit: &Hit, found: &mut Findings<'_>) -> usize {
    const JOINED: Class = Class::of("A-Za-z0-9_/@\\.$-");
    // A longer trigger can begin with the same letters: `.intra` and `.intranet`.
    let next = hit.span.start;
    // What follows is not part of a host: another word, a call.
    if text.is(hit.span.end, const { &Class::of("A-Za-z0-9_(") }) {
        return next;
    }
    let start = host_start(text, hit.span.start, found.seen);
    let before = text.byte_before(start);
    let is_joined = before.is_some_and(|byte| JOINED.has(byte) && !b"/@".contains(&byte))
        || before == Some(b'/') && !text.get(start.saturating_sub(2)..start).ends_with("//");
    let name = text.get(start..hit.span.start);
    let first = name.split('.').next().unwrap_or_default();
    if is_joined || first.is_empty() || first.starts_with('-') || is_any(first, &NO_HOSTS) {
        return next;
    }
    let end = text.skip_at_most(hit.span.end, &HOST, LONGEST_TAIL);
    let tail = text.get(hit.span.end..end).trim_end_matches(['.', '-']);
    // A file extension, a path in the home folder.
    let is_end = !tail.starts_with('-')
        && !text.is(end, const { &Class::of("(_") })
        && tail.split('.').skip(1).all(|label| is_any(label, &INTERNAL));
    let is_host = is_end
        && name.bytes().any(|byte| byte.is_ascii_alphabetic())
        && (!is_doubtful(hit)
            || name.contains(['.', '-'])
            || name.bytes().any(|byte| byte.is_ascii_digit())
            || has_evidence(text, start, end));
    if !is_host {
        return next;
    }
    let end = hit.span.end + tail.len();
    found.take(start..end);
    end
}

/// The start of the name before the position. What was read for the trigger before is not read again.
fn host_start(text: Text<'_>, end: usize, seen: &mut Range<usize>) -> usize {
    let floor = end.saturating_sub(LONGEST_HOST);
    let known = Some(seen.clone()).filter(|known| known.end <= end).unwrap_or_default();
    let start = text.skip_back(end, floor.max(known.end), &HOST);
    let start = if start == known.end { known.start.max(floor) } else { start };
    *seen = start..end;
    start
}

/// Whether names of members and files can end in the trigger, too: `this.private`, `kadmin.local`.
fn is_doubtful(hit: &Hit) -> bool {
    [".private", ".local", ".internal", ".lan"].iter().any(|word| TRIGGERS.get(hit.word) == Some(word))
}

/// Whether the text around the name shows that it is a host: a `/` or `@` before it, a port, a word such as `host`.
fn has_evidence(text: Text<'_>, start: usize, end: usize) -> bool {
    const WORDS: [&str; 9] = ["host", "server", "resolve", "connect", "reach", "to", "at", "address", "dns"];
    let before = text.skip_back(start, start.saturating_sub(4), const { &Class::of(" =:\"'") });
    let word = text.get(text.skip_back(before, before.saturating_sub(16), const { &Class::of("A-Za-z") })..before);
    let is_port = text.byte(end) == Some(b':') && text.is(end + 1, const { &Class::of("0-9") });
    text.is_before(start, const { &Class::of("/@") })
        || is_port
        || WORDS.iter().any(|known| word.eq_ignore_ascii_case(known))
}

#[cfg(test)]
mod tests {
    use crate::Scrubber;

    #[test]
    fn an_internal_host_is_removed() {
        let rows = [
            ("cannot reach db-1.prod.internal:5432", "cannot reach [redacted]:5432"),
            ("{host=\"mac-3.local\"}", "{host=\"[redacted]\"}"),
            ("http://orders.shop.svc.cluster.local/x", "http://[redacted]/x"),
            ("ping wiki.acme.intranet, then db1.localdomain", "ping [redacted], then [redacted]"),
        ];
        for (text, scrubbed) in rows {
            assert_eq!(Scrubber::new().scrub(text), scrubbed);
            assert_eq!(Scrubber::new().scrub(scrubbed), scrubbed);
        }
    }

    #[test]
    fn files_packages_and_calls_are_kept() {
        for text in [
            "settings.local.json",
            ".env.local is missing",
            "com.example.internal.Thing",
            "threading.local()",
            "~x.locale",
            "host.docker.internal",
            "[2026-11-15] local.WARNING",
            "this.private is undefined, run kadmin.local",
        ] {
            assert_eq!(Scrubber::new().scrub(text), text);
        }
    }
}
