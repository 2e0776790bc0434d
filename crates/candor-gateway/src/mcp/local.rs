//! The gateway's own tools, those of its APIs, beside those of servers: the same handler serves them as where there are no servers.

use super::endpoint::Asker;
use super::object::raw;
use super::peers::Peers;
use crate::gateway::{Gateway, Recorded};
use candor::rmcp::Guard;
use rmcp::model::{
    CallToolRequest, CallToolRequestParams, ClientRequest, JsonObject, ListToolsRequest, PaginatedRequestParams,
    ProtocolVersion, RequestId, RequestMetaObject, ServerJsonRpcMessage, ServerResult,
};
use rmcp::service::{RequestContext, Service};
use rmcp::{RoleServer, ServerHandler};
use serde_json::Value;
use serde_json::value::RawValue;
use std::sync::Arc;

/// The most pages of own tools.
const MOST_PAGES: usize = 1_000;

/// The handler of the gateway's own tools.
#[derive(Clone)]
pub(super) struct LocalTools {
    handler: Recorded<Guard<Gateway>>,
    peers: Arc<Peers>,
}

impl LocalTools {
    pub(super) fn new(handler: Recorded<Guard<Gateway>>) -> LocalTools {
        LocalTools { handler, peers: Arc::default() }
    }

    fn context(&self, asker: &Asker<'_>, id: RequestId) -> RequestContext<RoleServer> {
        let version = ProtocolVersion::KNOWN_VERSIONS.iter().find(|it| it.as_str() == asker.revision.date());
        let version = version.cloned().unwrap_or_default();
        let mut context = RequestContext::new(id, self.peers.of(&version));
        if let Some(head) = asker.head {
            context.extensions.insert(head.clone());
        }
        context
    }

    /// The tools that the asker sees, as they are listed.
    pub(super) async fn list(&self, asker: &Asker<'_>) -> Vec<Box<RawValue>> {
        let mut items = Vec::new();
        let mut cursor = None;
        for _ in 0..MOST_PAGES {
            let mut page = PaginatedRequestParams::default();
            page.cursor = cursor;
            let request = ListToolsRequest { params: Some(page), ..ListToolsRequest::default() };
            let context = self.context(asker, RequestId::Number(0));
            let answer = self.handler.handle_request(ClientRequest::ListToolsRequest(request), context).await;
            let Ok(ServerResult::ListToolsResult(listed)) = answer else { return items };
            items.extend(listed.tools.iter().filter_map(|tool| raw(serde_json::to_string(tool).ok()?)));
            cursor = listed.next_cursor;
            if cursor.is_none() {
                break;
            }
        }
        items
    }

    /// Calls one of them.
    pub(super) async fn call(
        &self,
        id: &str,
        name: &str,
        arguments: Option<JsonObject>,
        meta: Option<&RawValue>,
        asker: &Asker<'_>,
    ) -> Vec<u8> {
        let id: RequestId = serde_json::from_str(id).unwrap_or(RequestId::Number(0));
        let mut context = self.context(asker, id.clone());
        let meta: Option<RequestMetaObject> = meta.and_then(|meta| serde_json::from_str(meta.get()).ok());
        context.meta = meta.unwrap_or_default();
        let _gone = context.ct.clone().drop_guard();
        let mut params = CallToolRequestParams::new(name.to_owned());
        params.arguments = arguments;
        let request = ClientRequest::CallToolRequest(CallToolRequest::new(params));
        let message = match self.handler.handle_request(request, context).await {
            Ok(result) => ServerJsonRpcMessage::response(result, id),
            Err(error) => ServerJsonRpcMessage::error(error, Some(id)),
        };
        serde_json::to_vec(&message).unwrap_or_default()
    }

    /// What the gateway says of itself, without its servers.
    pub(super) async fn discover(&self, asker: &Asker<'_>) -> Value {
        let context = self.context(asker, RequestId::Number(0));
        match self.handler.discover(context).await {
            Ok(found) => serde_json::to_value(found).unwrap_or_default(),
            Err(_) => Value::Null,
        }
    }
}
