//! Text that is read as it was meant.

/// Whether a character is seen, and neither moves the cursor nor turns the direction of the text.
pub(crate) fn is_printable(character: char) -> bool {
    let is_hidden = matches!(
        character,
        '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}'
    );
    !character.is_control() && !is_hidden
}
