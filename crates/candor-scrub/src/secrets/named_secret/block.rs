//! Lines below a telling name: a block of YAML, a section of TOML or of an INI file.

use super::value::closed_quote;
use super::{container, is_odd, is_place};
use crate::below_name::{Below, is_harmless};
use crate::internals::look_budget::{is_spent, spend};
use crate::rule::{Findings, LONGEST_WINDOW};
use crate::text::{BLANK, Class, NAME, Text};
use std::ops::Range;

/// How many bytes of lines are read.
const LONGEST: usize = LONGEST_WINDOW - 4 * 1024;
const LINE_BREAK: Class = Class::of("\r\n");
const QUOTE: Class = Class::of("\"'");

/// How the lines are written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Syntax {
    Yaml,
    /// TOML and INI files.
    Section,
}

/// Whether nothing but blanks, hyphens of a list and quotes is before the name in its line.
pub(super) fn begins_line(text: Text<'_>, start: usize) -> bool {
    let before = indentation_start(text, start);
    before == 0 || text.is_before(before, &LINE_BREAK)
}

fn indentation_start(text: Text<'_>, start: usize) -> usize {
    const MOST: usize = 128;
    text.skip_back(start, start.saturating_sub(MOST), const { &Class::of(" \t\"'-") })
}

/// The block of YAML whose lines are indented more than the name, or are items of its list.
pub(super) fn below_indentation(
    text: Text<'_>,
    name: usize,
    first_line: usize,
    below: Below,
    found: &mut Findings<'_>,
) -> Option<usize> {
    let indentation = text.skip_back(name, indentation_start(text, name), &QUOTE) - indentation_start(text, name);
    let is_within = |at: usize| {
        let column = text.skip(at, &BLANK) - at;
        column > indentation || column == indentation && is_item(text, at + column)
    };
    Block::new(text, first_line, Syntax::Yaml, below).find(first_line, is_within, found)
}

/// The lines of a section, up to the next header.
pub(super) fn section(text: Text<'_>, first_line: usize, below: Below, found: &mut Findings<'_>) -> Option<usize> {
    let block = Block::new(text, first_line, Syntax::Section, below);
    let inside = block.text;
    let is_setting = |at: usize| setting(inside, inside.skip(at, &BLANK), Syntax::Section).is_some();
    block.find(first_line, is_setting, found)
}

/// Where the value begins, after an anchor and a tag: `&default`, `!!map`.
pub(super) fn after_properties(text: Text<'_>, start: usize) -> usize {
    const LONGEST_PROPERTY: usize = 128;
    let mut at = start;
    for _ in 0..2 {
        let name = text.skip_at_most(at, const { &Class::of("&!") }, 2);
        let end = text.skip_at_most(name, const { &Class::of("A-Za-z0-9_.:/-") }, LONGEST_PROPERTY);
        if name == at || end == name || !text.is(end, const { &Class::of(" \t\r\n") }) {
            break;
        }
        at = text.skip(end, &BLANK);
    }
    at
}

/// Whether an item of a list begins here.
fn is_item(text: Text<'_>, at: usize) -> bool {
    text.byte(at) == Some(b'-') && text.is(at + 1, const { &Class::of(" \t\r\n") })
}

/// The name and the value of the line at the position: `name: value`, `name = value`.
fn setting(text: Text<'_>, start: usize, syntax: Syntax) -> Option<(Range<usize>, usize)> {
    const LONGEST_NAME: usize = 128;
    let open = text.skip_at_most(start, &QUOTE, 1);
    let end = text.skip_at_most(open, &NAME, LONGEST_NAME);
    let closed = text.skip_at_most(text.skip_at_most(end, &QUOTE, 1), &BLANK, 32);
    let value = closed + 1;
    let is_divided = value >= text.len() || text.is(value, const { &Class::of(" \t\r\n") });
    // In INI files nothing need follow the colon, but a time and an address have one too.
    let is_name = text.is(open, const { &Class::of("A-Za-z_") }) && !text.is(value, const { &Class::of(":/") });
    let is_setting = match (text.byte(closed)?, syntax) {
        (b':', Syntax::Yaml) => is_divided,
        (b':', Syntax::Section) => is_divided || is_name,
        (b'=', Syntax::Section) => true,
        _ => false,
    };
    (end > open && is_setting).then(|| (open..end, text.skip(value, &BLANK)))
}

/// Lines below a telling name, and what was read of them.
struct Block<'t> {
    text: Text<'t>,
    syntax: Syntax,
    below: Below,
    /// The last name that was read.
    member: Range<usize>,
    /// The column of the name whose value is the lines that are indented more, whatever is in them.
    literal: Option<usize>,
}

