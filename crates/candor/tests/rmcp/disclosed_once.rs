//! A failure goes from the tool to the guard whole, and is disclosed and rendered there, once.

use super::log;
use super::peer::{Peer, failure_in, inline};
use super::shop::{PASSWORD, Shop, text};
use candor::rmcp::{Guard, in_call_scope};
use candor::{Failure, FailurePolicy};
use rmcp::handler::server::tool::IntoCallToolResult;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, DetailedTask, GetTaskParams, GetTaskResult,
    ListToolsResult, MetaObject, PaginatedRequestParams, ReadResourceRequestParams, ReadResourceResponse,
    ServerCapabilities, ServerConfig, Task, TaskPayload, TaskStatus, Tool, object,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler};
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// What a handler does with the result of a tool before the guard gets it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Before {
    Nothing,
    AddsToIt,
    PutsItSecond,
    MakesAnother,
    SpawnsIt,
    SpawnsItInTheScope,
    SpawnsItAndKeepsIt,
    SpawnsItAndServesItAgain,
    SpawnsItInTheScopeForLater,
    KeepsItForATask,
}

/// A shop whose results are seen, and changed, between the tool and the guard.
#[derive(Clone)]
struct Between {
    shop: Shop,
    before: Before,
    seen: Arc<Mutex<Vec<Value>>>,
    kept: Arc<Mutex<Option<Value>>>,
}

impl Between {
    fn new(before: Before) -> Between {
        Between { shop: Shop::default(), before, seen: Arc::default(), kept: Arc::default() }
    }

    fn see(&self, what: impl serde::Serialize) {
        self.seen.lock().unwrap().push(serde_json::to_value(what).unwrap());
    }
}

impl ServerHandler for Between {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().enable_tasks().build())
    }

    async fn list_tools(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        self.shop.list_tools(request, context).await
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        self.shop.get_tool(name)
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let shop = self.shop.clone();
        if self.before == Before::SpawnsItAndServesItAgain
            && let Some(served) = self.kept.lock().unwrap().clone()
        {
            return Ok(serde_json::from_value::<CallToolResult>(served).unwrap().into());
        }
        let called = async move { shop.call_tool(request, context).await };
        let called = match self.before {
            Before::SpawnsIt | Before::SpawnsItAndKeepsIt | Before::SpawnsItAndServesItAgain => {
                tokio::spawn(called).await.unwrap()
            }
            Before::SpawnsItInTheScopeForLater => {
                let kept = self.kept.clone();
                tokio::spawn(in_call_scope(async move {
                    tokio::time::sleep(Duration::from_millis(100)).await;
                    let failure = Failure::conflict(format!("The till says {PASSWORD}"));
                    let Ok(CallToolResponse::Complete(result)) = failure.into_call_tool_result() else { return };
                    *kept.lock().unwrap() = Some(serde_json::to_value(result).unwrap());
                }));
                std::future::pending().await
            }
            Before::SpawnsItInTheScope => tokio::spawn(in_call_scope(called)).await.unwrap(),
            Before::Nothing
            | Before::AddsToIt
            | Before::PutsItSecond
            | Before::MakesAnother
            | Before::KeepsItForATask => called.await,
        };
        let CallToolResponse::Complete(mut result) = called? else { panic!("not a result") };
        self.see(&result);
        match self.before {
            Before::Nothing | Before::SpawnsIt | Before::SpawnsItInTheScope | Before::SpawnsItInTheScopeForLater => {}
            Before::SpawnsItAndServesItAgain => {
                *self.kept.lock().unwrap() = Some(serde_json::to_value(&result).unwrap());
            }
            Before::PutsItSecond => result.content.insert(0, ContentBlock::text("From the till:")),
            Before::AddsToIt => {
                result.content.push(ContentBlock::text(format!("The till says {PASSWORD}")));
                let meta = result.meta.get_or_insert_with(MetaObject::default);
                meta.0.extend(object(json!({"shop.example/till": 7})));
            }
            Before::MakesAnother => {
                let _ = Failure::internal("another one").into_call_tool_result();
            }
            Before::KeepsItForATask | Before::SpawnsItAndKeepsIt => {
                *self.kept.lock().unwrap() = Some(serde_json::to_value(&result).unwrap());
                return Ok(CallToolResult::structured(json!({"total": 1})).into());
            }
        }
        Ok(result.into())
    }

    async fn get_task(
        &self,
        request: GetTaskParams,
        _: RequestContext<RoleServer>,
    ) -> Result<GetTaskResult, ErrorData> {
        let time = "2026-11-15T18:30:00Z";
        let task = Task::new(request.task_id, TaskStatus::Completed, time, time);
        let result = object(self.kept.lock().unwrap().clone().unwrap());
        Ok(GetTaskResult::new(DetailedTask::new(task, TaskPayload::Completed { result })))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let shop = self.shop.clone();
        let read = async move { shop.read_resource(request, context).await };
        let read = if self.before == Before::SpawnsIt { tokio::spawn(read).await.unwrap() } else { read.await };
        read.inspect_err(|error| self.see(error))
    }
}

