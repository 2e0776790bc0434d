//! The tools: what each takes, and what the plain ones do.

#![expect(deprecated, reason = "the older revisions ask for sampling")]

use crate::everything::{Change, Shared};
use crate::{questions, rounds, samples, tasks};
use rmcp::model::*;
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer};
use serde_json::{Value, json};
use std::sync::LazyLock;
use std::time::Duration;

/// The pause between two messages of a tool, long enough for a client to see that they come one by one.
const PAUSE: Duration = Duration::from_millis(50);

/// Every tool, in one order; the suite calls the first without arguments.
pub(crate) fn all() -> &'static [Tool] {
    static ALL: LazyLock<Vec<Tool>> = LazyLock::new(|| {
        let mut tools: Vec<Tool> = PLAIN.iter().map(|(name, what)| tool(name, what, &json!({}), &[])).collect();
        let string = |what: &str| json!({"type": "string", "description": what});
        tools.extend([
            tool("test_sampling", "Asks the client's model", &json!({"prompt": string("The prompt")}), &["prompt"]),
            tool("test_elicitation", "Asks the user", &json!({"message": string("The question")}), &["message"]),
            tool("greet", "Says hello", &json!({"name": string("Whom to greet")}), &["name"]),
            tool(
                "test_custom_header",
                "Repeats a region that is also in a header",
                &json!({"region": {"type": "string", "x-mcp-header": "Region"}}),
                &["region"],
            ),
            tool(
                "slow_compute",
                "Computes for some seconds, as a task",
                &json!({
                    "seconds": {"type": "integer", "minimum": 0, "maximum": 60},
                    "label": string("What to call the computation"),
                }),
                &["seconds"],
            ),
            tool("confirm_delete", "Asks before it deletes", &json!({"filename": string("The file")}), &["filename"]),
            Tool::new("json_schema_2020_12_tool", "Takes what only a whole JSON Schema can say", object(contact())),
        ]);
        tools
    });
    &ALL
}

/// The tools without arguments.
const PLAIN: [(&str, &str); 28] = [
    ("test_simple_text", "Answers with a text"),
    ("test_image_content", "Answers with a picture"),
    ("test_audio_content", "Answers with a sound"),
    ("test_embedded_resource", "Answers with a resource"),
    ("test_multiple_content_types", "Answers with a text, a picture and a resource"),
    ("test_tool_with_logging", "Sends three log messages"),
    ("test_logging_tool", "Sends three log messages to who asked for them"),
    ("test_error_handling", "Always fails"),
    ("test_tool_with_progress", "Reports its progress"),
    ("test_reconnection", "Answers on a stream that a client can come back to"),
    ("test_missing_capability", "Works only for clients with sampling"),
    ("test_streaming_elicitation", "Asks back whatever the client can be asked"),
    ("test_trigger_tool_change", "Changes the list of tools, and says so"),
    ("test_trigger_prompt_change", "Changes the list of prompts, and says so"),
    ("test_elicitation_sep1034_defaults", "Asks the user with defaults"),
    ("test_elicitation_sep1330_enums", "Asks the user to choose"),
    ("test_input_required_result_elicitation", "Asks back for a name"),
    ("test_input_required_result_sampling", "Asks back for a model's answer"),
    ("test_input_required_result_list_roots", "Asks back for the roots"),
    ("test_input_required_result_request_state", "Asks back and remembers that it did"),
    ("test_input_required_result_tampered_state", "Asks back and trusts no changed memory"),
    ("test_input_required_result_multiple_inputs", "Asks back for three things at once"),
    ("test_input_required_result_multi_round", "Asks back twice"),
    ("test_input_required_result_capabilities", "Asks back only what the client can answer"),
    ("failing_job", "Fails, as a task"),
    ("protocol_error_job", "Breaks down, as a task"),
    ("multi_input", "Asks two things at once, as a task"),
    ("test_tool_with_task", "Asks back, then goes on as a task"),
];

/// The one that comes and goes.
pub(crate) fn one_more() -> Tool {
    tool("test_tool_that_comes_and_goes", "Is not always there", &json!({}), &[])
}

fn tool(name: &'static str, what: &'static str, properties: &Value, required: &[&str]) -> Tool {
    Tool::new(name, what, object(json!({"type": "object", "properties": properties, "required": required})))
}

