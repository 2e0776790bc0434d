//! The failure in an answer, for clients.

use super::error_reader::{self, ErrorMeaning, of_client};
use super::marker;
use crate::classify::{Classifier, Step};
use crate::failure::{Origin, Retry, Safety};
use crate::render::{self, ForeignFailure, META_KEY};
use crate::{Code, Failure, reason};
use ::rmcp::model::CallToolResult;
use ::rmcp::{ErrorData, ServiceError};

/// An answer that may hold a failure: a tool's result, a JSON-RPC error, or an error of rmcp's client.
pub trait Answer: sealed::Sealed {
    #[doc(hidden)]
    fn failure(&self) -> Option<Failure>;
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for ::rmcp::model::CallToolResult {}
    impl Sealed for ::rmcp::ErrorData {}
    impl Sealed for ::rmcp::ServiceError {}
}

/// The failure that an answer holds, whichever server wrote it and in whichever of the five dialects; `None` for a
/// result without `isError`, unless its content is 000's envelope with `success: false`.
///
/// An error in no dialect is classified by its number, its type or its words, and so is what a dialect leaves open. It is foreign text, so
/// [disclose](Failure::disclose) it before you pass it on.
///
/// ```
/// use candor::Code;
/// use rmcp::model::{CallToolResult, ContentBlock};
///
/// let result = CallToolResult::error(vec![ContentBlock::text("connect ECONNREFUSED 127.0.0.1:5432")]);
/// let failure = candor::rmcp::read(&result).unwrap();
/// assert_eq!(failure.code(), Code::Unavailable);
/// assert!(failure.retry().is_retryable());
///
/// assert!(candor::rmcp::read(&CallToolResult::success(Vec::new())).is_none());
/// ```
#[must_use]
pub fn read(answer: &impl Answer) -> Option<Failure> {
    answer.failure()
}

impl Answer for CallToolResult {
    fn failure(&self) -> Option<Failure> {
        is_failure(self).then(|| of_result(self, Classifier::standard(), "The tool", Code::DependencyFailed).failure)
    }
}

impl Answer for ErrorData {
    fn failure(&self) -> Option<Failure> {
        Some(of_error(self, Classifier::standard()).naming("The server"))
    }
}

impl Answer for ServiceError {
    fn failure(&self) -> Option<Failure> {
        if let ServiceError::McpError(error) = self {
            return error.failure();
        }
        if let ServiceError::TransportSend(error) = self {
            return Some(not_sent(error));
        }
        let by_words = || Classifier::standard().classify_text(&self.to_string()).into_failure("calling the server");
        Some(of_client(self).unwrap_or_else(by_words))
    }
}

/// Whether a tool's result is a failure: by `isError`, or because its content says so itself.
pub(super) fn is_failure(result: &CallToolResult) -> bool {
    let only_text = match result.content.as_slice() {
        [block] => block.as_text().map(|text| text.text.as_str()),
        _ => None,
    };
    result.is_error == Some(true) || render::states_failure(result.structured_content.as_ref(), only_text)
}

/// What a failed result says: in a dialect, or in words. If that would fit any failure, it says who failed. Words without
/// any sign have the given code: it says whose tool it is.
pub(super) fn of_result(result: &CallToolResult, classifier: &Classifier, who: &str, unknown: Code) -> ReadResult {
    if let Some(failure) = marker::recalled_from_result(result) {
        return ReadResult::stated(failure);
    }
    if let Some(foreign) = result.meta.as_ref().and_then(|meta| meta.0.get(META_KEY)).and_then(render::canonical::read)
    {
        return ReadResult::stated(foreign.into_stated());
    }
    let mut value = serde_json::to_value(result).unwrap_or_default();
    marker::strip(&mut value);
    let found = render::find(&value);
    let is_in_dialect = found.as_ref().is_some_and(|found| found.dialect.is_some());
    let has_all_texts = found.as_ref().is_none_or(|found| found.is_in_texts);
    let foreign = match found {
        Some(found) if is_in_dialect => found.foreign.relayed(),
        Some(found) => found.foreign.or_code(unknown),
        None => ForeignFailure::open(unknown, ""),
    };
    ReadResult { failure: foreign.judged(classifier).naming(who), is_in_dialect, has_all_texts }
}

/// The failure in a failed result.
pub(super) struct ReadResult {
    pub(super) failure: Failure,
    /// Whether it is written in a dialect.
    pub(super) is_in_dialect: bool,
    /// Whether all texts of the result are its message; otherwise only the first is the failure's.
    pub(super) has_all_texts: bool,
}

impl ReadResult {
    fn stated(failure: Failure) -> ReadResult {
        ReadResult { failure, is_in_dialect: true, has_all_texts: false }
    }
}

/// What a JSON-RPC error says: in a dialect, by its number, or in words.
pub(super) fn of_error(error: &ErrorData, classifier: &Classifier) -> Failure {
    match error_reader::of_error(error) {
        ErrorMeaning::Known(failure) => failure,
        ErrorMeaning::Open(foreign) => foreign.judged(classifier),
    }
}

/// What the transport says of a request that could not be sent.
fn not_sent(error: &::rmcp::transport::DynamicTransportError) -> Failure {
    let verdict = Classifier::standard().classify(error);
    if verdict.step() != Step::Fallback {
        return verdict.into_failure("sending the request");
    }
    Failure::new(Code::Unavailable, "The request could not be sent")
        .with_reason(reason!("not_sent"))
        .with_origin(Origin::Transport)
        .with_retry(Retry::Backoff(Safety::IfIdempotent))
}
