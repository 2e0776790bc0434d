//! What a guard costs: calls of the same tools with and without it, side by side.
//!
//! Run with `cargo bench -p candor --features rmcp --bench guard`. The guard's own cost is the difference between a row
//! under `bare` and the same row under `guarded`; allocations are printed beside the times.
#![allow(clippy::unwrap_used, clippy::panic, missing_docs, reason = "a bench that cannot go on fails")]

use candor::rmcp::Guard;
use candor::{Contract, Failure};
use divan::{AllocProfiler, Bencher};
use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::{CallToolRequestParams, CallToolResult, ContentBlock, NumberOrString};
use rmcp::service::{Peer, RequestContext};
use rmcp::{Json, RoleServer, ServerHandler, ServiceExt, tool, tool_handler, tool_router};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tokio::io::AsyncWriteExt;

#[global_allocator]
static ALLOCATIONS: AllocProfiler = AllocProfiler::system();

fn main() {
    divan::main();
}

#[derive(Clone)]
struct Desk;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Order {
    #[schemars(length(min = 1, max = 100))]
    customer: String,
    #[schemars(length(min = 1, max = 20))]
    items: Vec<Item>,
    #[serde(default)]
    note: Option<String>,
    #[serde(default)]
    express: bool,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Item {
    sku: String,
    #[schemars(range(min = 1, max = 100))]
    quantity: u32,
}

#[derive(Serialize, JsonSchema)]
struct Placed {
    id: u64,
    total: u32,
    note: Option<String>,
    express: bool,
}

/// What `place` can fail with.
#[derive(Debug, Contract)]
enum Place {
    /// The shelf holds fewer than were asked for.
    #[failure(code = Conflict, message = "Only {left} are left", recovery = "Order at most {left}, or wait for more.")]
    OutOfStock { left: u32 },

    /// Whatever a service below reported.
    #[failure(transparent)]
    Service(#[from] Failure),
}

#[tool_router]
impl Desk {
    #[tool(description = "Places an order", meta = candor::rmcp::contract::<Place>())]
    async fn place(&self, Parameters(order): Parameters<Order>) -> Result<Json<Placed>, Place> {
        if order.customer == "nobody" {
            return Err(Place::OutOfStock { left: 2 });
        }
        let total = order.items.iter().map(|item| item.quantity + u32::from(item.sku.is_empty())).sum();
        Ok(Json(Placed { id: 17, total, note: order.note, express: order.express }))
    }

    #[tool(description = "Fails as handlers do that do not use Candor")]
    async fn foreign(&self) -> CallToolResult {
        CallToolResult::error(vec![ContentBlock::text(
            "connect ECONNREFUSED 10.0.0.7:5432 for postgres://shop:Tr0ub4dor-3@db/orders",
        )])
    }
}

#[tool_handler]
impl ServerHandler for Desk {}

/// The calls, by what becomes of them.
const CASES: [&str; 5] = ["success", "contract failure", "foreign error", "bad arguments", "unknown tool"];

fn call(case: &str) -> CallToolRequestParams {
    let order = |customer: &str, quantity: u32| {
        json!({"customer": customer, "items": [{"sku": "pen", "quantity": quantity}, {"sku": "ink", "quantity": 2}],
               "note": "leave it at the door", "express": true})
    };
    let (tool, arguments): (&'static str, Value) = match case {
        "success" => ("place", order("Ann", 3)),
        "contract failure" => ("place", order("nobody", 3)),
        "bad arguments" => ("place", order("Ann", 0)),
        "foreign error" => ("foreign", json!({})),
        "unknown tool" => ("plaec", json!({})),
        _ => panic!("{case}"),
    };
    let mut call = CallToolRequestParams::new(tool);
    call.arguments = arguments.as_object().cloned();
    call
}

/// A runtime, and a peer that has shaken hands.
fn connected() -> (tokio::runtime::Runtime, Peer<RoleServer>) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let peer = runtime.block_on(async {
        let (mut ours, theirs) = tokio::io::duplex(1 << 16);
        let hello = json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
            "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "bench", "version": "1"}}});
        ours.write_all(format!("{hello}\n").as_bytes()).await.unwrap();
        Desk.serve(theirs).await.unwrap().peer().clone()
    });
    (runtime, peer)
}

fn measure(bencher: Bencher, case: &str, handler: &impl ServerHandler) {
    let (runtime, peer) = connected();
    let context = RequestContext::new(NumberOrString::Number(7), peer);
    bencher
        .with_inputs(|| (call(case), context.clone()))
        .bench_local_values(|(call, context)| runtime.block_on(handler.call_tool(call, context)).is_ok());
}

#[divan::bench(args = CASES, sample_count = 300, sample_size = 20)]
fn bare(bencher: Bencher, case: &str) {
    measure(bencher, case, &Desk);
}

#[divan::bench(args = CASES, sample_count = 300, sample_size = 20)]
fn guarded(bencher: Bencher, case: &str) {
    measure(bencher, case, &Guard::new(Desk));
}
