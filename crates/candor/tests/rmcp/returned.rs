//! Results of a tool that knows nothing of Candor, and what a guard makes of them.

use super::peer::{Peer, failure_in};
use candor::rmcp::{Guard, read};
use candor::{Code, Dialect, FailurePolicy, Origin, render};
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, JsonObject, ListToolsResult, PaginatedRequestParams, Tool,
    object,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler};
use serde_json::{Value, json};
use std::sync::Arc;

/// A server whose only tool, which has no annotations, returns this.
#[derive(Clone)]
struct Returning {
    result: Value,
    output_schema: Option<Arc<JsonObject>>,
}

impl ServerHandler for Returning {
    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let mut tool = Tool::new("pay", "Pays", object(json!({"type": "object"})));
        tool.output_schema.clone_from(&self.output_schema);
        Ok(ListToolsResult::with_all_items(vec![tool]))
    }

    async fn call_tool(
        &self,
        _: CallToolRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        Ok(CallToolResponse::Complete(parsed(&self.result)))
    }
}

fn parsed(result: &Value) -> CallToolResult {
    serde_json::from_value(result.clone()).unwrap()
}

/// A peer of a guard of this dialect around that server.
async fn peer(dialect: Dialect, result: &Value, output_schema: Option<Value>) -> Peer {
    let server = Returning { result: result.clone(), output_schema: output_schema.map(|it| Arc::new(object(it))) };
    Peer::of(Guard::new(server).with_policy(FailurePolicy::new().with_dialect(dialect))).await
}

/// What the caller of a guard of this dialect gets for that result.
async fn answered(dialect: Dialect, result: &Value) -> Value {
    peer(dialect, result, None).await.call("pay", json!({})).await
}

fn failed(structure: Value) -> Value {
    json!({"isError": true, "content": [{"type": "text", "text": structure.to_string()}], "structuredContent": structure})
}

fn text(text: impl ToString) -> Value {
    json!({"content": [{"type": "text", "text": text.to_string()}]})
}

#[tokio::test]
async fn where_a_dialect_does_not_say_when_a_retry_does_no_harm_a_tool_without_annotations_is_not_repeated() {
    let refused = "connect ECONNREFUSED 10.0.0.5:5432";
    let delay = json!({"error_code": "DB_DOWN", "retry_after_seconds": 5});
    let flag = json!({"code": 4002, "message": refused, "retryable": true});
    let rows = [
        (json!({"success": false, "error": refused, "data": delay}), Some(5_000)),
        (json!({"error": flag}), None),
        (json!({"error": {"code": 4002, "message": "the gnomes have gone home", "retryable": true}}), None),
        (json!({"success": false, "error": "Slow down", "data": {"error_code": "SERVICE_UNAVAILABLE"}}), None),
        (
            json!({"success": false, "error": "Slow down", "data": {"error_code": "SERVICE_UNAVAILABLE",
                "origin": "upstream", "retry_after_seconds": 7}}),
            Some(7_000),
        ),
    ];
    for (structure, after_ms) in rows {
        let retry = failure_in(&answered(Dialect::Structured, &failed(structure.clone())).await)["retry"].clone();
        assert_eq!((&retry["retryable"], &retry["safe"]), (&json!(true), &json!("if_idempotent")), "{structure}");
        assert_eq!(retry.get("after_ms").and_then(Value::as_u64), after_ms, "{structure}");
    }
    let whole = json!({"success": false, "error": refused, "data": {"error_code": "DB_DOWN",
        "retry": {"retryable": true, "safe": "always"}}});
    let retry = failure_in(&answered(Dialect::Structured, &failed(whole)).await)["retry"].clone();
    assert_eq!(retry, json!({"retryable": true, "safe": "always"}), "what is stated stays");
}

fn envelope_of_failure() -> Value {
    json!({"success": false, "error": "Card 17 was declined", "data": {"error_code": "PERMISSION_DENIED"},
        "meta": {"version": "response-v2"}})
}

#[tokio::test]
async fn an_envelope_of_a_failure_that_is_the_only_text_of_a_result_is_a_failure() {
    let result = text(envelope_of_failure());
    assert_eq!(read(&parsed(&result)).unwrap().code(), Code::Forbidden);
    assert_eq!(render::recognise(&result).unwrap().dialect, Some(Dialect::Envelope));
    let response = answered(Dialect::Envelope, &result).await;
    assert_eq!(failure_in(&response)["message"], "Card 17 was declined");
    assert_eq!(response["result"]["structuredContent"]["success"], false, "{response:#}");
    assert_eq!(response["result"]["content"].as_array().unwrap().len(), 1, "it is not said twice");
    assert_eq!(failure_in(&answered(Dialect::Structured, &result).await)["code"], "forbidden");
}

