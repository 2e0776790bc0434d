//! `.a,b`; exploded: `.a.b` and `.x=1.y=2`.

use super::Expansion;

pub(super) fn expand(expansion: &Expansion<'_>) -> Vec<String> {
    let text = match (expansion.explode, expansion.value.is_object()) {
        (true, true) => {
            expansion.members().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join(".")
        }
        (true, false) => expansion.joined("."),
        (false, _) => expansion.joined(","),
    };
    vec![format!(".{text}")]
}