/// The server behind a guard, and the incidents of the guard.
fn guarded(server: &Between) -> (Guard<Between>, Arc<Mutex<Vec<Value>>>) {
    let incidents = Arc::new(Mutex::new(Vec::new()));
    let told = incidents.clone();
    let policy = FailurePolicy::new()
        .with_secret(PASSWORD)
        .on_incident(move |incident| told.lock().unwrap().push(serde_json::to_value(incident).unwrap()));
    (Guard::new(server.clone()).with_policy(policy), incidents)
}

const SOLD_OUT: &str = "Only 2 of gone are left";

#[tokio::test]
async fn a_contract_failure_is_neither_disclosed_nor_rendered_before_the_guard() {
    let server = Between::new(Before::Nothing);
    let (guard, incidents) = guarded(&server);
    let failure = Peer::of(guard).await.failure("buy", json!({"sku": "gone", "quantity": 3})).await;
    assert_eq!(failure["message"], SOLD_OUT);
    let seen = text(&server.seen.lock().unwrap()[0]);
    assert!(!seen.contains("gone") && !seen.contains("urn:uuid") && !seen.contains("recovery"), "{seen}");
    let incidents = incidents.lock().unwrap();
    assert_eq!(incidents.len(), 1);
    assert_eq!((&incidents[0]["instance"], &incidents[0]["private"]["shelf"]), (&failure["instance"], &json!("B-17")));
}

#[tokio::test]
async fn so_it_is_where_it_becomes_a_json_rpc_error() {
    let server = Between::new(Before::Nothing);
    let (guard, incidents) = guarded(&server);
    let mut peer = Peer::of(guard).await;
    let response = peer.request("resources/read", json!({"uri": "note://contract"})).await;
    assert_eq!(response["error"]["message"], "Only 1 of pen are left");
    let seen = text(&server.seen.lock().unwrap()[0]);
    assert!(!seen.contains("pen") && !seen.contains("urn:uuid") && !seen.contains("recovery"), "{seen}");
    let incidents = incidents.lock().unwrap();
    assert_eq!(incidents.len(), 1);
    assert_eq!(incidents[0]["instance"], response["error"]["data"]["instance"]);
}

#[tokio::test]
async fn what_is_added_to_it_later_is_kept_scrubbed() {
    let (guard, _) = guarded(&Between::new(Before::AddsToIt));
    let response = Peer::of(guard).await.call("buy", json!({"sku": "gone", "quantity": 3})).await;
    assert_eq!(failure_in(&response)["message"], SOLD_OUT);
    let result = &response["result"];
    assert_eq!(result["content"][1]["text"], "The till says [redacted]");
    assert_eq!(result["content"].as_array().unwrap().len(), 2);
    let names: Vec<_> = result["_meta"].as_object().unwrap().keys().collect();
    assert_eq!(names, ["dev.candor/failure", "shop.example/till"]);
}

