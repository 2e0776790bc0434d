//! The guard around a service that is not a handler.

use super::peer::{Peer, failure_in};
use super::shop::{PASSWORD, Shop, text};
use candor::rmcp::Guard;
use rmcp::handler::server::router::Router;
use rmcp::handler::server::router::tool::ToolRoute;
use rmcp::model::{CallToolResult, ContentBlock, JsonObject, Tool};
use serde_json::{Value, json};
use std::sync::Arc;

/// A router over the shop, with tools of its own.
fn router() -> Router<Shop> {
    let schema = |value: Value| -> Arc<JsonObject> { Arc::new(value.as_object().unwrap().clone()) };
    let number =
        json!({"type": "object", "properties": {"number": {"type": "integer", "minimum": 1}}, "required": ["number"]});
    Router::new(Shop::default())
        .with_tool(ToolRoute::new_dyn(Tool::new("count", "counts", schema(number)), |_| {
            Box::pin(async { Ok(CallToolResult::success(vec![ContentBlock::text("one")]).into()) })
        }))
        .with_tool(ToolRoute::new_dyn(Tool::new("bang", "bangs", schema(json!({"type": "object"}))), |_| {
            Box::pin(async { panic!("password={PASSWORD}") })
        }))
}

#[tokio::test]
async fn a_service_is_guarded_like_a_handler() {
    for revision in ["2025-06-18", "2025-11-25"] {
        let mut peer = Peer::of_revision(Guard::new(router()).into_service(), revision).await;
        let response = peer.call("count", json!({"number": 1})).await;
        assert_eq!(response["result"]["content"][0]["text"], "one");
        assert_eq!(failure_in(&peer.call("count", json!({"number": 0})).await)["reason"], "invalid_arguments");
        let response = peer.call("bang", json!({})).await;
        assert_eq!(failure_in(&response)["reason"], "panic");
        assert_eq!(response["result"].get("resultType"), None, "older peers do not know it");
        assert!(!text(&response).contains(PASSWORD));
        let response = peer.call("coun", json!({})).await;
        assert_eq!(response["error"]["message"], "There is no tool coun; did you mean count?");
        let response = peer.request("tools/call", json!({"name": "count", "arguments": []})).await;
        assert_eq!(response["error"]["code"], -32602);
        let response = peer.request("resources/read", json!({"uri": "note://boom"})).await;
        assert_eq!(response["error"]["data"]["reason"], "panic");
        assert_eq!(response["error"]["data"]["uri"], "note://boom");
    }
}
