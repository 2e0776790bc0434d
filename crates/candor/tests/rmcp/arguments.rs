//! Arguments that do not fit the tool's input schema.

use super::peer::Peer;
use super::shop::{Shop, text};
use candor::rmcp::Guard;
use candor::{Failure, FailurePolicy};
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, JsonObject, ListToolsResult, PaginatedRequestParams, Tool,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler};
use serde_json::{Value, json};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

#[tokio::test]
async fn arguments_are_checked_before_the_tool_runs() {
    let shop = Shop::default();
    let mut peer = Peer::of(Guard::new(shop.clone())).await;
    let failure = peer.failure("buy", json!({"sku": "pen", "quantity": 0})).await;
    assert_eq!(failure["reason"], "invalid_arguments");
    assert_eq!((&failure["origin"], &failure["retry"]["retryable"]), (&json!("caller"), &json!(false)));
    assert_eq!(failure["details"]["field"], "/quantity");
    assert_eq!(shop.runs.load(Ordering::SeqCst), 0);
    peer.call("buy", json!({"sku": "pen", "quantity": 1})).await;
    assert_eq!(shop.runs.load(Ordering::SeqCst), 1);
}

#[tokio::test]
async fn every_wrong_argument_is_named_with_what_was_expected_and_given() {
    let mut peer = Peer::of(Guard::new(Shop::default())).await;
    let failure = peer.failure("buy", json!({"skuu": "pen", "quantity": "three"})).await;
    let violations = failure["details"]["violations"].as_array().unwrap();
    let fields: Vec<_> = violations.iter().map(|it| it["field"].as_str().unwrap()).collect();
    assert_eq!(fields, ["/quantity", "/skuu"], "{failure:#}");
    assert_eq!(
        failure["message"],
        "buy was called with 2 wrong arguments: /quantity must be an integer from 1 to 100, but is the text \"three\"; \
         /skuu is not a known argument (did you mean sku?)",
    );
    let hint = failure["recovery"]["hint"].as_str().unwrap();
    assert!(hint.contains("rename /skuu to sku") && hint.ends_with("then call buy again."), "{hint}");
}

#[tokio::test]
async fn missing_arguments_are_checked_as_none() {
    let mut peer = Peer::of(Guard::new(Shop::default())).await;
    let response = peer.request("tools/call", json!({"name": "buy"})).await;
    let failure = super::peer::failure_in(&response);
    assert_eq!(failure["reason"], "invalid_arguments");
    let response = peer.request("tools/call", json!({"name": "plain_failure"})).await;
    assert_eq!(super::peer::failure_in(&response)["code"], "not_found", "a tool without parameters needs none");
}

#[tokio::test]
async fn a_secret_among_the_arguments_is_not_repeated() {
    let mut peer = Peer::of(Guard::new(Shop::default())).await;
    let secret = "sk_live_4eC39HqLyjWDarjtT1zdp7dc";
    let failure = peer.failure("buy", json!({"sku": "pen", "quantity": secret})).await;
    assert!(!text(&failure).contains(secret), "{failure:#}");
}

/// A server with a tool that not every peer gets to see.
#[derive(Clone)]
struct Tenants {
    is_admin: bool,
}

impl ServerHandler for Tenants {
    fn get_tool(&self, name: &str) -> Option<Tool> {
        let schema: Value = json!({"type": "object", "properties": {"tenant": {"enum": ["acme-secret-project"]}}});
        let tool = Tool::new("purge", "purges", Arc::new(schema.as_object().unwrap().clone()));
        (self.is_admin && name == "purge").then_some(tool)
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let other = Tool::new("look", "looks", Arc::new(JsonObject::new()));
        Ok(ListToolsResult::with_all_items(self.get_tool("purge").into_iter().chain([other]).collect()))
    }
}

#[tokio::test]
async fn a_tool_that_a_peer_does_not_get_to_see_is_not_described_to_it() {
    let guard = Guard::new(Tenants { is_admin: true });
    let mut admin = Peer::of(guard.clone()).await;
    assert_eq!(admin.failure("purge", json!({"tenant": "x"})).await["reason"], "invalid_arguments");
    let mut other = Peer::of(guard.with_handler(Tenants { is_admin: false })).await;
    let response = other.call("purge", json!({"tenant": "x"})).await;
    assert_eq!(response["error"]["data"]["reason"], "unknown_tool", "{response:#}");
    assert!(!text(&response).contains("acme-secret-project"));
}

/// A server whose only tool changes, and which tells no tool by its name.
#[derive(Default)]
struct Changing {
    maximum: AtomicU64,
    broken: bool,
}

impl ServerHandler for Changing {
    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let maximum = self.maximum.load(Ordering::SeqCst);
        let count =
            if self.broken { json!({"$ref": "#/nowhere"}) } else { json!({"type": "integer", "maximum": maximum}) };
        let schema: Value = json!({"type": "object", "properties": {"count": count}});
        let schema: JsonObject = schema.as_object().unwrap().clone();
        Ok(ListToolsResult::with_all_items(vec![Tool::new("take", "takes", Arc::new(schema))]))
    }

    async fn call_tool(
        &self,
        _: CallToolRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        Ok(CallToolResult::success(Vec::new()).into())
    }
}

#[tokio::test]
async fn a_tool_that_is_only_listed_is_checked_and_may_change() {
    let server = Arc::new(Changing::default());
    server.maximum.store(5, Ordering::SeqCst);
    let mut peer = Peer::of(Guard::new(server.clone())).await;
    assert_eq!(peer.call("take", json!({"count": 5})).await["result"]["isError"], false);
    assert_eq!(peer.failure("take", json!({"count": 7})).await["details"]["field"], "/count");
    server.maximum.store(9, Ordering::SeqCst);
    assert_eq!(peer.call("take", json!({"count": 7})).await["result"]["isError"], false);
}

