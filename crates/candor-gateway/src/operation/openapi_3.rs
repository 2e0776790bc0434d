//! Operations of OpenAPI 3.0, 3.1 and 3.2.

use super::paths::Found;
use super::{Body, Media, Operation, Parameter, ParameterForm, PartEncoding, Reading, Response, SchemaSource, Status};
use crate::document::Node;
use crate::finding::Problem;
use crate::media_type;
use crate::request::{Location, Style};

pub(super) fn operation(reading: &mut Reading<'_>, found: &Found) -> Operation {
    let parameters = parameters(reading, found);
    let body = found.node.get("requestBody").and_then(|body| self::body(reading, &body));
    let responses = reading.members(&found.node, "responses");
    let responses = responses.map(|responses| self::responses(reading, &responses)).unwrap_or_default();
    Operation { parameters, body, responses }
}

/// The parameters of the operation, and those of its path that it does not have itself.
fn parameters(reading: &mut Reading<'_>, found: &Found) -> Vec<Parameter> {
    let mut all: Vec<Parameter> = Vec::new();
    for node in std::iter::once(&found.node).chain(&found.items) {
        let own = all.len();
        for node in reading.members(node, "parameters").iter().flat_map(Node::items) {
            let Some(node) = reading.follow(&node) else { continue };
            let parameter = parameter(&node);
            let Some(parameter) = reading.kept(parameter) else { continue };
            let is_same = |other: &Parameter| (&other.name, other.location) == (&parameter.name, parameter.location);
            if !all.iter().take(own).any(is_same) {
                all.push(parameter);
            }
        }
    }
    all
}

fn parameter(node: &Node) -> Result<Parameter, Problem> {
    let Some(name) = node.text_of("name") else { return Err(node.problem("this parameter has no `name`")) };
    let place = node.text_of("in").unwrap_or_default();
    let Some(location) = Location::from_name(&place) else {
        return Err(node
            .problem(format!("the parameter `{name}` is in `{place}`; path, query, header and cookie are supported")));
    };
    let content = node
        .get("content")
        .and_then(|content| content.entries().next().map(|entry| (entry.key.to_owned(), entry.value)));
    let (schema, form) = match content {
        Some((media, content)) if media_type::is_json(&media_type::name(&media)) => {
            (content.get("schema"), ParameterForm::Json)
        }
        Some((media, content)) if media.contains('*') || media_type::is_text(&media_type::name(&media)) => {
            (content.get("schema"), styled(node, &name, location)?)
        }
        Some((media, content)) => {
            let reason = format!("the parameter `{name}` is written as `{media}`; JSON and text are supported");
            return Err(content.problem(reason));
        }
        None => (node.get("schema"), styled(node, &name, location)?),
    };
    Ok(Parameter {
        is_required: location == Location::Path || node.is_true("required"),
        description: node.text_of("description"),
        schema: schema.map(SchemaSource::Node),
        form,
        place: node.place(),
        location,
        name,
    })
}

fn styled(node: &Node, name: &str, location: Location) -> Result<ParameterForm, Problem> {
    let style = match node.get("style") {
        Some(style) => {
            let written = style.written().unwrap_or_default();
            Style::from_name(written).filter(|style| style.is_for(location)).ok_or_else(|| {
                style.problem(format!("the style `{written}` of the parameter `{name}` is not one for a {location}"))
            })?
        }
        None => location.default_style(),
    };
    let explode = node.get("explode").and_then(|explode| explode.truth()).unwrap_or(style == Style::Form);
    Ok(ParameterForm::Styled { style, explode, allow_reserved: node.is_true("allowReserved") })
}

fn body(reading: &mut Reading<'_>, node: &Node) -> Option<Body> {
    let node = reading.follow(node)?;
    let media = media(reading, &node);
    (!media.is_empty()).then(|| Body {
        is_required: node.is_true("required"),
        description: node.text_of("description"),
        media,
        place: node.place(),
    })
}

fn media(reading: &mut Reading<'_>, node: &Node) -> Vec<Media> {
    let mut all = Vec::new();
    for entry in reading.members(node, "content").iter().flat_map(Node::entries) {
        let Some(content) = reading.follow(&entry.value) else { continue };
        all.push(Media {
            name: media_type::name(entry.key),
            schema: content.get("schema").map(SchemaSource::Node),
            encodings: content
                .get("encoding")
                .iter()
                .flat_map(Node::entries)
                .map(|entry| encoding(entry.key, &entry.value))
                .collect(),
        });
    }
    all
}

fn encoding(field: &str, node: &Node) -> PartEncoding {
    let style = node.get("style").and_then(|style| Style::from_name(style.written()?));
    let explode = node.get("explode").and_then(|explode| explode.truth());
    let style = match (style, explode) {
        (None, None) => None,
        (style, explode) => {
            let style = style.filter(|style| style.is_for(Location::Query)).unwrap_or(Style::Form);
            Some((style, explode.unwrap_or(style == Style::Form)))
        }
    };
    // Of several content types, the first.
    let content_type = node.text_of("contentType");
    let content_type = content_type.and_then(|types| types.split(',').next().map(|first| first.trim().to_owned()));
    PartEncoding { field: field.to_owned(), content_type, style }
}

fn responses(reading: &mut Reading<'_>, node: &Node) -> Vec<Response> {
    let mut all = Vec::new();
    for entry in node.entries().filter(|entry| !entry.key.starts_with("x-")) {
        let Some(status) = Status::read(entry.key) else {
            let reason = format!("`{}` is not a status of HTTP; the response is left out", entry.key);
            reading.loosened.push(Problem::new(entry.place(), reason));
            continue;
        };
        let Some(response) = reading.follow(&entry.value) else { continue };
        // Nothing but the status and the description of other responses is used.
        let is_read = status.is_success() || status == Status::Default;
        let media = if is_read { media(reading, &response) } else { Vec::new() };
        all.push(Response { status, description: response.text_of("description"), media });
    }
    all
}
