//! A JSON object as it is written: single members are read, replaced, added or left out, and the rest stays byte for byte.

use serde::Deserializer;
use serde::de::{MapAccess, Visitor};
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::fmt;

/// A JSON object, read as far as its members.
#[derive(Debug)]
pub(crate) struct RawObject<'a> {
    text: &'a str,
    members: Vec<RawMember<'a>>,
}

#[derive(Debug)]
struct RawMember<'a> {
    name: Cow<'a, str>,
    /// The name as it is written.
    key: &'a RawValue,
    value: &'a RawValue,
}

impl<'a> RawObject<'a> {
    /// The object; none if it is another value.
    pub(crate) fn read(value: &'a RawValue) -> Option<RawObject<'a>> {
        struct Members;
        impl<'de> Visitor<'de> for Members {
            type Value = Vec<(&'de RawValue, &'de RawValue)>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut members = Vec::new();
                while let Some(member) = map.next_entry()? {
                    members.push(member);
                }
                Ok(members)
            }
        }
        let text = value.get();
        let members = serde_json::Deserializer::from_str(text).deserialize_map(Members).ok()?;
        let members = members.into_iter().map(|(key, value)| {
            let plain = key.get().get(1..key.get().len().saturating_sub(1)).filter(|name| !name.contains('\\'));
            let name = match plain {
                Some(name) => Cow::Borrowed(name),
                None => Cow::Owned(serde_json::from_str(key.get()).ok()?),
            };
            Some(RawMember { name, key, value })
        });
        Some(RawObject { text, members: members.collect::<Option<_>>()? })
    }

    /// The member of this name; of several, the last one, as most readers have it.
    pub(crate) fn get(&self, name: &str) -> Option<&'a RawValue> {
        self.members.iter().rev().find(|member| member.name == name).map(|member| member.value)
    }

    /// The names of all members, as they are written, and their values.
    pub(crate) fn members(&self) -> impl Iterator<Item = (&'a RawValue, &'a RawValue)> {
        self.members.iter().map(|member| (member.key, member.value))
    }

    /// The text that a member holds.
    pub(crate) fn text(&self, name: &str) -> Option<String> {
        serde_json::from_str(self.get(name)?.get()).ok()
    }

    /// A name that is there twice: two readers could mean different things by it.
    pub(crate) fn doubled(&self) -> Option<&str> {
        let mut names: Vec<&str> = self.members.iter().map(|member| &*member.name).collect();
        names.sort_unstable();
        names.windows(2).find_map(|pair| match pair {
            [one, other] if one == other => Some(*one),
            _ => None,
        })
    }

    /// The object with this value, in JSON, in the place of a member's own; or at its end, if there is none.
    pub(crate) fn with(&self, name: &str, json: &str) -> String {
        let mut written = String::with_capacity(self.text.len() + name.len() + json.len() + 8);
        let mut end = 0;
        for member in self.members.iter().filter(|member| member.name == name) {
            let value = member.value.get();
            let start = value.as_ptr().addr().saturating_sub(self.text.as_ptr().addr());
            written.push_str(self.text.get(end..start).unwrap_or_default());
            written.push_str(json);
            end = start + value.len();
        }
        if end > 0 {
            written.push_str(self.text.get(end..).unwrap_or_default());
            return written;
        }
        let open = self.text.trim_end().strip_suffix('}').unwrap_or(self.text);
        written.push_str(open);
        if !self.members.is_empty() {
            written.push(',');
        }
        written.push_str(&serde_json::Value::from(name).to_string());
        written.push(':');
        written.push_str(json);
        written.push('}');
        written
    }

    /// The object without some members; none if they are not there.
    pub(crate) fn without(&self, is_left_out: impl Fn(&str) -> bool) -> Option<String> {
        if !self.members.iter().any(|member| is_left_out(&member.name)) {
            return None;
        }
        let kept = self.members.iter().filter(|member| !is_left_out(&member.name));
        let kept: Vec<String> = kept.map(|member| format!("{}:{}", member.key.get(), member.value.get())).collect();
        Some(format!("{{{}}}", kept.join(",")))
    }

    /// All of it, as it is written.
    pub(crate) fn json(&self) -> &'a str {
        self.text
    }
}

/// This text as a value; none if it is not JSON.
pub(crate) fn raw(text: String) -> Option<Box<RawValue>> {
    RawValue::from_string(text).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(text: &str, name: &str, json: &str) -> String {
        RawObject::read(&raw(text.to_owned()).unwrap()).unwrap().with(name, json)
    }

    #[test]
    fn one_member_changes_and_the_rest_stays_as_it_is_written() {
        let text = r#"{ "z" : 1e400, "n\u0061me" :"a" , "a": 1180591620717411303424, "name":"b"}"#;
        let expected = r#"{ "z" : 1e400, "n\u0061me" :"x" , "a": 1180591620717411303424, "name":"x"}"#;
        assert_eq!(with(text, "name", "\"x\""), expected);
        assert_eq!(with("{ }", "name", "1"), r#"{ "name":1}"#);
        assert_eq!(with(r#"{"a":1}"#, "b\"", "2"), r#"{"a":1,"b\"":2}"#);
    }

    #[test]
    fn members_are_left_out_and_the_others_keep_their_order_and_numbers() {
        let value = raw(r#"{"b":1e400, "progressToken": 7,"a":"\u00e9"}"#.to_owned()).unwrap();
        let object = RawObject::read(&value).unwrap();
        let without = object.without(|name| name == "progressToken");
        assert_eq!(without.as_deref(), Some(r#"{"b":1e400,"a":"\u00e9"}"#));
        assert_eq!(object.without(|name| name == "c"), None);
    }

    #[test]
    fn a_name_that_is_there_twice_is_found_however_it_is_written() {
        let doubled = |text: &str| {
            let value = raw(text.to_owned()).unwrap();
            RawObject::read(&value).unwrap().doubled().map(str::to_owned)
        };
        assert_eq!(doubled(r#"{"a":1,"b":2,"\u0061":3}"#).as_deref(), Some("a"));
        assert_eq!(doubled(r#"{"a":1,"b":{"a":2}}"#), None);
        assert!(RawObject::read(&raw("[1]".to_owned()).unwrap()).is_none());
    }
}