/// The guard with a list of the incidents that its operator gets.
fn reporting<H>(guard: Guard<H>) -> (Guard<H>, Arc<Mutex<Vec<Value>>>) {
    let incidents = Arc::new(Mutex::new(Vec::new()));
    let seen = incidents.clone();
    let policy = FailurePolicy::new()
        .on_incident(move |incident| seen.lock().unwrap().push(serde_json::to_value(incident).unwrap()));
    (guard.with_policy(policy), incidents)
}

fn reasons(incidents: &Mutex<Vec<Value>>) -> Vec<String> {
    incidents.lock().unwrap().iter().map(|it| it["reason"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn a_call_of_a_tool_whose_schema_cannot_be_compiled_is_refused_as_the_servers_fault() {
    let (guard, incidents) = reporting(Guard::new(Changing { broken: true, ..Changing::default() }));
    let mut peer = Peer::of(guard).await;
    let failure = peer.failure("take", json!({"count": 7})).await;
    assert_eq!((&failure["code"], &failure["reason"]), (&json!("configuration"), &json!("broken_schema")));
    assert_eq!((&failure["origin"], &failure["retry"]["retryable"]), (&json!("configuration"), &json!(false)));
    assert_eq!(
        failure["message"],
        "take cannot be checked: its input schema is invalid, which is a fault of the server"
    );
    assert!(!text(&failure).contains("nowhere"), "the fault itself is the operator's: {failure:#}");
    assert_eq!(reasons(&incidents), ["broken_schema"], "the call's own");
    let incident = incidents.lock().unwrap()[0].clone();
    assert_eq!(incident["private"]["schema"], "input schema");
    assert!(incident["private"]["why"].as_str().unwrap().contains("nowhere"), "{incident:#}");
    assert_eq!(incident["instance"], failure["instance"]);
}

#[tokio::test]
async fn an_author_can_allow_calls_that_cannot_be_checked() {
    let server = Changing { broken: true, ..Changing::default() };
    let (guard, incidents) = reporting(Guard::new(server).allow_unchecked_calls());
    let mut peer = Peer::of(guard).await;
    for _ in 0..3 {
        assert_eq!(peer.call("take", json!({"count": 7})).await["result"]["isError"], false);
    }
    assert_eq!(reasons(&incidents), ["broken_schema"], "at the first call, and at no other");
}

#[tokio::test]
async fn no_schema_is_compiled_before_its_tool_is_called() {
    let (guard, incidents) = reporting(Guard::new(Changing { broken: true, ..Changing::default() }));
    let mut peer = Peer::of(guard).await;
    let listed = peer.request("tools/list", json!({})).await;
    assert_eq!(listed["result"]["tools"][0]["name"], "take", "{listed:#}");
    assert_eq!(reasons(&incidents), Vec::<String>::new());
}

/// A server that cannot list its tools.
struct Unlistable {
    fault: Fault,
}

#[derive(Clone, Copy)]
enum Fault {
    Error,
    Panic,
    PanicOfOneTool,
    NoEnd,
}

impl ServerHandler for Unlistable {
    fn get_tool(&self, _: &str) -> Option<Tool> {
        match self.fault {
            Fault::PanicOfOneTool => panic!("the shelf is gone"),
            Fault::Error | Fault::Panic | Fault::NoEnd => None,
        }
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        match self.fault {
            Fault::Error => Err(Failure::unavailable("The shelf is gone").into()),
            Fault::Panic => panic!("the shelf is gone"),
            Fault::PanicOfOneTool => Ok(ListToolsResult::default()),
            Fault::NoEnd => Ok(ListToolsResult { next_cursor: Some("on".to_owned()), ..ListToolsResult::default() }),
        }
    }

    async fn call_tool(
        &self,
        _: CallToolRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        Ok(CallToolResult::success(Vec::new()).into())
    }
}

#[tokio::test]
async fn a_call_is_refused_and_an_incident_tells_why_if_the_tools_cannot_be_listed() {
    const ROWS: [(Fault, &str, bool); 4] = [
        (Fault::Error, "unavailable", true),
        (Fault::Panic, "panic", false),
        (Fault::PanicOfOneTool, "panic", false),
        (Fault::NoEnd, "tools_not_listed", false),
    ];
    for (fault, reason, is_retryable) in ROWS {
        let (guard, incidents) = reporting(Guard::new(Unlistable { fault }));
        let mut peer = Peer::of(guard).await;
        let failure = peer.failure("take", json!({})).await;
        assert_eq!((&failure["code"], &failure["reason"]), (&json!("internal"), &json!("tools_not_listed")));
        assert_eq!((&failure["origin"], &failure["retry"]["retryable"]), (&json!("internal"), &json!(is_retryable)));
        assert_eq!(failure["message"], "take was not run: the server failed to list its tools");
        let told = reasons(&incidents);
        assert!(told.len() > 1 && told[..told.len() - 1].iter().all(|it| it == reason), "{reason}: {told:?}");

        let (guard, incidents) = reporting(Guard::new(Unlistable { fault }).allow_unchecked_calls());
        let mut peer = Peer::of(guard).await;
        assert_eq!(peer.call("take", json!({})).await["result"]["isError"], false);
        assert!(reasons(&incidents).iter().all(|it| it == reason), "{:?}", reasons(&incidents));
    }
}
