//! The rules for a contract; what passes them is ready to be written out.

mod cause;
mod retry;
mod texts;

use crate::attributes::Keys;
use crate::codes::{CODES, UNKNOWN, nearest};
use crate::fields::{Field, Role};
use crate::input::{Input, Variant};
use crate::mistakes::Mistakes;
use crate::snake_case::{is_snake_case, snake_case};
use quote::ToTokens;
use std::collections::HashSet;
use syn::Ident;

pub(crate) use retry::{Delay, RetryRule};
pub(crate) use texts::{Template, TemplatePart};

/// One way to fail, in order.
pub(crate) struct CheckedVariant<'a> {
    pub(crate) variant: &'a Variant<'a>,
    pub(crate) kind: VariantRule<'a>,
}

/// What becomes of a variant.
pub(crate) enum VariantRule<'a> {
    /// The field is passed on as it is.
    Transparent(&'a Field<'a>),
    /// It is a failure of its own.
    Failure(Box<Mode<'a>>),
}

/// A failure's own facts.
pub(crate) struct Mode<'a> {
    pub(crate) code: &'a Ident,
    pub(crate) reason: String,
    pub(crate) message: Template<'a>,
    pub(crate) recovery: Template<'a>,
    pub(crate) origin: Option<Ident>,
    pub(crate) retry: Option<RetryRule<'a>>,
    pub(crate) docs: Option<String>,
    /// Whether the operator is to be alerted.
    pub(crate) is_critical: bool,
}

/// Checks every variant, and the variants against each other. Where mistakes were noted, what is returned is
/// not complete.
pub(crate) fn check<'a>(input: &'a Input<'a>, mistakes: &mut Mistakes) -> Vec<CheckedVariant<'a>> {
    let mut reasons = HashSet::new();
    let mut conversions = HashSet::new();
    let mut variants = Vec::new();
    for variant in &input.variants {
        cause::check(variant, &mut conversions, mistakes);
        let kind = if variant.keys.has("transparent") {
            transparent(variant, mistakes).map(VariantRule::Transparent)
        } else {
            failure(variant, &mut reasons, mistakes).map(|mode| VariantRule::Failure(Box::new(mode)))
        };
        variants.extend(kind.map(|kind| CheckedVariant { variant, kind }));
    }
    variants
}

fn transparent<'a>(variant: &'a Variant<'a>, mistakes: &mut Mistakes) -> Option<&'a Field<'a>> {
    for key in variant.keys.written.iter().filter(|key| *key != "transparent") {
        mistakes.note(key, format!("`transparent` and `{key}` exclude each other: remove one"));
    }
    let [field] = variant.fields.as_slice() else {
        let name = variant.ident;
        mistakes
            .note(name, format!("`{name}` is transparent: give it exactly one field, the contract that it passes on"));
        return None;
    };
    if let (Role::Private | Role::RetryAfter | Role::Source, Some(mark)) = (field.role, field.marked) {
        mistakes.note(mark, "a transparent field takes no mark but `#[from]`: remove this one");
    }
    Some(field)
}

fn failure<'a>(variant: &'a Variant<'a>, reasons: &mut HashSet<String>, mistakes: &mut Mistakes) -> Option<Mode<'a>> {
    let keys = &variant.keys;
    required(variant, mistakes);
    let code = keys.code.as_ref().filter(|code| is_code(code, mistakes));
    let reason = reason(variant, reasons, mistakes);
    let message = keys.message.as_ref().and_then(|text| texts::message(text, &variant.fields, mistakes));
    let recovery = keys.recovery.as_ref().and_then(|text| texts::recovery(text, &variant.fields, mistakes));
    let origin = keys.origin.as_ref().and_then(|origin| origin_of(origin, mistakes));
    let retry = retry::check(variant, mistakes);
    let docs = docs(keys, mistakes);
    let is_critical = keys.has("critical");
    Some(Mode { code: code?, reason, message: message?, recovery: recovery?, origin, retry, docs, is_critical })
}

