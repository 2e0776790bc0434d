//! What is wrong with the params of a request that `rmcp` could not read.

use crate::failure::Origin;
use crate::{Code, Failure};
use serde_json::Value;

/// The type that a member of params must have.
#[derive(Clone, Copy)]
pub(super) enum MemberType {
    String,
    Object,
    /// An object, or nothing at all.
    OptionalObject,
}

/// A member of params: its JSON pointer into them, and its type.
pub(super) type Member = (&'static str, MemberType);

/// The first fault of params.
pub(super) struct Fault {
    /// What is wrong, and where.
    pub(super) failure: Failure,
    /// What to send instead: `a string in params.name`.
    pub(super) instead: String,
}

/// The first of these members that is missing or has another type, or the params themselves if they are not an object.
pub(super) fn fault_in(params: Option<&Value>, members: &[Member]) -> Option<Fault> {
    if let Some(params) = params.filter(|params| !params.is_object()) {
        return Some(fault("", MemberType::Object, Some(params)));
    }
    let find = |&(pointer, expected): &Member| {
        let value = params.and_then(|params| params.pointer(pointer));
        (!expected.admits(value)).then(|| fault(pointer, expected, value))
    };
    members.iter().find_map(find)
}

/// What is wrong with params in which no member is known to be wrong.
pub(super) fn other_fault(method: &str) -> Failure {
    let message = format!("The params of {method} do not have the form that the protocol defines");
    Failure::new(Code::InvalidParams, message).with_origin(Origin::Caller)
}

fn fault(pointer: &str, expected: MemberType, value: Option<&Value>) -> Fault {
    let name = format!("params{}", pointer.replace('/', "."));
    let expected = expected.name();
    let (code, message) = match value {
        None => (Code::MissingRequired, format!("{name} is missing; it must be {expected}")),
        Some(value) => (Code::InvalidParams, format!("{name} must be {expected}, not {}", type_of(value))),
    };
    let failure = Failure::new(code, message).with_origin(Origin::Caller).with_field(format!("/params{pointer}"));
    Fault { failure, instead: format!("{expected} in {name}") }
}

impl MemberType {
    fn admits(self, value: Option<&Value>) -> bool {
        match self {
            MemberType::String => value.is_some_and(Value::is_string),
            MemberType::Object => value.is_some_and(Value::is_object),
            MemberType::OptionalObject => value.is_none_or(|value| value.is_object() || value.is_null()),
        }
    }

    fn name(self) -> &'static str {
        match self {
            MemberType::String => "a string",
            MemberType::Object | MemberType::OptionalObject => "an object",
        }
    }
}

/// The type of a value, in JSON's words.
fn type_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    }
}
