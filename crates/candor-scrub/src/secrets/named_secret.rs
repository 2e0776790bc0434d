//! A secret beside its name: `password=…`, `"api_key": "…"`, `--token …`, `<pwd>…</pwd>`, `the access key AB12…`.

mod block;
mod container;
mod element;
mod entry;
mod mark;
mod nested;
mod value;

pub(crate) use value::is_not_a_value;

use super::auth_scheme::decoded_text;
use crate::REDACTED;
use crate::effort::{note_compared, note_judged, note_read};
use crate::randomness::{could_be_key, count, is_filler, looks_random};
use crate::rule::{Family, Findings, Hit, LONGEST_WINDOW, Rule, Triggers, explained};
use crate::sensitive_name::{Strength, TRIGGERS, is_of_data, is_sensitive_name, strength};
use crate::text::{ALPHANUMERIC, BLANK, Class, DIGIT, NAME, Text, ends_with_ignoring_case, has_word};
use entry::{is_name_of_entry, names_an_entry};
use mark::{Mark, MarkKind, mark_after};
use std::ops::Range;
use value::{Value, is_gone, is_whole_line, value_at};

explained! {
    /// # What it removes
    ///
    /// A value beside a sensitive name, in the syntax of code, configuration, logs and command lines: `password=…`,
    /// `"api_key": "…"`, `--token …`, `<pwd>…</pwd>`. The name is kept. So are placeholders, references such as
    /// `${TOKEN}`, and sentences about passwords. Of an object, a list, an element or a block below such a name, such as
    /// `"credentials": {…}`, everything is removed, unless all of it is harmless: `"auth": {"type": "oauth2"}`. In an entry
    /// such as `{"name": "DB_PASSWORD", "value": "…"}`, the value is removed.
    ///
    /// # Why
    ///
    /// Dumps of configuration, environments and requests are how most secrets leak.
    ///
    /// # Example
    ///
    /// ```text
    /// config: {"user": "app", "password": "made-up-8"}
    /// ```
    ///
    /// becomes
    ///
    /// ```text
    /// config: {"user": "app", "password": "[redacted]"}
    /// ```
    ///
    /// # Instead
    ///
    /// Log the names of the settings, or whether they are set: `password=(set)`. Keep a secret in a type whose `Debug`
    /// does not print it.
    pub(crate) const RULE: Rule = Rule {
        id: "named-secret",
        family: Family::Secrets,
        placeholder: REDACTED,
        triggers: Triggers::Words(&TRIGGERS),
        window: LONGEST_WINDOW,
        find,
    };
}

/// The longest name that is read.
const LONGEST_NAME: usize = 128;
/// The separators between the words of a name.
const SEPARATOR: Class = Class::of("_.-");
/// The shortest word that counts as a key after nothing but a space.
const SHORTEST_KEY: usize = 12;

