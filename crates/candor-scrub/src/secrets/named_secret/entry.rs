//! Entries: the name of a secret is the value of one member, and the secret is the value of another.

use super::mark::{CLOSING, MOST_BLANKS, MOST_CLOSING, element};
use super::value::{BACKSLASH, MOST_BACKSLASHES, closed_quote};
use crate::below_name::below;
use crate::effort::note_read;
use crate::internals::look_budget::{is_spent, spend};
use crate::rule::Findings;
use crate::sensitive_name::{NAMES_OF_ENTRIES, Strength, VALUES_OF_ENTRIES, strength};
use crate::text::{ALPHANUMERIC, BLANK, Class, NAME, Text, ends_with_ignoring_case};
use std::ops::Range;

/// What is between the members of an entry.
const FILL: Class = Class::of(" \t\r\n\"'\\,{");
/// How many members are read.
const MOST_MEMBERS: usize = 8;
/// How many bytes of a value between the name and the value of an entry are read.
const LONGEST_BETWEEN: usize = 256;
/// How many bytes before the name are searched for the value.
const LONGEST_BEFORE: usize = 512;

/// Whether the word names a secret whose value is another member of the entry.
pub(super) fn is_name_of_entry(text: Text<'_>, word: &Range<usize>) -> bool {
    // What is around the word is short; the word may be all of the text.
    let named = text.get(word.clone());
    let closed = text.skip_at_most(word.end, &CLOSING, MOST_CLOSING);
    names_an_entry(text, word.start)
        && (strength(named).is_some() || below(named).is_some())
        && (entry_value(text, closed).is_some() || value_before(text, word.start).is_some())
}

/// Removes the value of an entry that is not after a mark: one before its name, or the content of its element. Returns up
/// to where the text is handled.
pub(super) fn find(text: Text<'_>, start: usize, end: usize, found: &mut Findings<'_>) -> Option<usize> {
    let closed = text.skip_at_most(end, &CLOSING, MOST_CLOSING);
    if text.byte(closed) == Some(b'>') {
        let inner = element(text, closed)?;
        let value = inner..text.skip_at_most(inner, const { &Class::not("<") }, LONGEST_BETWEEN);
        found.take(value.clone());
        return Some(value.end);
    }
    let is_telling = found.memo.strength(text, start..end) == Some(Strength::Strong);
    if !is_telling || entry_value(text, closed).is_some() {
        return None;
    }
    if is_spent(found, start) {
        let line = text.line_start(start, start.saturating_sub(LONGEST_BEFORE))..text.line_end(start);
        found.take(line.clone());
        return Some(line.end);
    }
    let value = value_before(text, start);
    match value {
        Some(value) => found.take(value),
        None => spend(found, LONGEST_BEFORE),
    }
    None
}

/// Removes the content of the element after the one that holds the name, and returns its end.
pub(super) fn find_element(text: Text<'_>, start: usize, end: usize, found: &mut Findings<'_>) -> Option<usize> {
    let value = element_after(text, start, end).filter(|_| text.starts_with(end, "</"))?;
    found.take(value.clone());
    Some(value.end)
}

/// The value of an entry that names a secret: `key="DbPassword" value="…"`, `variable "password" { default = "…" }`,
/// `{"Name": "DB_PASSWORD", "Type": "String", "Value": "…"}`, `name: DB_PASSWORD` with `value: …` in the line below,
/// `--name DB_PASSWORD --value …`.
///
/// The caller knows that it [names an entry](names_an_entry).
pub(super) fn entry_value(text: Text<'_>, closed: usize) -> Option<usize> {
    if text.byte(closed) == Some(b'>') {
        return element(text, closed);
    }
    let mut at = closed;
    for _ in 0..MOST_MEMBERS {
        let member = member_at(text, at)?;
        if is_value(text.get(member.name)) {
            return Some(member.mark_end);
        }
        at = member.value.end;
    }
    None
}

struct Member {
    name: Range<usize>,
    mark_end: usize,
    value: Range<usize>,
}

