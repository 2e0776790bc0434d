//! Names and texts of callers as they can be shown: bounded, printable, without secrets.

use crate::failure::excerpt::{Excerpt, without_margin};
use std::borrow::Cow;

/// How much of a long text is read to remove its secrets before it is cut, in bytes.
const READ: usize = 16 * 1024;

/// The text in at most `max` characters, without anything that a terminal or a reader could take for something else.
///
/// What is cut or escaped loses its secrets first, because half a secret, or one with escapes in it, is recognised by
/// no rule. Everything else that is sensitive is removed when the failure is disclosed.
pub(crate) fn printable(text: &str, max: usize) -> String {
    let is_shown_as_it_is = text.len() <= max && !text.contains(is_hidden);
    if is_shown_as_it_is {
        return text.to_owned();
    }
    let text = without_secrets(text);
    let (mut shown, mut length, mut kept) = (String::new(), 0, 0);
    for character in text.chars() {
        if length < max {
            kept = shown.len();
        }
        length += write_visible(&mut shown, character);
        if length > max {
            shown.truncate(kept);
            shown.push('…');
            break;
        }
    }
    shown
}

fn without_secrets(text: &str) -> Cow<'_, str> {
    let excerpt = Excerpt::of(text, READ);
    if excerpt.is_head() {
        Cow::Owned(without_margin(&candor_scrub::without_secrets(excerpt.as_str()), 0))
    } else {
        candor_scrub::without_secrets(text)
    }
}

/// Writes the character visibly, escaped if need be; returns how many characters that took.
fn write_visible(shown: &mut String, character: char) -> usize {
    let escaped = match character {
        '\n' => "\\n".into(),
        '\r' => "\\r".into(),
        '\t' => "\\t".into(),
        _ if is_hidden(character) => format!("\\u{{{:x}}}", u32::from(character)),
        _ => {
            shown.push(character);
            return 1;
        }
    };
    shown.push_str(&escaped);
    escaped.len()
}

/// Characters that move the cursor, turn the direction of the text, or are invisible.
pub(crate) fn is_hidden(character: char) -> bool {
    character.is_control()
        || matches!(
            character,
            '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}'
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_shown_in_one_line_of_visible_characters() {
        let rows = [
            ("customer", "customer"),
            ("zwölf Sträuße", "zwölf Sträuße"),
            ("two\nlines\tand \u{1b}[31mred", "two\\nlines\\tand \\u{1b}[31mred"),
            ("user\u{202e}nimda", "user\\u{202e}nimda"),
        ];
        for (text, shown) in rows {
            assert_eq!(printable(text, 40), shown);
        }
    }

    #[test]
    fn a_long_text_is_cut_at_the_last_character_that_fits() {
        assert_eq!(printable("abcdef", 6), "abcdef");
        assert_eq!(printable("abcdefg", 6), "abcde…");
        assert_eq!(printable("äöüäöüä", 6), "äöüäö…");
        assert_eq!(printable("abc\u{1b}def", 8), "abc…");
        assert!(printable(&"\u{1b}".repeat(10_000_000), 80).chars().count() <= 80);
    }

    #[test]
    fn a_cut_does_not_divide_a_secret() {
        let token = format!("ghp_{}", "A1b2C3d4E5".repeat(4).split_at(36).0);
        let text = format!("{} {token} {}", "x ".repeat(30), "y ".repeat(100_000));
        let shown = printable(&text, 80);
        assert!(!shown.contains("ghp_"), "{shown}");
    }
}
