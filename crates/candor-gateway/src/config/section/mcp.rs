//! `[[mcp]]`: an MCP server behind the gateway, and what of it is shown.

use super::super::format::{API_NAME, DURATION, HEADER, HIDDEN, PATH, PREFIX, SIZE, TEXT, TOOL_NAME, URL};
use super::super::key::{Key, Kind, Section};
use super::super::reader::Reader;
use super::super::value::{At, Named, Table};
use super::api::{CLIENT_CERTIFICATE, connection};
use super::credential::{self, CREDENTIAL};
use crate::child::{ChildCommand, StderrSink};
use crate::request::is_reserved;
use crate::upstream::{McpAddress, McpChild, McpReach, McpServerSettings, McpToolSelection, Secret, SecretSource};
use http::HeaderName;
use std::path::PathBuf;
use url::Url;

pub(crate) const MCP: Section = Section {
    name: "[[mcp]]",
    about: "An MCP server behind the gateway. Give `url`, or the `command` that starts it.",
    keys: &[
        Key::new("name", Kind::Text(&API_NAME), "\"wiki\"", "What operators call it: in the log, in metrics, and in what callers are told of its faults.").required(),
        Key::new("url", Kind::Text(&URL), "\"https://wiki.example.com/mcp\"", "Its endpoint, if it speaks streamable HTTP."),
        Key::new("command", Kind::List(&Kind::Text(&TEXT)), "[\"npx\", \"-y\", \"@modelcontextprotocol/server-memory\"]", "The program that it is and its arguments, if it speaks over standard input and output. It is started with the gateway, started again when it ends, and stopped with the gateway."),
        Key::new("folder", Kind::Text(&PATH), "\"memory\"", "The folder that the command runs in.").or("that of the gateway"),
        Key::new("env", Kind::Map(&TEXT, &Kind::Text(&HIDDEN)), "{ LOG_LEVEL = \"warn\" }", "Variables that the command gets beside those of the gateway. The values of those with telling names, such as `API_TOKEN`, leave in no answer.").or("none"),
        Key::new("secret_env", Kind::Map(&TEXT, &Kind::Secret), "{ WIKI_KEY = { file = \"wiki.key\" } }", "Variables that the command gets whose values leave in no answer, whatever their names.").or("none"),
        Key::new("prefix", Kind::Text(&PREFIX), "\"wiki\"", "What the names of its tools and prompts begin with, before a `_`; `\"\"` for nothing.").or("the name"),
        Key::new("tools", Kind::Table(&TOOLS), "{ allow = [\"read_*\"] }", "Which of its tools are shown.").or("all"),
        Key::new("pin", Kind::Text(&PATH), "\"wiki.pins.json\"", "The file in which it is kept what the server says of its tools. It is written when they are seen first; a tool that is new or says something else later is neither listed nor called until `candor serve --accept NAME` accepts it.").or("nothing is pinned"),
        Key::new("timeout", Kind::Text(&DURATION), "\"10s\"", "How long a request may be without an answer and without progress.").or("`30s`"),
        Key::new("start", Kind::Text(&DURATION), "\"20s\"", "How long it may take until it has answered for the first time.").or("`60s`"),
        Key::new("longest", Kind::Text(&DURATION), "\"5m\"", "How long a request may take, whatever progress is reported.").or("`10m`"),
        Key::new("max_message", Kind::Text(&SIZE), "\"4MiB\"", "The longest message that is read from it.").or("`16MiB`"),
        Key::new("keep_listed", Kind::Text(&DURATION), "\"30m\"", "How long its tools stay listed while it is out; calls of them fail meanwhile.").or("`10m`"),
        Key::new("credential", Kind::Table(&CREDENTIAL), "{ bearer = { env = \"WIKI_TOKEN\" } }", "What the gateway shows of itself at a `url`.").or("nothing"),
        Key::new("headers", Kind::Map(&HEADER, &Kind::Secret), "{ X-Tenant = { file = \"wiki.key\" } }", "Headers that every request to a `url` has. Their values leave in no answer.").or("none"),
        Key::new("connect_timeout", Kind::Text(&DURATION), "\"1s\"", "How long it may take until a connection to a `url` stands.").or("`3s`"),
        Key::new("proxy", Kind::Text(&URL), "\"http://proxy.example.com:3128\"", "The proxy that requests to a `url` go through. Those of the environment are not used.").or("none"),
        Key::new("authorities", Kind::List(&Kind::Text(&PATH)), "[\"authority.pem\"]", "Files with certificate authorities that are trusted beside those of the system.").or("none"),
        Key::new("client_certificate", Kind::Table(&CLIENT_CERTIFICATE), "{ certificate = \"client.pem\", key = { file = \"client.key\" } }", "What the gateway shows where a `url` wants a certificate.").or("none"),
    ],
};

const TOOLS: Section = Section {
    name: "tools",
    about: "Which tools of an MCP server are shown, by the names that the server gives them; `*` stands for any characters.",
    keys: &[
        Key::new(
            "allow",
            Kind::List(&Kind::Text(&TEXT)),
            "[\"read_*\"]",
            "Only tools whose name matches one of these.",
        )
        .or("all"),
        Key::new("deny", Kind::List(&Kind::Text(&TEXT)), "[\"*_admin\"]", "None whose name matches one of these.")
            .or("all"),
        Key::new(
            "rename",
            Kind::Map(&TEXT, &Kind::Text(&TOOL_NAME)),
            "{ read_page = \"page\" }",
            "What tools are called instead, before the prefix.",
        )
        .or("nothing"),
    ],
};

