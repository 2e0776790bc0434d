//! The code that the derive writes.

mod error;
mod failure;
mod text;

use crate::bounds;
use crate::checks::{CheckedVariant, VariantRule};
use crate::fields::{Field, Role};
use crate::input::Variant;
use proc_macro2::TokenStream;
use quote::quote;
use syn::{DeriveInput, Ident, Member, parse_quote};

/// Every impl of a contract.
pub(crate) fn expand(input: &DeriveInput, variants: &[CheckedVariant<'_>]) -> TokenStream {
    let name = &input.ident;
    let (impl_generics, type_generics, _) = input.generics.split_for_impl();
    let where_clause = bounds::where_clause(input, variants);
    let header = |of: TokenStream| quote!(impl #impl_generics #of for #name #type_generics #where_clause);

    let contract = failure::contract(name, variants);
    let into_failure = variants.iter().map(failure::arm);
    let display = variants.iter().map(error::display_arm);
    let source = error::source(variants);

    let into_failure_for = header(quote!(::candor::IntoFailure));
    let tool_error_for = header(quote!(::candor::rmcp::derived::IntoCallToolResult));
    let display_for = header(quote!(::core::fmt::Display));
    let mut error_clause = where_clause.clone();
    // Whether a generic type is `Debug` depends on its parameters.
    if input.generics.type_params().next().is_some() {
        error_clause.predicates.push(parse_quote!(Self: ::core::fmt::Debug));
    }
    let conversions = variants.iter().filter_map(|checked| {
        let [field @ Field { role: Role::From, ty, .. }] = checked.variant.fields.as_slice() else { return None };
        let header = header(quote!(::core::convert::From<#ty>));
        let value = constructed(checked.variant, field);
        Some(quote! {
            #[automatically_derived]
            #header {
                fn from(__cause: #ty) -> Self {
                    #value
                }
            }
        })
    });
    // A constant that nothing names is not evaluated, and its checks with it.
    let checked = input.generics.params.is_empty().then(|| {
        quote! {
            const _: &::candor::Contract = <#name as ::candor::IntoFailure>::CONTRACT;
        }
    });
    quote! {
        #[automatically_derived]
        #[allow(deprecated, unused_qualifications, reason = "a derive names everything by its full path")]
        #into_failure_for {
            const CONTRACT: &'static ::candor::Contract = &#contract;

            fn into_failure(self) -> ::candor::Failure {
                match self {
                    #(#into_failure)*
                }
            }
        }

        #[automatically_derived]
        impl #impl_generics ::core::convert::From<#name #type_generics> for ::candor::Failure #where_clause {
            fn from(__error: #name #type_generics) -> ::candor::Failure {
                ::candor::IntoFailure::into_failure(__error)
            }
        }

        #[automatically_derived]
        #[allow(deprecated, unused_qualifications, reason = "a derive names everything by its full path")]
        #display_for {
            fn fmt(&self, __formatter: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                match self {
                    #(#display)*
                }
            }
        }

        #[automatically_derived]
        #[allow(deprecated, unused_qualifications, reason = "a derive names everything by its full path")]
        impl #impl_generics ::core::error::Error for #name #type_generics #error_clause {
            #source
        }

        impl #impl_generics #name #type_generics #where_clause {
            /// Everything that a value of this type can become.
            #[allow(dead_code, reason = "a contract need not be listed anywhere")]
            pub const CONTRACT: &'static ::candor::Contract = <Self as ::candor::IntoFailure>::CONTRACT;
        }

        #(#conversions)*

        ::candor::when_rmcp! {
            #[automatically_derived]
            #tool_error_for {
                fn into_call_tool_result(
                    self,
                ) -> ::core::result::Result<::candor::rmcp::derived::CallToolResponse, ::candor::rmcp::derived::ErrorData> {
                    ::candor::rmcp::derived::IntoCallToolResult::into_call_tool_result(
                        ::candor::IntoFailure::into_failure(self),
                    )
                }
            }

            #[automatically_derived]
            impl #impl_generics ::core::convert::From<#name #type_generics> for ::candor::rmcp::derived::ErrorData #where_clause {
                fn from(__error: #name #type_generics) -> ::candor::rmcp::derived::ErrorData {
                    ::core::convert::From::from(::candor::IntoFailure::into_failure(__error))
                }
            }
        }

        #checked
    }
}

/// The variant with its only field, from a variable `__cause`.
pub(crate) fn constructed(variant: &Variant<'_>, field: &Field<'_>) -> TokenStream {
    let path = &variant.path;
    match &field.member {
        Member::Named(name) => quote!(#path { #name: __cause }),
        Member::Unnamed(_) => quote!(#path(__cause)),
    }
}

/// A pattern for the variant that binds these fields by reference.
fn borrowed<'a>(variant: &Variant<'_>, fields: impl Iterator<Item = &'a Field<'a>>) -> TokenStream {
    let path = &variant.path;
    let mut bound: Vec<Ident> = Vec::new();
    let mut patterns = Vec::new();
    for field in fields {
        let (member, binding) = (&field.member, field.binding());
        if !bound.contains(&binding) {
            patterns.push(quote!(#member: #binding,));
            bound.push(binding);
        }
    }
    quote!(#path { #(#patterns)* .. })
}

/// The field that holds the cause of a failure of its own.
fn cause<'a>(checked: &'a CheckedVariant<'a>) -> Option<&'a Field<'a>> {
    match checked.kind {
        VariantRule::Transparent(_) => None,
        VariantRule::Failure(_) => checked.variant.fields.iter().find(|field| field.role.is_cause()),
    }
}
