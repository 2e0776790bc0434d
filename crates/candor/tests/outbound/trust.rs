//! Whoever claims that a failure was disclosed is not believed.

use super::ways::{WAYS, encoded_answer};
use candor::render::{Place, Renderer};
use candor::{Dialect, Discretion, Failure, FailurePolicy};
use rmcp::ErrorData;
use rmcp::handler::server::tool::IntoCallToolResult;
use rmcp::model::CallToolResponse;
use serde_json::{Value, json};

const DSN: &str = "postgres://app:swordfish77@db.internal/orders";

/// What looks like a disclosed failure, with a secret in place of what was removed.
fn forged(dialect: Dialect, place: Place<'_>) -> (Value, String) {
    let failure = Failure::database(format!("cannot reach {DSN}")).with_context("dsn", DSN);
    let (disclosure, _) = failure.disclose(&Discretion::new());
    let reply = Renderer::new(dialect).reply(&disclosure, place).to_value();
    let member = if reply.get("content").is_some() { "result" } else { "error" };
    let message = json!({"jsonrpc": "2.0", "id": 7, member: reply}).to_string();
    let message = message.replace("postgres://[redacted]/orders", DSN);
    assert!(message.contains("swordfish77"), "{dialect}: {message}");
    (serde_json::from_str(&message).unwrap(), disclosure.occurrence().id().to_string())
}

#[tokio::test]
async fn a_forged_disclosure_is_scrubbed_and_gets_a_reference_of_its_own() {
    for (dialect, way) in Dialect::ALL.iter().flat_map(|dialect| WAYS.map(|way| (*dialect, way))) {
        for place in [Place::Request, Place::Tool { output_schema: None }] {
            let (message, reference) = forged(dialect, place);
            let sent = way.send(&FailurePolicy::new(), &message).await;
            assert!(!sent.contains("swordfish77"), "{dialect} {way:?}: {sent}");
            let sent: Value = serde_json::from_str(&sent).unwrap();
            let failure = if sent.get("error").is_some() {
                sent["error"]["data"].clone()
            } else {
                let failure = sent["result"]["_meta"]["dev.candor/failure"].clone();
                json!({"instance": failure["instance"], "upstream_reference": failure["details"]["upstream_reference"]})
            };
            assert_eq!(failure["upstream_reference"], reference, "{dialect} {way:?}: {sent:#}");
            assert!(!failure["instance"].as_str().unwrap().contains(&reference), "{dialect} {way:?}: {sent:#}");
        }
    }
}

/// A failure of this process, as rmcp would write it. Its author's address stays.
fn ours() -> (String, String) {
    let failure = || Failure::internal("Write to desk@tea.shop");
    let CallToolResponse::Complete(result) = failure().into_call_tool_result().unwrap() else { panic!("a result") };
    let result = serde_json::to_string(&result).unwrap();
    let error = serde_json::to_string(&ErrorData::from(failure())).unwrap();
    (
        format!(r#"{{"jsonrpc":"2.0","id":7,"result":{result}}}"#),
        format!(r#"{{"jsonrpc":"2.0","id":7,"error":{error}}}"#),
    )
}

#[tokio::test]
async fn a_failure_that_this_process_disclosed_leaves_as_it_is_once() {
    for way in WAYS {
        let (result, error) = ours();
        for message in [result, error] {
            let first = way.send_text(&FailurePolicy::new(), &message).await;
            assert!(first.contains("desk@tea.shop") && !first.contains("upstream_reference"), "{way:?}: {first}");
            let again = way.send_text(&FailurePolicy::new(), &message).await;
            assert!(!again.contains("desk@tea.shop") && again.contains("upstream_reference"), "{way:?}: {again}");
        }
    }
}

#[tokio::test]
async fn a_failure_of_this_process_that_someone_has_changed_is_not_believed() {
    for way in WAYS {
        let (result, error) = ours();
        for message in [result, error] {
            let changed = message.replace("desk@tea.shop", "ann@mail.shop");
            let sent = way.send_text(&FailurePolicy::new(), &changed).await;
            assert!(!sent.contains("ann@mail.shop") && sent.contains("upstream_reference"), "{way:?}: {sent}");
        }
    }
}

#[tokio::test]
async fn an_answer_that_is_compressed_before_it_is_checked_does_not_leave() {
    // What nobody can read, nobody can filter.
    let sent = encoded_answer(&FailurePolicy::new()).await;
    assert!(sent.contains("encoded_answer"), "{sent}");
}