#[tokio::test]
async fn of_several_failures_the_one_that_was_returned_counts() {
    let (guard, incidents) = guarded(&Between::new(Before::MakesAnother));
    let failure = Peer::of(guard).await.failure("buy", json!({"sku": "gone", "quantity": 3})).await;
    assert_eq!(failure["message"], SOLD_OUT);
    assert_eq!(incidents.lock().unwrap().len(), 1);
}

#[tokio::test]
async fn the_block_of_the_failure_is_known_wherever_it_is() {
    let (guard, _) = guarded(&Between::new(Before::PutsItSecond));
    let response = Peer::of(guard).await.call("buy", json!({"sku": "gone", "quantity": 3})).await;
    assert_eq!(failure_in(&response)["message"], SOLD_OUT);
    let texts: Vec<_> = response["result"]["content"].as_array().unwrap().iter().map(|block| &block["text"]).collect();
    assert_eq!((texts.len(), texts[1]), (2, &json!("From the till:")), "{response:#}");
}

#[tokio::test]
async fn a_failure_of_a_spawned_task_is_whole_and_is_logged_once() {
    let log = log::listen();
    let server = Between::new(Before::SpawnsIt);
    let (guard, incidents) = guarded(&server);
    let mut peer = Peer::of(guard).await;
    let failure = peer.failure("buy", json!({"sku": "gone", "quantity": 3})).await;
    let error = peer.request("resources/read", json!({"uri": "note://contract"})).await["error"].clone();
    assert_eq!((&failure["message"], &error["message"]), (&json!(SOLD_OUT), &json!("Only 1 of pen are left")));
    let incidents = incidents.lock().unwrap();
    assert_eq!(incidents.len(), 2);
    for (incident, instance) in incidents.iter().zip([&failure["instance"], &error["data"]["instance"]]) {
        assert_eq!((&incident["instance"], &incident["private"]["shelf"]), (instance, &json!("B-17")));
        assert_eq!(log.count(instance), 1);
    }
}

#[tokio::test]
async fn a_failure_of_a_spawned_task_that_is_kept_for_a_task_of_the_protocol_is_whole_and_is_logged_once() {
    let log = log::listen();
    let (guard, incidents) = guarded(&Between::new(Before::SpawnsItAndKeepsIt));
    Peer::of(guard.clone()).await.call("buy", json!({"sku": "gone", "quantity": 3})).await;
    let mut peer = Peer::unknown_to(guard);
    for id in [1, 2] {
        let failure = task_failure(&mut peer, id).await;
        assert_eq!((&failure["message"], log.count(&failure["instance"])), (&json!(SOLD_OUT), 1), "{failure:#}");
    }
    assert_eq!(incidents.lock().unwrap().len(), 1);
}

#[tokio::test]
async fn a_task_in_the_scope_of_its_call_hands_its_failure_to_the_guard() {
    let log = log::listen();
    let server = Between::new(Before::SpawnsItInTheScope);
    let (guard, incidents) = guarded(&server);
    let failure = Peer::of(guard).await.failure("buy", json!({"sku": "gone", "quantity": 3})).await;
    assert_eq!(failure["message"], SOLD_OUT);
    let seen = text(&server.seen.lock().unwrap()[0]);
    assert!(!seen.contains("gone") && !seen.contains("urn:uuid"), "it was disclosed in the task: {seen}");
    let incidents = incidents.lock().unwrap();
    assert_eq!((incidents.len(), &incidents[0]["private"]["shelf"]), (1, &json!("B-17")));
    assert_eq!(log.count(&failure["instance"]), 1);
}

