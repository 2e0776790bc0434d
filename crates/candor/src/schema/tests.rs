//! What a failed check says.

mod arguments;
mod bounds;
mod derived;
mod drafts;
mod ids;
mod output;
mod properties;
mod secrets;
mod sentences;

use super::CompiledSchema;
use crate::Failure;
use crate::nearest::nearest;
use serde_json::{Value, json};

pub(super) fn compiled(schema: &Value) -> CompiledSchema {
    CompiledSchema::compile(schema.as_object().unwrap()).unwrap()
}

/// What is wrong with the arguments of a call to `act`.
pub(super) fn refused(schema: &Value, arguments: &Value) -> Failure {
    compiled(schema).check_arguments("act", arguments).expect_err(&format!("{schema} {arguments}"))
}

/// The same with the schema and the value of one argument, `x`.
pub(super) fn refused_value(schema: &Value, value: &Value) -> Failure {
    refused(&json!({"type": "object", "properties": {"x": schema}}), &json!({"x": value}))
}

/// What the message says after "a wrong argument: " or the like.
pub(super) fn clauses(failure: &Failure) -> &str {
    failure.message().split_once(": ").unwrap().1
}

/// The tool of the examples.
pub(super) fn create_order() -> Value {
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "properties": {
            "customer": {"type": "string", "minLength": 1},
            "items": {"type": "array", "minItems": 1, "items": {"$ref": "#/$defs/Item"}},
            "note": {"type": ["string", "null"], "maxLength": 500},
            "priority": {"type": "string", "enum": ["low", "normal", "high"]},
            "discount": {"type": "number", "minimum": 0, "exclusiveMaximum": 1},
            "express": {"type": "boolean"},
        },
        "required": ["customer", "items"],
        "additionalProperties": false,
        "$defs": {
            "Item": {
                "type": "object",
                "properties": {
                    "sku": {"type": "string"},
                    "quantity": {"type": "integer", "format": "uint32", "minimum": 1},
                },
                "required": ["sku", "quantity"],
            },
        },
    })
}

#[test]
fn a_compiled_schema_can_be_shared_between_threads() {
    fn is_shared<T: Send + Sync>() {}
    is_shared::<CompiledSchema>();
}

#[test]
fn a_mistyped_tool_finds_those_that_may_be_meant() {
    let tools = ["create_order", "cancel_order", "list_orders", "refund"];
    assert_eq!(nearest("creat_order", tools.into_iter()), ["create_order"]);
    assert_eq!(nearest("delete_customer", tools.into_iter()), Vec::<&str>::new());
}
