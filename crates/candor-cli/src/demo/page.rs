//! The pairs as a page: what an agent gets today, and what it gets with Candor.

use super::exchange::{ANSWER_TIMEOUT, Exchange};
use crate::layout::{ALARM, BOLD, DIM, beside, cut, width, wrapped};
use anstyle::Style;
use serde_json::Value;
use std::fmt::Write;

/// The password that the carrier of the order desk leaks.
const PASSWORD: &str = "Wint3r-Rates-81";
/// Between the columns.
const GAP: &str = " │ ";
/// From this width on, two columns can be read.
const SIDE_BY_SIDE: usize = 72;
/// The columns of the summary as a table.
const TABLE: usize = 80;

pub(super) fn written(exchanges: &[Exchange], incidents: &[Value]) -> String {
    let mut page = String::with_capacity(32 * 1024);
    // Writing to a string cannot fail.
    let _ = write_page(&mut page, exchanges, incidents);
    page
}

fn write_page(page: &mut String, exchanges: &[Exchange], incidents: &[Value]) -> std::fmt::Result {
    let intro = "One order desk, served twice in this process: on rmcp alone, and behind Candor's guard. \
                 A client makes the same calls on both, and all of them fail.";
    writeln!(page, "{}\n", wrapped(intro, 0))?;
    for (number, exchange) in (1..).zip(exchanges) {
        write_exchange(page, number, exchange)?;
    }
    write_summary(page, exchanges)?;
    write_incident(page, incidents)?;
    let more = "candor demo --json prints the frames. The order desk is examples/order-desk/src/lib.rs.";
    writeln!(page, "\n{DIM}{}{DIM:#}", wrapped(more, 0))
}

fn write_exchange(page: &mut String, number: usize, exchange: &Exchange) -> std::fmt::Result {
    writeln!(page, "{BOLD}{number}. {}{BOLD:#}", wrapped(exchange.call.title, 4))?;
    writeln!(page, "   {DIM}{}{DIM:#}", cut(&exchange.call.spoken(), width().saturating_sub(3)))?;
    let (bare, guarded) = (said(exchange.bare.as_ref()), said(exchange.guarded.as_ref()));
    let alarm = if is_bad(exchange.bare.as_ref()) { ALARM } else { Style::new() };
    if width() < SIDE_BY_SIDE {
        for (title, style, text) in [("rmcp alone", alarm, bare), ("behind the guard", Style::new(), guarded)] {
            writeln!(page, "   {BOLD}{title}{BOLD:#}")?;
            for line in text.lines() {
                writeln!(page, "   {style}{}{style:#}", wrapped(line, 5))?;
            }
        }
        return writeln!(page);
    }
    let room = (width() - GAP.chars().count() - 3) / 2;
    writeln!(page, "   {BOLD}{:room$}{BOLD:#}{DIM}{GAP}{DIM:#}{BOLD}behind the guard{BOLD:#}", "rmcp alone")?;
    for (left, missing, right) in beside(&bare, &guarded, room) {
        writeln!(page, "   {alarm}{left}{alarm:#}{:missing$}{DIM}{GAP}{DIM:#}{right}", "")?;
    }
    writeln!(page)
}

