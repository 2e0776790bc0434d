//! `[[token]]`: bearer tokens of clients.

use super::super::format::{NAME, TOOL_PATTERN};
use super::super::key::{Key, Kind, Section};
use super::super::reader::Reader;
use super::super::value::{At, Table};
use super::{dialects, tool_access};
use crate::settings::InboundToken;
use candor::Dialect;

pub(crate) const TOKEN: Section = Section {
    name: "[[token]]",
    about: "A bearer token of a client. Once there is one, no client is served without.",
    keys: &[
        Key::new("name", Kind::Text(&NAME), "\"support\"", "What the client is called in the log and in metrics.")
            .required(),
        Key::new("secret", Kind::Secret, "{ env = \"SUPPORT_TOKEN\" }", "The token.").required(),
        Key::new(
            "tools",
            Kind::List(&Kind::Text(&TOOL_PATTERN)),
            "[\"orders_*\"]",
            "The tools that the client may see and call; `*` stands for any characters.",
        )
        .or("all"),
        Key::new(
            "dialect",
            Kind::Choice(dialects),
            "\"problem\"",
            "The form in which this client is told of failures.",
        )
        .or("that of `[listen]`"),
    ],
};

pub(crate) fn read(tables: &[&Table], reader: &mut Reader<'_>) -> Vec<InboundToken> {
    let mut tokens: Vec<InboundToken> = Vec::new();
    reader.unique("token", tables.iter().filter_map(|table| table.get("name")).collect());
    for table in tables {
        let secret: Option<At<_>> = table.get("secret");
        let value = secret.as_ref().and_then(|source| reader.secret(source));
        let is_known = value.as_ref().is_some_and(|value| tokens.iter().any(|token| token.secret == *value));
        if let (true, Some(secret)) = (is_known, &secret) {
            reader.mistake(secret.span.clone(), "another client has the same token", None);
        }
        let tools = table.get("tools").map(tool_access).unwrap_or_default();
        let dialect = table.get("dialect").and_then(Dialect::from_name);
        let (Some(name), Some(secret)) = (table.get("name"), value) else { continue };
        tokens.push(InboundToken { name, secret, tools, dialect });
    }
    tokens
}
