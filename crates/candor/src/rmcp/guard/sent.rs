//! What a caller has sent with its request: it may be said to it again. The rule is in
//! [the guide](crate::rmcp#what-the-caller-sent).

use crate::disclose::Allowed;
use ::rmcp::model::{ClientRequest, CompleteRequestParams, CustomRequest, JsonObject, PaginatedRequestParams};
use std::sync::Arc;

/// What was sent, if it allows anything. It is shared by all that answers the request.
pub(super) type Sent = Option<Arc<Allowed>>;

/// The arguments of a tool or of a prompt.
pub(super) fn arguments(arguments: Option<&JsonObject>) -> Sent {
    shared(arguments?.values().fold(Allowed::new(), Allowed::with_request))
}

/// The address of a resource, or another text.
pub(super) fn text(text: &str) -> Sent {
    shared(Allowed::new().with_text(text))
}

/// The page that is asked for.
pub(super) fn page(request: Option<&PaginatedRequestParams>) -> Sent {
    text(request?.cursor.as_deref()?)
}

/// What is to be completed, and what it is completed with.
pub(super) fn completion(request: &CompleteRequestParams) -> Sent {
    let known = request.context.iter().flat_map(|context| &context.arguments).flatten();
    let known = known.fold(Allowed::new(), |allowed, (_, value)| allowed.with_text(value));
    shared(known.with_text(&request.argument.value))
}

/// The params of a request of the server's own, or of one that is malformed.
pub(super) fn params(request: &CustomRequest) -> Sent {
    shared(Allowed::new().with_request(request.params.as_ref()?))
}

/// Any request.
pub(super) fn request(request: &ClientRequest) -> Sent {
    match request {
        ClientRequest::GetPromptRequest(request) => arguments(request.params.arguments.as_ref()),
        ClientRequest::CompleteRequest(request) => completion(&request.params),
        ClientRequest::ListPromptsRequest(request) => page(request.params.as_ref()),
        ClientRequest::ListResourcesRequest(request) => page(request.params.as_ref()),
        ClientRequest::ListResourceTemplatesRequest(request) => page(request.params.as_ref()),
        ClientRequest::ListToolsRequest(request) => page(request.params.as_ref()),
        ClientRequest::CustomRequest(request) => params(request),
        ClientRequest::ReadResourceRequest(request) => text(&request.params.uri),
        ClientRequest::SubscribeRequest(request) => text(&request.params.uri),
        ClientRequest::UnsubscribeRequest(request) => text(&request.params.uri),
        ClientRequest::CallToolRequest(request) => arguments(request.params.arguments.as_ref()),
        ClientRequest::PingRequest(_)
        | ClientRequest::InitializeRequest(_)
        | ClientRequest::DiscoverRequest(_)
        | ClientRequest::SetLevelRequest(_)
        | ClientRequest::SubscriptionsListenRequest(_)
        | ClientRequest::GetTaskRequest(_)
        | ClientRequest::UpdateTaskRequest(_)
        | ClientRequest::CancelTaskRequest(_)
        | _ => None,
    }
}

fn shared(allowed: Allowed) -> Sent {
    (!allowed.is_empty()).then(|| Arc::new(allowed))
}
