//! The parts of a JSON text, by their places: what is not changed stays byte for byte.

use memchr::memchr2;
use std::ops::Range;

/// A member of an object, or an item of a list, whose name is empty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::rmcp) struct Part {
    /// The name, with its quotes.
    pub(in crate::rmcp) name: Range<usize>,
    pub(in crate::rmcp) value: Range<usize>,
}

impl Part {
    /// Whether it has this name.
    pub(in crate::rmcp) fn is_named(&self, json: &[u8], name: &str) -> bool {
        let quoted = json.get(self.name.clone()).unwrap_or_default();
        let Some(written) = quoted.strip_prefix(b"\"").and_then(|it| it.strip_suffix(b"\"")) else { return false };
        // With escapes, it is longer.
        let is_escaped = || written.len() > name.len() && written.contains(&b'\\');
        let is_same = || serde_json::from_slice::<String>(quoted).is_ok_and(|read| read == name);
        written == name.as_bytes() || is_escaped() && is_same()
    }
}

/// The members of the object, or the items of the list, that begins in this span. The text is trusted to be JSON; in other
/// text something or nothing is found.
pub(in crate::rmcp) fn parts(json: &[u8], within: Range<usize>) -> impl Iterator<Item = Part> {
    let json = json.get(..within.end).unwrap_or(json);
    let mut at = after_space(json, within.start);
    let is_object = json.get(at) == Some(&b'{');
    let mut is_over = !is_object && json.get(at) != Some(&b'[');
    at += 1;
    std::iter::from_fn(move || {
        while !is_over {
            at = after_space(json, at);
            match json.get(at)? {
                b'}' | b']' => is_over = true,
                b',' => at += 1,
                _ => {
                    let name = if is_object { at..end_of_value(json, at) } else { at..at };
                    let colon = after_space(json, name.end);
                    let start = if is_object { after_space(json, colon + 1) } else { at };
                    let value = start..end_of_value(json, start);
                    // Where nothing was read, it is not JSON.
                    is_over = value.is_empty();
                    at = value.end;
                    return Some(Part { name, value });
                }
            }
        }
        None
    })
}

/// The member of the object in this span that has the name.
pub(super) fn member(json: &[u8], within: Range<usize>, name: &str) -> Option<Range<usize>> {
    parts(json, within).find(|part| part.is_named(json, name)).map(|part| part.value)
}

/// Whether the text has a member with this name anywhere: a quick look that finds too much rather than too little.
pub(super) fn may_name(json: &[u8], name: &str) -> bool {
    memchr::memmem::find(json, name.as_bytes()).is_some()
}

/// The text with these parts replaced, which do not overlap.
pub(in crate::rmcp) fn replaced(json: &[u8], mut changes: Vec<(Range<usize>, Vec<u8>)>) -> Vec<u8> {
    changes.sort_by_key(|(span, _)| span.start);
    let mut text = Vec::with_capacity(json.len());
    let mut at = 0;
    for (span, new) in changes {
        text.extend_from_slice(json.get(at..span.start).unwrap_or_default());
        text.extend_from_slice(&new);
        at = span.end;
    }
    text.extend_from_slice(json.get(at..).unwrap_or_default());
    text
}

/// The end of the value that begins here.
fn end_of_value(json: &[u8], start: usize) -> usize {
    match json.get(start) {
        None => json.len(),
        Some(b'"') => end_of_string(json, start),
        Some(b'{' | b'[') => {
            let (mut at, mut depth) = (start, 0_usize);
            while let Some(byte) = json.get(at) {
                match byte {
                    b'"' => {
                        at = end_of_string(json, at);
                        continue;
                    }
                    b'{' | b'[' => depth += 1,
                    b'}' | b']' => depth -= 1,
                    _ => {}
                }
                at += 1;
                if depth == 0 {
                    return at;
                }
            }
            json.len()
        }
        Some(_) => {
            let rest = json.get(start..).unwrap_or_default();
            start + rest.iter().take_while(|byte| !b",]}: \t\r\n".contains(byte)).count()
        }
    }
}

/// The end of the string that begins here, with its quotes.
pub(super) fn end_of_string(json: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    while let Some(found) = json.get(at..).and_then(|rest| memchr2(b'"', b'\\', rest)) {
        at += found;
        if json.get(at) == Some(&b'"') {
            return at + 1;
        }
        at += 2;
    }
    json.len()
}

/// Where the white space that begins here ends.
pub(super) fn after_space(json: &[u8], at: usize) -> usize {
    let rest = json.get(at..).unwrap_or_default();
    at + rest.iter().take_while(|byte| byte.is_ascii_whitespace()).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(json: &str) -> Vec<(&str, &str)> {
        parts(json.as_bytes(), 0..json.len()).map(|part| (&json[part.name], &json[part.value])).collect()
    }

    #[test]
    fn parts_are_found_at_one_level_only() {
        let json = r#" {"a" : "b\"}", "c":[1, {"d": "]"}],"e":-1.5e3 ,"f":{"a":{}}, "g":null}"#;
        let expected = [
            (r#""a""#, r#""b\"}""#),
            (r#""c""#, r#"[1, {"d": "]"}]"#),
            (r#""e""#, "-1.5e3"),
            (r#""f""#, r#"{"a":{}}"#),
            (r#""g""#, "null"),
        ];
        assert_eq!(shown(json), expected);
        assert_eq!(shown(r#"[1,"a", {"b":2} ]"#), [("", "1"), ("", r#""a""#), ("", r#"{"b":2}"#)]);
        assert_eq!(member(json.as_bytes(), 0..json.len(), "e").map(|span| &json[span]), Some("-1.5e3"));
    }

    #[test]
    fn what_is_not_json_ends() {
        for text in
            ["", "x", "{", "[", "{\"", "{\"a", "{\"a\"", "{\"a\":", "{:}", "[:", "{,,,", "[,]", "{\"a\":}", "\"\\"]
        {
            assert!(parts(text.as_bytes(), 0..text.len()).count() < 4, "{text}");
            assert!(parts(text.as_bytes(), 0..text.len()).all(|part| part.value.end <= text.len() + 1), "{text}");
        }
    }

    #[test]
    fn only_what_is_replaced_changes() {
        let changes = vec![(6..7, b"20".to_vec()), (1..2, b"".to_vec())];
        assert_eq!(replaced(b"[1, [ 2 ]]", changes), b"[, [ 20 ]]");
    }
}
