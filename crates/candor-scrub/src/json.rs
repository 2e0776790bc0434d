//! JSON, value by value: text, keys and numbers at any depth.

use super::sensitive_name::is_sensitive_name;
use super::{REDACTED, Scrubber};
use serde_json::{Map, Value};
use std::borrow::Cow;
use std::collections::HashMap;

/// How deep JSON is read; what lies deeper goes.
const DEEPEST: usize = 128;

impl Scrubber {
    /// The value without what must not be seen: texts, keys and numbers at any depth, and whatever stands under a name
    /// that tells of a secret.
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
        self.scrub_value(value, DEEPEST)
    }

    fn scrub_value(&self, value: &Value, depth: usize) -> Value {
        match value {
            Value::Null | Value::Bool(_) => value.clone(),
            Value::Number(number) => match self.scrub(&number.to_string()) {
                Cow::Borrowed(_) => value.clone(),
                Cow::Owned(_) => REDACTED.into(),
            },
            Value::String(text) => self.scrub(text).into(),
            Value::Array(_) | Value::Object(_) if depth == 0 => REDACTED.into(),
            Value::Array(items) => items.iter().map(|item| self.scrub_value(item, depth - 1)).collect(),
            Value::Object(members) => self.scrub_members(members, depth - 1),
        }
    }

    fn scrub_members(&self, members: &Map<String, Value>, depth: usize) -> Value {
        let mut scrubbed = Map::new();
        let mut repeats = Repeats::default();
        for (name, value) in members {
            let shown = repeats.free(self.scrub(name).into_owned(), |name| scrubbed.contains_key(name));
            let is_sensitive =
                is_sensitive_member(members, name, value) || is_sensitive_name(&shown) && !is_nothing(value);
            let value = if is_sensitive { REDACTED.into() } else { self.scrub_value(value, depth) };
            scrubbed.insert(shown, value);
        }
        Value::Object(scrubbed)
    }
}

/// Whether there is a value under a name that tells of a secret: `"password": …`, or `"name": "PASSWORD", "value": …`.
pub fn is_sensitive_member(members: &Map<String, Value>, name: &str, value: &Value) -> bool {
    let is_value_of = |naming: &str| members.get(naming).and_then(Value::as_str).is_some_and(is_sensitive_name);
    let is_entry = name.eq_ignore_ascii_case("value") && ["name", "key", "Name", "Key"].into_iter().any(is_value_of);
    // Under `key` and `auth` there is a secret only if nothing says otherwise: `"key": "sort"` is an entry's name.
    let is_entrys_name =
        name.eq_ignore_ascii_case("key") && members.keys().any(|other| other.eq_ignore_ascii_case("value"));
    (is_entry || is_sensitive_name(name) && !is_entrys_name) && !is_nothing(value)
}

fn is_nothing(value: &Value) -> bool {
    matches!(value, Value::Null | Value::Bool(_)) || value.as_str().is_some_and(str::is_empty)
}

/// How often scrubbing or cutting made names of one object the same.
#[derive(Default)]
pub struct Repeats(HashMap<String, usize>);

impl Repeats {
    /// The name, or, if it stands there already, the same with the next number that is free.
    pub fn free(&mut self, name: String, is_used: impl Fn(&str) -> bool) -> String {
        if !is_used(&name) {
            return name;
        }
        let count = self.0.entry(name.clone()).or_insert(1);
        loop {
            *count += 1;
            let shown = format!("{name} ({count})");
            if !is_used(&shown) {
                return shown;
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
    fn what_lies_too_deep_goes() {
        let deep = (0..200).fold(json!("x"), |inner, _| json!([inner]));
        assert!(Scrubber::new().scrub_json(&deep).to_string().contains(REDACTED));
    }
}
