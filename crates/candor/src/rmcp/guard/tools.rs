//! The tools that a guard knows, with their schemas compiled.

use super::tool_server::{Listed, NotListed, ToolServer, listed_tools};
use crate::capture::catch_panic;
use crate::rmcp::schema::CompiledSchema;
use ::rmcp::RoleServer;
use ::rmcp::model::{JsonObject, MetaObject, Tool, ToolAnnotations};
use ::rmcp::service::RequestContext;
use std::collections::HashMap;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, PoisonError, RwLock};

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
pub(super) struct KnownTool {
    pub(super) input: Arc<Schema>,
    pub(super) output: Option<Arc<Schema>>,
    pub(super) annotations: Option<ToolAnnotations>,
    pub(super) meta: Option<MetaObject>,
}

/// A schema, compiled if it can be.
pub(super) struct Schema {
    source: Arc<JsonObject>,
    pub(super) compiled: Result<CompiledSchema, String>,
}

impl Schema {
    fn new(source: &Arc<JsonObject>) -> Schema {
        Schema { source: source.clone(), compiled: CompiledSchema::compile(source) }
    }

    fn is_of(&self, source: &Arc<JsonObject>) -> bool {
        Arc::ptr_eq(&self.source, source) || self.source == *source
    }
}

/// What a name refers to.
pub(super) enum Found {
    Tool(Arc<KnownTool>),
    /// No tool is listed at all, or the list cannot be read to its end: this one may exist or not.
    Unlisted,
    /// There is no such tool; these exist.
    Unknown(Vec<String>),
}

impl KnownTool {
    fn new(tool: Tool) -> KnownTool {
        KnownTool {
            input: Arc::new(Schema::new(&tool.input_schema)),
            output: tool.output_schema.as_ref().map(|schema| Arc::new(Schema::new(schema))),
            annotations: tool.annotations,
            meta: tool.meta,
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
    pub(super) fn is_repeatable(&self) -> bool {
        self.annotations.as_ref().is_some_and(|it| it.read_only_hint == Some(true) || it.idempotent_hint == Some(true))
    }

    /// The schemas that cannot be used, and why.
    pub(super) fn broken_schemas(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let input = self.input.compiled.as_ref().err().map(|why| ("input_schema", why.as_str()));
        let output = self.output.as_ref().and_then(|schema| schema.compiled.as_ref().err());
        input.into_iter().chain(output.map(|why| ("output_schema", why.as_str())))
    }
}

impl Tools {
    /// The tool by this name, as it is now; `failed` is called if the server cannot list its tools.
    pub(super) async fn look_up(
        &self,
        server: &impl ToolServer,
        name: &str,
        context: &RequestContext<RoleServer>,
        learned: impl Fn(&str, &KnownTool),
        failed: impl Fn(NotListed),
    ) -> Found {
        match catch_panic(|| server.known_tool(name)) {
            Ok(Some(tool)) => return Found::Tool(self.learn(tool, &learned)),
            Ok(None) => {}
            // Not a reason to refuse the call: the list may have the tool.
            Err(panic) => failed(NotListed::Panic(panic)),
        }
        let Listed { tools: listed, is_complete } = listed_tools(server, context, failed).await;
        let is_there = listed.iter().any(|tool| tool.name == name);
        if listed.is_empty() || !is_complete && !is_there {
            return Found::Unlisted;
        }
        let names = listed.iter().map(|tool| tool.name.to_string()).collect();
        let mut found = None;
        for tool in listed {
            let is_wanted = tool.name == name;
            let known = self.learn(tool, &learned);
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

    /// Remembers the tool; `learned` is called for one that is new or has changed.
    pub(super) fn learn(&self, tool: Tool, learned: &impl Fn(&str, &KnownTool)) -> Arc<KnownTool> {
        let name = tool.name.clone();
        let tool = match self.remembered(&name) {
            Some(known) if known.has_schemas_of(&tool) => {
                if known.annotations == tool.annotations && known.meta == tool.meta {
                    return known;
                }
                let (input, output) = (known.input.clone(), known.output.clone());
                Arc::new(KnownTool { input, output, annotations: tool.annotations, meta: tool.meta })
            }
            Some(_) | None => {
                let tool = Arc::new(KnownTool::new(tool));
                learned(&name, &tool);
                tool
            }
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
