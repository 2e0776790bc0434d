//! The tools that a guard knows. Their schemas are compiled at the first call: a list may be long, and few of it called.

use super::admit::broken_schema;
use super::contracts::CONTRACT_META_KEY;
use super::tool_server::{ListEnd, Listed, NotListed, ToolServer, listed_tools};
use crate::Failure;
use crate::capture::catch_panic;
use crate::contract::Contract;
use crate::failure::Retry;
use crate::schema::{CompiledSchema, InvalidSchema};
use ::rmcp::RoleServer;
use ::rmcp::model::{JsonObject, MetaObject, Tool, ToolAnnotations};
use ::rmcp::service::RequestContext;
use serde::Deserialize;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock, PoisonError, RwLock};

/// How many tools are remembered; a server with more has them compiled again now and then.
const MOST: usize = 10_000;

/// What a guard remembers of the tools behind it.
///
/// A tool is remembered from its first call, and as it was last listed. Before a call is refused, the tool is looked up
/// again: it may have changed, and it may look different to every peer.
#[derive(Default)]
pub(super) struct Tools {
    /// Whether all of them were listed at least once.
    pub(super) is_listed: AtomicBool,
    known: RwLock<HashMap<Box<str>, Arc<KnownTool>>>,
}

/// One tool, as a guard needs it.
pub(in crate::rmcp) struct KnownTool {
    pub(in crate::rmcp) input: Arc<Schema>,
    pub(in crate::rmcp) output: Option<Arc<Schema>>,
    pub(in crate::rmcp) annotations: Option<ToolAnnotations>,
    pub(in crate::rmcp) meta: Option<MetaObject>,
    /// Read from `meta` when a call of the tool fails for the first time.
    contract: OnceLock<Option<Contract>>,
}

/// A schema, compiled when it is needed for the first time, if it can be.
pub(in crate::rmcp) struct Schema {
    source: Arc<JsonObject>,
    compiled: OnceLock<Result<CompiledSchema, InvalidSchema>>,
    /// Whether the operator knows that it cannot be.
    is_reported: AtomicBool,
}

impl Schema {
    fn new(source: &Arc<JsonObject>) -> Schema {
        Schema { source: source.clone(), compiled: OnceLock::new(), is_reported: AtomicBool::new(false) }
    }

    pub(in crate::rmcp) fn compiled(&self) -> Result<&CompiledSchema, &InvalidSchema> {
        self.compiled.get_or_init(|| CompiledSchema::compile(&self.source)).as_ref()
    }

    /// The schema itself.
    pub(in crate::rmcp) fn to_value(&self) -> serde_json::Value {
        serde_json::Value::Object((*self.source).clone())
    }

    fn is_of(&self, source: &Arc<JsonObject>) -> bool {
        Arc::ptr_eq(&self.source, source) || self.source == *source
    }
}

/// Which schema of a tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    Input,
    Output,
}

/// A schema that cannot be used, and why.
pub(super) struct BrokenSchema<'a> {
    pub(super) side: Side,
    schema: &'a Schema,
    why: &'a InvalidSchema,
}

impl BrokenSchema<'_> {
    /// What a call of the tool fails with.
    pub(super) fn failure(&self, tool: &str) -> Failure {
        let name = match self.side {
            Side::Input => "input schema",
            Side::Output => "output schema",
        };
        broken_schema(tool, name, &self.why.to_string())
    }

    /// Whether this is the first time that the operator is told; it counts as told from now on.
    pub(super) fn is_news(&self) -> bool {
        !self.schema.is_reported.swap(true, Ordering::Relaxed)
    }
}

/// What a name refers to.
pub(super) enum Found {
    Tool(Arc<KnownTool>),
    /// No tool is listed at all: this one may exist or not, which the handler knows.
    Unlisted,
    /// The server failed to list its tools, and this one may be among them; the retry of what it failed with.
    NotListed(Retry),
    /// There is no such tool; these exist.
    Unknown(Vec<String>),
}

impl KnownTool {
    pub(in crate::rmcp) fn new(tool: Tool) -> KnownTool {
        KnownTool {
            input: Arc::new(Schema::new(&tool.input_schema)),
            output: tool.output_schema.as_ref().map(|schema| Arc::new(Schema::new(schema))),
            annotations: tool.annotations,
            meta: tool.meta,
            contract: OnceLock::new(),
        }
    }

