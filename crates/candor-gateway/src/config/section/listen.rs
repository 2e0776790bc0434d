//! `[listen]`: how clients reach the gateway.

use super::super::format::{ADDRESS, HOST, NAME, NETWORK, ORIGIN, PATH, SIZE};
use super::super::key::{Key, Kind, Section};
use super::super::reader::Reader;
use super::super::value::{At, Table};
use super::dialects;
use crate::admit::Exposure;
use crate::seal::Seal;
use crate::settings::{Listen, ServerCertificate};
use crate::upstream::{Secret, SecretSource};
use candor::Dialect;
use std::net::SocketAddr;
use std::path::PathBuf;

pub(crate) const LISTEN: Section = Section {
    name: "[listen]",
    about: "How clients reach the gateway over HTTP. With `--stdio`, none of it applies but `dialect` and `page_size`.",
    keys: &[
        Key::new("address", Kind::Text(&ADDRESS), "\"127.0.0.1:8080\"", "Where the gateway listens; the endpoint is at `/mcp`. A gateway that others can reach, by its address, through a proxy or by a public name, needs a `[[token]]` or `[oauth]`.").or("`127.0.0.1:8080`"),
        Key::new("dialect", Kind::Choice(dialects), "\"structured\"", "The form in which failures are told.").or("`structured`"),
        Key::new("sessions", Kind::Bool, "false", "Whether clients of older revisions get sessions. Servers behind `[[mcp]]` can then ask such clients (sampling, elicitation, roots) and tell them of logs, resources and changed lists; nothing else needs them. Without them, any number of gateways can stand behind a balancer.").or("`false`"),
        Key::new("node", Kind::Text(&NAME), "\"gateway-1\"", "What this gateway is called among several behind one balancer. Clients read it where a session needs this one.").or("a name of its own for each start"),
        Key::new("seal_keys", Kind::List(&Kind::Secret), "[{ env = \"CANDOR_SEAL_KEY\" }]", "Keys of what the gateway gives to clients to keep, such as the ids of sessions: 32 characters or more each, from `openssl rand -base64 32`. The first one seals, and all of them open, so that a new one can be put before an old one. Gateways behind one balancer need the same.").or("a key of the process, which no other gateway has"),
        Key::new("page_size", Kind::Count { least: 1, most: 10_000 }, "200", "How many tools a page of `tools/list` has.").or("`200`"),
        Key::new("max_body", Kind::Text(&SIZE), "\"4MiB\"", "The longest request.").or("`4MiB`"),
        Key::new("max_connections", Kind::Count { least: 1, most: 1_000_000 }, "1024", "The most connections at the same time.").or("`1024`"),
        Key::new("tls", Kind::Table(&TLS), "{ certificate = \"gateway.pem\", key = { file = \"gateway.key\" } }", "The gateway's own certificate.").or("plain HTTP"),
        Key::new("trusted_proxies", Kind::List(&Kind::Text(&NETWORK)), "[\"10.0.0.0/8\"]", "Proxies whose `X-Forwarded-For`, or `Forwarded` where there is none, says who calls. Have them write the one and remove the other.").or("nobody's are believed"),
        Key::new("allowed_hosts", Kind::List(&Kind::Text(&HOST)), "[\"mcp.example.com\"]", "Names, beside those of this machine, under which the gateway may be called: what `Host` may say.").or("loopback alone"),
        Key::new("allowed_origins", Kind::List(&Kind::Text(&ORIGIN)), "[\"https://app.example.com\"]", "Web pages, beside those of this machine, that may call and read the answer; browsers are told so (CORS).").or("no others"),
    ],
};

const TLS: Section = Section {
    name: "listen.tls",
    about: "The certificate of the gateway, in PEM.",
    keys: &[
        Key::new(
            "certificate",
            Kind::Text(&PATH),
            "\"gateway.pem\"",
            "The file with the certificate and those that lead to its authority.",
        )
        .required(),
        Key::new("key", Kind::Secret, "{ file = \"gateway.key\" }", "Its private key.").required(),
    ],
};

/// Reads the section; without one, the defaults apply.
pub(crate) fn read(table: Option<&Table>, reader: &mut Reader<'_>) -> Listen {
    let mut listen = Listen::default();
    if let Some(table) = table {
        listen.sessions = table.get("sessions").unwrap_or(listen.sessions);
        listen.node = table.get("node");
        listen.seal_keys = seal_keys(table, reader);
        listen.page_size = table.get("page_size").map_or(listen.page_size, |count: u32| count as usize);
        listen.max_body = table.get("max_body").unwrap_or(listen.max_body);
        listen.max_connections =
            table.get("max_connections").map_or(listen.max_connections, |count: u32| count as usize);
        listen.address = table.get("address").unwrap_or(listen.address);
        listen.dialect = table.get("dialect").and_then(Dialect::from_name).unwrap_or(listen.dialect);
        listen.tls = table
            .get("tls")
            .and_then(|table| certificate(table, reader))
            .map(|(certificate, key)| ServerCertificate { certificate, key });
        listen.trusted_proxies = table.all("trusted_proxies");
        listen.allowed_hosts = table.all("allowed_hosts");
        listen.allowed_origins = table.all("allowed_origins");
    }
    listen.address = reader.given.listen.unwrap_or(listen.address);
    listen.dialect = reader.given.dialect.unwrap_or(listen.dialect);
    listen
}

/// The keys, read now.
fn seal_keys(table: &Table, reader: &mut Reader<'_>) -> Vec<Secret> {
    let sources: Vec<At<SecretSource>> = table.all("seal_keys");
    let keys: Vec<Secret> = sources.iter().filter_map(|source| reader.secret(source)).collect();
    if keys.len() == sources.len() {
        let place = table.key_span("seal_keys").unwrap_or(0..0);
        for mistake in Seal::mistakes_in(&keys) {
            reader.mistake(place.clone(), mistake, None);
        }
    }
    keys
}

/// A certificate with its key, both read once to see that they are there.
pub(crate) fn certificate(table: &Table, reader: &mut Reader<'_>) -> Option<(PathBuf, Secret)> {
    let file = table.get::<At<PathBuf>>("certificate").and_then(|path| reader.certificates(&path));
    let key = table.get("key").and_then(|source| reader.private_key(&source));
    Some((file?, key?))
}

/// Refuses a gateway that others can reach where nobody has to show who it is.
pub(crate) fn check_public(table: Option<&Table>, listen: &Listen, asks_for_token: bool, reader: &mut Reader<'_>) {
    let Some(exposure) = Exposure::of(listen).filter(|_| !asks_for_token && !reader.given.is_stdio) else { return };
    let message = format!("{}, and nobody has to show a token", exposure.told(listen));
    let help = format!("add a [[token]] or [oauth], or {}", exposure.otherwise());
    let address: Option<At<SocketAddr>> = table.and_then(|table| table.get("address"));
    let place = match &exposure {
        // That of the command line is not in the file.
        Exposure::Address => address.filter(|_| reader.given.listen.is_none()).map(|address| address.span),
        Exposure::TrustedProxies => table.and_then(|table| table.key_span("trusted_proxies")),
        Exposure::AllowedHost(_) => table.and_then(|table| table.key_span("allowed_hosts")),
    };
    reader.mistake(place.unwrap_or(0..0), message, Some(help));
}
