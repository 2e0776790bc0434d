//! The derive behind Candor's contracts. Use it through the crate `candor`.
//!
//! The files are the path of the input: `input` reads it with `attributes` and `fields`, `checks` judges it with
//! `template`, `recovery`, `delay`, `codes` and `snake_case`, `expand` writes the code. Where a check fails,
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
mod recovery;
mod snake_case;
mod template;

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
/// The first paragraph of a variant's doc comment says when it happens, and is required. Then, on the variant,
/// `#[failure(…)]` with these keys:
///
/// | key | value | if absent |
/// |---|---|---|
/// | `code` | one of `candor::Code`, except `Unknown` | an error |
/// | `message` | what went wrong: a template | an error |
/// | `recovery` | what to do next, in five words or more: a template | an error |
/// | `reason` | the identifier that programs switch on, in snake_case | the variant's name in snake_case |
/// | `origin` | `caller`, `upstream`, `transport`, `configuration`, `internal` | as the code says |
/// | `retry` | `never`, `backoff` | as the code says |
/// | `retry_after` | a delay such as `"500ms"`, `"30s"`, `"5m"`, `"1h"` | as the code says |
/// | `safe` | `always`, `if_idempotent`; needs a retry beside it | as the code says, or `if_idempotent` |
/// | `docs` | an http or https address | none |
/// | `transparent` | no value, no other key: the one field is a contract itself, and is passed on | |
///
/// On a field:
///
/// | attribute | the field |
/// |---|---|
/// | none | is a detail that the caller sees, under the field's name; needs `serde::Serialize` |
/// | `#[failure(private)]` | is for the operator only, and is in no template |
/// | `#[failure(retry_after)]` | is a `Duration`: how long to wait; a template shows it as `30 s` |
/// | `#[source]` | is the cause, for the operator only |
/// | `#[from]` | is the cause and the only field; the type converts from it |
///
/// A tuple's only detail is called `value`, several are `field_0`, `field_1`, and so on. A field whose name the dialects
/// need for themselves (`reason`, `code`, `retry`, `time`, …) reaches the caller with an underscore appended.
///
/// A template names fields, as `{requested}` or `{0}`, with format specs such as `{n:>5}` but without `Debug`
/// (`{n:?}`), which shows a caller the insides of a server. `{{` and `}}` are braces.
#[proc_macro_derive(Contract, attributes(failure, from, source))]
pub fn derive_contract(input: TokenStream) -> TokenStream {
    let input = syn::parse_macro_input!(input as syn::DeriveInput);
    let mut mistakes = mistakes::Mistakes::default();
    let read = input::Input::read(&input, &mut mistakes);
    let ways = checks::check(&read, &mut mistakes);
    match mistakes.none_or(ways) {
        Ok(ways) => expand::expand(&input, &ways),
        Err(error) => fallback::expand(&input, &error),
    }
    .into()
}
