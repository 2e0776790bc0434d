//! The arguments of a tool, and where each of them goes.

use crate::description::shortened;
use crate::finding::{Place, Problem};
use crate::operation::{Body, Field, Operation, Parameter, ParameterForm, Reading, SchemaSource};
use crate::options::LoadOptions;
use crate::request::{BodyPlan, FieldPlan, Location, ParameterPlan, PathTemplate, body_kind, is_reserved};
use crate::schema::{Converted, Definitions, Direction};
use http::{HeaderName, HeaderValue};
use serde_json::{Map, Value, json};

/// The argument that holds the body.
const BODY: &str = "body";

/// How many parameters an operation may have.
const MAX_PARAMETERS: usize = 1_000;

/// The longest name of an argument.
const MAX_NAME: usize = 64;

/// The arguments while they are being collected.
pub(super) struct Input<'r, 'd> {
    reading: &'r mut Reading<'d>,
    definitions: &'r mut Definitions<'d>,
    options: &'r LoadOptions,
    schema: Converted,
    properties: Map<String, Value>,
    required: Vec<Value>,
    pub(super) parameters: Vec<ParameterPlan>,
    pub(super) body: Option<BodyPlan>,
}

impl<'r, 'd> Input<'r, 'd> {
    /// Collects the arguments of an operation.
    pub(super) fn of(
        operation: &Operation,
        path: &PathTemplate,
        reading: &'r mut Reading<'d>,
        definitions: &'r mut Definitions<'d>,
        options: &'r LoadOptions,
        at: &Place,
    ) -> Input<'r, 'd> {
        let mut input = Input {
            reading,
            definitions,
            options,
            schema: Converted::plain(Value::Null),
            properties: Map::new(),
            required: Vec::new(),
            parameters: Vec::new(),
            body: None,
        };
        if operation.parameters.len() > MAX_PARAMETERS {
            let reason = format!("the operation has more than {MAX_PARAMETERS} parameters");
            input.reading.refused.push(Problem::new(at.clone(), reason));
            return input;
        }
        let mut parameters: Vec<&Parameter> = operation.parameters.iter().collect();
        parameters.sort_by_key(|parameter| parameter.location);
        for parameter in parameters {
            if let Err(problem) = input.parameter(parameter, path) {
                input.reading.refused.push(problem);
            }
        }
        input.undeclared(path, at);
        if let Some(body) = &operation.body
            && let Err(problem) = input.body(body)
        {
            input.reading.refused.push(problem);
        }
        input
    }

    /// Takes an argument out, because its value is fixed; whether there is one.
    pub(super) fn fix(&mut self, argument: &str) -> bool {
        self.required.retain(|name| name != argument);
        self.properties.remove(argument).is_some()
    }

    /// The schema of all arguments, and where they go.
    pub(super) fn finish(self) -> (Converted, Vec<ParameterPlan>, Option<BodyPlan>) {
        let mut root = json!({"type": "object", "additionalProperties": false});
        if let Value::Object(members) = &mut root {
            members.insert("properties".to_owned(), Value::Object(self.properties));
            if !self.required.is_empty() {
                members.insert("required".to_owned(), Value::Array(self.required));
            }
        }
        let mut schema = self.schema;
        schema.value = root;
        (schema, self.parameters, self.body)
    }

    fn parameter(&mut self, parameter: &Parameter, path: &PathTemplate) -> Result<(), Problem> {
        let name = &parameter.name;
        let header = match parameter.location {
            Location::Header => {
                let header = HeaderName::from_bytes(name.as_bytes());
                Some(header.map_err(|_| {
                    Problem::new(parameter.place.clone(), format!("`{name}` cannot be the name of a header"))
                })?)
            }
            Location::Path | Location::Query | Location::Cookie => None,
        };
        if let Some(reason) = self.why_not_an_argument(parameter, header.as_ref(), path) {
            self.reading.loosened.push(Problem::new(parameter.place.clone(), reason));
            return Ok(());
        }
        let mut schema = match &parameter.schema {
            Some(source) => self.source(source)?,
            None => json!({}),
        };
        if parameter.location == Location::Path {
            not_empty(&mut schema);
        }
        self.describe(&mut schema, parameter.description.as_deref());
        let argument = self.free_name(name, parameter.location.name());
        if parameter.is_required {
            self.required.push(Value::from(argument.as_str()));
        }
        self.properties.insert(argument.clone(), schema);
        self.parameters.push(ParameterPlan {
            argument,
            name: name.clone(),
            location: parameter.location,
            form: parameter.form,
            is_required: parameter.is_required,
            header,
        });
        Ok(())
    }

    fn why_not_an_argument(
        &self,
        parameter: &Parameter,
        header: Option<&HeaderName>,
        path: &PathTemplate,
    ) -> Option<String> {
        let name = &parameter.name;
        let is_set_by_gateway = match (parameter.location, header) {
            (Location::Header, Some(header)) => {
                let own = self.options.reserved_headers.iter().any(|own| own.eq_ignore_ascii_case(header.as_str()));
                own || is_reserved(header.as_str())
            }
            (Location::Query, _) => self.options.reserved_query.contains(name),
            (Location::Path | Location::Header | Location::Cookie, _) => false,
        };
        if is_set_by_gateway {
            return Some(format!("the {} `{name}` is set by the gateway; it is not an argument", parameter.location));
        }
        let is_unused = parameter.location == Location::Path && !path.parameters().any(|used| used == name);
        is_unused.then(|| format!("the path has no place for the parameter `{name}`; it is left out"))
    }

