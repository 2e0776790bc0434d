//! Whoever calls the tools of a guarded server, without a wire between them.

use candor::FailurePolicy;
use candor::rmcp::{Guard, LineTransport};
use jsonschema::Validator;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ListToolsResult, NumberOrString, PaginatedRequestParams,
};
use rmcp::service::{Peer, RequestContext};
use rmcp::{ErrorData, RoleServer, ServerHandler, ServiceExt};
use serde_json::{Map, Value};
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::runtime::Runtime;

/// The input schemas of the tools, by their names.
const SCHEMAS: &str = include_str!("schemas.json");

const HANDSHAKE: &[u8] = br#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"fuzz","version":"1"}}}
"#;

/// A tool, and what its calls are measured against.
pub(super) struct Tool {
    pub(super) name: String,
    pub(super) validator: Validator,
    /// The names and texts in its schema.
    pub(super) words: Vec<String>,
    /// Whether it has patterns that may take too long to be checked.
    pub(super) is_lenient: bool,
}

pub(super) struct Caller {
    runtime: Runtime,
    peer: Peer<RoleServer>,
    guard: Guard<Desk>,
    tools: Vec<Tool>,
    /// The last incident, as JSON.
    incident: Arc<Mutex<String>>,
}

impl Caller {
    pub(super) fn new() -> Caller {
        let Ok(Value::Object(schemas)) = serde_json::from_str(SCHEMAS) else { panic!("the schemas are not JSON") };
        let mut tools: Vec<_> = schemas.iter().map(|(name, schema)| Tool::new(name, schema)).collect();
        tools.sort_by(|one, other| one.name.cmp(&other.name));
        let Ok(runtime) = tokio::runtime::Builder::new_current_thread().enable_time().build() else {
            panic!("there is no runtime")
        };
        let incident = Arc::new(Mutex::new(String::new()));
        let last = incident.clone();
        let policy = FailurePolicy::new().on_incident(move |incident| {
            *last.lock().unwrap_or_else(PoisonError::into_inner) = serde_json::to_string(incident).unwrap_or_default();
        });
        let guard = Guard::new(Desk(schemas)).with_policy(policy);
        let Ok(running) = runtime.block_on(guard.clone().serve(LineTransport::new(HANDSHAKE, tokio::io::sink())))
        else {
            panic!("there is no connection")
        };
        Caller { peer: running.peer().clone(), runtime, guard, tools, incident }
    }

    pub(super) fn tool(&self, number: u8) -> &Tool {
        match self.tools.get(usize::from(number) % self.tools.len()) {
            Some(tool) => tool,
            None => panic!("there are no tools"),
        }
    }

    /// Calls a tool. Its result, and the last incident.
    pub(super) fn call(&self, tool: &Tool, arguments: &Map<String, Value>) -> (CallToolResult, String) {
        let mut call = CallToolRequestParams::new(tool.name.clone());
        call.arguments = Some(arguments.clone());
        let context = RequestContext::new(NumberOrString::Number(7), self.peer.clone());
        match self.runtime.block_on(self.guard.call_tool(call, context)) {
            Ok(CallToolResponse::Complete(result)) => {
                (result, std::mem::take(&mut *self.incident.lock().unwrap_or_else(PoisonError::into_inner)))
            }
            other => panic!("no result: {other:?}"),
        }
    }
}

impl Tool {
    fn new(name: &str, schema: &Value) -> Tool {
        let Ok(validator) = jsonschema::validator_for(schema) else { panic!("{name} has a broken schema") };
        let mut words = BTreeSet::new();
        collect(schema, &mut words);
        let is_lenient = words.iter().any(|word| word.contains("(?"));
        Tool { name: name.to_owned(), validator, words: words.into_iter().collect(), is_lenient }
    }
}

/// Names and texts of a schema; those that a schema and a value have in common are among them.
fn collect(schema: &Value, words: &mut BTreeSet<String>) {
    match schema {
        Value::String(text) => {
            words.insert(text.clone());
        }
        Value::Array(items) => items.iter().for_each(|item| collect(item, words)),
        Value::Object(members) => {
            for (name, member) in members {
                words.insert(name.clone());
                collect(member, words);
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// A server whose tools do nothing.
#[derive(Clone)]
struct Desk(Map<String, Value>);

impl ServerHandler for Desk {
    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let tool = |(name, schema): (&String, &Value)| {
            let schema = schema.as_object().cloned().unwrap_or_default();
            rmcp::model::Tool::new(name.clone(), "A tool", Arc::new(schema))
        };
        Ok(ListToolsResult::with_all_items(self.0.iter().map(tool).collect()))
    }

    async fn call_tool(
        &self,
        _: CallToolRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        Ok(CallToolResponse::Complete(CallToolResult::success(Vec::new())))
    }
}
