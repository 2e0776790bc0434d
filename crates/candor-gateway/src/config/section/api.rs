//! `[[api]]`: an API, and which of its operations are tools.

use super::super::format::{API_NAME, DURATION, HEADER, HIDDEN_VALUE, OPERATION as OPERATION_NAME, PATH, TEXT, URL};
use super::super::key::{Key, Kind, Section};
use super::super::reader::Reader;
use super::super::value::{At, Named, Table};
use super::super::{hand_written, load};
use super::credential::{self, CREDENTIAL};
use super::listen::certificate;
use super::operation::OPERATION;
use super::policies::{
    self, BREAKER, EMPTY_RESPONSE, FAILED_WHEN, RESPONSE_CAP, RETRY, RETRY_EXAMPLE, SCHEMA_MISMATCH,
};
use super::select::{self, SELECT};
use super::tool::{self, TOOL};
use crate::LoadOptions;
use crate::request::is_reserved;
use crate::settings::ApiSettings;
use crate::upstream::{ClientCertificate, Connection, Credential, Upstream};
use http::{HeaderName, HeaderValue};
use std::path::PathBuf;
use url::Url;

pub(crate) const API: Section = Section {
    name: "[[api]]",
    about: "An API whose operations are tools. Give `openapi`, or write its tools as `[[api.operation]]`.",
    keys: &[
        Key::new("name", Kind::Text(&API_NAME), "\"orders\"", "What operators call it: in the log, in metrics, and before the names of tools where two APIs have the same.").required(),
        Key::new("openapi", Kind::Text(&PATH), "\"orders.yaml\"", "Its OpenAPI document, 2.0 to 3.2, in YAML or JSON."),
        Key::new("base_url", Kind::Text(&URL), "\"https://api.example.com/v1\"", "Where it is: what every path begins with.").or("the server in the document, if it names just one"),
        Key::new("timeout", Kind::Text(&DURATION), "\"5s\"", "How long a call may take, from the first byte sent to the last one read.").or("`30s`"),
        Key::new("connect_timeout", Kind::Text(&DURATION), "\"1s\"", "How long it may take until a connection stands.").or("`3s`"),
        Key::new("proxy", Kind::Text(&URL), "\"http://proxy.example.com:3128\"", "The proxy that requests go through. Those of the environment are not used.").or("none"),
        Key::new("authorities", Kind::List(&Kind::Text(&PATH)), "[\"authority.pem\"]", "Files with certificate authorities that are trusted beside those of the system.").or("none"),
        Key::new("client_certificate", Kind::Table(&CLIENT_CERTIFICATE), "{ certificate = \"client.pem\", key = { file = \"client.key\" } }", "What the gateway shows where the API wants a certificate.").or("none"),
        Key::new("credential", Kind::Table(&CREDENTIAL), "{ bearer = { env = \"ORDERS_TOKEN\" } }", "What the gateway shows of itself.").or("nothing"),
        Key::new("headers", Kind::Map(&HEADER, &Kind::Text(&HIDDEN_VALUE)), "{ X-Tenant = \"acme\" }", "Headers that every request has. They are not secret; see `credential`.").or("none"),
        Key::new("forwarded_headers", Kind::List(&Kind::Text(&HEADER)), "[\"X-Request-Id\"]", "Headers of the client's request that are sent on.").or("none"),
        Key::new("select", Kind::Table(&SELECT), "{ tags = [\"orders\"] }", "Which operations become tools.").or("all"),
        Key::new("skip", Kind::List(&Kind::Text(&OPERATION_NAME)), "[\"GET /orders/export\"]", "Operations that are left out: as `GET /orders/{id}`, by the name of the tool, or all of a path.").or("none"),
        Key::new("skip_unsupported", Kind::Bool, "true", "Whether the rest is served where operations cannot be tools. Otherwise, the gateway does not start.").or("`false`"),
        SCHEMA_MISMATCH.or("`fail`"),
        EMPTY_RESPONSE.or("`fail`"),
        RESPONSE_CAP.or("`1MiB`"),
        Key::new("retry", Kind::Table(&RETRY), RETRY_EXAMPLE, "How calls are repeated.").or("never"),
        Key::new("breaker", Kind::Table(&BREAKER), "{ failures = 5, pause = \"30s\" }", "When the API is left alone for a while.").or("never"),
        Key::new("failed_when", Kind::Tables(&FAILED_WHEN), "[{ pointer = \"/ok\", equals = false, message = \"/error\" }]", "When an answer with a status of success says that it failed.").or("never"),
        Key::new("tool", Kind::Map(&TEXT, &Kind::Table(&TOOL)), "{ getOrder = { timeout = \"10s\" } }", "What single tools have differently: `[api.tool.<name>]`.").or("nothing"),
        Key::new("operation", Kind::Tables(&OPERATION), "[{ name = \"ping\", description = \"Is it there?\", method = \"GET\", path = \"/ping\" }]", "Tools written by hand: `[[api.operation]]`."),
    ],
};

