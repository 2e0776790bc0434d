//! The member that a dialect has beside those of the protocol, for tool results of a type that has no place for it.

use super::{Dialect, META_KEY};
use serde_json::{Map, Value};

/// Adds to a tool result of Candor's, as JSON, the member that the dialect has beside those of the protocol; says whether
/// it did. No other result is changed.
pub(crate) fn add_result_member(dialect: Dialect, result: &mut Map<String, Value>) -> bool {
    let Some(member) = dialect.result_member().filter(|member| !result.contains_key(*member)) else { return false };
    let is_ours = result.get("isError") == Some(&Value::Bool(true))
        && result.get("_meta").is_some_and(|meta| meta.get(META_KEY).is_some_and(Value::is_object));
    let Some(failure) = is_ours.then(|| failure_in_text(dialect, result)).flatten() else { return false };
    result.insert(member.to_owned(), failure);
    true
}

/// The first text holds all of the structured content, which an output schema may have kept out.
fn failure_in_text(dialect: Dialect, result: &Map<String, Value>) -> Option<Value> {
    let text = result.get("content")?.get(0)?.get("text")?.as_str()?;
    let mut content: Value = serde_json::from_str(text).ok()?;
    let failure = match dialect.content_member() {
        Some(member) => content.get_mut(member)?.take(),
        None => content,
    };
    failure.is_object().then_some(failure)
}

impl Dialect {
    /// Whether tool results have a member beside those of the protocol.
    pub(crate) const fn has_result_member(self) -> bool {
        self.result_member().is_some()
    }
}