fn find(text: Text<'_>, hit: &Hit, found: &mut Findings<'_>) -> usize {
    let start = text.skip_back(hit.span.start, hit.from.max(hit.span.start.saturating_sub(LONGEST_NAME)), &NAME);
    let end = text.skip_at_most(hit.span.end, &NAME, LONGEST_NAME);
    // `db-creds-5d9f8b7c6d-x2k9p` is a pod.
    let is_part_of_id = TRIGGERS.get(hit.word) == Some(&"creds");
    if let Some(value) = attached(text, hit.span.end, end).filter(|_| !is_part_of_id) {
        found.take(value.clone());
        return value.end;
    }
    let end = text.skip_back(end, start, &SEPARATOR);
    let is_entry = names_an_entry(text, start);
    let nested = nested::find(text, start, end, found)
        .or_else(|| is_entry.then(|| entry::find(text, start, end, found)).flatten())
        .or_else(|| entry::find_element(text, start, end, found));
    if let Some(end) = nested {
        return end;
    }
    let name = text.get(start..end);
    let Some(mark) = mark_after(text, start, end, is_entry) else { return end };
    // In a sentence, a sensitive word is followed by another word. Only what is as long as a key is judged.
    if mark.kind == MarkKind::Blank && !is_worth_a_look(text, mark.end) {
        return end;
    }
    // A placeholder needs no judgement, and nothing is read that later names depend on.
    let is_alone = found.seen.end <= mark.end && !(mark.kind == MarkKind::Equals && is_whole_line(name));
    if is_alone && is_gone(text, &mark) {
        return end;
    }
    let Some(strength) = found.memo.strength(text, start..end) else { return end };
    // `primary key …` names data.
    if strength == Strength::Weak && is_of_data(word_before(text, start), name) {
        return end;
    }
    // A part of the text without a secret is not judged again, unless the name leaves no doubt.
    let is_seen = found.seen.contains(&mark.end);
    let is_sure = strength == Strength::Strong && mark.kind == MarkKind::Equals;
    if is_seen && !is_sure {
        return end;
    }
    let Some(mut value) = value_at(text, &mark, name, found.seen.clone()) else { return end };
    // The value of a query parameter ends where the fragment begins.
    let is_query = text.is_before(start, const { &Class::of("?&") });
    if is_query && let Some(fragment) = text.get(value.span.clone()).find('#').filter(|at| *at > 0) {
        value.span.end = value.span.start + fragment;
    }
    let ask = || is_secret(text, name, strength, &mark, &value);
    // The answer about a word without quotes, or assigned to its name, depends only on the word, the name and what is
    // between them.
    let judged = start..value.span.end;
    let is_short = judged.len() <= LONGEST_NAME;
    let is_secret = match mark.kind {
        MarkKind::Equals if is_short => found.memo.is_assigned_secret.or_ask(text, judged, |_| ask()),
        MarkKind::Colon | MarkKind::Blank if is_short && !value.is_quoted => {
            found.memo.is_secret.or_ask(text, judged, |_| ask())
        }
        MarkKind::Equals | MarkKind::Colon | MarkKind::Blank | MarkKind::Named | MarkKind::Flag => ask(),
    };
    // `key="DB_PASSWORD" value="…"`: the first value is the name of the secret.
    if is_secret && is_name_of_entry(text, &value.span) {
        return value.span.start;
    }
    if is_secret {
        let end = value.whole_end(text);
        found.take(value.span.start..end);
        return end;
    }
    if !is_seen {
        *found.seen = value.span.start..value.run_end;
    }
    end
}

/// Whether a word as long as a key, or a quote, begins here.
fn is_worth_a_look(text: Text<'_>, start: usize) -> bool {
    const SIGN: Class = Class::not(" \t\r\n,;");
    const LOOK: usize = 8;
    text.is(start, const { &Class::of("\"'") }) || text.skip_at_most(start, &SIGN, LOOK) - start == LOOK
}

/// The word before the name, with one space between them.
fn word_before(text: Text<'_>, start: usize) -> &str {
    let end = text.skip_back(start, start.saturating_sub(1), &BLANK);
    text.get(text.skip_back(end, end.saturating_sub(16), &ALPHANUMERIC)..end)
}

/// A value that is joined to its name by a separator: `service-secret-1a2b3c…`.
fn attached(text: Text<'_>, word_end: usize, end: usize) -> Option<Range<usize>> {
    const LONG: usize = 12;
    const SHORTEST: usize = 16;
    let rest = text.get(word_end..end);
    let tail_start = rest.bytes().position(|byte| !byte.is_ascii_alphabetic())?;
    let start = text.skip(word_end + tail_start, &SEPARATOR);
    let tail = text.get(start..text.skip_back(end, start, &SEPARATOR));
    if start == word_end || tail.len() < SHORTEST {
        return None;
    }
    // Only another sensitive word may follow the sensitive word: `PRIVATEKEY-…`, but not `oauthlib.…`.
    if tail_start > 0 && strength(rest.get(..tail_start)?).is_none() {
        return None;
    }
    note_judged(tail.len());
    let parts = || tail.as_bytes().split(|byte| SEPARATOR.has(*byte)).filter_map(|part| str::from_utf8(part).ok());
    let is_random = || {
        parts().filter(|part| is_mixed(part)).count() >= 2
            || parts().any(|part| part.len() >= LONG && could_be_key(part))
    };
    let is_key = could_be_key(tail) && is_random();
    (is_key && !is_readable(tail) && !is_place(tail)).then_some(start..start + tail.len())
}

