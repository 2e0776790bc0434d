//! What a part says about a value itself: its kind, its range, its form.

use super::Walk;
use crate::failure::printable::printable;
use crate::nearest::nearest;
use crate::schema::document::Subschema;
use crate::schema::expected::{expected, in_json, options};
use crate::schema::given::given_kind;
use crate::schema::json_type::{JsonType, stated_kinds};
use crate::schema::place::{LONGEST_NAME, Place};
use crate::schema::violation::{Breach, Violation};
use jsonschema::error::ValidationErrorKind;
use serde_json::Value;

/// The longest text that is read to see whether it holds the value that is wanted, in bytes.
const LONGEST_WRAPPED: usize = 64 * 1024;
/// The longest list of which it is said which items are the same.
const LONGEST_COMPARED: usize = 64;

impl<'s> Walk<'s> {
    /// Reports a value that is wrong in itself; gives the names of the members that are missing.
    pub(super) fn own(&mut self, part: &Subschema<'s>, value: &Value, place: &Place<'_>) -> Vec<String> {
        let Some(validator) = self.parts.own(part) else { return Vec::new() };
        let (mut missing, mut broken) = (Vec::new(), Vec::new());
        for error in validator.iter_errors(value) {
            let kind = error.kind();
            if let ValidationErrorKind::Required { property } = kind {
                missing.extend(property.as_str().map(str::to_owned));
            } else {
                match breach(kind) {
                    Some(breach) => broken.push((kind.keyword().to_owned(), breach)),
                    None => self.note_undecided(),
                }
            }
        }
        // A value of the wrong kind is that, whatever else it is.
        let worst = broken.iter().find(|(keyword, _)| keyword == "type").or(broken.first());
        if let Some((keyword, breach)) = worst {
            self.report_own(part, keyword, *breach, value, place);
        }
        missing
    }

    fn report_own(&mut self, part: &Subschema<'s>, keyword: &str, breach: Breach, value: &Value, place: &Place<'_>) {
        let mut violation = Violation::new(place, keyword, breach);
        match keyword {
            "type" => {
                violation.given = Some(("is", given_kind(value, place)));
                violation.fix = rewritten(part, value, place, &violation.field).unwrap_or_default();
            }
            "enum" => violation.did_you_mean = self.nearest_options(part, value, place),
            "uniqueItems" => violation.given = repeated(value, place).map(|it| ("is", it)),
            _ => {}
        }
        let wanted = expected(self.document, part, Some(JsonType::of(value)));
        self.report_value(violation, wanted, value, place);
    }

    /// The options that a text may have meant.
    pub(super) fn nearest_options(&self, part: &Subschema<'s>, value: &Value, place: &Place<'_>) -> Vec<String> {
        let Some(text) = value.as_str().filter(|_| !place.is_concealed()) else { return Vec::new() };
        let options = options(self.document, part).unwrap_or_default();
        let near = nearest(text, options.iter().filter_map(|option| option.as_str()));
        near.into_iter().map(|option| printable(option, LONGEST_NAME)).collect()
    }
}

/// What kind of mistake it is that the value itself breaks a rule; none if the rule could not be checked.
pub(super) fn breach(kind: &ValidationErrorKind) -> Option<Breach> {
    Some(match kind {
        ValidationErrorKind::BacktrackLimitExceeded { .. } | ValidationErrorKind::RegexEngineFailure { .. } => {
            return None;
        }
        ValidationErrorKind::Required { .. } => Breach::Missing,
        ValidationErrorKind::ExclusiveMaximum { .. }
        | ValidationErrorKind::ExclusiveMinimum { .. }
        | ValidationErrorKind::Maximum { .. }
        | ValidationErrorKind::Minimum { .. }
        | ValidationErrorKind::MultipleOf { .. }
        | ValidationErrorKind::MaxItems { .. }
        | ValidationErrorKind::MinItems { .. }
        | ValidationErrorKind::MaxLength { .. }
        | ValidationErrorKind::MinLength { .. }
        | ValidationErrorKind::MaxProperties { .. }
        | ValidationErrorKind::MinProperties { .. } => Breach::Range,
        ValidationErrorKind::Format { .. }
        | ValidationErrorKind::Pattern { .. }
        | ValidationErrorKind::ContentEncoding { .. }
        | ValidationErrorKind::ContentMediaType { .. }
        | ValidationErrorKind::FromUtf8 { .. } => Breach::Format,
        ValidationErrorKind::AdditionalItems { .. }
        | ValidationErrorKind::AdditionalProperties { .. }
        | ValidationErrorKind::AnyOf { .. }
        | ValidationErrorKind::Constant { .. }
        | ValidationErrorKind::Contains
        | ValidationErrorKind::Custom { .. }
        | ValidationErrorKind::Enum { .. }
        | ValidationErrorKind::FalseSchema
        | ValidationErrorKind::Not { .. }
        | ValidationErrorKind::OneOfMultipleValid { .. }
        | ValidationErrorKind::OneOfNotValid { .. }
        | ValidationErrorKind::PropertyNames { .. }
        | ValidationErrorKind::Type { .. }
        | ValidationErrorKind::UnevaluatedItems { .. }
        | ValidationErrorKind::UnevaluatedProperties { .. }
        | ValidationErrorKind::UniqueItems
        | ValidationErrorKind::Referencing(_) => Breach::Other,
    })
}

/// How to write what is there already so that it is of the right kind: a number in quotes, or one that lacks them.
fn rewritten(part: &Subschema<'_>, value: &Value, place: &Place<'_>, field: &str) -> Option<String> {
    let kinds = part.object().filter(|_| !place.is_whole()).map(stated_kinds)?;
    let wants = |kind: JsonType| kinds.iter().any(|wanted| wanted.covers(kind));
    match value {
        Value::String(text) if text.len() <= LONGEST_WRAPPED => {
            let wrapped: Value = serde_json::from_str(text.trim()).ok()?;
            match &wrapped {
                _ if !wants(JsonType::of(&wrapped)) => None,
                Value::Array(_) => Some(format!("write {field} as a list instead of text")),
                Value::Object(_) => Some(format!("write {field} as an object instead of text")),
                _ if place.is_concealed() => Some(format!("write {field} without quotes")),
                Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {
                    Some(format!("write {field} as {} without quotes", in_json(&wrapped)))
                }
            }
        }
        Value::Number(_) | Value::Bool(_) if wants(JsonType::Text) && place.is_concealed() => {
            Some(format!("write {field} with quotes"))
        }
        Value::Number(_) | Value::Bool(_) if wants(JsonType::Text) => {
            Some(format!("write {field} as \"{}\" with quotes", in_json(value)))
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_) | Value::Object(_) => None,
    }
}

/// Which items of a short list are the same.
fn repeated(value: &Value, place: &Place<'_>) -> Option<String> {
    let items = value.as_array().filter(|items| items.len() <= LONGEST_COMPARED && !place.is_concealed())?;
    let mut numbered = items.iter().enumerate();
    numbered.find_map(|(first, item)| {
        let second = items.iter().skip(first + 1).position(|other| other == item)? + first + 1;
        Some(format!("a list in which items {first} and {second} are the same"))
    })
}