/// Keys that only one of the two kinds of servers has.
const OF_A_COMMAND: [&str; 3] = ["folder", "env", "secret_env"];
const OF_A_URL: [&str; 6] = ["credential", "headers", "connect_timeout", "proxy", "authorities", "client_certificate"];

pub(crate) fn read(tables: &[&Table], reader: &mut Reader<'_>) -> Vec<McpServerSettings> {
    reader.unique("MCP server", tables.iter().filter_map(|table| table.get("name")).collect());
    tables.iter().filter_map(|table| read_one(table, reader)).collect()
}

fn read_one(table: &Table, reader: &mut Reader<'_>) -> Option<McpServerSettings> {
    let (has_url, has_command) = (table.has("url"), table.has("command"));
    match (table.key_span("url"), table.key_span("command")) {
        (Some(_), Some(span)) => {
            let help = "leave one of them out, or make two servers of it";
            reader.mistake(span, "an MCP server has `url` or `command`, not both", Some(help.to_owned()));
        }
        (None, None) => reader.missing(
            table,
            "an MCP server has `url` or `command`",
            "add `url = \"https://…\"`, or `command = [\"PROGRAM\", \"ARGUMENT\"]`",
        ),
        (Some(_), None) | (None, Some(_)) => {}
    }
    let misplaced = if has_command { &OF_A_URL[..] } else { &OF_A_COMMAND[..] };
    for name in misplaced.iter().filter(|_| has_url != has_command) {
        if let Some(span) = table.key_span(name) {
            let kind = if has_command { "url" } else { "command" };
            reader.mistake(span, format!("`{name}` is for a server with `{kind}`"), Some("leave it out".to_owned()));
        }
    }
    let name: Option<String> = table.get("name");
    let mut named_secrets = Vec::new();
    let child = child(table, name.as_deref().unwrap_or("?"), &mut named_secrets, reader);
    let address = address(table, reader);
    let reach = match (child, address) {
        (Some(child), None) => McpReach::Child(child),
        (None, Some(address)) => McpReach::Http(Box::new(address)),
        (Some(_), Some(_)) | (None, None) => return None,
    };
    let name = name?;
    let prefix = table.get("prefix").unwrap_or_else(|| name.clone());
    let mut settings = McpServerSettings::new(name, reach);
    settings.prefix = prefix;
    settings.timeout = table.get("timeout").unwrap_or(settings.timeout);
    settings.start = table.get("start").unwrap_or(settings.start);
    settings.longest = table.get("longest").unwrap_or(settings.longest);
    settings.max_message = table.get("max_message").unwrap_or(settings.max_message);
    settings.keep_listed = table.get("keep_listed").unwrap_or(settings.keep_listed);
    settings.tools = table.get("tools").map(tools).unwrap_or_default();
    settings.pins = table.get("pin").map(|path: PathBuf| reader.path(&path));
    settings.named_secrets = named_secrets;
    Some(settings)
}

fn tools(table: &Table) -> McpToolSelection {
    let renamed: Named<'_, String> = table.named("rename");
    McpToolSelection {
        allow: table.all("allow"),
        deny: table.all("deny"),
        rename: renamed.into_iter().map(|(own, shown)| (own.value.clone(), shown)).collect(),
    }
}

fn child(table: &Table, name: &str, secrets: &mut Vec<Secret>, reader: &mut Reader<'_>) -> Option<McpChild> {
    let variables: Named<'_, String> = table.named("env");
    let hidden: Named<'_, At<SecretSource>> = table.named("secret_env");
    let hidden: Vec<(String, Option<Secret>)> =
        hidden.into_iter().map(|(name, source)| (name.value.clone(), reader.secret(&source))).collect();
    let folder: Option<PathBuf> = table.get("folder");
    let words: Option<At<Vec<String>>> = table.get("command");
    let words = words?;
    let Some((program, arguments)) = words.value.split_first() else {
        let help = "write the program and its arguments: `[\"npx\", \"-y\", \"…\"]`";
        reader.mistake(words.span, "`command` is empty", Some(help.to_owned()));
        return None;
    };
    let mut command = ChildCommand::new(program).with_arguments(arguments);
    for (name, value) in variables {
        command = command.with_environment(&name.value, value);
    }
    for (name, value) in hidden {
        let Some(value) = value else { continue };
        command = command.with_environment(name, value.reveal());
        secrets.push(value);
    }
    if let Some(folder) = folder {
        command = command.with_folder(reader.path(&folder));
    }
    Some(McpChild { stderr: StderrSink::Named(name.to_owned()), ..McpChild::new(command) })
}

fn address(table: &Table, reader: &mut Reader<'_>) -> Option<McpAddress> {
    let credential = table.get("credential").and_then(|table| credential::read(table, reader));
    let connection = connection(table, reader);
    let written: Named<'_, At<SecretSource>> = table.named("headers");
    let mut headers = Vec::new();
    for (name, source) in written {
        let Ok(header) = HeaderName::try_from(name.value.as_str()) else { continue };
        if is_reserved(header.as_str()) || header.as_str().starts_with("mcp-") {
            let help = if header == "authorization" { "secrets go under `credential`" } else { "leave it out" };
            reader.mistake(
                name.span.clone(),
                format!("`{}` is set by the gateway alone", name.value),
                Some(help.to_owned()),
            );
        }
        if let Some(value) = reader.secret(&source) {
            headers.push((header, value));
        }
    }
    let url: Url = table.get("url")?;
    Some(McpAddress { headers, credential, connection, ..McpAddress::new(url) })
}
