//! What is in `#[failure(…)]` on a variant or on a struct.

use crate::codes::nearest;
use crate::mistakes::Mistakes;
use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream};
use syn::{Attribute, Ident, LitStr, Meta, Token};

/// Every key of a variant.
const KEYS: [&str; 11] = [
    "code",
    "message",
    "recovery",
    "reason",
    "retry",
    "retry_after",
    "safe",
    "origin",
    "docs",
    "critical",
    "transparent",
];

/// The keys of one variant, each with the type of its value, not judged yet.
#[derive(Default)]
pub(crate) struct Keys {
    /// Every key that was written, even where its value was wrong.
    pub(crate) written: Vec<Ident>,
    /// The attribute, for mistakes that are about it as a whole.
    pub(crate) attribute: Option<Meta>,
    pub(crate) code: Option<Ident>,
    pub(crate) message: Option<LitStr>,
    pub(crate) recovery: Option<LitStr>,
    pub(crate) reason: Option<LitStr>,
    pub(crate) retry: Option<Ident>,
    pub(crate) retry_after: Option<LitStr>,
    pub(crate) safe: Option<Ident>,
    pub(crate) origin: Option<Ident>,
    pub(crate) docs: Option<LitStr>,
}

impl Keys {
    /// Reads every `#[failure(…)]` among the attributes.
    pub(crate) fn read(attributes: &[Attribute], mistakes: &mut Mistakes) -> Keys {
        let mut keys = Keys::default();
        for attribute in attributes {
            let path = attribute.path();
            if path.is_ident("from") || path.is_ident("source") {
                mistakes.note(attribute, "this marks a field: move it before the field that holds the cause");
            }
            if path.is_ident("failure") {
                keys.attribute.get_or_insert_with(|| attribute.meta.clone());
                // One without parentheses lacks every key, which is a mistake of its own.
                let Meta::List(_) = &attribute.meta else { continue };
                for item in Item::all(attribute, mistakes) {
                    keys.take(item, mistakes);
                }
            }
        }
        keys
    }

    /// Whether the key was written.
    pub(crate) fn has(&self, key: &str) -> bool {
        self.written(key).is_some()
    }

    /// The key where it was written.
    pub(crate) fn written(&self, key: &str) -> Option<&Ident> {
        self.written.iter().find(|written| *written == key)
    }

    fn take(&mut self, item: Item, mistakes: &mut Mistakes) {
        let key = item.key.to_string();
        if self.has(&key) {
            mistakes.note(&item.key, format!("`{key}` is given twice: remove one"));
            return;
        }
        self.written.push(item.key.clone());
        match key.as_str() {
            "code" => self.code = item.word(&["NotFound"], mistakes),
            "message" => self.message = item.text("what went wrong", mistakes),
            "recovery" => self.recovery = item.text("what to do next", mistakes),
            "reason" => self.reason = item.text("no_match", mistakes),
            "retry" => self.retry = item.word(&["backoff", "never"], mistakes),
            "retry_after" => self.retry_after = item.text("30s", mistakes),
            "safe" => self.safe = item.word(&["always", "if_idempotent"], mistakes),
            "origin" => {
                let origins = ["caller", "upstream", "transport", "configuration", "internal"];
                self.origin = item.word(&origins, mistakes);
            }
            "docs" => self.docs = item.text("https://example.com/errors", mistakes),
            "critical" | "transparent" if item.is_bare() => {}
            "critical" | "transparent" => mistakes.note(&item, format!("`{key}` takes no value: write it alone")),
            "private" => {
                mistakes.note(&item.key, "`private` is for a field: move `#[failure(private)]` before the field")
            }
            _ => {
                mistakes.note(&item.key, unknown_key(&key));
                // One mistake, one error: the key that was meant does not count as missing.
                self.written.extend(nearest(&key, &KEYS).map(|meant| Ident::new(meant, item.key.span())));
            }
        }
    }
}

fn unknown_key(key: &str) -> String {
    match nearest(key, &KEYS) {
        Some(meant) => format!("there is no key `{key}`: did you mean `{meant}`?"),
        None => format!("there is no key `{key}`: the keys are `{}`", KEYS.join("`, `")),
    }
}

/// One `key` or `key = value`.
pub(crate) struct Item {
    pub(crate) key: Ident,
    equals: Option<Token![=]>,
    value: TokenStream,
}

impl Item {
    /// Every item of a `#[failure(…)]`.
    pub(crate) fn all(attribute: &Attribute, mistakes: &mut Mistakes) -> Vec<Item> {
        let Meta::List(_) = &attribute.meta else {
            mistakes
                .note(&attribute.meta, "this says nothing: write `#[failure(private)]` or `#[failure(retry_after)]`");
            return Vec::new();
        };
        match attribute.parse_args_with(|input: ParseStream<'_>| Item::list(input, mistakes)) {
            Ok(items) => items,
            Err(error) => {
                mistakes.add(error);
                Vec::new()
            }
        }
    }

    fn list(input: ParseStream<'_>, mistakes: &mut Mistakes) -> syn::Result<Vec<Item>> {
        let mut items = Vec::new();
        while !input.is_empty() {
            if !input.peek(Ident::peek_any) {
                return Err(input.error("a key is expected here: write `key = value`, such as `code = NotFound`"));
            }
            let item: Item = input.parse()?;
            let ends = input.parse::<Option<Token![,]>>()?.is_some() || input.is_empty();
            if !ends {
                mistakes.add(input.error("a comma is missing before this key: add it"));
            }
            items.push(item);
        }
        Ok(items)
    }

    /// Whether the key has no value.
    pub(crate) fn is_bare(&self) -> bool {
        self.equals.is_none() && self.value.is_empty()
    }

    fn text(&self, example: &str, mistakes: &mut Mistakes) -> Option<LitStr> {
        let text = self.equals.and_then(|_| syn::parse2(self.value.clone()).ok());
        if text.is_none() {
            let key = &self.key;
            mistakes.note(self.misplaced(), format!("`{key}` takes a text: write `{key} = \"{example}\"`"));
        }
        text
    }

    fn word(&self, examples: &[&str], mistakes: &mut Mistakes) -> Option<Ident> {
        let word = self.equals.and_then(|_| syn::parse2(self.value.clone()).ok());
        if word.is_none() {
            let key = &self.key;
            let examples: Vec<_> = examples.iter().map(|example| format!("`{key} = {example}`")).collect();
            mistakes.note(
                self.misplaced(),
                format!("`{key}` takes a name, without quotes or path: write {}", examples.join(" or ")),
            );
        }
        word
    }

    /// The value, or the whole item where there is none.
    fn misplaced(&self) -> TokenStream {
        if self.equals.is_some() && !self.value.is_empty() { self.value.clone() } else { self.to_token_stream() }
    }
}

impl Parse for Item {
    fn parse(input: ParseStream<'_>) -> syn::Result<Item> {
        let key = input.call(Ident::parse_any)?;
        let equals: Option<Token![=]> = input.parse()?;
        let mut value = TokenStream::new();
        while !(input.is_empty() || input.peek(Token![,])) {
            let next_key = input.peek(Ident::peek_any) && input.peek2(Token![=]);
            if next_key && !value.is_empty() {
                break;
            }
            value.extend([input.parse::<TokenTree>()?]);
        }
        Ok(Item { key, equals, value })
    }
}

impl ToTokens for Item {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        self.key.to_tokens(tokens);
        self.equals.to_tokens(tokens);
        self.value.to_tokens(tokens);
    }
}
