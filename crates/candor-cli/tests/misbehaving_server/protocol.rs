//! What a server answers to everything but calls.

use crate::features;
use crate::server::Server;
use crate::tools;
use serde_json::{Value, json};

/// The revisions that are agreed upon by `initialize`, newest first.
const REVISIONS: [&str; 2] = ["2025-11-25", "2025-06-18"];
/// The one without `initialize`.
pub(crate) const MODERN: &str = "2026-07-28";
/// Where a message of that revision names it.
const REVISION: &str = "io.modelcontextprotocol/protocolVersion";

/// Where a message says to which subscription it belongs.
pub(crate) const SUBSCRIPTION: &str = "io.modelcontextprotocol/subscriptionId";

/// A result, or an error.
pub(crate) type Answer = Result<Value, Value>;

pub(crate) fn response(id: &Value, answer: Answer) -> Value {
    match answer {
        Ok(result) => json!({"jsonrpc": "2.0", "id": id, "result": result}),
        Err(error) => json!({"jsonrpc": "2.0", "id": id, "error": error}),
    }
}

pub(crate) fn answer(server: &Server, method: &str, params: &Value) -> Answer {
    let mut result = match method {
        "initialize" => initialize(server, params),
        "server/discover" if server.options.is_modern => discover(server),
        "ping" => json!({}),
        "logging/setLevel" | "resources/subscribe" | "resources/unsubscribe" if server.logs() => json!({}),
        "resources/list" if server.logs() => json!({"resources": [{"uri": "file:///a", "name": "a"}]}),
        "tools/list" => json!({"tools": tools::listed(server)}),
        _ => {
            let result = if server.options.features { features::answer(server, method, params) } else { None };
            let unknown = || json!({"code": -32601, "message": format!("Method not found: {method}")});
            result.ok_or_else(unknown)?
        }
    };
    if is_modern(params) {
        result["resultType"] = json!("complete");
        if method.ends_with("/list") || matches!(method, "resources/read" | "server/discover") {
            result["ttlMs"] = json!(0);
            result["cacheScope"] = json!("private");
        }
    }
    Ok(result)
}

/// Whether the message is one of the revision without `initialize`.
pub(crate) fn is_modern(params: &Value) -> bool {
    params["_meta"][REVISION] == MODERN
}

fn initialize(server: &Server, params: &Value) -> Value {
    let wanted = params["protocolVersion"].as_str().filter(|wanted| REVISIONS.contains(wanted));
    let mut capabilities = json!({"tools": {"listChanged": true}});
    if server.logs() {
        capabilities["logging"] = json!({});
        capabilities["resources"] = json!({"subscribe": true});
    }
    if server.options.features {
        capabilities = features::announced(false);
    }
    json!({
        "protocolVersion": wanted.unwrap_or(REVISIONS[0]),
        "capabilities": capabilities,
        "serverInfo": server_info(),
    })
}

fn discover(server: &Server) -> Value {
    let capabilities = match server.options.features {
        true => features::announced(true),
        false => json!({"tools": {"listChanged": true}}),
    };
    json!({
        "supportedVersions": [MODERN, REVISIONS[0], REVISIONS[1]],
        "capabilities": capabilities,
        "_meta": {"io.modelcontextprotocol/serverInfo": server_info()},
    })
}

fn server_info() -> Value {
    json!({"name": "misbehaving-server", "version": "1.0.0"})
}
