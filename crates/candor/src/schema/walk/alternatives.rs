//! What a part says by alternatives: the one that was meant is explained, or all of them in short.

use super::Walk;
use crate::disclose::is_sensitive_member;
use crate::schema::document::Subschema;
use crate::schema::expected::{either_of, expected, named, one_of, options};
use crate::schema::given::joined;
use crate::schema::json_type::{JsonType, implied_kind, stated_kinds};
use crate::schema::place::Place;
use crate::schema::violation::{Breach, Violation};
use serde_json::{Map, Value};

impl<'s> Walk<'s> {
    /// Looks at a value that may fit none of the alternatives under a keyword, or too many.
    pub(super) fn alternatives(&mut self, part: &Subschema<'s>, keyword: &str, value: &Value, place: &Place<'_>) {
        let parts = part.listed(keyword);
        if parts.is_empty() {
            return;
        }
        let parts: Vec<_> = parts.into_iter().map(|part| self.document.resolved(part)).collect();
        // If one of them cannot be asked, nothing can be said about all of them.
        let fits: Option<Vec<_>> = parts.iter().map(|part| self.parts.fits(part, value)).collect();
        let Some(fits) = fits else { return };
        let fitting: Vec<_> = parts.iter().zip(fits).filter(|(_, fits)| *fits).map(|(part, _)| *part).collect();
        match fitting.as_slice() {
            [] => self.none_fits(&parts, keyword, value, place),
            [_, _, ..] if keyword == "oneOf" => self.report_ambiguous(&fitting, value, place),
            [_, ..] => {}
        }
    }

