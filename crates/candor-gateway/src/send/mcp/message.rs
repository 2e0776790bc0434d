//! The messages that are written to a server. What the gateway adds to one is written between what was there, which stays as it is.

use super::Era;
use crate::frame::member;
use candor::render::Revision;
use serde::Deserialize;
use serde::de::{IgnoredAny, MapAccess, Visitor};
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::fmt;

pub(super) const PROTOCOL_VERSION: &str = "io.modelcontextprotocol/protocolVersion";
pub(super) const SERVER_INFO: &str = "io.modelcontextprotocol/serverInfo";
const CLIENT_CAPABILITIES: &str = "io.modelcontextprotocol/clientCapabilities";
const CLIENT_INFO: &str = "io.modelcontextprotocol/clientInfo";
/// Which log messages of the request are wanted (2026-07-28).
const LOG_LEVEL: &str = "io.modelcontextprotocol/logLevel";
const PROGRESS_TOKEN: &str = "progressToken";
const TRACEPARENT: &str = "traceparent";

/// What the gateway calls itself.
const SELF: &str = concat!(r#"{"name":"candor","version":""#, env!("CARGO_PKG_VERSION"), r#""}"#);

/// What a request has in its metadata beside what its caller has put there.
#[derive(Debug, Clone, Copy)]
pub(super) struct Metadata<'a> {
    pub(super) era: Era,
    /// Under which the server reports progress, if that is wanted.
    pub(super) progress_token: Option<u64>,
    /// What a server of 2026-07-28 may ask the client for, in JSON; nothing, if it is not set.
    pub(super) capabilities: Option<&'a str>,
    pub(super) traceparent: Option<&'a str>,
}

impl Metadata<'_> {
    /// That of a request of the gateway's own.
    pub(super) fn of(era: Era) -> Metadata<'static> {
        Metadata { era, progress_token: None, capabilities: None, traceparent: None }
    }

    /// The members that are set.
    fn members(self) -> Vec<(&'static str, String)> {
        let mut members = Vec::new();
        if self.era == Era::Modern {
            members.push((PROTOCOL_VERSION, format!("\"{}\"", Revision::V2026_07_28.date())));
            // What the gateway cannot pass on to its own clients it does not offer.
            members.push((CLIENT_CAPABILITIES, self.capabilities.unwrap_or("{}").to_owned()));
            members.push((CLIENT_INFO, SELF.to_owned()));
        }
        members.extend(self.progress_token.map(|token| (PROGRESS_TOKEN, token.to_string())));
        members.extend(self.traceparent.map(|parent| (TRACEPARENT, in_json(parent))));
        members
    }

    /// Whether a member of the caller's has no place beside these: tokens of its own would be mixed up with those of others.
    fn replaces(self, name: &str) -> bool {
        matches!(name, PROTOCOL_VERSION | CLIENT_CAPABILITIES | CLIENT_INFO | PROGRESS_TOKEN)
            || name == LOG_LEVEL && self.era == Era::Legacy
            || name == TRACEPARENT && self.traceparent.is_some()
    }
}

