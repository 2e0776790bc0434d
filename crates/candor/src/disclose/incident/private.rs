//! What only the operator may know, as an incident writes it.

use crate::failure::Failure;
use crate::failure::bounded::{CUT_KEY, bounded, items_cut};
use crate::failure::details::private_key::CLASSIFIED_BY;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use serde_json::json;

/// The private details of a failure, with its verdict before them as `classified_by`. A detail of the user's with that
/// name is not a verdict: it gets an underscore appended.
pub(super) struct Private<'f>(pub(super) &'f Failure);

impl Serialize for Private<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let details = self.0.private();
        let mut map = serializer.serialize_map(None)?;
        if let Some(verdict) = self.0.verdict() {
            let decision = json!({"step": verdict.step(), "rule": verdict.rule(), "decided_by": verdict.decided_by()});
            map.serialize_entry(CLASSIFIED_BY, &bounded(&decision).value)?;
        }
        for (name, value) in details.iter() {
            if name == CLASSIFIED_BY {
                map.serialize_entry(&format!("{CLASSIFIED_BY}_"), value)?;
            } else {
                map.serialize_entry(name, value)?;
            }
        }
        if details.omitted() > 0 {
            map.serialize_entry(CUT_KEY, &items_cut(details.omitted()))?;
        }
        map.end()
    }
}
