//! What a part says about the items of a list.

use super::Walk;
use crate::schema::document::Subschema;
use crate::schema::expected::expected;
use crate::schema::given::counted;
use crate::schema::place::Place;
use crate::schema::violation::{Breach, Violation};
use serde_json::Value;

impl<'s> Walk<'s> {
    /// Looks at the items of a list.
    pub(super) fn items(&mut self, part: &Subschema<'s>, items: &[Value], place: &Place<'_>) {
        let has_listed_items = self.parts.engine().has_listed_items();
        let (first, rest) = match part.under("items") {
            Some(listed) if has_listed_items && listed.schema.is_array() => {
                (part.listed("items"), part.under("additionalItems"))
            }
            rest if has_listed_items => (Vec::new(), rest),
            rest => (part.listed("prefixItems"), rest),
        };
        for (index, (item, part)) in items.iter().zip(&first).enumerate() {
            self.visit_unfit(part, item, &place.item(index));
        }
        if let Some(part) = rest {
            for (index, item) in items.iter().enumerate().skip(first.len()) {
                self.visit_unfit(&part, item, &place.item(index));
            }
        }
        self.contained(part, items, place);
    }

    fn contained(&mut self, part: &Subschema<'s>, items: &[Value], place: &Place<'_>) {
        let Some(contains) = part.under("contains") else { return };
        let bound = |keyword| part.object().and_then(|schema| schema.get(keyword)).and_then(Value::as_u64);
        let fitting: Option<Vec<_>> = items.iter().map(|item| self.parts.fits(&contains, item)).collect();
        let Some(fitting) = fitting else { return };
        let count = fitting.into_iter().filter(|fits| *fits).count();
        let (least, most) = (bound("minContains").unwrap_or(1), bound("maxContains"));
        let (constraint, bound, limit) = match most {
            _ if (count as u64) < least => ("contains", "at least", least),
            Some(most) if count as u64 > most => ("maxContains", "at most", most),
            Some(_) | None => return,
        };
        let violation = Violation::new(place, constraint, Breach::Other);
        let each = expected(self.document, &contains, None).unwrap_or_else(|| "what its schema wants".to_owned());
        let wanted = match limit {
            1 => format!("{bound} 1 item that is {each}"),
            limit => format!("{bound} {limit} items, each {each}"),
        };
        let given = Some(("has", counted(count, "such item")));
        let fix = format!("make {} contain {wanted}", violation.place(self.subject));
        let problem = format!("must contain {wanted}");
        self.report(Violation { problem, expected: Some(wanted), given, fix, ..violation });
    }
}
