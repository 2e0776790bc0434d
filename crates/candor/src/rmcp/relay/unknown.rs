//! Errors by which a server says that what it was asked for is not there, in the words that servers use.

use super::RelayedRequest;
use crate::failure::{Origin, Retry};
use crate::{Code, Failure, reason};
use ::rmcp::model::{CallToolResult, ContentBlock};

/// The failure, if the message says that there is no such tool.
pub(super) fn tool(message: &str, request: &RelayedRequest) -> Option<Failure> {
    let name = request.tool().filter(|_| request.known_tool().is_none())?;
    says_unknown(message, "tool", name).then(|| Failure::unknown_tool(name, []))
}

/// The same of the only text of a failed result.
pub(super) fn tool_in(result: &CallToolResult, request: &RelayedRequest) -> Option<Failure> {
    let [ContentBlock::Text(block)] = result.content.as_slice() else { return None };
    tool(&block.text, request).filter(|_| result.structured_content.is_none())
}

/// The failure with what it means, if the message says that there is no such prompt or resource. A failure that says why by itself
/// is not touched.
pub(super) fn named(failure: Failure, message: &str, request: &RelayedRequest) -> Failure {
    let is_open = [Code::InvalidParams, Code::NotFound].contains(&failure.code())
        && failure.reason().as_str() == failure.code().name();
    let (reason, recovery) = match request.method() {
        "prompts/get" if is_open && says_unknown(message, "prompt", name_in(message)) => {
            (reason!("unknown_prompt"), "List the prompts with prompts/list and get one of them.")
        }
        "resources/read" if is_open && says_unknown(message, "resource", request.uri().unwrap_or_default()) => {
            (reason!("unknown_resource"), "List the resources with resources/list and read one of them.")
        }
        _ => return failure,
    };
    let failure = failure.with_code(Code::NotFound).with_reason(reason).with_recovery(recovery);
    failure.with_origin(Origin::Caller).with_retry(Retry::Never)
}

/// What is between the kind of thing and the words that it is not there. The names of prompts are not kept with their requests.
fn name_in(message: &str) -> &str {
    let name = message.split_once("rompt ").map_or("", |(_, rest)| rest).split(' ').next().unwrap_or_default();
    if ["not", "is", "does"].contains(&name) { "" } else { name }
}

/// Whether a message says that there is no such thing, and not that the thing found nothing.
fn says_unknown(message: &str, kind: &str, name: &str) -> bool {
    const WORDS: [&[&str]; 6] = [
        &["unknown", THING],
        &["no", "such", THING],
        &[THING, "unknown"],
        &[THING, "not", "found"],
        &[THING, "does", "not", "exist"],
        &[THING, "is", "not", "found"],
    ];
    const THING: &str = "\0";
    let without_name = if name.is_empty() { message.to_owned() } else { message.replace(name, " ") };
    let message = without_name.to_ascii_lowercase();
    let words: Vec<_> = message.split(|it: char| !it.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let is = |word: &str, known: &str| if known == THING { word == kind } else { word == known };
    let fits = |part: &[&str], known: &[&str]| part.iter().zip(known).all(|(word, known)| is(word, known));
    WORDS.iter().any(|known| words.windows(known.len()).any(|part| fits(part, known)))
}
