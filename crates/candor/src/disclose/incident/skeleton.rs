//! A text without its values.

use std::borrow::Cow;

/// The placeholder of values, one for any number in a row.
const VALUE: &str = "#";
/// How many words of a text count.
const MOST_WORDS: usize = 256;
/// So many letters, all of them hexadecimal digits, are an id, not a word.
const SHORTEST_HEXADECIMAL: usize = 8;
/// Shorter words beside a number are taken for part of an id, such as `req` in `req-17`.
const SHORTEST_NAME: usize = 4;

/// The words of a text; quoted text, numbers, ids, paths and addresses are values, which all look the same.
pub(super) struct Skeleton<'t> {
    rest: &'t str,
    words_left: usize,
    /// Whether the last word was a value.
    after_value: bool,
    /// Whether the rest continues a word: then a single quotation mark is an apostrophe.
    within_word: bool,
    /// The quotation marks that do not come again as the end of a quotation, so that they are looked for once.
    unclosed: [bool; 3],
}

impl<'t> Skeleton<'t> {
    pub(super) fn of(text: &'t str) -> Skeleton<'t> {
        Skeleton { rest: text, words_left: MOST_WORDS, after_value: false, within_word: false, unclosed: [false; 3] }
    }

    /// The next word as it is, or a value in quotation marks.
    fn next_word(&mut self) -> Option<Cow<'t, str>> {
        loop {
            let first = self.rest.chars().next()?;
            let after_first = self.rest.get(first.len_utf8()..).unwrap_or_default();
            let is_apostrophe = first == '\'' && self.within_word;
            if is_mark(first)
                && !is_apostrophe
                && let Some(length) = self.quotation(first, after_first)
            {
                self.rest = after_first.get(length..).unwrap_or_default();
                return Some(Cow::Borrowed(VALUE));
            }
            if is_between_words(first) {
                self.rest = after_first;
                self.within_word = false;
                continue;
            }
            let length = self.rest.find(is_between_words).unwrap_or(self.rest.len());
            let (word, rest) = self.rest.split_at(length);
            self.rest = rest;
            self.within_word = word.ends_with(char::is_alphanumeric);
            return Some(without_values(word));
        }
    }

    /// The length of a quotation up to and with its closing mark, which is followed by no letter or digit.
    fn quotation(&mut self, mark: char, text: &str) -> Option<usize> {
        let unclosed = self.unclosed.get_mut(MARKS.iter().position(|it| *it == mark)?)?;
        if *unclosed {
            return None;
        }
        let mut is_escaped = false;
        let mut characters = text.char_indices().peekable();
        while let Some((place, character)) = characters.next() {
            let is_end = character == mark && !is_escaped;
            if is_end && !characters.peek().is_some_and(|(_, next)| next.is_alphanumeric()) {
                return Some(place + mark.len_utf8());
            }
            is_escaped = character == '\\' && !is_escaped;
        }
        *unclosed = true;
        None
    }
}

impl<'t> Iterator for Skeleton<'t> {
    type Item = Cow<'t, str>;

    fn next(&mut self) -> Option<Cow<'t, str>> {
        self.words_left = self.words_left.checked_sub(1)?;
        loop {
            let word = self.next_word()?;
            let is_value = word == VALUE;
            if word.is_empty() || is_value && self.after_value {
                continue;
            }
            self.after_value = is_value;
            return Some(word);
        }
    }
}

const MARKS: [char; 3] = ['"', '\'', '`'];

fn is_mark(character: char) -> bool {
    MARKS.contains(&character)
}

fn is_between_words(character: char) -> bool {
    character.is_whitespace()
        || is_mark(character)
        || matches!(character, ',' | ';' | '(' | ')' | '[' | ']' | '{' | '}' | '<' | '>' | '|')
}

/// The word, or what is left of it.
fn without_values(word: &str) -> Cow<'_, str> {
    let word = word.trim_matches(['.', ':', '!', '?', '…']);
    // Most words are these, and only an id is a value.
    if word.bytes().all(|byte| byte.is_ascii_alphabetic()) {
        let is_id = word.len() >= SHORTEST_HEXADECIMAL && is_hexadecimal(word);
        return Cow::Borrowed(if is_id { VALUE } else { word });
    }
    if is_place(word) {
        return Cow::Borrowed(VALUE);
    }
    if let Some((name, _)) = word.split_once('=').filter(|(name, _)| !name.is_empty()) {
        return Cow::Owned(format!("{}=", without_values(name)));
    }
    if word.contains(char::is_numeric) {
        return names_beside_numbers(word);
    }
    if word.len() >= SHORTEST_HEXADECIMAL && is_hexadecimal(word) {
        return Cow::Borrowed(VALUE);
    }
    Cow::Borrowed(word)
}

