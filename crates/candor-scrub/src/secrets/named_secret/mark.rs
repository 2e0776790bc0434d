//! The mark between a name and its value.

use super::entry::entry_value;
use crate::text::{BLANK, Class, Text};

/// A mark, and where it ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Mark {
    pub(super) kind: MarkKind,
    /// Where the value begins, its quotes included.
    pub(super) end: usize,
    pub(super) is_name_quoted: bool,
    name_start: usize,
}

impl Mark {
    /// Whether the name begins a line or an element of a list: no sentence is before it.
    pub(super) fn is_begun(&self, text: Text<'_>) -> bool {
        let floor = self.name_start.saturating_sub(MOST_BLANKS);
        let before = text.skip_back(self.name_start, floor, const { &Class::of(" \t#\"'*>\\$@-") });
        before == 0 || text.is_before(before, const { &Class::of("\r\n{,([;") })
    }
}

/// The kind of a mark, which says how likely a value follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum MarkKind {
    /// `=`, `:=`, `=>`, `->`, a comma in a call, the tag or the attribute of XML, the value of an entry.
    Equals,
    /// `=` in a sentence: `Token= is a setting`.
    Named,
    /// `:`, which may follow any word in prose.
    Colon,
    /// A space after a flag of a command line.
    Flag,
    /// A space, `is`, `was`.
    Blank,
}

/// How many spaces may be around a mark.
pub(super) const MOST_BLANKS: usize = 32;
/// How many brackets, quotes and backslashes may close a name: in JSON nested five times a quote has 31 backslashes.
pub(super) const MOST_CLOSING: usize = 40;
const QUOTE: Class = Class::of("\"'`");
pub(super) const CLOSING: Class = Class::of("\"'`\\])}");
const SPACE: Class = Class::of(" \t\r\n");
const LINE_BREAK: Class = Class::of("\r\n");

/// The mark after the name, which may be that of an entry.
pub(super) fn mark_after(text: Text<'_>, start: usize, end: usize, is_entry: bool) -> Option<Mark> {
    let closed = text.skip_at_most(end, &CLOSING, MOST_CLOSING);
    let is_name_quoted = text.get(end..closed).bytes().any(|byte| QUOTE.has(byte));
    let after = text.skip_at_most(closed, &BLANK, MOST_BLANKS);
    let mark = |kind, at| {
        let end = value_start(text, at, kind);
        Some(Mark { kind, end, is_name_quoted, name_start: start })
    };
    if is_entry && let Some(at) = entry_value(text, closed) {
        return mark(MarkKind::Equals, at);
    }
    let first = text.byte(after)?;
    let second = text.byte(after + 1);
    match (first, second) {
        (b'=', Some(b'>' | b'=')) | (b':', Some(b'=')) | (b'-', Some(b'>')) => {
            mark(MarkKind::Equals, text.skip_at_most(after + 2, const { &Class::of("=") }, 1))
        }
        (b'=', _) => {
            let is_named = after == end && text.is(after + 1, &BLANK);
            mark(if is_named { MarkKind::Named } else { MarkKind::Equals }, after + 1)
        }
        // `std::token::Kind` is a path in code.
        (b':', Some(b':')) => None,
        (b':', _) => mark(MarkKind::Colon, after + 1),
        (b',', _) if is_name_quoted => argument(text, start, after + 1).and_then(|at| mark(MarkKind::Equals, at)),
        (b'>', _) if is_tag(text, start) => mark(MarkKind::Equals, element(text, after)?),
        _ if after > closed && is_tag(text, start) => mark(MarkKind::Equals, element(text, after)?),
        _ if after > closed && (text.is_before(start, const { &Class::of("-") }) || text.starts_with(start, "--")) => {
            mark(MarkKind::Flag, after)
        }
        _ => {
            let after = text.skip_at_most(closed, &SPACE, MOST_BLANKS);
            let between = ["is ", "was ", "= ", "provided: ", "supplied: ", "given: ", "used: ", "received: "];
            let is_possible = text.is(after, const { &Class::of("iIwW=pPsSgGuUrR") });
            let skipped =
                between.iter().filter(|_| is_possible).find(|word| text.starts_with_ignoring_case(after, word));
            let value = skipped.map_or(after, |word| after + word.len());
            (after > closed && !is_name_quoted).then(|| mark(MarkKind::Blank, value)).flatten()
        }
    }
}

/// Where the value begins: after spaces, and on the next line if a quote or a YAML block is there.
fn value_start(text: Text<'_>, at: usize, kind: MarkKind) -> usize {
    let start = text.skip_at_most(at, &BLANK, MOST_BLANKS);
    if !matches!(kind, MarkKind::Equals | MarkKind::Colon) {
        return start;
    }
    let block = text.skip_at_most(start, const { &Class::of("|>+-") }, 3);
    let line = text.skip_at_most(block, &SPACE, MOST_BLANKS);
    let is_broken = text.get(block..line).bytes().any(|byte| LINE_BREAK.has(byte));
    let is_indented = text.is_before(line, &BLANK);
    if is_broken && is_indented && (block > start || text.is(line, &QUOTE)) { line } else { start }
}

/// `env('API_TOKEN', '…')`: the argument after a name that is the first argument of a call.
fn argument(text: Text<'_>, start: usize, at: usize) -> Option<usize> {
    let open = text.skip_back(start, start.saturating_sub(4), const { &Class::of("\"'`\\") });
    let value = text.skip_at_most(at, &BLANK, MOST_BLANKS);
    (text.byte_before(open) == Some(b'(') && text.is(value, &QUOTE)).then_some(value)
}

pub(super) fn is_tag(text: Text<'_>, start: usize) -> bool {
    let prefix = text.skip_back(start, start.saturating_sub(16), const { &Class::of("A-Za-z0-9:") });
    text.byte_before(prefix) == Some(b'<')
}

/// The start of the content of an XML element whose name ends before the position. The closing tag must be near.
pub(super) fn element(text: Text<'_>, at: usize) -> Option<usize> {
    const LONGEST: usize = 256;
    let open = text.skip_at_most(at, const { &Class::not("<>\r\n") }, LONGEST);
    let inner = open + 1;
    let end = text.skip_at_most(inner, const { &Class::not("<\r\n") }, LONGEST);
    let is_element = text.byte(open) == Some(b'>') && text.get(end..end + 2) == "</";
    let is_data = text.starts_with(inner, CDATA);
    if is_data { Some(inner + CDATA.len()) } else { (is_element && end > inner).then_some(inner) }
}

const CDATA: &str = "<![CDATA[";
