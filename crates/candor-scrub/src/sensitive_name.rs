//! Names whose values are secrets, wherever they are: query strings, assignments, JSON keys, flags.

use super::effort::{note_compared, note_read};
use super::text::{ALPHANUMERIC, Class, Text, ends_with_ignoring_case};
use super::word_list::{Suffix, WordList, is_separator};

/// A name that ends in one of these words names a secret. Separators and case do not count.
static ENDINGS: WordList<57> = WordList::new([
    "accesskey",
    "accesstoken",
    "apikey",
    "apisecret",
    "appkey",
    "assertion",
    "authkey",
    "authorization",
    "authtoken",
    "bearer",
    "codeverifier",
    "connectionstring",
    "contrasena",
    "cookie",
    "credential",
    "credentials",
    "creds",
    "cvc",
    "cvv",
    "dbpass",
    "encryptionkey",
    "hmackey",
    "idtoken",
    "jsessionid",
    "jwt",
    "kennwort",
    "masterauth",
    "masterkey",
    "mnemonic",
    "motdepasse",
    "pass",
    "passcode",
    "passphrase",
    "passwd",
    "password",
    "passwort",
    "phpsessid",
    "presharedkey",
    "privatekey",
    "psk",
    "pw",
    "pwd",
    "recoverykey",
    "refreshtoken",
    "requirepass",
    "secret",
    "secretkey",
    "seedphrase",
    "senha",
    "sessionid",
    "sessionkey",
    "sharedkey",
    "signingkey",
    "storagekey",
    "token",
    "wachtwoord",
    "webhookkey",
]);

/// Words that name a secret only if they are the whole name.
const WHOLE: [&str; 5] = ["key", "auth", "pass", "signature", "sig"];

/// The members that name an entry: `"name": "DB_PASSWORD", "value": "…"`.
pub(super) const NAMES_OF_ENTRIES: [&str; 11] =
    ["name", "key", "k", "id", "variable", "property", "param", "parameter", "parameterkey", "header", "field"];
/// The members that have its value.
pub(super) const VALUES_OF_ENTRIES: [&str; 10] = [
    "value",
    "val",
    "v",
    "default",
    "content",
    "parametervalue",
    "stringvalue",
    "defaultvalue",
    "secretvalue",
    "currentvalue",
];

/// Words that may follow at the end of a name without changing what it names: `SECRET_KEY_BASE`, `password_value`.
static TAILS: WordList<15> = WordList::new([
    "base",
    "confirm",
    "confirmation",
    "dev",
    "hex",
    "new",
    "old",
    "plain",
    "prod",
    "production",
    "staging",
    "string",
    "test",
    "text",
    "value",
]);

/// A name is suspicious if one of its words ends in one of these.
static SUSPICIOUS: WordList<15> = WordList::new([
    "key",
    "token",
    "secret",
    "pass",
    "pwd",
    "auth",
    "access",
    "private",
    "credential",
    "login",
    "jwt",
    "cookie",
    "bearer",
    "psk",
    "mnemonic",
]);

/// Words of sentences that end like one of these.
const ENDING_LIKE_KEY: [&str; 6] = ["donkey", "hockey", "jockey", "monkey", "turkey", "whiskey"];

/// Those that count anywhere in a word: they are long enough not to occur in others.
const SUSPICIOUS_WITHIN: [&str; 7] = ["secret", "access", "private", "credential", "cookie", "bearer", "mnemonic"];

/// The triggers for names.
pub(super) const TRIGGERS: [&str; 38] = [
    "key",
    "token",
    "secret",
    "pass",
    "pwd",
    "auth",
    "access",
    "private",
    "credential",
    "login",
    "jwt",
    "cookie",
    "bearer",
    "psk",
    "mnemonic",
    "bundle_",
    "pw=",
    "pw:",
    "pw\"",
    "cvv",
    "cvc",
    "kennwort",
    "senha",
    "wachtwoord",
    "sessionid",
    "session_id",
    "sessid",
    "verifier",
    "assertion",
    "contrasena",
    "creds",
    "session-id",
    "seedphrase",
    "seed_phrase",
    "seed-phrase",
    "connectionstring",
    "connection_string",
    "connection-string",
];

