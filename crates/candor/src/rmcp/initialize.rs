//! What is wrong with an `initialize` that `rmcp` could not read.

use crate::{Code, Failure, reason};
use ::rmcp::model::{ClientRequest, InitializeRequestParams};
use serde_json::Value;

/// The type that a member must have.
#[derive(Clone, Copy)]
enum MemberType {
    Object,
    Text,
}

impl MemberType {
    fn admits(self, value: &Value) -> bool {
        match self {
            MemberType::Object => value.is_object(),
            MemberType::Text => value.is_string(),
        }
    }

    fn name(self) -> &'static str {
        match self {
            MemberType::Object => "an object",
            MemberType::Text => "a string",
        }
    }
}

/// The members that every `initialize` has, as JSON pointers into its params.
const MEMBERS: &[(&str, MemberType)] = &[
    ("/protocolVersion", MemberType::Text),
    ("/capabilities", MemberType::Object),
    ("/clientInfo", MemberType::Object),
    ("/clientInfo/name", MemberType::Text),
    ("/clientInfo/version", MemberType::Text),
];

/// The method.
pub(super) const METHOD: &str = "initialize";

/// The failure of a request, if it is an `initialize` that `rmcp` could not read, and so took for a custom request.
pub(super) fn fault_of_request(request: &ClientRequest) -> Option<Failure> {
    let ClientRequest::CustomRequest(custom) = request else { return None };
    (custom.method == METHOD).then(|| fault_of(custom.params.as_ref()))
}

/// The failure of an `initialize` with these params: the first member that is missing or wrong.
pub(super) fn fault_of(params: Option<&Value>) -> Failure {
    let failure = match params {
        None => missing("params", MemberType::Object),
        Some(params) if !params.is_object() => wrong("params", MemberType::Object),
        Some(params) => fault_in(params),
    };
    failure.with_reason(reason!("invalid_initialize")).with_recovery(
        "Send initialize again with protocolVersion, capabilities and clientInfo as the protocol defines.",
    )
}

fn fault_in(params: &Value) -> Failure {
    for &(pointer, kind) in MEMBERS {
        let name = pointer.trim_start_matches('/').replace('/', ".");
        match params.pointer(pointer) {
            None => return missing(&name, kind).with_field(format!("/params{pointer}")),
            Some(value) if !kind.admits(value) => return wrong(&name, kind).with_field(format!("/params{pointer}")),
            Some(_) => {}
        }
    }
    let failure = Failure::new(
        Code::InvalidParams,
        "A member of the params of initialize does not have the form that the protocol defines.",
    );
    match serde_json::from_value::<InitializeRequestParams>(params.clone()) {
        Ok(_) => failure,
        Err(error) => failure.with_cause(error),
    }
}

fn missing(name: &str, kind: MemberType) -> Failure {
    Failure::new(Code::MissingRequired, format!("The initialize request has no {name}, which must be {}.", kind.name()))
        .with_field("/params")
}

fn wrong(name: &str, kind: MemberType) -> Failure {
    Failure::new(Code::InvalidParams, format!("In the initialize request, {name} must be {}.", kind.name()))
        .with_field("/params")
}
