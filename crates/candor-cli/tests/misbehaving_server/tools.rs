//! The tools: those that behave, and all that misbehave in a call.

use crate::call::{Call, content};
use crate::features;
use crate::misbehaviour::{self, Act};
use crate::server::Server;
use serde_json::{Value, json};
use std::time::Duration;

/// A tool that behaves.
struct Tool {
    name: &'static str,
    does: &'static str,
    /// The names and types of its arguments, all of them required.
    takes: &'static [(&'static str, &'static str)],
    /// The names and types of the members of its structured result, if it has one.
    gives: &'static [(&'static str, &'static str)],
    call: Act,
}

const TOOLS: [Tool; 10] = [
    Tool { name: "echo", does: "Returns the text", takes: &[("text", "string")], gives: &[], call: echo },
    Tool {
        name: "add",
        does: "Adds two numbers",
        takes: &[("a", "integer"), ("b", "integer")],
        gives: &[("sum", "integer")],
        call: add,
    },
    Tool { name: "slow", does: "Takes so long", takes: &[("milliseconds", "integer")], gives: &[], call: slow },
    Tool {
        name: "progress",
        does: "Takes so many steps of so long, and tells each",
        takes: &[("steps", "integer"), ("milliseconds", "integer")],
        gives: &[],
        call: progress,
    },
    Tool {
        name: "ask_client",
        does: "Asks the client by this method, and returns what it answers",
        takes: &[("method", "string")],
        gives: &[],
        call: ask_client,
    },
    Tool {
        name: "tell_client",
        does: "Tells the client by this method; its `params` may be anything",
        takes: &[("method", "string")],
        gives: &[],
        call: tell_client,
    },
    Tool {
        name: "was_told",
        does: "Returns the methods of the notifications that came",
        takes: &[],
        gives: &[],
        call: was_told,
    },
    Tool {
        name: "fail_plain",
        does: "Fails with the text",
        takes: &[("text", "string")],
        gives: &[],
        call: fail_plain,
    },
    Tool {
        name: "fail_unflagged",
        does: "Fails with the text, and does not say that it does",
        takes: &[("text", "string")],
        gives: &[],
        call: fail_unflagged,
    },
    Tool {
        name: "fail_error",
        does: "Fails with an error of JSON-RPC; its `data` may be anything",
        takes: &[("code", "integer"), ("message", "string")],
        gives: &[],
        call: fail_error,
    },
];

/// What a call of the tool does; none if there is no such tool.
pub(crate) fn named(server: &Server, name: &str) -> Option<Act> {
    if !listed(server).iter().any(|tool| tool["name"] == name) {
        return None;
    }
    let own = TOOLS.iter().find(|tool| tool.name == name).map(|tool| tool.call);
    own.or_else(|| misbehaviour::named(name)?.when.in_call()).or(Some(echo))
}

/// All tools as they are listed. The server that changes them has another one from its second start on, and one less.
pub(crate) fn listed(server: &Server) -> Vec<Value> {
    let mut tools: Vec<Value> = TOOLS.iter().map(described).collect();
    let acts = misbehaviour::ALL.iter().filter(|one| one.when.in_call().is_some());
    tools.extend(acts.map(|one| json!({"name": one.name, "description": one.does, "inputSchema": {"type": "object"}})));
    if server.options.features {
        tools.extend(features::tools());
    }
    if server.told("changes_tools").is_some() && server.options.starts > 1 {
        tools.retain(|tool| tool["name"] != "slow");
        tools.push(
            json!({"name": "appeared", "description": "Was not there before", "inputSchema": {"type": "object"}}),
        );
    }
    tools
}

fn described(tool: &Tool) -> Value {
    let mut described = json!({"name": tool.name, "description": tool.does, "inputSchema": schema(tool.takes)});
    if !tool.gives.is_empty() {
        described["outputSchema"] = schema(tool.gives);
    }
    described
}

fn schema(members: &[(&str, &str)]) -> Value {
    let properties: serde_json::Map<_, _> =
        members.iter().map(|(name, kind)| ((*name).to_owned(), json!({"type": kind}))).collect();
    let names: Vec<_> = members.iter().map(|(name, _)| name).collect();
    json!({"type": "object", "properties": properties, "required": names})
}

fn echo(call: &Call) {
    call.answer_text(&call.text("text"));
}

fn add(call: &Call) {
    let sum = call.arguments["a"].as_i64().unwrap_or_default() + call.arguments["b"].as_i64().unwrap_or_default();
    let mut result = content(&json!({"sum": sum}).to_string());
    result["structuredContent"] = json!({"sum": sum});
    call.answer(Ok(result));
}

fn slow(call: &Call) {
    if call.waits(milliseconds(call)) {
        call.answer_text("done");
    }
}

fn progress(call: &Call) {
    let steps = call.arguments["steps"].as_u64().unwrap_or_default();
    for step in 1..=steps {
        if !call.waits(milliseconds(call)) {
            return;
        }
        if let Some(token) = &call.token {
            let params = json!({"progressToken": token, "progress": step, "total": steps});
            call.server.notify("notifications/progress", params);
        }
    }
    call.answer_text("done");
}

fn ask_client(call: &Call) {
    let answer = call.server.ask(&call.text("method"), &call.arguments["params"]);
    call.answer_text(&answer.to_string());
}

fn was_told(call: &Call) {
    call.answer_text(&call.server.was_told().join(" "));
}

fn tell_client(call: &Call) {
    call.server.notify(&call.text("method"), call.arguments["params"].clone());
    call.answer_text("told");
}

fn fail_plain(call: &Call) {
    let mut result = content(&call.text("text"));
    result["isError"] = json!(true);
    call.answer(Ok(result));
}

fn fail_unflagged(call: &Call) {
    call.answer_text(&call.text("text"));
}

fn fail_error(call: &Call) {
    let mut error = json!({"code": call.arguments["code"], "message": call.arguments["message"]});
    if let Some(data) = call.arguments.get("data") {
        error["data"] = data.clone();
    }
    call.answer(Err(error));
}

fn milliseconds(call: &Call) -> Duration {
    Duration::from_millis(call.arguments["milliseconds"].as_u64().unwrap_or_default())
}
