//! A call of a tool that does not exist.

use super::log;
use super::peer::Peer;
use super::shop::Shop;
use candor::rmcp::Guard;
use candor::{Failure, FailurePolicy};
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, ListToolsResult, PaginatedRequestParams,
    ServerCapabilities, ServerConfig, Tool, object,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler};
use serde_json::json;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

#[tokio::test]
async fn an_unknown_tool_is_invalid_params_that_name_it_and_the_nearest_ones() {
    let mut peer = Peer::of(Guard::new(Shop::default())).await;
    let response = peer.call("foreigm", json!({})).await;
    let error = &response["error"];
    assert_eq!(error["code"], -32602, "{response:#}");
    assert_eq!(error["message"], "There is no tool foreigm; did you mean foreign?");
    assert_eq!(error["data"]["reason"], "unknown_tool");
    assert_eq!(error["data"]["tool"], "foreigm");
    assert_eq!(error["data"]["did_you_mean"], json!(["foreign"]));
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

/// Lists its tools once; later, it fails to.
struct Forgetful {
    is_listed: AtomicBool,
    panics: bool,
}

impl ServerHandler for Forgetful {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        match (self.is_listed.swap(true, Ordering::SeqCst), self.panics) {
            (true, true) => panic!("the shelf is gone"),
            (true, false) => Err(Failure::unavailable("The shelf is gone").with_private("shelf", "B-17").into()),
            (false, _) => {
                let input = object(json!({"type": "object", "properties": {"page": {"type": "integer"}}}));
                Ok(ListToolsResult::with_all_items(vec![Tool::new("read", "A tool", Arc::new(input))]))
            }
        }
    }

    async fn call_tool(
        &self,
        _: CallToolRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        Ok(CallToolResult::success(vec![ContentBlock::text("found")]).into())
    }
}

#[tokio::test]
async fn a_list_of_tools_that_fails_during_a_look_up_is_an_incident() {
    let log = log::listen();
    for (panics, reason, key, private) in
        [(false, "unavailable", "shelf", "B-17"), (true, "panic", "method", "tools/list")]
    {
        let incidents = Arc::new(Mutex::new(Vec::new()));
        let told = incidents.clone();
        let policy = FailurePolicy::new()
            .on_incident(move |incident| told.lock().unwrap().push(serde_json::to_value(incident).unwrap()));
        let server = Forgetful { is_listed: AtomicBool::new(false), panics };
        let mut peer = Peer::of(Guard::new(server).with_policy(policy)).await;
        let failure = peer.failure("read", json!({"page": "one"})).await;
        assert_eq!(failure["reason"], "invalid_arguments", "what was listed before counts");
        let incidents = incidents.lock().unwrap();
        assert_eq!(incidents.len(), 2, "{incidents:#?}");
        assert_eq!((&incidents[0]["reason"], &incidents[0]["private"][key]), (&json!(reason), &json!(private)));
        assert_eq!(incidents[0]["private"]["method"], "tools/list");
        assert_eq!(log.count(&incidents[0]["instance"]), 1);
    }
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
async fn a_handler_that_cannot_list_its_tools_is_held_to_the_deadline() {
    let mut peer = Peer::of(Guard::new(Confused).with_deadline(Duration::from_millis(50))).await;
    assert_eq!(peer.failure("any", json!({})).await["reason"], "deadline_exceeded");
}
