//! JSON, value by value: strings, keys and numbers at any depth.

use super::below_name::{below, holds_secrets};
use super::sensitive_name::{NAMES_OF_ENTRIES, VALUES_OF_ENTRIES, is_sensitive_name, strength};
use super::{Keep, REDACTED, Scrubber, is_token_under};
use serde_json::{Map, Value};
use std::borrow::Cow;
use std::collections::HashMap;

/// How many levels of JSON are read; what is deeper is removed.
const DEEPEST: usize = 128;

impl Scrubber {
    /// Scrubs a JSON value: strings, keys and numbers at any depth, and whatever is under a
    /// [sensitive name](crate::is_sensitive_name).
    ///
    /// ```
    /// use candor_scrub::Scrubber;
    /// use serde_json::json;
    ///
    /// let scrubbed = Scrubber::new().scrub_json(&json!({"user": {"name": "jane", "password": 1234}, "seen": ["/etc/app/x"]}));
    /// assert_eq!(scrubbed, json!({"user": {"name": "jane", "password": "[redacted]"}, "seen": ["[path]"]}));
    /// ```
    #[must_use]
    pub fn scrub_json(&self, value: &Value) -> Value {
        self.scrub_value(value, DEEPEST, Keep::Nothing)
    }

    /// Scrubs a text that has a name, such as a member of JSON or a column of a table.
    ///
    /// Under a [sensitive name](crate::is_sensitive_name) all of it is removed; under a suspicious name it is removed
    /// if it looks like a key, and under a name such as `session` if it is a [long hexadecimal word](is_token_under).
    ///
    /// ```
    /// # use candor_scrub::Scrubber;
    /// let scrubber = Scrubber::new();
    /// assert_eq!(scrubber.scrub_member("password", "sun"), "[redacted]");
    /// assert_eq!(scrubber.scrub_member("hubspotKey", "Zk7vQ2mXw41b"), "[redacted]");
    /// assert_eq!(scrubber.scrub_member("hubspotKey", "contacts"), "contacts");
    /// assert_eq!(scrubber.scrub_member("session", "b162d3040ddf86d6614e79c66a01a577"), "[redacted]");
    /// assert_eq!(scrubber.scrub_member("etag", "b162d3040ddf86d6614e79c66a01a577"), "b162d3040ddf86d6614e79c66a01a577");
    /// assert_eq!(scrubber.scrub_member("note", "ask ann@mail.shop"), "ask [email]");
    /// ```
    #[must_use]
    pub fn scrub_member<'t>(&self, name: &str, text: &'t str) -> Cow<'t, str> {
        if text.is_empty() {
            return Cow::Borrowed(text);
        }
        let is_suspicious = || strength(name).is_some() && self.goes_under(name, text);
        if is_sensitive_name(name) || is_token_under(name, text) || is_suspicious() {
            return Cow::Borrowed(REDACTED);
        }
        self.scrub_keeping(text, Keep::LoneHash, None)
    }

    /// Whether all of the text is removed because of the name.
    fn goes_under(&self, name: &str, text: &str) -> bool {
        let start = format!("\"{name}\": \"");
        let member = format!("\"{name}\": {}", Value::from(text));
        let value = start.len()..member.len().saturating_sub(1);
        let removals = self.removals(&member);
        removals.iter().any(|removal| removal.span.start <= value.start && removal.span.end >= value.end)
    }

    /// Only a value with a name can be judged by it.
    fn scrub_value(&self, value: &Value, depth: usize, keep: Keep<'_>) -> Value {
        match value {
            Value::Null | Value::Bool(_) => value.clone(),
            Value::Number(number) => match self.scrub(&number.to_string()) {
                Cow::Borrowed(_) => value.clone(),
                Cow::Owned(_) => REDACTED.into(),
            },
            Value::String(text) => self.scrub_keeping(text, keep, None).into(),
            Value::Array(_) | Value::Object(_) if depth == 0 => REDACTED.into(),
            Value::Array(items) => items.iter().map(|item| self.scrub_value(item, depth - 1, keep)).collect(),
            Value::Object(members) => self.scrub_members(members, depth - 1),
        }
    }

    fn scrub_members(&self, members: &Map<String, Value>, depth: usize) -> Value {
        let mut scrubbed = Map::new();
        let mut unique = UniqueNames::default();
        for (name, value) in members {
            let shown = unique.choose(self.scrub(name).into_owned(), |name| scrubbed.contains_key(name));
            let is_sensitive = is_sensitive_member(members, name, value)
                || *name != shown && is_sensitive_name(&shown) && !is_nothing(value);
            let value = if is_sensitive { REDACTED.into() } else { self.scrub_value(value, depth, Keep::LoneHash) };
            scrubbed.insert(shown, value);
        }
        Value::Object(scrubbed)
    }
}

