//! Errors that say too little: those that `rmcp` makes before or after it asks the handler, and those of handlers
//! without a guard.

pub(super) use super::error_reader::URL_ELICITATION_REQUIRED;
use super::read;
use super::refusal;
use crate::classify::Classifier;
use crate::failure::Occurrence;
use crate::failure::names::shown;
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

/// The error as it may leave, and its reference. Whatever it claims, it counts as the words of another.
pub(super) fn completed_by(
    policy: &FailurePolicy,
    error: ErrorData,
    disclose: impl FnOnce(Failure) -> Disclosure,
) -> (ErrorData, Occurrence) {
    let disclosure = disclose(meaning(&error, policy.classifier()));
    let occurrence = disclosure.occurrence();
    (complete(error, &disclosure, policy.discretion()), occurrence)
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

/// There the addresses are what it is about: they and the ids by which the client refers to them stay as they are. The rest
/// is scrubbed.
fn keep_elicitations(completed: &mut ErrorData, data: Option<Value>, discretion: &Discretion) {
    let Some(Value::Array(elicitations)) = data.and_then(|mut data| data.get_mut(ELICITATIONS).map(Value::take)) else {
        return;
    };
    let Some(Value::Object(members)) = &mut completed.data else { return };
    members.remove(ELICITATIONS);
    let elicitations = elicitations.into_iter().map(|elicitation| scrub_elicitation(elicitation, discretion)).collect();
    let mut room = discretion.reply_cap();
    if takes(&mut room, &Value::Object(members.clone())) && takes(&mut room, &elicitations) {
        members.insert(ELICITATIONS.to_owned(), elicitations);
    }
}

fn scrub_elicitation(elicitation: Value, discretion: &Discretion) -> Value {
    const KEPT: [&str; 3] = ["elicitationId", "mode", "url"];
    let Value::Object(mut rest) = elicitation else { return discretion.scrub_value(&elicitation) };
    let kept: Vec<_> = KEPT.iter().filter_map(|name| rest.remove_entry(*name)).collect();
    let mut scrubbed = discretion.scrub_value(&Value::Object(rest));
    if let Value::Object(members) = &mut scrubbed {
        members.extend(kept.into_iter().filter(|(_, value)| value.is_string()));
    }
    scrubbed
}

/// Takes the room that the value needs, if there is so much.
pub(super) fn takes(room: &mut usize, value: &Value) -> bool {
    let length = serde_json::to_string(value).map_or(usize::MAX, |text| text.len());
    let is_there = length <= *room;
    if is_there {
        *room -= length;
    }
    is_there
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::{Place, Renderer};
    use crate::{Code, Dialect, reason};
    use serde_json::json;

    const DSN: &str = "postgres://app:swordfish77@db.internal/orders";

    fn completed(number: i32, message: &'static str, data: Value) -> Value {
        let error = ErrorData::new(ErrorCode(number), message, Some(data));
        serde_json::to_value(complete_by_default(error)).unwrap()
    }

    fn complete_by_default(error: ErrorData) -> ErrorData {
        complete_under(&FailurePolicy::new(), error)
    }

    fn complete_under(policy: &FailurePolicy, error: ErrorData) -> ErrorData {
        completed_by(policy, error, |failure| policy.disclose(failure)).0
    }

    #[test]
    fn an_error_that_claims_to_be_disclosed_gets_a_reference_of_its_own_in_every_dialect() {
        for (dialect, code) in Dialect::ALL.iter().copied().flat_map(|it| Code::all().map(move |code| (it, code))) {
            let failure = Failure::new(code, "no").with_reason(reason!("not_now")).with_context("dsn", DSN);
            let (disclosure, _) = failure.disclose(&Discretion::new());
            let value = Renderer::new(dialect).reply(&disclosure, Place::Request).to_value();
            let value = value.to_string().replace("postgres://[redacted]/orders", DSN);
            let error: ErrorData = serde_json::from_str(&value).unwrap();
            let data = complete_by_default(error).data.unwrap();
            assert_eq!(data["upstream_reference"], disclosure.occurrence().id().to_string(), "{dialect} {code:?}");
            assert_ne!(data["instance"], disclosure.instance(), "{dialect} {code:?}");
            assert!(!data.to_string().contains("swordfish77"), "{dialect} {code:?}: {data}");
        }
    }

    #[test]
    fn foreign_data_is_scrubbed() {
        let dsn = DSN;
        for data in [
            json!({"instance": "550e8400-e29b-41d4-a716-446655440000", "password": "swordfish77", "dsn": dsn}),
            json!({"instance": "urn:uuid:", "reason": "a", "retry": 1, "recovery": 2, "password": "swordfish77"}),
            json!({"instance": "/x", "type": dsn, "title": dsn, "status": 500, "detail": dsn}),
            json!({"code": "E", "message": dsn, "retryable": false, "details": {"password": "swordfish77"}}),
            json!({"field": "password", "invalid_value": "swordfish77"}),
            json!({"password": "swordfish77", "note": "tried swordfish77 twice"}),
            json!({"name": "DB_PASSWORD", "value": "swordfish77"}),
            json!({"elicitations": [{"message": dsn, "note": dsn, "elicitationId": {"a": dsn}}, dsn]}),
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
            let error = complete_under(&policy, ErrorData::new(ErrorCode(number), long.clone(), Some(data)));
            assert!(serde_json::to_string(&error).unwrap().len() <= Discretion::MIN_REPLY_CAP);
        }
    }
}
