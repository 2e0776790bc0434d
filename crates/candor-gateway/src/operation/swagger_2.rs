//! Operations of OpenAPI 2.0 (Swagger), brought into the form of version 3.

use super::paths::Found;
use super::{
    Body, Field, Media, Operation, Parameter, ParameterForm, PartEncoding, Reading, Response, SchemaSource, Status,
};
use crate::document::Node;
use crate::finding::Problem;
use crate::media_type;
use crate::request::{Location, Style};

const FORM: &str = "application/x-www-form-urlencoded";
const MULTIPART: &str = "multipart/form-data";

pub(super) fn operation(reading: &mut Reading<'_>, found: &Found) -> Operation {
    let mut all: Vec<(String, String, Node)> = Vec::new();
    for node in std::iter::once(&found.node).chain(&found.items) {
        let own = all.len();
        for node in reading.members(node, "parameters").iter().flat_map(Node::items) {
            let Some(node) = reading.follow(&node) else { continue };
            let Some(name) = node.text_of("name") else {
                reading.refused.push(node.problem("this parameter has no `name`"));
                continue;
            };
            let place = node.text_of("in").unwrap_or_default();
            if !all.iter().take(own).any(|(other, at, _)| (other, at) == (&name, &place)) {
                all.push((place, name, node));
            }
        }
    }
    let mut parameters = Vec::new();
    let mut fields = Vec::new();
    let mut body = None;
    for (place, name, node) in all {
        match place.as_str() {
            "body" => body = Some(whole_body(reading, found, &node)),
            "formData" => fields.push((name, node)),
            _ => {
                let parameter = parameter(&place, &name, &node);
                parameters.extend(reading.kept(parameter));
            }
        }
    }
    if !fields.is_empty() {
        body = Some(form_body(reading, found, fields));
    }
    let responses = reading.members(&found.node, "responses");
    let responses = responses.map(|responses| self::responses(reading, found, &responses)).unwrap_or_default();
    Operation { parameters, body, responses }
}

fn parameter(place: &str, name: &str, node: &Node) -> Result<Parameter, Problem> {
    let Some(location) = Location::from_name(place).filter(|location| *location != Location::Cookie) else {
        return Err(node.problem(format!(
            "the parameter `{name}` is in `{place}`; path, query, header, body and formData are supported"
        )));
    };
    let (style, explode) = style(node, location);
    Ok(Parameter {
        name: name.to_owned(),
        location,
        is_required: location == Location::Path || node.is_true("required"),
        description: node.text_of("description"),
        schema: Some(SchemaSource::Node(node.clone())),
        form: ParameterForm::Styled { style, explode, allow_reserved: false },
        place: node.place(),
    })
}

/// What `collectionFormat` means in version 3.
fn style(node: &Node, location: Location) -> (Style, bool) {
    let format = node.text_of("collectionFormat");
    match (format.as_deref(), location) {
        (_, Location::Path | Location::Header | Location::Cookie) => (location.default_style(), false),
        (Some("multi"), Location::Query) => (Style::Form, true),
        (Some("ssv"), Location::Query) => (Style::SpaceDelimited, false),
        (Some("tsv"), Location::Query) => (Style::TabDelimited, false),
        (Some("pipes"), Location::Query) => (Style::PipeDelimited, false),
        (_, Location::Query) => (Style::Form, false),
    }
}

/// The media types under a key of the operation or, if it has none, of the document.
fn media_types(reading: &Reading<'_>, found: &Found, key: &str) -> Vec<String> {
    let listed = found.node.get(key).or_else(|| reading.document.root().get(key));
    listed.iter().flat_map(Node::items).filter_map(|name| name.text().map(media_type::name)).collect()
}

fn whole_body(reading: &Reading<'_>, found: &Found, node: &Node) -> Body {
    let schema = node.get("schema").map(SchemaSource::Node);
    let mut names = media_types(reading, found, "consumes");
    if names.is_empty() {
        names.push("application/json".to_owned());
    }
    let media = names.into_iter().map(|name| Media { name, schema: schema.clone(), encodings: Vec::new() });
    Body {
        is_required: node.is_true("required"),
        description: node.text_of("description"),
        media: media.collect(),
        place: node.place(),
    }
}

fn form_body(reading: &Reading<'_>, found: &Found, fields: Vec<(String, Node)>) -> Body {
    let has_file = fields.iter().any(|(_, node)| node.text_of("type").as_deref() == Some("file"));
    let accepts = media_types(reading, found, "consumes");
    let is_multipart =
        has_file || accepts.iter().any(|name| name == MULTIPART) && !accepts.iter().any(|name| name == FORM);
    let encodings = fields.iter().map(|(name, node)| PartEncoding {
        field: name.clone(),
        content_type: None,
        style: Some(style(node, Location::Query)),
    });
    let encodings = encodings.collect();
    let is_required = fields.iter().any(|(_, node)| node.is_true("required"));
    let place = fields.first().map_or_else(|| found.place.clone(), |(_, node)| node.place());
    let fields =
        fields.into_iter().map(|(name, node)| Field { name, is_required: node.is_true("required"), schema: node });
    let schema = Some(SchemaSource::Fields(fields.collect()));
    let name = if is_multipart { MULTIPART } else { FORM };
    Body { is_required, description: None, media: vec![Media { name: name.to_owned(), schema, encodings }], place }
}

fn responses(reading: &mut Reading<'_>, found: &Found, node: &Node) -> Vec<Response> {
    let names = media_types(reading, found, "produces");
    let mut all = Vec::new();
    for entry in node.entries().filter(|entry| !entry.key.starts_with("x-")) {
        let Some(status) = Status::read(entry.key) else {
            let reason = format!("`{}` is not a status of HTTP; the response is left out", entry.key);
            reading.loosened.push(Problem::new(entry.place(), reason));
            continue;
        };
        let Some(response) = reading.follow(&entry.value) else { continue };
        let schema = response.get("schema");
        all.push(Response { status, description: response.text_of("description"), media: media(&names, schema) });
    }
    all
}

/// What a response holds: nothing without a schema, and a file if its schema says so.
fn media(names: &[String], schema: Option<Node>) -> Vec<Media> {
    let Some(schema) = schema else { return Vec::new() };
    let is_file = schema.text_of("type").as_deref() == Some("file");
    let default = if is_file { "application/octet-stream" } else { "application/json" };
    let is_possible = |name: &&String| !(is_file && media_type::is_json(name));
    let mut names: Vec<String> = names.iter().filter(is_possible).cloned().collect();
    if names.is_empty() {
        names.push(default.to_owned());
    }
    let schema = (!is_file).then_some(SchemaSource::Node(schema));
    names.into_iter().map(|name| Media { name, schema: schema.clone(), encodings: Vec::new() }).collect()
}
