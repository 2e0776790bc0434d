//! The rules for the texts that a caller reads.

use crate::codes;
use crate::fields::{Field, Role};
use crate::mistakes::Mistakes;
use crate::recovery;
use crate::template::{self, Piece};
use crate::vague::is_vague;
use syn::LitStr;

/// A template whose every placeholder is a field that a caller may see.
pub(crate) struct Template<'a> {
    /// As it is written.
    pub(crate) source: &'a LitStr,
    pub(crate) parts: Vec<TemplatePart<'a>>,
}

/// A part of a template.
pub(crate) enum TemplatePart<'a> {
    Text(String),
    Field { field: &'a Field<'a>, spec: String, formatting: &'static str },
}

impl<'a> Template<'a> {
    /// The fields that it names, and the trait that formats each.
    pub(crate) fn fields(&self) -> impl Iterator<Item = (&'a Field<'a>, &'static str)> {
        self.parts.iter().filter_map(|part| match part {
            TemplatePart::Text(_) => None,
            TemplatePart::Field { field, formatting, .. } => Some((*field, *formatting)),
        })
    }
}

/// Checks what went wrong, in words.
pub(super) fn message<'a>(text: &'a LitStr, fields: &'a [Field<'a>], mistakes: &mut Mistakes) -> Option<Template<'a>> {
    if text.value().trim().is_empty() {
        mistakes.note(text, "the message is blank: say what went wrong");
        return None;
    }
    let template = template(text, fields, mistakes)?;
    let names_a_field = template.fields().next().is_some();
    if !names_a_field && is_vague(&text.value()) {
        mistakes.note(text, "this message would fit any failure: name what failed, or the value or field at fault");
        return None;
    }
    Some(template)
}

/// Checks what to do next, in words.
pub(super) fn recovery<'a>(text: &'a LitStr, fields: &'a [Field<'a>], mistakes: &mut Mistakes) -> Option<Template<'a>> {
    if let Err(unhelpful) = recovery::check(&text.value()) {
        mistakes.note(text, unhelpful);
        return None;
    }
    template(text, fields, mistakes)
}

fn template<'a>(text: &'a LitStr, fields: &'a [Field<'a>], mistakes: &mut Mistakes) -> Option<Template<'a>> {
    let pieces = match template::parse(&text.value()) {
        Ok(pieces) => pieces,
        Err(malformed) => {
            for why in malformed {
                mistakes.note(text, why);
            }
            return None;
        }
    };
    let mut parts = Vec::with_capacity(pieces.len());
    let mut complete = true;
    for piece in pieces {
        match piece {
            Piece::Text(text) => parts.push(TemplatePart::Text(text)),
            Piece::Field(placeholder) => match visible(&placeholder.name, fields) {
                Ok(field) => {
                    parts.push(TemplatePart::Field {
                        field,
                        spec: placeholder.spec,
                        formatting: placeholder.formatting,
                    });
                }
                Err(why) => {
                    mistakes.note(text, why);
                    complete = false;
                }
            },
        }
    }
    complete.then_some(Template { source: text, parts })
}

/// The field of that name, if a caller may see it.
fn visible<'a>(name: &str, fields: &'a [Field<'a>]) -> Result<&'a Field<'a>, String> {
    let Some(field) = fields.iter().find(|field| field.name == name) else {
        return Err(no_field(name, fields));
    };
    match field.role {
        Role::Detail | Role::RetryAfter => Ok(field),
        Role::Private => Err(format!("`{name}` is private, and this text is public: take it out of the text")),
        Role::Source | Role::From => Err(format!(
            "`{name}` is the cause, whose words are for the operator only: take it out of the text and say what it means"
        )),
    }
}

fn no_field(name: &str, fields: &[Field<'_>]) -> String {
    let visible = fields.iter().filter(|field| matches!(field.role, Role::Detail | Role::RetryAfter));
    let names: Vec<&str> = visible.map(|field| field.name.as_str()).collect();
    let advice = match (names.as_slice(), codes::nearest(name, &names)) {
        ([], _) => "add the field, or write `{{` and `}}` for braces".to_owned(),
        (_, Some(meant)) => format!("did you mean `{{{meant}}}`?"),
        (names, None) => format!("there is `{{{}}}`", names.join("}`, `{")),
    };
    format!("there is no field `{name}`: {advice}")
}
