//! The envelope of a JSON-RPC message. What is in it stays the text that it is: it is looked at where a check needs it, and never
//! written anew.

use serde::Deserialize;
use serde_json::value::RawValue;
use std::borrow::Cow;

/// A message, as far as everyone on its way has to read it.
#[derive(Debug, Clone)]
pub(crate) struct Frame<'a> {
    pub(crate) kind: Kind<'a>,
    /// The params of a request or a notification.
    pub(crate) params: Option<&'a RawValue>,
    /// The result of an answer that has one.
    pub(crate) result: Option<&'a RawValue>,
    /// The error of an answer that has one.
    pub(crate) error: Option<&'a RawValue>,
}

/// What a message is.
#[derive(Debug, Clone)]
pub(crate) enum Kind<'a> {
    Request { id: Id<'a>, method: Cow<'a, str> },
    Notification { method: Cow<'a, str> },
    Answer { id: Id<'a> },
}

/// The id of a request, as it was written.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Id<'a>(&'a RawValue);

/// What an id means: two that are written differently can be the same.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum IdKey {
    Text(Box<str>),
    Integer(i64),
    /// A number that is no integer of 64 bits, as it is written.
    Number(Box<str>),
}

#[derive(Deserialize)]
struct Envelope<'a> {
    #[serde(borrow)]
    jsonrpc: Cow<'a, str>,
    #[serde(borrow)]
    id: Option<&'a RawValue>,
    #[serde(borrow)]
    method: Option<Cow<'a, str>>,
    #[serde(borrow)]
    params: Option<&'a RawValue>,
    #[serde(borrow)]
    result: Option<&'a RawValue>,
    #[serde(borrow)]
    error: Option<&'a RawValue>,
}

impl<'a> Frame<'a> {
    /// The message in this text; none if it is not one, or not one that can mean one thing only.
    pub(crate) fn read(text: &'a [u8]) -> Option<Frame<'a>> {
        let Envelope { jsonrpc, id, method, params, result, error } = serde_json::from_slice(text).ok()?;
        if jsonrpc != "2.0" {
            return None;
        }
        let id = id.filter(|id| id.get() != "null").map(Id);
        if let Some(id) = id {
            id.key()?;
        }
        let error = error.filter(|error| error.get() != "null");
        let kind = match (method, id, result.is_some() || error.is_some()) {
            (Some(method), Some(id), false) => Kind::Request { id, method },
            (Some(method), None, false) => Kind::Notification { method },
            (None, Some(id), true) => Kind::Answer { id },
            (Some(_), _, true) | (None, None, _) | (None, Some(_), false) => return None,
        };
        Some(Frame { kind, params, result, error })
    }

    /// A member of the params, if they are an object that has it.
    pub(crate) fn param<T: Deserialize<'a>>(&self, name: &str) -> Option<T> {
        member(self.params?, name)
    }

    /// A member of the metadata in the params.
    pub(crate) fn meta<T: Deserialize<'a>>(&self, name: &str) -> Option<T> {
        member(self.param("_meta")?, name)
    }
}

/// The member of this object that has the name.
pub(crate) fn member<'a, T: Deserialize<'a>>(object: &'a RawValue, name: &str) -> Option<T> {
    struct Find<'n, T>(&'n str, std::marker::PhantomData<T>);
    impl<'de, T: Deserialize<'de>> serde::de::Visitor<'de> for Find<'_, T> {
        type Value = Option<T>;

        fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.write_str("an object")
        }

        fn visit_map<A: serde::de::MapAccess<'de>>(self, mut members: A) -> Result<Option<T>, A::Error> {
            let mut found = None;
            while let Some(name) = members.next_key::<Cow<'de, str>>()? {
                if name == self.0 {
                    found = Some(members.next_value()?);
                } else {
                    members.next_value::<serde::de::IgnoredAny>()?;
                }
            }
            Ok(found)
        }
    }
    let mut reader = serde_json::Deserializer::from_str(object.get());
    serde::Deserializer::deserialize_map(&mut reader, Find(name, std::marker::PhantomData)).ok()?
}

impl<'a> Id<'a> {
    /// As it was written.
    pub(crate) fn json(self) -> &'a str {
        self.0.get()
    }

    /// What it means; none if it is neither a text with something in it nor a number.
    pub(crate) fn key(self) -> Option<IdKey> {
        IdKey::of(self.0.get())
    }
}

impl IdKey {
    /// What this id, in JSON, means.
    pub(crate) fn of(json: &str) -> Option<IdKey> {
        match json.as_bytes().first()? {
            b'"' => {
                let text = serde_json::from_str::<Box<str>>(json).ok()?;
                (!text.is_empty()).then_some(IdKey::Text(text))
            }
            b'-' | b'0'..=b'9' => Some(match json.parse() {
                Ok(number) => IdKey::Integer(number),
                Err(_) => whole_number(json).map_or_else(|| IdKey::Number(json.into()), IdKey::Integer),
            }),
            _ => None,
        }
    }

