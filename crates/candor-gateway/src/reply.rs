//! A success as the result of a tool: what the API answered, as text for a model and as structure for a program.

use crate::call::{Content, Judged, Warning};
use crate::tool::Tool;
use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use bytes::Bytes;
use candor::outcome::{OwnWarningCode, Severity, Success, Warning as LibraryWarning};
use rmcp::handler::server::tool::IntoCallToolResult;
use rmcp::model::{CallToolResponse, CallToolResult, ContentBlock, ResourceContents};
use serde_json::{Value, json};

/// The result of a call that succeeded.
pub(crate) fn reply(tool: &Tool, judged: Judged) -> CallToolResult {
    let Judged { content, warnings, share } = judged;
    let mut result = result(tool, content);
    if !warnings.is_empty() {
        add_warnings(&mut result, warnings);
    }
    drop(share);
    result
}

fn result(tool: &Tool, content: Content) -> CallToolResult {
    match content {
        Content::Json(value, bytes) => {
            let mut result = CallToolResult::success(vec![ContentBlock::text(text_of(bytes))]);
            result.structured_content = structured(tool, Some(value));
            result
        }
        Content::Text(text) => with_nothing(tool, vec![ContentBlock::text(text)]),
        Content::Image { bytes, media_type } => {
            with_nothing(tool, vec![ContentBlock::image(BASE64.encode(bytes), media_type)])
        }
        Content::Audio { bytes, media_type } => {
            with_nothing(tool, vec![ContentBlock::audio(BASE64.encode(bytes), media_type)])
        }
        Content::File { bytes, media_type } => {
            let file = ResourceContents::blob(BASE64.encode(bytes), format!("candor://answer/{}", tool.name()))
                .with_mime_type(media_type);
            with_nothing(tool, vec![ContentBlock::resource(file)])
        }
        Content::Empty => {
            with_nothing(tool, vec![ContentBlock::text("The API has done it and answered without content.")])
        }
    }
}

/// The result for an answer that is not JSON. Where the tool has an output schema, clients want structured content; the
/// schema has room for its absence.
fn with_nothing(tool: &Tool, content: Vec<ContentBlock>) -> CallToolResult {
    let mut result = CallToolResult::success(content);
    result.structured_content = structured(tool, None);
    result
}

/// The structured content, if the tool's results have one.
fn structured(tool: &Tool, value: Option<Value>) -> Option<Value> {
    match (tool.output(), value) {
        (Some(output), Some(value)) if output.is_wrapped() => Some(json!({ "result": value })),
        (Some(output), None) if output.is_wrapped() => Some(json!({})),
        (_, Some(value @ Value::Object(_))) => Some(value),
        (_, Some(_) | None) => None,
    }
}

/// The bytes, which are UTF-8, as text; they are not copied if nobody else holds them.
fn text_of(bytes: Bytes) -> String {
    String::from_utf8(Vec::from(bytes)).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
}

/// Adds the warnings as the library writes them: a text of their own, and `_meta`.
fn add_warnings(result: &mut CallToolResult, warnings: Vec<Warning>) {
    let success = warnings.into_iter().map(named).fold(Success::new(Value::Null), Success::with_warning);
    if let Ok(CallToolResponse::Complete(warned)) = success.into_call_tool_result() {
        result.meta = warned.meta;
        result.content.extend(warned.content.into_iter().next_back());
    }
}

/// The warning under the name that it has on the wire, as 000 writes names of warnings.
fn named(warning: Warning) -> LibraryWarning {
    let code = OwnWarningCode::new(warning.reason.to_ascii_uppercase(), Severity::Warning, warning.message.clone());
    match code {
        Ok(code) => LibraryWarning::own(code, warning.message),
        Err(_) => LibraryWarning::new(warning.message),
    }
}
