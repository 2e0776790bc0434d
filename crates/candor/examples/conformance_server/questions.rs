//! What the server can ask a client for: a form, a model's answer, its roots.

use rmcp::ErrorData;
use rmcp::model::{InputRequest, InputResponses};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

/// Asks the user for one text.
pub(crate) fn text(message: &str, field: &str) -> Result<InputRequest, ErrorData> {
    form(message, &json!({field: {"type": "string"}}), &[field])
}

/// Asks the user for a yes or no.
pub(crate) fn yes_or_no(message: &str, field: &str) -> Result<InputRequest, ErrorData> {
    form(message, &json!({field: {"type": "boolean"}}), &[field])
}

/// Asks the user to fill a form.
pub(crate) fn form(message: &str, properties: &Value, required: &[&str]) -> Result<InputRequest, ErrorData> {
    made(json!({
        "method": "elicitation/create",
        "params": {
            "mode": "form",
            "message": message,
            "requestedSchema": {"type": "object", "properties": properties, "required": required},
        },
    }))
}

/// Asks the client's model.
pub(crate) fn model(prompt: &str) -> Result<InputRequest, ErrorData> {
    let message = json!({"role": "user", "content": {"type": "text", "text": prompt}});
    made(json!({"method": "sampling/createMessage", "params": {"messages": [message], "maxTokens": 100}}))
}

/// Asks for the client's roots.
pub(crate) fn roots() -> Result<InputRequest, ErrorData> {
    made(json!({"method": "roots/list", "params": {}}))
}

/// The text that the user gave for a field, if the answer is there, is whole and is a yes.
pub(crate) fn accepted<'a>(answers: Option<&'a InputResponses>, key: &str, field: &str) -> Option<&'a str> {
    let answer = answers?.get(key)?;
    if answer.get("action")? != "accept" {
        return None;
    }
    answer.get("content")?.get(field)?.as_str()
}

/// What was written here as JSON, as the type that rmcp sends.
pub(crate) fn made<T: DeserializeOwned>(json: Value) -> Result<T, ErrorData> {
    serde_json::from_value(json).map_err(|error| ErrorData::internal_error(error.to_string(), None))
}