/// A schema with everything that 2020-12 has and older drafts have not.
fn contact() -> Value {
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "$defs": {
            "address": {
                "$anchor": "addressDef",
                "type": "object",
                "properties": {"street": {"type": "string"}, "city": {"type": "string"}},
            },
        },
        "properties": {
            "name": {"type": "string"},
            "address": {"$ref": "#/$defs/address"},
            "contactMethod": {"type": "string", "enum": ["phone", "email"]},
            "phone": {"type": "string"},
            "email": {"type": "string"},
        },
        "allOf": [{"anyOf": [{"required": ["phone"]}, {"required": ["email"]}]}],
        "if": {"properties": {"contactMethod": {"const": "phone"}}, "required": ["contactMethod"]},
        "then": {"required": ["phone"]},
        "else": {"required": ["email"]},
        "additionalProperties": false,
    })
}

/// Runs the tool.
pub(crate) async fn call(
    shared: &Shared,
    request: CallToolRequestParams,
    context: &RequestContext<RoleServer>,
) -> Result<CallToolResponse, ErrorData> {
    if let Some(response) = rounds::call(&shared.states, &request, context)? {
        return Ok(response);
    }
    if let Some(response) = tasks::call(shared, &request, context).await? {
        return Ok(response);
    }
    let argument = |name: &str| {
        let value = request.arguments.as_ref().and_then(|arguments| arguments.get(name)?.as_str());
        value.ok_or_else(|| ErrorData::invalid_params(format!("The argument {name} is missing"), None))
    };
    let image = || ContentBlock::image(samples::PNG, "image/png");
    let content = match request.name.as_ref() {
        "test_simple_text" => vec![ContentBlock::text("This is a simple text response for testing.")],
        "test_image_content" => vec![image()],
        "test_audio_content" => vec![ContentBlock::audio(samples::WAV, "audio/wav")],
        "test_embedded_resource" => {
            let text = "This is an embedded resource content.";
            let resource = ResourceContents::text(text, "test://embedded-resource").with_mime_type("text/plain");
            vec![ContentBlock::resource(resource)]
        }
        "test_multiple_content_types" => {
            let data = json!({"test": "data", "value": 123}).to_string();
            let resource = ResourceContents::text(data, "test://mixed-content-resource");
            let resource = resource.with_mime_type("application/json");
            vec![ContentBlock::text("Multiple content types test:"), image(), ContentBlock::resource(resource)]
        }
        "test_tool_with_logging" | "test_logging_tool" => {
            for message in ["Tool execution started", "Tool processing data", "Tool execution completed"] {
                shared.logs.info(context, message).await?;
                tokio::time::sleep(PAUSE).await;
            }
            vec![ContentBlock::text("The log messages are sent")]
        }
        "test_error_handling" => {
            let text = ContentBlock::text("This tool intentionally returns an error for testing");
            return Ok(CallToolResult::error(vec![text]).into());
        }
        "test_tool_with_progress" => {
            progress(context).await?;
            vec![ContentBlock::text("The work is done")]
        }
        "test_reconnection" => vec![ContentBlock::text("The stream can be taken up again")],
        "test_missing_capability" => {
            if context.client_capabilities().is_none_or(|client| client.sampling.is_none()) {
                let required = ClientCapabilities::builder().enable_sampling().build();
                return Err(ErrorData::missing_required_client_capability(required));
            }
            vec![ContentBlock::text("The client has sampling")]
        }
        "test_trigger_tool_change" => changed(shared, context, Change::Tools).await,
        "test_trigger_prompt_change" => changed(shared, context, Change::Prompts).await,
        "test_sampling" => vec![sample(context, argument("prompt")?).await?],
        "test_elicitation" => {
            let properties = json!({
                "username": {"type": "string", "description": "User's response"},
                "email": {"type": "string", "description": "User's email address"},
            });
            vec![elicit(context, argument("message")?, &properties, &["username", "email"]).await?]
        }
        "test_elicitation_sep1034_defaults" => vec![elicit(context, "Who are you?", &with_defaults(), &[]).await?],
        "test_elicitation_sep1330_enums" => vec![elicit(context, "What do you choose?", &with_choices(), &[]).await?],
        "greet" => vec![ContentBlock::text(format!("Hello, {}!", argument("name")?))],
        "test_custom_header" => vec![ContentBlock::text(format!("The region is {}", argument("region")?))],
        "json_schema_2020_12_tool" => vec![ContentBlock::text("The contact is well formed")],
        name => return Err(ErrorData::invalid_params(format!("Unknown tool: {name}"), None)),
    };
    Ok(CallToolResult::success(content).into())
}

