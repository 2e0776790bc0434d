//! Every kind of message that a server can send.

use serde_json::{Value, json};

/// Which rules the texts of a message pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rules {
    /// Only configured secrets are removed.
    Secrets,
    /// Everything that the scrubber knows is removed.
    All,
}

/// A kind of message.
pub(crate) struct Kind {
    pub(crate) name: &'static str,
    pub(crate) rules: Rules,
    /// The message with this text wherever a server may put one.
    pub(crate) with: fn(&str) -> Value,
}

const fn success(name: &'static str, with: fn(&str) -> Value) -> Kind {
    Kind { name, rules: Rules::Secrets, with }
}

const fn told(name: &'static str, with: fn(&str) -> Value) -> Kind {
    Kind { name, rules: Rules::All, with }
}

fn result(result: Value) -> Value {
    json!({"jsonrpc": "2.0", "id": 7, "result": result})
}

fn request(method: &str, params: Value) -> Value {
    json!({"jsonrpc": "2.0", "id": 3, "method": method, "params": params})
}

fn notification(method: &str, params: Value) -> Value {
    json!({"jsonrpc": "2.0", "method": method, "params": params})
}

fn error(code: i64, message: &str, data: Value) -> Value {
    json!({"jsonrpc": "2.0", "id": 7, "error": {"code": code, "message": message, "data": data}})
}

fn text(text: &str) -> Value {
    json!({"type": "text", "text": text})
}

fn task(status: &str, more: (&str, Value)) -> Value {
    let mut task = json!({"resultType": "complete", "taskId": "t-1", "status": status, "createdAt": "2026-01-01T00:00:00Z",
                          "lastUpdatedAt": "2026-01-01T00:00:00Z", "ttlMs": 60_000, "pollIntervalMs": 100});
    task[more.0] = more.1;
    task
}

