//! What only the validator knows: members and items that nothing looked at, and references that are not pointers.

use super::Walk;
use super::own::breach;
use crate::disclose::is_sensitive_member;
use crate::schema::document::{Document, Subschema, Traits};
use crate::schema::expected::expected;
use crate::schema::given::given_kind;
use crate::schema::json_type::JsonType;
use crate::schema::place::Place;
use crate::schema::violation::{Breach, Violation};
use jsonschema::error::{TypeKind, ValidationErrorKind};
use jsonschema::paths::LocationSegment;
use serde_json::{Value, json};

/// Stands for a part of which nothing is known.
static UNKNOWN: Value = Value::Null;

impl<'s> Walk<'s> {
    /// Says what is wrong where the walk found nothing: something is, whether or not it can be described.
    ///
    /// The validator names the first violation, but collects all violations of every alternative before that, and
    /// checks again and again what deep recursion meets twice. So it is asked about small values only, and never where
    /// there are alternatives.
    pub(super) fn ask(&mut self, part: &Subschema<'s>, value: &Value, place: &Place<'_>) {
        let before = self.noted;
        self.unevaluated(part, value, place);
        let may_ask = self.noted == before && !self.document.has_alternatives() && is_small(value);
        if let Some(error) = may_ask.then(|| self.parts.first_error(part, value)).flatten() {
            let path: Vec<_> = error.instance_path().iter().collect();
            self.report_at(part, error.kind(), &path, value, place);
        }
        if self.noted == before {
            self.report_unsaid(place, "schema", value);
        }
    }

