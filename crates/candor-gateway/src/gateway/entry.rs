//! A tool of the gateway: how it is listed, and how it is called.

use crate::call::Target;
use candor::rmcp::CONTRACT_META_KEY;
use rmcp::model::{JsonObject, MetaObject, Tool as ListedTool, ToolAnnotations};
use serde_json::Value;
use std::sync::{Arc, OnceLock};

/// A tool of the gateway.
pub(super) struct Entry {
    name: Box<str>,
    pub(super) target: Target,
    /// Made when the tool is listed or called for the first time: most tools of a large API never are.
    listed: OnceLock<ListedTool>,
}

impl Entry {
    pub(super) fn new(name: Box<str>, target: Target) -> Entry {
        Entry { name, target, listed: OnceLock::new() }
    }

    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// The tool as clients see it. Copies share its schemas.
    pub(super) fn listed(&self) -> ListedTool {
        self.listed.get_or_init(|| listed(&self.name, &self.target)).clone()
    }
}

fn listed(name: &str, target: &Target) -> ListedTool {
    let tool = target.tool();
    let hints = tool.hints();
    let mut annotations = ToolAnnotations::default();
    annotations.read_only_hint = Some(hints.read_only);
    annotations.idempotent_hint = Some(hints.idempotent);
    annotations.destructive_hint = Some(hints.destructive);
    annotations.open_world_hint = Some(true);
    let mut listed =
        ListedTool::new(name.to_owned(), tool.description().to_owned(), object(tool.input_schema().to_value()));
    let promised = tool.output().filter(|_| target.keeps_output_schema());
    listed.output_schema = promised.map(|output| object(output.schema().to_value()));
    listed.annotations = Some(annotations);
    let mut meta = MetaObject::new();
    meta.insert(CONTRACT_META_KEY.to_owned(), serde_json::to_value(tool.contract()).unwrap_or_default());
    listed.meta = Some(meta);
    listed
}

/// The schema's members; its root is an object.
fn object(schema: Value) -> Arc<JsonObject> {
    match schema {
        Value::Object(members) => Arc::new(members),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_) => Arc::default(),
    }
}
