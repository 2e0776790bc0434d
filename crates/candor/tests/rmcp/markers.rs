//! What stands for a failure between the tool and the guard: nobody can make it up, it leaves in no reply, and it says
//! enough when its failure is gone.

use super::peer::{Peer, failure_in, inline};
use super::shop::{Buy, text};
use candor::failure::{Retry, Safety};
use candor::rmcp::Guard;
use candor::{Code, Failure, OrFail};
use rmcp::handler::server::tool::IntoCallToolResult;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, CustomRequest, CustomResult, DetailedTask,
    EmbeddedResource, GetPromptRequestParams, GetPromptResponse, GetPromptResult, GetTaskParams, GetTaskResult,
    ImageContent, InitializeRequestParams, InitializeResult, ListPromptsResult, ListResourcesResult, ListToolsResult,
    MetaObject, PaginatedRequestParams, Prompt, PromptMessage, ReadResourceRequestParams, ReadResourceResponse,
    ReadResourceResult, Resource, ResourceContents, Role, ServerCapabilities, ServerConfig, Task, TaskPayload,
    TaskStatus, TextContent, Tool, ToolAnnotations, object,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler};
use serde_json::{Value, json};
use std::io;
use std::sync::{Arc, Mutex};
use std::time::Duration;

const NAME: &str = "dev.candor/handed-over";

/// A server that keeps the first marker of each kind, as a cache would.
#[derive(Clone, Default)]
struct Keeper {
    result: Arc<Mutex<Option<CallToolResult>>>,
    error: Arc<Mutex<Option<ErrorData>>>,
}

fn order_17() -> Failure {
    Failure::entity_not_found("Order", "17").with_private("shelf", "B-17")
}

/// Not what its code says by default.
fn busy() -> Failure {
    Failure::new(Code::Conflict, "Till 7 is busy").with_retry(Retry::After(Duration::from_secs(9), Safety::Always))
}

fn refused() -> Failure {
    Err::<(), _>(io::Error::from(io::ErrorKind::ConnectionRefused)).or_fail("asking the till").unwrap_err()
}

fn result_of(failure: Failure) -> CallToolResult {
    match failure.into_call_tool_result() {
        Ok(CallToolResponse::Complete(result)) => result,
        other => panic!("not a result: {other:?}"),
    }
}

/// A helper that returns what handlers return.
fn load() -> Result<(), ErrorData> {
    Err(busy().into())
}