/// Whether it has digits and is neither `oauth1`, nor `SHA384`, nor `2024`.
fn is_mixed(part: &str) -> bool {
    let letters = part.bytes().position(|byte| !byte.is_ascii_alphabetic()).unwrap_or(part.len());
    let rest = part.get(letters..).unwrap_or_default();
    let digits = count(rest, |byte| byte.is_ascii_digit());
    digits > 0 && digits < rest.len()
}

/// Whether it is a filler or base64 of plain text, so not a key.
fn is_readable(word: &str) -> bool {
    is_filler(word) || decoded_text(word).is_some_and(|plain| plain.is_ascii() && !plain.contains(&b':'))
}

fn is_secret(text: Text<'_>, name: &str, strength: Strength, mark: &Mark, value: &Value) -> bool {
    let word = text.get(value.span.clone());
    note_judged(2 * word.len());
    if is_too_plain(name, word, strength, mark, value) {
        return false;
    }
    let is_command = text.byte_before(value.span.start) == Some(b'`') && word.contains(' ');
    if is_not_a_value(word, value.is_quoted) || is_command || value.is_quoted && is_prose(word) {
        return false;
    }
    if name.starts_with("BUNDLE_") {
        return matches!(mark.kind, MarkKind::Equals | MarkKind::Colon);
    }
    let has_space = memchr::memchr(b' ', word.as_bytes()).is_some();
    let looks_secret = || !has_space && (is_odd(word) || could_be_key(word)) && !is_place(word);
    match (strength, mark.kind) {
        // `pass=3 fail=1` counts tests.
        (Strength::Strong, MarkKind::Equals) => {
            !(word.len() <= 4
                && word.bytes().all(|byte| byte.is_ascii_digit())
                && ends_with_ignoring_case(name, "pass"))
        }
        (Strength::Strong, MarkKind::Named) => value.is_quoted || looks_secret(),
        (Strength::Strong, MarkKind::Colon) if value.is_quoted && mark.is_name_quoted => true,
        (Strength::Strong, MarkKind::Colon) if value.is_quoted && mark.is_begun(text) => true,
        (Strength::Strong, MarkKind::Colon) => looks_secret(),
        (Strength::Strong, MarkKind::Flag) => looks_secret() || is_argument(text, mark, value),
        (Strength::Strong, MarkKind::Blank) if value.is_quoted => !has_space && is_odd(word),
        (Strength::Strong, MarkKind::Blank) if is_password(name) => {
            !has_space && is_odd(word) && digits(word) >= 2 && word.len() >= 8
        }
        (Strength::Strong | Strength::Weak, MarkKind::Blank) => {
            !has_space && word.len() >= SHORTEST_KEY && (could_be_key(word) || looks_random(word)) && !is_place(word)
        }
        (Strength::Weak, MarkKind::Equals) if is_sensitive_name(name) => looks_secret(),
        (Strength::Weak, _) => !has_space && could_be_key(word) && !is_place(word),
    }
}

