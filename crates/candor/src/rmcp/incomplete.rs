//! Errors that say too little: those that `rmcp` makes before or after it asks the handler, and those of handlers
//! without a guard.

pub(super) use super::error_reader::URL_ELICITATION_REQUIRED;
use super::read;
use super::refusal;
use super::words::shown;
use crate::classify::Classifier;
use crate::render;
use crate::{Disclosure, Discretion, Failure, FailurePolicy};
use ::rmcp::ErrorData;
use ::rmcp::model::{ErrorCode, JsonObject};
use serde_json::Value;

/// The member of its data that says which page.
const ELICITATIONS: &str = "elicitations";

/// The detail that holds data which is not an object.
const DATA: &str = "data";

/// What `rmcp` says before the names of the metadata that a request lacks.
const MISSING_METADATA: &str = "request _meta is missing or has malformed required fields: ";

/// The error as it may leave. One that was disclosed already is not touched.
pub(super) fn completed(policy: &FailurePolicy, error: ErrorData) -> ErrorData {
    if is_disclosed(&error) {
        return error;
    }
    let disclosure = policy.disclose(meaning(&error, policy.classifier()));
    complete(error, &disclosure, policy.discretion())
}

/// Whether the error carries a disclosed failure, in any dialect.
pub(super) fn is_disclosed(error: &ErrorData) -> bool {
    error.data.as_ref().is_some_and(render::is_disclosed)
}

/// What the error means, by its number and the words of `rmcp`.
fn meaning(error: &ErrorData, classifier: &Classifier) -> Failure {
    match error.code {
        ErrorCode::METHOD_NOT_FOUND if is_method(&error.message) => refusal::unsupported_method(&shown(&error.message)),
        ErrorCode::INVALID_PARAMS if let Some((_, missing)) = error.message.split_once(MISSING_METADATA) => {
            refusal::missing_metadata(&missing.split(", ").collect::<Vec<_>>())
        }
        _ => read::of_error(error, classifier),
    }
}

/// For a method that it does not serve, `rmcp` gives only the name.
fn is_method(text: &str) -> bool {
    let is_name = !text.contains(char::is_whitespace);
    is_name && (text.contains('/') || ["ping", "initialize"].contains(&text))
}

/// The error with all that the disclosure says. Its number stays, and of its data what a reader takes up in the details,
/// scrubbed and bounded; data that is not an object is the detail `data`.
pub(super) fn complete(error: ErrorData, disclosure: &Disclosure, discretion: &Discretion) -> ErrorData {
    // A member that repeats the error's number, or says that there is no data, adds nothing.
    let says_nothing = |name: &str, value: &Value| match name {
        "upstream_code" => *value == error.code.0,
        DATA => value.is_null(),
        _ => false,
    };
    let details = disclosure.details().iter().filter(|(name, value)| !says_nothing(name, value));
    let mut members: JsonObject = details.map(|(name, value)| (name.to_owned(), value.clone())).collect();
    let said = [
        ("code", serde_json::to_value(disclosure.code().row().structured.value.number)),
        ("reason", serde_json::to_value(disclosure.reason())),
        ("recovery", serde_json::to_value(disclosure.recovery())),
        ("retry", serde_json::to_value(disclosure.retry())),
        ("origin", serde_json::to_value(disclosure.origin())),
        ("instance", serde_json::to_value(disclosure.instance())),
        ("time", serde_json::to_value(disclosure.time())),
    ];
    members.extend(said.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value.ok()?))));
    let mut completed = ErrorData::new(error.code, disclosure.message().to_owned(), Some(Value::Object(members)));
    if error.code == URL_ELICITATION_REQUIRED {
        keep_elicitations(&mut completed, error.data, discretion);
    }
    completed
}

/// There the addresses are what it is about, so they stay as they are.
fn keep_elicitations(completed: &mut ErrorData, data: Option<Value>, discretion: &Discretion) {
    let Some(elicitations) = data.and_then(|mut data| data.get_mut(ELICITATIONS).map(Value::take)) else { return };
    let Some(Value::Object(members)) = &mut completed.data else { return };
    members.remove(ELICITATIONS);
    let mut room = discretion.reply_cap();
    if takes(&mut room, &Value::Object(members.clone())) && takes(&mut room, &elicitations) {
        members.insert(ELICITATIONS.to_owned(), elicitations);
    }
}

