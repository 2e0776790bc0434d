//! What the generated code needs of type and const parameters.

use crate::checks::{CheckedVariant, Template, VariantRule};
use crate::fields::{Field, Role};
use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote};
use std::collections::HashSet;
use syn::{DeriveInput, Type, WhereClause, parse_quote};

/// The type's own where clause, and bounds for the field types that mention a parameter.
pub(crate) fn where_clause(input: &DeriveInput, variants: &[CheckedVariant<'_>]) -> WhereClause {
    let mut clause = input.generics.where_clause.clone().unwrap_or_else(|| parse_quote!(where));
    let types = input.generics.type_params().map(|parameter| parameter.ident.to_string());
    let consts = input.generics.const_params().map(|parameter| parameter.ident.to_string());
    let parameters: HashSet<String> = types.chain(consts).collect();
    let mut written = HashSet::new();
    let mut need = |ty: &Type, bound: TokenStream| {
        if mentions(ty.to_token_stream(), &parameters) && written.insert(quote!(#ty: #bound).to_string()) {
            clause.predicates.push(parse_quote!(#ty: #bound));
        }
    };
    for checked in variants {
        match &checked.kind {
            VariantRule::Transparent(field) => need(field.ty, quote!(::candor::IntoFailure + ::core::error::Error)),
            VariantRule::Failure(mode) => {
                for field in &checked.variant.fields {
                    field_bound(field).into_iter().for_each(|bound| need(field.ty, bound));
                }
                for (field, formatting) in formatted(&mode.message).chain(formatted(&mode.recovery)) {
                    let formatting = format_ident!("{formatting}");
                    need(field.ty, quote!(::core::fmt::#formatting));
                }
            }
        }
    }
    clause
}

fn field_bound(field: &Field<'_>) -> Option<TokenStream> {
    match field.role {
        Role::Detail | Role::Private => Some(quote!(::candor::contract::derived::Detail)),
        Role::Source | Role::From => {
            Some(quote!(::core::error::Error + ::core::marker::Send + ::core::marker::Sync + 'static))
        }
        Role::RetryAfter => None,
    }
}

fn formatted<'a>(template: &'a Template<'a>) -> impl Iterator<Item = (&'a Field<'a>, &'static str)> {
    template.fields().filter(|(field, _)| field.role == Role::Detail)
}

fn mentions(tokens: TokenStream, parameters: &HashSet<String>) -> bool {
    !parameters.is_empty()
        && tokens.into_iter().any(|token| match token {
            TokenTree::Ident(ident) => parameters.contains(&ident.to_string()),
            TokenTree::Group(group) => mentions(group.stream(), parameters),
            TokenTree::Punct(_) | TokenTree::Literal(_) => false,
        })
}
