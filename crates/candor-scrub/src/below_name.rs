//! What is below a telling name: all of an object, a list or an element goes, unless every scalar in it is harmless.
//!
//! Text and JSON are judged by the same functions, so that they get the same verdict.

use crate::effort::note_compared;
use crate::randomness::could_be_key;
use crate::secrets::named_secret::{is_not_a_value, is_prose};
use crate::sensitive_name::{is_credential_name, is_property, words};
use crate::text::{Class, is_any};
use serde_json::Value;

/// What is expected below a telling name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Below {
    /// Secrets, whatever they look like: `credentials`, `passwords`, `auth`.
    Secrets,
    /// Secrets or numbers of things: `tokens` of a model, `pass` of tests.
    SecretsOrCounts,
}

/// What is expected in an object or a list with this name; `None` if the name tells nothing about it.
///
/// `key` and `signature` are not telling here: their objects are the keys of tables and the signatures of functions.
pub(crate) fn below(name: &str) -> Option<Below> {
    const COUNTED: [&str; 2] = ["pass", "assertion"];
    if is_credential_name(name) {
        let is_counted = COUNTED.iter().any(|counted| name.eq_ignore_ascii_case(counted));
        return Some(if is_counted { Below::SecretsOrCounts } else { Below::Secrets });
    }
    let last = words(name).last()?;
    if ["auth", "auths", "authentication"].iter().any(|known| last.eq_ignore_ascii_case(known)) {
        return Some(Below::Secrets);
    }
    let one = name.strip_suffix(['s', 'S'])?;
    let is_many =
        ["assertion", "pass", "mnemonic"].iter().all(|known| !ends_with(last, known)) && is_credential_name(one);
    is_many.then(|| if ends_with(one, "token") { Below::SecretsOrCounts } else { Below::Secrets })
}

fn ends_with(name: &str, end: &str) -> bool {
    crate::text::ends_with_ignoring_case(name.trim_end_matches(['s', 'S']), end)
}

/// Whether the scalar may stay below a telling name; `member` is the nearest name above it, empty for the telling name
/// itself.
///
/// It may if it is no value (empty, `null`, a boolean, a placeholder), a sentence, a number where things are counted, or if
/// it describes the secret: a plain word, number, date or address under a name such as `type`, `expires_in` or `url`.
pub(crate) fn is_harmless(below: Below, member: &str, word: &str, is_quoted: bool) -> bool {
    const SIGNS: usize = 2;
    let is_sign = word.len() <= SIGNS && !word.bytes().any(|byte| byte.is_ascii_alphanumeric() || byte >= 0x80);
    if is_sign || is_not_a_value(word, is_quoted) || is_type(word) || is_prose(word) || is_placeholder(word) {
        return true;
    }
    if below == Below::SecretsOrCounts && !is_quoted && is_number(word) {
        return !is_credential_name(member);
    }
    is_description(member) && is_plain(member, word)
}

/// Whether any scalar of the value is not harmless; what is nested more deeply counts as a secret.
pub(crate) fn holds_secrets(below: Below, member: &str, value: &Value, depth: usize) -> bool {
    match value {
        Value::Null | Value::Bool(_) => false,
        Value::Number(number) => !is_harmless(below, member, &number.to_string(), false),
        Value::String(text) => !is_harmless(below, member, text, true),
        Value::Array(_) | Value::Object(_) if depth == 0 => true,
        Value::Array(items) => items.iter().any(|item| holds_secrets(below, member, item, depth - 1)),
        Value::Object(members) => members.iter().any(|(name, value)| holds_secrets(below, name, value, depth - 1)),
    }
}

/// What a scrubber put there.
pub(crate) fn is_placeholder(word: &str) -> bool {
    [crate::REDACTED, crate::PATH, crate::EMAIL].contains(&word)
}

