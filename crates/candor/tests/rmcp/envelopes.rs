//! Tools behind a guard whose dialect is 000's envelope.

use super::peer::{Peer, inline};
use super::shop::PASSWORD;
use candor::outcome::{Batch, Success, Warning, WarningCode};
use candor::rmcp::Guard;
use candor::{Dialect, Failure, FailurePolicy};
use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::{CallToolResponse, CallToolResult, ContentBlock, CreateTaskResult, InputRequiredResult, object};
use rmcp::{ErrorData, Json, ServerHandler, tool, tool_handler, tool_router};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

#[derive(Clone)]
struct Archive;

#[derive(Serialize, schemars::JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Shelf {
    titles: Vec<&'static str>,
    beside: Option<Box<Shelf>>,
}

#[derive(Deserialize, schemars::JsonSchema)]
struct Ids {
    ids: Vec<u32>,
}

fn shelf() -> Shelf {
    let beside = Shelf { titles: vec!["Persuasion"], beside: None };
    Shelf { titles: vec!["Emma"], beside: Some(Box::new(beside)) }
}

#[tool_router]
impl Archive {
    #[tool]
    async fn search(&self) -> candor::rmcp::Json<Success<Shelf>> {
        let dropped = Warning::coded(WarningCode::ContentDropped, "40 books were left out");
        candor::rmcp::Json(Success::new(shelf()).with_warning(dropped.with_context("dropped_count", 40)))
    }

    #[tool]
    async fn lookup(&self, Parameters(Ids { ids }): Parameters<Ids>) -> Result<Json<Shelf>, Failure> {
        match ids[..] {
            [7] => Ok(Json(shelf())),
            _ => Err(Failure::entity_not_found("Shelf", format!("{ids:?}"))),
        }
    }

    #[tool]
    async fn remove(&self, Parameters(Ids { ids }): Parameters<Ids>) -> candor::rmcp::Json<Batch<u32>> {
        let mut batch = Batch::new("remove", "removed");
        for id in ids {
            match id {
                0..10 => batch.succeed(id),
                10..20 => batch.fail(id.to_string(), Failure::not_found(format!("There is no book {id}"))),
                _ => batch.fail(id.to_string(), Failure::forbidden(format!("Book {id} is on loan"))),
            }
        }
        candor::rmcp::Json(batch)
    }

    #[tool]
    async fn motto(&self) -> String {
        format!("Read more, {PASSWORD}")
    }

    #[tool]
    async fn years(&self) -> Success<[u32; 2]> {
        Success::new([1815, 1818]).with_request_id("req_abc123").with_warning(Warning::new("An estimate"))
    }

    #[tool]
    async fn cover(&self) -> CallToolResult {
        let image = ContentBlock::image("aGk=", "image/png");
        CallToolResult::success(vec![ContentBlock::text("A cover"), image, ContentBlock::text("of Emma")])
    }

    #[tool]
    async fn silent(&self) -> CallToolResult {
        CallToolResult::success(Vec::new())
    }

    #[tool]
    async fn asks(&self) -> Result<CallToolResponse, ErrorData> {
        let asked: InputRequiredResult =
            serde_json::from_value(json!({"resultType": "input_required", "requestState": "s-1"})).unwrap();
        Ok(CallToolResponse::InputRequired(asked))
    }

    #[tool]
    async fn later(&self) -> Result<CallToolResponse, ErrorData> {
        let time = "2026-11-15T18:30:00Z";
        let task = json!({"resultType": "task", "taskId": "t-1", "status": "working", "createdAt": time,
                          "lastUpdatedAt": time, "ttlMs": null});
        Ok(CallToolResponse::Task(serde_json::from_value::<CreateTaskResult>(task).unwrap()))
    }
}

#[tool_handler]
impl ServerHandler for Archive {}

fn policy() -> FailurePolicy {
    FailurePolicy::new().with_dialect(Dialect::Envelope).with_secret(PASSWORD)
}

fn guard() -> Guard<Archive> {
    Guard::new(Archive).with_policy(policy())
}