/// Whether the value of an object's member is a secret by its name, as in `"password": …`, or by the name beside it, as
/// in `"name": "PASSWORD", "value": …`. `null`, a boolean and an empty string are not.
///
/// An object or a list is one if anything in it is: everything below a telling name goes, such as all of
/// `"credentials": {"user": "ann", "pin": 7}` and of `"tokens": ["sun"]`. It stays if all of it is harmless: sentences,
/// counts of tokens, and plain words, numbers, dates and addresses under names such as `type`, `scope` or `expires_in`.
///
/// ```
/// use candor_scrub::is_sensitive_member;
/// use serde_json::json;
///
/// let is_sensitive = |object: serde_json::Value, name: &str| {
///     let members = object.as_object().unwrap();
///     is_sensitive_member(members, name, &members[name])
/// };
/// assert!(is_sensitive(json!({"name": "DB_PASSWORD", "value": "sun"}), "value"));
/// assert!(!is_sensitive(json!({"name": "DB_PASSWORD", "value": "sun"}), "name"));
/// assert!(is_sensitive(json!({"auth": {"user": "ann", "pin": 7}}), "auth"));
/// assert!(!is_sensitive(json!({"auth": {"type": "oauth2", "required": true}}), "auth"));
/// ```
#[must_use]
pub fn is_sensitive_member(members: &Map<String, Value>, name: &str, value: &Value) -> bool {
    if is_nothing(value) {
        return false;
    }
    if is_value_of_entry(name) && members.iter().any(|(naming, named)| is_name_of_secret(naming, named)) {
        return true;
    }
    // Beside a `value`, `key` is the name of the entry, as in `"key": "sort"`.
    if is_any(name, &["key", "k"]) && members.keys().any(|other| is_value_of_entry(other)) {
        return false;
    }
    match value {
        Value::Array(_) | Value::Object(_) if let Some(below) = below(name) => holds_secrets(below, "", value, DEEPEST),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_) | Value::Object(_) => {
            is_sensitive_name(name) || is_token_value(name, value)
        }
    }
}

/// Whether the member is the value of an entry whose name is another member.
fn is_value_of_entry(name: &str) -> bool {
    is_any(name, &VALUES_OF_ENTRIES)
}

/// Whether the member names a secret, as in `"name": "DB_PASSWORD"`.
fn is_name_of_secret(naming: &str, named: &Value) -> bool {
    is_any(naming, &NAMES_OF_ENTRIES)
        && named.as_str().is_some_and(|named| is_sensitive_name(named) || below(named).is_some())
}

fn is_any(name: &str, names: &[&str]) -> bool {
    names.iter().any(|known| name.eq_ignore_ascii_case(known))
}

/// Whether the value, or an item of the list, is a [token by its name](is_token_under).
#[must_use]
pub fn is_token_value(name: &str, value: &Value) -> bool {
    match value {
        Value::String(text) => is_token_under(name, text),
        Value::Array(items) => items.iter().filter_map(Value::as_str).any(|text| is_token_under(name, text)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Object(_) => false,
    }
}

fn is_nothing(value: &Value) -> bool {
    matches!(value, Value::Null | Value::Bool(_)) || value.as_str().is_some_and(str::is_empty)
}

/// Makes names unique that scrubbing made equal: the second `[email]` of an object becomes `[email] (2)`.
///
/// ```
/// use candor_scrub::UniqueNames;
///
/// let mut names = UniqueNames::default();
/// let mut used: Vec<String> = Vec::new();
/// for name in ["[email]", "[email]", "port"] {
///     let unique = names.choose(name.to_owned(), |name| used.iter().any(|used| used == name));
///     used.push(unique);
/// }
/// assert_eq!(used, ["[email]", "[email] (2)", "port"]);
/// ```
#[derive(Debug, Default)]
pub struct UniqueNames {
    /// The last number given to each name.
    numbers: HashMap<String, usize>,
}

impl UniqueNames {
    /// The name, or the name with the next free number if it is used already.
    #[must_use]
    pub fn choose(&mut self, name: String, is_used: impl Fn(&str) -> bool) -> String {
        if !is_used(&name) {
            return name;
        }
        let number = self.numbers.entry(name.clone()).or_insert(1);
        loop {
            *number += 1;
            let unique = format!("{name} ({number})");
            if !is_used(&unique) {
                return unique;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn keys_numbers_and_entries_are_scrubbed() {
        let scrubber = Scrubber::new().with_secret("hunter2x");
        let value = json!({
            "jane@corp.io": 1, "joe@corp.io": 2, "card": 4111111111111111_u64, "at": 1626280496000_u64,
            "env": [{"name": "DB_PASSWORD", "value": "hunter"}, {"name": "PORT", "value": "80"}],
            "hunter2x": {"token": {"a": [1]}, "nothing": null, "secret": ""},
        });
        let scrubbed = json!({
            "[email]": 1, "[email] (2)": 2, "card": "[redacted]", "at": 1626280496000_u64,
            "env": [{"name": "DB_PASSWORD", "value": "[redacted]"}, {"name": "PORT", "value": "80"}],
            "[redacted]": {"token": "[redacted]", "nothing": null, "secret": ""},
        });
        assert_eq!(scrubber.scrub_json(&value), scrubbed);
        assert_eq!(scrubber.scrub_json(&scrubbed), scrubbed);
    }

    #[test]
    fn a_hexadecimal_value_is_judged_by_its_name() {
        const HEX: &str = "b162d3040ddf86d6614e79c66a01a577";
        let value = json!({
            "session": HEX, "sid": HEX, "userSession": HEX, "sessions": [HEX], "etag": HEX, "items": [HEX], "id": HEX,
        });
        let scrubbed = json!({
            "session": REDACTED, "sid": REDACTED, "userSession": REDACTED, "sessions": REDACTED,
            "etag": HEX, "items": [HEX], "id": HEX,
        });
        assert_eq!(Scrubber::new().scrub_json(&value), scrubbed);
        assert_eq!(Scrubber::new().scrub_json(&json!([HEX])), json!([REDACTED]));
    }

    #[test]
    fn what_is_nested_too_deeply_is_removed() {
        let deep = (0..200).fold(json!("x"), |inner, _| json!([inner]));
        assert!(Scrubber::new().scrub_json(&deep).to_string().contains(REDACTED));
    }
}