/// The types of declarations: `{ password: string; retries?: number }`.
fn is_type(word: &str) -> bool {
    const TYPES: [&str; 16] = [
        "String", "Text", "any", "array", "bool", "boolean", "bytes", "char", "float", "int", "integer", "number",
        "object", "str", "text", "unknown",
    ];
    is_any(word, &TYPES)
}

fn is_number(word: &str) -> bool {
    const MOST_DIGITS: usize = 12;
    const NUMBER: Class = Class::of("0-9.,_+-");
    word.len() <= MOST_DIGITS && NUMBER.has_all(word)
}

/// Whether the name is that of a property of a secret, not of a part of it.
fn is_description(member: &str) -> bool {
    const DESCRIPTIONS: [&str; 59] = [
        "active",
        "age",
        "at",
        "audience",
        "column",
        "comment",
        "constraint",
        "constraints",
        "created",
        "deprecated",
        "description",
        "detail",
        "details",
        "enabled",
        "end",
        "enum",
        "errors",
        "exp",
        "expected",
        "expiration",
        "flow",
        "from",
        "grant",
        "hint",
        "interval",
        "items",
        "kind",
        "kty",
        "label",
        "line",
        "lines",
        "loc",
        "max",
        "message",
        "messages",
        "min",
        "minimum",
        "maximum",
        "msg",
        "offset",
        "optional",
        "pattern",
        "position",
        "realm",
        "reason",
        "remaining",
        "rule",
        "schema",
        "scheme",
        "scopes",
        "secure",
        "start",
        "strategy",
        "title",
        "total",
        "updated",
        "use",
        "valid",
        "xmlns",
    ];
    let is_listed = |word: &str| DESCRIPTIONS.iter().any(|known| word.eq_ignore_ascii_case(known));
    let is_bound = |word: &str| ["min", "max"].iter().any(|known| word.eq_ignore_ascii_case(known));
    let member = member.trim_start_matches('$');
    note_compared(DESCRIPTIONS.len() / 2);
    is_property(member) || words(member).last().is_some_and(is_listed) || words(member).next().is_some_and(is_bound)
}

/// Whether it is a word, a number, a date or an address, and not a key: `oauth2`, `RS256`, `3600`, `2026-11-18T12:00:00Z`,
/// `https://login.example.com/token`.
fn is_plain(member: &str, word: &str) -> bool {
    const LONGEST: usize = 128;
    const DATE: Class = Class::of("0-9:.TZ+ -");
    const MOST_DIGITS: usize = 4;
    if word.len() > LONGEST {
        return false;
    }
    let is_address = word.starts_with("https://") || word.starts_with("http://") || word.starts_with("urn:");
    if is_address || word.starts_with('#') || word.starts_with('^') {
        return !word.contains(['?', '@']) || word.starts_with('^');
    }
    if DATE.has_all(word) {
        return word.len() <= 32 && (word.contains(['-', ':', '.']) || word.len() <= 12);
    }
    let is_word = |part: &str| {
        let letters = part.trim_end_matches(|it: char| it.is_ascii_digit());
        // `50m`, `24h`
        let unit = part.trim_start_matches(|it: char| it.is_ascii_digit());
        part.len() - letters.len() <= MOST_DIGITS && letters.chars().all(char::is_alphabetic)
            || unit.len() <= 2 && unit.bytes().all(|byte| byte.is_ascii_alphabetic())
    };
    let digits = word.bytes().filter(u8::is_ascii_digit).count();
    // The code of a failure is joined words; other codes are given to log in.
    let is_code = words(member).last().is_some_and(|last| last.eq_ignore_ascii_case("code"));
    let is_joined = !is_code || digits == 0 && word.contains(['_', '-', ' ', '.']);
    digits <= MOST_DIGITS
        && is_joined
        && word.split([' ', '_', '-', '.', ',', '/', ':', '\'', '(', ')', '<', '>']).all(is_word)
        && (word.contains(' ') || !could_be_key(word))
}
