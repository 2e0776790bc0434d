//! The rules for the field that holds the cause.

use crate::fields::Role;
use crate::input::Variant;
use crate::mistakes::Mistakes;
use quote::ToTokens;
use std::collections::HashSet;

/// Checks the causes of a variant; `conversions` are the types that earlier variants convert from.
pub(super) fn check(variant: &Variant<'_>, conversions: &mut HashSet<String>, mistakes: &mut Mistakes) {
    let causes = variant.fields.iter().filter(|field| field.role.is_cause());
    for second in causes.skip(1) {
        let name = variant.ident;
        mistakes.note(second.marked, format!("`{name}` has a cause already: mark one field only"));
    }
    for field in variant.fields.iter().filter(|field| field.role == Role::From) {
        if variant.fields.len() > 1 {
            let advice = "remove the other fields, or mark this one `#[source]`";
            mistakes
                .note(field.marked, format!("`#[from]` cannot fill the other fields of `{}`: {advice}", variant.ident));
        }
        let ty = field.ty.to_token_stream().to_string();
        if !conversions.insert(ty) {
            let advice = "keep `#[from]` on one, and mark the other `#[source]`";
            mistakes.note(field.ty, format!("another variant converts from the same type: {advice}"));
        }
    }
}
