//! Tools that ran as tasks.

use super::peer::{Peer, inline};
use super::shop::{PASSWORD, text};
use candor::rmcp::{CallStatus, Guard};
use candor::{Dialect, FailurePolicy, Incident};
use rmcp::model::{
    DetailedTask, GetTaskParams, GetTaskResult, ServerCapabilities, ServerConfig, Task, TaskPayload, TaskStatus, object,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler};
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};

/// Has tasks that ended, each in its own way.
struct Tasks;

impl ServerHandler for Tasks {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tasks().build())
    }

    async fn get_task(
        &self,
        request: GetTaskParams,
        _: RequestContext<RoleServer>,
    ) -> Result<GetTaskResult, ErrorData> {
        let said = format!("operation timed out: postgres://shop:{PASSWORD}@db.internal/orders");
        let payload = match request.task_id.as_str() {
            "succeeded" => {
                let result =
                    json!({"content": [{"type": "text", "text": said}], "structuredContent": {"key": PASSWORD}});
                TaskPayload::Completed { result: object(result) }
            }
            "completed" => {
                let result = json!({"content": [{"type": "text", "text": said}], "isError": true});
                TaskPayload::Completed { result: object(result) }
            }
            _ => {
                let error = json!({"code": -32603, "message": said, "data": {"password": PASSWORD}});
                TaskPayload::Failed { error: object(error) }
            }
        };
        let time = "2026-11-15T18:30:00Z";
        let mut task = Task::new(request.task_id, TaskStatus::Working, time, time);
        task.status_message = Some(said);
        Ok(GetTaskResult::new(DetailedTask::new(task, payload)))
    }
}

fn asked(id: u64, task: &str) -> Value {
    let mut request = inline(id, "tasks/get", json!({"taskId": task}));
    request["params"]["_meta"]["io.modelcontextprotocol/clientCapabilities"] =
        json!({"extensions": {"io.modelcontextprotocol/tasks": {}}});
    request
}

#[tokio::test]
async fn what_a_task_failed_with_is_disclosed_once_in_every_dialect() {
    for &dialect in Dialect::ALL {
        let incidents = Arc::new(Mutex::new(Vec::<Incident>::new()));
        let endings = Arc::new(Mutex::new(Vec::new()));
        let (seen, ended) = (incidents.clone(), endings.clone());
        let policy = FailurePolicy::new()
            .with_dialect(dialect)
            .on_incident(move |incident| seen.lock().unwrap().push(incident.clone()));
        let guard = Guard::new(Tasks)
            .with_policy(policy)
            .on_call(move |call| ended.lock().unwrap().push(matches!(call.status(), CallStatus::Succeeded)));
        let mut peer = Peer::unknown_to(guard);
        for (number, task) in [(1, "completed"), (2, "failed")] {
            let mut references = Vec::new();
            for again in [0, 10] {
                peer.send(&asked(number + again, task)).await;
                let mut response = peer.receive().await;
                assert!(!text(&response).contains(PASSWORD), "{dialect}: {response:#}");
                if let Some(meta) = response.pointer_mut("/result/error/data/meta").filter(|meta| meta.is_object()) {
                    assert_eq!(meta["request_id"].take(), (number + again).to_string(), "that of each request");
                }
                let result = &response["result"];
                if task == "completed" && dialect == Dialect::ErrorModel {
                    assert_eq!(result["result"]["error"]["code"], 3002, "{response:#}");
                }
                references.push(match task {
                    "completed" => result["result"]["_meta"]["dev.candor/failure"]["instance"].clone(),
                    _ => result["error"]["data"].to_string().into(),
                });
                assert!(result["statusMessage"].as_str().unwrap().contains("[redacted]"), "{response:#}");
            }
            assert_eq!(references[0], references[1], "{dialect}: one failure has one reference");
            assert!(references[0].as_str().is_some_and(|it| it.contains("urn:uuid:")), "{references:?}");
        }
        assert_eq!(incidents.lock().unwrap().len(), 2, "{dialect}");
        assert_eq!(*endings.lock().unwrap(), [true; 4], "{dialect}: each was answered");
    }
}

#[tokio::test]
async fn a_secret_of_the_guard_leaves_in_no_task_that_succeeded() {
    let guard = Guard::new(Tasks).with_policy(FailurePolicy::new().with_secret(PASSWORD));
    let mut peer = Peer::unknown_to(guard);
    peer.send(&asked(1, "succeeded")).await;
    let response = peer.receive().await;
    let result = &response["result"]["result"];
    assert_eq!(result["structuredContent"], json!({"key": "[redacted]"}), "{response:#}");
    let said = "operation timed out: postgres://shop:[redacted]@db.internal/orders";
    assert_eq!(result["content"][0]["text"], said, "what else a tool says is its own affair");
}

#[tokio::test]
async fn the_result_of_a_task_that_succeeded_is_an_envelope_where_the_dialect_is_one() {
    let guard = Guard::new(Tasks).with_policy(FailurePolicy::new().with_dialect(Dialect::Envelope));
    let mut peer = Peer::unknown_to(guard);
    peer.send(&asked(1, "succeeded")).await;
    let response = peer.receive().await;
    let envelope = &response["result"]["result"]["structuredContent"];
    assert_eq!((&envelope["success"], &envelope["data"]), (&json!(true), &json!({"key": PASSWORD})), "{response:#}");
    assert_eq!(envelope["meta"], json!({"version": "response-v2", "request_id": "1"}));
    peer.send(&asked(2, "completed")).await;
    let response = peer.receive().await;
    let envelope = &response["result"]["result"]["structuredContent"];
    assert_eq!((&envelope["success"], &envelope["meta"]["request_id"]), (&json!(false), &json!("2")), "{response:#}");
}