async fn peer() -> Peer {
    Peer::under(policy(), guard()).opened("2025-11-25").await
}

fn text_of(response: &Value) -> Value {
    serde_json::from_str(response["result"]["content"][0]["text"].as_str().unwrap()).unwrap()
}

#[tokio::test]
async fn a_success_is_the_envelope_as_text_and_as_structure_with_the_id_of_its_request() {
    let mut peer = peer().await;
    let response = peer.call("search", json!({})).await;
    let envelope = json!({
        "success": true,
        "data": shelf(),
        "error": null,
        "meta": {
            "version": "response-v2",
            "request_id": response["id"].to_string(),
            "content_fidelity": "partial",
            "warnings": ["40 books were left out"],
            "warning_details": [{"code": "CONTENT_DROPPED", "severity": "info", "message": "40 books were left out",
                                 "context": {"dropped_count": 40}}],
        },
    });
    let result = &response["result"];
    assert_eq!((&result["structuredContent"], &text_of(&response)), (&envelope, &envelope), "{response:#}");
    assert_eq!((&result["isError"], result["content"].as_array().unwrap().len()), (&json!(false), 1));
    let text = result["content"][0]["text"].as_str().unwrap();
    assert!(text.starts_with(r#"{"success":true,"data":{"#), "in the order of the document: {text}");
}

#[tokio::test]
async fn the_data_of_a_success_is_what_the_tool_has_returned() {
    let mut peer = peer().await;
    for (tool, data, blocks) in [
        ("motto", json!("Read more, [redacted]"), 1),
        ("years", json!([1815, 1818]), 1),
        ("cover", json!(["A cover", "of Emma"]), 2),
        ("silent", json!({}), 1),
    ] {
        let response = peer.call(tool, json!({})).await;
        let envelope = &response["result"]["structuredContent"];
        assert_eq!((&envelope["success"], &envelope["data"]), (&json!(true), &data), "{tool}: {response:#}");
        assert_eq!(*envelope, text_of(&response), "{tool}");
        assert_eq!(response["result"]["content"].as_array().unwrap().len(), blocks, "{tool}: {response:#}");
        let id = if tool == "years" { "req_abc123".to_owned() } else { response["id"].to_string() };
        assert_eq!(envelope["meta"]["request_id"], id, "{tool}: an id of the author's own comes first");
    }
    let response = peer.call("cover", json!({})).await;
    assert_eq!(response["result"]["content"][1]["type"], "image", "what the envelope cannot hold is beside it");
}

#[tokio::test]
async fn a_failure_and_an_error_have_the_id_of_their_request_as_text() {
    let mut peer = peer().await;
    let response = peer.call("lookup", json!({"ids": [1]})).await;
    let envelope = &response["result"]["structuredContent"];
    assert_eq!(
        (&envelope["success"], &envelope["meta"]["request_id"]),
        (&json!(false), &json!(response["id"].to_string()))
    );
    assert_eq!(*envelope, text_of(&response));
    for (id, shown) in [(json!("call-17"), "call-17"), (json!(4711), "4711"), (json!("x".repeat(200)), "xxxx")] {
        // The guard, then the transport.
        for request in [
            json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": {"name": "serach"}}),
            json!({"jsonrpc": "2.0", "id": id, "method": 7}),
        ] {
            peer.send(&request).await;
            let response = peer.receive().await;
            let found = response["error"]["data"]["meta"]["request_id"].as_str().unwrap();
            assert!(found.starts_with(shown) && found.len() <= 100, "{response:#}");
            assert_eq!(response["error"]["data"]["success"], false);
        }
    }
}

#[tokio::test]
async fn an_announced_schema_fits_the_envelopes_of_successes_and_failures_in_every_revision() {
    let calls = [
        ("search", json!({}), true),
        ("lookup", json!({"ids": [7]}), true),
        ("lookup", json!({"ids": [1]}), false),
        ("lookup", json!({"ids": "seven"}), false),
        ("remove", json!({"ids": [1, 11]}), true),
        ("remove", json!({"ids": [11, 21]}), false),
    ];
    for revision in ["2025-06-18", "2025-11-25", "2026-07-28"] {
        let services = [Peer::under(policy(), guard()), Peer::under(policy(), guard().into_service())];
        for mut peer in services {
            if revision != "2026-07-28" {
                peer = peer.opened(revision).await;
            }
            let mut ask = async |id: u64, method: &str, params: Value| match revision {
                "2026-07-28" => {
                    peer.send(&inline(id, method, params)).await;
                    peer.receive().await
                }
                _ => peer.request(method, params).await,
            };
            let listed = ask(1, "tools/list", json!({})).await;
            let schema_of = |tool: &str| {
                let tools = listed["result"]["tools"].as_array().unwrap();
                tools.iter().find(|it| it["name"] == tool).unwrap()["outputSchema"].clone()
            };
            assert_eq!(schema_of("motto"), Value::Null, "a tool without a schema gets none");
            for (number, (tool, arguments, succeeds)) in (2..).zip(&calls) {
                let response = ask(number, "tools/call", json!({"name": tool, "arguments": arguments})).await;
                let envelope = &response["result"]["structuredContent"];
                assert_eq!(envelope["success"], *succeeds, "{revision} {tool}: {response:#}");
                let schema = schema_of(tool);
                assert_eq!(schema["type"], "object");
                let valid = jsonschema::validate(&schema, envelope);
                assert!(valid.is_ok(), "{revision} {tool}: {valid:?}");
            }
            let mut wrong = json!({"success": true, "data": {"titles": 7, "beside": null}, "error": null,
                                   "meta": {"version": "response-v2"}});
            assert!(!jsonschema::is_valid(&schema_of("lookup"), &wrong), "the tool's own schema counts");
            wrong["data"] = json!({"titles": [], "beside": {"titles": 7, "beside": null}});
            assert!(!jsonschema::is_valid(&schema_of("lookup"), &wrong), "and what it refers to");
        }
    }
}

#[tokio::test]
async fn peers_without_structured_content_get_the_envelope_as_text() {
    let mut peer = Peer::under(policy(), guard()).opened("2025-03-26").await;
    let response = peer.call("lookup", json!({"ids": [7]})).await;
    assert_eq!(text_of(&response)["data"], json!(shelf()));
    assert_eq!(response["result"].get("structuredContent"), None, "{response:#}");
}

#[tokio::test]
async fn what_is_not_finished_passes_untouched() {
    let mut peer = Peer::under(policy(), guard());
    let with_tasks = |id, tool| {
        let mut request = inline(id, "tools/call", json!({"name": tool, "arguments": {}}));
        request["params"]["_meta"]["io.modelcontextprotocol/clientCapabilities"] =
            json!({"extensions": {"io.modelcontextprotocol/tasks": {}}});
        request
    };
    peer.send(&with_tasks(1, "asks")).await;
    let response = peer.receive().await;
    let expected = object(json!({"resultType": "input_required", "requestState": "s-1"}));
    assert_eq!(response["result"], Value::Object(expected), "{response:#}");
    peer.send(&with_tasks(2, "later")).await;
    let response = peer.receive().await;
    assert_eq!((&response["result"]["resultType"], &response["result"]["taskId"]), (&json!("task"), &json!("t-1")));
    assert_eq!(response["result"].get("structuredContent"), None, "{response:#}");
}

#[tokio::test]
async fn a_batch_in_which_all_fail_for_the_callers_reasons_is_invalid_input_with_what_failed_beside_its_code() {
    let response = peer().await.call("remove", json!({"ids": [11, 21]})).await;
    let envelope = &response["result"]["structuredContent"];
    let data = &envelope["data"];
    assert_eq!((&data["error_code"], &data["error_type"]), (&json!("VALIDATION_ERROR"), &json!("validation")));
    assert_eq!((&data["failed"][0]["id"], &data["failed"][1]["reason"]), (&json!("11"), &json!("forbidden")));
    assert_eq!(data["retry"]["retryable"], false, "{response:#}");
    assert_eq!(envelope["error"], "Failed to remove all 2 items");
}
