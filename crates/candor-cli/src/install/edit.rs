//! The edits of a text that wrap a server and take its wrapper away. They touch the values of `command` and `args` and no other byte,
//! and the one is the inverse of the other.

use super::entry::{END_OF_OPTIONS, Start, WRAP};
use super::notation::Notation;
use super::tree::{Layout, Node};
use std::ops::Range;

/// A part of the text, and what takes its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Edit {
    span: Range<usize>,
    replacement: String,
}

/// What is written before a server.
#[derive(Debug)]
pub(crate) struct Wrapper {
    /// The path or the name of the program.
    pub(crate) command: String,
    /// The options between `wrap` and `--`.
    pub(crate) options: Vec<String>,
}

/// Puts the wrapper before the command. `None` where a line for `args` cannot be added.
pub(crate) fn wrap(text: &str, notation: Notation, start: &Start<'_>, wrapper: &Wrapper) -> Option<Vec<Edit>> {
    let command = start.command.node.span.clone();
    let words = [WRAP].into_iter().chain(wrapper.options.iter().map(String::as_str)).chain([END_OF_OPTIONS]);
    // The command is moved as it is written, so that it can be moved back.
    let mut items: Vec<_> = words.map(|word| notation.quoted(word)).collect();
    items.push(text.get(command.clone())?.to_owned());
    let new = Edit { span: command.clone(), replacement: notation.quoted(&wrapper.command) };
    let added = match (start.args, start.items()) {
        (None, _) => {
            let list = format!("{}[ {} ]", before_added_args(text, notation, start)?, items.join(", "));
            Edit { span: command.end..command.end, replacement: list }
        }
        (Some(args), []) => {
            let inside = args.node.span.start + 1;
            Edit { span: inside..inside, replacement: items.join(", ") }
        }
        (Some(_), [first, ..]) => {
            let separator = separator(text, start.items());
            let replacement = items.iter().flat_map(|item| [item.as_str(), separator.as_str()]).collect();
            Edit { span: first.span.start..first.span.start, replacement }
        }
    };
    Some(vec![new, added])
}

/// Takes the wrapper away; `inner` is the item of its arguments that is the command.
pub(crate) fn unwrap(text: &str, notation: Notation, start: &Start<'_>, inner: usize) -> Option<Vec<Edit>> {
    let command = start.command.node.span.clone();
    let args = start.args?.node.span.clone();
    let items = start.items();
    let (first, moved) = (items.first()?, items.get(inner)?);
    let back = Edit { span: command.clone(), replacement: text.get(moved.span.clone())?.to_owned() };
    if items.len() == inner + 1 && is_added(text, notation, start) {
        return Some(vec![back, removal(command.end..args.end)]);
    }
    let is_blank = |span: Range<usize>| text.get(span).is_some_and(|it| it.trim().is_empty());
    let comma = notation.next_comma(text, moved.span.end);
    let end = match items.get(inner + 1) {
        // Comments before the next argument belong to it.
        Some(next) if is_blank(comma? + 1..next.span.start) => next.span.start,
        _ => comma.map_or(moved.span.end, |comma| comma + 1),
    };
    let removals = match comma {
        Some(comma) if !is_blank(moved.span.end..comma) => {
            vec![removal(first.span.start..moved.span.end), removal(comma..end)]
        }
        _ => vec![removal(first.span.start..end)],
    };
    Some(std::iter::once(back).chain(removals).collect())
}

fn removal(span: Range<usize>) -> Edit {
    Edit { span, replacement: String::new() }
}

/// The text with all edits made. `None` if they overlap or are outside of it.
pub(crate) fn apply(text: &str, mut edits: Vec<Edit>) -> Option<String> {
    edits.sort_by_key(|edit| (edit.span.start, edit.span.end));
    let mut edited = String::with_capacity(text.len() + 256 * edits.len());
    let mut done = 0;
    for edit in edits {
        edited.push_str(text.get(done..edit.span.start)?);
        edited.push_str(&edit.replacement);
        done = edit.span.end;
    }
    edited.push_str(text.get(done..)?);
    Some(edited)
}

/// Whether `wrap` added `args` where there was none. Spaces within the brackets say so: in a list that was there and empty, the
/// first item follows the bracket.
fn is_added(text: &str, notation: Notation, start: &Start<'_>) -> bool {
    let command = start.command.node.span.end;
    let Some(args) = start.args.map(|args| args.node.span.clone()) else { return false };
    let list = text.get(args.clone()).unwrap_or_default();
    let between = text.get(command..args.start);
    list.starts_with("[ \"")
        && list.ends_with(" ]")
        && between.is_some()
        && between == before_added_args(text, notation, start).as_deref()
}

/// What stands between the value of `command` and the list of an `args` that is added. It depends only on what is before that value
/// and on how the line ends.
fn before_added_args(text: &str, notation: Notation, start: &Start<'_>) -> Option<String> {
    let key = start.command.key.start;
    let line = text.get(..key)?.rfind('\n').map_or(0, |it| it + 1);
    let before = text.get(line..key)?;
    let name = notation.key("args");
    match (start.table.layout, notation) {
        // Everything before the key is its indentation, and the tables that it is in.
        (Layout::Lines, _) => {
            let ending = line_ending(text.get(start.command.node.span.end..)?);
            Some(format!("{}{before}{name}", ending.unwrap_or(line_ending(text).unwrap_or("\n"))))
        }
        (Layout::Braces, _) if before.trim().is_empty() && line > 0 => {
            Some(format!(",{}{before}{name}", ending_before(text, line)))
        }
        (Layout::Braces, Notation::Json) => Some(format!(", {name}")),
        // A key such as `github.command` would have to be taken apart.
        (Layout::Braces, Notation::Toml) => {
            let is_first_of_key = before.trim_end().ends_with(['{', ',']);
            is_first_of_key.then(|| format!(", {name}"))
        }
    }
}

/// How the first line of the text ends.
fn line_ending(text: &str) -> Option<&'static str> {
    let end = text.find('\n')?;
    Some(if text.get(..end)?.ends_with('\r') { "\r\n" } else { "\n" })
}

/// How the line before the one that begins here ends.
fn ending_before(text: &str, line: usize) -> &'static str {
    if text.get(..line).is_some_and(|it| it.ends_with("\r\n")) { "\r\n" } else { "\n" }
}

/// What stands between two items of this list, which has some.
fn separator(text: &str, items: &[Node]) -> String {
    let between = match items {
        [one, two, ..] => text.get(one.span.end..two.span.start),
        _ => None,
    };
    if let Some(between) = between
        && between.strip_prefix(',').is_some_and(|blank| blank.trim().is_empty())
    {
        return between.to_owned();
    }
    let start = items.first().map_or(0, |first| first.span.start);
    let before = text.get(..start).unwrap_or_default();
    let line = before.rfind('\n').map_or(0, |it| it + 1);
    let indentation = before.get(line..).unwrap_or_default();
    if line > 0 && indentation.trim().is_empty() {
        return format!(",{}{indentation}", ending_before(text, line));
    }
    ", ".to_owned()
}
