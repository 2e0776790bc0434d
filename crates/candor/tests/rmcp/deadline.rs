//! Calls that take longer than they may.

use super::peer::Peer;
use super::shop::Shop;
use candor::rmcp::{CallStatus, Guard};
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ListToolsResult, PaginatedRequestParams,
    ServerCapabilities, ServerConfig, Tool, object,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler};
use serde_json::json;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

#[tokio::test]
async fn a_tool_that_takes_too_long_is_stopped_and_answered() {
    let shop = Shop::default();
    let guard = Guard::new(shop.clone()).with_deadline(Duration::from_secs(600));
    let guard = guard.with_tool_deadline("slow", Duration::from_millis(50));
    let mut peer = Peer::of(guard).await;
    let failure = peer.failure("slow", json!({})).await;
    assert_eq!((&failure["code"], &failure["reason"]), (&json!("timeout"), &json!("deadline_exceeded")));
    assert_eq!(failure["message"], "slow did not finish within 50 ms");
    assert_eq!(failure["details"]["deadline_ms"], 50);
    assert_eq!(failure["retry"]["safe"], "if_idempotent");
    assert!(failure["recovery"]["hint"].as_str().unwrap().starts_with("It may have taken effect"));
    assert_eq!(shop.finished.load(Ordering::SeqCst), 0);
}

#[tokio::test]
async fn a_tool_that_only_looks_may_be_called_again_after_a_time_out() {
    let guard = Guard::new(Shop::default()).with_deadline(Duration::from_millis(50));
    let failure = Peer::of(guard).await.failure("slow_look", json!({})).await;
    assert_eq!(failure["retry"]["safe"], "always");
}

/// Takes this long to list its tools, but for the first times.
struct SlowList {
    delay: Duration,
    fast_lists: AtomicUsize,
}

impl SlowList {
    /// A list comes at once when a client connects, and never again.
    fn after_the_first() -> SlowList {
        SlowList { delay: Duration::from_secs(86_400), fast_lists: AtomicUsize::new(1) }
    }
}

