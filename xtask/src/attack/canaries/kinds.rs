//! Every kind of message that a server can send.

use crate::mcp::Revision;
use serde_json::{Value, json};

/// What must be removed from a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Rules {
    /// Secrets that the server is configured with.
    Configured,
    /// They, and whatever the scrubber finds.
    All,
}

/// How the server is made to send it.
#[derive(Debug, Clone, Copy)]
enum How {
    /// The tool `say`.
    Tool,
    /// The tool `say` makes the server send this, beside its result.
    Sent(&'static str),
    /// A request with the number of the canary as this member of its parameters.
    Page(&'static str),
    Resource,
    Prompt(&'static str),
    Completion,
}

/// Which revisions have it.
#[derive(Debug, Clone, Copy)]
enum When {
    Always,
    /// Only where the server may ask the client.
    Sessions,
    /// Only where a result may ask back.
    Stateless,
}

pub(super) struct Kind {
    pub(super) name: &'static str,
    pub(super) rules: Rules,
    how: How,
    when: When,
}

const fn said(name: &'static str, rules: Rules) -> Kind {
    Kind { name, rules, how: How::Tool, when: When::Always }
}

const fn kind(name: &'static str, rules: Rules, how: How, when: When) -> Kind {
    Kind { name, rules, how, when }
}

pub(super) const KINDS: [Kind; 29] = [
    said("success text", Rules::Configured),
    said("success value", Rules::Configured),
    said("success key", Rules::Configured),
    said("success resource", Rules::Configured),
    said("success link", Rules::Configured),
    said("success _meta", Rules::Configured),
    said("failure text", Rules::All),
    said("failure second text", Rules::All),
    said("failure value", Rules::All),
    said("failure key", Rules::All),
    said("failure image", Rules::All),
    said("failure _meta", Rules::All),
    said("error message", Rules::All),
    said("error data", Rules::All),
    said("error elicitations", Rules::All),
    said("panic", Rules::All),
    kind("input required", Rules::Configured, How::Tool, When::Stateless),
    kind("progress", Rules::All, How::Sent("notifications/progress"), When::Always),
    kind("log message", Rules::All, How::Sent("notifications/message"), When::Always),
    // Its address is what the client asks for next.
    kind("resource updated", Rules::Configured, How::Sent("notifications/resources/updated"), When::Sessions),
    kind("sampling request", Rules::Configured, How::Sent("sampling/createMessage"), When::Sessions),
    kind("elicitation request", Rules::Configured, How::Sent("elicitation/create"), When::Sessions),
    kind("tools/list", Rules::Configured, How::Page("tools/list"), When::Always),
    kind("resources/list", Rules::Configured, How::Page("resources/list"), When::Always),
    kind("resources/templates/list", Rules::Configured, How::Page("resources/templates/list"), When::Always),
    kind("prompts/list", Rules::Configured, How::Page("prompts/list"), When::Always),
    kind("resources/read", Rules::Configured, How::Resource, When::Always),
    kind("prompts/get", Rules::Configured, How::Prompt("planted"), When::Always),
    kind("completion/complete", Rules::Configured, How::Completion, When::Always),
];

impl Kind {
    /// Whether a server sends it in this revision.
    pub(super) fn is_of(&self, revision: Revision) -> bool {
        match self.when {
            When::Always => true,
            When::Sessions => revision.has_handshake,
            When::Stateless => !revision.has_handshake,
        }
    }

    /// Whether it is a request or notification with this method.
    pub(super) fn is_sent_as(&self, method: &str) -> bool {
        matches!(self.how, How::Sent(own) if own == method)
    }

    /// What makes the server send it. It waits so long for what it asks itself.
    pub(super) fn request(&self, revision: Revision, id: &Value, canary: usize, wait_ms: u64) -> Value {
        let number = canary.to_string();
        match self.how {
            How::Tool | How::Sent(_) => {
                let arguments = json!({"kind": self.name, "canary": canary, "wait_ms": wait_ms});
                let meta = json!({"progressToken": 1, "io.modelcontextprotocol/logLevel": "debug"});
                revision.request(id, "tools/call", json!({"name": "say", "arguments": arguments, "_meta": meta}))
            }
            How::Page(method) => revision.request(id, method, json!({"cursor": number})),
            How::Resource => revision.request(id, "resources/read", json!({"uri": format!("canary://{number}")})),
            How::Prompt(name) => {
                revision.request(id, "prompts/get", json!({"name": name, "arguments": {"canary": number}}))
            }
            How::Completion => {
                let reference = json!({"type": "ref/prompt", "name": "planted"});
                let argument = json!({"name": "canary", "value": number});
                revision.request(id, "completion/complete", json!({"ref": reference, "argument": argument}))
            }
        }
    }
}
