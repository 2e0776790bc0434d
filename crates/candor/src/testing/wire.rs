//! A failure as callers get it: scrubbed, in every dialect, as text and as JSON.

use super::mistake::{Mistake, MistakeKind, Report};
use crate::render::{Dialect, FailurePart, Place, Renderer};
use crate::{Disclosure, Discretion, Failure};
use serde_json::Value;
use std::sync::LazyLock;

/// The schema that programs may hold a disclosed failure against.
static SCHEMA: LazyLock<Option<jsonschema::Validator>> = LazyLock::new(|| {
    let schema: Value = serde_json::from_str(include_str!("../../docs/failure.schema.json")).ok()?;
    jsonschema::validator_for(&schema).ok()
});

/// Adds what is wrong with the failure.
pub(super) fn check(failure: Failure, report: &mut Report) {
    let reason = failure.reason().as_str().to_owned();
    let mut add = |kind| report.add(Mistake::of(&reason, kind));
    let written = failure.clone();
    let (disclosure, _) = failure.disclose(&Discretion::new());
    changed(&written, &disclosure).for_each(&mut add);
    for &dialect in Dialect::ALL {
        not_in_text(dialect, &disclosure).for_each(&mut add);
        not_read_back(dialect, &disclosure).for_each(&mut add);
    }
    against_the_schema(&disclosure).into_iter().for_each(&mut add);
}

/// The author's own words that were scrubbed or cut.
fn changed(written: &Failure, disclosure: &Disclosure) -> impl Iterator<Item = MistakeKind> {
    let recovery = written.recovery();
    let docs = |link: Option<&str>| link.unwrap_or_default().to_owned();
    let rows = [
        (FailurePart::Message, written.message().to_owned(), disclosure.message().to_owned()),
        (FailurePart::RecoveryHint, recovery.hint().to_owned(), disclosure.recovery().hint().to_owned()),
        (FailurePart::RecoveryDocs, docs(recovery.docs()), docs(disclosure.recovery().docs())),
    ];
    let differs = |(_, written, disclosed): &(FailurePart, String, String)| written != disclosed;
    let mistake = |(part, written, disclosed)| MistakeKind::Changed { part, written, disclosed };
    rows.into_iter().filter(differs).map(mistake)
}

/// What an agent that reads the first text alone does not learn.
fn not_in_text(dialect: Dialect, disclosure: &Disclosure) -> impl Iterator<Item = MistakeKind> {
    let result = Renderer::new(dialect).reply(disclosure, Place::Tool { output_schema: None }).to_value();
    let text = result.pointer("/content/0/text").and_then(Value::as_str).unwrap_or_default().to_owned();
    let rows = [
        (FailurePart::Code, code_forms(dialect, disclosure)),
        (FailurePart::Reason, vec![disclosure.reason().as_str().to_owned()]),
        (FailurePart::Message, forms(disclosure.message())),
        (FailurePart::RecoveryHint, forms(disclosure.recovery().hint())),
    ];
    let is_absent = move |(_, forms): &(FailurePart, Vec<String>)| !forms.iter().any(|form| text.contains(form));
    rows.into_iter().filter(is_absent).map(move |(part, _)| MistakeKind::NotInText(dialect, part))
}

/// The code by Candor's name, and by the name and the number that the dialect has for it.
fn code_forms(dialect: Dialect, disclosure: &Disclosure) -> Vec<String> {
    let code = disclosure.code();
    let written = dialect.written_code(code);
    vec![code.name().to_owned(), written.name.to_owned(), written.identifier]
}

/// The text, by itself and as JSON has it: the text of some dialects is JSON.
fn forms(text: &str) -> Vec<String> {
    let quoted = Value::from(text).to_string();
    let escaped = quoted.get(1..quoted.len().saturating_sub(1)).unwrap_or_default().to_owned();
    vec![text.to_owned(), escaped]
}

/// What the dialect does not give back, although it has a place for it.
fn not_read_back(dialect: Dialect, disclosure: &Disclosure) -> impl Iterator<Item = MistakeKind> {
    let folds = dialect.fold(disclosure.code()) != disclosure.code();
    let may_change = move |part: &FailurePart| dialect.loses().contains(part) || (*part == FailurePart::Code && folds);
    let lost = dialect.losses(disclosure).into_iter().filter(move |part| !may_change(part));
    lost.map(move |part| MistakeKind::NotReadBack(dialect, part))
}

fn against_the_schema(disclosure: &Disclosure) -> Vec<MistakeKind> {
    let canonical = serde_json::to_value(disclosure).unwrap_or_default();
    match &*SCHEMA {
        Some(schema) => schema.iter_errors(&canonical).map(|error| MistakeKind::Schema(error.to_string())).collect(),
        None => vec![MistakeKind::Schema("the schema cannot be read".to_owned())],
    }
}