/// Takes the room that the value needs, if there is so much.
pub(super) fn takes(room: &mut usize, value: &Value) -> bool {
    let length = serde_json::to_string(value).map_or(usize::MAX, |text| text.len());
    let is_there = length <= *room;
    *room = room.saturating_sub(length);
    is_there
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::{Place, Renderer};
    use crate::{Code, Dialect, reason};
    use serde_json::json;

    fn completed(number: i32, message: &'static str, data: Value) -> Value {
        let error = ErrorData::new(ErrorCode(number), message, Some(data));
        serde_json::to_value(complete_by_default(error)).unwrap()
    }

    fn complete_by_default(error: ErrorData) -> ErrorData {
        super::completed(&FailurePolicy::new(), error)
    }

    #[test]
    fn an_error_that_was_disclosed_is_not_touched_in_any_dialect() {
        for (dialect, code) in Dialect::ALL.iter().copied().flat_map(|it| Code::all().map(move |code| (it, code))) {
            let failure = Failure::new(code, "no").with_reason(reason!("not_now")).with_context("count", 3);
            let (disclosure, _) = failure.disclose(&Discretion::new());
            let value = Renderer::new(dialect).reply(&disclosure, Place::Request).to_value();
            let error: ErrorData = serde_json::from_value(value).unwrap();
            assert_eq!(complete_by_default(error.clone()), error, "{dialect} {code:?}");
        }
        let error = complete_by_default(ErrorData::internal_error("oh no", Some(json!(["text"]))));
        assert_eq!(complete_by_default(error.clone()), error);
        assert_eq!(error.data.unwrap()["data"], json!(["text"]));
    }

    #[test]
    fn foreign_data_is_scrubbed() {
        let dsn = "postgres://app:swordfish77@db.internal/orders";
        for data in [
            json!({"instance": "550e8400-e29b-41d4-a716-446655440000", "password": "swordfish77", "dsn": dsn}),
            json!({"instance": "urn:uuid:", "reason": "a", "retry": 1, "recovery": 2, "password": "swordfish77"}),
            json!({"instance": "/x", "type": dsn, "title": dsn, "status": 500, "detail": dsn}),
            json!({"code": "E", "message": dsn, "retryable": false, "details": {"password": "swordfish77"}}),
            json!({"field": "password", "invalid_value": "swordfish77"}),
            json!({"password": "swordfish77", "note": "tried swordfish77 twice"}),
            json!({"password": "swordfish77", "elicitations": [{"url": "https://pay.example/7?state=a1b2c3d4e5f6g7h8"}]}),
            json!(dsn),
            json!([dsn]),
        ] {
            for number in [-32_603, -32_602, -32_600, -32_042, -32_021, -32_002, -31_999] {
                let error =
                    completed(number, "could not reach postgres://app:swordfish77@db.internal/orders", data.clone());
                assert!(!error.to_string().contains("swordfish77"), "{number}: {error:#}");
                assert_eq!(error["code"], number);
                let instance = error["data"]["instance"].as_str().unwrap();
                assert!(instance.starts_with("urn:uuid:") && error["data"]["reason"].is_string(), "{error:#}");
            }
        }
    }

    #[test]
    fn what_the_specification_puts_into_data_stays() {
        let url = "https://pay.example/7?state=a1b2c3d4e5f6g7h8";
        let error = completed(-32_042, "Pay first", json!({"elicitations": [{"mode": "url", "url": url}]}));
        assert_eq!(error["data"]["elicitations"][0]["url"], url);
        assert_eq!(error["data"]["reason"], "url_elicitation_required");
        let error = completed(-32_021, "no", json!({"requiredCapabilities": {"sampling": {}}}));
        assert_eq!(error["data"]["requiredCapabilities"], json!({"sampling": {}}));
        let error = completed(-32_002, "Resource not found", json!(null));
        assert_eq!((&error["data"]["reason"], error["data"].get("data")), (&json!("not_found"), None));
        assert_eq!(error["data"].get("upstream_code"), None);
    }

    #[test]
    fn a_completed_error_is_read_as_what_it_was() {
        for (number, message, data, code) in [
            (-32_002, "Resource not found", json!({"uri": "note://17"}), Code::NotFound),
            (-32_002, "Resource not found", json!(null), Code::NotFound),
            (-32_603, "connect ECONNREFUSED 10.0.0.7:5432", json!(null), Code::Unavailable),
            (-32_600, "no", json!({"page": 2}), Code::InvalidRequest),
            (-32_042, "Pay first", json!({"elicitations": []}), Code::Unauthorized),
        ] {
            let raw = ErrorData::new(ErrorCode(number), message, Some(data));
            assert_eq!(read::read(&raw).unwrap().code(), code, "{message}");
            assert_eq!(read::read(&complete_by_default(raw)).unwrap().code(), code, "{message}");
        }
    }

    #[test]
    fn only_the_name_of_a_method_is_taken_for_one() {
        let message = |words: &'static str| completed(-32_601, words, json!(null))["message"].clone();
        assert_eq!(message("resources/subscribe"), "This server does not support resources/subscribe");
        assert_eq!(message("ping"), "This server does not support ping");
        assert_eq!(message("disabled"), "disabled");
        assert_eq!(message("no such method / yet"), "no such method / yet");
    }

    #[test]
    fn an_error_stays_within_its_cap() {
        let discretion = Discretion::new().with_reply_cap(Discretion::MIN_REPLY_CAP);
        let policy = FailurePolicy::new().with_discretion(discretion);
        let long = "words and ".repeat(10_000);
        for number in [-32_603, -32_042] {
            let data = json!({"note": long, "elicitations": [{"url": long}], "list": vec![&long; 10]});
            let error = super::completed(&policy, ErrorData::new(ErrorCode(number), long.clone(), Some(data)));
            assert!(serde_json::to_string(&error).unwrap().len() <= Discretion::MIN_REPLY_CAP);
        }
    }
}
