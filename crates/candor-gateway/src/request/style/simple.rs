//! `a,b`; exploded objects are `x=1,y=2`.

use super::Expansion;

pub(super) fn expand(expansion: &Expansion<'_>) -> Vec<String> {
    if expansion.explode && expansion.value.is_object() {
        let members: Vec<_> = expansion.members().map(|(name, value)| format!("{name}={value}")).collect();
        return vec![members.join(",")];
    }
    vec![expansion.joined(",")]
}
