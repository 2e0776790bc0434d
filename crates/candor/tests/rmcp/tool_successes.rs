//! Successes with warnings, and batches, as results of tools.

use super::peer::{Peer, failure_in};
use super::shop::{PASSWORD, text};
use candor::outcome::{Batch, Change, Outcome, Success, Warning, WarningCode};
use candor::rmcp::Guard;
use candor::{Code, Failure, FailurePolicy, Incident, warning_code};
use rmcp::handler::server::tool::schema_for_output;
use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::{CallToolRequestParams, CallToolResponse, Tool};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, Json, RoleServer, ServerHandler, tool, tool_handler, tool_router};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};
use std::time::Duration;

#[derive(Clone)]
struct Library;

#[derive(Serialize, schemars::JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Books {
    titles: Vec<&'static str>,
}

#[derive(Deserialize, schemars::JsonSchema)]
struct Loans {
    ids: Vec<u32>,
}

#[derive(PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
struct Title {
    title: String,
}

#[tool_router]
impl Library {
    #[tool(output_schema = schema_for_output::<Books>())]
    async fn search(&self) -> Result<Success<Books>, Failure> {
        let dropped = Warning::coded(WarningCode::ContentDropped, format!("40 books were left out of {PASSWORD}"));
        let slow = Warning::new("The catalogue is a day old");
        let books = Books { titles: vec!["Emma"] };
        Ok(Success::new(books).with_warning(dropped.with_context("dropped_count", 40)).with_warning(slow))
    }

    #[tool]
    async fn count(&self) -> Success<u32> {
        Success::new(7).with_warning(Warning::new("An estimate"))
    }

    #[tool]
    async fn rename(
        &self,
        Parameters(Title { title }): Parameters<Title>,
    ) -> candor::rmcp::Json<Success<Change<Title>>> {
        let before = Title { title: "Emma".to_owned() };
        let similar = warning_code!("SIMILAR_TITLE", Error, "Another book has nearly the same title.");
        let success = Success::new(Change::new(before, Title { title }));
        candor::rmcp::Json(success.with_warning(Warning::own(similar, "There is also Emmy")))
    }

    #[tool]
    async fn motto(&self) -> Outcome<&'static str> {
        Outcome::Succeeded(Success::new("Read more"))
    }

    #[tool]
    async fn inscription(&self) -> Json<Value> {
        Json(json!({"wall": format!("The key is {PASSWORD}."), "people": ["ada@lib.example", "/home/ada/books"]}))
    }

    #[tool]
    async fn burn(&self) -> Outcome<u32> {
        Outcome::Failed(Failure::new(Code::Forbidden, "Books are not burned here"))
    }

    #[tool]
    async fn give_back(&self, Parameters(Loans { ids }): Parameters<Loans>) -> candor::rmcp::Json<Batch<u32>> {
        let closed = Failure::new(Code::Conflict, "Nothing was given back");
        let mut batch = Batch::new("return", "returned").failing_with(closed);
        for id in ids {
            if id < 10 {
                batch.succeed(id);
            } else {
                let failure = Failure::not_found(format!("There is no loan {id}")).with_private("shelf", "B-17");
                batch.fail(id.to_string(), failure);
            }
        }
        candor::rmcp::Json(batch)
    }
}

#[tool_handler]
impl ServerHandler for Library {}

fn watched() -> (Guard<Library>, Arc<Mutex<Vec<Value>>>) {
    let incidents = Arc::new(Mutex::new(Vec::new()));
    let seen = incidents.clone();
    let observe = move |incident: &Incident| seen.lock().unwrap().push(serde_json::to_value(incident).unwrap());
    let policy = FailurePolicy::new().with_secret(PASSWORD).on_incident(observe);
    (Guard::new(Library).with_policy(policy), incidents)
}

