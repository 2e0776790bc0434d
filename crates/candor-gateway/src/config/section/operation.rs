//! `[[api.operation]]`: a tool written by hand, for an API without a document.

use super::super::format::{FAILED_STATUS, METHOD, TEXT, TOOL_NAME};
use super::super::key::{Key, Kind, Section};

pub(crate) const OPERATION: Section = Section {
    name: "[[api.operation]]",
    about: "A tool written by hand, for an API without a document. Schemas are JSON Schema, written as TOML.",
    keys: &[
        Key::new("name", Kind::Text(&TOOL_NAME), "\"get_order\"", "The name of the tool.").required(),
        Key::new("description", Kind::Text(&TEXT), "\"Finds an order by its number.\"", "What it does, for the model.")
            .required(),
        Key::new("method", Kind::Text(&METHOD), "\"GET\"", "The method.").required(),
        Key::new("path", Kind::Text(&TEXT), "\"/orders/{id}\"", "The path, with `{…}` for its parameters.").required(),
        Key::new(
            "parameters",
            Kind::Tables(&PARAMETER),
            "[{ name = \"id\", in = \"path\" }]",
            "The arguments beside the body.",
        )
        .or("none"),
        Key::new(
            "body",
            Kind::Json,
            "{ type = \"object\", required = [\"note\"], properties = { note = { type = \"string\" } } }",
            "The schema of the body.",
        )
        .or("no body"),
        Key::new("body_type", Kind::Text(&TEXT), "\"application/json\"", "The media type of the body.")
            .or("`application/json`"),
        Key::new("output", Kind::Json, "{ type = \"object\" }", "The schema of a success.").or("any JSON, or nothing"),
        Key::new(
            "failures",
            Kind::Map(&FAILED_STATUS, &Kind::Text(&TEXT)),
            "{ 404 = \"No order has this number.\" }",
            "What the statuses mean that the API fails with.",
        )
        .or("none"),
    ],
};

const PARAMETER: Section = Section {
    name: "api.operation.parameters",
    about: "An argument beside the body.",
    keys: &[
        Key::new("name", Kind::Text(&TEXT), "\"id\"", "Its name.").required(),
        Key::new("in", Kind::Choice(|| vec!["path", "query", "header", "cookie"]), "\"path\"", "Where it goes.")
            .required(),
        Key::new("description", Kind::Text(&TEXT), "\"The number of the order.\"", "What it is, for the model.")
            .or("none"),
        Key::new("required", Kind::Bool, "true", "Whether a call has to have it. In a path, it always has.")
            .or("`false`"),
        Key::new("schema", Kind::Json, "{ type = \"string\" }", "Its schema.").or("`{ type = \"string\" }`"),
    ],
};
