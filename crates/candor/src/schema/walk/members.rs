//! What a part says about the members of an object.

use super::Walk;
use crate::disclose::is_sensitive_member;
use crate::failure::printable::printable;
use crate::nearest::nearest;
use crate::schema::document::Subschema;
use crate::schema::expected::{expected, named};
use crate::schema::json_type::JsonType;
use crate::schema::place::{LONGEST_NAME, Place};
use crate::schema::violation::{Breach, Violation};
use serde_json::{Map, Value};

/// How many unknown members are compared with the missing ones.
const MOST_COMPARED: usize = 100;

type Members = Map<String, Value>;

impl<'s> Walk<'s> {
    /// Looks at the members of an object.
    pub(super) fn members(
        &mut self,
        part: &Subschema<'s>,
        value: &Value,
        members: &Members,
        missing: &[String],
        place: &Place<'_>,
    ) {
        let patterns: Vec<_> = part.all_named("patternProperties").collect();
        let patterns: Vec<_> =
            patterns.into_iter().map(|(pattern, part)| (self.parts.name_matcher(pattern), part)).collect();
        let properties = part.under("properties");
        let known = properties.as_ref().and_then(Subschema::object);
        let is_known = |name: &str| {
            known.is_some_and(|known| known.contains_key(name))
                || patterns.iter().any(|(matches, _)| matches(name) != Some(false))
        };
        let additional = part.under("additionalProperties");
        let is_closed = additional.as_ref().is_some_and(|additional| additional.schema == &Value::Bool(false));

        let pairs = self.report_missing(part, members, missing, &is_known, is_closed, place);
        for name in members.keys() {
            if let Some(part) = properties.as_ref().and_then(|properties| properties.under(name)) {
                self.member(&part, members, name, place);
            }
            for (matches, part) in &patterns {
                match matches(name) {
                    Some(true) => self.member(part, members, name, place),
                    Some(false) => {}
                    None => self.note_undecided(),
                }
            }
            match &additional {
                Some(_) if is_known(name) => {}
                Some(_) if is_closed => {
                    let meant = pairs.iter().find(|(unknown, _)| unknown == name).map(|(_, meant)| *meant);
                    self.report_unknown(part, members, name, meant, "additionalProperties", place);
                }
                Some(additional) => self.member(additional, members, name, place),
                None => {}
            }
        }
        self.names(part, members, place);
        let dependents = part.all_named("dependentSchemas").chain(part.all_named("dependencies"));
        for (_, dependent) in dependents.filter(|(name, _)| members.contains_key(*name)) {
            // Older drafts have lists of names there too.
            if !dependent.schema.is_array() {
                self.visit_unfit(&dependent, value, place);
            }
        }
    }

    /// Looks at a member if it does not fit the part.
    fn member(&mut self, part: &Subschema<'s>, members: &Members, name: &str, place: &Place<'_>) {
        let Some(value) = members.get(name).filter(|value| self.parts.is_unfit(part, value)) else { return };
        self.visit(part, value, &place.member(name, is_sensitive_member(members, name, value)));
    }

