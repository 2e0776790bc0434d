//! The derive behind Candor's contracts. Use it through the crate `candor`.
//!
//! The files are the path of the input: `input` reads it with `attributes` and `fields`, `checks` judges it with
//! `template`, `vague`, `recovery`, `delay`, `codes`, `ranked` and `snake_case`, `expand` writes the code. Where a check fails,
//! `fallback` writes code that compiles, so that one mistake gives one error.

mod attributes;
mod bounds;
mod checks;
mod codes;
mod delay;
mod doc_comment;
mod expand;
mod fallback;
mod fields;
mod input;
mod mistakes;
mod ranked;
mod recovery;
mod snake_case;
mod template;
mod vague;

use proc_macro::TokenStream;

/// Makes an error type a failure contract: every value of it becomes a complete failure.
///
/// ```text
/// /// What `fetch_articles` can fail with.
/// #[derive(Debug, Contract)]
/// enum FetchArticles {
///     /// No requested PMID returned data.
///     #[failure(code = NotFound, message = "None of {requested} PMIDs returned data",
///               recovery = "Try pubmed_search_articles to discover valid PMIDs first.")]
///     NoMatch { requested: usize },
///
///     /// Whatever a service below reported: passed on as it is.
///     #[failure(transparent)]
///     Service(#[from] Failure),
/// }
/// ```
///
/// The type gets `IntoFailure` (and with it `CONTRACT`, the contract as data), `Display` (the message), `Error`,
/// a conversion into `Failure`, and one from each `#[from]` field. A struct is one way to fail: its attributes
/// and its doc comment belong on the struct itself.
///
/// The [guide to contracts](https://docs.rs/candor/latest/candor/guide/contracts/) has every key of `#[failure(…)]`, every
/// attribute of a field, and what a template may name.
#[proc_macro_derive(Contract, attributes(failure, from, source))]
pub fn derive_contract(input: TokenStream) -> TokenStream {
    let input = syn::parse_macro_input!(input as syn::DeriveInput);
    let mut mistakes = mistakes::Mistakes::default();
    let read = input::Input::read(&input, &mut mistakes);
    let variants = checks::check(&read, &mut mistakes);
    match mistakes.none_or(variants) {
        Ok(variants) => expand::expand(&input, &variants),
        Err(error) => fallback::expand(&input, &error),
    }
    .into()
}
