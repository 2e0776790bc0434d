//! How text fits a terminal: width, wrapping, cutting.

use anstyle::{AnsiColor, Style};
use textwrap::core::display_width;
use textwrap::{Options, WordSeparator, WordSplitter};

/// For names.
pub(crate) const BOLD: Style = Style::new().bold();
/// For what matters less.
pub(crate) const DIM: Style = Style::new().dimmed();
/// For what is not for every reader.
pub(crate) const ALARM: Style = AnsiColor::Red.on_default();

const NARROWEST: usize = 40;
const WIDEST: usize = 100;
const WITHOUT_TERMINAL: usize = 80;

/// How many columns text may take: those of the terminal, else `COLUMNS`, else 80.
pub(crate) fn width() -> usize {
    let columns = terminal_size::terminal_size_of(std::io::stdout()).map(|(width, _)| usize::from(width.0));
    let columns = columns.or_else(|| std::env::var("COLUMNS").ok()?.parse().ok());
    columns.unwrap_or(WITHOUT_TERMINAL).clamp(NARROWEST, WIDEST)
}

/// Text broken between words so that it fits beside and below a lead, such as a label, of `indent` columns.
pub(crate) fn wrapped(text: &str, indent: usize) -> String {
    let words: Vec<_> = text.split_whitespace().collect();
    let room = width().saturating_sub(indent).max(NARROWEST / 2);
    lines(&words.join(" "), room, "").join(&format!("\n{:indent$}", ""))
}

/// Names with commas between them, broken between names only.
pub(crate) fn listed(names: &[&str], indent: usize) -> String {
    // Lines are broken at spaces; a no-break space holds a name together.
    let names: Vec<_> = names.iter().map(|name| name.replace(' ', "\u{a0}")).collect();
    let room = width().saturating_sub(indent).max(NARROWEST / 2);
    lines(&names.join(", "), room, "").join(&format!("\n{:indent$}", "")).replace('\u{a0}', " ")
}

/// Two texts beside each other: each line of the one with the line of the other, and what it lacks to its room.
pub(crate) fn beside(left: &str, right: &str, room: usize) -> Vec<(String, usize, String)> {
    let fitted = |text: &str| -> Vec<String> { text.lines().flat_map(|line| lines(line, room, "  ")).collect() };
    let (mut left, mut right) = (fitted(left), fitted(right));
    let height = left.len().max(right.len());
    left.resize(height, String::new());
    right.resize(height, String::new());
    let rows = left.into_iter().zip(right).map(|(left, right)| {
        let missing = room.saturating_sub(display_width(&left));
        (left, missing, right)
    });
    rows.collect()
}

/// The lines of a paragraph in so many columns, all but the first after an indent. A word that is too long is broken.
fn lines(paragraph: &str, columns: usize, indent: &str) -> Vec<String> {
    let options = Options::new(columns)
        .subsequent_indent(indent)
        .word_separator(WordSeparator::AsciiSpace)
        .word_splitter(WordSplitter::NoHyphenation);
    textwrap::wrap(paragraph, options).into_iter().map(String::from).collect()
}

/// Text cut to so many columns; a cut shows as `…`.
pub(crate) fn cut(text: &str, columns: usize) -> String {
    if display_width(text) <= columns {
        return text.to_owned();
    }
    let mut used = 1;
    let fitting = text.chars().take_while(|character| {
        used += display_width(character.encode_utf8(&mut [0; 4]));
        used <= columns
    });
    fitting.chain(['…']).collect()
}

/// Untrusted text for a message of one line: short, and with control characters escaped.
pub(crate) fn shown(text: &str) -> String {
    const MOST: usize = 60;
    let short: String = text.chars().take(MOST - 1).collect();
    let mark = if short.len() < text.len() { "…" } else { "" };
    short.chars().flat_map(char::escape_debug).chain(mark.chars()).collect()
}

#[cfg(test)]
mod tests {
    use super::{beside, cut, lines, shown};

    #[test]
    fn lines_are_broken_between_words_and_a_long_word_anywhere() {
        assert_eq!(lines("one two three", 8, "  "), ["one two", "  three"]);
        assert_eq!(lines("urn:uuid:0000", 5, ""), ["urn:u", "uid:0", "000"]);
        assert_eq!(lines("well-known names", 10, ""), ["well-known", "names"]);
    }

    #[test]
    fn the_left_column_is_filled_up_to_its_room() {
        let rows = beside("a b", "one two\nthree", 7);
        assert_eq!(rows, [("a b".to_owned(), 4, "one two".to_owned()), (String::new(), 7, "three".to_owned())]);
    }

    #[test]
    fn a_cut_counts_columns_and_not_characters() {
        assert_eq!(cut("short", 5), "short");
        assert_eq!(cut("longer", 5), "long…");
        assert_eq!(cut("日本語日本語", 5), "日本…");
    }

    #[test]
    fn untrusted_text_is_short_and_escaped() {
        assert_eq!(shown("a\u{1b}[31m"), "a\\u{1b}[31m");
        assert_eq!(shown(&"x".repeat(100)).chars().count(), 60);
    }
}
