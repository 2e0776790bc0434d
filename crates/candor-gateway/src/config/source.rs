//! The text of a configuration: places in it, and excerpts that show no secret.

use super::mistake::Excerpt;
use crate::finding::Place;
use std::ops::Range;
use std::sync::Arc;

/// The longest line that an excerpt shows, in characters.
const LONGEST: usize = 110;
/// What stands for a value that is not shown.
const MASK: &str = "…";

/// The text of a configuration.
#[derive(Debug)]
pub(crate) struct Source {
    pub(crate) name: Arc<str>,
    pub(crate) text: String,
    /// The places of all values that are not tables or lists, in their order.
    pub(crate) scalars: Vec<Range<usize>>,
    /// Those that are known not to be secret.
    pub(crate) shown: Vec<Range<usize>>,
    /// Whether the text is not TOML, so that nobody knows for sure what in it is a value.
    pub(crate) is_broken: bool,
}

impl Source {
    pub(crate) fn new(name: Arc<str>, text: String) -> Source {
        Source { name, text, scalars: Vec::new(), shown: Vec::new(), is_broken: false }
    }

    /// The place of a byte.
    pub(crate) fn place(&self, offset: usize) -> Place {
        let (number, line) = self.line(offset);
        let before = self.text.get(line.start..self.floor(offset).clamp(line.start, line.end)).unwrap_or_default();
        Place { file: Arc::clone(&self.name), line: number, column: clamped(before.chars().count() + 1) }
    }

    /// The line that a byte is on: its number, and its range without the line break.
    fn line(&self, offset: usize) -> (u32, Range<usize>) {
        let text = self.text.as_str();
        // What is wrong at the end of a file is shown on its last line.
        let offset = self.floor(offset.min(text.trim_end().len()));
        let before = text.get(..offset).unwrap_or_default();
        let start = before.rfind('\n').map_or(0, |at| at + 1);
        let rest = text.get(start..).unwrap_or_default();
        let line = rest.split('\n').next().unwrap_or_default();
        let length = line.strip_suffix('\r').unwrap_or(line).len();
        (clamped(before.matches('\n').count() + 1), start..start + length)
    }

    fn floor(&self, offset: usize) -> usize {
        self.text.floor_char_boundary(offset)
    }

    /// The line of a mistake, with a mark under it.
    pub(crate) fn excerpt(&self, span: &Range<usize>) -> Option<Excerpt> {
        let (number, line) = self.line(span.start);
        let pieces = if self.is_broken { self.careful_pieces(&line) } else { self.pieces(&line) };
        let mut text = String::new();
        let (mut indent, mut width) = (None, 0);
        for piece in pieces {
            let at = text.chars().count();
            let part = self.text.get(piece.range.clone()).unwrap_or_default();
            let is_marked = |offset: usize| span.contains(&offset) || span.is_empty() && offset == span.start;
            if let Some(mask) = piece.mask {
                if piece.range.start < span.end.max(span.start + 1) && span.start < piece.range.end {
                    indent.get_or_insert(at);
                    width += mask.chars().count();
                }
                text.push_str(mask);
                continue;
            }
            for (offset, character) in part.char_indices() {
                if is_marked(piece.range.start + offset) {
                    indent.get_or_insert(text.chars().count());
                    width += 1;
                }
                text.push(if character.is_control() { ' ' } else { character });
            }
        }
        let length = text.chars().count();
        Excerpt { line: number, text, indent: indent.unwrap_or(length), width: width.max(1) }.within(LONGEST)
    }

    /// The line with every value masked that is not known to be harmless, and without its comment.
    fn pieces(&self, line: &Range<usize>) -> Vec<Piece> {
        let mut pieces = Vec::new();
        let mut at = line.start;
        let first = self.scalars.partition_point(|scalar| scalar.end <= line.start);
        let of_line = self.scalars.iter().skip(first).take_while(|scalar| scalar.start < line.end);
        for scalar in of_line.chain(std::iter::once(&(line.end..line.end))) {
            let gap = at..scalar.start.clamp(at, line.end);
            let gap_text = self.text.get(gap.clone()).unwrap_or_default();
            if let Some(comment) = gap_text.find('#') {
                let before = gap_text.get(..comment).unwrap_or_default().trim_end().len();
                pieces.push(Piece { range: gap.start..gap.start + before, mask: None });
                return pieces;
            }
            pieces.push(Piece { range: gap, mask: None });
            let range = scalar.start.max(at)..scalar.end.clamp(at, line.end);
            at = range.end;
            if range.is_empty() {
                continue;
            }
            let is_shown = self.shown.contains(scalar);
            let is_text = self.text.get(scalar.start..).is_some_and(|text| text.starts_with(['"', '\'']));
            let mask = if is_text { "\"…\"" } else { MASK };
            pieces.push(Piece { range, mask: (!is_shown).then_some(mask) });
        }
        pieces
    }

    /// A line of a text that is not TOML: its key or header, if it is one that the configuration knows.
    fn careful_pieces(&self, line: &Range<usize>) -> Vec<Piece> {
        let text = self.text.get(line.clone()).unwrap_or_default();
        let head = match text.trim_start().starts_with('[') {
            true => text.find(']').map_or(text, |end| text.get(..end).unwrap_or(text)),
            false => text.split('=').next().unwrap_or_default(),
        };
        let mut names =
            head.split(['.', '[', ']']).map(|name| name.trim().trim_matches(['"', '\''])).filter(|it| !it.is_empty());
        let is_known =
            names.next().is_some_and(super::section::is_known_name) && names.all(super::section::is_known_name);
        let shown = match is_known {
            // The sign after the key.
            true => line.start + text.len().min(head.len() + 1),
            false => line.start,
        };
        let mask = (!self.text.get(shown..line.end).unwrap_or_default().trim().is_empty()).then_some(" …");
        vec![Piece { range: line.start..shown, mask: None }, Piece { range: shown..line.end, mask: mask.or(Some("")) }]
    }
}

/// A part of a line, and what is shown in its place.
struct Piece {
    range: Range<usize>,
    mask: Option<&'static str>,
}

impl Excerpt {
    /// As much of a long line as has the mark in it.
    fn within(self, longest: usize) -> Option<Excerpt> {
        let length = self.text.chars().count();
        if length == 0 {
            return None;
        }
        if length <= longest {
            return Some(self);
        }
        let first = self.indent.saturating_sub(longest / 3);
        let kept: String = self.text.chars().skip(first).take(longest).collect();
        let lead = if first > 0 { MASK } else { "" };
        let tail = if first + longest < length { MASK } else { "" };
        let indent = self.indent - first + lead.chars().count();
        let width = self.width.min(longest.saturating_sub(self.indent - first)).max(1);
        Some(Excerpt { line: self.line, text: format!("{lead}{kept}{tail}"), indent, width })
    }
}

fn clamped(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
