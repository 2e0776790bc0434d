//! What is wrong with an `initialize` that `rmcp` could not read.

use super::params::{self, Fault, Member, MemberType};
use crate::{Failure, reason};
use ::rmcp::model::{ClientRequest, InitializeRequestParams};
use serde_json::Value;

/// The members of every `initialize`.
const MEMBERS: &[Member] = &[
    ("/protocolVersion", MemberType::String),
    ("/capabilities", MemberType::Object),
    ("/clientInfo", MemberType::Object),
    ("/clientInfo/name", MemberType::String),
    ("/clientInfo/version", MemberType::String),
    ("/_meta", MemberType::OptionalObject),
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
    let failure = match params::fault_in(params, MEMBERS) {
        Some(Fault { failure, .. }) => failure,
        None => {
            let failure = params::other_fault(METHOD);
            match serde_json::from_value::<InitializeRequestParams>(params.cloned().unwrap_or_default()) {
                Ok(_) => failure,
                Err(error) => failure.with_cause(error),
            }
        }
    };
    failure.with_reason(reason!("invalid_initialize")).with_recovery(
        "Send initialize again with protocolVersion, capabilities and clientInfo as the protocol defines.",
    )
}
