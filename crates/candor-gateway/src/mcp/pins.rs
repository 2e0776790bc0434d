//! Pinned descriptions: what a server says of its tools is kept in a file when it is seen first, and a tool that is another one later is held
//! back until the operator accepts it.

mod accept;
mod file;

pub use accept::{AcceptedTools, accept_tools};

use crate::upstream::McpServerSettings;
use file::PinFile;
use ring::digest::{SHA256, digest};
use serde_json::Value;
use serde_json::value::RawValue;
use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;

/// What of a tool is pinned.
const PINNED: [&str; 6] = ["name", "title", "description", "inputSchema", "outputSchema", "annotations"];

/// The hashes of tools, by their own names.
type Hashes = BTreeMap<String, String>;

/// Why a tool is held back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum HeldBack {
    /// It was not there when the tools were accepted.
    New,
    /// It was another one.
    Changed,
    /// What was accepted is not known, as its file cannot be used.
    Unknown,
}

impl HeldBack {
    pub(super) fn name(self) -> &'static str {
        match self {
            HeldBack::New => "new",
            HeldBack::Changed => "changed",
            HeldBack::Unknown => "unknown",
        }
    }
}

/// The pins of one server.
#[derive(Debug)]
pub(super) struct Pins {
    server: Box<str>,
    file: PinFile,
    /// What was accepted last; none if nothing is known.
    known: Option<Hashes>,
    /// What was told to the operator last.
    told: BTreeMap<String, &'static str>,
}

/// What keeps the pins of these settings from being used.
pub(crate) fn mistakes_in(settings: &McpServerSettings) -> Option<String> {
    let file = PinFile::new(settings.pins.clone()?);
    file.mistake().map(|why| format!("`{}`: {why}", settings.name))
}

impl Pins {
    /// Those of this server; none if its tools are not pinned.
    pub(super) fn of(settings: &McpServerSettings) -> Option<Pins> {
        let path: PathBuf = settings.pins.clone()?;
        Some(Pins {
            server: settings.name.as_str().into(),
            file: PinFile::new(path),
            known: None,
            told: BTreeMap::new(),
        })
    }

    /// Which of these tools are held back. What is seen first is accepted.
    pub(super) fn held_back(&mut self, tools: &[Box<RawValue>]) -> HashMap<Box<str>, HeldBack> {
        let hashes = hashes_of(tools);
        match self.file.read() {
            Ok(Some(pins)) => self.known = Some(pins),
            Ok(None) if self.known.is_none() => match self.file.write(&self.server, &hashes) {
                Ok(()) => {
                    tracing::info!(server = %self.server, tools = hashes.len(), "the tools of the server are pinned as they are seen first");
                    self.known = Some(hashes.clone());
                }
                Err(why) => tracing::error!(server = %self.server, "all tools of the server are held back: {why}"),
            },
            Ok(None) => {
                tracing::warn!(server = %self.server, "the file with the pins of the server is gone; what was read of it last counts");
            }
            Err(why) => match self.known {
                Some(_) => tracing::error!(server = %self.server, "{why}; what was read of it last counts"),
                None => tracing::error!(server = %self.server, "all tools of the server are held back: {why}"),
            },
        }
        let held: HashMap<Box<str>, HeldBack> =
            hashes.iter().filter_map(|(name, hash)| Some((name.as_str().into(), self.judge(name, hash)?))).collect();
        self.tell(&held);
        held
    }

    /// Whether the operator has accepted something else since.
    pub(super) fn have_changed(&self) -> bool {
        matches!(self.file.read(), Ok(Some(pins)) if Some(&pins) != self.known.as_ref())
    }

    fn judge(&self, name: &str, hash: &str) -> Option<HeldBack> {
        match self.known.as_ref().map(|known| known.get(name)) {
            None => Some(HeldBack::Unknown),
            Some(None) => Some(HeldBack::New),
            Some(Some(known)) if known != hash => Some(HeldBack::Changed),
            Some(Some(_)) => None,
        }
    }

    /// Each tool is told once.
    fn tell(&mut self, held: &HashMap<Box<str>, HeldBack>) {
        let now: BTreeMap<String, &'static str> =
            held.iter().map(|(name, why)| (name.to_string(), why.name())).collect();
        for (tool, change) in now.iter().filter(|(tool, change)| self.told.get(*tool) != Some(*change)) {
            let server = &self.server;
            tracing::warn!(%server, tool, change, "a tool is held back until it is accepted, by candor serve --accept {server}");
        }
        self.told = now;
    }
}

/// The hash of each tool; of two with one name, that of the first.
fn hashes_of(tools: &[Box<RawValue>]) -> Hashes {
    let mut hashes = Hashes::new();
    for tool in tools {
        let value = serde_json::from_str::<Value>(tool.get()).ok();
        let name: Option<String> = crate::frame::member(tool, "name");
        if let Some(name) = name.filter(|name| !name.is_empty()) {
            let pinned = value.map_or_else(|| tool.get().to_owned(), |value| pinned(&value));
            hashes.entry(name).or_insert_with(|| hash(&pinned));
        }
    }
    hashes
}

pub(super) fn hash(text: &str) -> String {
    digest(&SHA256, text.as_bytes()).as_ref().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// What is pinned of a tool, in a form that does not depend on the order of members.
fn pinned(tool: &Value) -> String {
    let mut text = String::new();
    for name in PINNED {
        write(tool.get(name).unwrap_or(&Value::Null), &mut text);
        text.push('\n');
    }
    text
}

fn write(value: &Value, text: &mut String) {
    match value {
        Value::Object(members) => {
            let mut sorted: Vec<_> = members.iter().collect();
            sorted.sort_unstable_by_key(|(name, _)| *name);
            text.push('{');
            for (name, member) in sorted {
                text.push_str(&Value::from(name.as_str()).to_string());
                text.push(':');
                write(member, text);
                text.push(',');
            }
            text.push('}');
        }
        Value::Array(items) => {
            text.push('[');
            for item in items {
                write(item, text);
                text.push(',');
            }
            text.push(']');
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => text.push_str(&value.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mcp::object::raw;

    fn hash_of(tool: &str) -> String {
        hashes_of(&[raw(tool.to_owned()).unwrap()]).into_values().next().unwrap()
    }

    #[test]
    fn what_a_tool_says_is_pinned_and_how_it_is_written_is_not() {
        let tool = r#"{"name":"a","description":"Reads.","inputSchema":{"type":"object","x":1},"annotations":{"readOnlyHint":true}}"#;
        let same = r#"{ "annotations":{"readOnlyHint":true}, "inputSchema":{"x":1,"type":"object"},"description":"Reads\u002e","name":"a","_meta":{"n":1}}"#;
        assert_eq!(hash_of(tool), hash_of(same));
        for (from, to) in [
            ("Reads.", "Reads all."),
            ("\"x\":1", "\"x\":2"),
            ("true", "false"),
            ("\"x\":1", "\"y\":1"),
            ("\"description\"", "\"title\""),
        ] {
            assert_ne!(hash_of(tool), hash_of(&tool.replacen(from, to, 1)), "{from}");
        }
        assert_ne!(hash_of(r#"{"name":"a","x":1e400}"#), hash_of(r#"{"name":"a","x":1e401}"#));
    }
}
