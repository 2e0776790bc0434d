//! `name=a,b`; exploded: `name=a&name=b` and `x=1&y=2`.

use super::Expansion;
use serde_json::Value;

pub(super) fn expand(expansion: &Expansion<'_>) -> Vec<String> {
    let name = expansion.encoded(expansion.name);
    match (expansion.value, expansion.explode) {
        (Value::Array(_), true) => expansion.items().map(|item| format!("{name}={item}")).collect(),
        (Value::Object(_), true) => expansion.members().map(|(name, value)| format!("{name}={value}")).collect(),
        (Value::Array(items), false) if items.is_empty() => Vec::new(),
        (_, _) => vec![format!("{name}={}", expansion.joined(","))],
    }
}