/// A request. Its id stands first, so that what is left of a broken message can still be told.
pub(super) fn request(id: u64, method: &str, params: Option<&RawValue>, metadata: Metadata<'_>) -> Vec<u8> {
    let params = with_metadata(params.map(RawValue::get), metadata);
    let params = params.as_deref().map_or_else(String::new, |params| format!(r#","params":{params}"#));
    format!(r#"{{"jsonrpc":"2.0","id":{id},"method":{}{params}}}"#, in_json(method)).into_bytes()
}

/// A notification.
pub(super) fn notification(method: &str, params: Option<&RawValue>, era: Era) -> Vec<u8> {
    let params = match era {
        Era::Modern => with_metadata(params.map(RawValue::get), Metadata::of(era)),
        Era::Legacy => params.map(|params| Cow::Borrowed(params.get())),
    };
    let params = params.as_deref().map_or_else(String::new, |params| format!(r#","params":{params}"#));
    format!(r#"{{"jsonrpc":"2.0","method":{}{params}}}"#, in_json(method)).into_bytes()
}

/// Says that nobody waits for a request any more.
pub(super) fn cancelled(id: u64) -> Vec<u8> {
    format!(r#"{{"jsonrpc":"2.0","method":"notifications/cancelled","params":{{"requestId":{id}}}}}"#).into_bytes()
}

/// The answer to a request of the server that is put to no client. Its id is in JSON.
pub(super) fn reply(id: &str, method: &str) -> Vec<u8> {
    let outcome = match method {
        "ping" => r#""result":{}"#.to_owned(),
        _ => r#""error":{"code":-32601,"message":"The gateway does not offer this to servers"}"#.to_owned(),
    };
    format!(r#"{{"jsonrpc":"2.0","id":{id},{outcome}}}"#).into_bytes()
}

/// The params of `initialize`, with these capabilities of the client.
pub(super) fn initialize_params(capabilities: &str) -> String {
    let version = Revision::V2025_11_25.date();
    format!(r#"{{"protocolVersion":"{version}","capabilities":{capabilities},"clientInfo":{SELF}}}"#)
}

/// The method that asks a server of 2026-07-28 to tell what changes.
pub(crate) const LISTEN: &str = "subscriptions/listen";

/// The params of that, for these members of the filter.
pub(super) fn listen_params(asked: &[&str]) -> String {
    let members: Vec<String> = asked.iter().map(|name| format!("\"{name}\":true")).collect();
    format!(r#"{{"notifications":{{{}}}}}"#, members.join(","))
}

/// The params with the metadata, and otherwise as they are. Params that are not an object have no place for it.
fn with_metadata<'p>(params: Option<&'p str>, metadata: Metadata<'_>) -> Option<Cow<'p, str>> {
    let set = metadata.members();
    let Some(params) = params else {
        return (!set.is_empty()).then(|| Cow::Owned(format!(r#"{{"_meta":{}}}"#, object(&[], &set))));
    };
    let Ok(found) = serde_json::from_str::<MetaMembers>(params) else { return Some(Cow::Borrowed(params)) };
    let own = found.metas.last().and_then(|meta| serde_json::from_str::<Members>(meta.get()).ok());
    let own = own.map(|members| members.0).unwrap_or_default();
    let kept: Vec<_> = own.iter().filter(|(name, _)| !metadata.replaces(&name_of(name))).copied().collect();
    if set.is_empty() && kept.len() == own.len() {
        return Some(Cow::Borrowed(params));
    }
    let meta = object(&kept, &set);
    if found.metas.is_empty() {
        let rest = params.trim_start().strip_prefix('{').unwrap_or_default();
        let comma = if found.is_empty { "" } else { "," };
        return Some(Cow::Owned(format!(r#"{{"_meta":{meta}{comma}{rest}"#)));
    }
    // More than one would mean different things to different servers.
    let mut text = String::with_capacity(params.len() + meta.len());
    let mut rest = params;
    for old in found.metas {
        let begins = (old.get().as_ptr() as usize).saturating_sub(rest.as_ptr() as usize);
        text.push_str(rest.get(..begins).unwrap_or_default());
        text.push_str(&meta);
        rest = rest.get(begins + old.get().len()..).unwrap_or_default();
    }
    text.push_str(rest);
    Some(Cow::Owned(text))
}

fn object(kept: &[(&RawValue, &RawValue)], set: &[(&str, String)]) -> String {
    let kept = kept.iter().map(|(name, value)| format!("{}:{}", name.get(), value.get()));
    let set = set.iter().map(|(name, value)| format!("\"{name}\":{value}"));
    format!("{{{}}}", kept.chain(set).collect::<Vec<_>>().join(","))
}

fn name_of(key: &RawValue) -> Cow<'_, str> {
    serde_json::from_str(key.get()).unwrap_or_default()
}

fn in_json(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// The metadata in params, and whether there is anything at all.
struct MetaMembers<'a> {
    metas: Vec<&'a RawValue>,
    is_empty: bool,
}

impl<'de> Deserialize<'de> for MetaMembers<'de> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<MetaMembers<'de>, D::Error> {
        struct Find;
        impl<'de> Visitor<'de> for Find {
            type Value = MetaMembers<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<MetaMembers<'de>, A::Error> {
                let mut found = MetaMembers { metas: Vec::new(), is_empty: true };
                while let Some(name) = map.next_key::<Cow<'de, str>>()? {
                    found.is_empty = false;
                    if name == "_meta" {
                        found.metas.push(map.next_value()?);
                    } else {
                        map.next_value::<IgnoredAny>()?;
                    }
                }
                Ok(found)
            }
        }
        deserializer.deserialize_map(Find)
    }
}

/// All members of an object, as they are written.
struct Members<'a>(Vec<(&'a RawValue, &'a RawValue)>);

impl<'de> Deserialize<'de> for Members<'de> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Members<'de>, D::Error> {
        struct All;
        impl<'de> Visitor<'de> for All {
            type Value = Members<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Members<'de>, A::Error> {
                let mut members = Vec::new();
                while let Some(member) = map.next_entry()? {
                    members.push(member);
                }
                Ok(Members(members))
            }
        }
        deserializer.deserialize_map(All)
    }
}

/// The metadata member of this name in a result.
pub(super) fn meta_of<'a>(result: &'a RawValue, name: &str) -> Option<&'a RawValue> {
    member(member::<&RawValue>(result, "_meta")?, name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::{Value, json};

    fn with(params: Option<&str>, metadata: Metadata<'_>) -> Option<String> {
        with_metadata(params, metadata).map(Cow::into_owned)
    }

    fn legacy(progress_token: Option<u64>) -> Metadata<'static> {
        Metadata { progress_token, ..Metadata::of(Era::Legacy) }
    }

    #[test]
    fn metadata_is_written_between_what_was_there() {
        let rows = [
            (None, None, None),
            (None, Some(7), Some(r#"{"_meta":{"progressToken":7}}"#)),
            (Some("{}"), Some(7), Some(r#"{"_meta":{"progressToken":7}}"#)),
            (Some(r#" { "a" : 1e400 }"#), None, Some(r#" { "a" : 1e400 }"#)),
            (Some(r#" { "a" : 1e400 }"#), Some(7), Some(r#"{"_meta":{"progressToken":7}, "a" : 1e400 }"#)),
            (Some(r#"{"a":1, "_meta" : {"x" : 1.0}}"#), None, Some(r#"{"a":1, "_meta" : {"x" : 1.0}}"#)),
            (
                Some(r#"{"a":1, "_meta" : {"x" : 1.0} ,"b":2}"#),
                Some(7),
                Some(r#"{"a":1, "_meta" : {"x":1.0,"progressToken":7} ,"b":2}"#),
            ),
            (Some(r#"{"_meta":{"progressToken":"mine"}}"#), None, Some(r#"{"_meta":{}}"#)),
            (Some(r#"{"_meta":{"progress\u0054oken":1}}"#), Some(7), Some(r#"{"_meta":{"progressToken":7}}"#)),
            (
                Some(r#"{"_meta":1,"_meta":{"x":1}}"#),
                Some(7),
                Some(r#"{"_meta":{"x":1,"progressToken":7},"_meta":{"x":1,"progressToken":7}}"#),
            ),
            (Some("[1]"), Some(7), Some("[1]")),
        ];
        for (params, token, expected) in rows {
            assert_eq!(with(params, legacy(token)).as_deref(), expected, "{params:?}");
        }
    }

    #[test]
    fn what_an_era_needs_is_not_the_callers_to_say() {
        let given =
            r#"{"_meta":{"io.modelcontextprotocol/clientCapabilities":{"sampling":{}},"x":1,"traceparent":"theirs"}}"#;
        let modern = Metadata { traceparent: Some("ours"), ..Metadata::of(Era::Modern) };
        let params: Value = serde_json::from_str(&with(Some(given), modern).unwrap()).unwrap();
        let meta = &params["_meta"];
        assert_eq!(meta["io.modelcontextprotocol/clientCapabilities"], json!({}));
        assert_eq!((&meta["x"], &meta["traceparent"]), (&1.into(), &"ours".into()));
        assert_eq!(with(Some(given), legacy(None)).unwrap(), r#"{"_meta":{"x":1,"traceparent":"theirs"}}"#);
    }

    /// JSON as somebody may write it, with what no model of it keeps.
    fn json_text() -> impl Strategy<Value = String> {
        let space = "[ \t]{0,2}";
        let leaf = prop_oneof![
            Just("1e400".to_owned()),
            Just("36893488147419103232".to_owned()),
            Just("-0.0".to_owned()),
            Just("null".to_owned()),
            "\"[a-zß\u{4e16}]{0,6}\"",
            Just(r#""\u00e9\/\ud83d\ude00""#.to_owned()),
        ];
        leaf.prop_recursive(3, 24, 4, move |inner| {
            let entry = ("\"[a-c]{1,3}\"", space, inner.clone())
                .prop_map(|(key, space, value)| format!("{key}{space}:{value}"));
            prop_oneof![
                proptest::collection::vec(inner, 0..4).prop_map(|items| format!("[{}]", items.join(" ,"))),
                proptest::collection::vec(entry, 0..4).prop_map(|entries| format!("{{{}}}", entries.join(", "))),
            ]
        })
    }

    proptest! {
        #[test]
        fn everything_else_arrives_byte_for_byte(
            before in proptest::collection::vec(("\"[a-c]{1,3}\"", json_text()), 0..3),
            meta in proptest::option::of(json_text()),
            after in proptest::collection::vec(("\"[a-c]{1,3}\"", json_text()), 0..3),
        ) {
            let member = |(key, value): &(String, String)| format!("{key} : {value}");
            let before: Vec<String> = before.iter().map(member).collect();
            let after: Vec<String> = after.iter().map(member).collect();
            let middle = meta.as_ref().map(|meta| format!(r#""_meta": {{"x":{meta}}}"#));
            let members: Vec<String> = before.iter().cloned().chain(middle).chain(after.iter().cloned()).collect();
            let params = format!("{{{}}}", members.join(", "));
            let sent = with(Some(&params), legacy(Some(7))).unwrap();
            prop_assert!(serde_json::from_str::<&RawValue>(&sent).is_ok(), "{}", sent);
            let expected = match &meta {
                Some(meta) => params.replacen(&format!(r#"{{"x":{meta}}}"#), &format!(r#"{{"x":{meta},"progressToken":7}}"#), 1),
                None if members.is_empty() => r#"{"_meta":{"progressToken":7}}"#.to_owned(),
                None => params.replacen('{', r#"{"_meta":{"progressToken":7},"#, 1),
            };
            prop_assert_eq!(sent, expected);
        }
    }
}
