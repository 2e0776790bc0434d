//! The impls for a type with mistakes: they compile, so that its uses give no errors of their own.

use crate::expand::constructed;
use crate::fields::{Field, Role};
use crate::input::Input;
use crate::mistakes::Mistakes;
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use std::collections::HashSet;
use syn::DeriveInput;

/// The errors, and impls that do nothing.
pub(crate) fn expand(input: &DeriveInput, error: &syn::Error) -> TokenStream {
    let errors = error.to_compile_error();
    let name = &input.ident;
    let text = name.to_string();
    let (impl_generics, type_generics, where_clause) = input.generics.split_for_impl();
    let mut clause = input.generics.where_clause.clone().unwrap_or_else(|| syn::parse_quote!(where));
    // A bound with a lifetime of its own is not checked here, so a missing `Debug` adds no error.
    clause.predicates.push(syn::parse_quote!(for<'unchecked> #name #type_generics: ::core::fmt::Debug));
    let conversions = conversions(input);
    quote! {
        #errors

        #[automatically_derived]
        impl #impl_generics ::candor::IntoFailure for #name #type_generics #where_clause {
            const CONTRACT: &'static ::candor::Contract = &::candor::Contract::declared(#text, &[], &[]);

            fn into_failure(self) -> ::candor::Failure {
                ::core::unreachable!()
            }
        }

        impl #impl_generics #name #type_generics #where_clause {
            #[allow(dead_code, missing_docs, reason = "it stands in for the one that the mistakes prevent")]
            pub const CONTRACT: &'static ::candor::Contract = <Self as ::candor::IntoFailure>::CONTRACT;
        }

        #[automatically_derived]
        impl #impl_generics ::core::convert::From<#name #type_generics> for ::candor::Failure #where_clause {
            fn from(_: #name #type_generics) -> ::candor::Failure {
                ::core::unreachable!()
            }
        }

        #[automatically_derived]
        impl #impl_generics ::core::fmt::Display for #name #type_generics #where_clause {
            fn fmt(&self, _: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                ::core::unreachable!()
            }
        }

        #[automatically_derived]
        impl #impl_generics ::core::error::Error for #name #type_generics #clause {}

        #conversions
    }
}

/// One conversion for each type that a field is marked to convert from.
fn conversions(input: &DeriveInput) -> TokenStream {
    let name = &input.ident;
    let (impl_generics, type_generics, where_clause) = input.generics.split_for_impl();
    let mut types = HashSet::new();
    let mut conversions = TokenStream::new();
    // Its mistakes are reported already.
    for variant in &Input::read(input, &mut Mistakes::default()).variants {
        for field in &variant.fields {
            let Field { role: Role::From, ty, .. } = field else { continue };
            if !types.insert(ty.to_token_stream().to_string()) {
                continue;
            }
            let body = if variant.fields.len() == 1 {
                constructed(variant, field)
            } else {
                quote!({
                    let _ = __cause;
                    ::core::unreachable!()
                })
            };
            conversions.extend(quote! {
                #[automatically_derived]
                impl #impl_generics ::core::convert::From<#ty> for #name #type_generics #where_clause {
                    fn from(__cause: #ty) -> Self {
                        #body
                    }
                }
            });
        }
    }
    conversions
}
