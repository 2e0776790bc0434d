//! Successes and output schemas, where the policy's dialect has a form for successes, too.

use super::request_info::RequestInfo;
use super::state::GuardState;
use crate::render::{EnvelopedSuccess, enveloped_schema, is_envelope_schema, warnings_in};
use crate::rmcp::tool_success::warning_text;
use ::rmcp::model::{CallToolResponse, CallToolResult, ContentBlock, JsonObject, Tool};
use serde_json::Value;
use std::sync::Arc;

/// The tools as they are announced: with the schemas that their results fit once they are in the dialect's form.
pub(super) fn announce<'a>(state: &GuardState, tools: impl IntoIterator<Item = &'a mut Tool>) {
    if !state.writes_successes() {
        return;
    }
    for tool in tools {
        if let Some(schema) = &mut tool.output_schema
            && !is_envelope_schema(schema)
        {
            *schema = Arc::new(enveloped_schema(schema));
        }
    }
}

/// The response in the dialect's form. One that is not the tool's result yet stays as it is.
pub(super) fn of_tool_call(state: &GuardState, info: &RequestInfo, response: CallToolResponse) -> CallToolResponse {
    match response {
        CallToolResponse::Complete(result) if state.writes_successes() => {
            CallToolResponse::Complete(written(info, result))
        }
        response @ (CallToolResponse::Complete(_)
        | CallToolResponse::InputRequired(_)
        | CallToolResponse::Task(_)
        | _) => response,
    }
}

/// The result of a tool that has succeeded, in the dialect's form: the envelope first, then the blocks that it does not hold.
pub(super) fn written(info: &RequestInfo, mut result: CallToolResult) -> CallToolResult {
    let meta = result.meta.as_ref().map(|meta| &meta.0);
    let warnings = warning_text(warnings_in(meta));
    let is_warning = |block: &ContentBlock| warnings.is_some() && text_of(block) == warnings.as_deref();
    let content = std::mem::take(&mut result.content).into_iter().filter(|block| !is_warning(block));
    let (data, rest): (Value, Vec<_>) = match result.structured_content.take() {
        Some(data) => {
            let rest = content.filter(|block| !repeats(block, &data)).collect();
            (data, rest)
        }
        None => {
            let (texts, rest): (Vec<_>, _) = content.partition(|block| text_of(block).is_some());
            (data_of(texts.iter().filter_map(text_of)), rest)
        }
    };
    let envelope = EnvelopedSuccess::new(data, meta, &info.request_id());
    // What a tool has returned is JSON already, so it has a JSON form.
    let text = serde_json::to_string(&envelope).unwrap_or_default();
    result.content = std::iter::once(ContentBlock::text(text)).chain(rest).collect();
    let value = info.revision.has_structured_content().then(|| serde_json::to_value(&envelope).unwrap_or_default());
    result.structured_content = value;
    result
}

fn text_of(block: &ContentBlock) -> Option<&str> {
    block.as_text().map(|text| text.text.as_str())
}

/// Whether the block says nothing but the structured content once more.
fn repeats(block: &ContentBlock, content: &Value) -> bool {
    text_of(block).is_some_and(|text| {
        content.as_str() == Some(text) || serde_json::from_str::<Value>(text).is_ok_and(|again| again == *content)
    })
}

/// The data of a result without structured content: its texts, or the envelope that its only text is.
fn data_of<'a>(texts: impl Iterator<Item = &'a str>) -> Value {
    let texts: Vec<_> = texts.collect();
    match texts.as_slice() {
        [] => Value::Object(JsonObject::new()),
        [text] => EnvelopedSuccess::in_text(text).unwrap_or_else(|| Value::from(*text)),
        texts => texts.iter().copied().map(Value::from).collect(),
    }
}
