//! Traces as JSON: lists such as `"frames":[{"filename":"cart.py","lineno":3}]`, and single frames such as
//! `{"className":"shop.Cart","methodName":"add","fileName":"Cart.java","lineNumber":3}`.

use super::look::Look;
use super::{Language, Line, LineRole};
use crate::internals::look_budget::{find_any, window};
use crate::rule::Hit;
use crate::text::{Class, Text};
use std::ops::Range;

pub(super) const LANGUAGE: Language = Language {
    triggers: &["\"className\":", "\"methodName\":", "\"frames\":", "\"stackTrace\":"],
    look: Look { first: "", others: &[] },
    part,
    location,
};

/// The keys of a frame's source location.
const PLACES: [&str; 5] = ["\"lineno\"", "\"lineNumber\"", "\"line\"", "\"filename\"", "\"fileName\""];

/// The lines of JSON are not frames.
fn part(_: Line<'_>) -> Option<LineRole> {
    None
}

fn location(text: Text<'_>, hit: &Hit) -> Option<Range<usize>> {
    let is_key_of_frame = text.get(hit.span.clone()).to_ascii_lowercase().ends_with("name\":");
    if is_key_of_frame { frame(text, hit.span.start) } else { frames(text, hit.span.end) }
}

/// The elements of the list.
fn frames(text: Text<'_>, key_end: usize) -> Option<Range<usize>> {
    const SPACE: Class = Class::of(" \t\r\n");
    const HEAD: usize = 512;
    const LONGEST: usize = 64 * 1024;
    let open = text.skip_at_most(key_end, &SPACE, 8);
    let first = text.skip_at_most(open + 1, &SPACE, 64);
    if text.byte(open) != Some(b'[') || text.byte(first) != Some(b'{') {
        return None;
    }
    find_any(text, window(text, first, HEAD), &PLACES)?;
    let window = window(text, first, LONGEST);
    let end = closing(text.get(window.clone())).map_or(window.end, |length| first + length);
    Some(first..end)
}

/// The end of the list whose first element begins the text.
fn closing(text: &str) -> Option<usize> {
    let (mut depth, mut is_string, mut is_escaped) = (0_usize, false, false);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = true,
            b'"' => is_string = !is_string,
            b'{' | b'[' if !is_string => depth += 1,
            b'}' | b']' if !is_string => match depth.checked_sub(1) {
                Some(less) => depth = less,
                None => return Some(at),
            },
            _ => {}
        }
    }
    None
}

/// The members of the object around the key, if it has a source location and no nested object.
fn frame(text: Text<'_>, key: usize) -> Option<Range<usize>> {
    const LONGEST_BEFORE: usize = 256;
    const LONGEST: usize = 1024;
    let floor = key.saturating_sub(LONGEST_BEFORE);
    let before = text.0.as_bytes().get(floor..key).unwrap_or_default();
    let open = memchr::memrchr2(b'{', b'}', before).map(|at| floor + at).filter(|at| text.byte(*at) == Some(b'{'))?;
    let rest = text.get(window(text, key, LONGEST));
    let close = key + memchr::memchr2(b'{', b'}', rest.as_bytes())?;
    let is_place = text.byte(close) == Some(b'}') && find_any(text, open..close, &PLACES).is_some();
    is_place.then_some(open + 1..close)
}

#[cfg(test)]
mod tests {
    use crate::internals::tests::{flood, scrubbed};

    #[test]
    fn frames_are_removed_and_the_message_is_kept() {
        let rows = [
            (
                r#"{"message":"gone","stackTrace":[{"className":"shop.Cart","methodName":"add","fileName":"Cart.java","lineNumber":3}]}"#,
                r#"{"message":"gone","stackTrace":[[redacted]]}"#,
            ),
            (
                r#"{"stacktrace":{"frames": [{"filename":"cart.py","lineno":3,"vars":{"a":["]"]}},{"filename":"x.py"}]},"type":"E"}"#,
                r#"{"stacktrace":{"frames": [[redacted]]},"type":"E"}"#,
            ),
            (
                r#"[{"methodName":"add","lineNumber":3},{"lineNumber":4,"className":"shop.Cart"}]"#,
                r#"[{[redacted]},{[redacted]}]"#,
            ),
        ];
        for (text, expected) in rows {
            assert_eq!(scrubbed(text), expected);
        }
    }

    #[test]
    fn other_lists_are_kept() {
        for text in [r#"{"frames":[1,2]}"#, r#"{"frames":[{"size":3}]}"#, r#"{"className":"tea","methodName":"brew"}"#]
        {
            assert_eq!(scrubbed(text), text);
        }
    }

    #[test]
    fn repeated_frames_are_read_once() {
        ["{\"className\":", "\"frames\":[{", "\"frames\":[{\"line\":"].into_iter().for_each(flood);
    }
}
