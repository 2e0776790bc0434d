//! Objects, lists and calls below a telling name: JSON, JavaScript, the `repr` of Python, the `Debug` of Rust, Ruby, Java.

use super::is_odd;
use super::value::{BACKSLASH, MOST_BACKSLASHES, QUOTE, closed_quote};
use crate::below_name::{Below, is_harmless, is_placeholder};
use crate::rule::LONGEST_WINDOW;
use crate::text::{Class, Text};
use std::ops::Range;

/// What was read of a container.
pub(super) struct Container {
    /// Its end, with the closing bracket; where reading ended if there is none.
    pub(super) end: usize,
    pub(super) is_closed: bool,
    /// Whether everything in it may stay.
    pub(super) is_harmless: bool,
}

/// How many bytes are read.
const LONGEST: usize = LONGEST_WINDOW - 4 * 1024;
const MOST_DEPTH: usize = 128;
const BLANK: Class = Class::of(" \t\r\n");
/// What a word without quotes ends at.
const BARE: Class = Class::not(",;{}[]()\"'`\r\n:=");

/// Reads the container whose bracket opens at the position.
pub(super) fn read(text: Text<'_>, open: usize, below: Below) -> Container {
    let limit = text.len().min(open.saturating_add(LONGEST));
    let text = text.up_to(limit);
    let (mut at, mut depth, mut member, mut is_all_harmless) = (open, 0_usize, 0..0, true);
    while let Some(byte) = text.byte(at) {
        match byte {
            b'[' if placeholder_end(text, at).is_some_and(|_| depth > 0) => {
                at = placeholder_end(text, at).unwrap_or(at + 1);
            }
            b'{' | b'[' | b'(' => (depth, at) = (depth + 1, at + 1),
            b'}' | b']' | b')' => {
                (depth, at) = (depth.saturating_sub(1), at + 1);
                if depth == 0 {
                    return Container { end: at, is_closed: true, is_harmless: is_all_harmless };
                }
            }
            b'\\' | b'"' | b'\'' | b'`' => match scalar(text, at) {
                Scalar::None(next) => at = next,
                Scalar::Unclosed => return Container { end: text.len(), is_closed: false, is_harmless: false },
                Scalar::Quoted(span, next) => {
                    let is_name;
                    (is_name, at) = mark_after(text, next);
                    if is_name {
                        member = span;
                    } else if is_all_harmless {
                        is_all_harmless = is_harmless(below, text.get(member.clone()), text.get(span), true);
                    }
                }
            },
            _ if BARE.has(byte) && !BLANK.has(byte) && byte != b'>' => {
                let end = bare_end(text, at);
                let word = at..at + text.get(at..end).trim_ascii_end().len();
                let is_name;
                (is_name, at) = mark_after(text, end);
                // `Some(…)`, `Secret { … }`
                let is_type = text.is(end, const { &Class::of("({[") });
                if is_name {
                    member = word;
                } else if is_all_harmless && !is_type {
                    is_all_harmless = is_harmless(below, text.get(member.clone()), text.get(word), false);
                }
            }
            _ => at += 1,
        }
        if depth > MOST_DEPTH {
            break;
        }
    }
    Container { end: at.min(text.len()), is_closed: false, is_harmless: is_all_harmless }
}

/// Whether a mark follows, so that what was before it is a name; and where to read on.
fn mark_after(text: Text<'_>, end: usize) -> (bool, usize) {
    const MOST_BLANKS: usize = 32;
    let mark = text.skip_at_most(end, const { &Class::of(" \t") }, MOST_BLANKS);
    match (text.byte(mark), text.byte(mark + 1)) {
        (Some(b'=' | b':'), Some(b'>' | b'=')) => (true, mark + 2),
        (Some(b'=' | b':'), _) => (true, mark + 1),
        _ => (false, end),
    }
}

/// The end of a word without quotes. The colon of an address belongs to it.
fn bare_end(text: Text<'_>, start: usize) -> usize {
    let mut end = text.skip(start, &BARE);
    while text.starts_with(end, "://") || text.starts_with(end, "::") {
        end = text.skip(end + 2, &BARE);
    }
    end
}

enum Scalar {
    Quoted(Range<usize>, usize),
    /// No quote begins here; where to read on.
    None(usize),
    Unclosed,
}

/// The quoted text at the position, its quotes escaped or not.
fn scalar(text: Text<'_>, at: usize) -> Scalar {
    let quote_at = text.skip_at_most(at, &BACKSLASH, MOST_BACKSLASHES);
    let Some(quote) = text.byte(quote_at).filter(|byte| QUOTE.has(*byte)) else {
        // An escaped line break is one letter long.
        return Scalar::None((quote_at + usize::from(quote_at > at)).max(at + 1));
    };
    let slashes = quote_at - at;
    match closed_quote(text, quote_at + 1, quote, slashes, LONGEST) {
        Some(span) => {
            let next = span.end + slashes + 1;
            Scalar::Quoted(span, next)
        }
        None => Scalar::Unclosed,
    }
}

/// The end of a placeholder in brackets.
pub(super) fn placeholder_end(text: Text<'_>, open: usize) -> Option<usize> {
    const LONGEST_PLACEHOLDER: usize = 16;
    let end = text.skip_at_most(open + 1, const { &Class::of("a-z") }, LONGEST_PLACEHOLDER) + 1;
    is_placeholder(text.get(open..end)).then_some(end)
}

/// Whether the bracket opens on something that a dump holds, and not on a placeholder or an expression: a quoted text,
/// another bracket, a name with its mark or a bracket, or a list of words.
pub(super) fn begins_dump(text: Text<'_>, open: usize) -> bool {
    const LONGEST_NAME: usize = 64;
    const ITEM: Class = Class::not(" \t\r\n,;{}[]()\"'`");
    let first = text.skip_at_most(open + 1, &BLANK, LONGEST_NAME);
    let first = if text.starts_with(first, "\\n") { text.skip_at_most(first + 2, &BLANK, LONGEST_NAME) } else { first };
    // `{{ … }}` is a template.
    if text.starts_with(open, "{{") {
        return false;
    }
    if text.is(first, const { &Class::of("\"'`\\{[(") }) {
        return text.byte(open) != Some(b'(') || !text.is(first, const { &Class::of("([{") });
    }
    let name_end = name_end(text, first);
    let bracket = text.skip_at_most(name_end, const { &Class::of(" ") }, 1);
    if name_end > first && (mark_after(text, name_end).0 || text.is(bracket, const { &Class::of("{(") })) {
        return text.byte(open) != Some(b'(') || text.byte(bracket) != Some(b'(');
    }
    let item = first..text.skip_at_most(first, &ITEM, LONGEST_NAME);
    let is_list = text.is(open, const { &Class::of("[{") }) && text.byte(item.end) == Some(b',');
    let is_lone = text.byte(open) == Some(b'[') && text.byte(item.end) == Some(b']') && is_odd(text.get(item.clone()));
    !item.is_empty() && (is_list || is_lone)
}

/// Whether the bracket opens on a name with its mark.
pub(super) fn has_member(text: Text<'_>, open: usize) -> bool {
    let end = name_end(text, open + 1);
    end > open + 1 && mark_after(text, end).0
}

fn name_end(text: Text<'_>, first: usize) -> usize {
    const LONGEST_NAME: usize = 64;
    let end = text.skip_at_most(first, const { &Class::of("A-Za-z0-9_.$@:-") }, LONGEST_NAME);
    text.skip_back(end, first, const { &Class::of(":") })
}
