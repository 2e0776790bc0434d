//! What is done about answers that are not as promised, and how often a call is tried.

use serde_json::Value;
use std::time::Duration;

/// The policies of an API or of one tool. By default, nothing is repeated and nothing is let through.
#[derive(Debug, Clone)]
pub struct Policies {
    /// An answer that does not fit the output schema.
    pub schema_mismatch: OnMismatch,
    /// A 2xx without a body where the document promises one.
    pub empty_response: OnEmpty,
    /// The longest body that is read, in bytes.
    pub response_cap: usize,
    /// What a 2xx says if it failed nevertheless.
    pub failed_when: Vec<FailureRule>,
    /// Repeats calls that failed, where the failure says that it can help and nothing is done twice.
    pub retry: Option<candor::retry::Policy>,
    /// Stops calling an API that is broken.
    pub breaker: Option<Breaker>,
}

impl Policies {
    /// The longest body that is read, unless another limit is set: 1 MiB.
    pub const DEFAULT_RESPONSE_CAP: usize = 1024 * 1024;
}

impl Default for Policies {
    fn default() -> Policies {
        Policies {
            schema_mismatch: OnMismatch::Fail,
            empty_response: OnEmpty::Fail,
            response_cap: Policies::DEFAULT_RESPONSE_CAP,
            failed_when: Vec::new(),
            retry: None,
            breaker: None,
        }
    }
}

/// What one tool has differently from the others of its API.
#[derive(Debug, Clone, Default)]
pub struct ToolPolicies {
    /// How long a call may take.
    pub timeout: Option<Duration>,
    /// An answer that does not fit the output schema.
    pub schema_mismatch: Option<OnMismatch>,
    /// A 2xx without a body where the document promises one.
    pub empty_response: Option<OnEmpty>,
    /// The longest body that is read, in bytes.
    pub response_cap: Option<usize>,
    /// Repeats calls that failed; `Some(None)` takes the API's own policy away.
    pub retry: Option<Option<candor::retry::Policy>>,
}

/// What becomes of an answer that does not fit the output schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum OnMismatch {
    /// The call has failed.
    #[default]
    Fail,
    /// The answer is given, with a warning in it.
    Warn,
}

/// What becomes of a 2xx without a body where the document promises one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum OnEmpty {
    /// The call has failed.
    #[default]
    Fail,
    /// The answer is given, with a warning in it.
    Warn,
    /// It is a success without content.
    Accept,
}

/// When a 2xx with JSON says that it failed.
#[derive(Debug, Clone, PartialEq)]
pub struct FailureRule {
    /// The JSON pointer to the value that tells, such as `/ok`.
    pub pointer: String,
    /// The value that means failure; without one, any value but `null`, `false`, `""`, `[]` and `{}` does.
    pub equals: Option<Value>,
    /// The JSON pointer to the message for the caller.
    pub message: Option<String>,
}

/// When an API is left alone for a while.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Breaker {
    /// So many failures in a row that are signs of a broken API open it.
    pub failures: u32,
    /// How long nothing is sent then, before one call tries it again.
    pub pause: Duration,
}
