//! Answers without markers: a marker is between the tool and the guard, and leaves in no answer.

use crate::rmcp::marker;
use ::rmcp::model::{
    CallToolResult, CompleteResult, CreateTaskResult, CustomResult, DiscoverResult, ElicitResult, GetPromptResponse,
    GetPromptResult, GetTaskResult, InitializeResult, InputRequests, InputRequiredResult, ListPromptsResult,
    ListResourceTemplatesResult, ListResourcesResult, ListToolsResult, ReadResourceResponse, ReadResourceResult,
    ServerResult, SubscriptionsListenResult, TaskAckResult,
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
    CallToolResult,
    CompleteResult,
    CreateTaskResult,
    CustomResult,
    DiscoverResult,
    ElicitResult,
    GetPromptResult,
    InitializeResult,
    InputRequests,
    InputRequiredResult,
    ListPromptsResult,
    ListResourceTemplatesResult,
    ListResourcesResult,
    ListToolsResult,
    ReadResourceResult,
    SubscriptionsListenResult,
    TaskAckResult,
);

/// What the answer is written as, if that has a marker, without it.
fn stripped(answer: &impl Serialize) -> Option<Value> {
    let mut value = marker::is_within(answer).then(|| serde_json::to_value(answer).ok())??;
    marker::strip(&mut value).then_some(value)
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

/// A result stays what it is: rmcp's handshake, and a guard around this one, look at its type.
impl WithoutMarkers for ServerResult {
    fn without_markers(self) -> ServerResult {
        match self {
            ServerResult::CallToolResult(result) => ServerResult::CallToolResult(result.without_markers()),
            ServerResult::CompleteResult(result) => ServerResult::CompleteResult(result.without_markers()),
            ServerResult::CreateTaskResult(result) => ServerResult::CreateTaskResult(result.without_markers()),
            ServerResult::CustomResult(result) => ServerResult::CustomResult(result.without_markers()),
            ServerResult::DiscoverResult(result) => ServerResult::DiscoverResult(result.without_markers()),
            ServerResult::ElicitResult(result) => ServerResult::ElicitResult(result.without_markers()),
            ServerResult::GetPromptResult(result) => ServerResult::GetPromptResult(result.without_markers()),
            ServerResult::InitializeResult(result) => ServerResult::InitializeResult(result.without_markers()),
            ServerResult::InputRequiredResult(result) => ServerResult::InputRequiredResult(result.without_markers()),
            ServerResult::ListPromptsResult(result) => ServerResult::ListPromptsResult(result.without_markers()),
            ServerResult::ListResourceTemplatesResult(result) => {
                ServerResult::ListResourceTemplatesResult(result.without_markers())
            }
            ServerResult::ListResourcesResult(result) => ServerResult::ListResourcesResult(result.without_markers()),
            ServerResult::ListToolsResult(result) => ServerResult::ListToolsResult(result.without_markers()),
            ServerResult::ReadResourceResult(result) => ServerResult::ReadResourceResult(result.without_markers()),
            ServerResult::SubscriptionsListenResult(result) => {
                ServerResult::SubscriptionsListenResult(result.without_markers())
            }
            ServerResult::TaskAckResult(result) => ServerResult::TaskAckResult(result.without_markers()),
            ServerResult::GetTaskResult(result) => ServerResult::GetTaskResult(result.without_markers()),
            ServerResult::EmptyResult(result) => ServerResult::EmptyResult(result),
            // On the wire, it makes no difference which of the results it is.
            other => match stripped(&other) {
                Some(value) => ServerResult::CustomResult(CustomResult::new(value)),
                None => other,
            },
        }
    }
}
