//! `--jsonl`: each line is an object with an id and a text, and so is each line that is written.

use super::depth::{DEEPEST, flattened};
use super::json_strings::json_strings;
use crate::json_lines::BadLine;
use candor_scrub::{REDACTED, Scrubber};
use serde_json::Value;
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::ops::Range;

/// What is written for a line.
pub(super) fn answer(scrubber: &Scrubber, is_explained: bool, line: &str) -> Result<String, BadLine> {
    if is_explained { explained(scrubber, line) } else { scrubbed(scrubber, line) }
}

/// The members that every line has, as they are written.
struct Members<'t> {
    id: &'t RawValue,
    text: &'t RawValue,
    /// All others, also those whose name another has, too.
    others: Vec<(String, &'t RawValue)>,
}

impl<'t> Members<'t> {
    fn of(line: &'t str) -> Result<Members<'t>, BadLine> {
        if !line.trim_start().starts_with('{') {
            return Err(BadLine::NotObject);
        }
        let mut members: HashMap<String, &RawValue> =
            serde_json::from_str(line).map_err(|error| BadLine::from_json_error(&error, 0))?;
        let mut member = |name| members.remove(name).ok_or(BadLine::Missing { member: name });
        let (id, text) = (member("id")?, member("text")?);
        let is_other = |(name, value): &(Cow<'_, str>, &RawValue)| name != "id" && !std::ptr::eq(*value, text);
        let others = pairs(line).filter(is_other).map(|(name, value)| (name.into_owned(), value)).collect();
        if text.get().starts_with('"') { Ok(Members { id, text, others }) } else { Err(BadLine::TextIsNotString) }
    }
}

/// Every member of an object with its value, also where several have one name.
fn pairs(object: &str) -> impl Iterator<Item = (Cow<'_, str>, &RawValue)> {
    json_strings(object).filter(|string| string.is_name && string.depth == 1).filter_map(|string| {
        let name = unescaped(object.get(string.span.clone())?, 0).ok()?;
        let value = object.get(string.span.end..)?.trim_start().strip_prefix(':')?;
        let value = serde_json::Deserializer::from_str(value).into_iter().next()?.ok()?;
        Some((name, value))
    })
}

/// Whether an object within the text has two members with one name. Of these, only the last is read as a value.
fn has_duplicates(json: &str) -> bool {
    let (mut open, mut seen) = (Vec::new(), 0);
    json_strings(json).any(|string| {
        for byte in json.get(seen..string.span.start).unwrap_or_default().bytes() {
            match byte {
                b'{' | b'[' => open.push(HashSet::new()),
                b'}' | b']' => drop(open.pop()),
                _ => {}
            }
        }
        seen = string.span.end;
        let name = || unescaped(json.get(string.span.clone())?, 0).ok();
        string.is_name && open.last_mut().zip(name()).is_some_and(|(names, name)| !names.insert(name))
    })
}

/// The line with all its strings and values scrubbed, except those of the id.
fn scrubbed(scrubber: &Scrubber, line: &str) -> Result<String, BadLine> {
    let others = Members::of(line)?.others;
    let strings = changed_strings(scrubber, line)?;
    let values = changed_values(scrubber, line, others, &strings);
    let is_outside = |change: &&Change| !values.iter().any(|value| value.span.contains(&change.span.start));
    let mut changes: Vec<&Change> = strings.iter().filter(is_outside).chain(&values).collect();
    changes.sort_by_key(|change| change.span.start);
    Ok(changed(line, 0..line.len(), changes.into_iter()))
}

/// A place in a line, and what is put there.
struct Change {
    span: Range<usize>,
    other: String,
}

/// That part of the line, with the changes in it.
fn changed<'c>(line: &str, part: Range<usize>, changes: impl Iterator<Item = &'c Change>) -> String {
    let (mut text, mut seen) = (String::with_capacity(part.len()), part.start);
    for Change { span, other } in changes {
        text.push_str(line.get(seen..span.start).unwrap_or_default());
        text.push_str(other);
        seen = span.end;
    }
    text.push_str(line.get(seen..part.end).unwrap_or_default());
    text
}

/// The strings that change, each by itself: what is around them stays as it is written.
fn changed_strings(scrubber: &Scrubber, line: &str) -> Result<Vec<Change>, BadLine> {
    let mut changes = Vec::new();
    let (mut name, mut is_id) = (Cow::Borrowed(""), false);
    for string in json_strings(line) {
        let written = line.get(string.span.clone()).unwrap_or_default();
        let text = unescaped(written, string.span.start)?;
        if string.is_name {
            is_id = if string.depth == 1 { text == "id" } else { is_id };
            name = text.clone();
        }
        if is_id {
            continue;
        }
        let other = if string.is_name { scrubber.scrub(&text) } else { scrubber.scrub_member(&name, &text) };
        if other != text {
            changes.push(Change { span: string.span, other: Value::from(other).to_string() });
        }
    }
    Ok(changes)
}

/// The values in which more must change than their strings: numbers, and what is under the name of a secret.
fn changed_values(
    scrubber: &Scrubber,
    line: &str,
    members: Vec<(String, &RawValue)>,
    strings: &[Change],
) -> Vec<Change> {
    let values = members.into_iter().filter(|(_, raw)| !raw.get().starts_with('"')).filter_map(|(name, raw)| {
        let start = (raw.get().as_ptr() as usize).checked_sub(line.as_ptr() as usize)?;
        let span = start..start + raw.get().len();
        // What cannot be read as a value, such as 1e999, cannot be judged, so it goes.
        let value = serde_json::from_str(&flattened(raw.get(), DEEPEST)).unwrap_or_else(|_| Value::from(REDACTED));
        let scrubbed = scrubber.scrub_json(&Value::Object([(name, value)].into_iter().collect()));
        let scrubbed = scrubbed.as_object()?.values().next()?;
        let by_strings = changed(line, span.clone(), strings.iter().filter(|change| span.contains(&change.span.start)));
        let is_done = serde_json::from_str::<Value>(&by_strings).is_ok_and(|value| value == *scrubbed);
        // What another member hides was not judged, so it goes.
        let is_done = is_done && !has_duplicates(raw.get());
        (!is_done).then(|| Change { span, other: scrubbed.to_string() })
    });
    values.collect()
}

/// `{"id": …, "removals": […]}`, with places in the text as it is without escapes.
fn explained(scrubber: &Scrubber, line: &str) -> Result<String, BadLine> {
    let Members { id, text, .. } = Members::of(line)?;
    let text = unescaped(text.get(), 0)?;
    let removals = scrubber.removals(&text).into_iter().map(|removal| {
        let (start, end) = (removal.span.start, removal.span.end);
        format!(r#"{{"rule":"{}","start":{start},"end":{end},"placeholder":"{}"}}"#, removal.rule, removal.placeholder)
    });
    Ok(format!(r#"{{"id":{id},"removals":[{}]}}"#, removals.collect::<Vec<_>>().join(",")))
}

/// The text of a JSON string that begins after so many bytes of the line.
fn unescaped(written: &str, skipped: usize) -> Result<Cow<'_, str>, BadLine> {
    let inner = written.get(1..written.len().saturating_sub(1)).unwrap_or_default();
    if !inner.contains('\\') {
        return Ok(Cow::Borrowed(inner));
    }
    let text = serde_json::from_str(written).map_err(|error| BadLine::from_json_error(&error, skipped))?;
    Ok(Cow::Owned(text))
}
