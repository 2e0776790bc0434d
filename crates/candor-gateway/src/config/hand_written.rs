//! Tools written by hand, as an OpenAPI document: there is one way from a description to a tool.

use super::load::{Names, report};
use super::reader::Reader;
use super::value::{At, Named, Table};
use crate::api::Api;
use crate::finding::{Finding, LoadErrors};
use crate::options::LoadOptions;
use http::Method;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::ops::Range;

/// A document in JSON, with the place in the configuration of each of its lines.
#[derive(Default)]
struct Text {
    text: String,
    places: Vec<Range<usize>>,
}

impl Text {
    fn line(&mut self, line: &str, place: &Range<usize>) {
        self.text.push_str(line);
        self.text.push('\n');
        self.places.push(place.clone());
    }

    /// `"name": value,`
    fn member(&mut self, name: &str, value: &Value, place: &Range<usize>) {
        self.line(&format!("{}: {value},", json!(name)), place);
    }
}

/// Reads the tools of an API. References lead to files in the folder of the configuration.
pub(crate) fn load(
    operations: &[&Table],
    options: &LoadOptions,
    names: &Names,
    reader: &mut Reader<'_>,
) -> Option<Api> {
    reader.unique("tool", operations.iter().filter_map(|table| table.get("name")).collect());
    let text = document(operations, reader);
    let loaded = Api::load_text(reader.path, &text.text, options);
    let place = |finding: &Finding, reader: &Reader<'_>| {
        let line = usize::try_from(finding.place.line).unwrap_or_default().checked_sub(1)?;
        (finding.place.file == reader.source.name).then(|| text.places.get(line).cloned())?
    };
    match loaded {
        Ok(api) => {
            for finding in api.refused() {
                match place(finding, reader) {
                    Some(span) => reader.mistake(span, finding.reason.clone(), None),
                    None => reader.finding(finding, None),
                }
            }
            Some(api)
        }
        Err(LoadErrors(findings)) => {
            let (here, there): (Vec<_>, Vec<_>) =
                findings.into_iter().partition(|it| it.subject.is_none() && place(it, reader).is_some());
            for finding in here {
                let span = place(&finding, reader).unwrap_or(0..0);
                reader.mistake(span, finding.reason, None);
            }
            report(&LoadErrors(there), names, reader);
            None
        }
    }
}

/// The document. Operations that lack something are left out; that has been reported.
fn document(operations: &[&Table], reader: &mut Reader<'_>) -> Text {
    let mut paths: BTreeMap<String, Vec<(Method, &Table)>> = BTreeMap::new();
    for table in operations {
        let (Some(path), Some(method)) = (table.get::<At<String>>("path"), table.get::<Method>("method")) else {
            continue;
        };
        if !path.value.starts_with('/') || path.value.contains(['?', '#']) {
            let help = "a path begins with `/`; what is in the query are parameters";
            reader.mistake(path.span, format!("`{}` is not a path", path.value), Some(help.to_owned()));
            continue;
        }
        let methods = paths.entry(path.value.clone()).or_default();
        if methods.iter().any(|(other, _)| *other == method) {
            reader.mistake(path.span, format!("`{method} {}` is there already", path.value), None);
            continue;
        }
        methods.push((method, table));
    }
    let mut text = Text::default();
    let whole = 0..0;
    text.line("{\"openapi\": \"3.2.0\", \"paths\": {", &whole);
    for (index, (path, methods)) in paths.iter().enumerate() {
        let comma = if index > 0 { "," } else { "" };
        let first = methods.first().map_or(0..0, |(_, table)| table.span.clone());
        text.line(&format!("{comma}{}: {{", json!(path)), &first);
        for (index, (method, table)) in methods.iter().enumerate() {
            let comma = if index > 0 { "," } else { "" };
            text.line(&format!("{comma}{}: {{", json!(method.as_str().to_lowercase())), &table.span);
            operation(table, &mut text);
            text.line("}", &table.span);
        }
        text.line("}", &first);
    }
    text.line("}}", &whole);
    text
}

fn operation(table: &Table, text: &mut Text) {
    let span_of = |name: &str| table.key_span(name).unwrap_or_else(|| table.span.clone());
    let described: String = table.get("description").unwrap_or_default();
    text.member("description", &json!(described), &span_of("description"));
    let parameters: Vec<&Table> = table.all("parameters");
    text.line("\"parameters\": [", &span_of("parameters"));
    for (index, parameter) in parameters.iter().enumerate() {
        let comma = if index > 0 { "," } else { "" };
        text.line(&format!("{comma}{}", self::parameter(parameter)), &parameter.span);
    }
    text.line("],", &span_of("parameters"));
    if let Some(body) = table.get::<At<Value>>("body") {
        let media_type: String = table.get("body_type").unwrap_or_else(|| "application/json".to_owned());
        let content = json!({"required": true, "content": {media_type: {"schema": body.value}}});
        text.member("requestBody", &content, &body.span);
    }
    let failures: Named<'_, String> = table.named("failures");
    let mut responses: Map<String, Value> =
        failures.into_iter().map(|(status, meaning)| (status.value.clone(), json!({"description": meaning}))).collect();
    if let Some(output) = table.get::<Value>("output") {
        let content = json!({"application/json": {"schema": output}});
        responses.insert("2XX".to_owned(), json!({"description": "Success", "content": content}));
    }
    text.member("responses", &responses.into(), &span_of("output"));
    let name: String = table.get("name").unwrap_or_default();
    text.line(&format!("\"operationId\": {}", json!(name)), &span_of("name"));
}

fn parameter(table: &Table) -> Value {
    let place: &str = table.get("in").unwrap_or("query");
    let is_required = table.get("required").unwrap_or(false) || place == "path";
    let schema: Value = table.get("schema").unwrap_or_else(|| json!({"type": "string"}));
    let mut parameter = json!({"in": place, "required": is_required, "schema": schema});
    if let Some(parameter) = parameter.as_object_mut() {
        parameter.extend(table.get::<String>("name").map(|name| ("name".to_owned(), name.into())));
        parameter.extend(table.get::<String>("description").map(|text| ("description".to_owned(), text.into())));
    }
    parameter
}
