//! The value beside a name: a quoted text or one word.

use super::mark::{Mark, MarkKind};
use crate::REDACTED;
use crate::effort::note_compared;
use crate::randomness::is_filler;
use crate::text::{Class, Text, ends_with_ignoring_case, is_any};
use std::ops::Range;

pub(super) struct Value {
    pub(super) span: Range<usize>,
    pub(super) is_quoted: bool,
    /// Up to where the text was read.
    pub(super) run_end: usize,
    /// Whether it continues after that.
    is_cut: bool,
}

impl Value {
    /// The end of the removal, if it is a secret: a value longer than what was read is removed with the rest of its
    /// line.
    pub(super) fn whole_end(&self, text: Text<'_>) -> usize {
        if self.is_cut { text.line_end(self.run_end) } else { self.span.end }
    }
}

pub(super) const QUOTE: Class = Class::of("\"'`");
pub(super) const BARE: Class = Class::not(" \t\r\n&;,\"'<>`\x0b\x0c");
pub(super) const BACKSLASH: Class = Class::of("\\");
/// How many backslashes may be before a quote: JSON nested five times has 31.
pub(super) const MOST_BACKSLASHES: usize = 40;
/// How many bytes are searched for the end of a value.
const LONGEST: usize = 4 * 1024;

/// The value that begins at the mark's end; `seen` is a bare word whose end is known.
pub(super) fn value_at(text: Text<'_>, mark: &Mark, name: &str, seen: Range<usize>) -> Option<Value> {
    let start = mark.end;
    let quoted_at = wrapped(text, start);
    // JSON within JSON has all its quotes escaped with the same number of backslashes.
    let slashes = text.skip_at_most(quoted_at, &BACKSLASH, MOST_BACKSLASHES) - quoted_at;
    let open = quoted_at + slashes;
    if let Some(quote) = text.byte(open).filter(|byte| QUOTE.has(*byte)) {
        let span = quoted(text, open + 1, quote, slashes);
        let (run_end, is_cut) = (span.end, span.len() >= LONGEST);
        return (!span.is_empty()).then_some(Value { span, is_quoted: true, run_end, is_cut });
    }
    if matches!(mark.kind, MarkKind::Equals) && is_whole_line(name) {
        let end = text.skip_at_most(start, const { &Class::not("\r\n\"'") }, LONGEST);
        let span = start..start + text.get(start..end).trim_end().len();
        let is_cut = end - start >= LONGEST;
        return (!span.is_empty()).then_some(Value { span, is_quoted: false, run_end: end, is_cut });
    }
    let end = match reference_end(text, start) {
        Some(end) => end,
        None if seen.contains(&start) => seen.end,
        None => text.skip(start, &BARE),
    };
    let word = trimmed(text.get(start..end));
    let word = if mark.kind == MarkKind::Equals { word } else { word.trim_end_matches(['.', ':', '!', '?']) };
    (!word.is_empty()).then(|| Value { span: start..start + word.len(), is_quoted: false, run_end: end, is_cut: false })
}

/// Whether the value is a placeholder and nothing else, with or without quotes.
pub(super) fn is_gone(text: Text<'_>, mark: &Mark) -> bool {
    let quote = text.byte(mark.end).filter(|byte| QUOTE.has(*byte));
    let start = mark.end + usize::from(quote.is_some());
    let after = text.byte(start + REDACTED.len());
    let is_whole = if quote.is_some() { after == quote } else { after.is_none_or(|byte| !BARE.has(byte)) };
    is_whole && text.starts_with(start, REDACTED)
}

/// The end of `$(…)`, `${…}` and `{{…}}`.
fn reference_end(text: Text<'_>, start: usize) -> Option<usize> {
    const LONGEST_REFERENCE: usize = 128;
    let close = [("$(", ")"), ("${", "}"), ("{{", "}}")].iter().find(|(open, _)| text.starts_with(start, open))?.1;
    let end = text.line_end_at_most(start, LONGEST_REFERENCE);
    text.get(start..end).find(close).map(|at| start + at + close.len())
}