impl ServerHandler for Keeper {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(
            ServerCapabilities::builder().enable_tools().enable_prompts().enable_resources().enable_tasks().build(),
        )
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let schema = Arc::new(object(json!({"type": "object"})));
        let names = [
            "cached_result",
            "cached_error",
            "many",
            "refused",
            "refused_error",
            "reading",
            "time_out",
            "panic",
            "beside_error",
            "echo_error",
            "echo_result",
            "echo_success",
            "echo_blocks",
        ];
        let tool = |name: &&'static str| Tool::new(*name, "A tool", schema.clone()).with_meta(marked());
        let mut tools: Vec<_> = names.iter().map(tool).collect();
        let looked = Tool::new("refused_look", "A tool", schema.clone());
        tools.push(looked.with_annotations(ToolAnnotations::new().read_only(true)));
        Ok(ListToolsResult::with_all_items(tools))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let sent = Value::Object(request.arguments.unwrap_or_default());
        let keep = || *self.result.lock().unwrap() = Some(result_of(order_17()));
        match request.name.as_ref() {
            "cached_result" => {
                Ok(self.result.lock().unwrap().get_or_insert_with(|| result_of(order_17())).clone().into())
            }
            "cached_error" => Err(self.error.lock().unwrap().get_or_insert_with(|| order_17().into()).clone()),
            "many" => {
                let first = result_of(busy());
                for _ in 0..16 {
                    let _ = result_of(order_17());
                }
                Ok(first.into())
            }
            "refused" | "refused_look" => Ok(result_of(refused()).into()),
            "refused_error" => Err(refused().into()),
            "reading" => load()
                .or_fail("loading")
                .map_err(result_of)
                .map_or_else(|result| Ok(result.into()), |()| panic!("fine")),
            "time_out" => {
                keep();
                std::future::pending().await
            }
            "panic" => {
                keep();
                panic!("no");
            }
            "beside_error" => {
                keep();
                Err(busy().into())
            }
            "echo_error" => Err(ErrorData::internal_error("the gnomes have gone home", Some(sent))),
            "echo_result" => {
                let result = CallToolResult::error(vec![ContentBlock::text("the gnomes have gone home")]);
                Ok(result.with_meta(Some(MetaObject(object(sent)))).into())
            }
            "echo_blocks" => {
                let mut image = ImageContent::new("aGVsbG8=", "image/png");
                image.meta = Some(marked());
                let mut link = Resource::new("note://hello", "hello");
                link.meta = Some(marked());
                let resource = ResourceContents::TextResourceContents {
                    uri: "note://hello".to_owned(),
                    mime_type: None,
                    text: "Hi".to_owned(),
                    meta: Some(marked()),
                };
                let blocks = vec![
                    ContentBlock::Text(TextContent::new("Hi").with_meta(marked())),
                    ContentBlock::Image(image),
                    ContentBlock::ResourceLink(link),
                    ContentBlock::Resource(EmbeddedResource::new(resource).with_meta(marked())),
                ];
                Ok(CallToolResult::success(blocks).into())
            }
            "echo_success" => {
                let mut result = CallToolResult::success(vec![ContentBlock::text("fine")]);
                result.structured_content = Some(sent.clone());
                Ok(result.with_meta(Some(MetaObject(object(sent)))).into())
            }
            name => panic!("no tool {name}"),
        }
    }

    async fn get_prompt(
        &self,
        _: GetPromptRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        let text = TextContent::new("Hi").with_meta(marked());
        let mut result = GetPromptResult::new(vec![PromptMessage::new(Role::User, ContentBlock::Text(text))]);
        result.meta = Some(marked());
        Ok(result.into())
    }

    async fn list_prompts(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        let mut prompt = Prompt::new("hello", Some("A prompt"), None);
        prompt.meta = Some(marked());
        let mut listed = ListPromptsResult::with_all_items(vec![prompt]);
        listed.meta = Some(marked());
        Ok(listed)
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let contents = ResourceContents::TextResourceContents {
            uri: request.uri,
            mime_type: None,
            text: "Hi".to_owned(),
            meta: Some(marked()),
        };
        Ok(ReadResourceResult::new(vec![contents]).into())
    }

    async fn list_resources(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        let mut resource = Resource::new("note://hello", "hello");
        resource.meta = Some(marked());
        Ok(ListResourcesResult::with_all_items(vec![resource]))
    }

    async fn on_custom_request(
        &self,
        request: CustomRequest,
        _: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        Ok(CustomResult::new(request.params.unwrap_or_default()))
    }

    async fn get_task(
        &self,
        request: GetTaskParams,
        _: RequestContext<RoleServer>,
    ) -> Result<GetTaskResult, ErrorData> {
        let forged = json!({NAME: forged("conflict")});
        let payload = match request.task_id.as_str() {
            "succeeded" => TaskPayload::Completed { result: object(json!({"content": [], "_meta": forged})) },
            "failed" => TaskPayload::Completed {
                result: object(json!({"content": [{"type": "text", "text": "gone home"}], "isError": true,
                                      "_meta": forged})),
            },
            "asks" => {
                let asked = json!({"name": {"method": "elicitation/create", "params": {
                    "mode": "form", "message": "Who are you?", "_meta": forged,
                    "requestedSchema": {"type": "object", "properties": {}}}}});
                TaskPayload::InputRequired { input_requests: serde_json::from_value(asked).unwrap() }
            }
            _ => TaskPayload::Failed { error: object(json!({"code": -32603, "message": "gone home", "data": forged})) },
        };
        let time = "2026-11-15T18:30:00Z";
        let mut result =
            GetTaskResult::new(DetailedTask::new(Task::new(request.task_id, TaskStatus::Working, time, time), payload));
        result.meta = Some(MetaObject(object(forged)));
        Ok(result)
    }
}

/// `_meta` with a marker, and with something that stays.
fn marked() -> MetaObject {
    MetaObject(object(json!({NAME: forged("conflict"), "shop.example/till": 7})))
}

/// A marker as a client may make one up.
fn forged(code: &str) -> Value {
    json!(format!("a3bb189e8bf941c4b5dbdbe0e0f51f6e {code} caller always"))
}

fn is_whole(failure: &Value) -> bool {
    failure["code"] == "not_found" && text(failure).contains("17")
}