    /// The id that a server may have made of this one: a text of a number, or a number of a text.
    pub(crate) fn in_the_other_form(&self) -> Option<IdKey> {
        match self {
            IdKey::Text(text) => text.parse().ok().map(IdKey::Integer),
            IdKey::Integer(number) => Some(IdKey::Text(number.to_string().into())),
            IdKey::Number(_) => None,
        }
    }
}

/// The largest number of which JavaScript knows that it is whole.
const LARGEST_WHOLE: f64 = 9_007_199_254_740_991.0;

/// A number such as `1.0` or `1e2`, which many write as `1` and `100`.
fn whole_number(json: &str) -> Option<i64> {
    let number: f64 = json.parse().ok()?;
    let is_whole = number.fract() == 0.0 && number.abs() <= LARGEST_WHOLE;
    is_whole.then(|| format!("{number:.0}").parse().ok()).flatten()
}

/// The text with something else in the place of this part of it.
pub(crate) fn with_replaced(text: &[u8], part: &str, new: &str) -> Option<Vec<u8>> {
    let start = (part.as_ptr() as usize).checked_sub(text.as_ptr() as usize)?;
    let (before, rest) = text.split_at_checked(start)?;
    let after = rest.get(part.len()..).filter(|_| rest.starts_with(part.as_bytes()))?;
    Some([before, new.as_bytes(), after].concat())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    fn name(text: &str) -> &'static str {
        match Frame::read(text.as_bytes()).map(|frame| frame.kind) {
            Some(Kind::Request { .. }) => "request",
            Some(Kind::Notification { .. }) => "notification",
            Some(Kind::Answer { .. }) => "answer",
            None => "none",
        }
    }

    #[test]
    fn a_message_is_one_thing() {
        for (text, expected) in [
            (r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#, "request"),
            (r#" { "method" : "ping", "jsonrpc" : "2.0", "id" : "a", "more" : [1e400] } "#, "request"),
            (r#"{"jsonrpc":"2.0","method":"notifications/x","params":{}}"#, "notification"),
            (r#"{"jsonrpc":"2.0","id":1,"result":{}}"#, "answer"),
            (r#"{"jsonrpc":"2.0","id":1,"result":null}"#, "none"),
            (r#"{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":""}}"#, "answer"),
            (r#"{"jsonrpc":"2.0","id":1,"result":{},"error":null}"#, "answer"),
            (r#"{"jsonrpc":"2.0","id":null,"result":{}}"#, "none"),
            (r#"{"jsonrpc":"2.0","id":"","method":"ping"}"#, "none"),
            (r#"{"jsonrpc":"2.0","id":[1],"method":"ping"}"#, "none"),
            (r#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#, "none"),
            (r#"{"jsonrpc":"2.0","id":1,"method":"ping","result":{}}"#, "none"),
            (r#"{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}"#, "none"),
            (r#"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#, "none"),
            (r#"{"jsonrpc":"2.0","id":1,"result":{}"#, "none"),
            ("listening on stdio", "none"),
            ("", "none"),
        ] {
            assert_eq!(name(text), expected, "{text}");
        }
    }

    #[test]
    fn ids_that_mean_the_same_are_the_same() {
        assert_eq!(IdKey::of(r#""a\u0041""#), IdKey::of(r#""aA""#));
        assert_eq!(IdKey::of("7"), Some(IdKey::Integer(7)));
        assert_eq!((IdKey::of("1.0"), IdKey::of("1e2")), (Some(IdKey::Integer(1)), Some(IdKey::Integer(100))));
        assert_eq!(IdKey::of("1.5"), Some(IdKey::Number("1.5".into())));
        assert_ne!(IdKey::of("7"), IdKey::of("\"7\""));
        assert_eq!(IdKey::of("7").and_then(|id| id.in_the_other_form()), IdKey::of("\"7\""));
        assert_eq!(IdKey::of("18446744073709551615"), Some(IdKey::Number("18446744073709551615".into())));
        assert_eq!((IdKey::of("null"), IdKey::of("\"\""), IdKey::of("{}")), (None, None, None));
    }

    #[test]
    fn a_part_is_replaced_where_it_stands() {
        let text = br#"{"jsonrpc":"2.0","x":7,"id":7,"method":"ping"}"#;
        let Some(Kind::Request { id, .. }) = Frame::read(text).map(|frame| frame.kind) else { panic!("a request") };
        let new = with_replaced(text, id.json(), "\"a\"").unwrap();
        assert_eq!(new, br#"{"jsonrpc":"2.0","x":7,"id":"a","method":"ping"}"#);
        assert_eq!(with_replaced(text, "7", "8"), None);
    }

    #[test]
    fn members_are_found_by_their_names_and_the_rest_is_not_read() {
        let text = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"a":1e400,"n\u0061me":"x","_meta":{"progressToken":7}}}"#;
        let frame = Frame::read(text.as_bytes()).unwrap();
        assert_eq!(frame.param::<String>("name").as_deref(), Some("x"));
        assert_eq!(frame.meta::<Value>("progressToken"), Some(7.into()));
        assert_eq!(frame.param::<String>("absent"), None);
    }
}