    /// Reports missing members. Where an unknown one may be meant, and unknown ones are reported anyway, the pair is
    /// given back instead: it is one mistake.
    fn report_missing<'m>(
        &mut self,
        part: &Subschema<'s>,
        members: &'m Members,
        missing: &'m [String],
        is_known: &impl Fn(&str) -> bool,
        is_closed: bool,
        place: &Place<'_>,
    ) -> Vec<(&'m str, &'m str)> {
        let mut pairs: Vec<(&str, &str)> = Vec::new();
        if missing.is_empty() {
            return pairs;
        }
        let unknown: Vec<_> =
            members.keys().map(String::as_str).filter(|name| !is_known(name)).take(MOST_COMPARED).collect();
        for name in missing {
            let is_free = |other: &&str| !pairs.iter().any(|(taken, _)| taken == other);
            let typed = nearest(name, unknown.iter().copied().filter(is_free)).first().copied();
            pairs.extend(typed.map(|typed| (typed, name.as_str())));
            if typed.is_none() || !is_closed {
                self.report_missing_one(part, members, name, typed, place);
            }
        }
        pairs
    }

    pub(super) fn report_missing_one(
        &mut self,
        part: &Subschema<'s>,
        members: &Members,
        name: &str,
        typed: Option<&str>,
        place: &Place<'_>,
    ) {
        let violation = Violation::new(&place.member(name, false), "required", Breach::Missing);
        let wanted = part.named("properties", name).and_then(|part| expected(self.document, &part, None));
        let typed = typed.map(|typed| place.member(typed, false).pointer());
        let fix = match (&typed, &wanted) {
            (Some(typed), _) => format!("rename {typed} to {}", printable(name, LONGEST_NAME)),
            (None, Some(wanted)) => format!("add {} as {wanted}", violation.field),
            (None, None) => format!("add {}", violation.field),
        };
        let problem = match requiring(part, members, name) {
            Some(other) => format!("is missing, but required with {}", place.member(other, false).pointer()),
            None => "is missing".to_owned(),
        };
        let did_you_mean = typed.into_iter().collect();
        self.report(Violation { problem, expected: wanted, fix, did_you_mean, ..violation });
    }

    /// Reports a member of the object at this place that the schema does not know and does not allow.
    pub(super) fn report_unknown(
        &mut self,
        part: &Subschema<'s>,
        members: &Members,
        name: &str,
        meant: Option<&str>,
        constraint: &str,
        place: &Place<'_>,
    ) {
        if self.is_full() {
            return self.count_one_more();
        }
        let known = part.object().and_then(|schema| schema.get("properties")).and_then(Value::as_object);
        let known = || known.into_iter().flat_map(Map::keys).map(String::as_str);
        let free = known().filter(|name| !members.contains_key(*name));
        let meant = meant.map_or_else(|| nearest(name, free), |meant| vec![meant]);
        let meant: Vec<_> = meant.into_iter().map(|name| printable(name, LONGEST_NAME)).collect();
        let place = place.member(name, false);
        let violation = Violation::new(&place, constraint, Breach::Other);
        let mut problem = format!("is not a known {}", self.subject.member(&place));
        let fix = match meant.first() {
            Some(meant) => format!("rename {} to {meant}", violation.field),
            None => format!("remove {}", violation.field),
        };
        match known().count() {
            0 => {}
            _ if !meant.is_empty() => {}
            1 => problem.push_str(&format!("; the only known one is {}", named(known()))),
            _ => problem.push_str(&format!("; the known ones are {}", named(known()))),
        }
        self.report(Violation { problem, fix, did_you_mean: meant, ..violation });
    }

    fn names(&mut self, part: &Subschema<'s>, members: &Members, place: &Place<'_>) {
        let Some(names) = part.under("propertyNames") else { return };
        for name in members.keys() {
            if !self.parts.is_unfit(&names, &Value::from(name.as_str())) {
                continue;
            }
            if self.is_full() {
                self.count_one_more();
                continue;
            }
            let violation = Violation::new(&place.member(name, false), "propertyNames", Breach::Format);
            let wanted = expected(self.document, &names, Some(JsonType::Text));
            let wanted = wanted.unwrap_or_else(|| "a name that matches the schema".to_owned());
            let problem = format!("has a name that is not {wanted}");
            let fix = format!("rename {} to {wanted}", violation.field);
            self.report(Violation { problem, expected: Some(wanted), fix, ..violation });
        }
    }
}

/// The member because of which another one is required, if it is not required anyway.
fn requiring<'m>(part: &Subschema<'_>, members: &'m Members, name: &str) -> Option<&'m str> {
    let schema = part.object()?;
    let lists =
        |list: Option<&Value>| list.and_then(Value::as_array).is_some_and(|list| list.iter().any(|it| it == name));
    if lists(schema.get("required")) {
        return None;
    }
    let dependents = |keyword| schema.get(keyword).and_then(Value::as_object).into_iter().flatten();
    let mut dependents = dependents("dependentRequired").chain(dependents("dependencies"));
    let (other, _) = dependents.find(|(other, list)| members.contains_key(*other) && lists(Some(*list)))?;
    members.get_key_value(other).map(|(other, _)| other.as_str())
}
