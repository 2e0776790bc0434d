//! The type as it is written, read but not judged.

use crate::attributes::Keys;
use crate::doc_comment;
use crate::fields::{self, Field};
use crate::mistakes::Mistakes;
use proc_macro2::TokenStream;
use quote::quote;
use syn::{Attribute, Data, DeriveInput, Fields, Ident};

/// A type with its ways to fail.
pub(crate) struct Input<'a> {
    pub(crate) variants: Vec<Variant<'a>>,
}

/// A variant, or a struct.
pub(crate) struct Variant<'a> {
    pub(crate) ident: &'a Ident,
    /// How the generated code names it.
    pub(crate) path: TokenStream,
    pub(crate) when: String,
    pub(crate) keys: Keys,
    pub(crate) fields: Vec<Field<'a>>,
}

impl<'a> Input<'a> {
    /// Reads the type.
    pub(crate) fn read(input: &'a DeriveInput, mistakes: &mut Mistakes) -> Input<'a> {
        let ident = &input.ident;
        let variants = match &input.data {
            Data::Struct(data) => vec![Variant::read(ident, quote!(Self), &input.attrs, &data.fields, mistakes)],
            Data::Enum(data) => {
                if data.variants.is_empty() {
                    mistakes.note(ident, format!("`{ident}` declares no failure: add a variant"));
                }
                for attribute in input.attrs.iter().filter(|attribute| attribute.path().is_ident("failure")) {
                    mistakes.note(attribute, "an enum says how it fails per variant: move this before a variant");
                }
                let read = |variant: &'a syn::Variant| {
                    let ident = &variant.ident;
                    Variant::read(ident, quote!(Self::#ident), &variant.attrs, &variant.fields, mistakes)
                };
                data.variants.iter().map(read).collect()
            }
            Data::Union(data) => {
                mistakes.note(data.union_token, "a union cannot be a contract: make it an enum or a struct");
                Vec::new()
            }
        };
        Input { variants }
    }
}

impl<'a> Variant<'a> {
    fn read(
        ident: &'a Ident,
        path: TokenStream,
        attributes: &[Attribute],
        fields: &'a Fields,
        mistakes: &mut Mistakes,
    ) -> Variant<'a> {
        Variant {
            ident,
            path,
            when: doc_comment::first_paragraph(attributes),
            keys: Keys::read(attributes, mistakes),
            fields: fields::read(fields, mistakes),
        }
    }
}
