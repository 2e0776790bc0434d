//! The params of a client's request: what the gateway reads of them, and what of them a server gets.

use super::fault;
use super::object::{RawObject, raw};
use candor::Failure;
use serde_json::Value;
use serde_json::value::RawValue;

/// Metadata that belongs to the way between the client and the gateway. The way to the server has its own.
const OF_THE_CLIENT: [&str; 5] = [
    "io.modelcontextprotocol/protocolVersion",
    CLIENT_CAPABILITIES,
    "io.modelcontextprotocol/clientInfo",
    "progressToken",
    "traceparent",
];
/// What the client can be asked for.
const CLIENT_CAPABILITIES: &str = "io.modelcontextprotocol/clientCapabilities";
/// Which log messages the client wants of its request (2026-07-28).
pub(crate) const LOG_LEVEL: &str = "io.modelcontextprotocol/logLevel";
/// The capabilities whose messages the gateway passes on, and the extensions.
const CARRIED: [&str; 4] = ["sampling", "elicitation", "roots", EXTENSIONS];
const EXTENSIONS: &str = "extensions";
/// The extension of 2026-07-28 by which a call may be answered with a task.
pub(super) const TASKS: &str = "io.modelcontextprotocol/tasks";

/// The params of a request.
#[derive(Debug)]
pub(super) struct Params<'a> {
    object: Option<RawObject<'a>>,
    meta: Option<RawObject<'a>>,
}

/// Params that two readers could read differently, or that are no object.
#[derive(Debug)]
pub(super) struct Unreadable(pub(super) Box<Failure>);

impl<'a> Params<'a> {
    pub(super) fn read(params: Option<&'a RawValue>) -> Result<Params<'a>, Unreadable> {
        let unreadable = |failure| Unreadable(Box::new(failure));
        let object = |value: &'a RawValue| match RawObject::read(value) {
            Some(object) => match object.doubled() {
                Some(name) => Err(unreadable(fault::doubled(name))),
                None => Ok(object),
            },
            None => Err(unreadable(Failure::invalid_params("The params and their _meta must be objects"))),
        };
        let params = params.filter(|params| params.get() != "null").map(object).transpose()?;
        let meta = params.as_ref().and_then(|params| params.get("_meta")).map(object).transpose()?;
        Ok(Params { object: params, meta })
    }

    /// A text in them.
    pub(super) fn text(&self, name: &str) -> Result<String, Failure> {
        let text = self.object.as_ref().and_then(|object| object.text(name));
        text.ok_or_else(|| fault::unreadable_params(name, "a text"))
    }

