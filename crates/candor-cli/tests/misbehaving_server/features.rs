//! Prompts, resources, completions, subscriptions, tasks and results that ask: what a server has that is told `--features`.

use crate::call::content;
use crate::protocol;
use crate::server::Server;
use serde_json::{Value, json};

const TASKS: &str = "io.modelcontextprotocol/tasks";
const CAPABILITIES: &str = "io.modelcontextprotocol/clientCapabilities";
/// The tools of such a server, besides those of all. They take no arguments.
const TOOLS: [(&str, &str); 4] = [
    ("work", "Becomes a task, where it may"),
    ("ask_back", "Asks for a name by its result"),
    ("touch", "Tells that the resource has changed"),
    ("capabilities", "Returns what the client of the call can be asked"),
];

/// What the server announces.
pub(crate) fn announced(is_modern: bool) -> Value {
    let mut announced = json!({
        "tools": {"listChanged": true}, "prompts": {}, "resources": {"subscribe": true}, "completions": {}, "logging": {},
    });
    if is_modern {
        announced["extensions"] = json!({TASKS: {}});
    } else {
        announced["tasks"] = json!({"list": {}, "cancel": {}, "requests": {"tools": {"call": {}}}});
    }
    announced
}

pub(crate) fn tools() -> impl Iterator<Item = Value> {
    TOOLS.into_iter().map(|(name, does)| {
        let takes = json!({"type": "object"});
        json!({"name": name, "description": does, "inputSchema": takes, "execution": {"taskSupport": "optional"}})
    })
}

/// Whether the message is one that other servers treat in another way.
pub(crate) fn takes(server: &Server, method: &str, params: &Value) -> bool {
    let is_own = TOOLS.iter().any(|(name, _)| params["name"] == *name);
    server.options.features && (method == "subscriptions/listen" || (method == "tools/call" && is_own))
}

/// Takes such a message.
pub(crate) fn take(server: &Server, method: &str, id: &Value, params: &Value) {
    if method == "subscriptions/listen" {
        server.listen(id.clone());
        let meta = json!({protocol::SUBSCRIPTION: id});
        let params = json!({"_meta": meta, "notifications": params["notifications"]});
        return server.notify("notifications/subscriptions/acknowledged", params);
    }
    let is_modern = protocol::is_modern(params);
    let mut result = call(server, params, is_modern);
    if is_modern && result.get("resultType").is_none() {
        result["resultType"] = json!("complete");
    }
    server.send(&protocol::response(id, Ok(result)));
}

fn call(server: &Server, params: &Value, is_modern: bool) -> Value {
    let capabilities = &params["_meta"][CAPABILITIES];
    match params["name"].as_str() {
        Some("work") if is_modern && capabilities["extensions"].get(TASKS).is_some() => {
            json!({"resultType": "task", "taskId": "7", "status": "working"})
        }
        Some("work") if params.get("task").is_some() => json!({"task": {"taskId": "7", "status": "working"}}),
        Some("ask_back") if params.get("inputResponses").is_none() => {
            let asked = json!({"name": {"method": "elicitation/create", "params": {"message": "Who?"}}});
            json!({"resultType": "input_required", "inputRequests": asked, "requestState": "a state"})
        }
        Some("ask_back") => {
            content(&json!([params["requestState"], params["inputResponses"]["name"]["action"]]).to_string())
        }
        Some("touch") => {
            for id in server.listeners() {
                let meta = if id.is_null() { json!({}) } else { json!({protocol::SUBSCRIPTION: id}) };
                server.notify("notifications/resources/updated", json!({"uri": "file:///a", "_meta": meta}));
            }
            content("touched")
        }
        Some("capabilities") => content(&capabilities.to_string()),
        _ => content("done"),
    }
}

/// The result of everything else that such a server has.
pub(crate) fn answer(server: &Server, method: &str, params: &Value) -> Option<Value> {
    let task = |status: &str| json!({"taskId": params["taskId"], "status": status});
    Some(match (method, protocol::is_modern(params)) {
        ("prompts/list", _) => json!({"prompts": [{"name": "greet"}]}),
        ("prompts/get", _) => json!({"messages": [], "got": params["name"]}),
        ("resources/list", _) => json!({"resources": [{"uri": "file:///a", "name": "a"}]}),
        ("resources/templates/list", _) => {
            json!({"resourceTemplates": [{"uriTemplate": "file:///logs/{name}", "name": "logs"}]})
        }
        ("resources/read", _) => json!({"contents": [{"uri": params["uri"], "text": "hi"}]}),
        ("completion/complete", _) => json!({"completion": {"values": [params["ref"]["name"]]}}),
        ("resources/subscribe", false) => {
            server.listen(Value::Null);
            json!({})
        }
        ("logging/setLevel" | "resources/unsubscribe", false) | ("tasks/update" | "tasks/cancel", true) => json!({}),
        ("tasks/list", false) if params["cursor"] == "2" => json!({"tasks": [{"taskId": "8", "status": "working"}]}),
        ("tasks/list", false) => json!({"tasks": [{"taskId": "7", "status": "working"}], "nextCursor": "2"}),
        ("tasks/get", _) => task("working"),
        ("tasks/cancel", false) => task("cancelled"),
        ("tasks/result", false) => content("done"),
        _ => return None,
    })
}
