//! Finds what is wrong, place by place: the schema and the value are walked together, and only where they do not fit.
//!
//! A validator collects every violation of a value: for a list of a million wrong items, that is a million errors. This
//! walk asks it only whether a part fits, and stops listing after the first few.

mod alternatives;
mod items;
mod members;
mod opaque;
mod own;
mod unevaluated;

use super::document::{Document, Subschema};
use super::expected::expected;
use super::given::given;
use super::json_type::JsonType;
use super::place::Place;
use super::subschemas::Subschemas;
use super::violation::{Breach, Subject, Violation};
use serde_json::Value;

/// How many violations are listed; the others are counted.
const MOST_LISTED: usize = 16;
/// How many parts are looked at in all: alternatives within alternatives are many.
const MOST_STEPS: usize = 1_000;
/// How deep parts may lie within each other.
const DEEPEST: usize = 300;

/// What is wrong with a value.
pub(super) struct Findings {
    /// The first violations.
    pub(super) listed: Vec<Violation>,
    /// How many more there are at least.
    pub(super) more: usize,
}

/// What is wrong with a value that does not fit its schema; nothing if all that is wrong cannot be decided.
pub(super) fn findings(parts: Subschemas<'_>, value: &Value, subject: Subject) -> Findings {
    let document = parts.document();
    let findings = Findings { listed: Vec::new(), more: 0 };
    let mut walk = Walk { document, parts, subject, findings, noted: 0, steps: 0, depth: 0 };
    walk.visit(&document.whole(), value, &Place::WHOLE);
    walk.findings
}

struct Walk<'s> {
    document: Document<'s>,
    parts: Subschemas<'s>,
    subject: Subject,
    findings: Findings,
    /// How often something was found, be it known already or undecided.
    noted: usize,
    steps: usize,
    depth: usize,
}

impl<'s> Walk<'s> {
    /// Looks at a value that does not fit a part.
    fn visit(&mut self, part: &Subschema<'s>, value: &Value, place: &Place<'_>) {
        if self.is_full() {
            return self.count_one_more();
        }
        self.steps += 1;
        if self.steps > MOST_STEPS || self.depth >= DEEPEST {
            return self.report_unsaid(place, "schema", value);
        }
        self.depth += 1;
        let before = self.noted;
        if part.schema.is_boolean() {
            self.report_ruled_out(place);
        } else {
            self.look(part, value, place);
        }
        if self.noted == before {
            self.ask(part, value, place);
        }
        self.depth -= 1;
    }

    fn look(&mut self, part: &Subschema<'s>, value: &Value, place: &Place<'_>) {
        if let Some(target) = part.reference().and_then(|reference| self.document.target(reference)) {
            self.visit_unfit(&target, value, place);
        }
        if part.reference().is_some() && self.parts.engine().has_lone_references() {
            return;
        }
        let missing = self.own(part, value, place);
        match value {
            Value::Object(members) => self.members(part, value, members, &missing, place),
            Value::Array(list) => self.items(part, list, place),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
        for branch in part.listed("allOf") {
            self.visit_unfit(&branch, value, place);
        }
        self.alternatives(part, "anyOf", value, place);
        self.alternatives(part, "oneOf", value, place);
        self.conditions(part, value, place);
        if let Some(not) = part.under("not").filter(|not| self.parts.fits(not, value) == Some(true)) {
            self.report_negated(&not, value, place);
        }
    }

    fn conditions(&mut self, part: &Subschema<'s>, value: &Value, place: &Place<'_>) {
        let Some(condition) = part.under("if") else { return };
        let Some(is_met) = self.parts.fits(&condition, value) else { return };
        let branch = if is_met { "then" } else { "else" };
        if let Some(branch) = part.under(branch) {
            self.visit_unfit(&branch, value, place);
        }
    }

    /// Looks at the value if it does not fit the part.
    fn visit_unfit(&mut self, part: &Subschema<'s>, value: &Value, place: &Place<'_>) {
        if self.parts.is_unfit(part, value) {
            self.visit(part, value, place);
        }
    }

    fn is_full(&self) -> bool {
        self.findings.listed.len() >= MOST_LISTED
    }

    /// Counts a violation that is not listed.
    fn count_one_more(&mut self) {
        self.noted += 1;
        self.findings.more += 1;
    }

    /// Notes that a pattern took too long: whatever it is about may fit.
    fn note_undecided(&mut self) {
        if self.parts.engine().backtracks() {
            self.noted += 1;
        }
    }

    /// Notes a violation, unless it is known: two parts of a schema can want the same.
    fn report(&mut self, violation: Violation) {
        let is_known = |other: &Violation| other.field == violation.field && other.problem == violation.problem;
        if self.is_full() {
            return self.count_one_more();
        }
        self.noted += 1;
        if !self.findings.listed.iter().any(is_known) {
            self.findings.listed.push(violation);
        }
    }

    /// A value that must be something else: what, is said as the schema says it.
    fn report_value(&mut self, violation: Violation, wanted: Option<String>, value: &Value, place: &Place<'_>) {
        let Some(wanted) = wanted else { return self.report_unsaid(place, &violation.constraint, value) };
        let shown = violation.given.clone().unwrap_or_else(|| ("is", given(value, place)));
        let fix = match (violation.fix.is_empty(), place.is_whole()) {
            (false, _) => violation.fix.clone(),
            (true, false) => format!("set {} to {wanted}", violation.field),
            (true, true) => format!("change {} to {wanted}", self.subject.whole()),
        };
        let violation = violation.with_value(value, place);
        let problem = format!("must be {wanted}");
        self.report(Violation { problem, expected: Some(wanted), given: Some(shown), fix, ..violation });
    }

    /// A value that does not fit, for a reason that cannot be described.
    fn report_unsaid(&mut self, place: &Place<'_>, constraint: &str, value: &Value) {
        let violation = Violation::new(place, constraint, Breach::Other).with_value(value, place);
        let fix = format!("compare {} with the schema of the tool", violation.place(self.subject));
        let given = Some(("is", given(value, place)));
        self.report(Violation { problem: "must match its schema".to_owned(), given, fix, ..violation });
    }

    /// A value where there must be none.
    fn report_ruled_out(&mut self, place: &Place<'_>) {
        let violation = Violation::new(place, "falseSchema", Breach::Other);
        let fix = format!("remove {}", violation.place(self.subject));
        self.report(Violation { problem: "must not be there".to_owned(), fix, ..violation });
    }

    fn report_negated(&mut self, not: &Subschema<'s>, value: &Value, place: &Place<'_>) {
        let violation = Violation::new(place, "not", Breach::Other).with_value(value, place);
        let Some(unwanted) = expected(self.document, not, Some(JsonType::of(value))) else {
            let fix = format!("set {} to a value that its schema allows", violation.place(self.subject));
            return self.report(Violation { problem: "is not allowed by its schema".to_owned(), fix, ..violation });
        };
        let fix = format!("set {} to a value that is not {unwanted}", violation.place(self.subject));
        let given = Some(("is", given(value, place)));
        self.report(Violation { problem: format!("must not be {unwanted}"), given, fix, ..violation });
    }
}
