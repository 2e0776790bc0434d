//! YAML as a tree: anchors and aliases, merge keys, and the scalars of YAML 1.2's core schema.

use super::builder::{Builder, Scalar};
use super::tree::{LineColumn, Range, Tree};
use crate::finding::Problem;
use saphyr_parser::{Event, Parser, ScalarStyle, ScanError, Span, Tag};
use std::rc::Rc;
use std::sync::Arc;

/// Reads a YAML text.
pub(super) fn read(index: usize, name: Arc<str>, source: Rc<str>, max_parts: usize) -> Result<Tree, Problem> {
    let mut builder = Builder::new(index, name, Rc::clone(&source), max_parts);
    let mut documents = 0;
    for event in Parser::new_from_str(&source) {
        let (event, span) = event.map_err(|error| not_yaml(&builder, &error))?;
        let at = place(span);
        match event {
            Event::DocumentStart(_) => {
                documents += 1;
                if documents > 1 {
                    return Err(builder.problem(at, "a second YAML document begins here; one is expected"));
                }
            }
            Event::Alias(anchor) => builder.alias(anchor, at)?,
            Event::Scalar(text, style, anchor, tag) => {
                refuse_own_tag(&builder, tag.as_deref(), at)?;
                let range = range_of(&mut builder, &source, &text);
                if builder.awaits_key() {
                    builder.key(range, at);
                    // A key can be anchored, but nothing refers to it as a value.
                } else {
                    builder.scalar(scalar(&text, style, tag.as_deref(), range), at, anchor)?;
                }
            }
            Event::SequenceStart(anchor, tag) => {
                refuse_own_tag(&builder, tag.as_deref(), at)?;
                builder.open(false, at, anchor)?;
            }
            Event::MappingStart(anchor, tag) => {
                refuse_own_tag(&builder, tag.as_deref(), at)?;
                builder.open(true, at, anchor)?;
            }
            Event::SequenceEnd | Event::MappingEnd => {
                builder.close();
            }
            Event::Nothing | Event::StreamStart | Event::StreamEnd | Event::DocumentEnd => {}
        }
    }
    if documents == 0 {
        return Err(builder.problem(LineColumn { line: 1, column: 1 }, "the file is empty"));
    }
    Ok(builder.finish())
}

fn place(span: Span) -> LineColumn {
    let number = |place: usize| u32::try_from(place).unwrap_or(u32::MAX);
    LineColumn { line: number(span.start.line()), column: number(span.start.col() + 1) }
}

fn not_yaml(builder: &Builder, error: &ScanError) -> Problem {
    let marker = *error.marker();
    builder.problem(place(Span::empty(marker)), format!("is not YAML: {}", error.info()))
}

/// The text where it stands in the source, if it stands there as it is.
fn range_of(builder: &mut Builder, source: &str, text: &str) -> Range {
    if let Some(start) = (text.as_ptr() as usize).checked_sub(source.as_ptr() as usize)
        && source.get(start..start + text.len()) == Some(text)
    {
        return Builder::in_source(start, text.len());
    }
    builder.in_pool(text)
}

fn is_core(tag: &Tag) -> bool {
    tag.is_yaml_core_schema()
        || tag.handle.is_empty() && tag.suffix == "!"
        || tag.handle == "!" && tag.suffix.is_empty()
}

fn refuse_own_tag(builder: &Builder, tag: Option<&Tag>, at: LineColumn) -> Result<(), Problem> {
    match tag {
        Some(tag) if !is_core(tag) => {
            Err(builder.problem(at, format!("the tag `{tag}` has no meaning in an OpenAPI document")))
        }
        Some(_) | None => Ok(()),
    }
}

fn scalar(text: &str, style: ScalarStyle, tag: Option<&Tag>, range: Range) -> Scalar {
    let is_text = match tag {
        Some(tag) => !matches!(tag.suffix.as_str(), "int" | "float" | "bool" | "null"),
        None => style != ScalarStyle::Plain,
    };
    if is_text {
        return Scalar::String(range);
    }
    match text {
        "" | "~" | "null" | "Null" | "NULL" => Scalar::Null,
        "true" | "True" | "TRUE" => Scalar::Bool(true),
        "false" | "False" | "FALSE" => Scalar::Bool(false),
        text if is_number(text) => Scalar::Number(range),
        _ => Scalar::String(range),
    }
}

/// Whether it is a number of the core schema that JSON has too: infinity and not-a-number stay texts.
fn is_number(text: &str) -> bool {
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let has_radix = |prefix: &str, radix: u32| {
        text.strip_prefix(prefix).is_some_and(|digits| {
            digits.chars().all(|digit| digit.is_digit(radix)) && i64::from_str_radix(digits, radix).is_ok()
        })
    };
    let starts_as_number = unsigned.starts_with(|first: char| first.is_ascii_digit())
        || unsigned.strip_prefix('.').is_some_and(|rest| rest.starts_with(|first: char| first.is_ascii_digit()));
    has_radix("0x", 16) || has_radix("0o", 8) || starts_as_number && text.parse::<f64>().is_ok_and(f64::is_finite)
}
