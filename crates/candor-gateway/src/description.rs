//! Texts of a document, short enough for a model.

/// The text on one line, without the markup that says nothing, cut at the end of a sentence or of a word.
pub(crate) fn shortened(text: &str, max: usize) -> String {
    let plain = without_markup(text);
    if plain.chars().count() <= max {
        return plain;
    }
    let room = max.saturating_sub(1);
    let end = plain.char_indices().nth(room).map_or(plain.len(), |(end, _)| end);
    let head = plain.get(..end).unwrap_or_default();
    // A sentence that ends in the second half is worth more than the words after it.
    let sentence = head.rmatch_indices(". ").map(|(place, _)| place + 1).find(|place| *place * 2 >= end);
    match sentence {
        Some(end) => head.get(..end).unwrap_or_default().to_owned(),
        None => {
            let end = head.rfind(' ').unwrap_or(head.len());
            format!("{}…", head.get(..end).unwrap_or_default().trim_end_matches([',', ';', ':', ' ', '.']))
        }
    }
}

/// One line, without tags of HTML, and with the words of links alone.
fn without_markup(text: &str) -> String {
    let mut plain = String::with_capacity(text.len().min(4_096));
    let mut rest = text;
    while let Some(place) = rest.find(['<', '[']) {
        let (before, after) = rest.split_at(place);
        plain.push_str(before);
        if let Some((_, behind)) = tag(after) {
            plain.push(' ');
            rest = behind;
        } else if let Some((words, behind)) = link(after) {
            plain.push_str(words);
            rest = behind;
        } else {
            let (mark, behind) = after.split_at(1);
            plain.push_str(mark);
            rest = behind;
        }
    }
    plain.push_str(rest);
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The longest tag or link that is looked for.
const MAX_MARKUP: usize = 400;

/// A tag of HTML at the beginning of the text, and what follows.
fn tag(text: &str) -> Option<(&str, &str)> {
    let inner = text.strip_prefix('<')?;
    let name = inner.strip_prefix('/').unwrap_or(inner);
    if !name.starts_with(|first: char| first.is_ascii_lowercase()) {
        return None;
    }
    let end = near(inner, '>')?;
    let is_tag = |tag: &str| !tag.contains(['<', '\n']) && !tag.starts_with("http");
    Some((inner.get(..end)?, inner.get(end + 1..)?)).filter(|(tag, _)| is_tag(tag))
}

/// The words of a link of Markdown at the beginning of the text, and what follows.
fn link(text: &str) -> Option<(&str, &str)> {
    let inner = text.strip_prefix('[')?;
    let end = near(inner, ']')?;
    let words = inner.get(..end)?;
    let target = inner.get(end + 1..)?.strip_prefix('(')?;
    let close = near(target, ')')?;
    Some((words, target.get(close + 1..)?)).filter(|(words, _)| !words.contains('['))
}

fn near(text: &str, mark: char) -> Option<usize> {
    text.char_indices().take(MAX_MARKUP).find(|(_, letter)| *letter == mark).map(|(place, _)| place)
}

#[cfg(test)]
mod tests {
    use super::shortened;

    #[test]
    fn a_text_is_one_line_without_markup() {
        let rows = [
            ("Lists\n  all **pets**.\n", "Lists all **pets**."),
            ("<p>A <b>pet</b></p>", "A pet"),
            ("See [the guide](https://example.com/a) now", "See the guide now"),
            ("a < b and [x] stay", "a < b and [x] stay"),
        ];
        for (text, expected) in rows {
            assert_eq!(shortened(text, 100), expected, "{text}");
        }
    }

    #[test]
    fn a_long_text_ends_with_a_sentence_or_a_word() {
        assert_eq!(shortened("One longer sentence. Another one that is long.", 30), "One longer sentence.");
        assert_eq!(shortened("Words and, words without end", 12), "Words and…");
        assert_eq!(shortened(&"ä".repeat(50), 10).chars().count(), 10);
    }
}
