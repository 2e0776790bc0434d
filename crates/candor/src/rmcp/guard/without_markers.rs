//! Answers without markers: a marker is between the tool and the guard, and leaves in no answer.

use crate::rmcp::marker;
use ::rmcp::model::{
    CompleteResult, CreateTaskResult, CustomResult, DiscoverResult, GetPromptResponse, GetPromptResult, GetTaskResult,
    InitializeResult, InputRequiredResult, ListPromptsResult, ListResourceTemplatesResult, ListResourcesResult,
    ListToolsResult, ReadResourceResponse, ReadResourceResult, ServerResult,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// An answer that a guard passes on.
pub(super) trait WithoutMarkers {
    fn without_markers(self) -> Self;
}

macro_rules! read_again {
    ($($answer:ty),* $(,)?) => {
        $(impl WithoutMarkers for $answer {
            fn without_markers(self) -> Self {
                match stripped(&self).and_then(read_as) {
                    Some(stripped) => stripped,
                    None => self,
                }
            }
        })*
    };
}

read_again!(
    CompleteResult,
    CreateTaskResult,
    CustomResult,
    DiscoverResult,
    GetPromptResult,
    InitializeResult,
    InputRequiredResult,
    ListPromptsResult,
    ListResourceTemplatesResult,
    ListResourcesResult,
    ListToolsResult,
    ReadResourceResult,
);

/// What the answer is written as, if that has a marker, without it.
fn stripped(answer: &impl Serialize) -> Option<Value> {
    let mut value = marker::is_within(answer).then(|| serde_json::to_value(answer).ok())??;
    marker::strip(&mut value);
    Some(value)
}

fn read_as<T: DeserializeOwned>(value: Value) -> Option<T> {
    serde_json::from_value(value).ok()
}

impl WithoutMarkers for () {
    fn without_markers(self) {}
}

/// A task is answered by what its markers stand for, which [`task`](super::task) does.
impl WithoutMarkers for GetTaskResult {
    fn without_markers(self) -> GetTaskResult {
        self
    }
}

impl WithoutMarkers for GetPromptResponse {
    fn without_markers(self) -> GetPromptResponse {
        match self {
            GetPromptResponse::Complete(result) => GetPromptResponse::Complete(result.without_markers()),
            GetPromptResponse::InputRequired(asked) => GetPromptResponse::InputRequired(asked.without_markers()),
            other => other,
        }
    }
}

impl WithoutMarkers for ReadResourceResponse {
    fn without_markers(self) -> ReadResourceResponse {
        match self {
            ReadResourceResponse::Complete(result) => ReadResourceResponse::Complete(result.without_markers()),
            ReadResourceResponse::InputRequired(asked) => ReadResourceResponse::InputRequired(asked.without_markers()),
            other => other,
        }
    }
}

impl WithoutMarkers for ServerResult {
    fn without_markers(self) -> ServerResult {
        if matches!(self, ServerResult::GetTaskResult(_)) {
            return self;
        }
        // Which of the results it was makes no difference on the wire.
        match stripped(&self) {
            Some(value) => ServerResult::CustomResult(CustomResult::new(value)),
            None => self,
        }
    }
}
