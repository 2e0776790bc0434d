//! Where a text can be in a failure.

use candor::{Code, Failure, Occurrence, Recovery};
use proptest::prelude::*;
use serde_json::{Value, json};

/// A place in a failure, and how deep it lies in a detail.
#[derive(Debug, Clone, Copy)]
pub(super) struct Spot {
    part: Part,
    depth: usize,
    code: Code,
}

#[derive(Debug, Clone, Copy)]
enum Part {
    Message,
    Hint,
    Docs,
    Field,
    Constraint,
    InvalidValue,
    Entity,
    Tool,
    Endpoint,
    ConfigKey,
    Limit,
    OriginalError,
    RequestId,
    Detail,
    NameOfDetail,
    NameWithin,
    Everywhere,
}

const PARTS: [Part; 17] = [
    Part::Message,
    Part::Hint,
    Part::Docs,
    Part::Field,
    Part::Constraint,
    Part::InvalidValue,
    Part::Entity,
    Part::Tool,
    Part::Endpoint,
    Part::ConfigKey,
    Part::Limit,
    Part::OriginalError,
    Part::RequestId,
    Part::Detail,
    Part::NameOfDetail,
    Part::NameWithin,
    Part::Everywhere,
];

/// Anywhere in a failure, up to eight levels deep.
pub(super) fn spot() -> impl Strategy<Value = Spot> {
    let codes: Vec<_> = Code::all().collect();
    (prop::sample::select(&PARTS[..]), 0..=8_usize, prop::sample::select(codes)).prop_map(|(part, depth, code)| Spot {
        part,
        depth,
        code,
    })
}

/// A failure that says nothing, with an id that no canary has a part of.
pub(super) fn failure() -> Failure {
    of(Code::NotFound, "No tea")
}

fn of(code: Code, message: impl Into<String>) -> Failure {
    let occurrence = Occurrence::parse("a3bb189e-8bf9-41c4-b5db-dbe0e0f51f6e", "2020-01-01T00:00:00Z").unwrap();
    Failure::new(code, message.into()).with_occurrence(occurrence)
}

/// The same with the text wherever only the operator reads it.
#[cfg(feature = "tracing")]
pub(super) fn kept_from_callers(failure: Failure, text: &str) -> Failure {
    failure
        .with_cause(text.to_owned())
        .with_operation(text.to_owned())
        .with_private("input", json!({"page": [text, {text: 1}]}))
        .with_private("response_body", text)
        .with_private("jsonrpc_id", text)
        .with_private("trace_id", text)
        .with_private(text.to_owned(), 1)
}

/// The value within lists and objects.
pub(super) fn nested(value: Value, depth: usize) -> Value {
    (0..depth).fold(value, |inner, level| if level % 2 == 0 { json!([inner]) } else { json!({"page": inner}) })
}

impl Spot {
    /// The same, or a place where a text of some length is not cut.
    pub(super) fn without_cut(self) -> Spot {
        use Part::{Endpoint, Everywhere, InvalidValue, NameOfDetail, NameWithin};
        let is_cut = matches!(self.part, InvalidValue | Endpoint | NameOfDetail | NameWithin | Everywhere);
        if is_cut { Spot { part: Part::Detail, ..self } } else { self }
    }

    /// A failure that has the text there.
    pub(super) fn plant(self, text: &str) -> Failure {
        let failure = of(self.code, "No tea");
        let text = text.to_owned();
        match self.part {
            Part::Message => of(self.code, text),
            Part::Hint => failure.with_recovery(text),
            Part::Docs => failure.with_recovery_and_docs(Recovery::new("Boil some water first.").with_docs(text)),
            Part::Field => failure.with_field(text),
            Part::Constraint => failure.with_constraint(text),
            Part::InvalidValue => failure.with_invalid_value(text),
            Part::Entity => failure.with_entity("tea", text),
            Part::Tool => failure.with_tool(text),
            Part::Endpoint => failure.with_endpoint(text),
            Part::ConfigKey => failure.with_config_key(text),
            Part::Limit => failure.with_limit(3, text),
            Part::OriginalError => failure.with_original_error(text),
            Part::RequestId => failure.with_request_id(text),
            Part::Detail => failure.with_context("cup", nested(text.into(), self.depth)),
            Part::NameOfDetail => failure.with_context(text, nested(json!(1), self.depth)),
            Part::NameWithin => failure.with_context("cup", nested(json!({ text: 1 }), self.depth)),
            Part::Everywhere => of(self.code, text.clone())
                .with_recovery(text.clone())
                .with_field(text.clone())
                .with_invalid_value(text.clone())
                .with_context("cup", nested(json!({ text.clone(): [1, text] }), self.depth)),
        }
    }
}
