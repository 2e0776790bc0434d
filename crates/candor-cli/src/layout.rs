//! How text fits a terminal: width, wrapping, cutting.

use anstyle::{AnsiColor, Style};

/// For names.
pub(crate) const BOLD: Style = Style::new().bold();
/// For what matters less.
pub(crate) const DIM: Style = Style::new().dimmed();
/// For what must not be seen by everybody.
pub(crate) const ALARM: Style = AnsiColor::Red.on_default();

const NARROWEST: usize = 40;
const WIDEST: usize = 100;
const WITHOUT_TERMINAL: usize = 80;

/// How many columns text may take.
pub(crate) fn width() -> usize {
    let columns = terminal_size::terminal_size_of(std::io::stdout()).map(|(width, _)| usize::from(width.0));
    columns.unwrap_or(WITHOUT_TERMINAL).clamp(NARROWEST, WIDEST)
}

/// Text broken between words so that it fits beside and below a lead, such as a label, of `indent` columns.
pub(crate) fn wrapped(text: &str, indent: usize) -> String {
    filled(text.split_whitespace(), indent)
}

/// Names with commas between them, broken between names only.
pub(crate) fn listed(names: &[&str], indent: usize) -> String {
    let last = names.len().saturating_sub(1);
    let items: Vec<_> =
        names.iter().enumerate().map(|(at, name)| format!("{name}{}", if at < last { "," } else { "" })).collect();
    filled(items.iter().map(String::as_str), indent)
}

/// A word in pieces that fit; almost every word is one.
fn broken(word: &str, room: usize) -> impl Iterator<Item = &str> {
    let mut rest = word;
    std::iter::from_fn(move || {
        let end = rest.char_indices().nth(room).map_or(rest.len(), |(end, _)| end);
        let (piece, tail) = rest.split_at_checked(end)?;
        rest = tail;
        (!piece.is_empty()).then_some(piece)
    })
}

/// Two texts beside each other: each line of the one with the line of the other.
pub(crate) fn beside(left: &str, right: &str, room: usize) -> Vec<(String, String)> {
    let lines = |text: &str| -> Vec<String> {
        let fitted = text.lines().map(|line| fitted(line.split_whitespace(), room, 2));
        fitted.flat_map(|lines| lines.lines().map(str::to_owned).collect::<Vec<_>>()).collect()
    };
    let (mut left, mut right) = (lines(left), lines(right));
    let height = left.len().max(right.len());
    left.resize(height, String::new());
    right.resize(height, String::new());
    left.into_iter().zip(right).collect()
}

fn filled<'a>(pieces: impl Iterator<Item = &'a str>, indent: usize) -> String {
    fitted(pieces, width().saturating_sub(indent).max(NARROWEST / 2) + indent, indent)
}

/// Pieces in lines of so many columns, all but the first after an indent; the first has room for a lead of that width.
fn fitted<'a>(pieces: impl Iterator<Item = &'a str>, columns: usize, indent: usize) -> String {
    let room = columns.saturating_sub(indent).max(1);
    let mut result = String::new();
    let mut column = 0;
    for piece in pieces.flat_map(|piece| broken(piece, room)) {
        let length = piece.chars().count();
        if column > 0 && column + 1 + length > room {
            result.push('\n');
            result.extend(std::iter::repeat_n(' ', indent));
            column = 0;
        } else if column > 0 {
            result.push(' ');
            column += 1;
        }
        result.push_str(piece);
        column += length;
    }
    result
}

/// Text cut to so many columns; a cut shows as `…`.
pub(crate) fn cut(text: &str, columns: usize) -> String {
    if text.chars().count() <= columns {
        return text.to_owned();
    }
    text.chars().take(columns.saturating_sub(1)).chain(['…']).collect()
}

/// A stranger's text for a message of one line: short, and without anything that steers a terminal.
pub(crate) fn shown(text: &str) -> String {
    const MOST: usize = 60;
    cut(text, MOST).chars().flat_map(char::escape_debug).collect()
}
