//! Templates as expressions.

use crate::checks::{Template, TemplatePart};
use crate::fields::{Field, Role};
use proc_macro2::{Literal, TokenStream};
use quote::{quote, quote_spanned};
use syn::Ident;

/// A template as the generated code uses it.
pub(super) enum Text {
    /// It names no field.
    Plain(Literal),
    /// The arguments of `format_args!`, and what the author wrote around the fields.
    Formatted { arguments: TokenStream, around: Vec<String> },
}

impl Text {
    /// Turns a template into code over the fields' variables.
    pub(super) fn of(template: &Template<'_>) -> Text {
        let mut bound: Vec<Ident> = Vec::new();
        let (mut arguments, mut around) = (Vec::new(), Vec::new());
        let (mut plain, mut format) = (String::new(), String::new());
        for part in &template.parts {
            match part {
                TemplatePart::Text(text) => {
                    plain.push_str(text);
                    around.push(text.clone());
                    format.push_str(&text.replace('{', "{{").replace('}', "}}"));
                }
                TemplatePart::Field { field, spec, .. } => {
                    let binding = field.binding();
                    let colon = if spec.is_empty() { "" } else { ":" };
                    let unit = if field.role == Role::RetryAfter { " s" } else { "" };
                    format.push_str(&format!("{{{binding}{colon}{spec}}}{unit}"));
                    if !bound.contains(&binding) {
                        let value = value(field, template);
                        arguments.push(quote!(, #binding = #value));
                        bound.push(binding);
                    }
                }
            }
        }
        if bound.is_empty() {
            Text::Plain(Literal::string(&plain))
        } else {
            Text::Formatted { arguments: quote!(#format #(#arguments)*), around }
        }
    }

    /// A failure with this code and the text as its message.
    pub(super) fn failure(&self, code: &Ident) -> TokenStream {
        match self {
            Text::Plain(text) => quote!(::candor::Failure::new(::candor::Code::#code, #text)),
            Text::Formatted { arguments, around } => quote! {
                ::candor::contract::derived::with_template(
                    ::candor::Code::#code,
                    ::std::fmt::format(::core::format_args!(#arguments)),
                    &[#(#around),*],
                )
            },
        }
    }

    /// A recovery with the text as its hint.
    pub(super) fn recovery(&self) -> TokenStream {
        match self {
            Text::Plain(text) => quote!(::candor::Recovery::new(#text)),
            Text::Formatted { arguments, around } => quote! {
                ::candor::contract::derived::recovery(
                    ::std::fmt::format(::core::format_args!(#arguments)),
                    &[#(#around),*],
                )
            },
        }
    }
}

/// What is in the text for a field; a delay is there in whole seconds, rounded up.
fn value(field: &Field<'_>, template: &Template<'_>) -> TokenStream {
    let binding = field.binding();
    let displayed = template.fields().filter(|(other, _)| other.name == field.name).all(|(_, by)| by == "Display");
    match field.role {
        Role::RetryAfter => quote!(::core::time::Duration::as_nanos(#binding).div_ceil(1_000_000_000)),
        // An error about the field points at its type.
        _ if displayed => quote_spanned!(field.span()=> ::candor::contract::derived::shown(#binding)),
        Role::Detail | Role::Private | Role::Source | Role::From => quote!(#binding),
    }
}