async fn progress(context: &RequestContext<RoleServer>) -> Result<(), ErrorData> {
    for done in [0.0, 50.0, 100.0] {
        if let Some(token) = context.meta.get_progress_token() {
            let progress = ProgressNotificationParam::new(token, done).with_total(100.0);
            let sent = context.peer.notify_progress(progress).await;
            sent.map_err(|error| ErrorData::internal_error(error.to_string(), None))?;
        }
        tokio::time::sleep(PAUSE).await;
    }
    Ok(())
}

async fn changed(shared: &Shared, context: &RequestContext<RoleServer>, change: Change) -> Vec<ContentBlock> {
    shared.change(change);
    if context.meta.protocol_version().is_none() {
        // A session is told without having asked. One that has gone hears nothing.
        let _ = match change {
            Change::Tools => context.peer.notify_tool_list_changed().await,
            Change::Prompts => context.peer.notify_prompt_list_changed().await,
        };
    }
    vec![ContentBlock::text("Whoever listens is told")]
}

/// Asks the client's model while the call waits.
async fn sample(context: &RequestContext<RoleServer>, prompt: &str) -> Result<ContentBlock, ErrorData> {
    let params = CreateMessageRequestParams::new(vec![SamplingMessage::user_text(prompt)], 100);
    let answer = context.peer.create_message(params).await;
    let answer = answer.map_err(|error| ErrorData::internal_error(error.to_string(), None))?;
    let text = answer.message.content.first().and_then(|content| content.as_text()).map(|text| text.text.as_str());
    Ok(ContentBlock::text(format!("LLM response: {}", text.unwrap_or_default())))
}

/// Asks the user while the call waits.
async fn elicit(
    context: &RequestContext<RoleServer>,
    message: &str,
    properties: &Value,
    required: &[&str],
) -> Result<ContentBlock, ErrorData> {
    let InputRequest::Elicitation(request) = questions::form(message, properties, required)? else {
        return Err(ErrorData::internal_error("The form is no form", None));
    };
    let answer = context.peer.send_request(ServerRequest::ElicitRequest(request)).await;
    let answer = answer.map_err(|error| ErrorData::internal_error(error.to_string(), None))?;
    let ClientResult::ElicitResult(answer) = answer else {
        return Err(ErrorData::internal_error("The client answered something else", None));
    };
    let content = answer.content.unwrap_or_default();
    Ok(ContentBlock::text(format!("User response: action={:?}, content={content}", answer.action)))
}

fn with_defaults() -> Value {
    json!({
        "name": {"type": "string", "description": "User name", "default": "John Doe"},
        "age": {"type": "integer", "description": "User age", "default": 30},
        "score": {"type": "number", "description": "User score", "default": 95.5},
        "status": {
            "type": "string",
            "description": "User status",
            "enum": ["active", "inactive", "pending"],
            "default": "active",
        },
        "verified": {"type": "boolean", "description": "Verification status", "default": true},
    })
}

fn with_choices() -> Value {
    let titled = |names: [&str; 3]| {
        let choices = ["value1", "value2", "value3"].into_iter().zip(names);
        choices.map(|(value, title)| json!({"const": value, "title": title})).collect::<Value>()
    };
    let untitled = ["option1", "option2", "option3"];
    json!({
        "untitledSingle": {"type": "string", "enum": untitled},
        "titledSingle": {"type": "string", "oneOf": titled(["First Option", "Second Option", "Third Option"])},
        "legacyEnum": {
            "type": "string",
            "enum": ["opt1", "opt2", "opt3"],
            "enumNames": ["Option One", "Option Two", "Option Three"],
        },
        "untitledMulti": {"type": "array", "items": {"type": "string", "enum": untitled}},
        "titledMulti": {"type": "array", "items": {"anyOf": titled(["First Choice", "Second Choice", "Third Choice"])}},
    })
}
