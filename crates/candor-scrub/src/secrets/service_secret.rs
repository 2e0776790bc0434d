//! A word that can be a key, beside the name of a service that issues keys: `acmemail = 1a2b3c…`, `acmemail ab12…`.

use super::named_secret::{is_not_a_value, is_place};
use super::service::{SERVICES, WORDLIKE_SERVICES};
use crate::REDACTED;
use crate::effort::{note_judged, note_read};
use crate::memo::Memo;
use crate::randomness::{could_be_key, is_hex, is_uuid, looks_random};
use crate::rule::{Family, Findings, Hit, LONGEST_WINDOW, Rule, Triggers, explained};
use crate::sensitive_name::words;
use crate::text::{ALPHANUMERIC, Class, NAME, Text};
use std::collections::HashMap;
use std::ops::Range;
use std::sync::LazyLock;

explained! {
    /// # What it removes
    ///
    /// A word that can be a key beside the name of a service that issues keys: `STRIPE = …`, `datadog api key …`. Names
    /// that are also English words need a `=`, a `:` or a word such as `key` between them and the value.
    ///
    /// # Why
    ///
    /// Many keys have no format of their own; only the service's name beside them identifies them.
    ///
    /// # Example
    ///
    /// ```text
    /// datadog 0f4ke1f4ke2f4ke3f4ke4f4ke5f4ke67 was refused
    /// ```
    ///
    /// becomes
    ///
    /// ```text
    /// datadog [redacted] was refused
    /// ```
    ///
    /// # Instead
    ///
    /// Name the service and the label of its key.
    pub(crate) const RULE: Rule = Rule {
        id: "service-secret",
        family: Family::Secrets,
        placeholder: REDACTED,
        triggers: Triggers::KeyLike,
        window: LONGEST_WINDOW,
        find,
    };
}

/// How many words may be between the service and its key: `acmemail api access …`.
const MOST_WORDS: usize = 3;
/// From so many digits on, a word is not the name of a service.
const MOST_DIGITS: usize = 4;
/// Words that may be between them, besides sensitive ones.
const BETWEEN: [&str; 10] = ["api", "app", "client", "account", "user", "pat", "id", "for", "is", "webhook"];

/// How certain it is that a name is that of a service.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Service {
    /// It has no other meaning.
    Certain,
    /// It is also a word of sentences.
    Wordlike,
}

fn find(text: Text<'_>, hit: &Hit, found: &mut Findings<'_>) -> usize {
    if let Some(key) = key_in(text, &hit.span).or_else(|| key_after(text, hit, found)) {
        found.take(key);
    }
    hit.span.end
}

/// The service and its key in one word: `acmemail-ab12…`, `ACMEMAIL_KEY=ab12…`.
fn key_in(text: Text<'_>, word: &Range<usize>) -> Option<Range<usize>> {
    const LONGEST: usize = 64;
    const MOST: usize = 4;
    const SEPARATOR: Class = Class::of("=_.-");
    let name_end = word.end.min(word.start + LONGEST);
    let separators = text.get(word.start..name_end).bytes().enumerate().filter(|(_, byte)| SEPARATOR.has(*byte));
    let starts = separators.map(|(at, _)| word.start + at).take(MOST);
    let mut keys = starts.filter_map(|at| {
        let key = text.get(at + 1..word.end).trim_end_matches(['.', '=']);
        let name = text.get(word.start..at);
        let is_assigned = text.byte(at) == Some(b'=');
        // With a slash it is an address, with more separators the name of a package, an image or a machine.
        let is_possible = is_assigned || !name.contains('/') && is_one_run(key);
        let service = (is_possible && can_be_key(key)).then(|| service_in(name))??;
        is_key_of(key, service, is_assigned).then_some(at + 1..at + 1 + key.len())
    });
    keys.next()
}

/// The service before the word: `acmemail = "ab12…"`, `acmemail api access ab12…`.
fn key_after(text: Text<'_>, hit: &Hit, found: &mut Findings<'_>) -> Option<Range<usize>> {
    let Some(before) = service_before(text, hit.span.start, found.seen.start, found.memo) else {
        // The next word need not read again what is before this one.
        *found.seen = hit.span.start..hit.span.start;
        return None;
    };
    let key = text.get(hit.span.clone()).trim_end_matches('.');
    // This check is the slowest and comes last, because most words do not follow a service.
    let is_key = can_be_key(key)
        && !(before.is_id && (is_hex(key, 0) || is_uuid(key)))
        && is_key_of(key, before.service, before.is_announced);
    is_key.then_some(hit.span.start..hit.span.start + key.len())
}

