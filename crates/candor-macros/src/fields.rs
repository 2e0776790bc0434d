//! The fields of a variant, and what each is for.

use crate::attributes::Item;
use crate::codes::nearest;
use crate::mistakes::Mistakes;
use proc_macro2::Span;
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{Attribute, Fields, Ident, Index, Member, Meta, Type};

/// What a field is for.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Role {
    Detail,
    Private,
    RetryAfter,
    Source,
    From,
}

impl Role {
    /// How the role is written, for messages.
    pub(crate) fn attribute(self) -> &'static str {
        match self {
            Role::Detail => "a detail",
            Role::Private => "#[failure(private)]",
            Role::RetryAfter => "#[failure(retry_after)]",
            Role::Source => "#[source]",
            Role::From => "#[from]",
        }
    }

    /// Whether the field holds the cause.
    pub(crate) fn is_cause(self) -> bool {
        matches!(self, Role::Source | Role::From)
    }
}

/// One field.
pub(crate) struct Field<'a> {
    pub(crate) member: Member,
    pub(crate) ty: &'a Type,
    pub(crate) role: Role,
    /// The attribute that gives it its role.
    pub(crate) marked: Option<&'a Attribute>,
    /// What a template calls it.
    pub(crate) name: String,
    /// What the details call it.
    pub(crate) detail: String,
}

impl Field<'_> {
    /// The variable that holds it in the generated code.
    pub(crate) fn binding(&self) -> Ident {
        Ident::new(&format!("__candor_{}", self.name), self.span())
    }

    /// Where errors about it are shown: under its type.
    pub(crate) fn span(&self) -> Span {
        Span::mixed_site().located_at(self.ty.span())
    }
}

/// Reads every field of a variant.
pub(crate) fn read<'a>(fields: &'a Fields, mistakes: &mut Mistakes) -> Vec<Field<'a>> {
    let mut read: Vec<Field<'a>> =
        fields.iter().enumerate().map(|(index, field)| one(index, field, mistakes)).collect();
    // A tuple's only value needs no number.
    let is_named = |field: &Field<'_>| matches!(field.role, Role::Detail | Role::Private);
    if let (Fields::Unnamed(_), 1) = (fields, read.iter().filter(|field| is_named(field)).count()) {
        for field in read.iter_mut().filter(|field| is_named(field)) {
            "value".clone_into(&mut field.detail);
        }
    }
    read
}

fn one<'a>(index: usize, field: &'a syn::Field, mistakes: &mut Mistakes) -> Field<'a> {
    let (member, name, detail) = match &field.ident {
        Some(ident) => (Member::Named(ident.clone()), ident.unraw().to_string(), ident.unraw().to_string()),
        None => (Member::Unnamed(Index::from(index)), index.to_string(), format!("field_{index}")),
    };
    let mut read = Field { member, ty: &field.ty, role: Role::Detail, marked: None, name, detail };
    for attribute in &field.attrs {
        for role in roles(attribute, mistakes) {
            if read.marked.is_some() {
                let advice = "keep one of the two marks";
                mistakes.note(attribute, format!("this field is `{}` already: {advice}", read.role.attribute()));
            } else {
                (read.role, read.marked) = (role, Some(attribute));
            }
        }
    }
    read
}

fn roles(attribute: &Attribute, mistakes: &mut Mistakes) -> Vec<Role> {
    let path = attribute.path();
    let bare = [("from", Role::From), ("source", Role::Source)];
    if let Some((name, role)) = bare.into_iter().find(|(name, _)| path.is_ident(name)) {
        if !matches!(attribute.meta, Meta::Path(_)) {
            mistakes.note(&attribute.meta, format!("`{name}` takes nothing: write `#[{name}]`"));
        }
        return vec![role];
    }
    if !path.is_ident("failure") {
        return Vec::new();
    }
    Item::all(attribute, mistakes).iter().filter_map(|item| role(item, mistakes)).collect()
}

fn role(item: &Item, mistakes: &mut Mistakes) -> Option<Role> {
    let key = item.key.to_string();
    match (key.as_str(), item.is_bare()) {
        ("private", true) => return Some(Role::Private),
        ("retry_after", true) => return Some(Role::RetryAfter),
        ("from" | "source", true) => mistakes.note(&item.key, format!("write `#[{key}]`, without `failure`")),
        ("private" | "retry_after", false) => mistakes
            .note(item.to_token_stream(), format!("on a field, `{key}` takes no value: write `#[failure({key})]`")),
        _ => mistakes.note(
            &item.key,
            match nearest(&key, &["private", "retry_after"]) {
                Some(meant) => format!("a field has no `{key}`: did you mean `{meant}`?"),
                None => format!(
                    "a field has no `{key}`: a field takes `private` or `retry_after`; other keys belong on the variant"
                ),
            },
        ),
    }
    None
}
