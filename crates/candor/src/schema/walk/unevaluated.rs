//! Unevaluated members: those that no part of a schema mentions, where it allows no others.

use super::Walk;
use crate::schema::document::Subschema;
use crate::schema::place::Place;
use serde_json::Value;

/// How many parts are searched for names.
const MOST_SEARCHED: usize = 100;

impl<'s> Walk<'s> {
    /// Reports the members that a part does not allow because neither it nor any part it is combined with mentions
    /// them. What is mentioned by an alternative that does not apply is left out.
    pub(super) fn unevaluated(&mut self, part: &Subschema<'s>, value: &Value, place: &Place<'_>) {
        let (Some(rest), Value::Object(members)) = (part.under("unevaluatedProperties"), value) else { return };
        let Some(parts) = self.combined(part) else { return };
        let listed: Vec<_> =
            parts.iter().filter_map(|part| part.object()?.get("properties")).filter_map(Value::as_object).collect();
        let patterns = parts.iter().flat_map(|part| part.all_named("patternProperties"));
        let patterns: Vec<_> = patterns.map(|(pattern, _)| self.parts.name_matcher(pattern)).collect();
        for (name, value) in members {
            let is_known = listed.iter().any(|listed| listed.contains_key(name))
                || patterns.iter().any(|matches| matches(name) != Some(false));
            if !is_known && self.parts.is_unfit(&rest, value) {
                self.report_unknown(part, members, name, None, "unevaluatedProperties", place);
            }
        }
    }

    /// The part and all that it is combined with; none if they cannot be known, or mention all names.
    fn combined(&self, part: &Subschema<'s>) -> Option<Vec<Subschema<'s>>> {
        let mut found = vec![*part];
        let mut next = 0;
        while let Some(part) = found.get(next).copied() {
            let has = |keyword: &str| part.under(keyword).is_some();
            let is_open = has("additionalProperties") || next > 0 && has("unevaluatedProperties");
            if is_open || has("$dynamicRef") || has("$recursiveRef") || found.len() > MOST_SEARCHED {
                return None;
            }
            let target = part.reference().map(|reference| self.document.target(reference).ok_or(()));
            let target = target.transpose().ok()?;
            let lists = ["allOf", "anyOf", "oneOf"].into_iter().flat_map(|keyword| part.listed(keyword));
            let branches = ["if", "then", "else"].into_iter().filter_map(|keyword| part.under(keyword));
            let dependents = part.all_named("dependentSchemas").map(|(_, part)| part);
            for part in lists.chain(branches).chain(dependents).chain(target) {
                if !found.iter().any(|known| std::ptr::eq(known.schema, part.schema)) {
                    found.push(part);
                }
            }
            next += 1;
        }
        Some(found)
    }
}