    fn none_fits(&mut self, parts: &[Subschema<'s>], keyword: &str, value: &Value, place: &Place<'_>) {
        // A caller that gave a value did not mean null.
        let parts: Vec<_> = parts.iter().filter(|part| !is_null(part)).cloned().collect();
        if let [only] = parts.as_slice() {
            return self.visit(only, value, place);
        }
        let lists: Option<Vec<_>> = parts.iter().map(|part| options(self.document, part)).collect();
        if let Some(lists) = lists.filter(|lists| !lists.is_empty()) {
            let mut violation = Violation::new(place, keyword, Breach::Other);
            let near = parts.iter().flat_map(|part| self.nearest_options(part, value, place));
            violation.did_you_mean = near.take(3).collect();
            return self.report_value(violation, Some(one_of(&lists.concat())), value, place);
        }
        let of_kind: Vec<_> = parts.iter().filter(|part| admits(part, value)).cloned().collect();
        match (of_kind.as_slice(), value) {
            ([only], _) => self.visit(only, value, place),
            ([_, _, ..], Value::Object(members)) => self.none_of_objects(&of_kind, keyword, members, value, place),
            _ => self.report_none(&parts, keyword, value, place),
        }
    }

    /// Of alternatives for an object, the one that was meant has its tag, or all that it requires.
    fn none_of_objects(
        &mut self,
        parts: &[Subschema<'s>],
        keyword: &str,
        members: &Map<String, Value>,
        value: &Value,
        place: &Place<'_>,
    ) {
        let agreeing: Vec<_> = parts.iter().filter(|part| !self.is_contradicted(part, members)).cloned().collect();
        if agreeing.is_empty()
            && let Some((tag, values)) = self.common_tag(parts, members)
        {
            let given = members.get(tag).unwrap_or(&Value::Null);
            let place = place.member(tag, is_sensitive_member(members, tag, given));
            let violation = Violation::new(&place, keyword, Breach::Other);
            return self.report_value(violation, Some(one_of(&values)), given, &place);
        }
        let complete: Vec<_> = agreeing
            .iter()
            .filter(|part| !required(part).is_empty() && required(part).iter().all(|name| members.contains_key(*name)))
            .collect();
        match (agreeing.as_slice(), complete.as_slice()) {
            ([only], _) => self.visit(only, value, place),
            (_, [only]) => self.visit(only, value, place),
            _ if parts.iter().all(only_requires) => self.report_none_required(parts, keyword, place),
            _ => self.report_none(parts, keyword, value, place),
        }
    }

    /// Whether a member that can have only certain values has another one.
    fn is_contradicted(&self, part: &Subschema<'s>, members: &Map<String, Value>) -> bool {
        part.all_named("properties").any(|(name, part)| {
            let options = options(self.document, &part);
            members.get(name).is_some_and(|value| options.is_some_and(|options| !options.contains(&value)))
        })
    }

    /// A member that distinguishes all the alternatives, and its values.
    fn common_tag(&self, parts: &[Subschema<'s>], members: &Map<String, Value>) -> Option<(&'s str, Vec<&'s Value>)> {
        let first = parts.first()?;
        first.all_named("properties").filter(|(name, _)| members.contains_key(*name)).find_map(|(name, _)| {
            let lists: Option<Vec<_>> =
                parts.iter().map(|part| options(self.document, &part.named("properties", name)?)).collect();
            lists.map(|lists| (name, lists.concat()))
        })
    }

    fn report_none(&mut self, parts: &[Subschema<'s>], keyword: &str, value: &Value, place: &Place<'_>) {
        let violation = Violation::new(place, keyword, Breach::Other);
        let wanted = either_of(self.document, parts);
        self.report_value(violation, wanted, value, place);
    }

    /// Alternatives that only say which members there must be.
    fn report_none_required(&mut self, parts: &[Subschema<'s>], keyword: &str, place: &Place<'_>) {
        let violation = Violation::new(place, keyword, Breach::Missing);
        let groups: Vec<_> = parts.iter().map(|part| named(required(part).into_iter())).collect();
        let groups = joined(&groups, "or");
        let fix = match violation.field.as_str() {
            "" => format!("add {groups}"),
            field => format!("add {groups} to {field}"),
        };
        self.report(Violation { problem: format!("must have {groups}"), expected: Some(groups), fix, ..violation });
    }

    fn report_ambiguous(&mut self, fitting: &[Subschema<'s>], value: &Value, place: &Place<'_>) {
        let violation = Violation::new(place, "oneOf", Breach::Other).with_value(value, place);
        let kind = Some(JsonType::of(value));
        let words: Option<Vec<_>> = fitting.iter().map(|part| expected(self.document, part, kind)).collect();
        let problem = match words.map(|words| joined(&words, "and")) {
            Some(words) => {
                format!("must match exactly one of its alternatives, but matches {}: {words}", fitting.len())
            }
            None => format!("must match exactly one of its alternatives, but matches {}", fitting.len()),
        };
        let fix = format!("change {} so that it matches only one of its alternatives", violation.place(self.subject));
        self.report(Violation { problem, fix, ..violation });
    }
}

fn is_null(part: &Subschema<'_>) -> bool {
    part.object().is_some_and(|schema| {
        stated_kinds(schema) == [JsonType::Null]
            || schema.get("const") == Some(&Value::Null)
            || schema.get("enum").and_then(Value::as_array).is_some_and(|options| options == &[Value::Null])
    })
}

/// Whether the part is about values of this kind.
fn admits(part: &Subschema<'_>, value: &Value) -> bool {
    let Some(schema) = part.object() else { return part.schema != &Value::Bool(false) };
    let kinds = stated_kinds(schema);
    let is_option =
        |options: &Vec<Value>| options.iter().any(|option| JsonType::of(option).is_like(JsonType::of(value)));
    match (schema.get("const"), schema.get("enum").and_then(Value::as_array)) {
        (Some(only), _) => JsonType::of(only).is_like(JsonType::of(value)),
        (None, Some(options)) => is_option(options),
        (None, None) if kinds.is_empty() => implied_kind(schema).is_none_or(|kind| kind.is_like(JsonType::of(value))),
        (None, None) => kinds.iter().any(|kind| kind.is_like(JsonType::of(value))),
    }
}

fn required<'s>(part: &Subschema<'s>) -> Vec<&'s str> {
    let names = part.object().and_then(|schema| schema.get("required")).and_then(Value::as_array);
    names.into_iter().flatten().filter_map(Value::as_str).collect()
}

fn only_requires(part: &Subschema<'_>) -> bool {
    part.object().is_some_and(|schema| schema.len() == 1 && schema.contains_key("required"))
}
