//! `select`: which operations become tools.

use super::super::format::{METHOD, TEXT};
use super::super::key::{Key, Kind, Section};
use super::super::value::Table;
use crate::selection::Selection;

pub(crate) const SELECT: Section = Section {
    name: "select",
    about: "Which operations become tools: those that fit every list. In patterns of paths, `*` stands for any characters but `/`, and `**` for any.",
    keys: &[
        Key::new("tags", Kind::List(&Kind::Text(&TEXT)), "[\"orders\"]", "Only operations with one of these tags.")
            .or("all"),
        Key::new("without_tags", Kind::List(&Kind::Text(&TEXT)), "[\"internal\"]", "None with one of these tags.")
            .or("all"),
        Key::new(
            "paths",
            Kind::List(&Kind::Text(&TEXT)),
            "[\"/orders/**\"]",
            "Only operations whose path matches one of these.",
        )
        .or("all"),
        Key::new(
            "without_paths",
            Kind::List(&Kind::Text(&TEXT)),
            "[\"/admin/**\"]",
            "None whose path matches one of these.",
        )
        .or("all"),
        Key::new(
            "methods",
            Kind::List(&Kind::Text(&METHOD)),
            "[\"GET\"]",
            "Only operations with one of these methods.",
        )
        .or("all"),
        Key::new("without_deprecated", Kind::Bool, "true", "None that is deprecated.").or("`false`"),
    ],
};

pub(crate) fn read(table: &Table) -> Selection {
    Selection {
        tags: table.all("tags"),
        without_tags: table.all("without_tags"),
        paths: table.all("paths"),
        without_paths: table.all("without_paths"),
        methods: table.all("methods"),
        without_deprecated: table.get("without_deprecated").unwrap_or(false),
    }
}
