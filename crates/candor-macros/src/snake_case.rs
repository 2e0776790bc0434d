//! The case that reasons are written in.

/// The longest reason, in bytes; the library refuses longer ones.
const MAX_LEN: usize = 100;

/// A Rust name in snake_case: `HTTPError` is `http_error`.
pub(crate) fn snake_case(name: &str) -> String {
    let mut snake = String::new();
    let mut previous = '_';
    let mut characters = name.chars().peekable();
    while let Some(character) = characters.next() {
        let after_word = previous.is_lowercase() || previous.is_ascii_digit();
        let before_word = previous.is_uppercase() && characters.peek().is_some_and(|next| next.is_lowercase());
        if character.is_uppercase() && (after_word || before_word) {
            snake.push('_');
        }
        snake.extend(character.to_lowercase());
        previous = character;
    }
    snake
}

/// Whether the library takes the text as a reason.
pub(crate) fn is_snake_case(text: &str) -> bool {
    let is_word = |word: &str| !word.is_empty() && word.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit());
    text.len() <= MAX_LEN && text.starts_with(|first: char| first.is_ascii_lowercase()) && text.split('_').all(is_word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_becomes_a_reason() {
        let rows = [
            ("NoMatch", "no_match"),
            ("QueueFull", "queue_full"),
            ("HTTPError", "http_error"),
            ("Http404", "http404"),
            ("V2Only", "v2_only"),
            ("X", "x"),
            ("IO", "io"),
            ("Already_Split", "already_split"),
        ];
        for (name, reason) in rows {
            assert_eq!(snake_case(name), reason);
            assert!(is_snake_case(reason), "{reason}");
        }
    }

    #[test]
    fn what_is_not_snake_case_is_refused() {
        for bad in ["", "_", "a_", "_a", "a__b", "1a", "noMatch", "no-match", "no match", "não"] {
            assert!(!is_snake_case(bad), "{bad}");
        }
        assert!(is_snake_case(&"a".repeat(100)));
        assert!(!is_snake_case(&"a".repeat(101)));
    }
}