    /// Whatever is in them under this name.
    pub(super) fn get(&self, name: &str) -> Option<&'a RawValue> {
        self.object.as_ref()?.get(name)
    }

    /// All of them as one value; none if a number in them has no value.
    pub(super) fn value(&self) -> Option<Value> {
        self.object
            .as_ref()
            .map_or(Some(Value::Object(serde_json::Map::new())), |object| serde_json::from_str(object.json()).ok())
    }

    /// Metadata of the request.
    pub(super) fn meta(&self, name: &str) -> Option<&'a RawValue> {
        self.meta.as_ref()?.get(name)
    }

    /// All metadata of the request.
    pub(super) fn meta_json(&self) -> Option<&'a RawValue> {
        self.get("_meta")
    }

    /// The arguments of a call; those that are left out are none.
    pub(super) fn arguments(&self) -> Result<Value, Failure> {
        let Some(arguments) = self.get("arguments").filter(|it| it.get() != "null") else {
            return Ok(Value::Object(serde_json::Map::new()));
        };
        let read = serde_json::from_str(arguments.get()).ok().filter(Value::is_object);
        read.ok_or_else(|| fault::unreadable_params("arguments", "an object with values that can be read"))
    }

    /// What the client says that it can be asked for, as far as the gateway carries it (2026-07-28).
    pub(super) fn capabilities(&self) -> Option<Box<str>> {
        let said = self.meta(CLIENT_CAPABILITIES).filter(|said| said.get() != "{}")?;
        let object = RawObject::read(said).filter(|object| object.doubled().is_none())?;
        let extensions = object.get(EXTENSIONS).and_then(RawObject::read);
        let others = extensions.and_then(|extensions| extensions.without(|name| name != TASKS));
        let carried = object.without(|name| !CARRIED.contains(&name)).unwrap_or_else(|| said.get().to_owned());
        match others {
            Some(tasks) => Some(RawObject::read(&raw(carried)?)?.with(EXTENSIONS, &tasks).into()),
            None => Some(carried.into()),
        }
    }

    /// Whether the client takes tasks in the place of results (2026-07-28).
    pub(super) fn takes_tasks(&self) -> bool {
        let said = self.meta(CLIENT_CAPABILITIES).and_then(RawObject::read);
        let extensions = said.and_then(|said| said.get(EXTENSIONS)).and_then(RawObject::read);
        extensions.and_then(|extensions| extensions.get(TASKS)).is_some_and(|it| it.get() != "null")
    }

    /// The params as the server gets them: with these values in the place of the client's, and without what is between the client and the
    /// gateway. That a task is asked for is left out.
    pub(super) fn for_server(&self, changes: &[(&str, String)]) -> Option<Box<RawValue>> {
        self.written(changes, &["task"])
    }

    /// The same, and a task is asked for if the client does.
    pub(super) fn for_server_of_tasks(&self, changes: &[(&str, String)]) -> Option<Box<RawValue>> {
        self.written(changes, &[])
    }

    fn written(&self, changes: &[(&str, String)], left_out: &[&str]) -> Option<Box<RawValue>> {
        let object = self.object.as_ref()?;
        let meta = self.meta.as_ref().and_then(|meta| meta.without(|name| OF_THE_CLIENT.contains(&name)));
        let is_empty = meta.as_deref() == Some("{}");
        let shorter = object.without(|name| left_out.contains(&name) || is_empty && name == "_meta");
        let mut text = shorter.unwrap_or_else(|| object.json().to_owned());
        let meta = meta.filter(|_| !is_empty).map(|meta| ("_meta", meta));
        for (name, json) in changes.iter().cloned().chain(meta) {
            text = RawObject::read(&raw(text)?)?.with(name, &json);
        }
        raw(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn for_server(text: &str, changes: &[(&str, String)]) -> String {
        let value = raw(text.to_owned()).unwrap();
        Params::read(Some(&value)).unwrap().for_server(changes).unwrap().get().to_owned()
    }

    #[test]
    fn a_server_gets_what_the_client_sent_and_not_what_was_for_the_gateway() {
        let sent = r#"{"name":"git_add", "arguments":{"n":1180591620717411303424},"_meta":{"progressToken":1,"traceparent":"00-a","own":1e400}}"#;
        let expected = r#"{"name":"add", "arguments":{"n":1180591620717411303424},"_meta":{"own":1e400}}"#;
        assert_eq!(for_server(sent, &[("name", "\"add\"".to_owned())]), expected);
        let sent = r#"{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"},"uri":"a:b","task":{}}"#;
        assert_eq!(for_server(sent, &[]), r#"{"uri":"a:b"}"#);
    }

    #[test]
    fn a_server_is_told_what_of_the_client_the_gateway_carries() {
        let carried = |capabilities: &str| {
            let text = format!(r#"{{"_meta":{{"{CLIENT_CAPABILITIES}":{capabilities}}}}}"#);
            let value = raw(text).unwrap();
            let params = Params::read(Some(&value)).unwrap();
            (params.capabilities().map(String::from), params.takes_tasks())
        };
        let whole = r#"{ "elicitation":{"form":{},"x":1e400}, "sampling" : {},"extensions":{"io.modelcontextprotocol/tasks":{}}}"#;
        assert_eq!(carried(whole), (Some(whole.to_owned()), true));
        let more =
            r#"{"experimental":{},"roots":{"n":1e400},"extensions":{"a/b":{},"io.modelcontextprotocol/tasks":{}}}"#;
        let expected = r#"{"roots":{"n":1e400},"extensions":{"io.modelcontextprotocol/tasks":{}}}"#;
        assert_eq!(carried(more), (Some(expected.to_owned()), true));
        assert_eq!(carried(r#"{"tasks":{}}"#), (Some("{}".to_owned()), false));
        assert_eq!(carried("{}"), (None, false));
        assert_eq!(carried(r#"{"roots":{},"roots":{}}"#), (None, false));
    }

    #[test]
    fn params_that_two_could_read_differently_are_refused() {
        for text in [r#"{"name":"a","name":"b"}"#, r#"{"_meta":{"a":1,"a":2}}"#, "[]", r#"{"_meta":7}"#] {
            assert!(Params::read(Some(&raw(text.to_owned()).unwrap())).is_err(), "{text}");
        }
        assert!(Params::read(None).unwrap().text("name").is_err());
    }
}
