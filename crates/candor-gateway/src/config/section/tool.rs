//! `[api.tool.<name>]`: what single tools have differently.

use super::super::format::{DURATION, TEXT, TOOL_NAME};
use super::super::key::{Key, Kind, Section};
use super::super::value::{Named, Table};
use super::policies::{EMPTY_RESPONSE, RESPONSE_CAP, RETRY, RETRY_EXAMPLE, SCHEMA_MISMATCH};
use crate::overrides::ToolOverride;
use serde_json::Value;

pub(crate) const TOOL: Section = Section {
    name: "[api.tool.<name>]",
    about: "What one tool has differently. `<name>` is the name that the tool would have, or its operation: `[api.tool.\"GET /orders/{id}\"]`.",
    keys: &[
        Key::new("name", Kind::Text(&TOOL_NAME), "\"find_order\"", "Another name.").or("the operation's id"),
        Key::new(
            "description",
            Kind::Text(&TEXT),
            "\"Finds an order by its number.\"",
            "Another description for the model.",
        )
        .or("that of the document"),
        Key::new(
            "hints",
            Kind::Table(&HINTS),
            "{ idempotent = true }",
            "What a call does, where its method does not say it.",
        )
        .or("by the method"),
        Key::new(
            "fixed",
            Kind::Map(&TEXT, &Kind::Json),
            "{ tenant = \"acme\" }",
            "Arguments that always have this value. Callers neither see nor set them.",
        )
        .or("none"),
        Key::new("timeout", Kind::Text(&DURATION), "\"10s\"", "How long a call may take.").or("that of the API"),
        SCHEMA_MISMATCH.or("that of the API"),
        EMPTY_RESPONSE.or("that of the API"),
        RESPONSE_CAP.or("that of the API"),
        Key::new("retry", Kind::TableOrFalse(&RETRY), RETRY_EXAMPLE, "How calls are repeated; `false`: never.")
            .or("that of the API"),
    ],
};

const HINTS: Section = Section {
    name: "api.tool.hints",
    about: "What a call does. Clients decide by it whether they ask a person, and the gateway whether it may repeat a call.",
    keys: &[
        Key::new("read_only", Kind::Bool, "true", "It changes nothing."),
        Key::new("idempotent", Kind::Bool, "true", "A second equal call changes nothing further."),
        Key::new("destructive", Kind::Bool, "false", "It can change or delete what is there."),
    ],
};

pub(crate) fn read(table: &Table) -> ToolOverride {
    let hints: Option<&Table> = table.get("hints");
    let hint = |name: &str| hints.and_then(|hints| hints.get(name));
    let fixed: Named<'_, Value> = table.named("fixed");
    ToolOverride {
        name: table.get("name"),
        description: table.get("description"),
        read_only: hint("read_only"),
        idempotent: hint("idempotent"),
        destructive: hint("destructive"),
        fixed: fixed.into_iter().map(|(name, value)| (name.value.clone(), value)).collect(),
    }
}
