//! Elements of XML below a telling name, with their attributes and the elements within them.

use super::value::closed_quote;
use crate::below_name::{Below, is_harmless};
use crate::internals::look_budget::{is_spent, spend};
use crate::rule::{Findings, LONGEST_WINDOW};
use crate::text::{Class, NAME, Text};
use std::ops::Range;

/// How many bytes of a tag are read.
const LONGEST_TAG: usize = 4 * 1024;
/// How many bytes are searched for the closing tag.
const LONGEST: usize = LONGEST_WINDOW / 2;
/// Bytes are searched so many times faster than they are read.
const SEARCHED_PER_READ: usize = 16;
const BLANK: Class = Class::of(" \t\r\n");

/// Removes what the element holds, and returns up to where the text is handled; `None` if it is no element, or harmless.
pub(super) fn find(text: Text<'_>, start: usize, end: usize, below: Below, found: &mut Findings<'_>) -> Option<usize> {
    let (close, is_empty) = attributes(text, end, |name, value| {
        if !is_harmless(below, text.get(name), text.get(value.clone()), true) {
            found.take(value);
        }
    })?;
    if is_empty {
        return Some(close);
    }
    let inner = close + 1;
    let limit = text.up_to(inner.saturating_add(LONGEST).min(text.len())).len();
    if is_spent(found, inner) {
        let line = text.line_end(inner);
        found.take(inner..line);
        return Some(line);
    }
    let Some(content) = content(text, start, end, inner..limit) else {
        // It was cut off, or goes on beyond what is searched.
        let rest = held(text, inner..limit);
        if holds_element(text, inner) && !is_harmless_content(text, rest.clone(), below) {
            found.take(rest);
            return Some(limit);
        }
        spend(found, (limit - inner) / SEARCHED_PER_READ);
        return None;
    };
    let held = held(text, content.clone());
    if is_harmless_content(text, held.clone(), below) {
        return None;
    }
    found.take(held);
    Some(content.end)
}

/// Whether an element with a text begins here: `<user>ann`. In `<user> <password>`, the signs are those of a placeholder.
fn holds_element(text: Text<'_>, start: usize) -> bool {
    const MOST_DEPTH: usize = 16;
    let mut at = start;
    for depth in 0..=MOST_DEPTH {
        let tag = if text.is(at, const { &Class::of("\r\n") }) { text.skip(at, &BLANK) } else { at };
        let name = text.skip_at_most(tag + 1, const { &Class::of("A-Za-z0-9_.:-") }, LONGEST_TAG);
        if text.byte(tag) != Some(b'<') || name == tag + 1 {
            return depth > 0 && text.is(tag, const { &Class::not(" \t\r\n<") });
        }
        match attributes(text, name, |_, _| {}) {
            Some((close, _)) => at = close + 1,
            None => return false,
        }
    }
    true
}

/// Calls `each` with the name and the value of each attribute. Returns where the tag ends, and whether the element has no
/// content.
fn attributes(
    text: Text<'_>,
    name_end: usize,
    mut each: impl FnMut(Range<usize>, Range<usize>),
) -> Option<(usize, bool)> {
    let text = text.up_to(name_end.saturating_add(LONGEST_TAG).min(text.len()));
    let mut at = name_end;
    loop {
        at = text.skip(at, &BLANK);
        match text.byte(at)? {
            b'>' => return Some((at, false)),
            b'/' | b'?' => at += 1,
            _ => {
                let end = text.skip(at, &NAME);
                let end = if text.byte(end) == Some(b':') { text.skip(end + 1, &NAME) } else { end };
                let mark = text.skip(end, &BLANK);
                let open = text.skip(mark + 1, &BLANK);
                let quote = text.byte(open).filter(|byte| matches!(byte, b'"' | b'\''));
                let is_attribute = end > at && text.byte(mark) == Some(b'=');
                let value = quote
                    .filter(|_| is_attribute)
                    .and_then(|quote| closed_quote(text, open + 1, quote, 0, LONGEST_TAG));
                // Other text between angle brackets is no tag.
                let value = value?;
                each(at..end, value.clone());
                at = value.end + 1;
            }
        }
        if text.byte(at) == Some(b'>') && text.is_before(at, const { &Class::of("/?") }) {
            return Some((at, true));
        }
    }
}

/// The content of the element, up to its closing tag.
fn content(text: Text<'_>, start: usize, end: usize, window: Range<usize>) -> Option<Range<usize>> {
    let prefix = text.skip_back(start, start.saturating_sub(16), const { &Class::of("A-Za-z0-9:") });
    let tag = text.get(prefix..end).as_bytes();
    let inside = text.get(window.clone()).as_bytes();
    let closing = memchr::memmem::find_iter(inside, b"</").take(MOST_TAGS).find(|at| {
        let rest = inside.get(at + 2..).unwrap_or_default();
        rest.starts_with(tag) && rest.get(tag.len()).is_some_and(|byte| matches!(byte, b'>' | b' ' | b'\n' | b'\r'))
    });
    closing.map(|at| window.start..window.start + at)
}

/// How many closing tags are compared.
const MOST_TAGS: usize = 2048;

/// The content without the blanks around it, and without the marks of character data.
fn held(text: Text<'_>, content: Range<usize>) -> Range<usize> {
    const DATA: &str = "<![CDATA[";
    let start = text.skip(content.start, &BLANK).min(content.end);
    let end = start + text.get(start..content.end).trim_ascii_end().len();
    let inner = text.get(start..end);
    if inner.starts_with(DATA) && inner.ends_with("]]>") {
        return start + DATA.len()..end - 3;
    }
    start..end
}

/// Whether the texts and attributes of the content may all stay.
fn is_harmless_content(text: Text<'_>, content: Range<usize>, below: Below) -> bool {
    let inside = text.up_to(content.end);
    let (mut at, mut member, mut is_all_harmless) = (content.start, 0..0, true);
    while at < content.end && is_all_harmless {
        if inside.byte(at) == Some(b'<') {
            let name = at + 1..inside.skip(at + 1, const { &Class::of("A-Za-z0-9_.:-") });
            let is_opening = !name.is_empty();
            let tag = is_opening.then(|| {
                attributes(inside, name.end, |name, value| {
                    is_all_harmless &= is_harmless(below, text.get(name), text.get(value), true);
                })
            });
            if is_opening {
                member = name;
            }
            at = match tag.flatten() {
                Some((close, _)) => close + 1,
                None => inside.skip(at + 1, const { &Class::not("<>") }) + 1,
            };
        } else {
            let end = inside.skip(at, const { &Class::not("<") });
            let word = text.get(at..end).trim_ascii();
            is_all_harmless &= word.is_empty() || is_harmless(below, text.get(member.clone()), word, true);
            at = end.max(at + 1);
        }
    }
    is_all_harmless
}
