//! Text of a file, fit for a line on a terminal.

/// The text with everything escaped that is not shown as itself: line breaks, controls, marks of the writing direction.
pub(crate) fn printable(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\\' | '\'' | '"' => shown.push(character),
            other => shown.extend(other.escape_debug()),
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::printable;

    #[test]
    fn what_steers_a_terminal_is_escaped_and_paths_are_not() {
        assert_eq!(printable("C:\\Ann's \"é日\""), "C:\\Ann's \"é日\"");
        assert_eq!(printable("a\u{1b}[31m\n\u{202e}\u{9b}"), "a\\u{1b}[31m\\n\\u{202e}\\u{9b}");
    }
}
