//! Puts a tool together.

use super::answer::{accept, answers};
use super::contract::contract;
use super::input::Input;
use super::output::output;
use super::{Hints, Tool};
use crate::description::shortened;
use crate::finding::{Problem, Subject};
use crate::operation::{Found, Reading, Version, own_server};
use crate::options::LoadOptions;
use crate::overrides::ToolOverride;
use crate::request::{PathTemplate, PlanParts, RequestPlan};
use crate::schema::Definitions;
use http::HeaderValue;

/// What tools of one document share while they are built.
pub(crate) struct Builder<'d> {
    pub(crate) version: &'static Version,
    pub(crate) definitions: Definitions<'d>,
    pub(crate) options: &'d LoadOptions,
}

impl<'d> Builder<'d> {
    /// The tool for an operation; none, with the reasons in `reading`, if it cannot be one.
    pub(crate) fn tool(
        &mut self,
        found: &Found,
        name: &str,
        own: Option<&ToolOverride>,
        reading: &mut Reading<'d>,
    ) -> Option<Tool> {
        let limits = self.options.limits;
        let operation = self.version.operation(reading, found);
        let path = PathTemplate::read(found.key.path());
        let mut input = Input::of(&operation, &path, reading, &mut self.definitions, self.options, &found.place);
        let fixed = own.map(|own| own.fixed.clone()).unwrap_or_default();
        let unknown: Vec<String> = fixed.keys().filter(|argument| !input.fix(argument)).cloned().collect();
        let (schema, parameters, body) = input.finish();
        for argument in unknown {
            reading.refused.push(
                Problem::new(found.place.clone(), format!("there is no argument `{argument}` to be fixed"))
                    .about(Subject::Argument(argument)),
            );
        }
        let mut schema = schema;
        reading.loosened.append(&mut schema.loosened);
        let bundle = self.definitions.bundle(schema, limits.input_schema);
        let bundle = reading.kept(bundle);
        let mut loosened = Vec::new();
        let output = output(&operation, &mut self.definitions, limits.output_schema, &mut loosened);
        reading.loosened.append(&mut loosened);
        let output = reading.kept(output);
        let (bundle, output) = (bundle?, output?);
        if !reading.refused.is_empty() {
            return None;
        }
        let cuts = [
            (bundle.is_cut, "arguments", limits.input_schema),
            (output.as_ref().is_some_and(|(_, is_cut)| *is_cut), "answers", limits.output_schema),
        ];
        for (_, what, limit) in cuts.into_iter().filter(|(is_cut, _, _)| *is_cut) {
            let reason =
                format!("the schema of its {what} is larger than {limit} bytes; its deepest parts are left open");
            reading.loosened.push(Problem::new(found.place.clone(), reason));
        }
        let answers = answers(&operation);
        let accept = HeaderValue::try_from(accept(&answers)).unwrap_or(HeaderValue::from_static("*/*"));
        let plan = PlanParts {
            method: found.key.method().clone(),
            path,
            parameters,
            body,
            accept,
            server: own_server(found, reading.document),
            place: found.place.clone(),
            fixed: fixed.into_iter().collect(),
        };
        Some(Tool {
            name: name.to_owned(),
            description: own
                .and_then(|own| own.description.clone())
                .unwrap_or_else(|| description(found, limits.description)),
            operation: found.key.clone(),
            input_schema: bundle.schema,
            output: output.map(|(output, _)| output),
            contract: contract(name, &operation),
            answers,
            hints: hints(found, own),
            plan: RequestPlan::new(plan),
        })
    }
}

/// Summary and description, without saying the same twice; the operation itself if there is neither.
fn description(found: &Found, max: usize) -> String {
    let summary = found.text("summary").map(|text| shortened(&text, max)).unwrap_or_default();
    let details = found.text("description").map(|text| shortened(&text, max)).unwrap_or_default();
    let (short, long) = (summary.trim_end_matches('.'), details.as_str());
    let text = match (short, long) {
        ("", "") => found.key.to_string(),
        (short, "") => short.to_owned(),
        (short, long) if long.to_lowercase().starts_with(&short.to_lowercase()) => long.to_owned(),
        (short, long) => format!("{short}. {long}"),
    };
    let text = if found.is_deprecated { format!("Deprecated. {text}") } else { text };
    shortened(&text, max)
}

fn hints(found: &Found, own: Option<&ToolOverride>) -> Hints {
    let hints = Hints::of(found.key.method());
    let Some(own) = own else { return hints };
    Hints {
        read_only: own.read_only.unwrap_or(hints.read_only),
        idempotent: own.idempotent.unwrap_or(hints.idempotent),
        destructive: own.destructive.unwrap_or(hints.destructive),
    }
}
