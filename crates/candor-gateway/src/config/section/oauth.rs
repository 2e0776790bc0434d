//! `[oauth]`: the authorization server whose tokens are accepted.

use super::super::format::{PATH, TEXT, TOOL_PATTERN, URL};
use super::super::key::{Key, Kind, Section};
use super::super::reader::Reader;
use super::super::value::{At, Named, Table};
use super::tool_access;
use crate::settings::{KeySource, ResourceServer};
use std::path::PathBuf;
use url::Url;

pub(crate) const OAUTH: Section = Section {
    name: "[oauth]",
    about: "The authorization server whose tokens (JWTs) are accepted, beside those of `[[token]]`. Give `jwks_url` or `jwks_file`.",
    keys: &[
        Key::new(
            "resource",
            Kind::Text(&URL),
            "\"https://mcp.example.com/mcp\"",
            "The address of the gateway, as clients know it.",
        )
        .required(),
        Key::new(
            "issuer",
            Kind::Text(&URL),
            "\"https://login.example.com\"",
            "The authorization server: the issuer of tokens.",
        )
        .required(),
        Key::new("jwks_url", Kind::Text(&URL), "\"https://login.example.com/jwks\"", "Where its keys are."),
        Key::new("jwks_file", Kind::Text(&PATH), "\"jwks.json\"", "The file with its keys."),
        Key::new("audience", Kind::Text(&TEXT), "\"mcp\"", "What tokens have to be for.").or("`resource`"),
        Key::new("required_scopes", Kind::List(&Kind::Text(&TEXT)), "[\"tools\"]", "What a token must allow.")
            .or("nothing"),
        Key::new(
            "tools_by_scope",
            Kind::Map(&TEXT, &Kind::List(&Kind::Text(&TOOL_PATTERN))),
            "{ \"orders.read\" = [\"get_*\"], admin = [\"*\"] }",
            "The tools that a token with a scope may see and call; `[\"*\"]` are all. A token with none of these scopes is refused.",
        )
        .or("every token sees all"),
    ],
};

pub(crate) fn read(table: &Table, reader: &mut Reader<'_>) -> Option<ResourceServer> {
    let url: Option<Url> = table.get("jwks_url");
    let file: Option<At<PathBuf>> = table.get("jwks_file");
    match (table.key_span("jwks_url"), table.key_span("jwks_file")) {
        (Some(_), Some(span)) => {
            reader.mistake(span, "`jwks_url` and `jwks_file` are both given", Some("leave one of them out".to_owned()))
        }
        (None, None) => reader.missing(
            table,
            "`jwks_url` or `jwks_file` is missing",
            "say where the keys of the authorization server are",
        ),
        (Some(_), None) | (None, Some(_)) => {}
    }
    let keys = match (url, file) {
        (Some(url), _) => Some(KeySource::Url(url)),
        (None, Some(path)) => reader.readable(&path).map(KeySource::File),
        (None, None) => None,
    };
    let tools: Named<'_, Vec<String>> = table.named("tools_by_scope");
    Some(ResourceServer {
        resource: table.get("resource")?,
        issuer: table.get("issuer")?,
        keys: keys?,
        audience: table.get("audience"),
        required_scopes: table.all("required_scopes"),
        tools_by_scope: tools.into_iter().map(|(scope, tools)| (scope.value.clone(), tool_access(tools))).collect(),
    })
}