/// The member that begins after the fill at the position.
fn member_at(text: Text<'_>, at: usize) -> Option<Member> {
    let start = text.skip_at_most(at, &FILL, MOST_BLANKS);
    let end = text.skip_at_most(start, &NAME, 2 * MOST_BLANKS);
    let mark = text.skip_at_most(end, const { &Class::of("\"'\\ \t") }, MOST_CLOSING);
    let is_flag = text.byte(start) == Some(b'-') && text.is(end, &BLANK);
    let has_mark = text.is(mark, const { &Class::of("=:") });
    if end == start || !has_mark && !is_flag {
        return None;
    }
    let mark_end = if has_mark { mark + 1 } else { end };
    let open = text.skip_at_most(mark_end, &BLANK, MOST_BLANKS);
    let quote_at = text.skip_at_most(open, &BACKSLASH, MOST_BACKSLASHES);
    let quote = text.byte(quote_at).filter(|byte| matches!(byte, b'"' | b'\''));
    let value = match quote {
        Some(quote) => closed_quote(text, quote_at + 1, quote, quote_at - open, LONGEST_BETWEEN)?,
        None => open..text.skip_at_most(open, const { &Class::not(" \t\r\n,;{}[]<>\"'") }, LONGEST_BETWEEN),
    };
    Some(Member { name: start..end, mark_end, value })
}

fn is_value(name: &str) -> bool {
    let plain = name.trim_start_matches('-');
    VALUES_OF_ENTRIES.iter().any(|known| plain.eq_ignore_ascii_case(known))
        || ends_with_ignoring_case(plain, "value")
        || ends_with_ignoring_case(plain, "default")
}

/// How many dashes between an entry and its name may be none of a list: a ruler has a thousand.
const MOST_DASHES: usize = 24;

/// The value of an entry whose name is after it: `value="…" key="DbPassword"`, `{"value": "…", "name": "DB_PASSWORD"}`,
/// `- value: …` with `name: DB_PASSWORD` in the line below.
fn value_before(text: Text<'_>, start: usize) -> Option<Range<usize>> {
    let floor = text.character_start(start.saturating_sub(LONGEST_BEFORE));
    let before = text.0.as_bytes().get(floor..start)?;
    note_read(before.len());
    let open = memchr::memrchr3(b'{', b'<', b'(', before).map(|at| floor + at + 1);
    let tag = open.filter(|open| text.is_before(*open, const { &Class::of("<") }));
    // The name of an element is not a member.
    let open = tag.map(|tag| text.skip(tag, &NAME)).or(open);
    let line = || text.line_start(start, floor);
    let is_item = |at: &usize| before.get(at + 1) == Some(&b' ');
    let item = || memchr::memrchr_iter(b'-', before).take(MOST_DASHES).find(is_item).map(|at| floor + at + 2);
    let mut at = open.or_else(item).unwrap_or_else(line);
    for _ in 0..MOST_MEMBERS {
        let member = member_at(text, at).filter(|member| member.value.end < start)?;
        if is_value(text.get(member.name)) {
            return (!member.value.is_empty()).then_some(member.value);
        }
        at = member.value.end;
    }
    None
}

/// The content of the element after the one that holds the name: `<key>Password</key><string>…</string>`.
fn element_after(text: Text<'_>, start: usize, end: usize) -> Option<Range<usize>> {
    const TAG: Class = Class::of("A-Za-z0-9_:-");
    let tag = text.skip_back(start.checked_sub(1)?, start.saturating_sub(MOST_BLANKS), &TAG)..start - 1;
    let naming = text.get(tag.clone());
    let is_naming = text.byte_before(start) == Some(b'>')
        && text.byte_before(tag.start) == Some(b'<')
        && NAMES_OF_ENTRIES.iter().any(|known| naming.eq_ignore_ascii_case(known))
        && strength(text.get(start..end)).is_some();
    let closed = end + 2 + naming.len();
    if !is_naming || text.get(end + 2..closed) != naming || text.byte(closed) != Some(b'>') {
        return None;
    }
    let next = text.skip_at_most(closed + 1, const { &Class::of(" \t\r\n") }, 2 * MOST_BLANKS);
    let name_end = text.skip_at_most(next + 1, &TAG, MOST_BLANKS);
    if text.byte(next) != Some(b'<') || name_end == next + 1 {
        return None;
    }
    let inner = text.skip_at_most(name_end, const { &Class::not("<>") }, LONGEST_BETWEEN) + 1;
    let value = inner..text.skip_at_most(inner, const { &Class::not("<") }, 4 * 1024);
    (text.byte_before(inner) == Some(b'>') && !value.is_empty()).then_some(value)
}

