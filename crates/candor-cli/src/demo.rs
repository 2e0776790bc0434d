//! `candor demo`: one failure on its way from the server to the caller.

use crate::arguments::Demo;
use crate::layout::{ALARM, BOLD, DIM, cut, width, wrapped};
use crate::output::Output;
use crate::trouble::Trouble;
use candor::render::{Place, Renderer};
use candor::{Contract, Dialect, Disclosure, Discretion, Failure, Incident, IntoFailure, Occurrence};
use serde_json::{Value, json};
use std::error::Error;
use std::fmt::Write;
use std::process::ExitCode;

/// What the example server's tool `list_orders` can fail with.
#[derive(Debug, Contract)]
enum ListOrders {
    /// The database goes away while the query runs.
    #[failure(
        code = Database,
        message = "cannot load orders from {place}",
        recovery = "Retry in a minute. If it fails again, give the operator the reference below."
    )]
    ConnectionLost {
        place: &'static str,
        #[failure(private)]
        replica: &'static str,
        #[source]
        cause: DriverError,
    },
}

/// An error of the example server's database driver, with the one below it.
#[derive(Debug)]
struct DriverError(&'static str, Option<Box<DriverError>>);

impl std::fmt::Display for DriverError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.0)
    }
}

impl Error for DriverError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.1.as_deref().map(|cause| cause as &(dyn Error + 'static))
    }
}

/// Shows what an agent gets today, what Candor lets out, and what the operator keeps.
pub(crate) fn run(arguments: &Demo, output: &mut Output) -> Result<ExitCode, Trouble> {
    let failure = failure();
    let raw = raw_text(&failure);
    let (disclosure, incident) = failure.disclose(&Discretion::new());
    let renderer = Renderer::new(Dialect::Structured);
    let text = renderer.reply(&disclosure, Place::Tool { output_schema: None }).text();
    if arguments.json {
        output.json(json_of(&raw, &text, &disclosure, &incident).to_string().into_bytes())?;
    } else {
        output.text(&shown(&raw, &text, &disclosure, &incident))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The failure, written without much care for what its fields hold, as happens.
fn failure() -> Failure {
    let closed = DriverError("server closed the connection unexpectedly", None);
    let failure = ListOrders::ConnectionLost {
        place: "postgres://shop:Tr0ub4dor-3@db.internal:5432/orders (set in /srv/shop/config/live.toml)",
        replica: "db-2",
        cause: DriverError("SELECT id, total FROM orders WHERE email = 'ann@mail.shop'", Some(Box::new(closed))),
    };
    let failure = failure.into_failure().with_tool("list_orders");
    match Occurrence::parse("urn:uuid:a3bb189e-8bf9-41c4-b5db-dbe0e0f51f6e", "2026-11-15T18:30:00Z") {
        Ok(occurrence) => failure.with_occurrence(occurrence),
        Err(_) => failure,
    }
}

/// The message and all its causes, as many servers put them on the wire.
fn raw_text(failure: &Failure) -> String {
    failure.causes().fold(format!("Error: {}", failure.message()), |text, cause| format!("{text}: {cause}"))
}

fn json_of(raw: &str, text: &str, disclosure: &Disclosure, incident: &Incident) -> Value {
    let dialects: serde_json::Map<_, _> =
        Dialect::ALL.into_iter().map(|dialect| (dialect.name().to_owned(), dialect.render(disclosure))).collect();
    json!({"raw": raw, "text": text, "dialects": dialects, "incident": incident})
}

fn shown(raw: &str, text: &str, disclosure: &Disclosure, incident: &Incident) -> String {
    let mut page = String::with_capacity(4 * 1024);
    // Writing to a string cannot fail.
    let _ = write_page(&mut page, raw, text, disclosure, incident);
    page
}

fn write_page(
    page: &mut String,
    raw: &str,
    text: &str,
    disclosure: &Disclosure,
    incident: &Incident,
) -> std::fmt::Result {
    writeln!(page, "The database goes away while the tool list_orders runs a query.\n")?;
    writeln!(page, "{BOLD}What an agent often gets: the error as it is{BOLD:#}")?;
    writeln!(page, "  {ALARM}{}{ALARM:#}\n", wrapped(raw, 2))?;
    writeln!(page, "{BOLD}What Candor lets out: the first text block of the tool result{BOLD:#}")?;
    for line in text.lines() {
        writeln!(page, "  {}", wrapped(line, 4))?;
    }
    writeln!(page, "\n{BOLD}The same failure in five dialects{BOLD:#}")?;
    for dialect in Dialect::ALL {
        let json = dialect.to_bytes(disclosure);
        let room = width().saturating_sub(15);
        writeln!(page, "  {dialect:<11}  {DIM}{}{DIM:#}", cut(&String::from_utf8_lossy(&json), room))?;
    }
    writeln!(page, "\n{BOLD}What the operator keeps, under the same reference{BOLD:#}")?;
    for line in serde_json::to_string_pretty(incident).unwrap_or_default().lines() {
        let indent = line.len() - line.trim_start().len() + 2;
        writeln!(page, "{:indent$}{}", "", wrapped(line, indent + 2))?;
    }
    writeln!(page, "\n{DIM}candor demo --json prints all of it. candor explain database says more.{DIM:#}")
}
