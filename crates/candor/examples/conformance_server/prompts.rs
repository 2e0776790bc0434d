//! The prompts, and what completes their arguments.

use crate::questions::{self, accepted};
use crate::samples;
use rmcp::ErrorData;
use rmcp::model::*;

pub(crate) fn all() -> Vec<Prompt> {
    let required = |name: &str, what: &str| PromptArgument::new(name).with_description(what).with_required(true);
    vec![
        Prompt::new("test_simple_prompt", Some("A prompt without arguments"), None),
        Prompt::new(
            "test_prompt_with_arguments",
            Some("A prompt that repeats its arguments"),
            Some(vec![required("arg1", "First test argument"), required("arg2", "Second test argument")]),
        ),
        Prompt::new(
            "test_prompt_with_embedded_resource",
            Some("A prompt with a resource in it"),
            Some(vec![required("resourceUri", "URI of the resource to embed")]),
        ),
        Prompt::new("test_prompt_with_image", Some("A prompt with a picture in it"), None),
        Prompt::new("test_input_required_result_prompt", Some("A prompt that asks back first"), None),
    ]
}

/// The one that comes and goes.
pub(crate) fn one_more() -> Prompt {
    Prompt::new("test_prompt_that_comes_and_goes", Some("A prompt that is not always there"), None)
}

pub(crate) fn get(request: &GetPromptRequestParams) -> Result<GetPromptResponse, ErrorData> {
    let user = |content: ContentBlock| PromptMessage::new(Role::User, content);
    let text = |text: &str| user(ContentBlock::text(text));
    let messages = match request.name.as_str() {
        "test_simple_prompt" => vec![text("This is a simple prompt for testing.")],
        "test_prompt_with_arguments" => {
            let (first, second) = (argument(request, "arg1")?, argument(request, "arg2")?);
            vec![text(&format!("Prompt with arguments: arg1='{first}', arg2='{second}'"))]
        }
        "test_prompt_with_embedded_resource" => {
            let uri = argument(request, "resourceUri")?;
            let resource = ResourceContents::text("Embedded resource content for testing.", uri);
            vec![
                user(ContentBlock::resource(resource.with_mime_type("text/plain"))),
                text("Please process the embedded resource above."),
            ]
        }
        "test_prompt_with_image" => {
            vec![user(ContentBlock::image(samples::PNG, "image/png")), text("Please analyze the image above.")]
        }
        "test_input_required_result_prompt" => {
            let Some(given) = accepted(request.input_responses.as_ref(), "user_context", "context") else {
                let question = questions::text("What context should the prompt use?", "context")?;
                let asked = InputRequests::from([("user_context".to_owned(), question)]);
                return Ok(InputRequiredResult::from_input_requests(asked).into());
            };
            vec![text(&format!("Prompt with context: {given}"))]
        }
        name => return Err(ErrorData::invalid_params(format!("Unknown prompt: {name}"), None)),
    };
    Ok(GetPromptResult::new(messages).into())
}

/// What begins like that.
pub(crate) fn complete(beginning: &str) -> Vec<String> {
    ["paris", "park", "party", "test"].into_iter().filter(|it| it.starts_with(beginning)).map(str::to_owned).collect()
}

fn argument<'a>(request: &'a GetPromptRequestParams, name: &str) -> Result<&'a str, ErrorData> {
    let value = request.arguments.as_ref().and_then(|arguments| arguments.get(name)?.as_str());
    value.ok_or_else(|| ErrorData::invalid_params(format!("The argument {name} is missing"), None))
}
