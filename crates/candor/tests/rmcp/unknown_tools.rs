//! A call of a tool that does not exist.

use super::peer::Peer;
use super::shop::Shop;
use candor::rmcp::Guard;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, ListToolsResult, PaginatedRequestParams,
    Tool,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler};
use serde_json::json;
use std::time::Duration;

#[tokio::test]
async fn an_unknown_tool_is_invalid_params_that_name_it_and_the_nearest_ones() {
    let mut peer = Peer::of(Guard::new(Shop::default())).await;
    let response = peer.call("stranged", json!({})).await;
    let error = &response["error"];
    assert_eq!(error["code"], -32602, "{response:#}");
    assert_eq!(error["message"], "There is no tool stranged; did you mean stranger?");
    assert_eq!(error["data"]["reason"], "unknown_tool");
    assert_eq!(error["data"]["tool"], "stranged");
    assert_eq!(error["data"]["did_you_mean"], json!(["stranger"]));
    assert_eq!(error["data"]["retry"]["retryable"], false);
}

#[tokio::test]
async fn a_name_like_no_other_gets_no_guess() {
    let mut peer = Peer::of(Guard::new(Shop::default())).await;
    let response = peer.call("xylophone", json!({})).await;
    assert_eq!(response["error"]["message"], "There is no tool xylophone");
    assert_eq!(response["error"]["data"].get("did_you_mean"), None);
}

#[tokio::test]
async fn a_hostile_name_is_bounded_and_printable() {
    let mut peer = Peer::of(Guard::new(Shop::default())).await;
    for name in ["\u{1b}[31mred\n\0", &"x".repeat(1 << 16), "", " "] {
        let response = peer.call(name, json!({})).await;
        let message = response["error"]["message"].as_str().unwrap();
        assert_eq!(response["error"]["code"], -32602);
        assert!(message.chars().count() < 200 && !message.chars().any(char::is_control), "{message}");
    }
}

/// Lists nothing, and knows what it has all the same.
struct Unlisted;

impl ServerHandler for Unlisted {
    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        match request.name.as_ref() {
            "hidden" => Ok(CallToolResult::success(vec![ContentBlock::text("found")]).into()),
            _ => Err(ErrorData::invalid_params("tool not found", None)),
        }
    }
}

#[tokio::test]
async fn a_handler_that_lists_no_tools_decides_itself() {
    let mut peer = Peer::of(Guard::new(Unlisted)).await;
    let response = peer.call("hidden", json!({})).await;
    assert_eq!(response["result"]["content"][0]["text"], "found");
    let response = peer.call("hiden", json!({})).await;
    assert_eq!(response["error"]["code"], -32602);
    assert_eq!(response["error"]["data"]["tool"], "hiden");
}

/// Cannot tell its tools: it panics when it is asked for one, and never ends to list them.
struct Confused;

impl ServerHandler for Confused {
    fn get_tool(&self, _: &str) -> Option<Tool> {
        panic!("no such shelf");
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        std::future::pending().await
    }
}

#[tokio::test]
async fn a_handler_that_cannot_tell_its_tools_is_held_to_the_deadline() {
    let mut peer = Peer::of(Guard::new(Confused).with_deadline(Duration::from_millis(50))).await;
    assert_eq!(peer.failure("any", json!({})).await["reason"], "deadline_exceeded");
}