pub(super) const CLIENT_CERTIFICATE: Section = Section {
    name: "client_certificate",
    about: "A certificate of the gateway, in PEM.",
    keys: &[
        Key::new(
            "certificate",
            Kind::Text(&PATH),
            "\"client.pem\"",
            "The file with the certificate and those that lead to its authority.",
        )
        .required(),
        Key::new("key", Kind::Secret, "{ file = \"client.key\" }", "Its private key.").required(),
    ],
};

/// Headers that no argument sets, but an operator may.
const FREE: [&str; 4] = ["date", "origin", "referer", "user-agent"];

pub(crate) fn read(tables: &[&Table], reader: &mut Reader<'_>) -> Vec<ApiSettings> {
    reader.unique("API", tables.iter().filter_map(|table| table.get("name")).collect());
    tables.iter().filter_map(|table| read_one(table, reader)).collect()
}

fn read_one(table: &Table, reader: &mut Reader<'_>) -> Option<ApiSettings> {
    let credential = table.get("credential").and_then(|table| credential::read(table, reader));
    let headers = headers(table, reader);
    let forwarded_headers = forwarded_headers(table, credential.as_ref(), &headers, reader);
    let connection = connection(table, reader);
    let policies = policies::read(table, reader);
    let tools: Named<'_, &Table> = table.named("tool");
    let tool_policies: Vec<_> =
        tools.iter().map(|(name, table)| (*name, policies::read_for_tool(table, reader))).collect();
    let names = load::Names::of(&table.all("skip"), &tools);

    let options = LoadOptions {
        selection: table.get("select").map(select::read).unwrap_or_default(),
        skip: table.all("skip"),
        overrides: tools.iter().map(|(name, table)| (name.value.clone(), tool::read(table))).collect(),
        reserved_headers: reserved_headers(credential.as_ref(), &headers, &forwarded_headers),
        reserved_query: match &credential {
            Some(Credential::Query { name, .. }) => vec![name.clone()],
            Some(_) | None => Vec::new(),
        },
        ..LoadOptions::default()
    };
    let skip_unsupported = reader.given.skip_unsupported || table.get("skip_unsupported").unwrap_or(false);
    let name = table.get::<String>("name");
    let operations: Vec<&Table> = table.all("operation");
    let document: Option<At<PathBuf>> = table.get("openapi");
    let api = match (document, table.key_span("openapi"), table.key_span("operation")) {
        (_, Some(_), Some(span)) => {
            reader.mistake(
                span,
                "an API with `openapi` has no tools written by hand",
                Some("make two APIs of it, or leave one out".to_owned()),
            );
            None
        }
        (Some(path), ..) => {
            load::document(&path, &options, &names, reader).map(|api| (api, Some(reader.path(&path.value))))
        }
        (None, None, Some(_)) => hand_written::load(&operations, &options, &names, reader).map(|api| (api, None)),
        (None, Some(_), None) => None,
        (None, None, None) => {
            reader.missing(
                table,
                "an API has `openapi` or its tools",
                "add `openapi = \"FILE\"`, or write tools as [[api.operation]]",
            );
            None
        }
    };
    let (api, document) = api?;
    reader.files.add(api.files());
    let base_url = base_url(table, &api, document.is_some(), reader);
    let api = match &base_url {
        Some(base_url) => api.at(base_url),
        None => api,
    };
    if document.is_some() {
        load::refuse(&api, name.as_deref().unwrap_or("?"), skip_unsupported, &names, reader);
    }
    let mut upstream = Upstream::new(name?, base_url?);
    upstream.credential = credential;
    upstream.headers = headers;
    upstream.forwarded_headers = forwarded_headers;
    upstream.connection = connection;
    upstream.policies = policies;
    upstream.tools = tool_policies
        .into_iter()
        .filter_map(|(key, own)| Some((load::tool_name(&api, &key.value, &options)?, own)))
        .collect();
    Some(ApiSettings { upstream, api, document, options, skip_unsupported })
}