/// Whether the word is a path, a URL, the address of a person or a host, or the name of a file or field.
fn is_place(word: &str) -> bool {
    let is_address = word.contains("://") || word.contains('@') || word.contains('\\');
    let is_ip_address = word.contains("::") && word.split(':').all(is_hexadecimal);
    is_address || is_ip_address || is_path(word) || is_dotted(word)
}

/// Whether the word is a path, and not one such as `and/or` or `text/html`.
fn is_path(word: &str) -> bool {
    let mut parts = word.rsplit('/');
    let last = parts.next().unwrap_or_default();
    match parts.count() {
        0 => false,
        1 => last.contains('.') || ["/", "~/", "./"].iter().any(|start| word.starts_with(start)),
        _ => true,
    }
}

/// Whether the word is the name of a host, of a file or of a nested field. The name of a class has dots, too, but is
/// kept: its last part begins with an uppercase letter.
fn is_dotted(word: &str) -> bool {
    let mut parts = word.rsplit('.');
    let last = parts.next().unwrap_or_default();
    let is_class = last.starts_with(char::is_uppercase);
    let is_part = |part: &str| part.chars().all(|it| it.is_alphanumeric() || matches!(it, '-' | '_' | ':'));
    word.contains('.') && !is_class && word.split('.').all(is_part)
}

/// The longer words beside numbers, such as `order` in `order-17`; any other is taken for part of an id.
fn names_beside_numbers(word: &str) -> Cow<'static, str> {
    let is_name =
        |part: &&str| part.len() >= SHORTEST_NAME && part.chars().all(char::is_lowercase) && !is_hexadecimal(part);
    let mut names = String::new();
    for name in word.split(|it: char| !it.is_alphanumeric()).filter(is_name) {
        names.push_str(name);
        names.push('-');
    }
    names.push_str(VALUE);
    Cow::Owned(names)
}

fn is_hexadecimal(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_removed_and_words_are_kept() {
        let rows = [
            ("Order 17 was not found", "Order # was not found"),
            ("Order a3bb189e-8bf9-41c4-b5db-dbe0e0f51f6e was not found", "Order # was not found"),
            ("Order deadbeef was not found, order facade was", "Order # was not found order facade was"),
            ("took 1,024 ms (limit: 3.5s)", "took # ms limit #"),
            ("no user 'Ann O'Hara' here", "no user # here"),
            ("can't open the users' file", "can t open the users file"),
            (r#"no field "a \" b" in it"#, "no field # in it"),
            ("a quote \" that never ends 'here", "a quote that never ends here"),
            ("cannot read /var/lib/app/x.db and/or C:\\Data\\x.db", "cannot read # and/or #"),
            ("cannot read ~/x or ./y or catalogue.json", "cannot read # or # or #"),
            ("https://shop.example.com/orders?id=7 answered 503", "# answered #"),
            ("jane@corp.io at 10.1.2.3:5432, [::1]:80 and fe80::dead:beef", "# at # and #"),
            ("db.internal:5432 refused", "# refused"),
            ("java.lang.NullPointerException: in com.shop.Cart", "java.lang.NullPointerException in com.shop.Cart"),
            ("id=17 user=jane", "id= user="),
            ("order-17 of req-ab12-cd", "order-# of #"),
            ("token V1StGXR8_Z5jdHi6B-myT", "token #"),
            ("expected [1, 2, 3], got [4]", "expected # got #"),
            ("  ", ""),
        ];
        for (text, expected) in rows {
            assert_eq!(Skeleton::of(text).collect::<Vec<_>>().join(" "), expected, "{text}");
        }
    }

    #[test]
    fn only_the_first_words_count() {
        assert_eq!(Skeleton::of(&"word ".repeat(10_000)).count(), MOST_WORDS);
    }

    #[test]
    fn quotation_marks_without_end_cost_no_more_than_words() {
        let text = "'a \"b `c 'd".repeat(20_000);
        let start = std::time::Instant::now();
        let _ = Skeleton { words_left: usize::MAX, ..Skeleton::of(&text) }.count();
        assert!(start.elapsed().as_secs() < 10, "{:?}", start.elapsed());
    }
}
