//! Results of tools whose output schema is announced.

use super::call_scope;
use crate::outcome::{Batch, Change, Outcome, Success};
use ::rmcp::ErrorData;
use ::rmcp::handler::server::tool::IntoCallToolResult;
use ::rmcp::model::CallToolResponse;
use ::rmcp::schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Serialize;
use std::borrow::Cow;

/// A tool's result with its output schema: `Json<Batch<T>>`, `Json<Success<T>>` or `Json<Outcome<T>>`.
///
/// rmcp's `#[tool]` takes the output schema of a tool from a return type that is called `Json`, and so from this one. It is
/// for what rmcp's own `Json` cannot hold, because a part of it may have failed; the data has to be an object.
///
/// A batch can only be returned as this, so that its schema is never lost:
///
/// ```
/// use candor::outcome::Batch;
/// use candor::rmcp::Json;
/// use rmcp::{tool, tool_router};
///
/// struct OrderDesk;
///
/// #[tool_router]
/// impl OrderDesk {
///     #[tool(description = "Cancels the orders of today")]
///     async fn cancel_orders(&self) -> Json<Batch<u32>> {
///         let mut batch = Batch::new("cancel", "cancelled");
///         batch.succeed(1001);
///         Json(batch)
///     }
/// }
///
/// let schema = OrderDesk::cancel_orders_tool_attr().output_schema.unwrap();
/// assert_eq!(schema["properties"]["failed"]["items"]["required"][0], "id");
/// ```
#[derive(Debug, Clone)]
pub struct Json<T>(pub T);

impl<T: Serialize + JsonSchema> IntoCallToolResult for Json<Success<T>> {
    fn into_call_tool_result(self) -> Result<CallToolResponse, ErrorData> {
        self.0.into_call_tool_result()
    }
}

impl<T: Serialize + JsonSchema> IntoCallToolResult for Json<Outcome<T>> {
    fn into_call_tool_result(self) -> Result<CallToolResponse, ErrorData> {
        self.0.into_call_tool_result()
    }
}

/// What failed in the batch goes to the operator, too, through the guard or into the log.
impl<T: Serialize + JsonSchema> IntoCallToolResult for Json<Batch<T>> {
    fn into_call_tool_result(self) -> Result<CallToolResponse, ErrorData> {
        let discretion = call_scope::discretion();
        let (outcome, incidents) = self.0.finish(&discretion);
        call_scope::report(incidents);
        outcome.into_call_tool_result()
    }
}

/// The schema of the data.
impl<T: JsonSchema> JsonSchema for Success<T> {
    fn schema_name() -> Cow<'static, str> {
        T::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        T::json_schema(generator)
    }
}

/// The schema of the data.
impl<T: JsonSchema> JsonSchema for Outcome<T> {
    fn schema_name() -> Cow<'static, str> {
        T::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        T::json_schema(generator)
    }
}

/// One member holds the items that succeeded; its name is a word of the batch's own, such as `cancelled`. The member
/// `failed` holds the others, if there are any.
impl<T: JsonSchema> JsonSchema for Batch<T> {
    fn schema_name() -> Cow<'static, str> {
        format!("BatchOf{}", T::schema_name()).into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "object",
            "properties": {
                "failed": {
                    "description": "The items that failed, and why.",
                    "type": "array",
                    "items": {
                        "type": "object",
                        "properties": {
                            "id": {"type": "string"},
                            "reason": {"type": "string"},
                            "message": {"type": "string"},
                            "retryable": {"type": "boolean"},
                        },
                        "required": ["id", "reason", "message", "retryable"],
                    },
                },
            },
            "additionalProperties": {
                "description": "The items that succeeded.",
                "type": "array",
                "items": generator.subschema_for::<T>(),
            },
            "minProperties": 1,
        })
    }
}

/// Both states, and whether they differ.
impl<T: JsonSchema> JsonSchema for Change<T> {
    fn schema_name() -> Cow<'static, str> {
        format!("ChangeOf{}", T::schema_name()).into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "object",
            "properties": {
                "before": generator.subschema_for::<T>(),
                "after": generator.subschema_for::<T>(),
                "changed": {"description": "Whether the two differ.", "type": "boolean"},
            },
            "required": ["before", "after", "changed"],
        })
    }
}
