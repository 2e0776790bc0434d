//! The five documents as tests: one module each, named after the dialect that the document defines; and what holds for
//! all dialects.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that cannot go on fails"
)]

mod spec {
    mod classification;
    mod code_table;
    mod dialects;
    mod envelope;
    mod error_model;
    mod examples;
    mod guides;
    mod jsonrpc;
    mod problem;
    mod structured;
    mod warnings;

    use candor::render::{Place, Renderer, Reply};
    use candor::{Dialect, Disclosure, Discretion, Failure, Occurrence};
    use serde_json::Value;

    pub(crate) const IN_A_TOOL: Place<'static> = Place::Tool { output_schema: None };

    /// The failure, disclosed at a fixed time under a fixed id.
    pub(crate) fn disclosed(failure: Failure) -> Disclosure {
        disclosed_at(failure, "urn:uuid:a3bb189e-8bf9-41c4-b5db-dbe0e0f51f6e", "2026-11-15T18:30:00.000Z")
    }

    pub(crate) fn disclosed_at(failure: Failure, instance: &str, time: &str) -> Disclosure {
        let occurrence = Occurrence::parse(instance, time).unwrap();
        failure.with_occurrence(occurrence).disclose(&Discretion::new()).0
    }

    pub(crate) fn tool_result(dialect: Dialect, disclosure: &Disclosure) -> Value {
        Renderer::new(dialect).reply(disclosure, IN_A_TOOL).to_value()
    }

    pub(crate) fn first_text(result: &Value) -> &str {
        result["content"][0]["text"].as_str().unwrap()
    }

    pub(crate) fn code_of(reply: &Reply<'_>) -> Option<i64> {
        reply.to_value()["code"].as_i64()
    }

    /// Asserts that the value is the document's example, but for what Candor adds at these pointers.
    #[track_caller]
    pub(crate) fn assert_is_example(value: &Value, additions: &[&str], example: &Value) {
        let mut rest = value.clone();
        for pointer in additions {
            let (parent, name) = pointer.rsplit_once('/').unwrap();
            let parent = rest.pointer_mut(parent).and_then(Value::as_object_mut);
            let removed = parent.and_then(|parent| parent.remove(name));
            assert!(removed.is_some(), "nothing is added at {pointer}");
        }
        assert_eq!(&rest, example);
    }
}