impl<'t> Block<'t> {
    fn new(text: Text<'t>, first_line: usize, syntax: Syntax, below: Below) -> Block<'t> {
        let text = text.up_to(first_line.saturating_add(LONGEST).min(text.len()));
        Block { text, syntax, below, member: 0..0, literal: None }
    }

    /// Removes the values of the lines that belong to the name, unless they are harmless.
    fn find(mut self, first_line: usize, is_within: impl Fn(usize) -> bool, found: &mut Findings<'_>) -> Option<usize> {
        let text = self.text;
        // No name begins a comment, so that these lines are skipped for one name only.
        let mut first = first_line;
        while first < text.len() && self.is_aside(text.skip(first, &BLANK)) {
            first = text.next_line(text.line_end(first)).max(first + 1);
        }
        let start = text.skip(first, &BLANK);
        // A sentence can end in a colon, and the next line can be indented.
        let is_block = is_within(first) && (setting(text, start, self.syntax).is_some() || is_item(text, start));
        if start >= text.len() || !is_block {
            return None;
        }
        let (mut at, mut end) = (first_line, first_line);
        while at < text.len() {
            let first = text.skip(at, &BLANK);
            let line_end = text.line_end(first);
            let is_blank = first == text.len() || text.is(first, &LINE_BREAK);
            if !is_blank && self.literal.is_some_and(|column| first - at <= column) {
                self.literal = None;
            }
            let is_comment = !is_blank && self.literal.is_none() && self.is_aside(first);
            if !is_blank && !is_comment && !is_within(at) {
                break;
            }
            let value = match (is_blank, is_comment) {
                (true, _) => None,
                (_, true) => self.secret_in_comment(first..line_end),
                _ => self.secret_in(at, first..line_end, found),
            };
            if !is_blank && !is_comment {
                end = end.max(line_end);
            }
            if let Some(value) = value {
                end = end.max(value.end);
                found.take(value);
            }
            at = text.next_line(end.max(line_end)).max(at + 1);
        }
        Some(end)
    }

    /// Whether the line is blank or a comment from here on.
    fn is_aside(&self, first: usize) -> bool {
        let is_mark = match (self.text.byte(first), self.syntax) {
            (Some(b'#'), _) => true,
            (Some(b';'), syntax) => syntax == Syntax::Section,
            _ => false,
        };
        is_mark || self.text.is(first, &LINE_BREAK)
    }

    /// The value of a setting that was made a comment, if it looks like a secret.
    fn secret_in_comment(&self, line: Range<usize>) -> Option<Range<usize>> {
        let start = self.text.skip(line.start, const { &Class::of("#; \t") });
        let (name, value) = setting(self.text, start, self.syntax)?;
        let word = self.text.get(value..line.end).trim_ascii_end();
        let bare = word.trim_matches(['"', '\'']);
        let goes = is_odd(bare)
            && !is_place(bare)
            && !bare.contains([' ', '\t'])
            && !is_harmless(self.below, self.text.get(name), bare, bare.len() < word.len());
        goes.then(|| value..value + word.len())
    }

    /// The value of a line, if it is not harmless.
    fn secret_in(&mut self, line_start: usize, line: Range<usize>, found: &mut Findings<'_>) -> Option<Range<usize>> {
        let text = self.text;
        let mut start = line.start;
        let mut holder = start;
        while is_item(text, start) {
            (holder, start) = (start, text.skip(start + 1, &BLANK));
        }
        if let Some((name, value)) = setting(text, start, self.syntax) {
            (holder, self.member, start) = (start, name, value);
        }
        if self.syntax == Syntax::Yaml && self.literal.is_none() {
            start = after_properties(text, start);
        }
        let value = text.get(start..line.end.max(start)).trim_ascii_end();
        if value.starts_with(['{', '[']) && container::placeholder_end(text, start).is_none() {
            return self.container(start, line.end, found);
        }
        if let Some(quotes) = ["\"\"\"", "'''"].into_iter().find(|quotes| value.starts_with(quotes)) {
            return self.in_quotes(start, quotes);
        }
        let quote = value.bytes().next().filter(|byte| matches!(byte, b'"' | b'\''));
        let quoted = quote.and_then(|quote| closed_quote(text, start + 1, quote, 0, value.len()));
        let is_quoted = quote.is_some();
        // A comment is after a space.
        let bare = || start..start + value.find(" #").unwrap_or(value.len());
        let is_bare = quoted.is_none();
        let mut span = quoted.unwrap_or_else(bare);
        let word = text.get(span.clone()).trim_ascii_end();
        span.end = span.start + word.len();
        if self.syntax == Syntax::Yaml && self.literal.is_none() && is_literal_header(word) {
            self.literal = Some(holder - line_start);
            return None;
        }
        let stays = word.is_empty() || is_harmless(self.below, text.get(self.member.clone()), word, is_quoted);
        // Only in YAML, and not in its literal lines, what is after the space is surely a comment.
        if is_bare && (self.syntax == Syntax::Section || self.literal.is_some()) {
            span.end = start + value.len();
        }
        (!stays).then_some(span)
    }

    /// The object or the list that begins here, if it is not harmless; up to the end of the line if it does not end.
    fn container(&self, start: usize, line_end: usize, found: &mut Findings<'_>) -> Option<Range<usize>> {
        if is_spent(found, start) {
            return Some(start..line_end);
        }
        let read = container::read(self.text, start, self.below);
        if !read.is_closed {
            spend(found, 2 * (read.end - start));
            return Some(start..line_end);
        }
        (!read.is_harmless).then_some(start..read.end)
    }

    /// The text of several lines that begins here, without its three quotes.
    fn in_quotes(&self, start: usize, quotes: &str) -> Option<Range<usize>> {
        let start = start + quotes.len();
        let rest = self.text.from(start);
        let inner = rest.get(..rest.find(quotes).unwrap_or(rest.len())).unwrap_or_default();
        let word = inner.trim_ascii();
        let at = start + (inner.len() - inner.trim_ascii_start().len());
        (!is_harmless(self.below, self.text.get(self.member.clone()), word, true)).then_some(at..at + word.len())
    }
}

/// `|`, `>-`, `|2+`: the lines of the value follow.
fn is_literal_header(word: &str) -> bool {
    word.strip_prefix(['|', '>'])
        .is_some_and(|signs| signs.len() <= 2 && signs.bytes().all(|sign| matches!(sign, b'+' | b'-' | b'0'..=b'9')))
}
