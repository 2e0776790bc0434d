//! The impl of `IntoFailure`.

use super::text::Text;
use crate::checks::{CheckedVariant, Delay, Mode, RetryRule, VariantRule};
use crate::fields::{Field, Role};
use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::Ident;

/// The contract as data.
pub(super) fn contract(name: &Ident, variants: &[CheckedVariant<'_>]) -> TokenStream {
    let name = name.to_string();
    let (mut modes, mut included) = (Vec::new(), Vec::new());
    for checked in variants {
        match &checked.kind {
            VariantRule::Transparent(field) => {
                let ty = field.ty;
                included.push(quote_spanned!(field.span()=> <#ty as ::candor::IntoFailure>::CONTRACT));
            }
            VariantRule::Failure(mode) => modes.push(declared(mode, &checked.variant.when)),
        }
    }
    quote!(::candor::Contract::declared(#name, const { &[#(#modes),*] }, const { &[#(#included),*] }))
}

fn declared(mode: &Mode<'_>, when: &str) -> TokenStream {
    let Mode { code, reason, .. } = mode;
    let (message, recovery) = (mode.message.source, mode.recovery.source);
    let origin = origin(mode);
    let docs = match &mode.docs {
        Some(link) => quote!(::core::option::Option::Some(#link)),
        None => quote!(::core::option::Option::None),
    };
    // The delay of a field is not known yet.
    let retry =
        mode.retry.as_ref().map(|rule| retry(rule, code, |_, safety| quote!(::candor::Retry::Backoff(#safety))));
    quote! {
        ::candor::contract::Clause::declared(#reason, ::candor::Code::#code, #when, #message, #recovery, #docs)
            #origin #retry
    }
}

/// The arm that turns a variant into its failure.
pub(super) fn arm(checked: &CheckedVariant<'_>) -> TokenStream {
    let path = &checked.variant.path;
    let fields = checked.variant.fields.iter().map(|field| {
        let (member, binding) = (&field.member, field.binding());
        let moved = field.role.is_cause() || matches!(checked.kind, VariantRule::Transparent(_));
        // Only a cause is moved, so that a type with a `Drop` of its own can be a contract, too.
        let by_reference = (!moved).then(|| quote!(ref));
        quote!(#member: #by_reference #binding)
    });
    let failure = match &checked.kind {
        VariantRule::Transparent(field) => {
            let (ty, binding) = (field.ty, field.binding());
            quote_spanned!(field.span()=> <#ty as ::candor::IntoFailure>::into_failure(#binding))
        }
        VariantRule::Failure(mode) => failure(mode, &checked.variant.fields),
    };
    quote!(#path { #(#fields),* } => #failure,)
}

fn failure(mode: &Mode<'_>, fields: &[Field<'_>]) -> TokenStream {
    let Mode { code, reason, .. } = mode;
    let failure = Text::of(&mode.message).failure(code);
    let recovery = Text::of(&mode.recovery).recovery();
    let docs = mode.docs.as_ref().map(|docs| quote!(.with_docs(#docs)));
    let origin = origin(mode);
    let retry = mode.retry.as_ref().map(|rule| {
        retry(rule, code, |field, safety| {
            let binding = field.binding();
            quote_spanned!(field.span()=> ::candor::Retry::After(*#binding, #safety))
        })
    });
    let critical = mode.is_critical.then(|| quote!(.critical()));
    let failure = quote! {
        #failure
            .with_reason(::candor::reason!(#reason))
            .with_recovery_and_docs(#recovery #docs)
            #origin
            #retry
            #critical
    };
    fields.iter().fold(failure, with_field)
}

/// The failure with what a field adds to it; an error about the field points at its type.
fn with_field(failure: TokenStream, field: &Field<'_>) -> TokenStream {
    let (name, binding, span) = (&field.detail, field.binding(), field.span());
    match field.role {
        Role::Detail => quote_spanned!(span=> ::candor::contract::derived::with_detail(#failure, #name, #binding)),
        Role::Private => {
            quote_spanned!(span=> ::candor::contract::derived::with_private_detail(#failure, #name, #binding))
        }
        Role::Source | Role::From => quote_spanned!(span=> ::candor::Failure::with_cause(#failure, #binding)),
        Role::RetryAfter => failure,
    }
}

fn origin(mode: &Mode<'_>) -> Option<TokenStream> {
    mode.origin.as_ref().map(|origin| quote!(.with_origin(::candor::Origin::#origin)))
}

fn retry(
    rule: &RetryRule<'_>,
    code: &Ident,
    by_field: impl FnOnce(&Field<'_>, TokenStream) -> TokenStream,
) -> TokenStream {
    let RetryRule::Helps(delay, safe) = rule else { return quote!(.with_retry(::candor::Retry::Never)) };
    let safety = match safe {
        Some(safe) => quote!(::candor::Safety::#safe),
        None => quote! {
            match ::candor::Code::#code.row().retry.value.safety() {
                ::core::option::Option::Some(__safety) => __safety,
                ::core::option::Option::None => ::candor::Safety::IfIdempotent,
            }
        },
    };
    let retry = match delay {
        Delay::Backoff => quote!(::candor::Retry::Backoff(#safety)),
        Delay::Milliseconds(ms) => {
            quote!(::candor::Retry::After(::core::time::Duration::from_millis(#ms), #safety))
        }
        Delay::Field(field) => by_field(field, safety),
    };
    quote!(.with_retry(#retry))
}
