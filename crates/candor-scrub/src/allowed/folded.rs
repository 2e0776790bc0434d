//! Paths and words in the form in which they are compared, whatever the system, the encoding or the case they were written in.

use std::borrow::Cow;

/// The word as it is compared: in lower case, percent-decoded, with one slash for each run of slashes and backslashes, and
/// without what a `file:` URL, `./`, a trailing slash or the end of a sentence adds to it.
pub(super) fn folded(word: &str) -> String {
    let word = decoded(word);
    let word = if starts_with_ignoring_case(&word, "file:/") { word.get(5..).unwrap_or_default() } else { &word };
    let word = word.strip_prefix("//localhost/").map_or(word, |_| word.get(11..).unwrap_or_default());
    let mut folded = String::with_capacity(word.len());
    for sign in word.chars() {
        let sign = if sign == '\\' { '/' } else { sign.to_ascii_lowercase() };
        if sign != '/' || !folded.ends_with('/') {
            folded.push(sign);
        }
    }
    let length = folded.trim_end_matches(['/', '.', ':', '!', ' ']).len();
    folded.truncate(length);
    let is_drive = matches!(folded.as_bytes(), [b'/', letter, b':', ..] if letter.is_ascii_alphabetic());
    let start = match folded.as_bytes() {
        [b'/', ..] if is_drive => 1,
        [b'.', b'/', ..] => 2,
        _ => 0,
    };
    folded.drain(..start);
    folded
}

fn starts_with_ignoring_case(text: &str, start: &str) -> bool {
    text.get(..start.len()).is_some_and(|head| head.eq_ignore_ascii_case(start))
}

/// The word without percent escapes of ASCII characters; others stay.
fn decoded(word: &str) -> Cow<'_, str> {
    if !word.contains('%') {
        return Cow::Borrowed(word);
    }
    let mut decoded = String::with_capacity(word.len());
    let mut rest = word;
    while let Some((before, after)) = rest.split_once('%') {
        decoded.push_str(before);
        let sign = after.get(..2).filter(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit()));
        let sign = sign.and_then(|digits| u8::from_str_radix(digits, 16).ok()).filter(u8::is_ascii);
        decoded.push(sign.map_or('%', char::from));
        rest = if sign.is_some() { after.get(2..).unwrap_or_default() } else { after };
    }
    decoded.push_str(rest);
    Cow::Owned(decoded)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_place_has_one_form() {
        let rows = [
            ("/home/ann/My%20Notes/a.txt", "/home/ann/my notes/a.txt"),
            ("file:///home/ann/a.txt", "/home/ann/a.txt"),
            ("file://localhost/home/ann/a.txt", "/home/ann/a.txt"),
            ("file:///C:/work/a.cs", "c:/work/a.cs"),
            (r"C:\work\a.cs", "c:/work/a.cs"),
            (r"C:\\work\\a.cs", "c:/work/a.cs"),
            (r"\\files\share\x", "/files/share/x"),
            ("./src//main.rs", "src/main.rs"),
            ("/srv/shop/", "/srv/shop"),
            ("100%", "100%"),
            ("%zz%4", "%zz%4"),
        ];
        for (word, expected) in rows {
            assert_eq!(folded(word), expected, "{word}");
        }
    }
}