/// A service before a word.
struct Before {
    service: Service,
    /// Whether something between them announces a value.
    is_announced: bool,
    /// Whether it names an id: then a hexadecimal word or a UUID is not a key.
    is_id: bool,
}

/// The service before the position. There is none if only words that may be between lie between `known` and the
/// position.
fn service_before(text: Text<'_>, place: usize, known: usize, memo: &mut Memo) -> Option<Before> {
    const MARK: Class = Class::of(" \t=:>\"'`\\,([");
    const MOST_MARKS: usize = 32;
    const LONGEST_NAME: usize = 64;
    let mut at = place;
    let (mut is_announced, mut is_id) = (false, false);
    for _ in 0..=MOST_WORDS {
        let end = text.skip_back(at, at.saturating_sub(MOST_MARKS), &MARK);
        let start = text.skip_back(end, end.saturating_sub(LONGEST_NAME), &NAME);
        if end == at || start == end || at == known {
            return None;
        }
        let name = text.get(start..end);
        // No name has so many digits: it is another key. Reading on through a long list of keys would be slow.
        if name.bytes().filter(u8::is_ascii_digit).count() >= MOST_DIGITS {
            return None;
        }
        let is_sensitive = memo.strength(text, start..end).is_some();
        is_announced |= is_sensitive || text.get(end..at).contains(['=', ':']);
        if let Some(service) = memo.service.or_ask(text, start..end, service_in) {
            is_id |= name.len() > 2 && name.to_ascii_lowercase().ends_with("id");
            return Some(Before { service, is_announced, is_id });
        }
        if !is_sensitive && !BETWEEN.iter().any(|between| name.eq_ignore_ascii_case(between)) {
            return None;
        }
        is_id |= name.eq_ignore_ascii_case("id");
        at = start;
    }
    None
}

/// Whether it is one run of letters and digits, unlike a name.
fn is_one_run(key: &str) -> bool {
    const SHORTEST: usize = 16;
    const SHORTEST_HASH: usize = 28;
    key.len() >= SHORTEST && ALPHANUMERIC.has_all(key) && (looks_random(key) || key.len() >= SHORTEST_HASH)
}

/// Whether the word can be the key of a service at all.
fn can_be_key(word: &str) -> bool {
    note_judged(word.len());
    let is_listed = word.starts_with("CVE-") || word.starts_with("GHSA-");
    word.len() >= Triggers::KEY
        && !is_listed
        && !is_version(word)
        && !is_place(word)
        && could_be_key(word)
        && !is_not_a_value(word, true)
}

/// `v1.2.3…`, `10.4.1-ubuntu`.
fn is_version(word: &str) -> bool {
    let mut numbers = word.strip_prefix('v').unwrap_or(word).split('.');
    let is_number =
        |number: &str| !number.is_empty() && number.len() <= 3 && number.bytes().all(|byte| byte.is_ascii_digit());
    numbers.next().is_some_and(is_number) && numbers.next().is_some_and(is_number)
}

/// Whether a word that can be a key is a key of this service.
fn is_key_of(word: &str, service: Service, is_announced: bool) -> bool {
    const SHORTEST_OF_WORDLIKE: usize = 16;
    const SHORTEST_HASH: usize = 28;
    let is_id = is_hex(word, 0) || is_uuid(word);
    match service {
        Service::Wordlike => is_announced && !is_id && word.len() >= SHORTEST_OF_WORDLIKE && looks_random(word),
        // A hash that a sentence mentions is not a key.
        Service::Certain => is_announced || !is_hex(word, 0) || word.len() >= SHORTEST_HASH,
    }
}

/// The service that one word of the name, or two adjacent words, name.
fn service_in(name: &str) -> Option<Service> {
    note_judged(name.len());
    let mut before: Option<&str> = None;
    for word in words(name) {
        let pair = before.and_then(|before| service(&[before, word]));
        // `CloudFront` does not name `front`.
        let service = service(&[word]).or(pair).filter(|it| *it == Service::Certain || before.is_none());
        if service.is_some() {
            return service;
        }
        before = Some(word);
    }
    None
}