#[tokio::test]
async fn a_text_beside_others_or_beside_structure_or_of_no_version_is_not_such_an_envelope() {
    let envelope = envelope_of_failure().to_string();
    let two = json!({"content": [{"type": "text", "text": "I got:"}, {"type": "text", "text": envelope}]});
    let beside = json!({"content": [{"type": "text", "text": envelope}], "structuredContent": {"ok": true}});
    let without_version = text(json!({"success": false, "error": "Not found", "data": {}}));
    let quoted = text(format!("It said {envelope}"));
    for result in [two, beside, without_version, quoted] {
        assert!(read(&parsed(&result)).is_none(), "{result}");
        assert!(render::recognise(&result).is_none(), "{result}");
        let response = answered(Dialect::Structured, &result).await;
        assert_ne!(response["result"]["isError"], true, "{response:#}");
    }
}

#[tokio::test]
async fn a_success_that_is_an_envelope_already_is_not_wrapped_again() {
    let own = json!({"success": true, "data": {"total": 3}, "error": null, "source": "till",
        "meta": {"version": "response-v2", "warnings": ["An estimate"], "content_fidelity": "partial"}});
    let structured = json!({"content": [{"type": "text", "text": own.to_string()}], "structuredContent": own});
    for result in [structured, text(&own)] {
        let response = answered(Dialect::Envelope, &result).await;
        let mut expected = own.clone();
        expected["meta"]["request_id"] = response["id"].to_string().into();
        assert_eq!(response["result"]["structuredContent"], expected, "{response:#}");
        let content = response["result"]["content"].as_array().unwrap();
        assert_eq!(content.len(), 1, "{response:#}");
        assert_eq!(serde_json::from_str::<Value>(content[0]["text"].as_str().unwrap()).unwrap(), expected);
    }
    let mut named = own.clone();
    named["meta"]["request_id"] = json!("req_abc123");
    let response = answered(Dialect::Envelope, &text(&named)).await;
    assert_eq!(response["result"]["structuredContent"], named, "the id that the author has given stays");
    for (broken, what) in [("error", json!("but it failed")), ("meta", json!({"version": "9"}))] {
        let mut other = own.clone();
        other[broken] = what;
        let structured = json!({"content": [], "structuredContent": other});
        let response = answered(Dialect::Envelope, &structured).await;
        assert_eq!(response["result"]["structuredContent"]["data"], other, "it is data like any other");
    }
}

#[tokio::test]
async fn an_output_schema_that_has_the_members_of_an_envelope_is_announced_as_it_is() {
    let own = json!({"type": "object", "required": ["success", "data", "error", "meta"], "properties": {
        "success": {"type": "boolean"}, "data": {"type": "object"}}});
    let schema_of = async |own: &Value| {
        let mut peer = peer(Dialect::Envelope, &text("x"), Some(own.clone())).await;
        peer.request("tools/list", json!({})).await["result"]["tools"][0]["outputSchema"].clone()
    };
    assert_eq!(schema_of(&own).await, own);
    let mut partial = own.clone();
    partial["required"] = json!(["success", "data"]);
    assert_eq!(schema_of(&partial).await["$defs"]["data"]["required"], json!(["success", "data"]));
}

#[tokio::test]
async fn a_failure_is_structured_content_of_such_a_tool_only_if_its_schema_allows_it() {
    let any = json!({"type": "object", "required": ["success", "data", "error", "meta"]});
    let mut strict = any.clone();
    strict["properties"] = json!({"data": {"type": "object", "required": ["total"]}});
    for (schema, allows) in [(any, true), (strict, false)] {
        let mut peer = peer(Dialect::Envelope, &failed(envelope_of_failure()), Some(schema)).await;
        let response = peer.call("pay", json!({})).await;
        assert_eq!(failure_in(&response)["code"], "forbidden");
        assert_eq!(response["result"].get("structuredContent").is_some(), allows, "{response:#}");
    }
}

