//! What a configuration may say: sections, their keys, and what each key takes. The reader, the JSON Schema, the starter file and
//! the tables in the documentation are all made from it.

use super::format::Format;

/// A table of the file.
#[derive(Debug)]
pub(crate) struct Section {
    /// What it is called in messages, and what it is in the documentation: `[[api]]`, or `credential.basic`.
    pub(crate) name: &'static str,
    /// What it is for.
    pub(crate) about: &'static str,
    pub(crate) keys: &'static [Key],
}

/// A key of a table.
#[derive(Debug)]
pub(crate) struct Key {
    pub(crate) name: &'static str,
    pub(crate) kind: Kind,
    /// What it does, in Markdown.
    pub(crate) about: &'static str,
    /// What applies without it, in words or TOML. It is required if there is no such thing.
    pub(crate) default: &'static str,
    /// A value that it may have, in TOML.
    pub(crate) example: &'static str,
    pub(crate) is_required: bool,
}

/// What a key takes.
#[derive(Debug)]
pub(crate) enum Kind {
    Bool,
    /// A whole number.
    Count {
        least: u32,
        most: u32,
    },
    /// A number from 0 to 1.
    Ratio,
    Text(&'static Format),
    /// One of these words.
    Choice(fn() -> Vec<&'static str>),
    /// Any value.
    Json,
    /// Where a secret is.
    Secret,
    List(&'static Kind),
    /// Names of this form, each with such a value.
    Map(&'static Format, &'static Kind),
    Table(&'static Section),
    /// `false`, or a table.
    TableOrFalse(&'static Section),
    /// `[[…]]`
    Tables(&'static Section),
}

impl Section {
    pub(crate) fn key(&self, name: &str) -> Option<&'static Key> {
        self.keys.iter().find(|key| key.name == name)
    }

    /// The sections that can be in this one, itself first.
    pub(crate) fn all(&'static self) -> Vec<&'static Section> {
        let mut sections = vec![self];
        for key in self.keys {
            sections.extend(key.kind.section().into_iter().flat_map(Section::all));
        }
        sections
    }
}

impl Kind {
    /// The section that values of this kind have.
    pub(crate) fn section(&self) -> Option<&'static Section> {
        match self {
            Kind::Table(section) | Kind::TableOrFalse(section) | Kind::Tables(section) => Some(section),
            Kind::List(kind) | Kind::Map(_, kind) => kind.section(),
            Kind::Bool
            | Kind::Count { .. }
            | Kind::Ratio
            | Kind::Text(_)
            | Kind::Choice(_)
            | Kind::Json
            | Kind::Secret => None,
        }
    }

    /// What is expected, after "expected".
    pub(crate) fn expected(&self) -> String {
        match self {
            Kind::Bool => "`true` or `false`".to_owned(),
            Kind::Count { least, most: u32::MAX } => format!("a whole number from {least}"),
            Kind::Count { least, most } => format!("a whole number from {least} to {most}"),
            Kind::Ratio => "a number from 0 to 1".to_owned(),
            Kind::Text(format) => format.expected.to_owned(),
            Kind::Choice(names) => format!("one of {}", listed(&names())),
            Kind::Json => "a value".to_owned(),
            Kind::Secret => super::check::SECRET_FORMS.to_owned(),
            Kind::List(kind) => format!("a list, each item {}", kind.expected()),
            Kind::Map(..) | Kind::Table(_) => "a table".to_owned(),
            Kind::TableOrFalse(_) => "a table, or `false`".to_owned(),
            Kind::Tables(_) => "a list of tables".to_owned(),
        }
    }
}

impl Key {
    /// An optional key without a default.
    pub(crate) const fn new(name: &'static str, kind: Kind, example: &'static str, about: &'static str) -> Key {
        Key { name, kind, about, default: "", example, is_required: false }
    }

    /// What applies without it.
    pub(crate) const fn or(self, default: &'static str) -> Key {
        Key { default, ..self }
    }

    pub(crate) const fn required(self) -> Key {
        Key { is_required: true, ..self }
    }
}

/// Names in code style, with commas between them.
pub(crate) fn listed(names: &[&str]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}