/// Words at the end of a name that make it a property of a secret, not the secret.
static HARMLESS: WordList<62> = WordList::new([
    "alg",
    "algorithm",
    "attempts",
    "author",
    "bits",
    "by",
    "class",
    "code",
    "count",
    "date",
    "dir",
    "endpoint",
    "error",
    "exists",
    "expires",
    "expiry",
    "field",
    "fields",
    "file",
    "filter",
    "format",
    "group",
    "host",
    "id",
    "ids",
    "in",
    "index",
    "issuer",
    "length",
    "level",
    "limit",
    "list",
    "location",
    "map",
    "method",
    "mode",
    "name",
    "names",
    "number",
    "pair",
    "path",
    "policy",
    "prefix",
    "provider",
    "ref",
    "region",
    "required",
    "role",
    "scope",
    "selector",
    "size",
    "source",
    "state",
    "status",
    "time",
    "ttl",
    "type",
    "types",
    "uri",
    "url",
    "used",
    "version",
]);

/// What it costs to compare the words of a name with several lists, for each name and for each byte that is read.
const STEPS: usize = 34;
const STEPS_PER_BYTE: usize = 4;
/// So many bytes at the end of a name decide what it ends in.
const LONGEST_ENDING: usize = 16;

/// How strongly a name says that the value beside it is a secret.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Strength {
    /// The value is a secret, whatever it looks like.
    Strong,
    /// The value is a secret if it looks like one.
    Weak,
}

/// Whether the value under this name is a secret, judged by the words of the name. Case and separators do not count.
///
/// ```
/// use candor_scrub::is_sensitive_name;
///
/// for name in ["password", "DB_PASSWORD", "x-api-key", "accessToken", "key", "SECRET_KEY_BASE"] {
///     assert!(is_sensitive_name(name), "{name}");
/// }
/// for name in ["author", "primary_key", "max_tokens", "tokenType", "nextToken"] {
///     assert!(!is_sensitive_name(name), "{name}");
/// }
/// ```
#[must_use]
pub fn is_sensitive_name(name: &str) -> bool {
    WHOLE.iter().any(|whole| name.eq_ignore_ascii_case(whole)) || is_credential_name(name)
}

/// Names that end like a secret's and name none: tokens of forms, pages, models and progress, and names of objects.
static HARMLESS_SECRETS: WordList<21> = WordList::new([
    "addedtoken",
    "authenticitytoken",
    "bostoken",
    "continuationtoken",
    "csrfmiddlewaretoken",
    "csrftoken",
    "eostoken",
    "existingsecret",
    "masktoken",
    "maxtoken",
    "nexttoken",
    "padtoken",
    "pagetoken",
    "progresstoken",
    "pullsecret",
    "septoken",
    "specialtoken",
    "stoptoken",
    "synctoken",
    "unktoken",
    "xsrftoken",
]);

/// Words before `key` that make it the name of data.
const OF_DATA: [&str; 22] = [
    "cache",
    "composite",
    "dup",
    "duplicate",
    "foreign",
    "host",
    "idempotency",
    "index",
    "input",
    "natural",
    "object",
    "partition",
    "primary",
    "public",
    "redis",
    "registry",
    "restore",
    "routing",
    "shard",
    "sort",
    "ssh",
    "unique",
];

