//! A success whose JSON does not fit the output schema of its tool.

#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "jsonschema adds keywords; what is not named here is told by its name"
)]

use super::{Case, after_sending, with_body};
use crate::call::Warning;
use crate::send::Received;
use crate::tool::Output;
use crate::upstream::OnMismatch;
use candor::{Code, Failure, Origin, Retry, reason};
use jsonschema::error::{TypeKind, ValidationErrorKind};
use jsonschema::{Draft, PatternOptions, ValidationError, Validator};
use serde_json::{Map, Value, json};

/// How often a pattern with look-around may go back before its match counts as not checked (decision 32).
const BACKTRACK_LIMIT: usize = 2_000;
/// How many mismatches are named.
const MOST: usize = 8;
/// How many are looked at to name those.
const MOST_SEEN: usize = 64;
/// The longest pointer that is named, in characters; names of members can be a stranger's.
const LONGEST_POINTER: usize = 120;
/// The member that holds an answer which is not an object.
const RESULT: &str = "result";
const REASON: &str = "schema_mismatch";

/// What checks answers against the output schema of a tool. It is compiled once.
#[derive(Debug)]
pub(crate) struct OutputCheck {
    validator: Validator,
    is_wrapped: bool,
}

impl OutputCheck {
    /// Compiles the schema. Nothing is fetched for it, and patterns are matched in linear time where they can be.
    ///
    /// # Errors
    ///
    /// Why it cannot be used, for the operator.
    pub(crate) fn compile(output: &Output) -> Result<OutputCheck, String> {
        let schema = output.schema().to_value();
        let options = || jsonschema::options().offline().with_draft(Draft::Draft202012);
        let linear = options().with_pattern_options(PatternOptions::regex()).build(&schema);
        let backtracking = PatternOptions::fancy_regex().backtrack_limit(BACKTRACK_LIMIT);
        let validator = linear.or_else(|_| options().with_pattern_options(backtracking).build(&schema));
        let validator = validator.map_err(|error| error.to_string())?;
        Ok(OutputCheck { validator, is_wrapped: output.is_wrapped() })
    }

    /// What of the answer does not fit, and how many more mismatches there are.
    fn mismatches(&self, body: &mut Value) -> Option<Mismatches> {
        if !self.is_wrapped {
            return self.found(body);
        }
        let mut wrapped = Value::Object(Map::from_iter([(RESULT.to_owned(), body.take())]));
        let found = self.found(&wrapped);
        *body = wrapped.get_mut(RESULT).map(Value::take).unwrap_or_default();
        found
    }

    fn found(&self, value: &Value) -> Option<Mismatches> {
        if self.validator.is_valid(value) {
            return None;
        }
        let mut found = Mismatches::default();
        for error in self.validator.iter_errors(value).filter(is_checked).take(MOST_SEEN) {
            match found.listed.len() < MOST {
                true => found.listed.push(self.mismatch(&error)),
                false => found.more += 1,
            }
        }
        // Nothing is found if a pattern could not be decided.
        (!found.listed.is_empty()).then_some(found)
    }

    fn mismatch(&self, error: &ValidationError<'_>) -> Mismatch {
        let path = error.instance_path().to_string();
        let prefix = if self.is_wrapped { "/result" } else { "" };
        let path = path.strip_prefix(prefix).unwrap_or(&path);
        match error.kind() {
            ValidationErrorKind::Required { property } => {
                let member = property.as_str().unwrap_or_default().replace('~', "~0").replace('/', "~1");
                Mismatch { pointer: bounded(&format!("{path}/{member}")), what: "is missing".to_owned() }
            }
            kind => Mismatch { pointer: bounded(path), what: what(kind, error.instance()) },
        }
    }
}

/// Mismatches, the first of them with their places.
#[derive(Debug, Default)]
struct Mismatches {
    listed: Vec<Mismatch>,
    more: usize,
}

/// One mismatch: where it is, and what is wrong there, without the value.
#[derive(Debug)]
struct Mismatch {
    pointer: String,
    what: String,
}

impl Mismatches {
    /// All of them, in one sentence.
    fn said(&self) -> String {
        let clauses = self.listed.iter().map(|it| match it.pointer.as_str() {
            "" => format!("the answer {}", it.what),
            pointer => format!("{pointer} {}", it.what),
        });
        let said = clauses.collect::<Vec<_>>().join("; ");
        match self.more {
            0 => said,
            more => format!("{said}; and at least {more} more"),
        }
    }
}

/// What the policy makes of an answer that does not fit: a failure, or warnings; none of both if it fits.
pub(super) fn checked(case: Case<'_>, received: &Received, body: &mut Value) -> Result<Vec<Warning>, Failure> {
    let Some(found) = case.output.and_then(|check| check.mismatches(body)) else { return Ok(Vec::new()) };
    let said = found.said();
    if case.policies.schema_mismatch == OnMismatch::Warn {
        let warning = format!("The answer of {} does not fit its schema: {said}", case.service);
        return Ok(vec![Warning::new(REASON, warning)]);
    }
    let status = received.status.as_u16();
    let message = format!("{} answered {status} with JSON that does not fit its schema: {said}", case.service);
    let violations: Vec<Value> =
        found.listed.iter().map(|it| json!({"pointer": it.pointer, "problem": it.what})).collect();
    let failure = Failure::new(Code::DependencyFailed, message)
        .with_reason(reason!("schema_mismatch"))
        .with_origin(Origin::Upstream)
        .with_retry(Retry::Never)
        .with_status(status)
        .with_context("violation_count", found.listed.len() + found.more)
        .with_context("violations", violations);
    Err(with_body(after_sending(case, failure), &received.body))
}

/// Whether the engine came to a result.
fn is_checked(error: &ValidationError<'_>) -> bool {
    !matches!(
        error.kind(),
        ValidationErrorKind::BacktrackLimitExceeded { .. } | ValidationErrorKind::RegexEngineFailure { .. }
    )
}

/// What is wrong, in words without the value: the schema is the operator's own, the value may be anything.
fn what(kind: &ValidationErrorKind, value: &Value) -> String {
    match kind {
        ValidationErrorKind::Type { kind } => {
            let expected = match kind {
                TypeKind::Single(one) => one.to_string(),
                TypeKind::Multiple(several) => {
                    several.iter().map(|one| one.to_string()).collect::<Vec<_>>().join(" or ")
                }
            };
            format!("must be {expected}, and is {}", type_of(value))
        }
        ValidationErrorKind::AdditionalProperties { .. } | ValidationErrorKind::UnevaluatedProperties { .. } => {
            "has members that the schema does not know".to_owned()
        }
        ValidationErrorKind::AnyOf { .. } | ValidationErrorKind::OneOfNotValid { .. } => {
            format!("fits none of the forms that the schema allows, and is {}", type_of(value))
        }
        ValidationErrorKind::OneOfMultipleValid { .. } => "fits several forms of which only one may fit".to_owned(),
        ValidationErrorKind::Enum { .. } | ValidationErrorKind::Constant { .. } => {
            "is none of the values that the schema allows".to_owned()
        }
        other => format!("breaks the rule `{}` of the schema", other.keyword()),
    }
}

fn type_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_i64() || number.is_u64() => "integer",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

fn bounded(pointer: &str) -> String {
    match pointer.char_indices().nth(LONGEST_POINTER) {
        Some((end, _)) => format!("{}…", pointer.get(..end).unwrap_or_default()),
        None => pointer.to_owned(),
    }
}
