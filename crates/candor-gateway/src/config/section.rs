//! The tables of the file, one file each: what they may say, and what becomes of it.

pub(crate) mod api;
pub(crate) mod credential;
pub(crate) mod limits;
pub(crate) mod listen;
pub(crate) mod mcp;
pub(crate) mod oauth;
pub(crate) mod operation;
pub(crate) mod operations;
pub(crate) mod policies;
pub(crate) mod select;
pub(crate) mod token;
pub(crate) mod tool;

use super::key::{Key, Kind, Section};
use super::reader::Reader;
use super::value::Table;
use crate::caller::ToolAccess;
use crate::settings::{GatewaySettings, Inbound};
use candor::Dialect;

/// The whole file.
pub(crate) const ROOT: Section = Section {
    name: "the configuration",
    about: "What `candor serve` reads.",
    keys: &[
        Key::new("listen", Kind::Table(&listen::LISTEN), "{}", "How clients reach the gateway."),
        Key::new("limits", Kind::Table(&limits::LIMITS), "{}", "How often and how much each client may call."),
        Key::new("token", Kind::Tables(&token::TOKEN), "[]", "Bearer tokens of clients."),
        Key::new("oauth", Kind::Table(&oauth::OAUTH), "{}", "The authorization server whose tokens are accepted."),
        Key::new("operations", Kind::Table(&operations::OPERATIONS), "{}", "How the gateway is watched and stopped."),
        Key::new("api", Kind::Tables(&api::API), "[]", "The APIs whose operations are tools."),
        Key::new(
            "mcp",
            Kind::Tables(&mcp::MCP),
            "[]",
            "The MCP servers whose tools, prompts and resources are served.",
        ),
    ],
};

/// Reads the whole file. What it gives is of use only if the reader has found no mistake.
pub(crate) fn read(table: &Table, reader: &mut Reader<'_>) -> GatewaySettings {
    let section = |name: &str| table.get::<&Table>(name);
    let listen = listen::read(section("listen"), reader);
    let (limits, response_budget) = limits::read(section("limits"), reader);
    let tokens = token::read(&table.all::<&Table>("token"), reader);
    let oauth = section("oauth").and_then(|table| oauth::read(table, reader));
    let asks_for_token = table.has("token") || table.has("oauth");
    listen::check_public(section("listen"), &listen, asks_for_token, reader);
    let operations = operations::read(section("operations"), reader);
    if !table.has("api") && !table.has("mcp") {
        let help = "add the API whose operations are to be tools, or an MCP server as [[mcp]]; `candor init openapi.yaml` writes a file to begin with";
        reader.missing(table, "there is no [[api]]", help);
    }
    let apis = api::read(&table.all::<&Table>("api"), reader);
    let servers = mcp::read(&table.all::<&Table>("mcp"), reader);
    GatewaySettings {
        apis,
        servers,
        listen,
        inbound: Inbound { tokens, oauth, limits },
        operations,
        response_budget,
        files: reader.files.clone(),
    }
}

/// Whether some table has a key of this name.
pub(crate) fn is_known_name(name: &str) -> bool {
    ROOT.all().iter().any(|section| section.key(name).is_some())
}

fn dialects() -> Vec<&'static str> {
    Dialect::ALL.iter().map(|dialect| dialect.name()).collect()
}

fn tool_access(patterns: Vec<String>) -> ToolAccess {
    ToolAccess::Only(patterns.into())
}