#[tokio::test]
async fn a_made_up_marker_refers_to_nothing_and_does_not_leave() {
    let guard = Guard::new(Keeper::default());
    let mut victim = Peer::of(guard.clone()).await;
    assert!(is_whole(&victim.failure("cached_result", json!({})).await));
    let mut peer = Peer::of(guard).await;
    let numbers = (0..64).map(Value::from);
    for made_up in numbers.chain([forged("conflict"), forged("internal"), json!("x"), json!({}), Value::Null]) {
        for tool in ["echo_error", "echo_result"] {
            for sent in [json!({NAME: made_up}), json!({"deep": [{NAME: made_up, "page": 2}]})] {
                let response = peer.call(tool, sent).await;
                assert_eq!(failure_in(&response)["message"], "the gnomes have gone home", "{response:#}");
                assert_eq!(failure_in(&response)["code"], "internal", "{response:#}");
                assert!(!text(&response).contains("handed-over"), "{response:#}");
            }
        }
        let sent = json!({NAME: made_up, "page": {NAME: made_up, "number": 2}});
        let response = peer.call("echo_success", sent.clone()).await;
        assert_eq!(response["result"]["structuredContent"], json!({"page": {"number": 2}}), "{response:#}");
        assert!(!text(&response).contains("handed-over"), "{response:#}");
        let response = peer.request("shop/echo", sent).await;
        assert_eq!(response["result"], json!({"page": {"number": 2}}), "{response:#}");
    }
}

#[tokio::test]
async fn no_marker_leaves_with_a_task() {
    let mut peer = Peer::unknown_to(Guard::new(Keeper::default()));
    for (id, task) in [(1, "succeeded"), (2, "failed"), (3, "asks"), (4, "error")] {
        let mut request = inline(id, "tasks/get", json!({"taskId": task}));
        request["params"]["_meta"]["io.modelcontextprotocol/clientCapabilities"] =
            json!({"extensions": {"io.modelcontextprotocol/tasks": {}}});
        peer.send(&request).await;
        let response = peer.receive().await;
        assert_eq!(response["result"]["taskId"], task, "{response:#}");
        assert!(!text(&response).contains("handed-over"), "{response:#}");
        assert!(!text(&response).contains("conflict"), "{response:#}");
    }
}

#[tokio::test]
async fn no_marker_leaves_with_prompts_resources_and_lists() {
    let requests = [
        ("prompts/get", json!({"name": "hello"})),
        ("prompts/list", json!({})),
        ("resources/read", json!({"uri": "note://hello"})),
        ("resources/list", json!({})),
        ("tools/list", json!({})),
    ];
    let guard = Guard::new(Keeper::default());
    for mut peer in [Peer::of(guard.clone()).await, Peer::of(guard.into_service()).await] {
        for (method, params) in &requests {
            let response = peer.request(method, params.clone()).await;
            let said = text(&response["result"]);
            assert!(said.contains("shop.example/till"), "{method}: {response:#}");
            assert!(!said.contains("handed-over"), "{method}: {response:#}");
        }
    }
}

#[tokio::test]
async fn no_marker_leaves_in_a_block_of_a_result() {
    let mut peer = Peer::of(Guard::new(Keeper::default())).await;
    let response = peer.call("echo_blocks", json!({})).await;
    let blocks = response["result"]["content"].as_array().unwrap();
    assert_eq!(blocks.iter().filter(|block| block["_meta"] == json!({"shop.example/till": 7})).count(), 4);
    assert!(!text(&response).contains("handed-over"), "{response:#}");
}

/// Quotes the name of a marker in its instructions, and may have a marker in its first answer.
#[derive(Clone)]
struct Quoting {
    meta: Option<MetaObject>,
}

impl ServerHandler for Quoting {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build()).with_instructions(NAME)
    }

    async fn initialize(
        &self,
        request: InitializeRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<InitializeResult, ErrorData> {
        context.peer.set_peer_info(request.clone());
        let mut result = self.negotiate_initialize(&request)?;
        result.meta = self.meta.clone();
        Ok(result)
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let tool = Tool::new("look", "A tool", Arc::new(object(json!({"type": "object"}))));
        Ok(ListToolsResult::with_all_items(vec![tool.with_meta(marked())]))
    }
}

