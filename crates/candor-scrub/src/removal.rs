//! What is removed from a text: joins removals that overlap, and inserts the placeholders.

use crate::REDACTED;
use crate::rule::Finding;
use crate::text::Text;
use std::ops::Range;

/// One part of a text that a rule removes.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Removal {
    /// The id of the rule, or of its format.
    pub rule: &'static str,
    /// The bytes that are removed.
    pub span: Range<usize>,
    /// What replaces them.
    pub placeholder: &'static str,
}

/// Joins findings that overlap. Of those with the same start, the placeholder of the strongest rule is used.
pub(crate) fn without_overlaps(text: &str, mut taken: Vec<Finding>) -> Vec<Removal> {
    taken.sort_by_key(|taken| (taken.span.start, taken.rank));
    let mut joined: Vec<Removal> = Vec::with_capacity(taken.len());
    for Finding { span, id, placeholder, .. } in taken {
        let span = text.floor_char_boundary(span.start)..text.ceil_char_boundary(span.end);
        add(&mut joined, Removal { rule: id, span, placeholder });
    }
    joined
}

/// Merges two lists, and joins removals that overlap.
pub(crate) fn joined(mut removals: Vec<Removal>, others: &[Removal]) -> Vec<Removal> {
    if others.is_empty() {
        return removals;
    }
    removals.extend_from_slice(others);
    removals.sort_by_key(|removal| removal.span.start);
    let mut joined = Vec::with_capacity(removals.len());
    removals.into_iter().for_each(|removal| add(&mut joined, removal));
    joined
}

/// Adds a removal that begins no earlier than the others.
fn add(joined: &mut Vec<Removal>, removal: Removal) {
    match joined.last_mut() {
        Some(last) if removal.span.start < last.span.end => last.span.end = last.span.end.max(removal.span.end),
        _ => joined.push(removal),
    }
}

/// Splits the removals at a position. Those after it are counted from there, and one that spans it is in both lists.
pub(crate) fn split_at(removals: &[Removal], at: usize) -> (Vec<Removal>, Vec<Removal>) {
    let (mut before, mut after) = (Vec::new(), Vec::new());
    for Removal { rule, span, placeholder } in removals {
        if span.start < at {
            before.push(Removal { rule, span: span.start..span.end.min(at), placeholder });
        }
        if span.end > at {
            after.push(Removal { rule, span: span.start.max(at) - at..span.end - at, placeholder });
        }
    }
    (before, after)
}

/// The removal, moved by so many bytes.
pub(crate) fn shifted(removal: Removal, by: usize) -> Removal {
    Removal { span: removal.span.start + by..removal.span.end + by, ..removal }
}

/// Widens each removal to its line, if the line has at least this length.
pub(crate) fn whole_lines(text: &str, removals: Vec<Removal>, shortest: usize) -> Vec<Removal> {
    let text = Text(text);
    let mut lines: Vec<Removal> = Vec::with_capacity(removals.len());
    let mut whole_to = 0;
    for removal in removals {
        let Removal { rule, span, .. } = &removal;
        let line = text.line_start(span.start.max(whole_to), whole_to)..text.line_end(span.end.max(whole_to));
        if line.len() < shortest && span.start >= whole_to {
            lines.push(removal);
        } else if !line.is_empty() {
            whole_to = line.end;
            let start = lines.last().map_or(0, |last| last.span.end).max(line.start);
            lines.push(Removal { rule, span: start..line.end, placeholder: REDACTED });
        }
    }
    lines
}

/// The text with placeholders for what is removed. Only the part of a removal counts that is within the text and after
/// the removal before it.
pub(crate) fn replace(text: &str, removals: &[Removal]) -> String {
    let mut scrubbed = String::with_capacity(text.len());
    let mut end = 0;
    for removal in removals {
        let start = text.floor_char_boundary(removal.span.start).max(end);
        let removed_to = text.ceil_char_boundary(removal.span.end.min(text.len()));
        if start < removed_to {
            scrubbed.push_str(text.get(end..start).unwrap_or_default());
            scrubbed.push_str(removal.placeholder);
            end = removed_to;
        }
    }
    scrubbed.push_str(text.get(end..).unwrap_or_default());
    scrubbed
}

/// Adds the ids of the rules that removed something, each once.
pub(crate) fn note_rules(removals: &[Removal], rules: &mut Vec<&'static str>) {
    for removal in removals {
        if !rules.contains(&removal.rule) {
            rules.push(removal.rule);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn removal(span: Range<usize>) -> Removal {
        Removal { rule: "email", span, placeholder: "-" }
    }

    #[test]
    fn a_removal_outside_the_text_removes_nothing() {
        for (span, expected) in [(9..12, "héllo"), (6..7, "héllo"), (4..20, "hél-"), (2..3, "h-llo"), (3..3, "héllo")]
        {
            assert_eq!(replace("héllo", &[removal(span.clone())]), expected, "{span:?}");
        }
        assert_eq!(replace("hello", &[removal(1..4), removal(2..3), removal(3..9)]), "h--");
    }

    #[test]
    fn removals_are_split_where_a_segment_ends() {
        let (before, after) = split_at(&[removal(0..2), removal(3..6), removal(7..9)], 5);
        assert_eq!((before, after), (vec![removal(0..2), removal(3..5)], vec![removal(0..1), removal(2..4)]));
    }
}