#[tokio::test]
async fn a_success_says_what_it_left_out_beside_its_data() {
    let (guard, incidents) = watched();
    let response = Peer::of(guard).await.call("search", json!({})).await;
    let result = &response["result"];
    assert_eq!(result["isError"], false, "{response:#}");
    // The output schema allows nothing else.
    assert_eq!(result["structuredContent"], json!({"titles": ["Emma"]}));
    assert_eq!(result["content"][0]["text"], r#"{"titles":["Emma"]}"#);
    let warnings = "Warning: 40 books were left out of [redacted]\nWarning: The catalogue is a day old";
    assert_eq!(result["content"][1]["text"], warnings);
    let meta = &result["_meta"]["dev.candor/success"];
    assert_eq!(meta["content_fidelity"], "partial");
    assert_eq!(meta["warnings"][1], "The catalogue is a day old");
    assert_eq!(meta["warning_details"][0]["code"], "CONTENT_DROPPED");
    assert!(!text(&response).contains(PASSWORD), "{response:#}");
    assert!(incidents.lock().unwrap().is_empty());
}

#[tokio::test]
async fn data_that_is_not_an_object_is_text_alone() {
    let mut peer = Peer::of(Guard::new(Library)).await;
    let response = peer.call("count", json!({})).await;
    assert_eq!(response["result"]["content"][0]["text"], "7");
    assert_eq!(response["result"]["content"][1]["text"], "Warning: An estimate");
    assert_eq!(response["result"].get("structuredContent"), None);
    let response = peer.call("motto", json!({})).await;
    assert_eq!(response["result"]["content"], json!([{"type": "text", "text": "Read more"}]));
    assert_eq!(response["result"].get("_meta"), None);
}

#[tokio::test]
async fn an_outcome_that_failed_is_a_failure() {
    let failure = Peer::of(Guard::new(Library)).await.failure("burn", json!({})).await;
    assert_eq!((&failure["code"], &failure["message"]), (&json!("forbidden"), &json!("Books are not burned here")));
}

#[tokio::test]
async fn a_batch_shows_its_caller_what_failed_and_the_operator_why() {
    let (guard, incidents) = watched();
    let mut peer = Peer::of(guard).await;
    let response = peer.call("give_back", json!({"ids": [1, 17, 2]})).await;
    let content = &response["result"]["structuredContent"];
    assert_eq!(content["returned"], json!([1, 2]), "{response:#}");
    assert_eq!((&content["failed"][0]["id"], &content["failed"][0]["reason"]), (&json!("17"), &json!("not_found")));
    assert_eq!(response["result"]["content"][1]["text"], "Warning: 1 of 3 items could not be returned");
    assert!(!text(&response).contains("B-17"));
    {
        let incidents = incidents.lock().unwrap();
        assert_eq!(incidents.len(), 1);
        let private = &incidents[0]["private"];
        assert_eq!((&private["shelf"], &private["method"]), (&json!("B-17"), &json!("tools/call")));
    }
    let failure = failure_in(&peer.call("give_back", json!({"ids": [17, 18]})).await);
    assert_eq!((&failure["code"], &failure["message"]), (&json!("conflict"), &json!("Nothing was given back")));
    assert_eq!(failure["details"]["failed"][1]["message"], "There is no loan 18");
    assert_eq!(incidents.lock().unwrap().len(), 1 + 3, "each item, and the call");
}

#[tokio::test]
async fn a_tool_that_returns_a_batch_announces_an_output_schema_which_its_results_fit() {
    let mut peer = Peer::of(Guard::new(Library)).await;
    let listed = peer.request("tools/list", json!({})).await;
    let tools = listed["result"]["tools"].as_array().unwrap();
    let schema = &tools.iter().find(|tool| tool["name"] == "give_back").unwrap()["outputSchema"];
    assert_eq!(schema["additionalProperties"]["items"]["type"], "integer", "{schema:#}");
    let schema = jsonschema::validator_for(schema).unwrap();
    for ids in [json!([1]), json!([1, 17, 2]), json!([])] {
        let content = &peer.call("give_back", json!({"ids": ids})).await["result"]["structuredContent"];
        assert!(schema.is_valid(content), "{content:#}");
    }
    for wrong in [json!({}), json!({"returned": ["1"]}), json!({"returned": [1], "failed": [{"id": "17"}]})] {
        assert!(!schema.is_valid(&wrong), "{wrong}");
    }
    let response = peer.call("give_back", json!({"ids": [17]})).await;
    assert_eq!(response["result"].get("structuredContent"), None, "the schema has no room for a failure");
}

#[tokio::test]
async fn a_secret_of_the_guard_leaves_in_no_success() {
    let (guard, _) = watched();
    let response = Peer::of(guard).await.call("inscription", json!({})).await;
    let content = json!({"wall": "The key is [redacted].", "people": ["ada@lib.example", "/home/ada/books"]});
    assert_eq!(response["result"]["structuredContent"], content, "what else a tool says is its own affair");
    assert!(!text(&response).contains(PASSWORD), "{response:#}");

    // The inner guard knows nothing of it, and has scrubbed the warnings under its own discretion.
    let nested = Guard::new(Guard::new(Library)).with_policy(FailurePolicy::new().with_secret(PASSWORD));
    let response = Peer::of(nested).await.call("search", json!({})).await;
    assert_eq!(response["result"]["structuredContent"], json!({"titles": ["Emma"]}), "{response:#}");
    assert!(!text(&response).contains(PASSWORD), "{response:#}");
}

/// A library that has done its work, and then does not come to its end.
#[derive(Clone)]
struct Endless(Library);

impl ServerHandler for Endless {
    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        self.0.call_tool(request, context).await?;
        std::future::pending().await
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        self.0.get_tool(name)
    }
}