/// Whether a name such as `key` names data, by the word before it: `primary key`, `partition_key`.
pub(super) fn is_of_data(before: &str, name: &str) -> bool {
    let mut last = None;
    let mut previous = Some(before);
    for word in words(name) {
        (previous, last) = (last.or(previous), Some(word));
    }
    note_compared(OF_DATA.len() / 2);
    let is_key = last.is_some_and(|word| word.eq_ignore_ascii_case("key") || word.eq_ignore_ascii_case("keys"));
    is_key && previous.is_some_and(|word| OF_DATA.iter().any(|known| word.eq_ignore_ascii_case(known)))
}

/// Whether the value under this name is certainly a secret, so that it must be removed everywhere else too. `key`,
/// `auth` and `signature`, which are [sensitive](is_sensitive_name), may name something else.
///
/// ```
/// use candor_scrub::is_credential_name;
///
/// assert!(is_credential_name("client_secret"));
/// assert!(!is_credential_name("key"));
/// ```
#[must_use]
pub fn is_credential_name(name: &str) -> bool {
    note_read(STEPS + STEPS_PER_BYTE * name.len().min(LONGEST_ENDING));
    let plain = without_number(name);
    let ending = Suffix::of(plain);
    ends_like_a_secret(plain, ending) && !ends_in_any(plain, ending, &HARMLESS_SECRETS)
}

fn ends_like_a_secret(plain: &str, ending: Suffix) -> bool {
    let is_secret = |name: &str| ends_in_any(name, Suffix::of(name), &ENDINGS);
    ends_in_any(plain, ending, &ENDINGS) || TAILS.like(ending).any(|tail| without(plain, tail).is_some_and(is_secret))
}

/// The strength of the name; `None` if it has no sensitive word.
pub(super) fn strength(name: &str) -> Option<Strength> {
    note_read(STEPS + STEPS_PER_BYTE * name.len());
    let plain = without_number(name);
    let ending = Suffix::of(plain);
    let is_harmless = ends_in_any(plain, ending, &HARMLESS_SECRETS);
    if ends_like_a_secret(plain, ending) && !is_harmless {
        return Some(Strength::Strong);
    }
    // Bundler keeps the credentials of a host under its name: `BUNDLE_GEMS__EXAMPLE__COM`.
    if name.starts_with("BUNDLE_") && name.contains("__") {
        return Some(Strength::Strong);
    }
    let is_suspicious = !is_harmless && words(name).any(is_suspicious_word) && !ends_in_any(plain, ending, &HARMLESS);
    is_suspicious.then_some(Strength::Weak)
}

/// Whether the name is that of a property of a secret: `token_type`, `expires_in`.
pub(super) fn is_property(name: &str) -> bool {
    note_read(STEPS + STEPS_PER_BYTE * name.len().min(LONGEST_ENDING));
    let plain = without_number(name);
    ends_in_any(plain, Suffix::of(plain), &HARMLESS)
}

fn without_number(name: &str) -> &str {
    name.trim_end_matches(|last: char| last.is_ascii_digit())
}

/// The words of a name, divided by separators and before an uppercase letter that follows a lowercase one.
pub(super) fn words(name: &str) -> impl Iterator<Item = &str> {
    // Tables, because the branches of comparisons cannot be predicted in a random name.
    const LOWERCASE: Class = Class::of("a-z");
    const UPPERCASE: Class = Class::of("A-Z");
    note_read(name.len());
    let (bytes, mut from) = (name.as_bytes(), 0);
    std::iter::from_fn(move || {
        let start = from + bytes.get(from..)?.iter().position(|byte| ALPHANUMERIC.has(*byte))?;
        let rest = bytes.get(start..)?;
        let is_end =
            |(before, byte): (&u8, &u8)| !ALPHANUMERIC.has(*byte) | (UPPERCASE.has(*byte) & LOWERCASE.has(*before));
        let length = rest.iter().zip(rest.iter().skip(1)).position(is_end).map_or(rest.len(), |at| at + 1);
        from = start + length;
        name.get(start..from)
    })
}