/// The service whose name the words form together.
fn service(words: &[&str]) -> Option<Service> {
    let length = words.iter().map(|word| word.len()).sum::<usize>();
    let first = words.first()?.bytes().next()?.to_ascii_lowercase();
    let of = |lengths: &[u32; 256], byte: u8| lengths.get(usize::from(byte)).copied().unwrap_or_default();
    if length >= LONGEST || of(&LENGTHS.by_first, first) & (1 << length) == 0 {
        return None;
    }
    let last = words.last()?.bytes().last()?.to_ascii_lowercase();
    let second = words.iter().flat_map(|word| word.bytes()).nth(1).unwrap_or_default().to_ascii_lowercase();
    if of(&LENGTHS.by_second, second) & of(&LENGTHS.by_last, last) & (1 << length) == 0 {
        return None;
    }
    const LOOK_UP: usize = 32;
    note_read(LOOK_UP);
    let mut name = [0; LONGEST];
    let mut length = 0;
    for byte in words.iter().flat_map(|word| word.bytes()) {
        *name.get_mut(length)? = byte.to_ascii_lowercase();
        length += 1;
    }
    BY_NAME.get(name.get(..length)?).copied()
}

/// Names of services are shorter than this.
const LONGEST: usize = 32;

/// For each first, second and last byte, the lengths of the names: this excludes most words.
struct Lengths {
    by_first: [u32; 256],
    by_second: [u32; 256],
    by_last: [u32; 256],
}

static LENGTHS: LazyLock<Lengths> = LazyLock::new(|| {
    let mut all = Lengths { by_first: [0; 256], by_second: [0; 256], by_last: [0; 256] };
    for name in SERVICES.iter().chain(WORDLIKE_SERVICES).filter(|name| name.len() < LONGEST) {
        let (mut bytes, last) = (name.bytes(), name.bytes().next_back());
        let places = [(&mut all.by_first, bytes.next()), (&mut all.by_second, bytes.next()), (&mut all.by_last, last)];
        for (lengths, byte) in places {
            if let Some(lengths) = lengths.get_mut(usize::from(byte.unwrap_or_default())) {
                *lengths |= 1 << name.len();
            }
        }
    }
    all
});

static BY_NAME: LazyLock<HashMap<&'static [u8], Service>> = LazyLock::new(|| {
    let certain = SERVICES.iter().map(|name| (name.as_bytes(), Service::Certain));
    certain.chain(WORDLIKE_SERVICES.iter().map(|name| (name.as_bytes(), Service::Wordlike))).collect()
});

#[cfg(test)]
mod tests {
    use crate::Scrubber;

    #[test]
    fn a_key_beside_its_service_is_removed() {
        let rows = [
            ("mailchimp = \"0a1b2c3d4e5f60718293a4b5c6d7e8f9\"", "mailchimp = \"[redacted]\""),
            ("cloudsmith ab12cd34ef56ab12cd34ef56ab12cd34", "cloudsmith [redacted]"),
            ("mailjet api access a1b2c3d4e5f6g7h8 now", "mailjet api access [redacted] now"),
            ("SONAR_LOGIN = a1b2c3d4e5f6g7h8i9", "SONAR_LOGIN = [redacted]"),
        ];
        for (text, scrubbed) in rows {
            assert_eq!(Scrubber::new().scrub(text), scrubbed);
            assert_eq!(Scrubber::new().scrub(scrubbed), scrubbed);
        }
    }

    #[test]
    fn prose_about_a_service_is_kept() {
        for text in [
            "https://github.com/acme/shop/commit/da39a3ee5e6b4b0d3255bfef95601890afd80709",
            "uses: actions/checkout@da39a3ee5e6b4b0d3255bfef95601890afd80709",
            "Docker 29.0.0 and github release 2026-11-15",
            "stripe returned 402 for order 17",
            "Mailchimp list \"newsletter-2026\" is full",
        ] {
            assert_eq!(Scrubber::new().scrub(text), text);
        }
    }
}