pub(crate) const KINDS: &[Kind] = &[
    success("a tool's result", |it| result(json!({"content": [text("first"), text(it)], "isError": false}))),
    success("structured content", |it| result(json!({"content": [], "structuredContent": {"a": [{"b": it}, it]}}))),
    success("names of structured content", |it| result(json!({"content": [], "structuredContent": {"a": {it: 1}}}))),
    success("a resource link", |it| {
        let link = json!({"type": "resource_link", "uri": format!("note://{it}"), "name": it, "description": it});
        result(json!({"content": [link]}))
    }),
    success("an embedded resource", |it| {
        let resource = json!({"uri": "note://1", "text": it, "_meta": {"a": it}});
        result(json!({"content": [{"type": "resource", "resource": resource}]}))
    }),
    success("metadata of a result", |it| result(json!({"content": [], "_meta": {"a": {"b": [it]}, it: 2}}))),
    success("an input that is required", |it| {
        let params = json!({"mode": "form", "message": it, "requestedSchema": {"type": "object", "properties": {}}});
        let asked = json!({"a": {"method": "elicitation/create", "params": params}});
        result(json!({"resultType": "input_required", "inputRequests": asked, "requestState": it}))
    }),
    success("a prompt", |it| result(json!({"description": it, "messages": [{"role": "user", "content": text(it)}]}))),
    success("a resource", |it| result(json!({"contents": [{"uri": "note://1", "text": it}]}))),
    success("resources", |it| {
        result(json!({"resources": [{"uri": format!("note://{it}"), "name": it, "title": it}], "nextCursor": it}))
    }),
    success("templates of resources", |it| {
        result(json!({"resourceTemplates": [{"uriTemplate": format!("note://{{id}}/{it}"), "name": it}]}))
    }),
    success("prompts", |it| result(json!({"prompts": [{"name": it, "arguments": [{"name": it}]}]}))),
    success("tools", |it| {
        let schema = json!({"type": "object", "properties": {"a": {"description": it, "default": it}}});
        result(
            json!({"tools": [{"name": "a", "description": it, "inputSchema": schema, "annotations": {"title": it}}]}),
        )
    }),
    success("a completion", |it| result(json!({"completion": {"values": [it], "hasMore": false}}))),
    success("the answer to initialize", |it| {
        result(json!({"protocolVersion": "2025-11-25", "capabilities": {"experimental": {"a": {"b": it}}},
                      "serverInfo": {"name": it, "version": it}, "instructions": it}))
    }),
    success("the answer to server/discover", |it| {
        result(json!({"supportedVersions": ["2026-07-28"], "capabilities": {}, "instructions": it,
                      "serverInfo": {"name": it, "version": "1"}, "ttlMs": 1, "cacheScope": "public",
                      "resultType": "complete"}))
    }),
    success("a task that has finished", |it| {
        result(task("completed", ("result", json!({"content": [text(it)], "isError": false}))))
    }),
    success("a result of the server's own", |it| result(json!({"anything": {"deep": [[it]]}}))),
    success("a request for a sample", |it| {
        let messages = json!([{"role": "user", "content": text(it)}]);
        request("sampling/createMessage", json!({"messages": messages, "systemPrompt": it, "maxTokens": 10}))
    }),
    success("a request for an input", |it| {
        let schema = json!({"type": "object", "properties": {"a": {"type": "string", "description": it}}});
        request("elicitation/create", json!({"message": it, "requestedSchema": schema}))
    }),
    success("a request for roots", |it| request("roots/list", json!({"_meta": {"a": it}}))),
    success("a request of the server's own", |it| request("shop/ask", json!({"a": {it: it}}))),
    told("progress", |it| {
        let progress = json!({"progressToken": "p-1", "progress": 1, "total": 2, "message": it, "_meta": {"a": it}});
        notification("notifications/progress", progress)
    }),
    told("a log message", |it| {
        notification("notifications/message", json!({"level": "info", "logger": it, "data": {"note": it, "b": [it]}}))
    }),
    told("a log message in words", |it| notification("notifications/message", json!({"level": "info", "data": it}))),
    told("a cancellation", |it| notification("notifications/cancelled", json!({"requestId": 7, "reason": it}))),
    told("a notification of the server's own", |it| notification("shop/sold", json!({"a": [{"note": it}]}))),
    told("metadata of a notification", |it| {
        notification("notifications/tools/list_changed", json!({"_meta": {"note": it}}))
    }),
    told("the status of a task", |it| result(task("working", ("statusMessage", json!(it))))),
    told("a failed tool", |it| result(json!({"content": [text(it)], "isError": true}))),
    told("what a failed tool says beside its failure", |it| {
        let link = json!({"type": "resource_link", "uri": "note://1", "name": "n", "description": it});
        let rest = [text("It failed"), text(it), link];
        result(
            json!({"content": rest, "structuredContent": {"a": {"note": it}}, "_meta": {"note": it}, "isError": true}),
        )
    }),
    told("an image and a sound of a failed tool that are none", |it| {
        let image = json!({"type": "image", "data": it, "mimeType": it, "_meta": {"note": it}});
        let sound = json!({"type": "audio", "data": it, "mimeType": "audio/wav"});
        result(json!({"content": [text("It failed"), image, sound], "isError": true}))
    }),
    told("a file of a failed tool that is none", |it| {
        let resource = json!({"uri": "note://1", "blob": it, "mimeType": "a/b"});
        result(json!({"content": [text("It failed"), {"type": "resource", "resource": resource}], "isError": true}))
    }),
    told("a task that has failed", |it| {
        result(task("failed", ("error", json!({"code": -32603, "message": it, "data": {"note": it}}))))
    }),
    told("a task whose tool has failed", |it| {
        result(task("completed", ("result", json!({"content": [text(it)], "isError": true}))))
    }),
    told("a notification of a task that has failed", |it| {
        notification("notifications/tasks", task("failed", ("error", json!({"code": -32603, "message": it}))))
    }),
    told("an error", |it| error(-32603, it, json!({"note": it, "list": [it], "deep": {"note": it}}))),
    told("an error with a text for its data", |it| error(-31_999, "no", json!(it))),
    told("an error that asks for a page", |it| {
        let page = json!({"mode": "url", "message": it, "url": "https://pay.example/7", "elicitationId": "e-1"});
        error(-32042, "Pay first", json!({"elicitations": [page]}))
    }),
];
