//! Secrets under names that tell of them.

use serde_json::{Map, Value};

/// Names that say that what stands under them is a secret.
const NAMES: [&str; 5] = ["password", "api_key", "accessToken", "client_secret", "credentials"];
/// The secret as a text, how it is known again, and as a number.
const SECRET: &str = "zq9-swordfish-zq9";
const PART: &str = "swordfish";
const NUMBER: u64 = 4_815_162_342;

/// The arguments with secrets for texts and numbers wherever a name says so; none if they have a secret elsewhere.
pub(super) fn in_arguments(mut arguments: Map<String, Value>) -> Option<Map<String, Value>> {
    if is_in(&Value::Object(arguments.clone()).to_string()) {
        return None;
    }
    in_members(&mut arguments, false);
    Some(arguments)
}

/// Whether there is a secret in a text.
pub(super) fn is_in(text: &str) -> bool {
    text.contains(PART) || text.contains(&NUMBER.to_string())
}

fn in_members(members: &mut Map<String, Value>, is_secret: bool) {
    let names_secret = members.get("name").is_some_and(|name| name == "password");
    for (name, value) in members {
        let is_named = NAMES.contains(&name.as_str()) || (names_secret && name == "value");
        in_value(value, is_secret || is_named);
    }
}

fn in_value(value: &mut Value, is_secret: bool) {
    match value {
        Value::String(text) if is_secret => *text = SECRET.repeat(1 + text.len() / 20),
        Value::Number(number) if is_secret => *number = NUMBER.into(),
        Value::Array(items) => items.iter_mut().for_each(|item| in_value(item, is_secret)),
        Value::Object(members) => in_members(members, is_secret),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}
