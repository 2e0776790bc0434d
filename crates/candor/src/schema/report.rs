//! Violations as one failure: the caller's, if the arguments are wrong, or the server's, if its result is.

use super::given::{counted, joined};
use super::violation::{Breach, Subject, Violation};
use super::walk::Findings;
use crate::disclose::Allowed;
use crate::failure::details::key;
use crate::failure::printable::printable;
use crate::{Code, Failure, Origin, Retry, reason};
use serde_json::{Value, json};

/// How many violations the message and the recovery name, in full sentences.
const MOST_SAID: usize = 5;
/// The longest clause of those, all together, in bytes: half of a reply is for the message.
const ROOM_FOR_CLAUSES: usize = 900;
/// The same for what to do.
const ROOM_FOR_FIXES: usize = 400;
/// The longest name of a tool, in characters.
const LONGEST_TOOL: usize = 80;

/// The detail that lists the violations.
const VIOLATIONS: &str = "violations";

/// What the caller has to correct.
pub(super) fn wrong_arguments(tool: &str, findings: &Findings) -> Failure {
    let tool = printable(tool, LONGEST_TOOL);
    let Findings { listed, more } = findings;
    let total = listed.len() + more;
    let code = code(listed);
    let what = match (code, total) {
        (Code::MissingRequired, 1) => "without a required argument".to_owned(),
        (Code::MissingRequired, _) => format!("without {total} required arguments"),
        (_, 1) => "with a wrong argument".to_owned(),
        (_, _) => format!("with {total} wrong arguments"),
    };
    let clauses: Vec<_> = listed.iter().map(|violation| violation.clause(Subject::Arguments)).collect();
    let said = fitting(&clauses, ROOM_FOR_CLAUSES);
    let mut message = format!("{tool} was called {what}: {}", said.join("; "));
    if total > said.len() {
        message.push_str(&format!("; and {} more", total - said.len()));
    }
    let failure = Failure::new(code, message)
        .with_reason(reason!("invalid_arguments"))
        .with_origin(Origin::Caller)
        .with_retry(Retry::Never)
        .with_recovery(orders(listed, total, &tool))
        .with_tool(tool);
    let failure = match listed.first() {
        Some(first) => about(failure, first),
        None => failure,
    };
    failure.with_context(key::VIOLATION_COUNT, total).with_context(VIOLATIONS, listed)
}

/// The first violation under the names that the documents have for it.
fn about(failure: Failure, first: &Violation) -> Failure {
    let failure = if first.field.is_empty() { failure } else { failure.with_field(first.field.as_str()) };
    let failure = failure.with_constraint(first.constraint.as_str());
    match &first.value {
        Some(value) => failure.with_invalid_value(value),
        None => failure,
    }
}

/// The code of the mistakes, if they are all of one kind.
fn code(violations: &[Violation]) -> Code {
    let all = |breach| !violations.is_empty() && violations.iter().all(|violation| violation.breach == breach);
    match () {
        () if all(Breach::Missing) => Code::MissingRequired,
        () if all(Breach::Range) => Code::OutOfRange,
        () if all(Breach::Format) => Code::InvalidFormat,
        () => Code::InvalidParams,
    }
}

/// The first of the texts, as many as may be said; always one.
fn fitting(texts: &[String], room: usize) -> &[String] {
    let mut length = 0;
    let fits = |text: &&String| {
        length += text.len();
        length <= room
    };
    let count = texts.iter().take(MOST_SAID).take_while(fits).count().max(1);
    texts.get(..count).unwrap_or(texts)
}

/// What to do, in one sentence.
fn orders(violations: &[Violation], total: usize, tool: &str) -> String {
    let fixes: Vec<_> = violations.iter().map(|violation| violation.fix.clone()).collect();
    let mut said = fitting(&fixes, ROOM_FOR_FIXES).to_vec();
    if total > said.len() {
        said.push(format!("correct {}", counted(total - said.len(), "more argument")));
    }
    let orders = format!("{}, then call {tool} again.", joined(&said, "and"));
    let mut letters = orders.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// What is wrong with the server: the caller learns where, not what was there.
pub(super) fn wrong_output(tool: &str, findings: &Findings) -> Failure {
    let tool = printable(tool, LONGEST_TOOL);
    let public: Vec<_> = findings.listed.iter().map(without_value).collect();
    let private: Vec<_> = findings.listed.iter().map(|it| json!({"field": it.field, "given": shown(it)})).collect();
    server_fault(format!("{tool} returned a result that does not match its own output schema"), tool)
        .with_context(key::VIOLATION_COUNT, findings.listed.len() + findings.more)
        .with_context(VIOLATIONS, public)
        .with_private("output_violations", private)
}

/// A result that lacks what the schema is about.
pub(super) fn no_output(tool: &str) -> Failure {
    let tool = printable(tool, LONGEST_TOOL);
    server_fault(format!("{tool} has an output schema, but returned no structured content"), tool)
}

fn server_fault(message: String, tool: String) -> Failure {
    let recovery =
        format!("Do not change the arguments: the fault is in {tool} itself. Give the reference to the operator.");
    Failure::new(Code::Internal, message)
        .with_reason(reason!("output_schema_mismatch"))
        .with_origin(Origin::Internal)
        .with_retry(Retry::Never)
        .with_recovery(recovery)
        .with_tool(tool)
}

fn without_value(violation: &Violation) -> Value {
    json!({"field": violation.field, "problem": violation.problem})
}

fn shown(violation: &Violation) -> Option<&str> {
    violation.given.as_ref().map(|(_, given)| given.as_str())
}

/// The same, and the places that a failed check of arguments names: the caller wrote them, and a pointer such as
/// `/media/0/url` looks like a path of the server's.
#[must_use]
pub fn allowing_places(allowed: Allowed, failure: &Failure) -> Allowed {
    let violations = failure.details().get(VIOLATIONS).and_then(Value::as_array).into_iter().flatten();
    let places = violations.filter_map(|violation| violation.get("field").and_then(Value::as_str));
    places.fold(allowed, |allowed, place| allowed.with_text(place))
}