#[tokio::test]
async fn failures_in_a_result_that_never_left_are_reported_to_the_operator() {
    let (guard, incidents) = watched();
    let guard = guard.with_handler(Endless(Library)).with_tool_deadline("give_back", Duration::from_millis(50));
    let failure = Peer::of(guard).await.failure("give_back", json!({"ids": [1, 17]})).await;
    assert_eq!(failure["code"], "timeout");
    let incidents = incidents.lock().unwrap();
    let reasons: Vec<_> = incidents.iter().map(|incident| incident["reason"].as_str().unwrap()).collect();
    assert_eq!(reasons, ["not_found", "deadline_exceeded"]);
    assert_eq!(incidents[0]["details"]["tool"], "give_back");
}

#[tokio::test]
async fn without_a_guard_they_are_results_too() {
    let mut peer = Peer::of(Library).await;
    let response = peer.call("give_back", json!({"ids": [1, 17]})).await;
    assert_eq!(response["result"]["structuredContent"]["failed"][0]["id"], "17", "{response:#}");
    let response = peer.call("search", json!({})).await;
    assert_eq!(response["result"]["_meta"]["dev.candor/success"]["content_fidelity"], "partial");
}

#[tokio::test]
async fn a_change_shows_the_state_before_and_after_and_that_nothing_changed_is_no_failure() {
    let mut peer = Peer::of(Guard::new(Library)).await;
    for (title, changed) in [("Persuasion", true), ("Emma", false)] {
        let response = peer.call("rename", json!({"title": title})).await;
        let result = &response["result"];
        let change = json!({"before": {"title": "Emma"}, "after": {"title": title}, "changed": changed});
        assert_eq!((&result["structuredContent"], &result["isError"]), (&change, &json!(false)), "{response:#}");
        let text = result["content"][0]["text"].as_str().unwrap();
        assert_eq!(serde_json::from_str::<Value>(text).unwrap(), change);
    }
    let schema = Library::rename_tool_attr().output_schema.unwrap();
    assert_eq!(schema["required"], json!(["before", "after", "changed"]));
    let title = |place: &str| schema["properties"][place].to_string();
    assert!(title("before").contains("Title") && title("before") == title("after"), "{schema:#?}");
}

#[tokio::test]
async fn a_servers_own_warning_has_its_code_and_severity_in_a_tool_result() {
    let mut peer = Peer::of(Guard::new(Library)).await;
    let response = peer.call("rename", json!({"title": "Emmy"})).await;
    let details = &response["result"]["_meta"]["dev.candor/success"]["warning_details"];
    assert_eq!(details, &json!([{"code": "SIMILAR_TITLE", "severity": "error", "message": "There is also Emmy"}]));
    let [warning] = &candor::render::recognise_warnings(&response["result"])[..] else { panic!("{response:#}") };
    assert_eq!(warning.code_name(), Some("SIMILAR_TITLE"));
}
