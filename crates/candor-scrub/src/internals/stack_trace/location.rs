//! Source locations: a file, a line, perhaps a column.

use crate::internals::look_budget::window;
use crate::text::{Class, DIGIT, Text, around_last, is_any};
use std::ops::Range;

/// How many bytes before its line number the start of a path is searched for.
pub(super) const LONGEST_PATH: usize = 512;
/// The characters of a path without spaces.
pub(super) const PATH: Class = Class::not(" \t\r\n\"'`()[]{}<>,;|=");

/// The location without `:12` or `:12:3` at its end.
pub(super) fn without_position(place: &str) -> Option<&str> {
    let before = without_number(place)?;
    Some(without_number(before).unwrap_or(before))
}

/// The location without `:12:3` at its end.
pub(super) fn without_line_and_column(place: &str) -> Option<&str> {
    without_number(without_number(place)?)
}

fn without_number(place: &str) -> Option<&str> {
    let start = Text(place).skip_back(place.len(), 0, &DIGIT);
    (start < place.len()).then(|| place.get(..start)?.strip_suffix(':')).flatten()
}

/// Whether the path has the extension of a source file.
pub(super) fn is_source(path: &str) -> bool {
    const EXTENSIONS: [&str; 49] = [
        "js", "mjs", "cjs", "jsx", "ts", "mts", "cts", "tsx", "vue", "svelte", "html", "java", "kt", "kts", "scala",
        "groovy", "clj", "rs", "go", "s", "py", "pyx", "rb", "erb", "rake", "php", "phtml", "inc", "cs", "vb", "fs",
        "dart", "ex", "exs", "erl", "swift", "m", "mm", "c", "cc", "cpp", "cxx", "h", "hpp", "pl", "pm", "lua", "hs",
        "goc",
    ];
    // A bundler adds a query: `app.js?v=3`.
    let path = path.split_once(['?', '#']).map_or(path, |(path, _)| path);
    path.rsplit_once('.').is_some_and(|(name, extension)| !name.is_empty() && is_any(extension, &EXTENSIONS))
}

/// The rest of the line, up to a little more than the longest path.
pub(super) fn ahead(text: Text<'_>, at: usize) -> &str {
    let ahead = text.get(window(text, at, LONGEST_PATH));
    memchr::memchr2(b'\n', b'\r', ahead.as_bytes()).map_or(ahead, |end| ahead.get(..end).unwrap_or_default())
}

/// The line before the position, up to the longest path.
pub(super) fn behind(text: Text<'_>, at: usize) -> &str {
    let floor = at.saturating_sub(LONGEST_PATH);
    let before = text.0.as_bytes().get(floor..at).unwrap_or_default();
    let start = memchr::memrchr2(b'\n', b'\r', before).map_or(floor, |line_break| floor + line_break + 1);
    (start..=at).take(4).find_map(|start| text.0.get(start..at)).unwrap_or_default()
}

/// The path that ends at the position and begins after the last of the words, each of which ends with a space. An
/// absolute path may contain spaces.
pub(super) fn path_after(text: Text<'_>, end: usize, words: &[&str]) -> Option<Range<usize>> {
    let behind = behind(text, end);
    let path =
        words.iter().filter_map(|word| around_last(behind, word)).map(|(_, path)| path).min_by_key(|it| it.len())?;
    let is_path =
        !path.is_empty() && (PATH.has_all(path) || path.starts_with(['/', '\\']) || path.get(1..3) == Some(":\\"));
    is_path.then(|| end - path.len()..end)
}

/// The path without spaces that ends at the position.
pub(super) fn path_before(text: Text<'_>, end: usize) -> Range<usize> {
    text.skip_back(end, end.saturating_sub(LONGEST_PATH), &PATH)..end
}

/// The end of the `12` or `12:3` at the position.
pub(super) fn position_end(text: Text<'_>, start: usize) -> Option<usize> {
    let line = text.skip(start, &DIGIT);
    if line == start {
        return None;
    }
    let column = text.skip(line + 1, &DIGIT);
    Some(if text.byte(line) == Some(b':') && column > line + 1 { column } else { line })
}