/// Whether the word ends in a sensitive one, or contains a long one.
fn is_suspicious_word(word: &str) -> bool {
    const SHORTEST: usize = 3;
    const SHORTEST_WITHIN: usize = 6;
    /// How the words begin that count within others.
    const FIRST: Class = Class::of("SsAaPpCcBbMm");
    const SECOND: Class = Class::of("EeCcRrOoNn");
    if word.len() < SHORTEST {
        return false;
    }
    if ENDING_LIKE_KEY.iter().any(|known| known.eq_ignore_ascii_case(word)) {
        return false;
    }
    let has = |at: usize, known: &&str| Text(word).starts_with_ignoring_case(at, known);
    let is_within = || {
        let pairs = word.bytes().zip(word.bytes().skip(1)).take(word.len() - SHORTEST_WITHIN + 1);
        let can_begin = |(_, (first, second)): &(usize, (u8, u8))| FIRST.has(*first) & SECOND.has(*second);
        let mut starts = pairs.enumerate().filter(can_begin).map(|(at, _)| at);
        starts.any(|at| SUSPICIOUS_WITHIN.iter().any(|known| has(at, known))) && !has(0, &"accessib")
    };
    SUSPICIOUS.like(Suffix::of(word)).any(|known| ends_with_ignoring_case(word, known))
        || word.len() >= SHORTEST_WITHIN && is_within()
}

fn ends_in_any<const N: usize>(name: &str, ending: Suffix, words: &WordList<N>) -> bool {
    words.like(ending).any(|word| without(name, word).is_some())
}

/// The name without the word at its end, if the word begins where a word of the name begins: `DB_PASSWORD`,
/// `x-api-key`, `accessToken`, but not `mytoken`.
fn without<'n>(name: &'n str, word: &str) -> Option<&'n str> {
    if name.len() < word.len() {
        return None;
    }
    let mut end = name.len();
    let bytes = name.as_bytes();
    let mut first = b' ';
    for expected in word.bytes().rev() {
        while end > 0 && bytes.get(end - 1).is_some_and(|byte| is_separator(*byte)) {
            end -= 1;
        }
        end = end.checked_sub(1)?;
        first = bytes.get(end).copied()?;
        if first.to_ascii_lowercase() != expected {
            return None;
        }
    }
    let before = name.get(..end)?;
    let is_unmistakable = ["password", "passwd", "secret", "accesstoken", "authtoken"].contains(&word);
    let is_start = is_unmistakable
        || before.bytes().last().is_none_or(|last| !last.is_ascii_lowercase() || first.is_ascii_uppercase());
    is_start.then_some(before)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_is_found_by_itself() {
        for word in ENDINGS.all().into_iter().chain(WHOLE) {
            assert!(is_sensitive_name(word), "{word}");
        }
    }

    #[test]
    fn a_secret_is_recognised_by_the_last_word_of_its_name() {
        for name in [
            "password",
            "DB_PASSWORD",
            "accessToken",
            "x-api-key",
            "api_key",
            "apiKey",
            "client_secret",
            "key",
            "PASS2",
            "SECRET_KEY_BASE",
        ] {
            assert!(is_sensitive_name(name), "{name}");
        }
        for name in [
            "",
            "tokens",
            "max_tokens",
            "secretary",
            "keyboard",
            "primary_key",
            "passport",
            "author",
            "bypass",
            "progressToken",
        ] {
            assert!(!is_sensitive_name(name), "{name}");
        }
    }

    #[test]
    fn a_sensitive_word_anywhere_makes_a_name_suspicious() {
        for name in ["HEX_KEY", "hubspotKey", "someKEY", "auth_data", "sportsmonkPRIVATE", "tokenData1", "key"] {
            assert_eq!(strength(name), Some(Strength::Weak), "{name}");
        }
        for name in ["credentialsId", "key_name", "keyLength", "monkey_business", "access_id", "TURKEY", "tokenType"] {
            assert_eq!(strength(name), None, "{name}");
        }
    }
}