    /// Places in the path that no parameter is described for.
    fn undeclared(&mut self, path: &PathTemplate, at: &Place) {
        let is_known = |name: &str, plans: &[ParameterPlan]| {
            plans.iter().any(|plan| plan.location == Location::Path && plan.name == name)
        };
        for name in path.parameters() {
            if is_known(name, &self.parameters) {
                continue;
            }
            let reason = format!("the path has `{{{name}}}`, but no parameter describes it; it is a text");
            self.reading.loosened.push(Problem::new(at.clone(), reason));
            let argument = self.free_name(name, Location::Path.name());
            self.required.push(Value::from(argument.as_str()));
            self.properties.insert(argument.clone(), json!({"type": "string", "minLength": 1}));
            let style = Location::Path.default_style();
            self.parameters.push(ParameterPlan {
                argument,
                name: name.to_owned(),
                location: Location::Path,
                form: ParameterForm::Styled { style, explode: false, allow_reserved: false },
                is_required: true,
                header: None,
            });
        }
    }

    fn body(&mut self, body: &Body) -> Result<(), Problem> {
        let names: Vec<&str> = body.media.iter().map(|media| media.name.as_str()).collect();
        let Some((place, kind)) = body_kind(&names) else {
            let reason = format!("no media type of this body is supported: {}", names.join(", "));
            return Err(Problem::new(body.place.clone(), reason));
        };
        let Some(media) = body.media.get(place) else { return Ok(()) };
        let mut schema = match &media.schema {
            Some(SchemaSource::Node(node)) => {
                let converted = self.definitions.convert(node, Direction::Input)?;
                // The fields of a form must be known here; those of JSON can stay where they are.
                let is_form = media.name.starts_with("multipart/");
                let converted = if is_form { self.definitions.resolved(converted)? } else { converted };
                self.schema.absorb(converted)
            }
            Some(source @ SchemaSource::Fields(_)) => self.source(source)?,
            None => json!({}),
        };
        let files = (kind.argument_schema)(&mut schema);
        self.describe(&mut schema, body.description.as_deref());
        let argument = self.free_name(BODY, "content");
        if body.is_required {
            self.required.push(Value::from(argument.as_str()));
        }
        self.properties.insert(argument.clone(), schema);
        let mut fields: Vec<FieldPlan> = Vec::new();
        for encoding in &media.encodings {
            let content_type = encoding.content_type.as_deref().and_then(|name| HeaderValue::from_str(name).ok());
            let is_file = files.contains(&encoding.field);
            fields.push(FieldPlan { name: encoding.field.clone(), content_type, style: encoding.style, is_file });
        }
        for name in files {
            if !fields.iter().any(|field| field.name == name) {
                fields.push(FieldPlan { name, content_type: None, style: None, is_file: true });
            }
        }
        self.body = Some(BodyPlan::new(kind, argument, body.is_required, &media.name, fields));
        Ok(())
    }

    fn source(&mut self, source: &SchemaSource) -> Result<Value, Problem> {
        match source {
            SchemaSource::Node(node) => {
                let converted = self.definitions.convert(node, Direction::Input)?;
                Ok(self.schema.absorb(converted))
            }
            SchemaSource::Fields(fields) => self.fields(fields),
        }
    }

    fn fields(&mut self, fields: &[Field]) -> Result<Value, Problem> {
        let mut properties = Map::new();
        for field in fields {
            let converted = self.definitions.convert(&field.schema, Direction::Input)?;
            properties.insert(field.name.clone(), self.schema.absorb(converted));
        }
        let required: Vec<_> = fields.iter().filter(|field| field.is_required).map(|field| &field.name).collect();
        let mut schema = json!({"type": "object", "properties": properties});
        if let (Value::Object(members), false) = (&mut schema, required.is_empty()) {
            members.insert("required".to_owned(), json!(required));
        }
        Ok(schema)
    }

    fn describe(&self, schema: &mut Value, description: Option<&str>) {
        let text = shortened(description.unwrap_or_default(), self.options.limits.schema_description);
        if text.is_empty() {
            return;
        }
        if !schema.is_object() {
            *schema = json!({});
        }
        if let Value::Object(members) = schema {
            members.insert("description".to_owned(), Value::from(text));
        }
    }

    /// A name that no other argument has, of characters that every model accepts.
    fn free_name(&self, name: &str, location: &str) -> String {
        let mut free = String::new();
        for letter in name.chars() {
            match letter {
                letter if letter.is_ascii_alphanumeric() || "_.-".contains(letter) => free.push(letter),
                _ if free.is_empty() || free.ends_with('_') => {}
                _ => free.push('_'),
            }
        }
        free.truncate(MAX_NAME - 12);
        if !name.ends_with('_') {
            free.truncate(free.trim_end_matches('_').len());
        }
        if free.is_empty() {
            free.push_str(location);
        }
        let is_free = |name: &str| !self.properties.contains_key(name);
        if is_free(&free) {
            return free;
        }
        let with_location = format!("{free}_{location}");
        let numbered = (2..).map(|number| format!("{with_location}_{number}"));
        std::iter::once(with_location.clone()).chain(numbered).find(|name| is_free(name)).unwrap_or(with_location)
    }
}

/// An empty text would take its segment out of the path.
fn not_empty(schema: &mut Value) {
    let is_text = schema.get("type") == Some(&json!("string"));
    if let Value::Object(members) = schema
        && is_text
        && !members.contains_key("enum")
        && members.get("minLength").and_then(Value::as_u64).unwrap_or_default() == 0
    {
        members.insert("minLength".to_owned(), json!(1));
    }
}
