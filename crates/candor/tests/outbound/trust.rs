//! Whoever claims that a failure was disclosed is not believed.

use super::ways::{WAYS, Way, encoded_answer};
use candor::render::{Place, Renderer};
use candor::rmcp::{Guard, LineTransport};
use candor::{Dialect, Discretion, Failure, FailurePolicy};
use rmcp::handler::server::tool::IntoCallToolResult;
use rmcp::model::{
    CallToolResponse, DetailedTask, GetTaskParams, GetTaskResult, ServerCapabilities, ServerConfig, Task, TaskPayload,
    TaskStatus, object,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler, ServiceExt};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};

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
async fn what_is_written_beside_a_failure_of_this_process_under_a_name_that_it_has_is_not_believed() {
    for way in [Way::HttpBody, Way::HttpEvent] {
        let (result, error) = ours();
        for (message, name) in [(result, "_meta"), (error, "data")] {
            let added = format!(r#","{name}":{{"note":"ann@mail.shop"}}}}}}"#);
            let message = format!("{}{added}", message.strip_suffix("}}").unwrap());
            let sent = way.send_text(&FailurePolicy::new(), &message).await;
            assert!(!sent.contains("ann@mail.shop"), "{way:?}: {sent}");
        }
    }
}

#[tokio::test]
async fn an_answer_that_is_compressed_before_it_is_checked_does_not_leave() {
    // What nobody can read, nobody can filter.
    let sent = encoded_answer(&FailurePolicy::new()).await;
    assert!(sent.contains("encoded_answer"), "{sent}");
}

/// Has a task that has succeeded.
struct Finished;

impl ServerHandler for Finished {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tasks().build())
    }

    async fn get_task(
        &self,
        request: GetTaskParams,
        _: RequestContext<RoleServer>,
    ) -> Result<GetTaskResult, ErrorData> {
        let payload =
            TaskPayload::Completed { result: object(json!({"content": [], "structuredContent": {"dsn": DSN}})) };
        let time = "2026-11-15T18:30:00Z";
        let task = Task::new(request.task_id, TaskStatus::Completed, time, time);
        Ok(GetTaskResult::new(DetailedTask::new(task, payload)))
    }
}

#[tokio::test]
async fn what_a_task_succeeded_with_does_not_leave_as_a_failure_of_this_process() {
    let policy = FailurePolicy::new().with_dialect(Dialect::Envelope);
    let (near, far) = tokio::io::duplex(1 << 20);
    let (reader, writer) = tokio::io::split(far);
    let server = Guard::new(Finished).with_policy(policy.clone());
    let transport = LineTransport::new(reader, writer).with_policy(policy.clone());
    tokio::spawn(async move { server.serve(transport).await.unwrap().waiting().await });
    let (reader, mut writer) = tokio::io::split(near);
    let meta = json!({"io.modelcontextprotocol/protocolVersion": "2026-07-28",
                      "io.modelcontextprotocol/clientInfo": {"name": "t", "version": "1"},
                      "io.modelcontextprotocol/clientCapabilities":
                          {"extensions": {"io.modelcontextprotocol/tasks": {}}}});
    let asked = json!({"jsonrpc": "2.0", "id": 1, "method": "tasks/get", "params": {"taskId": "t-1", "_meta": meta}});
    writer.write_all(format!("{asked}\n").as_bytes()).await.unwrap();
    let line = BufReader::new(reader).lines().next_line().await.unwrap().unwrap();
    let mut result = serde_json::from_str::<Value>(&line).unwrap()["result"]["result"].take();
    assert!(result["structuredContent"].to_string().contains("swordfish77"), "what was asked for: {line}");
    // The same words, now as those of a failure.
    result["isError"] = json!(true);
    let sent = Way::HttpBody.send(&policy, &json!({"jsonrpc": "2.0", "id": 7, "result": result})).await;
    assert!(!sent.contains("swordfish77"), "{sent}");
}
