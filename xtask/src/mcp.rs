//! An MCP client that is only as large as measuring and attacking servers needs: no runtime, and every byte at hand.

pub(crate) mod http;
pub(crate) mod load;
pub(crate) mod program;
pub(crate) mod stdio;
pub(crate) mod usage;

use serde_json::{Map, Value, json};

/// A revision of the protocol.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Revision {
    /// As it is on the wire.
    pub(crate) name: &'static str,
    /// Whether a connection begins with `initialize`, and a session over HTTP.
    pub(crate) has_handshake: bool,
}

/// The revisions that are spoken here, oldest first.
pub(crate) const REVISIONS: [Revision; 4] = [
    Revision { name: "2024-11-05", has_handshake: true },
    Revision { name: "2025-06-18", has_handshake: true },
    Revision { name: "2025-11-25", has_handshake: true },
    Revision { name: "2026-07-28", has_handshake: false },
];

impl Revision {
    /// The newest one with a handshake.
    pub(crate) const WITH_SESSIONS: Revision = REVISIONS[2];
    /// The one without.
    pub(crate) const STATELESS: Revision = REVISIONS[3];

    /// The message that opens a connection.
    pub(crate) fn initialize(self, id: &Value) -> Value {
        json!({"jsonrpc": "2.0", "id": id, "method": "initialize", "params": {
            "protocolVersion": self.name, "capabilities": self.capabilities(),
            "clientInfo": {"name": "xtask", "version": "0"}}})
    }

    /// A request of this revision.
    pub(crate) fn request(self, id: &Value, method: &str, params: Value) -> Value {
        let mut params = if let Value::Object(params) = params { params } else { Map::new() };
        if !self.has_handshake {
            let own = json!({
                "io.modelcontextprotocol/protocolVersion": self.name,
                "io.modelcontextprotocol/clientInfo": {"name": "xtask", "version": "0"},
                "io.modelcontextprotocol/clientCapabilities": self.capabilities(),
            });
            match (params.get_mut("_meta"), own) {
                (Some(Value::Object(meta)), Value::Object(own)) => meta.extend(own),
                (_, own) => {
                    params.insert("_meta".to_owned(), own);
                }
            }
        }
        json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params})
    }

    /// A call of a tool.
    pub(crate) fn call(self, id: &Value, tool: &str, arguments: Value) -> Value {
        self.request(id, "tools/call", json!({"name": tool, "arguments": arguments}))
    }

    /// All that a server may ask of a client.
    fn capabilities(self) -> Value {
        json!({"roots": {"listChanged": true}, "sampling": {}, "elicitation": {"form": {}, "url": {}}})
    }
}

/// The notification after the handshake.
pub(crate) fn initialized() -> Value {
    json!({"jsonrpc": "2.0", "method": "notifications/initialized"})
}

/// The id that this message answers, as JSON: none if it is a request, a notification, or an answer to nobody.
pub(crate) fn answered_id(message: &[u8]) -> Option<String> {
    const USUAL: &[u8] = br#"{"jsonrpc":"2.0","id":"#;
    // Most answers begin like that, and reading all of each takes long.
    if let Some(rest) = message.strip_prefix(USUAL)
        && let Some(end) = rest.iter().position(|byte| *byte == b',')
        && let (Some(id), Some(rest)) = (rest.get(..end), rest.get(end..))
        && (rest.starts_with(b",\"result\"") || rest.starts_with(b",\"error\""))
        && id.iter().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'"' | b' ' | b'-'))
        && id != b"null"
    {
        return std::str::from_utf8(id).ok().map(str::to_owned);
    }
    let message: Value = serde_json::from_slice(message).ok()?;
    let is_answer = message.get("method").is_none();
    message.get("id").filter(|id| is_answer && !id.is_null()).map(Value::to_string)
}

#[cfg(test)]
mod tests {
    use super::{REVISIONS, Revision, answered_id};
    use serde_json::json;

    #[test]
    fn only_a_request_without_a_handshake_says_which_revision_it_is() {
        for revision in REVISIONS {
            let request = revision.call(&json!(1), "get_order", json!({"id": 1001}));
            let said = &request["params"]["_meta"]["io.modelcontextprotocol/protocolVersion"];
            assert_eq!(said.as_str(), (!revision.has_handshake).then_some(revision.name));
        }
        let params = json!({"_meta": {"traceparent": "x"}});
        let request = Revision::STATELESS.request(&json!(1), "tools/list", params);
        assert_eq!(request["params"]["_meta"]["traceparent"], "x", "and keeps what else it says");
    }

    #[test]
    fn an_answer_is_told_from_everything_else_by_its_id() {
        let cases = [
            (r#"{"jsonrpc":"2.0","id":7,"result":{}}"#, Some("7")),
            (r#"{"jsonrpc":"2.0","id":"s7","error":{"code":1}}"#, Some("\"s7\"")),
            (r#"{"jsonrpc":"2.0","id":"a,\"b","result":{}}"#, Some("\"a,\\\"b\"")),
            (r#"{"result":{},"id":18446744073709551615}"#, Some("18446744073709551615")),
            (r#"{"jsonrpc":"2.0","id":null,"error":{}}"#, None),
            (r#"{"jsonrpc":"2.0","id":7,"method":"ping"}"#, None),
            (r#"{"jsonrpc":"2.0","method":"notifications/progress"}"#, None),
            ("noise", None),
        ];
        for (message, id) in cases {
            assert_eq!(answered_id(message.as_bytes()).as_deref(), id, "{message}");
        }
    }
}