/// Names whose values contain spaces: `HTTP_AUTHORIZATION=Bearer …`, `HTTP_COOKIE=a=b; c=d`.
pub(super) fn is_whole_line(name: &str) -> bool {
    ends_with_ignoring_case(name, "authorization") || ends_with_ignoring_case(name, "cookie")
}

/// Skips what languages put before the quotes of a string: `u'…'`, `@"…"`, `N'…'`, `Some("…")`, `["…"]`.
fn wrapped(text: Text<'_>, start: usize) -> usize {
    const LONGEST_WRAPPER: usize = 24;
    let call = text.skip_at_most(start, const { &Class::of("A-Za-z_:") }, LONGEST_WRAPPER);
    let is_call = text.byte(call) == Some(b'(') && text.is(call + 1, &QUOTE);
    let is_prefix = text.is(start, const { &Class::of("uUbBrRfN@$&[(") }) && text.is(start + 1, &QUOTE);
    match (is_call, is_prefix) {
        (true, _) => call + 1,
        (false, true) => start + 1,
        (false, false) => start,
    }
}

/// The word without closing brackets and without the escapes of a string that ends with it.
fn trimmed(word: &str) -> &str {
    let is_open =
        word.starts_with(['(', '[', '{']) || word.starts_with("${") || word.starts_with("#{") || word.starts_with("$(");
    let word = if is_open { word } else { word.trim_end_matches([')', ']', '}']) };
    word.trim_end_matches('\\')
}

/// The text between the quotes, or up to the end of the line if they are not closed.
fn quoted(text: Text<'_>, open: usize, quote: u8, slashes: usize) -> Range<usize> {
    closed_quote(text, open, quote, slashes, LONGEST).unwrap_or_else(|| open..text.line_end_at_most(open, LONGEST))
}

/// The text between the quotes, at most `longest` bytes; `None` if they are not closed.
pub(super) fn closed_quote(
    text: Text<'_>,
    open: usize,
    quote: u8,
    slashes: usize,
    longest: usize,
) -> Option<Range<usize>> {
    let limit = text.len().min(open + longest);
    let mut end = open;
    while end < limit {
        end += memchr::memchr(quote, text.0.as_bytes().get(end..limit)?)?;
        let escapes = end - text.skip_back(end, open, &BACKSLASH);
        let closes = if slashes == 0 { escapes.is_multiple_of(2) } else { escapes == slashes };
        if closes {
            return Some(open..end - slashes);
        }
        end += 1;
    }
    None
}

/// Whether it is not a value: empty, a placeholder, a reference to the value.
pub(crate) fn is_not_a_value(word: &str, is_quoted: bool) -> bool {
    const NONE: [&str; 22] = [
        "null",
        "none",
        "nil",
        "true",
        "false",
        "undefined",
        "empty",
        "string",
        "missing",
        "required",
        "yes",
        "no",
        "...",
        "…",
        "unset",
        "hidden",
        "same-origin",
        "include",
        "omit",
        "oauth2",
        "basic",
        "bearer",
    ];
    const LONGEST_NONE: usize = 11;
    note_compared(NONE.len() / 2);
    let is_gone = word
        .strip_prefix(REDACTED)
        .is_some_and(|rest| !rest.starts_with(|it: char| it.is_alphanumeric() || "_-.=/+%$!#*@".contains(it)));
    is_gone
        || is_form(word)
        || !is_quoted && is_code(word)
        || word.len() <= LONGEST_NONE && NONE.iter().any(|none| word.eq_ignore_ascii_case(none))
        || word.len() >= 3 && is_filler(word)
        || is_example(word)
}