/// Whether a word that must look like a secret is too short for one: a cheap test before the others.
fn is_too_plain(name: &str, word: &str, strength: Strength, mark: &Mark, value: &Value) -> bool {
    const SHORTEST_KEY: usize = 8;
    let must_look_secret = match (strength, mark.kind) {
        (Strength::Weak, MarkKind::Equals)
        | (Strength::Strong, MarkKind::Equals | MarkKind::Flag | MarkKind::Blank) => false,
        (Strength::Weak, _) => true,
        (Strength::Strong, MarkKind::Named | MarkKind::Colon) => {
            !value.is_quoted && word.bytes().all(|byte| byte.is_ascii_lowercase())
        }
    };
    word.len() < SHORTEST_KEY && must_look_secret && !name.starts_with("BUNDLE_")
}

fn digits(word: &str) -> usize {
    word.bytes().filter(u8::is_ascii_digit).count()
}

fn is_password(name: &str) -> bool {
    ["password", "passwd", "pwd", "passphrase"].iter().any(|word| ends_with_ignoring_case(name, word))
}

/// Whether what follows a flag is its argument, and not a sentence about it: one space between them, no quotes, and
/// another flag or the end after it.
fn is_argument(text: Text<'_>, mark: &Mark, value: &Value) -> bool {
    let end = value.span.end;
    let is_close = text.byte_before(mark.end.saturating_sub(1)).is_some_and(|byte| !BLANK.has(byte));
    let is_last = end == text.len() || text.is(end, const { &Class::of("\r\n;|&") }) || text.starts_with(end, " -");
    is_close && !mark.is_name_quoted && !value.is_quoted && is_last && end - value.span.start >= 4
}

/// Whether a text in quotes is a sentence about the value, not the value: `"must be at least 8 characters long"`.
pub(crate) fn is_prose(word: &str) -> bool {
    const SIGNS: [&str; 26] = [
        "a",
        "and",
        "are",
        "at",
        "be",
        "been",
        "blank",
        "but",
        "can't",
        "cannot",
        "characters",
        "expired",
        "has",
        "invalid",
        "is",
        "must",
        "not",
        "of",
        "or",
        "please",
        "required",
        "should",
        "than",
        "the",
        "to",
        "was",
    ];
    const STATES: [&str; 12] = [
        "expired",
        "incorrect",
        "invalid",
        "malformed",
        "missing",
        "mismatch",
        "unauthorized",
        "rejected",
        "required",
        "revoked",
        "unknown",
        "wrong",
    ];
    let is_any = |word: &str, words: &[&str]| words.iter().any(|known| word.eq_ignore_ascii_case(known));
    note_read(2 * word.len());
    let mut words = word.split(' ').map(|word| {
        note_compared(SIGNS.len() / 2);
        word.trim_matches(['.', ',', ';', ':', '!', '(', ')'])
    });
    match memchr::memchr_iter(b' ', word.as_bytes()).count() {
        0 => is_any(word, &STATES),
        1 => false,
        _ => words.any(|word| is_any(word, &SIGNS)),
    }
}

/// Whether a word is unusual in a sentence: it contains a digit or punctuation, or its case changes.
fn is_odd(word: &str) -> bool {
    let word = word.trim_end_matches(['.', ',', ';', ':', '!', '?', ')', ']', '}']);
    if word.len() < 4 {
        return false;
    }
    // Each byte is looked up, and none decides a branch: those of a random word cannot be predicted.
    const LOWERCASE: Class = Class::of("a-z");
    const UPPERCASE: Class = Class::of("A-Z");
    const INNER: Class = Class::of("\0-&(-,.:-@[-`{-\x7f");
    note_read(word.len());
    let (mut digits, mut letters, mut inner, mut changes, mut after_lowercase) = (0, 0, 0, 0, false);
    for byte in word.bytes() {
        let (lowercase, uppercase) = (LOWERCASE.has(byte), UPPERCASE.has(byte));
        digits += usize::from(DIGIT.has(byte));
        letters += usize::from(lowercase | uppercase);
        inner += usize::from(INNER.has(byte));
        changes += usize::from(after_lowercase & uppercase);
        after_lowercase = lowercase;
    }
    let is_unusual = digits > 0 && letters > 0 || inner > 0 && word.len() >= 6 || changes >= 2;
    is_unusual && !word.ends_with("example") && !is_joined_words(word)
}