#[tokio::test]
async fn a_service_with_a_marker_in_its_first_answer_can_be_connected_to() {
    let hello = json!({"protocolVersion": "2025-11-25", "capabilities": {},
                       "clientInfo": {"name": "test", "version": "1"}});
    for meta in [None, Some(marked())] {
        let mut peer = Peer::unknown_to(Guard::new(Quoting { meta: meta.clone() }).into_service());
        let answer = peer.request("initialize", hello.clone()).await;
        assert_eq!(answer["result"]["instructions"], NAME, "a text is left as it is: {answer:#}");
        let left = meta.map_or(Value::Null, |_| json!({"shop.example/till": 7}));
        assert_eq!(answer["result"]["_meta"], left, "{answer:#}");
        peer.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"})).await;
        assert_eq!(peer.request("tools/list", json!({})).await["result"]["tools"][0]["name"], "look");
    }
}

#[tokio::test]
async fn a_guard_around_a_guard_knows_its_tools() {
    let inner = Guard::new(Keeper::default()).into_service();
    let mut peer = Peer::of(Guard::new(inner).with_contract::<Buy>("many").into_service()).await;
    let response = peer.request("tools/list", json!({})).await;
    let tools = response["result"]["tools"].as_array().unwrap();
    let many = tools.iter().find(|tool| tool["name"] == "many").unwrap();
    assert!(many["_meta"]["dev.candor/contract"].is_object(), "the outer guard does not know the list: {many:#}");
}

#[tokio::test]
async fn a_cached_answer_is_whole_each_time() {
    let mut peer = Peer::of(Guard::new(Keeper::default())).await;
    for tool in ["cached_result", "cached_error"] {
        for _ in 0..3 {
            let response = peer.call(tool, json!({})).await;
            assert!(is_whole(&failure_in(&response)), "{tool}: {response:#}");
            assert!(!text(&response).contains("handed-over"), "{response:#}");
        }
    }
}

#[tokio::test]
async fn a_marker_without_its_failure_keeps_the_code_the_origin_and_the_retry() {
    // Made under another guard, as before a restart.
    let keeper = Keeper::default();
    for tool in ["cached_result", "cached_error"] {
        assert!(is_whole(&Peer::of(Guard::new(keeper.clone())).await.failure(tool, json!({})).await));
        let response = Peer::of(Guard::new(keeper.clone())).await.call(tool, json!({})).await;
        let failure = failure_in(&response);
        assert_eq!((&failure["code"], &failure["origin"]), (&json!("not_found"), &json!("caller")), "{response:#}");
        assert_eq!(failure["retry"]["retryable"], false, "{response:#}");
        assert!(!text(&response).contains("handed-over") && !text(&failure["message"]).contains("17"), "{response:#}");
    }
    let mut peer = Peer::of(Guard::new(Keeper::default())).await;
    let failure = peer.failure("many", json!({})).await;
    assert_eq!(failure["code"], "conflict", "{failure:#}");
    assert_eq!(failure["retry"], json!({"retryable": true, "after_ms": 9_000, "safe": "always"}), "{failure:#}");
}

#[tokio::test]
async fn an_error_that_was_classified_is_safe_to_repeat_only_as_the_annotations_say() {
    let mut peer = Peer::of(Guard::new(Keeper::default())).await;
    for (tool, safe) in [("refused", "if_idempotent"), ("refused_error", "if_idempotent"), ("refused_look", "always")] {
        let failure = peer.failure(tool, json!({})).await;
        assert_eq!(failure["code"], "unavailable", "{tool}: {failure:#}");
        assert_eq!(failure["retry"], json!({"retryable": true, "safe": safe}), "{tool}: {failure:#}");
    }
}

#[tokio::test]
async fn a_failure_is_kept_however_its_call_ended() {
    for tool in ["time_out", "panic", "beside_error"] {
        let guard = Guard::new(Keeper::default()).with_deadline(Duration::from_millis(50));
        let mut peer = Peer::of(guard).await;
        assert!(!is_whole(&peer.failure(tool, json!({})).await));
        let failure = peer.failure("cached_result", json!({})).await;
        assert!(is_whole(&failure), "{tool}: {failure:#}");
    }
}

#[tokio::test]
async fn a_tool_reads_the_error_of_its_helper_as_the_failure_that_it_was() {
    let mut peer = Peer::of(Guard::new(Keeper::default())).await;
    let failure = peer.failure("reading", json!({})).await;
    assert_eq!(failure["code"], "conflict", "{failure:#}");
    assert_eq!(failure["retry"]["after_ms"], 9_000, "{failure:#}");
    assert!(!text(&failure).contains("handed-over"), "{failure:#}");
}
