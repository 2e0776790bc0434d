//! Tools that return too much, panic or block.

use candor::Failure;
use candor::outcome::Batch;
use candor::rmcp::Json;
use rmcp::ErrorData;
use rmcp::handler::server::tool::IntoCallToolResult;
use rmcp::model::*;
use serde_json::{Value, json};
use std::sync::LazyLock;
use std::time::Duration;

/// Every tool, and what it does.
const TOOLS: [(&str, &str); 7] = [
    ("say", "Puts a canary into a message of some kind"),
    ("echo", "Answers with as many letters as it is told to"),
    ("fail", "Fails with a text, as often as it is told to"),
    ("image", "Fails with a picture of so many bytes"),
    ("batch", "Fails with so many items"),
    ("panic", "Panics"),
    ("block", "Blocks its thread for so many milliseconds"),
];

pub(crate) fn all() -> &'static [Tool] {
    static ALL: LazyLock<Vec<Tool>> = LazyLock::new(|| {
        let schema = json!({"type": "object", "properties": {
            "size": {"type": "integer", "minimum": 0}, "canary": {"type": "integer", "minimum": 0},
            "wait_ms": {"type": "integer", "minimum": 0}, "kind": {"type": "string"}, "text": {"type": "string"}}});
        TOOLS.iter().map(|(name, what)| Tool::new(*name, *what, object(schema.clone()))).collect()
    });
    &ALL
}

/// Runs any tool but `say`.
pub(crate) async fn call(name: &str, size: usize, text: &str) -> Result<CallToolResponse, ErrorData> {
    match name {
        "echo" => Ok(CallToolResult::success(vec![ContentBlock::text("x".repeat(size))]).into()),
        "fail" => Ok(CallToolResult::error(vec![ContentBlock::text(text.repeat(size))]).into()),
        "image" => {
            let image = ContentBlock::image("A".repeat(size), "image/png");
            Ok(CallToolResult::error(vec![ContentBlock::text("The picture is broken"), image]).into())
        }
        "batch" => {
            let mut batch: Batch<Value> = Batch::new("import", "imported");
            for id in 0..size {
                batch.fail(id.to_string(), Failure::not_found("There is no such row"));
            }
            Json(batch).into_call_tool_result()
        }
        #[expect(clippy::panic, reason = "that is the attack")]
        "panic" => panic!("out of cheese"),
        "block" => {
            std::thread::sleep(Duration::from_millis(u64::try_from(size).unwrap_or(0)));
            Ok(CallToolResult::success(vec![ContentBlock::text("blocked")]).into())
        }
        _ => Err(ErrorData::invalid_params(format!("Unknown tool: {name}"), None)),
    }
}