/// Placeholders of people and programs: `${NAME}`, `$1`, `{name}`, `%s`, `<your key>`.
fn is_form(word: &str) -> bool {
    const NAME: Class = Class::of("A-Za-z0-9_.:?#$ -");
    const CAPITALS: Class = Class::of("A-Z0-9_");
    if !Text(word).is(0, const { &Class::of("${#<%0") }) {
        return false;
    }
    let inner = |open: &str, close: &str| word.strip_prefix(open).and_then(|rest| rest.strip_suffix(close));
    let is_name = |name: &str| {
        NAME.has_all(name)
            && (name.bytes().all(|byte| !byte.is_ascii_digit()) || name.len() <= 4 || CAPITALS.has_all(name))
    };
    let is_variable = |name: &str| {
        !name.is_empty()
            && (CAPITALS.has_all(name) || NAME.has_all(name) && !name.bytes().any(|byte| byte.is_ascii_digit()))
    };
    inner("${", "}").is_some()
        || inner("$(", ")").is_some()
        || inner("{", "}").is_some_and(is_name)
        || inner("{{", "}}").is_some()
        || inner("#{", "}").is_some()
        || inner("<", ">").is_some()
        || inner("%", "%").is_some_and(|name| CAPITALS.has_all(name))
        || word.strip_prefix('$').is_some_and(is_variable)
        || word.strip_prefix("%(").is_some_and(is_conversion)
        || word.starts_with('%') && word.len() <= 3
        || word.starts_with("0x%")
        || word.starts_with('<') && word.len() <= 2
}

/// `name)s` after `%(`, or what a cut has left of it.
fn is_conversion(rest: &str) -> bool {
    const LONGEST: usize = 4;
    let (name, format) = rest.split_once(')').unwrap_or((rest, ""));
    let is_name = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphabetic() || b"_.".contains(&byte));
    is_name && (format.len() <= LONGEST || format.contains("%("))
}

/// Code that reads a value: `process.env.TOKEN`, `getenv("TOKEN")`, `await …`, `TOKEN`.
fn is_code(word: &str) -> bool {
    const CAPITALS: Class = Class::of("A-Z_");
    const DOTTED: Class = Class::of("A-Za-z_.");
    /// Placeholders of help texts.
    const FORMS: [&str; 20] = [
        "BASE64",
        "DIR",
        "FILE",
        "FILENAME",
        "HEX",
        "HOST",
        "ID",
        "KEY",
        "KEYFILE",
        "NAME",
        "PASS",
        "PASSPHRASE",
        "PASSWORD",
        "PATH",
        "SECRET",
        "STRING",
        "TEXT",
        "TOKEN",
        "URL",
        "VALUE",
    ];
    const OBJECTS: [&str; 11] = [
        "process.env",
        "os.environ",
        "env.",
        "self.",
        "this.",
        "config.",
        "args.",
        "settings.",
        "request.",
        "options.",
        "secrets.",
    ];
    let call_end = Text(word).skip(0, &DOTTED);
    let is_call = call_end > 0 && Text(word).byte(call_end) == Some(b'(');
    let is_form = || is_any(word, &FORMS) || word.starts_with("MY_") || word.starts_with("MY") && word.len() <= 8;
    is_call
        || CAPITALS.has_all(word) && is_form()
        || ["await", "new", "self", "this"].contains(&word)
        || OBJECTS.iter().any(|start| Text(word).starts_with(0, start))
            && DOTTED.has_all(word.trim_end_matches(['.', '[']))
        || word.starts_with('<')
        || word.strip_prefix(['(', '{', '[']).is_some_and(|rest| rest.bytes().all(|byte| byte.is_ascii_alphabetic()))
}

/// `xxxxxxxx-xxxx`, `xoxp-1234567890`, `YOUR_API_KEY`.
fn is_example(word: &str) -> bool {
    let count = memchr::memchr2_iter(b'x', b'X', word.as_bytes()).count();
    let is_in = |part: &str| word.to_ascii_lowercase().contains(part);
    if count >= 8 && is_in("xxxxxxxx") && (is_in("your") || is_in("here")) {
        return true;
    }
    let is_crossed_out = count >= 8 && count * 2 >= word.len();
    let counted = word.strip_suffix("1234567890").or_else(|| word.strip_suffix("123456789"));
    let is_counted = counted
        .and_then(|prefix| prefix.strip_suffix(['-', '_']))
        .is_some_and(|prefix| prefix.len() <= 4 && prefix.bytes().all(|byte| byte.is_ascii_lowercase()));
    let is_yours = word.len() >= 5
        && word
            .get(..5)
            .is_some_and(|start| start.eq_ignore_ascii_case("your_") || start.eq_ignore_ascii_case("your-"));
    is_crossed_out || is_counted || is_yours && !word.bytes().any(|byte| byte.is_ascii_digit())
}
