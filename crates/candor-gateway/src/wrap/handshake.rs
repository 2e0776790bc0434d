//! How the client began with the server, so that a server that is started again can be begun with in the same way.

use crate::frame::{Frame, member};
use candor::render::Revision;
use serde_json::value::RawValue;

/// Metadata that each request has as of 2026-07-28, and that requests of the wrapper repeat.
const REQUIRED_META: [&str; 3] = [
    "io.modelcontextprotocol/protocolVersion",
    "io.modelcontextprotocol/clientCapabilities",
    "io.modelcontextprotocol/clientInfo",
];

/// What was said at the beginning.
#[derive(Debug, Default)]
pub(super) struct Handshake {
    /// The params of `initialize`.
    initialize: Option<Box<RawValue>>,
    /// Whether the server has answered it.
    is_answered: bool,
    /// The notification that ended it, as it was written.
    initialized: Option<Vec<u8>>,
    /// The metadata of the last request that had its own.
    meta: Option<String>,
    revision: Option<Revision>,
}

impl Handshake {
    /// The client has asked the server to begin.
    pub(super) fn begin(&mut self, frame: &Frame<'_>) {
        self.initialize = frame.params.map(ToOwned::to_owned);
        self.is_answered = false;
        self.initialized = None;
        self.revision = frame.param::<String>("protocolVersion").map(|date| Revision::of_peer(&date));
    }

    /// The server has answered that.
    pub(super) fn answered(&mut self, result: &RawValue) {
        self.is_answered = true;
        if let Some(date) = member::<String>(result, "protocolVersion") {
            self.revision = Some(Revision::of_peer(&date));
        }
    }

    /// The client has said that it is ready.
    pub(super) fn ended(&mut self, notification: &[u8]) {
        self.initialized = Some(notification.to_vec());
    }

    /// What a server that is started again has to be told: the params of `initialize`, and the notification after it.
    pub(super) fn to_repeat(&self) -> Option<(String, Option<Vec<u8>>)> {
        let params = self.initialize.as_ref().filter(|_| self.is_answered)?;
        Some((params.get().to_owned(), self.initialized.clone()))
    }

    /// Takes note of the metadata of a request, and says which revision its client speaks.
    pub(super) fn revision_of(&mut self, frame: &Frame<'_>) -> Revision {
        let of_session = self.revision.unwrap_or(Revision::V2025_03_26);
        let Some(meta) = frame.param::<&RawValue>("_meta") else { return of_session };
        let Some(date) = member::<String>(meta, "io.modelcontextprotocol/protocolVersion") else { return of_session };
        let parts = REQUIRED_META.iter().filter_map(|name| {
            let value: &RawValue = member(meta, name)?;
            Some(format!("\"{name}\":{}", value.get()))
        });
        self.meta = Some(format!("{{{}}}", parts.collect::<Vec<_>>().join(",")));
        Revision::of_peer(&date)
    }

    /// The params of a request of the wrapper's own, with this member.
    pub(super) fn params_with(&self, member: Option<(&str, &str)>) -> String {
        let meta = self.meta.as_ref().map(|meta| format!("\"_meta\":{meta}"));
        let member = member.map(|(name, json)| format!("\"{name}\":{json}"));
        format!("{{{}}}", [member, meta].into_iter().flatten().collect::<Vec<_>>().join(","))
    }

    /// What a server that works always answers: `ping`, which the newest revision does not have.
    pub(super) fn probe(&self) -> &'static str {
        if self.meta.is_some() { "server/discover" } else { "ping" }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_server_has_agreed_to_counts() {
        let mut handshake = Handshake::default();
        let begin = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25"}}"#;
        handshake.begin(&Frame::read(begin.as_bytes()).unwrap());
        assert!(handshake.to_repeat().is_none());
        handshake.answered(&RawValue::from_string(r#"{"protocolVersion":"2025-06-18"}"#.to_owned()).unwrap());
        let call = Frame::read(br#"{"jsonrpc":"2.0","id":2,"method":"ping"}"#).unwrap();
        assert_eq!(handshake.revision_of(&call), Revision::V2025_06_18);
        assert_eq!(handshake.to_repeat(), Some((r#"{"protocolVersion":"2025-11-25"}"#.to_owned(), None)));
        assert_eq!((handshake.params_with(None).as_str(), handshake.probe()), ("{}", "ping"));
    }

    #[test]
    fn requests_of_the_newest_revision_repeat_the_metadata_of_the_client() {
        let mut handshake = Handshake::default();
        let call = br#"{"jsonrpc":"2.0","id":2,"method":"tools/list","params":{"_meta":{"progressToken":1,"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{"a":1e400}}}}"#;
        assert_eq!(handshake.revision_of(&Frame::read(call).unwrap()), Revision::V2026_07_28);
        assert_eq!(
            handshake.params_with(Some(("cursor", "\"2\""))),
            r#"{"cursor":"2","_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{"a":1e400}}}"#
        );
        assert_eq!(handshake.probe(), "server/discover");
    }
}