/// `too_short`, `ERR_JWT_EXPIRED`, `validation.min.string`, `serde::Serialize`: a code or a name.
fn is_joined_words(word: &str) -> bool {
    const JOINT: Class = Class::of("_.:");
    let mut parts = word.as_bytes().split(|byte| JOINT.has(*byte)).filter(|part| !part.is_empty());
    let is_word = |part: &[u8]| {
        let tail = part.get(1..).unwrap_or_default();
        part.iter().all(u8::is_ascii_alphabetic)
            && (tail.iter().all(u8::is_ascii_lowercase) || part.iter().all(u8::is_ascii_uppercase))
    };
    memchr::memchr3(b'_', b'.', b':', word.as_bytes()).is_some() && parts.all(is_word)
}

/// Whether the word is a path, a URL or a file, which other rules judge.
pub(super) fn is_place(word: &str) -> bool {
    const FILE: Class = Class::of("A-Za-z0-9_./-");
    let ending = memchr::memrchr(b'.', word.as_bytes()).and_then(|dot| word.get(dot + 1..)).unwrap_or_default();
    let slashes = word.bytes().filter(|byte| *byte == b'/').count();
    let longest_ending = if slashes > 0 { 8 } else { 4 };
    let has_ending =
        (1..=longest_ending).contains(&ending.len()) && ending.bytes().all(|byte| byte.is_ascii_lowercase());
    word.starts_with(['/', '.', '~'])
        || has_word(word, "://")
        || (has_ending || slashes >= 3 && !has_word(word, "//")) && FILE.has_all(word)
}

#[cfg(test)]
mod tests {
    use crate::Scrubber;