/// Whether the name is itself the value of `name`, `key` and the like.
pub(super) fn names_an_entry(text: Text<'_>, start: usize) -> bool {
    const BETWEEN: Class = Class::of("\"'\\ \t:=");
    /// Flags of command lines.
    const FLAGS: [&str; 4] = ["e", "k", "n", "env"];
    let end = text.skip_back(start, start.saturating_sub(MOST_CLOSING), &BETWEEN);
    if end == start || !text.is_before(end, const { &Class::of("eydmkrnvEYDMKRNV") }) {
        return false;
    }
    let first = text.skip_back(end, end.saturating_sub(16), &ALPHANUMERIC);
    let word = text.get(first..end);
    NAMES_OF_ENTRIES.iter().any(|known| word.eq_ignore_ascii_case(known))
        || text.is_before(first, const { &Class::of("-") }) && FLAGS.contains(&word)
}

#[cfg(test)]
mod tests {
    use crate::Scrubber;
    use serde_json::Value;

    #[test]
    fn the_value_of_an_entry_goes_and_its_name_stays_whichever_is_first() {
        let rows = [
            r#"<add key="DbPassword" value="{}"/>"#,
            r#"<add value="{}" key="DbPassword"/>"#,
            r#"<add key="dbPassW0rdProd2Secret" value="{}"/>"#,
            r#"<add value="{}" key="dbPassW0rdProd2Secret"/>"#,
            r#"<add key="DbPassword" lock="all of it, or none" value="{}"/>"#,
            r#"<entry key='api.token' value='{}'></entry>"#,
            r#"<entry key="api.token">{}</entry>"#,
            r#"<input type="hidden" name="password" value="{}">"#,
            "<property><name>db.password</name><value>{}</value></property>",
            "<key>ApiToken</key>\n<string>{}</string>",
            r#"{"name": "DB_PASSWORD", "value": "{}"}"#,
            r#"{"value": "{}", "name": "DB_PASSWORD"}"#,
            r#"{"name": "DB_PASSWORD", "note": "for the shop", "optional": false, "value": "{}"}"#,
            r#"{"key": "apiToken", "value": "{}"}"#,
            r#"{"k": "apiToken", "v": "{}"}"#,
            r#"{"header": "x-auth-token", "value": "{}"}"#,
            r#"{"Value": "{}", "Type": "String", "Name": "DB_PASSWORD"}"#,
            r#"{\"name\": \"DB_PASSWORD\", \"value\": \"{}\"}"#,
            r#"{\"value\": \"{}\", \"name\": \"DB_PASSWORD\"}"#,
            "{name: 'DB_PASSWORD', value: '{}'}",
            "EnvVar { value: \"{}\", name: \"DB_PASSWORD\" }",
            "env:\n- name: DB_PASSWORD\n  value: {}\n- name: PORT\n  value: 80",
            "env:\n- value: {}\n  name: DB_PASSWORD",
            "set --name DB_PASSWORD --value {}",
            "set -e DB_PASSWORD -v {}",
        ];
        for form in rows {
            let text = form.replace("{}", "Hunter2xyz!");
            let scrubbed = Scrubber::new().scrub(&text).into_owned();
            assert_eq!(scrubbed, form.replace("{}", "[redacted]"), "{text}");
            assert_eq!(Scrubber::new().scrub(&scrubbed), scrubbed);
            if let Ok(value) = serde_json::from_str::<Value>(&text) {
                let expected: Value = serde_json::from_str(&scrubbed).unwrap();
                assert_eq!(Scrubber::new().scrub_json(&value), expected);
            }
        }
    }

    #[test]
    fn the_value_of_another_entry_stays() {
        for text in [
            r#"{"value": "ann", "name": "user"}"#,
            r#"<add value="80" key="port"/> <add key="DbPassword"/>"#,
            "env:\n- name: PORT\n  value: 80\n- name: DB_PASSWORD\n  valueFrom: x",
            r#"{"name": "password", "in": "query", "required": true}"#,
        ] {
            assert_eq!(Scrubber::new().scrub(text), text);
        }
    }
}
