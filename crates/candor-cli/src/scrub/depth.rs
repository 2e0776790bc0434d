//! JSON that is nested too deep to be read as a value.

use candor_scrub::REDACTED;

/// How deep a value is read. serde_json reads no more than 127 levels.
pub(super) const DEEPEST: usize = 100;

/// The JSON with a placeholder for each list and object that is in `deepest` others.
pub(super) fn flattened(json: &str, deepest: usize) -> String {
    let (mut flat, mut depth) = (String::with_capacity(json.len()), 0_usize);
    let (mut is_string, mut is_escaped) = (false, false);
    for letter in json.chars() {
        let is_shown = depth <= deepest;
        match letter {
            _ if is_escaped => is_escaped = false,
            '\\' if is_string => is_escaped = true,
            '"' => is_string = !is_string,
            '{' | '[' if !is_string => {
                depth += 1;
                if depth == deepest + 1 {
                    flat.extend(['"']);
                    flat.push_str(REDACTED);
                    flat.extend(['"']);
                }
            }
            '}' | ']' if !is_string => depth = depth.saturating_sub(1),
            _ => {}
        }
        if is_shown && depth <= deepest {
            flat.push(letter);
        }
    }
    flat
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_lies_too_deep_is_one_placeholder() {
        let rows = [
            ("[1, [2, [3, {\"a\": 4}], 5], 6]", "[1, [2, \"[redacted]\", 5], 6]"),
            (r#"{"a": {"b": {}, "c": [], "d": "[{"}}"#, r#"{"a": {"b": "[redacted]", "c": "[redacted]", "d": "[{"}}"#),
            (r#"[["\"[", ["x"], "\\\\"]]"#, r#"[["\"[", "[redacted]", "\\\\"]]"#),
            ("7", "7"),
        ];
        for (json, flat) in rows {
            assert_eq!(flattened(json, 2), flat);
        }
    }
}