#[tokio::test]
async fn an_answer_of_a_spawned_task_that_is_served_again_is_logged_once() {
    let log = log::listen();
    let (guard, _) = guarded(&Between::new(Before::SpawnsItAndServesItAgain));
    let mut peer = Peer::of(guard).await;
    for _ in 0..3 {
        let failure = peer.failure("buy", json!({"sku": "gone", "quantity": 3})).await;
        assert_eq!((&failure["message"], log.count(&failure["instance"])), (&json!(SOLD_OUT), 1), "{failure:#}");
    }
}

#[tokio::test]
async fn a_task_that_fails_after_its_call_has_ended_is_still_under_the_policy_of_the_guard() {
    let log = log::listen();
    let server = Between::new(Before::SpawnsItInTheScopeForLater);
    let (guard, incidents) = guarded(&server);
    let guard = guard.with_deadline(Duration::from_millis(20));
    let failure = Peer::of(guard.clone()).await.failure("buy", json!({"sku": "gone", "quantity": 3})).await;
    assert_eq!(failure["reason"], "deadline_exceeded", "{failure:#}");
    while server.kept.lock().unwrap().is_none() {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    assert!(FailurePolicy::flush_all(Duration::from_secs(10)));
    let made = text(&server.kept.lock().unwrap().clone().unwrap());
    assert!(made.contains("The till says [redacted]") && !made.contains(PASSWORD), "{made}");
    let instance = {
        let incidents = incidents.lock().unwrap();
        assert_eq!((incidents.len(), &incidents[1]["code"]), (2, &json!("conflict")), "{incidents:#?}");
        incidents[1]["instance"].clone()
    };
    let failure = task_failure(&mut Peer::unknown_to(guard), 1).await;
    assert_eq!((&failure["instance"], &failure["message"]), (&instance, &json!("The till says [redacted]")));
    assert_eq!(incidents.lock().unwrap().len(), 2, "the observers know it already");
    let logged = log.texts(&instance);
    assert_eq!(logged.len(), 1, "{logged:?}");
    assert!(!logged[0].contains(PASSWORD) && logged[0].contains("The till says"), "{logged:?}");
}

#[tokio::test]
async fn without_a_guard_a_failure_is_logged_where_it_becomes_a_result() {
    let log = log::listen();
    let result = in_call_scope(async { Failure::not_found("no order 17").into_call_tool_result() }).await;
    let Ok(CallToolResponse::Complete(result)) = result else { panic!("not a result") };
    assert!(FailurePolicy::flush_all(Duration::from_secs(10)));
    assert_eq!(log.count(&result.meta.unwrap().0["dev.candor/failure"]["instance"]), 1);
}

/// The failure of the task that the server keeps.
async fn task_failure(peer: &mut Peer, id: u64) -> Value {
    let mut request = inline(id, "tasks/get", json!({"taskId": "t"}));
    request["params"]["_meta"]["io.modelcontextprotocol/clientCapabilities"] =
        json!({"extensions": {"io.modelcontextprotocol/tasks": {}}});
    peer.send(&request).await;
    peer.receive().await["result"]["result"]["_meta"]["dev.candor/failure"].clone()
}

#[tokio::test]
async fn a_result_that_is_kept_for_a_task_is_still_found() {
    let (guard, incidents) = guarded(&Between::new(Before::KeepsItForATask));
    let mut peer = Peer::of(guard.clone()).await;
    let response = peer.call("buy", json!({"sku": "gone", "quantity": 3})).await;
    assert_eq!(response["result"]["isError"], false, "{response:#}");
    assert!(incidents.lock().unwrap().is_empty());
    let mut peer = Peer::unknown_to(guard);
    let mut references = Vec::new();
    for id in [1, 2] {
        let failure = task_failure(&mut peer, id).await;
        assert_eq!(failure["message"], SOLD_OUT, "{failure:#}");
        references.push(failure["instance"].clone());
    }
    assert_eq!(references[0], references[1]);
    let incidents = incidents.lock().unwrap();
    assert_eq!((incidents.len(), &incidents[0]["private"]["shelf"]), (1, &json!("B-17")));
}