fn required(variant: &Variant<'_>, mistakes: &mut Mistakes) {
    let name = variant.ident;
    if variant.when.is_empty() {
        mistakes.note(name, format!("`{name}` does not say when it happens: add a doc comment, `/// …`, before it"));
    }
    let Some(attribute) = &variant.keys.attribute else {
        let advice = "add `#[failure(code = …, message = \"…\", recovery = \"…\")]` before it";
        mistakes.note(name, format!("`{name}` does not say how it fails: {advice}"));
        return;
    };
    let required = [("code", "code = …"), ("message", "message = \"…\""), ("recovery", "recovery = \"…\"")];
    let missing: Vec<_> = required.into_iter().filter(|(key, _)| !variant.keys.has(key)).collect();
    if !missing.is_empty() {
        let names = missing.iter().map(|(key, _)| format!("no `{key}`")).collect::<Vec<_>>().join(", ");
        let additions = missing.iter().map(|(_, addition)| *addition).collect::<Vec<_>>().join(", ");
        mistakes.note(attribute, format!("`{name}` has {names}: add `{additions}`"));
    }
}

fn is_code(code: &Ident, mistakes: &mut Mistakes) -> bool {
    let name = code.to_string();
    if CODES.contains(&name.as_str()) {
        return true;
    }
    let message = match nearest(&name, &CODES) {
        _ if name == UNKNOWN => {
            "`Unknown` tells a caller nothing: choose the code that fits, such as `Internal`".to_owned()
        }
        Some(meant) => format!("there is no code `{name}`: did you mean `{meant}`?"),
        None => format!("there is no code `{name}`: the codes are {}", CODES.join(", ")),
    };
    mistakes.note(code, message);
    false
}

fn reason(variant: &Variant<'_>, reasons: &mut HashSet<String>, mistakes: &mut Mistakes) -> String {
    let name = variant.ident;
    let (reason, tokens) = match &variant.keys.reason {
        Some(text) => (text.value(), text.to_token_stream()),
        None => (snake_case(name.to_string().trim_start_matches("r#")), name.to_token_stream()),
    };
    if !is_snake_case(&reason) {
        let advice = match &variant.keys.reason {
            Some(_) => "write it in snake_case, at most 100 letters, such as \"no_match\"",
            None => "give the variant one in snake_case, with `reason = \"…\"`",
        };
        mistakes.note(tokens, format!("`{reason}` is not a reason: {advice}"));
    } else if !reasons.insert(reason.clone()) {
        let advice = "give this one another with `reason = \"…\"`";
        mistakes.note(tokens, format!("the reason `{reason}` is taken by another variant: {advice}"));
    }
    reason
}

fn origin_of(word: &Ident, mistakes: &mut Mistakes) -> Option<Ident> {
    let origins = [
        ("caller", "Caller"),
        ("upstream", "Upstream"),
        ("transport", "Transport"),
        ("configuration", "Configuration"),
        ("internal", "Internal"),
    ];
    one_of(word, "origin", &origins, mistakes)
}

/// The variant of Candor's own enum that the word stands for.
fn one_of(word: &Ident, key: &str, choices: &[(&str, &str)], mistakes: &mut Mistakes) -> Option<Ident> {
    let chosen = choices.iter().find(|(name, _)| word == name).map(|(_, variant)| Ident::new(variant, word.span()));
    if chosen.is_none() {
        let names = choices.iter().map(|(name, _)| format!("`{name}`")).collect::<Vec<_>>().join(", ");
        mistakes.note(word, format!("`{word}` is not a value of `{key}`: choose one of {names}"));
    }
    chosen
}

fn docs(keys: &Keys, mistakes: &mut Mistakes) -> Option<String> {
    let text = keys.docs.as_ref()?;
    let address = text.value();
    let host = address.strip_prefix("https://").or_else(|| address.strip_prefix("http://"));
    if !host.is_some_and(|host| host.starts_with(char::is_alphanumeric) && !host.contains(char::is_whitespace)) {
        mistakes.note(text, "`docs` is an address that a caller can open: start it with `https://`");
    }
    Some(address)
}
