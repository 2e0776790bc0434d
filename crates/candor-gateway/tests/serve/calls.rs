//! What a client lists, calls and gets.

use crate::client::Client;
use candor_gateway::Listen;
use serde_json::{Value, json};

fn text(result: &Value) -> &str {
    result["content"][0]["text"].as_str().unwrap_or_else(|| panic!("{result}"))
}

#[tokio::test]
async fn every_operation_is_a_tool_with_its_schemas_hints_and_contract() {
    let client = Client::of_shop().await;
    let tools = client.ask("tools/list", json!({})).await["result"]["tools"].take();
    let names: Vec<&str> = tools.as_array().unwrap().iter().map(|tool| tool["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["list_orders", "place_order", "get_order", "cancel_order", "get_report", "get_label"]);
    let order = &tools[2];
    assert_eq!(order["annotations"]["readOnlyHint"], true);
    assert_eq!(order["inputSchema"]["required"], json!(["id"]));
    assert_eq!(order["outputSchema"]["required"], json!(["id"]));
    assert_eq!(order["_meta"]["dev.candor/contract"]["errors"][0]["reason"], "not_found");
    assert_eq!(tools[1]["annotations"]["readOnlyHint"], false);
}

#[tokio::test]
async fn the_pages_of_the_list_make_the_whole_list() {
    let client = Client::of_gateway(Listen { page_size: 4, ..Listen::default() }, |builder| builder).await;
    let first = client.ask("tools/list", json!({})).await;
    let cursor = &first["result"]["nextCursor"];
    let second = client.ask("tools/list", json!({"cursor": cursor})).await;
    let count = |page: &Value| page["result"]["tools"].as_array().unwrap().len();
    assert_eq!((count(&first), count(&second)), (4, 2));
    assert_eq!(second["result"].get("nextCursor"), None);
    let unknown = client.ask("tools/list", json!({"cursor": "17"})).await;
    assert_eq!(unknown["error"]["code"], -32602, "{unknown}");
}

#[tokio::test]
async fn what_is_not_announced_is_refused_and_not_listed_as_empty() {
    let client = Client::of_shop().await;
    let argument = json!({"ref": {"type": "ref/prompt", "name": "a"}, "argument": {"name": "b", "value": "c"}});
    for (method, params) in [
        ("prompts/list", json!({})),
        ("resources/list", json!({})),
        ("resources/templates/list", json!({})),
        ("completion/complete", argument),
    ] {
        let error = client.ask(method, params).await["error"].take();
        assert_eq!(error["code"], -32601, "{method}: {error}");
        assert_eq!(error["message"], format!("This server does not support {method}"));
    }
}

#[tokio::test]
async fn an_answer_in_json_is_text_and_structured_content() {
    let client = Client::of_shop().await;
    let order = client.call("get_order", json!({"id": "17"})).await;
    assert_eq!(order["structuredContent"], json!({"id": 17, "total": 42, "seen": null}));
    assert_eq!(serde_json::from_str::<Value>(text(&order)).unwrap(), order["structuredContent"]);
    assert_ne!(order["isError"], true);
    let orders = client.call("list_orders", json!({"state": "open"})).await;
    assert_eq!(orders["structuredContent"], json!({"result": [{"id": 17, "query": {"state": "open"}}]}));
    let placed = client.call("place_order", json!({"body": {"item": "chair"}})).await;
    assert_eq!(placed["structuredContent"], json!({"id": 18, "item": "chair"}));
}

#[tokio::test]
async fn text_images_and_nothing_come_back_as_what_they_are() {
    let client = Client::of_shop().await;
    assert_eq!(text(&client.call("get_report", json!({})).await), "id,total\n17,42\n");
    let label = client.call("get_label", json!({})).await;
    assert_eq!(label["content"], json!([{"type": "image", "data": "iVBORw==", "mimeType": "image/png"}]));
    let cancelled = client.call("cancel_order", json!({"id": "17"})).await;
    assert_ne!(cancelled["isError"], true);
}

#[tokio::test]
async fn what_the_api_says_of_a_failure_reaches_the_caller_and_a_page_of_html_does_not() {
    let client = Client::of_shop().await;
    let missing = client.call("get_order", json!({"id": "999"})).await;
    assert_eq!(missing["isError"], true);
    assert!(text(&missing).contains("No order 999"), "{missing}");
    let broken = client.call("get_order", json!({"id": "broken"})).await;
    let shown = broken.to_string();
    assert!(broken["isError"] == true && !shown.contains("Wint3r") && !shown.contains("html"), "{broken}");
}

#[tokio::test]
async fn an_unknown_tool_and_wrong_arguments_never_reach_the_api() {
    let client = Client::of_shop().await;
    let unknown = client.ask("tools/call", json!({"name": "get_ordr", "arguments": {}})).await;
    assert_eq!(unknown["error"]["code"], -32602);
    assert!(unknown["error"]["message"].as_str().unwrap().contains("get_order"), "{unknown}");
    let wrong = client.call("list_orders", json!({"state": 5})).await;
    assert!(wrong["isError"] == true && text(&wrong).contains("state"), "{wrong}");
}

#[tokio::test]
async fn a_path_argument_stays_one_segment() {
    let client = Client::of_shop().await;
    let answer = client.call("get_order", json!({"id": "17/../../admin?x=1"})).await;
    assert!(text(&answer).contains("No order"), "{answer}");
}
