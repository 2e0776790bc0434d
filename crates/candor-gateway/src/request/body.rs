//! The kinds of bodies, one file each, in the order in which they are preferred.

mod binary;
mod file;
mod form;
mod json;
mod multipart;
mod text;

use super::Style;
use super::plan::missing;
use crate::media_type;
use candor::Failure;
use http::HeaderValue;
use serde_json::Value;

/// A kind of body.
#[derive(Debug)]
pub(crate) struct BodyKind {
    is_of: fn(&str) -> bool,
    /// What is sent where the document names no single media type.
    media_type: &'static str,
    /// Makes the schema of the argument of the one that the document has for the body, and names the fields that are files.
    pub(crate) argument_schema: fn(&mut Value) -> Vec<String>,
    write: fn(&BodyPlan, &Value) -> Result<Written, Failure>,
}

/// The content type of a body, and the body.
type Written = (HeaderValue, Vec<u8>);

const KINDS: &[BodyKind] = &[json::KIND, form::KIND, multipart::KIND, text::KIND, binary::KIND];

/// The kind that is preferred among these media types, and its place among them.
pub(crate) fn body_kind(names: &[&str]) -> Option<(usize, &'static BodyKind)> {
    KINDS.iter().find_map(|kind| names.iter().position(|name| (kind.is_of)(name)).map(|place| (place, kind)))
}

/// What becomes of the argument that holds the body.
#[derive(Debug, Clone)]
pub(crate) struct BodyPlan {
    kind: &'static BodyKind,
    argument: String,
    is_required: bool,
    content_type: HeaderValue,
    fields: Vec<FieldPlan>,
}

/// How a field of a form is written.
#[derive(Debug, Clone)]
pub(crate) struct FieldPlan {
    pub(crate) name: String,
    pub(crate) content_type: Option<HeaderValue>,
    pub(crate) style: Option<(Style, bool)>,
    pub(crate) is_file: bool,
}

impl BodyPlan {
    pub(crate) fn new(
        kind: &'static BodyKind,
        argument: String,
        is_required: bool,
        media_type: &str,
        fields: Vec<FieldPlan>,
    ) -> BodyPlan {
        let is_open = media_type.contains('*');
        let content_type = HeaderValue::from_str(media_type).ok().filter(|_| !is_open);
        let content_type = content_type.unwrap_or(HeaderValue::from_static(kind.media_type));
        BodyPlan { kind, argument, is_required, content_type, fields }
    }

    pub(super) fn argument(&self) -> &str {
        &self.argument
    }

    fn field(&self, name: &str) -> Option<&FieldPlan> {
        self.fields.iter().find(|field| field.name == name)
    }

    /// The body and its content type; none if the argument is absent and may be.
    pub(super) fn written(&self, value: Option<&Value>) -> Result<Option<Written>, Failure> {
        match value {
            None if self.is_required => Err(missing(&self.argument)),
            None => Ok(None),
            Some(value) => (self.kind.write)(self, value).map(Some),
        }
    }
}

/// The fields of a form that have a value.
fn fields<'v>(plan: &BodyPlan, value: &'v Value) -> Result<impl Iterator<Item = (&'v String, &'v Value)>, Failure> {
    let Value::Object(fields) = value else {
        let message = format!("`{}` must be an object: it is sent as a form", plan.argument);
        return Err(Failure::invalid_params(message).with_field(plan.argument.clone()));
    };
    Ok(fields.iter().filter(|(_, value)| !value.is_null()))
}

/// Nothing is to be changed.
fn as_it_is(_: &mut Value) -> Vec<String> {
    Vec::new()
}

fn is_json(name: &str) -> bool {
    media_type::is_json(name) || name == "*/*" || name == "application/*"
}
