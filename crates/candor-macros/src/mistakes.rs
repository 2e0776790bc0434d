//! All mistakes of one type, gathered so that they are reported at once.

use quote::ToTokens;
use std::fmt::Display;

/// The mistakes found so far.
#[derive(Default)]
pub(crate) struct Mistakes(Option<syn::Error>);

impl Mistakes {
    /// Notes a mistake, with the caret under these tokens.
    pub(crate) fn note(&mut self, tokens: impl ToTokens, message: impl Display) {
        self.add(syn::Error::new_spanned(tokens, message));
    }

    /// Notes an error that is made already.
    pub(crate) fn add(&mut self, error: syn::Error) {
        match &mut self.0 {
            Some(all) => all.combine(error),
            None => self.0 = Some(error),
        }
    }

    /// The value, if there was no mistake.
    pub(crate) fn none_or<T>(self, value: T) -> syn::Result<T> {
        self.0.map_or(Ok(value), Err)
    }
}
