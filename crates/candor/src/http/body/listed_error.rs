//! One of several things that are wrong, as lists of errors name them.

use super::identifier;
use super::members::{member, message_of, text_of};
use serde_json::{Map, Value};

/// What is wrong, in which field, under which identifier: each as far as it is known.
#[derive(Default)]
pub(super) struct ListedError {
    message: Option<String>,
    field: Option<String>,
    identifier: Option<String>,
}

/// The members that name the field at fault, the most specific first.
const FIELDS: [&str; 8] =
    ["field", "param", "parameter", "property", "property_name", "attribute", "target", "pointer"];

/// Members that hold the parts of a path, outermost first: FastAPI's and GraphQL's.
const PATHS: [&str; 2] = ["loc", "path"];

impl ListedError {
    /// The error that an item of a list describes.
    pub(super) fn of(item: &Value) -> Option<ListedError> {
        match item {
            Value::Object(object) => ListedError::of_object(object),
            Value::String(_) => Some(ListedError { message: Some(text_of(item)?), ..ListedError::default() }),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) => None,
        }
    }

    /// The error that an object describes.
    pub(super) fn of_object(object: &Map<String, Value>) -> Option<ListedError> {
        let error = ListedError {
            message: message_of(object),
            // RFC 7807 has `invalid-params` with a name and a reason.
            field: field_of(object).or_else(|| Some(object.get("name")?.as_str()?.to_owned())),
            identifier: identifier::of(object).or_else(|| identifier::state_of(object)).map(str::to_owned),
        };
        (error.message.is_some() || error.identifier.is_some()).then_some(error)
    }

    /// The error in a field, in an object that has one member per field.
    pub(super) fn about(field: &str, value: &Value) -> Option<ListedError> {
        let inner = || ListedError::of_object(value.as_object()?)?.message;
        let message = text_of(value).or_else(inner)?;
        Some(ListedError { message: Some(message), field: Some(field.to_owned()), ..ListedError::default() })
    }

    /// The field at fault.
    pub(super) fn field(&self) -> Option<&str> {
        self.field.as_deref()
    }

    /// The identifier of the error.
    pub(super) fn identifier(&self) -> Option<&str> {
        self.identifier.as_deref()
    }

    /// What is wrong and where, as one phrase.
    pub(super) fn phrase(&self) -> Option<String> {
        let what = self.message.as_deref().or(self.identifier.as_deref())?;
        Some(match &self.field {
            Some(field) if !what.contains(field.as_str()) => format!("{field}: {what}"),
            Some(_) | None => what.to_owned(),
        })
    }

    /// The error as a detail.
    pub(super) fn to_value(&self) -> Value {
        let parts = [("message", &self.message), ("field", &self.field), ("code", &self.identifier)];
        let known = parts.into_iter().filter_map(|(name, part)| Some((name.to_owned(), part.as_deref()?.into())));
        Value::Object(known.collect())
    }
}

/// The field that an object says is at fault.
pub(super) fn field_of(object: &Map<String, Value>) -> Option<String> {
    // JSON:API keeps it one level deeper.
    let source = object.get("source").and_then(Value::as_object);
    let named = |object: &Map<String, Value>| {
        FIELDS.iter().find_map(|name| member(object, name)?.as_str()).filter(|it| !it.is_empty()).map(str::to_owned)
    };
    source.and_then(named).or_else(|| named(object)).or_else(|| path_of(object))
}

/// `items.0.price` of `["items", 0, "price"]`.
fn path_of(object: &Map<String, Value>) -> Option<String> {
    let parts = PATHS.iter().find_map(|name| object.get(*name)?.as_array())?;
    let parts = parts.iter().filter_map(|part| match part {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => None,
    });
    Some(parts.collect::<Vec<_>>().join(".")).filter(|path| !path.is_empty())
}