    fn has_schemas_of(&self, tool: &Tool) -> bool {
        let has_output = match (&self.output, &tool.output_schema) {
            (Some(known), Some(given)) => known.is_of(given),
            (None, None) => true,
            (Some(_), None) | (None, Some(_)) => false,
        };
        has_output && self.input.is_of(&tool.input_schema)
    }

    /// Whether the tool's annotations say that it can be repeated: it is read-only or idempotent.
    pub(in crate::rmcp) fn is_repeatable(&self) -> bool {
        self.annotations.as_ref().is_some_and(|it| it.read_only_hint == Some(true) || it.idempotent_hint == Some(true))
    }

    /// The contract that the tool is listed with, if it keeps the rules.
    pub(in crate::rmcp) fn contract(&self) -> Option<&Contract> {
        let read = || {
            let listed = self.meta.as_ref()?.0.get(CONTRACT_META_KEY)?;
            Contract::deserialize(listed).ok()
        };
        self.contract.get_or_init(read).as_ref()
    }

    /// The schemas that cannot be used, which is found out at the first call.
    pub(super) fn broken_schemas(&self) -> impl Iterator<Item = BrokenSchema<'_>> {
        let input = [(Side::Input, &self.input)].into_iter();
        let output = self.output.iter().map(|schema| (Side::Output, schema));
        input.chain(output).filter_map(|(side, schema)| {
            let why = schema.compiled().err()?;
            Some(BrokenSchema { side, schema, why })
        })
    }
}

impl Tools {
    /// The tool by this name, as it is now; `failed` is called if the server cannot list its tools, and says what that means.
    pub(super) async fn look_up(
        &self,
        server: &impl ToolServer,
        name: &str,
        context: &RequestContext<RoleServer>,
        failed: impl Fn(NotListed) -> ListEnd,
    ) -> Found {
        let asked = match catch_panic(|| server.known_tool(name)) {
            Ok(Some(tool)) => return Found::Tool(self.learn(tool)),
            Ok(None) => ListEnd::Complete,
            // Not a reason to refuse the call: the list may have the tool.
            Err(panic) => failed(NotListed::Panic(panic)),
        };
        let Listed { tools: listed, end } = listed_tools(server, context, failed).await;
        let is_there = listed.iter().any(|tool| tool.name == name);
        match (end, asked) {
            (ListEnd::Failed(retry), _) | (_, ListEnd::Failed(retry)) if !is_there => return Found::NotListed(retry),
            _ if listed.is_empty() => return Found::Unlisted,
            _ => {}
        }
        let names = listed.iter().map(|tool| tool.name.to_string()).collect();
        let mut found = None;
        for tool in listed {
            let is_wanted = tool.name == name;
            let known = self.learn(tool);
            if is_wanted {
                found = Some(known);
            }
        }
        match found {
            Some(tool) => Found::Tool(tool),
            None => {
                self.known_mut().remove(name);
                Found::Unknown(names)
            }
        }
    }

    /// Remembers the tool.
    pub(super) fn learn(&self, tool: Tool) -> Arc<KnownTool> {
        let name = tool.name.clone();
        let tool = match self.remembered(&name) {
            Some(known) if known.has_schemas_of(&tool) => {
                if known.annotations == tool.annotations && known.meta == tool.meta {
                    return known;
                }
                let (input, output) = (known.input.clone(), known.output.clone());
                let (annotations, meta) = (tool.annotations, tool.meta);
                Arc::new(KnownTool { input, output, annotations, meta, contract: OnceLock::new() })
            }
            Some(_) | None => Arc::new(KnownTool::new(tool)),
        };
        let mut known = self.known_mut();
        if known.len() >= MOST {
            known.clear();
        }
        known.insert(name.as_ref().into(), tool.clone());
        tool
    }

    /// Whether a remembered tool carries this member of `_meta`.
    pub(super) fn any_has_meta(&self, key: &str) -> bool {
        let known = self.known.read().unwrap_or_else(PoisonError::into_inner);
        known.values().any(|tool| tool.meta.as_ref().is_some_and(|meta| meta.0.contains_key(key)))
    }

    /// The tool by this name, if it was seen before.
    pub(super) fn remembered(&self, name: &str) -> Option<Arc<KnownTool>> {
        self.known.read().unwrap_or_else(PoisonError::into_inner).get(name).cloned()
    }

    fn known_mut(&self) -> std::sync::RwLockWriteGuard<'_, HashMap<Box<str>, Arc<KnownTool>>> {
        // Nothing that panics runs while it is held.
        self.known.write().unwrap_or_else(PoisonError::into_inner)
    }
}
