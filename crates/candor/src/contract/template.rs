//! The sentences of a contract, with the values of one occurrence.

use crate::Code;
use crate::failure::details::free_name;
use crate::failure::{Details, Message, Recovery};
use serde_json::Value;
use std::borrow::Cow;

/// A sentence of a contract with the values of one occurrence.
pub(crate) struct Filled {
    text: Cow<'static, str>,
    /// What its author wrote around the fields, if that is part of the program.
    around: Vec<&'static str>,
}

impl Filled {
    /// The text, as it is.
    pub(crate) fn whole(text: Cow<'static, str>) -> Filled {
        Filled { text, around: Vec::new() }
    }

    pub(crate) fn into_recovery(self) -> Recovery {
        match self.text {
            Cow::Owned(hint) if !self.around.is_empty() => Recovery::of_template(hint, self.around),
            text @ (Cow::Borrowed(_) | Cow::Owned(_)) => Recovery::new(text),
        }
    }

    /// The message; the sentence of the code if it is blank.
    pub(crate) fn into_message(self, code: Code) -> Message {
        match self.text {
            Cow::Owned(text) if !self.around.is_empty() => Message::of_template(text, self.around, code),
            text @ (Cow::Borrowed(_) | Cow::Owned(_)) => Message::or_meaning(text, code),
        }
    }
}

/// The template with its fields filled from the details; none if a field is not among them, or is no text, number or truth
/// value: a sentence with a hole helps nobody.
#[allow(clippy::ptr_arg, reason = "whether the template is part of the program is what the type says")]
pub(crate) fn filled(template: &Cow<'static, str>, details: &Details) -> Option<Filled> {
    if !template.contains(['{', '}']) {
        return Some(Filled::whole(template.clone()));
    }
    match template {
        Cow::Borrowed(template) => {
            let (text, around) = fill(template, details)?;
            Some(Filled { text: Cow::Owned(text), around })
        }
        Cow::Owned(template) => Some(Filled::whole(Cow::Owned(fill(template, details)?.0))),
    }
}

/// The text, and the parts of the template around its fields.
fn fill<'t>(template: &'t str, details: &Details) -> Option<(String, Vec<&'t str>)> {
    let mut text = String::with_capacity(template.len());
    let mut around = Vec::new();
    let mut rest = template;
    while let Some(place) = rest.find(['{', '}']) {
        let (before, from_brace) = rest.split_at(place);
        text.push_str(before);
        around.push(before);
        let doubled = ["{{", "}}"].into_iter().find(|braces| from_brace.starts_with(braces));
        if let Some((name, after)) = field(from_brace).filter(|_| doubled.is_none()) {
            text.push_str(&shown(details, name)?);
            rest = after;
        } else {
            let (brace, after) = from_brace.split_at(1);
            text.push_str(brace);
            rest = if doubled.is_some() { after.get(1..).unwrap_or_default() } else { after };
        }
    }
    text.push_str(rest);
    around.push(rest);
    around.retain(|part| !part.is_empty());
    Some((text, around))
}

/// The names of the fields in a template.
#[cfg(feature = "testing")]
pub(crate) fn fields(template: &str) -> impl Iterator<Item = &str> {
    let mut rest = template;
    std::iter::from_fn(move || {
        while let Some((_, from_brace)) = rest.find('{').and_then(|place| rest.split_at_checked(place)) {
            let doubled = from_brace.strip_prefix("{{");
            if let Some((name, after)) = field(from_brace).filter(|_| doubled.is_none()) {
                rest = after;
                return Some(name);
            }
            rest = doubled.or_else(|| from_brace.get(1..)).unwrap_or_default();
        }
        None
    })
}

/// The field that the text begins with, such as `{id}` or `{n:>5}`, and what follows. Other braces are only braces.
fn field(text: &str) -> Option<(&str, &str)> {
    let (inside, after) = text.strip_prefix('{')?.split_once('}')?;
    let name = inside.split_once(':').map_or(inside, |(name, _)| name);
    let is_name = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    is_name.then_some((name, after))
}

/// The value of a field. Those of tuples are details under other names.
fn shown<'d>(details: &'d Details, name: &str) -> Option<Cow<'d, str>> {
    let is_number = name.bytes().all(|byte| byte.is_ascii_digit());
    let value = match name {
        _ if !is_number => details.get(&free_name(Cow::Owned(name.to_owned()))),
        "0" => details.get("value").or_else(|| details.get("field_0")),
        _ => details.get(&format!("field_{name}")),
    };
    match value? {
        Value::String(text) => Some(Cow::Borrowed(text)),
        value @ (Value::Number(_) | Value::Bool(_)) => Some(Cow::Owned(value.to_string())),
        Value::Null | Value::Array(_) | Value::Object(_) => None,
    }
}
