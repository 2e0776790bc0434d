//! Every kind of message that a tool can make a server send, with a canary in it.

#![expect(deprecated, reason = "the older revisions have logging and sampling")]

use rmcp::model::*;
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::time::Duration;

/// The number of the error that asks the user to open URLs first.
const URL_ELICITATION_REQUIRED: i32 = -32042;

/// Sends or returns a message of this kind.
pub(crate) async fn say(
    kind: &str,
    planted: &str,
    wait_ms: usize,
    context: &RequestContext<RoleServer>,
) -> Result<CallToolResponse, ErrorData> {
    let text = |text: &str| json!({"type": "text", "text": text});
    let result = match kind {
        "success text" => json!({"content": [text(planted)]}),
        "success value" => json!({"content": [text("see there")], "structuredContent": {"rows": [{"it": planted}]}}),
        "success key" => json!({"content": [text("see there")], "structuredContent": {"rows": {planted: 1}}}),
        "success resource" => {
            json!({"content": [{"type": "resource", "resource": {"uri": "canary://1", "text": planted}}]})
        }
        "success link" => {
            let link = json!({"type": "resource_link", "uri": "canary://1", "name": "it", "description": planted});
            json!({"content": [link]})
        }
        "success _meta" => json!({"content": [text("see there")], "_meta": {"example.com/it": planted}}),
        "failure text" => json!({"content": [text(planted)], "isError": true}),
        "failure second text" => json!({"content": [text("The disk is full"), text(planted)], "isError": true}),
        "failure value" => {
            json!({"content": [text("The disk is full")], "structuredContent": {"why": [planted]}, "isError": true})
        }
        "failure key" => {
            json!({"content": [text("The disk is full")], "structuredContent": {"why": {planted: 1}}, "isError": true})
        }
        "failure image" => {
            // With the blank it is a text: without, some keys could be files.
            let image = json!({"type": "image", "data": format!("{planted} "), "mimeType": "image/png"});
            json!({"content": [text("The disk is full"), image], "isError": true})
        }
        "failure _meta" => {
            json!({"content": [text("The disk is full")], "_meta": {"example.com/it": planted}, "isError": true})
        }
        "error message" => return Err(ErrorData::internal_error(planted.to_owned(), None)),
        "error data" => {
            let data = json!({"why": {"it": planted}});
            return Err(ErrorData::internal_error("The disk is full", Some(data)));
        }
        "error elicitations" => {
            let asked = json!({"mode": "url", "elicitationId": "1", "url": "https://example.com/", "message": planted});
            let data = json!({"elicitations": [asked]});
            return Err(ErrorData::new(ErrorCode(URL_ELICITATION_REQUIRED), "Open these first", Some(data)));
        }
        #[expect(clippy::panic, reason = "that is the attack")]
        "panic" => panic!("{planted}"),
        "input required" => {
            let question = json!({"method": "elicitation/create", "params": {"mode": "form", "message": planted,
                "requestedSchema": {"type": "object", "properties": {}}}});
            let asked = made::<InputRequests>(json!({"it": question}))?;
            return Ok(InputRequiredResult::new(Some(asked), None).into());
        }
        "progress" => {
            let token = context.meta.get_progress_token().unwrap_or(ProgressToken(NumberOrString::Number(0)));
            let progress = ProgressNotificationParam::new(token, 1.0).with_message(planted);
            let _ = context.peer.notify_progress(progress).await;
            sent()
        }
        "log message" => {
            let message = LoggingMessageNotificationParam::new(LoggingLevel::Error, json!({"it": planted}));
            let _ = context.peer.notify_logging_message(message).await;
            sent()
        }
        "resource updated" => {
            let updated = ResourceUpdatedNotificationParam::new(format!("canary://{planted}"));
            let _ = context.peer.notify_resource_updated(updated).await;
            sent()
        }
        "sampling request" => {
            let params = CreateMessageRequestParams::new(vec![SamplingMessage::user_text(planted)], 100);
            asked(wait_ms, context.peer.create_message(params)).await
        }
        "elicitation request" => {
            let request = json!({"method": "elicitation/create", "params": {"mode": "form", "message": planted,
                "requestedSchema": {"type": "object", "properties": {}}}});
            let request = ServerRequest::ElicitRequest(made(request)?);
            asked(wait_ms, context.peer.send_request(request)).await
        }
        _ => return Err(ErrorData::invalid_params(format!("there is no kind {kind:?}"), None)),
    };
    Ok(made::<CallToolResult>(result)?.into())
}

/// The result after something else was sent.
fn sent() -> Value {
    json!({"content": [{"type": "text", "text": "sent"}]})
}

/// The same after a request, whose answer is not waited for long.
async fn asked<T>(wait_ms: usize, answer: impl Future<Output = T>) -> Value {
    let wait = Duration::from_millis(u64::try_from(wait_ms).unwrap_or(0));
    // What the client answers does not matter.
    drop(tokio::time::timeout(wait, answer).await);
    sent()
}

/// What was written here as JSON, as the type that rmcp sends.
pub(crate) fn made<T: DeserializeOwned>(json: Value) -> Result<T, ErrorData> {
    serde_json::from_value(json).map_err(|error| ErrorData::internal_error(error.to_string(), None))
}
