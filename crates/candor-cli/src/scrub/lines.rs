//! `--jsonl`: each line is an object with an id and a text, and so is each line that is written.

use super::changes::changed;
use crate::json_lines::BadLine;
use candor_scrub::Scrubber;
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::collections::HashMap;

/// What is written for a line.
pub(super) fn answer(scrubber: &Scrubber, is_explained: bool, line: &str) -> Result<String, BadLine> {
    if is_explained { explained(scrubber, line) } else { scrubbed(scrubber, line) }
}

/// The members that every line has, as they are written.
struct Members<'t> {
    id: &'t RawValue,
    text: &'t RawValue,
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
        if text.get().starts_with('"') { Ok(Members { id, text }) } else { Err(BadLine::TextIsNotString) }
    }
}

/// The line with all its names and values scrubbed, except those of the id.
fn scrubbed(scrubber: &Scrubber, line: &str) -> Result<String, BadLine> {
    Members::of(line)?;
    changed(scrubber, line)
}

/// `{"id": …, "removals": […]}`, with positions in the unescaped text.
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
pub(super) fn unescaped(written: &str, skipped: usize) -> Result<Cow<'_, str>, BadLine> {
    let inner = written.get(1..written.len().saturating_sub(1)).unwrap_or_default();
    if !inner.contains('\\') {
        return Ok(Cow::Borrowed(inner));
    }
    let text = serde_json::from_str(written).map_err(|error| BadLine::from_json_error(&error, skipped))?;
    Ok(Cow::Owned(text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// White space that JSON allows between tokens.
    fn space() -> impl Strategy<Value = String> {
        prop_oneof![4 => Just(String::new()), 1 => "[ \t]{1,3}"]
    }

    /// JSON as it may be written, of these names and scalars. The prefixes keep the names of an object apart.
    fn json(name: &'static str, prefixes: [&'static str; 5], scalar: &'static str) -> impl Strategy<Value = String> {
        scalar.prop_recursive(5, 40, 5, move |inner| {
            let item =
                (space(), inner.clone(), space()).prop_map(|(before, item, after)| before + &item + &after).boxed();
            let member = (space(), name, space(), item.clone());
            let objects = prop::collection::vec(member, 0..5).prop_map(move |members| {
                let members = members.into_iter().enumerate();
                let members = members.map(|(index, (before, name, after, item))| {
                    format!("{before}\"{}{name}\"{after}:{item}", prefixes.get(index).unwrap_or(&""))
                });
                format!("{{{}}}", members.collect::<Vec<_>>().join(","))
            });
            let lists = prop::collection::vec(item, 0..5).prop_map(|items| format!("[{}]", items.join(",")));
            prop_oneof![objects, lists]
        })
    }

    const HARMLESS: &str = r#"null|true|false|""|"a\\u00e9\\n"|"\\\\\\"\]\},\{:"|"é 😀"|-?0|[1-9][0-9]{0,3}|-?[0-9]\.[0-9]{1,3}0|[1-9]E[+-]?[0-9]{1,4}|"[a-e ]{0,5}""#;
    const ANYTHING: &str = r#"null|""|7|1\.50|"\[redacted\]"|4111111111111111|"ann@mail\.shop"|"/etc/shop/key"|"DB_PASSWORD"|"Zk7vQ2mXw41b"|"sun"|"password=sun""#;
    const NAMES: &str = r"|a|name|key|value|password|hubspotKey|ann@mail\.shop|\[email\]|pass\\u0077ord|token=sun";

    proptest! {
        #[test]
        fn a_line_with_nothing_to_remove_stays_byte_by_byte(value in json(r#"|a|é|\\u0061|\\""#, ["", "b", "c", "d", "f"], HARMLESS), space in space()) {
            let line = format!("{{{space}\"id\":1,\"more\"{space}:{value},\"text\":\"\"{space}}}");
            prop_assert_eq!(scrubbed(&Scrubber::new(), &line).unwrap(), line);
        }

        #[test]
        fn a_scrubbed_line_stays_as_it_is(value in json(NAMES, [""; 5], ANYTHING), name in NAMES) {
            let line = format!("{{\"id\":1,\"{name}\":{value},\"text\":\"\"}}");
            let once = scrubbed(&Scrubber::new(), &line).unwrap();
            prop_assert!(serde_json::from_str::<serde_json::Value>(&once).is_ok(), "{}", once);
            prop_assert!(!once.contains("4111") && !once.contains("ann@"), "{}", once);
            prop_assert_eq!(scrubbed(&Scrubber::new(), &once).unwrap(), once);
        }
    }
}
