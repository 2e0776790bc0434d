//! The impls of `Display` and `Error`.

use super::text::Text;
use super::{borrowed, cause};
use crate::checks::{CheckedVariant, VariantRule};
use proc_macro2::TokenStream;
use quote::quote;
use std::iter::{empty, once};

/// Writes the message; what is passed on writes its own.
pub(super) fn display_arm(checked: &CheckedVariant<'_>) -> TokenStream {
    match &checked.kind {
        VariantRule::Transparent(field) => {
            let (pattern, binding) = (borrowed(checked.variant, once(*field)), field.binding());
            quote!(#pattern => ::core::fmt::Display::fmt(#binding, __formatter),)
        }
        VariantRule::Failure(mode) => {
            let pattern = borrowed(checked.variant, mode.message.fields().map(|(field, _)| field));
            let write = match Text::of(&mode.message) {
                Text::Plain(text) => quote!(__formatter.write_str(#text)),
                Text::Formatted { arguments, .. } => quote!(__formatter.write_fmt(::core::format_args!(#arguments))),
            };
            quote!(#pattern => #write,)
        }
    }
}

/// The method that gives the cause, if any variant has one.
pub(super) fn source(variants: &[CheckedVariant<'_>]) -> Option<TokenStream> {
    let has_cause =
        |checked: &CheckedVariant<'_>| matches!(checked.kind, VariantRule::Transparent(_)) || cause(checked).is_some();
    let arms = variants.iter().map(|checked| match (&checked.kind, cause(checked)) {
        (VariantRule::Transparent(field), _) => {
            let (pattern, binding) = (borrowed(checked.variant, once(*field)), field.binding());
            quote!(#pattern => ::core::error::Error::source(#binding),)
        }
        (VariantRule::Failure(_), Some(field)) => {
            let (pattern, binding) = (borrowed(checked.variant, once(field)), field.binding());
            quote! {
                #pattern => {
                    use ::candor::contract::derived::AsCause as _;
                    ::core::option::Option::Some(#binding.as_cause())
                },
            }
        }
        (VariantRule::Failure(_), None) => {
            let pattern = borrowed(checked.variant, empty());
            quote!(#pattern => ::core::option::Option::None,)
        }
    });
    variants.iter().any(has_cause).then(|| {
        quote! {
            fn source(&self) -> ::core::option::Option<&(dyn ::core::error::Error + 'static)> {
                match self {
                    #(#arms)*
                }
            }
        }
    })
}