    /// Follows the path to the value at fault, and reports the violation there.
    fn report_at(
        &mut self,
        part: &Subschema<'s>,
        kind: &ValidationErrorKind,
        path: &[LocationSegment<'_>],
        value: &Value,
        place: &Place<'_>,
    ) {
        let unknown = Subschema { schema: &UNKNOWN };
        match (path, value) {
            ([segment, rest @ ..], Value::Object(members)) => {
                if let Some((name, value)) = members.get_key_value(&segment.to_string()) {
                    let place = place.member(name, is_sensitive_member(members, name, value));
                    return self.report_at(&unknown, kind, rest, value, &place);
                }
            }
            ([LocationSegment::Index(index), rest @ ..], Value::Array(items)) => {
                if let Some(value) = items.get(*index) {
                    return self.report_at(&unknown, kind, rest, value, &place.item(*index));
                }
            }
            _ => {}
        }
        self.tell_here(part, kind, value, place);
    }

    fn tell_here(&mut self, part: &Subschema<'s>, kind: &ValidationErrorKind, value: &Value, place: &Place<'_>) {
        let Some(breach) = breach(kind) else { return self.note_undecided() };
        match (kind, value) {
            (
                ValidationErrorKind::UnevaluatedProperties { unexpected }
                | ValidationErrorKind::AdditionalProperties { unexpected },
                Value::Object(members),
            ) => {
                for name in unexpected {
                    self.report_unknown(part, members, name, None, kind.keyword(), place);
                }
            }
            (ValidationErrorKind::Required { property: Value::String(name) }, Value::Object(members)) => {
                self.report_missing_one(part, members, name, None, place);
            }
            (ValidationErrorKind::UnevaluatedItems { .. } | ValidationErrorKind::AdditionalItems { .. }, _) => {
                let violation = Violation::new(place, kind.keyword(), Breach::Other);
                let fix = format!("remove from {} what its schema does not list", violation.place(self.subject));
                let problem = "has items that its schema does not allow".to_owned();
                self.report(Violation { problem, fix, ..violation });
            }
            (ValidationErrorKind::FalseSchema, _) => self.report_ruled_out(place),
            _ => {
                let schema = wanted_by(kind);
                let document = Document::new(&schema, Traits::of(&schema));
                let wanted = expected(document, &document.whole(), Some(JsonType::of(value)));
                let mut violation = Violation::new(place, kind.keyword(), breach);
                if matches!(kind, ValidationErrorKind::Type { .. }) {
                    violation.given = Some(("is", given_kind(value, place)));
                }
                self.report_value(violation, wanted, value, place);
            }
        }
    }
}

/// Whether a value is neither deep nor has much in it.
fn is_small(value: &Value) -> bool {
    const DEEPEST: usize = 4;
    const MOST_WITHIN: usize = 1_000;
    fn left(value: &Value, depth: usize, room: usize) -> Option<usize> {
        let (depth, room) = (depth.checked_sub(1)?, room.checked_sub(1)?);
        match value {
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => Some(room),
            Value::Array(items) => items.iter().try_fold(room, |room, item| left(item, depth, room)),
            Value::Object(members) => members.values().try_fold(room, |room, member| left(member, depth, room)),
        }
    }
    left(value, DEEPEST, MOST_WITHIN).is_some()
}

/// The schema that is only the rule which was broken; an empty one if the rule is more than that.
fn wanted_by(kind: &ValidationErrorKind) -> Value {
    match kind {
        ValidationErrorKind::Constant { expected_value } => json!({"const": **expected_value}),
        ValidationErrorKind::ContentEncoding { content_encoding } => json!({"contentEncoding": content_encoding}),
        ValidationErrorKind::ContentMediaType { content_media_type } => json!({"contentMediaType": content_media_type}),
        ValidationErrorKind::Enum { options } => json!({"enum": **options}),
        ValidationErrorKind::ExclusiveMaximum { limit } => json!({"exclusiveMaximum": limit}),
        ValidationErrorKind::ExclusiveMinimum { limit } => json!({"exclusiveMinimum": limit}),
        ValidationErrorKind::Format { format } => json!({"type": "string", "format": format}),
        ValidationErrorKind::MaxItems { limit } => json!({"maxItems": limit}),
        ValidationErrorKind::Maximum { limit } => json!({"maximum": limit}),
        ValidationErrorKind::MaxLength { limit } => json!({"maxLength": limit}),
        ValidationErrorKind::MaxProperties { limit } => json!({"maxProperties": limit}),
        ValidationErrorKind::MinItems { limit } => json!({"minItems": limit}),
        ValidationErrorKind::Minimum { limit } => json!({"minimum": limit}),
        ValidationErrorKind::MinLength { limit } => json!({"minLength": limit}),
        ValidationErrorKind::MinProperties { limit } => json!({"minProperties": limit}),
        ValidationErrorKind::MultipleOf { multiple_of } => json!({"multipleOf": multiple_of}),
        ValidationErrorKind::Pattern { pattern } => json!({"pattern": pattern}),
        ValidationErrorKind::UniqueItems => json!({"uniqueItems": true}),
        ValidationErrorKind::Type { kind: TypeKind::Single(kind) } => json!({"type": kind.as_str()}),
        ValidationErrorKind::Type { kind: TypeKind::Multiple(kinds) } => {
            json!({"type": kinds.iter().map(|kind| kind.as_str()).collect::<Vec<_>>()})
        }
        ValidationErrorKind::AdditionalItems { .. }
        | ValidationErrorKind::AdditionalProperties { .. }
        | ValidationErrorKind::AnyOf { .. }
        | ValidationErrorKind::BacktrackLimitExceeded { .. }
        | ValidationErrorKind::Contains
        | ValidationErrorKind::Custom { .. }
        | ValidationErrorKind::FalseSchema
        | ValidationErrorKind::FromUtf8 { .. }
        | ValidationErrorKind::Not { .. }
        | ValidationErrorKind::OneOfMultipleValid { .. }
        | ValidationErrorKind::OneOfNotValid { .. }
        | ValidationErrorKind::PropertyNames { .. }
        | ValidationErrorKind::Referencing(_)
        | ValidationErrorKind::RegexEngineFailure { .. }
        | ValidationErrorKind::Required { .. }
        | ValidationErrorKind::UnevaluatedItems { .. }
        | ValidationErrorKind::UnevaluatedProperties { .. } => json!({}),
    }
}
