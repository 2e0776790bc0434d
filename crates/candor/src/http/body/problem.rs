//! An RFC 9457 problem, as its media type says or as it looks.

use super::{BodyFacts, dialect, identifier};
use crate::http::content::Content;
use crate::{Code, Dialect, Retry};
use ::http::StatusCode;
use serde_json::{Map, Value};

/// What frameworks add to a problem while they are being developed: for the operator, who has the whole body.
const INTERNALS: [&str; 8] =
    ["trace", "stack", "stackTrace", "stack_trace", "backtrace", "exception", "debug", "exceptionDetails"];

pub(super) fn read(status: StatusCode, content: &Content) -> Option<BodyFacts> {
    let Content::Json { value: value @ Value::Object(object), is_called_problem } = content else { return None };
    if !is_called_problem && Dialect::Problem.read(value).is_none() {
        return None;
    }
    let mut object = object.clone();
    INTERNALS.iter().for_each(|name| drop(object.remove(*name)));
    if Code::from_http_status(status.as_u16()).is_some() {
        // RFC 9457 §3.1.2: the member repeats the status, and the status itself counts.
        object.insert("status".to_owned(), status.as_u16().into());
    }
    let failure = Dialect::Problem.read(&Value::Object(object.clone()))?.into_stated();
    let mut facts = dialect::facts_of(&failure);
    // A problem that names no code of its own has the one of its status.
    let is_of_status = |code: Code, retry: Retry| {
        Code::from_http_status(status.as_u16()) == Some(code) && retry == code.row().retry.value
    };
    facts.stated = facts.stated.filter(|(code, retry)| *code != Code::Unknown && !is_of_status(*code, *retry));
    let uri = text(&object, "type").filter(|uri| *uri != "about:blank");
    // The last word of a type is its name: `https://example.com/probs/out-of-credit`.
    let slug = uri.and_then(|uri| uri.trim_end_matches('/').rsplit(['/', ':', '#']).next());
    if text(&object, "reason").is_none() {
        let name = identifier::of(&object).or(slug);
        facts.identifier = name.filter(|name| identifier::is_one(name)).map(str::to_owned);
        facts.state = identifier::state_of(&object).map(str::to_owned);
    }
    if let Some(uri) = uri {
        facts.details.set("problem_type", uri);
    }
    let title = text(&object, "title").filter(|_| text(&object, "detail").is_some());
    if let Some(title) = title {
        facts.details.set("problem_title", title);
    }
    Some(facts)
}

fn text<'o>(object: &'o Map<String, Value>, name: &str) -> Option<&'o str> {
    object.get(name).and_then(Value::as_str).filter(|text| !text.trim().is_empty())
}
