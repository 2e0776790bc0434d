//! What was given under the name of a secret is not shown, however wrong it is.

use super::{clauses, refused};
use crate::disclose::Allowed;
use crate::render::{Place, Renderer};
use crate::schema::allowing_places;
use crate::{Dialect, Discretion, Failure};
use serde_json::json;

/// All that the caller gets.
fn disclosed(failure: Failure) -> String {
    let (disclosure, _) = failure.disclose(&Discretion::new());
    let renderer = Renderer::new(Dialect::Structured);
    renderer.reply(&disclosure, Place::Tool { output_schema: None }).to_value().to_string()
}

const SECRET: &str = "hunter2-swordfish";

#[test]
fn a_value_under_a_telling_name_does_not_leave() {
    let any = json!({"minLength": 100, "minimum": 1e30, "minItems": 9, "enum": ["nothing"]});
    let schema = json!({"properties": {
        "password": any, "api_key": any, "credentials": {"additionalProperties": any},
        "env": {"items": {"properties": {"value": any}}}, "tokens": {"items": {"properties": {"token": any}}},
    }});
    for arguments in [
        json!({"password": SECRET}),
        json!({"api_key": SECRET}),
        json!({"credentials": {"user": SECRET}}),
        json!({"env": [{"name": "DB_PASSWORD", "value": SECRET}]}),
        json!({"tokens": [{"token": SECRET}]}),
    ] {
        let failure = refused(&schema, &arguments);
        let kept = serde_json::to_string(&failure.clone().disclose(&Discretion::new()).1).unwrap();
        let text = disclosed(failure) + &kept;
        assert!(!text.contains("swordfish") && !text.contains("hunter2"), "{text}");
    }
}

#[test]
fn a_value_under_a_sensitive_name_is_not_shown_as_a_tag_of_alternatives() {
    let alternative = |name: &str, only: &str| json!({"type": "object", "properties": {name: {"const": only}}, "required": [name], "title": only});
    let either = |name: &str| json!({"anyOf": [alternative(name, "env"), alternative(name, "file")]});
    for (schema, arguments) in [
        (either("password"), json!({"password": SECRET})),
        (json!({"properties": {"login": either("token")}}), json!({"login": {"token": SECRET}})),
        (
            json!({"properties": {"a": {"type": "integer"}, "login": either("token")}}),
            json!({"a": "x", "login": {"token": SECRET}}),
        ),
        (json!({"properties": {"env": either("value")}}), json!({"env": {"name": "DB_PASSWORD", "value": SECRET}})),
    ] {
        let failure = refused(&schema, &arguments);
        assert!(clauses(&failure).contains("must be \"env\" or \"file\", but is text that is not shown"), "{schema}");
        let kept = serde_json::to_string(&failure.clone().disclose(&Discretion::new()).1).unwrap();
        let text = disclosed(failure) + &kept;
        assert!(!text.contains("swordfish") && !text.contains("hunter2"), "{text}");
    }
}

#[test]
fn a_concealed_value_is_still_said_to_be_wrong() {
    let schema = json!({"properties": {"password": {"type": "string", "minLength": 20}}});
    let failure = refused(&schema, &json!({"password": SECRET}));
    assert_eq!(clauses(&failure), "/password must be text of at least 20 characters, but is text that is not shown");
    assert_eq!(failure.details().text("invalid_value"), Some("[redacted]"));
    let (disclosure, _) = failure.disclose(&Discretion::new());
    assert_eq!(
        disclosure.message(),
        "act was called with a wrong argument: \
         /password must be text of at least 20 characters, but is text that is not shown"
    );
}

#[test]
fn a_secret_by_its_form_does_not_leave_either() {
    let token = format!("ghp_{}", "A1b2C3d4E5F6".repeat(3));
    let schema = json!({"properties": {"x": {"type": "integer"}}, "additionalProperties": false});
    for arguments in [
        json!({"x": token}),
        json!({"x": format!("{}{token}", "pad ".repeat(23))}),
        json!({"x": format!("line\n{token}\nline")}),
        json!({token.clone(): 1}),
        json!({format!("{}{token}", "pad ".repeat(18)): 1}),
    ] {
        let text = disclosed(refused(&schema, &arguments));
        assert!(!text.contains("ghp_A1b2"), "{text}");
    }
}

#[test]
fn sentences_about_places_survive_their_disclosure() {
    let schema = json!({"properties": {
        "items": {"items": {"properties": {"quantity": {"type": "integer"}}}},
        "token": {"type": "string"}, "email": {"type": "string", "format": "email"},
    }, "required": ["auth_token", "home"]});
    let failure = refused(&schema, &json!({"items": [{"quantity": "a"}], "email": 1}));
    let said = failure.message().to_owned();
    let hint = failure.recovery().hint().to_owned();
    let (disclosure, _) = failure.disclose(&Discretion::new());
    assert_eq!(disclosure.message(), said);
    assert_eq!(disclosure.recovery().hint(), hint);
}

#[test]
fn a_pointer_that_looks_like_a_path_stays_where_places_are_allowed() {
    let schema = json!({"properties": {"media": {"items": {"properties": {"url": {"type": "string"}}}}}});
    let failure = refused(&schema, &json!({"media": [{"url": 1}]}));
    let discretion = Discretion::new().allowing(allowing_places(Allowed::new(), &failure));
    let (disclosure, _) = failure.disclose(&discretion);
    assert_eq!(disclosure.message(), "act was called with a wrong argument: /media/0/url must be text, but is 1");
    assert_eq!(disclosure.details().text("field"), Some("/media/0/url"));
}
