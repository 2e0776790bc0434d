//! Static tokens.

use super::endpoint::{Endpoint, message, token};
use candor::Dialect;
use candor_gateway::{Admission, Inbound, InboundToken, Listen, ToolAccess};
use serde_json::{Value, json};

const CI: &str = "ci-7f3a9c1e5b2d4860";
const OPS: &str = "ops-0a1b2c3d4e5f6789";

fn inbound() -> Inbound {
    let ops = InboundToken {
        tools: ToolAccess::Only(["get_*".to_owned()].into()),
        dialect: Some(Dialect::Problem),
        ..token("ops", OPS)
    };
    Inbound { tokens: vec![token("ci", CI), ops], ..Inbound::default() }
}

#[tokio::test]
async fn a_caller_is_the_name_of_its_token() {
    let endpoint = Endpoint::of(inbound()).await;
    let ci = endpoint.call_with(CI).await.caller();
    assert_eq!((&ci["name"], &ci["tools"], &ci["dialect"]), (&json!("ci"), &json!("*"), &Value::Null));
    let ops = endpoint.call(&[("authorization", &format!("bEARER  {OPS}"))]).await.caller();
    assert_eq!((&ops["name"], &ops["tools"], &ops["dialect"]), (&json!("ops"), &json!(["get_*"]), &json!("Problem")));
}

#[tokio::test]
async fn the_token_goes_no_further() {
    let endpoint = Endpoint::of(inbound()).await;
    assert_eq!(endpoint.call_with(CI).await.caller()["authorization"], Value::Null);
}

#[tokio::test]
async fn a_gateway_without_tokens_knows_its_callers_by_their_address() {
    let endpoint = Endpoint::of(Inbound::default()).await;
    assert_eq!(endpoint.call(&[]).await.caller()["name"], "127.0.0.1");
}

#[tokio::test]
async fn a_request_without_a_token_is_told_how_to_send_one() {
    let endpoint = Endpoint::of(inbound()).await;
    let answer = endpoint.call(&[]).await;
    let problem = answer.problem(401, "missing_token");
    assert_eq!(answer.header("www-authenticate"), Some(r#"Bearer realm="mcp""#));
    assert!(problem["recovery"]["hint"].as_str().unwrap().contains("Authorization: Bearer"), "{problem:#}");
}

#[tokio::test]
async fn a_token_that_is_not_known_is_refused_and_not_repeated() {
    let endpoint = Endpoint::of(inbound()).await;
    let almost = [&CI[..CI.len() - 1], &format!("{CI}0"), &CI.to_uppercase(), "unknown-token-1234"];
    for wrong in almost {
        let answer = endpoint.call_with(wrong).await;
        answer.problem(401, "unknown_token");
        assert_eq!(answer.header("www-authenticate"), Some(r#"Bearer realm="mcp", error="invalid_token""#));
        let whole = format!("{answer:?}");
        assert!(!whole.contains(wrong) && !whole.contains(CI) && !whole.contains(OPS), "{whole}");
    }
}

#[tokio::test]
async fn what_is_not_one_bearer_token_is_refused() {
    let endpoint = Endpoint::of(inbound()).await;
    let long = format!("Bearer {}", "x".repeat(Admission::MAX_TOKEN_LENGTH + 1));
    for wrong in
        ["Basic Y2k6Y2k=", "Bearer", "Bearer ", "Bearer a b", "Bearer \"quoted\"", CI, &format!("Bearer,{CI}"), &long]
    {
        let answer = endpoint.call(&[("Authorization", wrong)]).await;
        answer.problem(401, "malformed_token");
        assert_eq!(answer.header("www-authenticate"), Some(r#"Bearer realm="mcp", error="invalid_token""#), "{wrong}");
    }
    let bearer = format!("Bearer {CI}");
    let twice = endpoint.call(&[("Authorization", &bearer), ("Authorization", &bearer)]).await;
    twice.problem(401, "malformed_token");
}

#[tokio::test]
async fn a_token_in_the_query_is_not_accepted() {
    let endpoint = Endpoint::of(inbound()).await;
    let answer = endpoint.send(&message(&format!("/mcp?access_token={CI}"), &[])).await;
    let problem = answer.problem(401, "missing_token");
    assert_eq!(problem["detail"], "A token in the address is not accepted.");
    assert!(!answer.body.contains(CI));
}

#[tokio::test]
async fn unknown_paths_are_for_known_callers_only() {
    let endpoint = Endpoint::of(inbound()).await;
    endpoint.send(&message("/other", &[])).await.problem(401, "missing_token");
    let known = endpoint.send(&message("/other", &[("Authorization", &format!("Bearer {CI}"))])).await;
    assert_eq!(known.status, 404);
}

#[test]
fn secrets_are_in_no_debug_output() {
    let inbound = inbound();
    let admission = Admission::new(&inbound, &Listen::default()).unwrap();
    let shown = format!("{inbound:?} {admission:?}");
    assert!(!shown.contains(CI) && !shown.contains(OPS), "{shown}");
}

#[test]
fn every_mistake_in_tokens_is_told_at_once_and_without_the_token() {
    let inbound = Inbound {
        tokens: vec![
            token("a", CI),
            token("a", OPS),
            token("b", CI),
            token("c", "short"),
            token("d", "has a space in it, really"),
            token("", "another-token-12345"),
        ],
        ..Inbound::default()
    };
    let mistakes = Admission::new(&inbound, &Listen::default()).unwrap_err();
    let all = mistakes.join("\n");
    assert_eq!(mistakes.len(), 5, "{all}");
    for secret in [CI, OPS, "short", "has a space", "another-token"] {
        assert!(!all.contains(secret), "{all}");
    }
}
