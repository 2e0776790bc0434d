//! What answers without measure take of the memory, in a process of its own.
#![cfg(target_os = "linux")]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    dead_code,
    unused_imports,
    reason = "a test that cannot go on fails; the client and the upstream can do more than is needed here"
)]

mod faults {
    pub(crate) mod client;
    pub(crate) mod upstream;
}

use candor::Dialect;
use faults::client::{Client, at};
use faults::upstream::Upstream;
use serde_json::json;
use std::fs;
use std::sync::Arc;
use tokio::task::JoinSet;

/// How many ask at once.
const CLIENTS: usize = 64;
/// What the bodies of all answers may take together.
const BUDGET: usize = 8 << 20;
/// What the gateway may take of the memory for all of them, with what the upstream and the clients beside it take.
const MOST: u64 = 40 << 20;

/// The most memory that the process has had since that was last forgotten.
fn peak() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    line.trim().trim_end_matches(" kB").parse::<u64>().unwrap() * 1024
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn answers_without_measure_for_many_clients_at_once_stay_within_bounds() {
    let upstream = Upstream::start().await;
    let api = at(upstream.base_url());
    let client = Client::built(api, Dialect::Structured, |builder| builder.response_budget(BUDGET)).await;
    let client = Arc::new(client);
    client.call("get_order", json!({"id": "7"})).await.success();
    for how in ["body", "endless", "bomb", "endless_error", "error_bomb"] {
        fs::write("/proc/self/clear_refs", "5").unwrap();
        let before = peak();
        let mut calls = JoinSet::new();
        for _ in 0..CLIENTS {
            let client = client.clone();
            calls.spawn(async move { client.call("large", json!({"how": how})).await });
        }
        for answer in calls.join_all().await {
            answer.failure();
        }
        let taken = peak().saturating_sub(before);
        assert!(taken < MOST, "{how}: {} MiB", taken >> 20);
    }
    assert_eq!(upstream.request_count(), 1 + 5 * CLIENTS);
}