impl ServerHandler for SlowList {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        if self.fast_lists.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(1)).is_err() {
            tokio::time::sleep(self.delay).await;
        }
        let input = Arc::new(object(json!({"type": "object", "properties": {"page": {"type": "integer"}}})));
        let tool = |name| Tool::new(name, "A tool", input.clone());
        let output = Arc::new(object(json!({"type": "object", "required": ["total"]})));
        let tools = vec![tool("takes_a_page"), tool("misshapen").with_raw_output_schema(output), tool("finds_fault")];
        Ok(ListToolsResult::with_all_items(tools))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        match request.name.as_ref() {
            "misshapen" => Ok(CallToolResult::structured(json!({"sum": 3})).into()),
            "finds_fault" => Err(ErrorData::invalid_params("the page is torn", None)),
            _ => {
                tokio::time::sleep(Duration::from_secs(2)).await;
                Ok(CallToolResult::structured(json!({})).into())
            }
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_list_of_tools_that_never_arrives_does_not_delay_a_known_tool_beyond_the_deadline() {
    let guard = Guard::new(SlowList::after_the_first()).with_deadline(Duration::from_secs(3));
    let mut peer = Peer::of(guard).await;
    for (tool, arguments, reason) in [
        ("takes_a_page", json!({"page": "one"}), "invalid_arguments"),
        ("misshapen", json!({}), "output_schema_mismatch"),
        ("finds_fault", json!({}), "invalid_params"),
    ] {
        let failure = peer.failure(tool, arguments).await;
        assert_eq!(failure["reason"], reason, "{failure:#}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_call_that_waits_for_a_list_of_tools_can_be_cancelled() {
    let cancelled_calls = Arc::new(AtomicUsize::new(0));
    let count = cancelled_calls.clone();
    let guard = Guard::new(SlowList::after_the_first()).on_call(move |call| {
        count.fetch_add(usize::from(matches!(call.status(), CallStatus::Cancelled)), Ordering::SeqCst);
    });
    let mut peer = Peer::of(guard).await;
    for (tool, arguments) in
        [("takes_a_page", json!({"page": "one"})), ("misshapen", json!({})), ("finds_fault", json!({}))]
    {
        let id = peer.begin("tools/call", json!({"name": tool, "arguments": arguments})).await;
        let cancelled = json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": id}});
        peer.send(&cancelled).await;
        assert!(peer.hears_nothing().await, "{tool}");
    }
    tokio::time::sleep(Duration::from_secs(2)).await;
    assert!(candor::FailurePolicy::flush_all(Duration::from_secs(10)));
    assert_eq!(cancelled_calls.load(Ordering::SeqCst), 3);
}

#[tokio::test(start_paused = true)]
async fn the_look_up_of_a_tool_and_its_run_share_one_deadline() {
    let server = SlowList { delay: Duration::from_secs(2), fast_lists: AtomicUsize::new(0) };
    let mut peer = Peer::of(Guard::new(server).with_deadline(Duration::from_secs(3))).await;
    let failure = peer.failure("takes_a_page", json!({})).await;
    assert_eq!(failure["message"], "takes_a_page did not finish within 3 seconds", "{failure:#}");
}

#[tokio::test(start_paused = true)]
async fn a_tool_that_is_not_found_in_time_has_not_run() {
    let guard = Guard::new(SlowList::after_the_first()).with_deadline(Duration::from_secs(3));
    let failure = Peer::of(guard).await.failure("new_tool", json!({})).await;
    assert_eq!(failure["message"], "new_tool was not run: the server did not list its tools within 3 seconds");
    assert_eq!((&failure["code"], &failure["retry"]["safe"]), (&json!("timeout"), &json!("always")), "{failure:#}");
    assert_eq!(failure["details"]["deadline_ms"], 3_000, "{failure:#}");
    assert!(!failure["text"].as_str().unwrap().contains("deadline_ms"), "the message says it: {failure:#}");
}

#[tokio::test(start_paused = true)]
async fn a_list_of_tools_that_never_arrives_delays_no_call_even_without_a_deadline() {
    let mut peer = Peer::of(Guard::new(SlowList::after_the_first())).await;
    let failure = peer.failure("new_tool", json!({})).await;
    assert_eq!(failure["message"], "new_tool was not run: the server did not list its tools within 10 seconds");
    let failure = peer.failure("takes_a_page", json!({"page": "one"})).await;
    assert_eq!(failure["reason"], "invalid_arguments", "what is known of the tool counts: {failure:#}");

    let guard = || Guard::new(SlowList::after_the_first()).with_look_up_deadline(Duration::from_secs(2));
    let failure = Peer::of(guard()).await.failure("new_tool", json!({})).await;
    assert_eq!(failure["details"]["deadline_ms"], 2_000, "{failure:#}");
    let failure = Peer::of(guard().with_deadline(Duration::from_secs(1))).await.failure("new_tool", json!({})).await;
    assert_eq!(failure["details"]["deadline_ms"], 1_000, "it is a part of the time of the call: {failure:#}");
}

#[tokio::test(start_paused = true)]
async fn a_list_of_tools_that_never_arrives_delays_no_list_of_resources() {
    let incidents = Arc::new(AtomicUsize::new(0));
    let count = incidents.clone();
    let policy = candor::FailurePolicy::new().on_incident(move |incident| {
        let is_it = incident.failure().reason().as_str() == "tools_not_listed";
        count.fetch_add(usize::from(is_it), Ordering::SeqCst);
    });
    let guard = Guard::new(SlowList::after_the_first())
        .with_policy(policy.clone())
        .with_contract::<candor::Failure>("takes_a_page");
    let mut peer = Peer::of(guard).await;
    let listed = peer.request("resources/list", json!({})).await;
    let listed = match listed["result"]["resources"].as_array() {
        Some(first) if !first.is_empty() => peer.request("resources/list", json!({})).await,
        _ => listed,
    };
    assert_eq!(listed["result"]["resources"], json!([]), "{listed:#}");
    assert!(policy.flush(Duration::from_secs(10)));
    assert_eq!(incidents.load(Ordering::SeqCst), 1);
}