/// What a model is shown of a response.
fn said(response: Option<&Value>) -> String {
    let Some(response) = response else {
        return format!("(no answer in {} s: the agent is still waiting)", ANSWER_TIMEOUT.as_secs_f32());
    };
    if let Some(error) = response.get("error") {
        let number = error.get("code").and_then(Value::as_i64).unwrap_or_default();
        let message = error.get("message").and_then(Value::as_str).unwrap_or_default();
        let mut text = format!("JSON-RPC error {number}: {message}");
        let data = |path: &str| error.pointer(path).and_then(Value::as_str);
        if let Some(hint) = data("/data/recovery/hint") {
            let _ = write!(text, "\nRecovery: {hint}");
        }
        if let Some(reason) = data("/data/reason") {
            let _ = write!(text, "\nReason: {reason}");
        }
        if let Some(retryable) = error.pointer("/data/retry/retryable").and_then(Value::as_bool) {
            let retry = match data("/data/origin") {
                _ if retryable => "yes",
                Some("caller") => "only with changes",
                Some(_) | None => "no",
            };
            let _ = write!(text, "\nRetry: {retry}");
        }
        if let Some(instance) = data("/data/instance") {
            let id = instance.strip_prefix("urn:uuid:").unwrap_or(instance);
            let _ = write!(text, "\nReference: {}", id.get(..8).unwrap_or(id));
        }
        return text;
    }
    let text = response.pointer("/result/content/0/text").and_then(Value::as_str).unwrap_or_default();
    if is_error(response) { text.to_owned() } else { format!("(a success) {text}") }
}

fn is_error(response: &Value) -> bool {
    response.get("error").is_some() || response.pointer("/result/isError") == Some(&Value::Bool(true))
}

/// Whether an answer misleads, leaks or is missing.
fn is_bad(response: Option<&Value>) -> bool {
    response.is_none_or(|response| !is_error(response) || leaks(response))
}

fn leaks(response: &Value) -> bool {
    response.to_string().contains(PASSWORD)
}

/// Whether a program can tell from the answer if a retry helps.
fn tells_retry(response: &Value) -> bool {
    let places = ["/result/_meta/dev.candor~1failure/retry", "/error/data/retry"];
    places.iter().any(|place| response.pointer(place).is_some())
}

/// Whether an answer, or its absence, is counted.
type Test = fn(Option<&Value>) -> bool;

fn write_summary(page: &mut String, exchanges: &[Exchange]) -> std::fmt::Result {
    let title = format!("Of {} calls", exchanges.len());
    let is_table = width() >= TABLE;
    if is_table {
        writeln!(page, "{BOLD}{title:<52}{:>10}  {:>16}{BOLD:#}", "rmcp alone", "behind the guard")?;
    } else {
        writeln!(page, "{BOLD}{title}{BOLD:#}")?;
    }
    let counts: [(&str, Test); 4] = [
        ("were not answered within 2.5 s", |response| response.is_none()),
        ("failed and were reported as a success", |response| response.is_some_and(|it| !is_error(it))),
        ("leaked a password", |response| response.is_some_and(leaks)),
        ("stated for programs whether a retry helps", |response| response.is_some_and(tells_retry)),
    ];
    for (what, count) in counts {
        let bare = exchanges.iter().filter(|exchange| count(exchange.bare.as_ref())).count();
        let guarded = exchanges.iter().filter(|exchange| count(exchange.guarded.as_ref())).count();
        if is_table {
            writeln!(page, "  {what:<50}{bare:>10}  {guarded:>16}")?;
        } else {
            writeln!(page, "  {}", wrapped(&format!("{what}: {bare} on rmcp alone, {guarded} behind the guard"), 4))?;
        }
    }
    Ok(())
}

/// What the operator has of the failure whose text was hidden from the caller.
fn write_incident(page: &mut String, incidents: &[Value]) -> std::fmt::Result {
    let text = |incident: &Value, name: &str| incident.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
    let Some(incident) = incidents.iter().find(|incident| text(incident, "message").contains(PASSWORD)) else {
        return Ok(());
    };
    writeln!(page, "\n{BOLD}{}{BOLD:#}", wrapped("What the operator's log has about the call with the password", 0))?;
    writeln!(page, "  reference    {}", wrapped(&text(incident, "instance"), 15))?;
    writeln!(page, "  message      {}", wrapped(&text(incident, "message"), 15))?;
    let rule = incident.pointer("/private/classified_by/rule").and_then(Value::as_str).unwrap_or_default();
    writeln!(page, "  decided by   {rule}")?;
    writeln!(page, "  fingerprint  {}", text(incident, "fingerprint"))
}
