//! The newest revision and the one before it are told the same.

use super::client::{Client, Revision};
use super::upstream::Upstream;
use serde_json::json;

#[tokio::test]
async fn a_failure_is_the_same_in_both_revisions() {
    let upstream = Upstream::start().await;
    let older = Client::of(&upstream).await;
    let newer = Client::of(&upstream).await.in_revision(Revision::Modern2026);
    for (tool, arguments) in [
        ("status", json!({"status": 503, "form": "json"})),
        ("json", json!({"how": "missing"})),
        ("breaks", json!({"how": "closes"})),
        ("get_order", json!({"id": 7})),
        ("get_order", json!({"id": "7"})),
    ] {
        let (older, newer) = (older.call(tool, arguments.clone()).await, newer.call(tool, arguments).await);
        assert_eq!(older.text().split("Reference").next(), newer.text().split("Reference").next());
        assert_eq!(older.result()["isError"], newer.result()["isError"]);
        assert_eq!(older.result()["structuredContent"], newer.result()["structuredContent"]);
        assert_eq!(newer.result()["resultType"], "complete", "{:#}", newer.0);
    }
}

#[tokio::test]
async fn an_unknown_tool_is_the_same_error_in_both_revisions() {
    let upstream = Upstream::start().await;
    for revision in [Revision::Stateless2025, Revision::Modern2026] {
        let client = Client::of(&upstream).await.in_revision(revision);
        let answer = client.ask("tools/call", json!({"name": "get_ordr", "arguments": {}})).await;
        assert_eq!(answer["error"]["code"], -32602, "{revision:?}: {answer:#}");
    }
}
