//! Requests that their caller calls off, and servers that end.

use super::peer::Peer;
use super::shop::Shop;
use candor::FailurePolicy;
use candor::rmcp::{CallStatus, Guard, LineTransport};
use rmcp::model::{CallToolRequestParams, CallToolResponse, CallToolResult};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler, ServiceExt};
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};

#[tokio::test]
async fn a_request_that_was_called_off_is_stopped_and_not_answered() {
    let (cancelled, incidents) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
    let (seen, failed) = (cancelled.clone(), incidents.clone());
    let count = move |_: &_| {
        failed.fetch_add(1, Ordering::SeqCst);
    };
    let guard = Guard::new(Shop::default()).with_policy(FailurePolicy::new().on_incident(count)).on_call(move |call| {
        if matches!(call.status(), CallStatus::Cancelled) {
            seen.fetch_add(1, Ordering::SeqCst);
        }
    });
    let mut peer = Peer::of(guard).await;
    let id = peer.begin("tools/call", json!({"name": "slow", "arguments": {}})).await;
    peer.send(&json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": id}})).await;
    // It has a second to clean up behind itself.
    tokio::time::sleep(Duration::from_millis(1_200)).await;
    assert!(peer.hears_nothing().await);
    assert_eq!((cancelled.load(Ordering::SeqCst), incidents.load(Ordering::SeqCst)), (1, 0));
    let response = peer.call("buy", json!({"sku": "pen", "quantity": 1})).await;
    assert_eq!(response["result"]["isError"], false);
}

/// Takes back what it has done when it is cancelled.
#[derive(Clone, Default)]
struct Careful {
    taken_back: Arc<AtomicUsize>,
}

impl ServerHandler for Careful {
    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        if request.name == "short" {
            tokio::time::sleep(Duration::from_millis(300)).await;
        } else {
            context.ct.cancelled().await;
            tokio::time::sleep(Duration::from_millis(20)).await;
            self.taken_back.fetch_add(1, Ordering::SeqCst);
        }
        Ok(CallToolResult::success(Vec::new()).into())
    }
}

#[tokio::test]
async fn a_tool_that_is_called_off_can_clean_up() {
    let handler = Careful::default();
    let mut peer = Peer::of(Guard::new(handler.clone())).await;
    let id = peer.begin("tools/call", json!({"name": "long"})).await;
    tokio::time::sleep(Duration::from_millis(100)).await;
    peer.send(&json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": id}})).await;
    assert!(peer.hears_nothing().await);
    assert_eq!(handler.taken_back.load(Ordering::SeqCst), 1);
}

#[tokio::test]
async fn a_server_that_ends_still_answers_what_is_nearly_done() {
    let (ours, theirs) = tokio::io::duplex(1 << 16);
    let (reader, writer) = tokio::io::split(theirs);
    let (ours_reader, mut ours_writer) = tokio::io::split(ours);
    let hello = json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
        "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}});
    let call = json!({"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "short"}});
    ours_writer.write_all(format!("{hello}\n{call}\n").as_bytes()).await.unwrap();
    let running = Guard::new(Careful::default()).serve(LineTransport::new(reader, writer)).await.unwrap();
    tokio::time::sleep(Duration::from_millis(100)).await;
    let _ = running.cancel().await;
    let mut lines = BufReader::new(ours_reader).lines();
    lines.next_line().await.unwrap();
    let answer: Value = serde_json::from_str(&lines.next_line().await.unwrap().unwrap()).unwrap();
    assert_eq!(answer["result"]["isError"], false, "{answer:#}");
}
