//! `name=a%20b`, `name=a|b`; exploded, they are as with `form`.

use super::{Expansion, form};

pub(super) fn expand_with_spaces(expansion: &Expansion<'_>) -> Vec<String> {
    expand(expansion, "%20")
}

pub(super) fn expand_with_pipes(expansion: &Expansion<'_>) -> Vec<String> {
    expand(expansion, "%7C")
}

pub(super) fn expand_with_tabs(expansion: &Expansion<'_>) -> Vec<String> {
    expand(expansion, "%09")
}

fn expand(expansion: &Expansion<'_>, separator: &str) -> Vec<String> {
    let is_list = expansion.value.is_array() || expansion.value.is_object();
    if expansion.explode || !is_list {
        return form::expand(expansion);
    }
    vec![format!("{}={}", expansion.encoded(expansion.name), expansion.joined(separator))]
}
