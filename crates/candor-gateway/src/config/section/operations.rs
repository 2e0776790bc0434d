//! `[operations]`: how the gateway is watched and stopped.

use super::super::format::{ADDRESS, DURATION, HEADER, URL};
use super::super::key::{Key, Kind, Section};
use super::super::reader::Reader;
use super::super::value::{At, Named, Table};
use crate::settings::{LogFormat, Operations, Traces};
use crate::upstream::SecretSource;
use std::time::Duration;

pub(crate) const OPERATIONS: Section = Section {
    name: "[operations]",
    about: "How the gateway is watched and stopped.",
    keys: &[
        Key::new(
            "address",
            Kind::Text(&ADDRESS),
            "\"127.0.0.1:9090\"",
            "Where `/healthz`, `/readyz` and `/metrics` are. Nothing on it asks for a token.",
        )
        .or("nowhere"),
        Key::new(
            "log",
            Kind::Choice(|| vec!["text", "json", "off"]),
            "\"json\"",
            "How each call is logged on standard error. Incidents are logged in any case.",
        )
        .or("`text`"),
        Key::new(
            "drain",
            Kind::Text(&DURATION),
            "\"10s\"",
            "How long running calls have to end when the gateway stops.",
        )
        .or("`10s`"),
        Key::new(
            "stop_delay",
            Kind::Text(&DURATION),
            "\"5s\"",
            "How long new calls are still taken when the gateway stops, while `/readyz` says already that it is not ready.",
        )
        .or("`5s` where `address` is set, else `0s`"),
        Key::new(
            "reload_on_change",
            Kind::Bool,
            "true",
            "Whether the file is read again when it changes, as it is on SIGHUP.",
        )
        .or("`false`"),
        Key::new(
            "traces",
            Kind::Table(&TRACES),
            "{ endpoint = \"http://127.0.0.1:4318/v1/traces\" }",
            "Where traces go.",
        )
        .or("nowhere"),
    ],
};

const TRACES: Section = Section {
    name: "operations.traces",
    about: "An OpenTelemetry collector, over HTTP.",
    keys: &[
        Key::new("endpoint", Kind::Text(&URL), "\"http://127.0.0.1:4318/v1/traces\"", "The address that takes traces.")
            .required(),
        Key::new(
            "headers",
            Kind::Map(&HEADER, &Kind::Secret),
            "{ Authorization = { env = \"OTLP_KEY\" } }",
            "Headers that the collector wants.",
        )
        .or("none"),
        Key::new(
            "ratio",
            Kind::Ratio,
            "0.1",
            "The part of calls that is traced, where the caller does not trace itself.",
        )
        .or("`1`"),
    ],
};

pub(crate) fn read(table: Option<&Table>, reader: &mut Reader<'_>) -> Operations {
    let mut operations = Operations::default();
    let Some(table) = table else { return operations };
    operations.address = table.get("address");
    operations.log = match table.get("log") {
        Some("json") => LogFormat::Json,
        Some("off") => LogFormat::Off,
        Some(_) | None => LogFormat::Text,
    };
    operations.drain = table.get("drain").unwrap_or(operations.drain);
    operations.stop_delay = table.get("stop_delay").unwrap_or(match operations.address {
        Some(_) => Operations::DEFAULT_STOP_DELAY,
        // Nobody can ask whether it is ready.
        None => Duration::ZERO,
    });
    operations.reload_on_change = table.get("reload_on_change").unwrap_or(false);
    operations.traces = table.get("traces").and_then(|table| traces(table, reader));
    operations
}

fn traces(table: &Table, reader: &mut Reader<'_>) -> Option<Traces> {
    let sources: Named<'_, At<SecretSource>> = table.named("headers");
    let mut headers = Vec::new();
    for (name, source) in sources {
        headers.extend(reader.secret(&source).map(|secret| (name.value.clone(), secret)));
    }
    Some(Traces { endpoint: table.get("endpoint")?, headers, ratio: table.get("ratio").unwrap_or(1.0) })
}
