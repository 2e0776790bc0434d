//! Lines below a telling name: a block of YAML, a section of TOML or of an INI file.

use super::container;
use super::value::closed_quote;
use crate::below_name::{Below, is_harmless};
use crate::rule::{Findings, LONGEST_WINDOW};
use crate::text::{BLANK, Class, NAME, Text};
use std::ops::Range;

/// How many bytes of lines are read.
const LONGEST: usize = LONGEST_WINDOW - 4 * 1024;
const LINE_BREAK: Class = Class::of("\r\n");

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
    let indentation = text.skip_back(name, indentation_start(text, name), const { &Class::of("\"'") })
        - indentation_start(text, name);
    let is_within = |at: usize| {
        let column = text.skip(at, &BLANK) - at;
        let is_item = text.starts_with(at + column, "- ");
        column > indentation || is_item && column == indentation
    };
    lines(text, first_line, below, found, is_within, b':')
}

/// The lines of a section, up to the next header.
pub(super) fn section(text: Text<'_>, first_line: usize, below: Below, found: &mut Findings<'_>) -> Option<usize> {
    let is_setting = |at: usize| {
        let name = text.skip(at, &BLANK);
        text.byte(name) == Some(b'#') || setting(text, name, b'=').is_some()
    };
    lines(text, first_line, below, found, is_setting, b'=')
}

/// Removes the values of the lines that belong to the name, unless they are harmless.
fn lines(
    text: Text<'_>,
    first_line: usize,
    below: Below,
    found: &mut Findings<'_>,
    is_within: impl Fn(usize) -> bool,
    mark: u8,
) -> Option<usize> {
    let text = text.up_to(first_line.saturating_add(LONGEST).min(text.len()));
    let start = text.skip(first_line, &BLANK);
    // A sentence can end in a colon, and the next line can be indented.
    let is_block = is_within(first_line) && (setting(text, start, mark).is_some() || text.starts_with(start, "- "));
    if start >= text.len() || !is_block {
        return None;
    }
    let (mut at, mut end, mut member) = (first_line, start, 0..0);
    while at < text.len() {
        let first = text.skip(at, &BLANK);
        let is_blank = first == text.len() || text.is(first, &LINE_BREAK);
        if !is_blank && !is_within(at) {
            break;
        }
        let line_end = text.line_end(first);
        if !is_blank {
            end = line_end;
            if let Some(value) = secret_in(text, first..line_end, mark, below, &mut member) {
                end = end.max(value.end);
                found.take(value);
            }
        }
        at = text.next_line(end.max(line_end)).max(at + 1);
    }
    Some(end)
}

/// The name and the value of the line at the position: `name: value`, `name = value`.
fn setting(text: Text<'_>, start: usize, mark: u8) -> Option<(Range<usize>, usize)> {
    const LONGEST_NAME: usize = 128;
    let open = text.skip_at_most(start, const { &Class::of("\"'") }, 1);
    let end = text.skip_at_most(open, &NAME, LONGEST_NAME);
    let closed = text.skip_at_most(text.skip_at_most(end, const { &Class::of("\"'") }, 1), &BLANK, 32);
    let value = closed + 1;
    let is_divided = mark == b'=' || value >= text.len() || text.is(value, const { &Class::of(" \t\r\n") });
    (end > open && text.byte(closed) == Some(mark) && is_divided).then(|| (open..end, text.skip(value, &BLANK)))
}

/// The value of a line, if it is not harmless; `member` is the last name that was read.
fn secret_in(
    text: Text<'_>,
    line: Range<usize>,
    mark: u8,
    below: Below,
    member: &mut Range<usize>,
) -> Option<Range<usize>> {
    if text.byte(line.start) == Some(b'#') {
        return None;
    }
    let mut start = line.start;
    while text.starts_with(start, "- ") {
        start = text.skip(start + 2, &BLANK);
    }
    if let Some((name, value)) = setting(text, start, mark) {
        (*member, start) = (name, value);
    }
    let value = text.get(start..line.end.max(start)).trim_ascii_end();
    if value.starts_with(['{', '[']) && container::placeholder_end(text, start).is_none() {
        let read = container::read(text, start, below);
        let end = if read.is_closed { read.end } else { line.end };
        return (!read.is_closed || !read.is_harmless).then_some(start..end);
    }
    let quote = value.bytes().next().filter(|byte| matches!(byte, b'"' | b'\''));
    let quoted = quote.and_then(|quote| closed_quote(text, start + 1, quote, 0, value.len()));
    let is_quoted = quote.is_some();
    // A comment is after a space.
    let bare = || start..start + value.find(" #").unwrap_or(value.len());
    let span = quoted.unwrap_or_else(bare);
    let word = text.get(span.clone()).trim_ascii_end();
    // The header of a block: its lines follow.
    let is_header = matches!(value, "" | "|" | ">" | "|-" | ">-" | "|+" | ">+");
    let stays = is_header || is_harmless(below, text.get(member.clone()), word, is_quoted);
    (!stays).then(|| span.start..span.start + word.len())
}
