//! The syntaxes in which a value stands. In a template, `§v` is the value and `§n` its name.

mod address;
mod below;
mod command;
mod connection;
mod data;
mod database;
mod entry;
mod infrastructure;
mod languages;
mod lines;
mod log;
mod markup;
mod place;
mod prose;
mod repr;
mod talk;

use super::half::Half;
use super::name::Style;
use super::secret::Look;
use super::written::Written;

/// What a carrier itself says of its value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Says {
    /// The name that stands there says it.
    Name,
    /// It is secret, whatever the value is.
    Secret,
    /// Nothing.
    Nothing,
    /// It is about secrets, and the value is none.
    Talk,
}

/// A syntax.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Carrier {
    pub(crate) id: &'static str,
    pub(crate) template: &'static str,
    pub(crate) says: Says,
    pub(crate) written: Written,
    pub(crate) style: Style,
    /// The least that a value must look like.
    pub(crate) least: Look,
    /// Whether it needs a line of its own.
    needs_line: bool,
    /// Whether it stays as it is with a value that is not secret.
    pub(crate) has_twin: bool,
    /// The only half that has it.
    pub(crate) apart: Option<Half>,
}

/// A name and its value.
const fn named(id: &'static str, written: Written, template: &'static str) -> Carrier {
    Carrier {
        id,
        template,
        says: Says::Name,
        written,
        style: Style::Code,
        least: Look::Plain,
        needs_line: false,
        has_twin: true,
        apart: None,
    }
}

/// A value that is secret because of where it stands.
const fn telling(id: &'static str, written: Written, template: &'static str) -> Carrier {
    Carrier { says: Says::Secret, ..named(id, written, template) }
}

/// A value that can only show by itself that it is secret.
const fn silent(id: &'static str, written: Written, template: &'static str) -> Carrier {
    Carrier { says: Says::Nothing, least: Look::Random, ..named(id, written, template) }
}

/// A sentence about secrets with a value that is none.
const fn talk(id: &'static str, template: &'static str) -> Carrier {
    Carrier { says: Says::Talk, ..named(id, Written::Word, template) }
}

impl Carrier {
    const fn style(self, style: Style) -> Carrier {
        Carrier { style, ..self }
    }

    const fn free(self) -> Carrier {
        self.style(Style::Free)
    }

    /// For values that are not made of words alone: those could be any word of the sentence.
    const fn odd(self) -> Carrier {
        Carrier { least: Look::Odd, ..self }
    }

    const fn on_a_line(self) -> Carrier {
        Carrier { needs_line: true, ..self }
    }

    /// Something else in it is removed.
    const fn without_twin(self) -> Carrier {
        Carrier { has_twin: false, ..self }
    }

    const fn building(self) -> Carrier {
        Carrier { apart: Some(Half::Building), ..self }
    }

    const fn checking(self) -> Carrier {
        Carrier { apart: Some(Half::Checking), ..self }
    }

    /// Whether it needs lines of its own.
    pub(crate) fn is_on_a_line(&self) -> bool {
        self.needs_line || self.written == Written::Line || self.template.contains('\n')
    }
}

/// A carrier that the scrubber knows.
pub(crate) static KNOWN: Carrier = named("known", Written::Double, "{\"page\": 2, \"§n\": \"§v\"}");

/// Every carrier, with the group that it is in.
pub(crate) fn all() -> impl Iterator<Item = (&'static str, &'static Carrier)> {
    let groups = [
        ("address", address::ROWS),
        ("below", below::ROWS),
        ("command", command::ROWS),
        ("connection", connection::ROWS),
        ("data", data::ROWS),
        ("database", database::ROWS),
        ("entry", entry::ROWS),
        ("infrastructure", infrastructure::ROWS),
        ("languages", languages::ROWS),
        ("lines", lines::ROWS),
        ("log", log::ROWS),
        ("markup", markup::ROWS),
        ("place", place::ROWS),
        ("prose", prose::ROWS),
        ("repr", repr::ROWS),
        ("talk", talk::ROWS),
    ];
    groups.into_iter().flat_map(|(group, rows)| rows.iter().map(move |row| (group, row)))
}