/// Where the API is: as the configuration says, or the one server that the document names.
fn base_url(table: &Table, api: &crate::Api, has_document: bool, reader: &mut Reader<'_>) -> Option<Url> {
    if table.has("base_url") {
        return table.get("base_url");
    }
    let (url, problem) = load::server(api);
    if url.is_none() {
        let message = if has_document {
            format!("`base_url` is missing, and {problem}")
        } else {
            "`base_url` is missing".to_owned()
        };
        reader.missing(table, &message, "say where the API is: `base_url = \"https://…\"`");
    }
    url
}

pub(super) fn connection(table: &Table, reader: &mut Reader<'_>) -> Connection {
    let default = Connection::default();
    let authorities: Vec<At<PathBuf>> = table.all("authorities");
    let client: Option<&Table> = table.get("client_certificate");
    Connection {
        connect_timeout: table.get("connect_timeout").unwrap_or(default.connect_timeout),
        timeout: table.get("timeout").unwrap_or(default.timeout),
        proxy: table.get("proxy"),
        authorities: authorities.iter().filter_map(|path| reader.certificates(path)).collect(),
        client_certificate: client
            .and_then(|table| certificate(table, reader))
            .map(|(certificate, key)| ClientCertificate { certificate, key }),
    }
}

fn headers(table: &Table, reader: &mut Reader<'_>) -> Vec<(HeaderName, HeaderValue)> {
    let written: Named<'_, &str> = table.named("headers");
    let mut headers = Vec::new();
    for (name, value) in written {
        let (Ok(header), Ok(value)) = (HeaderName::try_from(name.value.as_str()), HeaderValue::from_str(value)) else {
            continue;
        };
        if is_reserved(header.as_str()) && !FREE.contains(&header.as_str()) {
            let help = match header.as_str() {
                "authorization" | "cookie" | "proxy-authorization" => "secrets go under `credential`",
                _ => "leave it out",
            };
            reader.mistake(
                name.span.clone(),
                format!("`{}` is set by the gateway alone", name.value),
                Some(help.to_owned()),
            );
        } else if headers.iter().any(|(other, _)| *other == header) {
            reader.mistake(name.span.clone(), format!("the header `{}` is there twice", name.value), None);
        }
        headers.push((header, value));
    }
    headers
}

fn forwarded_headers(
    table: &Table,
    credential: Option<&Credential>,
    headers: &[(HeaderName, HeaderValue)],
    reader: &mut Reader<'_>,
) -> Vec<HeaderName> {
    let names: Vec<At<HeaderName>> = table.all("forwarded_headers");
    for name in &names {
        let header = &name.value;
        let is_own = matches!(credential, Some(Credential::Header { name, .. }) if name == header);
        let message = if is_own || headers.iter().any(|(other, _)| other == header) {
            format!("`{header}` has a value of the gateway's own; a client's is not sent on")
        } else if is_reserved(header.as_str()) || header.as_str().starts_with("mcp-") {
            format!("`{header}` is between the client and the gateway; it is never sent on")
        } else {
            continue;
        };
        reader.mistake(name.span.clone(), message, Some("leave it out".to_owned()));
    }
    names.into_iter().map(|name| name.value).collect()
}

/// Headers that no argument of a tool may set, because the gateway does.
fn reserved_headers(
    credential: Option<&Credential>,
    headers: &[(HeaderName, HeaderValue)],
    forwarded: &[HeaderName],
) -> Vec<String> {
    let own = match credential {
        Some(Credential::Header { name, .. }) => Some(name),
        Some(_) | None => None,
    };
    own.into_iter().chain(headers.iter().map(|(name, _)| name)).chain(forwarded).map(ToString::to_string).collect()
}