    #[test]
    fn the_value_beside_a_sensitive_name_is_removed() {
        let rows = [
            ("host=db password=hunter2 user=app", "host=db password=[redacted] user=app"),
            (r#"<add key="DbPassword2" value="a1b2" />"#, r#"<add key="DbPassword2" value="[redacted]" />"#),
            (r#"{"api_key": "a b", "page": 2}"#, r#"{"api_key": "[redacted]", "page": 2}"#),
            ("DB_PASSWORD='x y'; ls", "DB_PASSWORD='[redacted]'; ls"),
            (r#"{"password": "ab\"c", "x": 1}"#, r#"{"password": "[redacted]", "x": 1}"#),
            (r#"{\"password\":\"abc\",\"x\":1}"#, r#"{\"password\":\"[redacted]\",\"x\":1}"#),
            ("password\t=abc token = abc1", "password\t=[redacted] token = [redacted]"),
            (r#"{"password": "ab\\\\", "order": "17"}"#, r#"{"password": "[redacted]", "order": "17"}"#),
            ("\"password\" => \"hunter2\" password:=abc", "\"password\" => \"[redacted]\" password:=[redacted]"),
            ("password=\"line1\nline2\" x", "password=\"[redacted]\" x"),
            ("f(pwd=abcd, secret=xyz)", "f(pwd=[redacted], secret=[redacted])"),
            ("password=[redacted]x", "password=[redacted]"),
            ("password: hunter2", "password: [redacted]"),
            ("jwt:\n  secret: \"correct horse\"", "jwt:\n  secret: \"[redacted]\""),
            ("mysql --password hunter --host db", "mysql --password [redacted] --host db"),
            ("<password>hunter</password>", "<password>[redacted]</password>"),
            ("<add key=\"DbPassword\" value=\"hunter\" />", "<add key=\"DbPassword\" value=\"[redacted]\" />"),
            ("os.getenv('API_TOKEN', 'k1l2m3n4')", "os.getenv('API_TOKEN', '[redacted]')"),
            ("APP_KEY = \"iq2y4qj0nbt8\"", "APP_KEY = \"[redacted]\""),
            ("acme SECRET ab1234567890cdefghijkl", "acme SECRET [redacted]"),
            ("acme-secret-ab1234567890cdefghijkl rest", "acme-secret-[redacted] rest"),
            ("- name: DB_PASSWORD\n  value: \"hunter\"", "- name: DB_PASSWORD\n  value: \"[redacted]\""),
            ("{ user: 'a', password: 'sunflower' }", "{ user: 'a', password: '[redacted]' }"),
            ("password: Some(\"sunflower\"), x", "password: Some(\"[redacted]\"), x"),
            (r#"{"password":{"value":"sun"},"a":1}"#, r#"{"password":[redacted],"a":1}"#),
            (
                r#"{"Name":"DB_PASSWORD","Type":"S","Value":"sun"}"#,
                r#"{"Name":"DB_PASSWORD","Type":"S","Value":"[redacted]"}"#,
            ),
            ("<Password Type=\"x\">sun</Password>", "<Password Type=\"x\">[redacted]</Password>"),
            ("<property name=\"password\">sun</property>", "<property name=\"password\">[redacted]</property>"),
            ("Authorization=Bearer sunflower99 x", "Authorization=[redacted]"),
            ("dbpassword=sun accesstoken=sun", "dbpassword=[redacted] accesstoken=[redacted]"),
            ("password: |\n  sunflower9", "password: |\n  [redacted]"),
            ("password=%(A((]$]9 x", "password=[redacted] x"),
            ("https://ann:%(A((]$]@example.com/a", "https://[redacted]@example.com/a"),
            ("the login password=Bonjour failed", "the login password=[redacted] failed"),
            (
                "Incorrect API key provided: 0a1b2c3d4e5f60718293a4b5c6d7e8f9. See",
                "Incorrect API key provided: [redacted]. See",
            ),
        ];
        for (text, scrubbed) in rows {
            assert_eq!(Scrubber::new().scrub(text), scrubbed);
            assert_eq!(Scrubber::new().scrub(scrubbed), scrubbed);
        }
    }

    #[test]
    fn prose_about_a_secret_is_kept() {
        for text in [
            "invalid token: expected a string",
            "the password is wrong",
            "password=",
            "password=%(password)s token=%(db.token)s",
            "max_tokens=100",
            "no access key was sent",
            "use the --token option to set it, or --password",
            "a password has at least 12 characters",
            "secret_name=prod/db and key_length = 256",
            "API_KEY=${API_KEY} PASSWORD=<your password> token=$TOKEN secret=****",
            "Unexpected token: '}'",
            "primary key: users_pkey",
            "unique constraint account_key=17",
            "function_key: F5",
            "phrase-550e8400-e29b-41d4-a716-446655440000 not found",
            "catchphrase_7f3a9c2e4b1d8a6f0011 not found",
            "pod db-creds-5d9f8b7c6d-x2k9p failed",
            r#"{"field":"password","code":"too_short"}"#,
            r#"{"loc":["body","password"],"msg":"required"}"#,
            r#"{"password": ["can't be blank or short"], "token": "expired"}"#,
            r#"{"password": "must be at least 8 characters long"}"#,
            r#"{"properties":{"password":{"type":"string"}}}"#,
            "'--token' found; --token <TOKEN>   The token to use, --password=PASS",
            "password: too_short, token: ERR_JWT_EXPIRED",
            "the new LoadCredential= will now work",
            "const token = await getToken(); api_key=process.env.API_KEY",
            "idempotency key 0b1f6471-1bf0-4dda-aec3-cb9272f09590",
            "ECDHE_PSK_WITH_AES_256_GCM_SHA384 and oauthlib.oauth1.rfc5849.base",
            "tests: pass=3 fail=1, page_token=2, tokenizer: cl100k_base-2024",
        ] {
            assert_eq!(Scrubber::new().scrub(text), text);
        }
    }
}
