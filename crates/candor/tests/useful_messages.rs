//! A hundred messages of real tools: the caller gets back the words it needs, and nothing that is not its own.
//!
//! A row of `useful_messages/*.jsonl` has the arguments of a call, what the tool says, the parts of it that the caller needs,
//! and something planted beside it, of which nothing may leave.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that cannot go on fails"
)]

#[path = "rmcp/peer.rs"]
#[allow(dead_code, reason = "other tests need the rest of it")]
mod peer;

use candor::rmcp::Guard;
use peer::Peer;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, ListToolsResult, PaginatedRequestParams,
    Tool, object,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler};
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};

const FIRST: &str = include_str!("useful_messages/first.jsonl");
const SECOND: &str = include_str!("useful_messages/second.jsonl");

/// A call, what its tool says, and what must become of that.
#[derive(Deserialize)]
struct Row {
    family: String,
    tool: String,
    arguments: Value,
    message: String,
    needed: Vec<String>,
    planted: String,
    gone: Vec<String>,
}

fn rows() -> Vec<Row> {
    FIRST.lines().chain(SECOND.lines()).map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// A server whose only tool fails with the text that is in here.
#[derive(Clone, Default)]
struct Saying(Arc<Mutex<String>>);

impl ServerHandler for Saying {
    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let tool = Tool::new("work", "Works", object(json!({"type": "object"})));
        Ok(ListToolsResult::with_all_items(vec![tool]))
    }

    async fn call_tool(
        &self,
        _: CallToolRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let text = self.0.lock().unwrap().clone();
        Ok(CallToolResponse::Complete(CallToolResult::error(vec![ContentBlock::text(text)])))
    }
}

#[tokio::test]
async fn of_a_hundred_useful_messages_at_most_two_lose_what_the_caller_needs_and_none_lets_out_what_is_not_its_own() {
    let (mut lossy, mut leaky) = (Vec::new(), Vec::new());
    let said = Saying::default();
    let mut peer = Peer::of(Guard::new(said.clone())).await;
    let rows = rows();
    for row in &rows {
        let Row { family, tool, arguments, message, needed, planted, gone } = row;
        assert!(needed.iter().all(|part| message.contains(part)), "{message}");
        assert!(gone.iter().all(|part| planted.contains(part) || message.contains(part)), "{planted}");
        *said.0.lock().unwrap() = format!("{message}\n{planted}");
        let response = peer.call("work", arguments.clone()).await;
        let text = response["result"]["content"][0]["text"].as_str().unwrap();
        let lost: Vec<_> = needed.iter().filter(|part| !text.contains(part.as_str())).collect();
        if !lost.is_empty() {
            lossy.push(format!("{family} {tool}: {lost:?} in\n{text}\n"));
        }
        let leaked: Vec<_> = gone.iter().filter(|part| response.to_string().contains(part.as_str())).collect();
        if !leaked.is_empty() {
            leaky.push(format!("{family} {tool}: {leaked:?} in\n{text}\n"));
        }
    }
    assert!(leaky.is_empty(), "{} let out:\n{}", leaky.len(), leaky.join("\n"));
    assert!(lossy.len() <= 2, "{} of {} lose:\n{}", lossy.len(), rows.len(), lossy.join("\n"));
}
