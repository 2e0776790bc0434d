//! The styles of parameters, one file each.

mod deep_object;
mod delimited;
mod form;
mod label;
mod matrix;
mod simple;

use super::Location;
use serde_json::Value;

/// How a parameter's value is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Style {
    Simple,
    Label,
    Matrix,
    Form,
    SpaceDelimited,
    PipeDelimited,
    /// Only version 2 has it.
    TabDelimited,
    DeepObject,
}

/// What is written.
pub(super) struct Expansion<'a> {
    pub(super) name: &'a str,
    pub(super) value: &'a Value,
    /// Whether the parts of a value stand for themselves.
    pub(super) explode: bool,
    pub(super) encode: fn(&str) -> String,
}

struct Row {
    style: Style,
    name: &'static str,
    locations: &'static [Location],
    /// The parts, encoded: one for a path or header, any number for a query or cookie.
    expand: fn(&Expansion<'_>) -> Vec<String>,
}

const STYLES: &[Row] = &[
    Row {
        style: Style::Simple,
        name: "simple",
        locations: &[Location::Path, Location::Header],
        expand: simple::expand,
    },
    Row { style: Style::Label, name: "label", locations: &[Location::Path], expand: label::expand },
    Row { style: Style::Matrix, name: "matrix", locations: &[Location::Path], expand: matrix::expand },
    Row { style: Style::Form, name: "form", locations: &[Location::Query, Location::Cookie], expand: form::expand },
    Row {
        style: Style::SpaceDelimited,
        name: "spaceDelimited",
        locations: &[Location::Query],
        expand: delimited::expand_with_spaces,
    },
    Row {
        style: Style::PipeDelimited,
        name: "pipeDelimited",
        locations: &[Location::Query],
        expand: delimited::expand_with_pipes,
    },
    Row {
        style: Style::TabDelimited,
        name: "tabDelimited",
        locations: &[Location::Query],
        expand: delimited::expand_with_tabs,
    },
    Row { style: Style::DeepObject, name: "deepObject", locations: &[Location::Query], expand: deep_object::expand },
];

impl Style {
    fn row(self) -> Option<&'static Row> {
        STYLES.iter().find(|row| row.style == self)
    }

    /// The style that a document calls so.
    pub(crate) fn from_name(name: &str) -> Option<Style> {
        STYLES.iter().find(|row| row.name == name).map(|row| row.style)
    }

    /// Whether parameters in this place can have it.
    pub(crate) fn is_for(self, location: Location) -> bool {
        self.row().is_some_and(|row| row.locations.contains(&location))
    }

    pub(super) fn expand(self, expansion: &Expansion<'_>) -> Vec<String> {
        self.row().map(|row| (row.expand)(expansion)).unwrap_or_default()
    }
}

impl Expansion<'_> {
    fn encoded(&self, text: &str) -> String {
        (self.encode)(text)
    }

    /// A single value, encoded. What is inside of a list or object and not a single value is written as JSON.
    fn scalar(&self, value: &Value) -> String {
        self.encoded(&plain(value))
    }

    /// The members of an object that have a value.
    fn members(&self) -> impl Iterator<Item = (String, String)> {
        let members = self.value.as_object().into_iter().flatten().filter(|(_, value)| !value.is_null());
        members.map(|(name, value)| (self.encoded(name), self.scalar(value)))
    }

    /// The items of a list.
    fn items(&self) -> impl Iterator<Item = String> {
        self.value.as_array().into_iter().flatten().map(|value| self.scalar(value))
    }

    /// The value as one text: lists and objects with this between their parts.
    fn joined(&self, separator: &str) -> String {
        match self.value {
            Value::Array(_) => self.items().collect::<Vec<_>>().join(separator),
            Value::Object(_) => {
                self.members().flat_map(|(name, value)| [name, value]).collect::<Vec<_>>().join(separator)
            }
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => self.scalar(self.value),
        }
    }
}

/// The value as text: a text as it is, anything else as JSON.
pub(super) fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Null => String::new(),
        Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_) => value.to_string(),
    }
}