#[tokio::test]
async fn what_a_result_says_about_its_success_is_bounded_and_of_the_right_type() {
    let success = |said: Value| json!({"content": [], "structuredContent": {}, "_meta": {"dev.candor/success": said}});
    let long = "x".repeat(100_000);
    let many = vec![json!(long); 200];
    let details = vec![json!({"code": "CONTENT_DROPPED", "message": long}); 200];
    let said = json!({"request_id": long, "warnings": many, "warning_details": details, "content_fidelity": long});
    let response = answered(Dialect::Envelope, &success(said)).await;
    let meta = &response["result"]["structuredContent"]["meta"];
    assert!(meta["request_id"].as_str().unwrap().len() <= 100, "{response:#}");
    assert!(meta.to_string().len() < 60_000, "{} bytes", meta.to_string().len());
    assert_eq!(meta.get("content_fidelity"), None, "not one of 000's");
    let warnings = meta["warnings"].as_array().unwrap();
    let last = format!("{} more warnings were left out.", 200 - (warnings.len() - 1));
    assert_eq!(warnings.last().unwrap(), &json!(last), "what is left out is counted");
    let said = json!({"request_id": {"x": 1}, "warnings": "no list", "warning_details": 7, "content_fidelity": [1]});
    let response = answered(Dialect::Envelope, &success(said)).await;
    let expected = json!({"version": "response-v2", "request_id": response["id"].to_string()});
    assert_eq!(response["result"]["structuredContent"]["meta"], expected);
}

#[tokio::test]
async fn an_upstreams_id_of_its_request_is_not_the_id_of_this_one() {
    let mut envelope = envelope_of_failure();
    envelope["meta"]["request_id"] = json!("req_theirs");
    let response = answered(Dialect::Envelope, &failed(envelope)).await;
    let told = &response["result"]["structuredContent"];
    assert_eq!(told["meta"]["request_id"], response["id"].to_string(), "{response:#}");
    assert_eq!(told["data"]["details"]["upstream_request_id"], "req_theirs");
    let mut envelope = envelope_of_failure();
    envelope["meta"]["request_id"] = "x".repeat(100_000).into();
    let failure = read(&parsed(&failed(envelope))).unwrap();
    assert!(failure.details().text("upstream_request_id").unwrap().len() <= 100, "and it is bounded");
}

#[tokio::test]
async fn an_envelope_of_a_failure_without_an_error_has_the_words_of_its_result() {
    let envelope = json!({"success": false, "data": {}, "meta": {"version": "response-v2"}});
    let result = json!({"content": [{"type": "text", "text": "Card declined by the bank"}],
        "structuredContent": envelope});
    let recognised = render::recognise(&result).unwrap();
    assert_eq!(recognised.failure.message(), "Card declined by the bank");
    assert_eq!(read(&parsed(&result)).unwrap().message(), "Card declined by the bank");
    let response = answered(Dialect::Envelope, &result).await;
    assert_eq!(failure_in(&response)["message"], "Card declined by the bank");
    assert_eq!(response["result"]["content"].as_array().unwrap().len(), 1, "it is not said twice");
    let marked =
        json!({"content": [{"type": "text", "text": "Error: [E17] Card declined"}], "structuredContent": envelope});
    assert_eq!(render::recognise(&marked).unwrap().failure.message(), "[E17] Card declined");
    let silent = json!({"content": [{"type": "text", "text": envelope.to_string()}], "structuredContent": envelope});
    let failure = failure_in(&answered(Dialect::Envelope, &silent).await);
    assert_eq!(failure["message"], "pay failed without saying why", "the structure is not words");
}

#[tokio::test]
async fn words_without_any_sign_are_the_other_servers_failure_for_a_client_and_the_servers_own_behind_a_guard() {
    let result = json!({"isError": true, "content": [{"type": "text", "text": "the gnomes have gone home"}]});
    let upstream = (Code::DependencyFailed, Origin::Upstream);
    let recognised = render::recognise(&result).unwrap().failure;
    let read = read(&parsed(&result)).unwrap();
    assert_eq!((recognised.code(), recognised.origin()), upstream);
    assert_eq!((read.code(), read.origin(), read.retry()), (upstream.0, upstream.1, recognised.retry()));
    let failure = failure_in(&answered(Dialect::Structured, &result).await);
    assert_eq!((&failure["code"], &failure["origin"]), (&json!("internal"), &json!("internal")));
}
