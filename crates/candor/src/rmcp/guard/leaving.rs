//! Answers as they may leave. A marker is between the tool and the guard, and leaves in no answer. Configured secrets leave in
//! none either, by the same filter as in the transports: behind a transport of rmcp's own, the guard is all that there is.

use crate::FailurePolicy;
use crate::rmcp::marker;
use crate::rmcp::outbound::secrets;
use ::rmcp::ErrorData;
use ::rmcp::model::{
    CallToolResponse, CallToolResult, CompleteResult, CreateTaskResult, CustomResult, DiscoverResult, ElicitResult,
    GetPromptResponse, GetPromptResult, GetTaskResult, InitializeResult, InputRequests, InputRequiredResult,
    ListPromptsResult, ListResourceTemplatesResult, ListResourcesResult, ListToolsResult, ReadResourceResponse,
    ReadResourceResult, ServerResult, SubscriptionsListenResult, TaskAckResult,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// An answer that a guard passes on.
pub(super) trait Leaving: Sized {
    fn without_markers(self) -> Self;

    /// The answer without the secrets of the policy; `None` if it cannot be without them, because they are where the protocol
    /// wants something else.
    fn without_secrets(self, policy: &FailurePolicy) -> Option<Self>;
}

macro_rules! read_again {
    ($($answer:ty),* $(,)?) => {
        $(impl Leaving for $answer {
            fn without_markers(self) -> Self {
                match stripped(&self).and_then(read_as) {
                    Some(stripped) => stripped,
                    None => self,
                }
            }

            fn without_secrets(self, policy: &FailurePolicy) -> Option<Self> {
                match secrets::removed_from(policy, &self) {
                    Some(rewritten) => serde_json::from_slice(&rewritten).ok(),
                    None => Some(self),
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
    ErrorData,
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

impl Leaving for () {
    fn without_markers(self) {}

    fn without_secrets(self, _: &FailurePolicy) -> Option<()> {
        Some(())
    }
}

/// A task is answered by what its markers stand for, which [`task`](super::task) does.
impl Leaving for GetTaskResult {
    fn without_markers(self) -> GetTaskResult {
        self
    }

    fn without_secrets(self, policy: &FailurePolicy) -> Option<GetTaskResult> {
        match secrets::removed_from(policy, &self) {
            Some(rewritten) => serde_json::from_slice(&rewritten).ok(),
            None => Some(self),
        }
    }
}

impl Leaving for CallToolResponse {
    fn without_markers(self) -> CallToolResponse {
        match self {
            CallToolResponse::Complete(result) => CallToolResponse::Complete(result.without_markers()),
            CallToolResponse::InputRequired(asked) => CallToolResponse::InputRequired(asked.without_markers()),
            CallToolResponse::Task(created) => CallToolResponse::Task(created.without_markers()),
            other => other,
        }
    }

    fn without_secrets(self, policy: &FailurePolicy) -> Option<CallToolResponse> {
        Some(match self {
            CallToolResponse::Complete(result) => CallToolResponse::Complete(result.without_secrets(policy)?),
            CallToolResponse::InputRequired(asked) => CallToolResponse::InputRequired(asked.without_secrets(policy)?),
            CallToolResponse::Task(created) => CallToolResponse::Task(created.without_secrets(policy)?),
            other => other,
        })
    }
}

impl Leaving for GetPromptResponse {
    fn without_markers(self) -> GetPromptResponse {
        match self {
            GetPromptResponse::Complete(result) => GetPromptResponse::Complete(result.without_markers()),
            GetPromptResponse::InputRequired(asked) => GetPromptResponse::InputRequired(asked.without_markers()),
            other => other,
        }
    }

    fn without_secrets(self, policy: &FailurePolicy) -> Option<GetPromptResponse> {
        Some(match self {
            GetPromptResponse::Complete(result) => GetPromptResponse::Complete(result.without_secrets(policy)?),
            GetPromptResponse::InputRequired(asked) => GetPromptResponse::InputRequired(asked.without_secrets(policy)?),
            other => other,
        })
    }
}

impl Leaving for ReadResourceResponse {
    fn without_markers(self) -> ReadResourceResponse {
        match self {
            ReadResourceResponse::Complete(result) => ReadResourceResponse::Complete(result.without_markers()),
            ReadResourceResponse::InputRequired(asked) => ReadResourceResponse::InputRequired(asked.without_markers()),
            other => other,
        }
    }

    fn without_secrets(self, policy: &FailurePolicy) -> Option<ReadResourceResponse> {
        Some(match self {
            ReadResourceResponse::Complete(result) => ReadResourceResponse::Complete(result.without_secrets(policy)?),
            ReadResourceResponse::InputRequired(asked) => {
                ReadResourceResponse::InputRequired(asked.without_secrets(policy)?)
            }
            other => other,
        })
    }
}

/// A result stays what it is: rmcp's handshake, and a guard around this one, look at its type.
impl Leaving for ServerResult {
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

    fn without_secrets(self, policy: &FailurePolicy) -> Option<ServerResult> {
        Some(match self {
            ServerResult::InitializeResult(result) => ServerResult::InitializeResult(result.without_secrets(policy)?),
            ServerResult::DiscoverResult(result) => ServerResult::DiscoverResult(result.without_secrets(policy)?),
            ServerResult::GetTaskResult(result) => ServerResult::GetTaskResult(result.without_secrets(policy)?),
            ServerResult::CallToolResult(result) => ServerResult::CallToolResult(result.without_secrets(policy)?),
            ServerResult::ListToolsResult(result) => ServerResult::ListToolsResult(result.without_secrets(policy)?),
            // Nobody on the way looks at the type of the others, and on the wire it makes no difference.
            other @ (ServerResult::CompleteResult(_)
            | ServerResult::CreateTaskResult(_)
            | ServerResult::CustomResult(_)
            | ServerResult::ElicitResult(_)
            | ServerResult::EmptyResult(_)
            | ServerResult::GetPromptResult(_)
            | ServerResult::InputRequiredResult(_)
            | ServerResult::ListPromptsResult(_)
            | ServerResult::ListResourceTemplatesResult(_)
            | ServerResult::ListResourcesResult(_)
            | ServerResult::ReadResourceResult(_)
            | ServerResult::SubscriptionsListenResult(_)
            | ServerResult::TaskAckResult(_)
            | _) => match secrets::removed_from(policy, &other) {
                Some(rewritten) => {
                    ServerResult::CustomResult(CustomResult::new(serde_json::from_slice(&rewritten).ok()?))
                }
                None => other,
            },
        })
    }
}
