//! A service fails with a reason that the tool's contract declares: the guard adds what the contract says.

use super::peer::{Peer, failure_in};
use candor::rmcp::{Guard, contract};
use candor::{Contract, Failure, OrFail, Origin, Retry, Safety, reason};
use rmcp::model::{CallToolResult, ContentBlock};
use rmcp::{ErrorData, ServerHandler, tool, tool_handler, tool_router};
use serde_json::{Value, json};

/// What `quote` can fail with.
#[derive(Debug, Contract)]
enum Quote {
    /// The carrier does not answer.
    #[failure(code = Timeout, origin = upstream, retry = backoff, safe = always,
              message = "The carrier gave no price", recovery = "Ask for the quote again in a minute.")]
    CarrierSilent,

    /// The carrier has too much to do.
    #[failure(code = RateLimited, message = "The carrier is busy", recovery = "Ask for the quote again in an hour.")]
    #[expect(dead_code, reason = "a service fails with its reason")]
    CarrierBusy,

    /// Whatever else a service reports.
    #[failure(transparent)]
    Service(#[from] Failure),
}

const HINT: &str = "Ask for the quote again in a minute.";

/// A service that knows the reason, and not the tool.
fn ask_carrier() -> Result<String, Failure> {
    Err(Failure::timeout("No price within 5 s").with_reason(reason!("carrier_silent")))
}

#[derive(Clone)]
struct Desk;

#[tool_router]
impl Desk {
    #[tool(description = "Its service fails", meta = contract::<Quote>())]
    async fn quote(&self) -> Result<String, Quote> {
        Ok(ask_carrier()?)
    }

    #[tool(description = "Its service fails, and has advice of its own", meta = contract::<Quote>())]
    async fn quote_with_advice(&self) -> Result<String, Quote> {
        Ok(ask_carrier().map_err(|failure| failure.with_recovery("Call the carrier by telephone instead."))?)
    }

    #[tool(description = "Its service fails with an error of its own kind", meta = contract::<Quote>())]
    async fn quote_by_words(&self) -> Result<String, Quote> {
        let refused: Result<String, _> = Err("connection refused");
        Ok(refused.or_fail_with("asking the carrier", |failure| failure.with_reason(reason!("carrier_silent")))?)
    }

    #[tool(description = "The same, under a reason for which no retry is declared", meta = contract::<Quote>())]
    async fn quote_undeclared(&self) -> Result<String, Quote> {
        let refused: Result<String, _> = Err("connection refused");
        Ok(refused.or_fail_with("asking the carrier", |failure| failure.with_reason(reason!("carrier_busy")))?)
    }

    #[tool(description = "Its service times out, under the same reason", meta = contract::<Quote>())]
    async fn quote_timed_out(&self) -> Result<String, Quote> {
        Ok(ask_carrier().map_err(|failure| failure.with_reason(reason!("carrier_busy")))?)
    }

    #[tool(description = "Fails with a JSON-RPC error", meta = contract::<Quote>())]
    async fn quote_by_error(&self) -> Result<String, ErrorData> {
        Ok(ask_carrier()?)
    }

    #[tool(description = "Passes on the failure of another server", meta = contract::<Quote>())]
    async fn quote_of_another(&self) -> CallToolResult {
        let error = json!({"code": -32004, "message": "No price", "data": {"reason": "carrier_silent"}});
        let mut result = CallToolResult::structured_error(json!({"error": error}));
        result.content = vec![ContentBlock::text("Error: No price")];
        result
    }

    #[tool(description = "Its contract is in the settings of the guard")]
    async fn quote_by_settings(&self) -> Result<String, Failure> {
        ask_carrier()
    }

    #[tool(description = "Has a contract that breaks the rules", meta = broken_contract())]
    async fn quote_by_broken_contract(&self) -> Result<String, Failure> {
        ask_carrier()
    }

    #[tool(description = "Fails with its contract", meta = contract::<Quote>())]
    async fn fail_by_contract(&self) -> Result<String, Quote> {
        Err(Quote::CarrierSilent)
    }

    #[tool(description = "Fails with the same, and has no contract")]
    async fn fail_without_contract(&self) -> Result<String, Failure> {
        Err(Failure::timeout("The carrier gave no price")
            .with_reason(reason!("carrier_silent"))
            .with_origin(Origin::Upstream)
            .with_retry(Retry::Backoff(Safety::Always))
            .with_recovery(HINT))
    }
}

fn broken_contract() -> rmcp::model::MetaObject {
    let errors = json!([{"reason": "carrier_silent", "code": -32004, "when": "", "recovery": HINT}]);
    rmcp::model::MetaObject(rmcp::model::object(json!({"dev.candor/contract": {"errors": errors}})))
}

#[tool_handler]
impl ServerHandler for Desk {}

async fn failure(tool: &str) -> Value {
    let guard = Guard::new(Desk).with_contract::<Quote>("quote_by_settings");
    Peer::of(guard).await.failure(tool, json!({})).await
}

#[tokio::test]
async fn a_service_that_names_a_declared_reason_sends_the_recovery_of_the_tool() {
    for tool in ["quote", "quote_by_error", "quote_of_another", "quote_by_settings"] {
        let failure = failure(tool).await;
        assert_eq!(failure["reason"], "carrier_silent", "{tool}");
        assert_eq!(failure["recovery"]["hint"], HINT, "{tool}: {failure:#}");
        assert_eq!(failure["origin"], "upstream", "{tool}");
        assert_eq!(failure["retry"], json!({"retryable": true, "safe": "always"}), "{tool}");
        assert!(failure["text"].as_str().unwrap().contains(HINT), "{tool}: {failure:#}");
    }
    assert_eq!(failure("quote").await["message"], "No price within 5 s");
}

#[tokio::test]
async fn what_a_service_states_itself_reaches_the_caller() {
    let failure = failure("quote_with_advice").await;
    assert_eq!(failure["recovery"]["hint"], "Call the carrier by telephone instead.");
}

#[tokio::test]
async fn the_contract_decides_over_the_classifier() {
    let failure = failure("quote_by_words").await;
    assert_eq!((&failure["code"], &failure["message"]), (&json!("timeout"), &json!("The carrier gave no price")));
    assert_eq!(failure["retry"]["safe"], "always", "the guard does not doubt a contract: {failure:#}");
    assert_eq!(failure["recovery"]["hint"], HINT);
}

#[tokio::test]
async fn a_retry_that_no_contract_declares_is_as_cautious_as_without_one() {
    let judged = failure("quote_undeclared").await;
    assert_eq!((&judged["code"], &judged["retry"]["safe"]), (&json!("rate_limited"), &json!("if_idempotent")));
    let timed_out = failure("quote_timed_out").await;
    let retry = serde_json::to_value(Failure::timeout("").retry()).unwrap();
    assert_eq!(timed_out["code"], "timeout");
    assert_eq!(timed_out["retry"]["safe"], retry["safe"], "{timed_out:#}");
}

#[tokio::test]
async fn without_a_contract_that_keeps_the_rules_a_failure_stays_as_it_is() {
    let failure = failure("quote_by_broken_contract").await;
    assert_eq!((&failure["reason"], &failure["code"]), (&json!("carrier_silent"), &json!("timeout")));
    assert_ne!(failure["recovery"]["hint"], HINT);
}

#[tokio::test]
async fn with_and_without_a_contract_the_same_failure_is_the_same_on_the_wire() {
    /// The result without what differs with each occurrence, and without the name of the tool.
    async fn replied(tool: &str) -> Value {
        let response = Peer::of(Guard::new(Desk)).await.call(tool, json!({})).await;
        let instance = failure_in(&response)["instance"].as_str().unwrap().to_owned();
        let time = failure_in(&response)["time"].as_str().unwrap().to_owned();
        let reference = instance.trim_start_matches("urn:uuid:").to_owned();
        let text = response["result"].to_string();
        let text = text
            .replace(&reference, "REFERENCE")
            .replace(&reference[..8], "SHORT")
            .replace(&time, "TIME")
            .replace(tool, "TOOL");
        serde_json::from_str(&text).unwrap()
    }
    let (one, other) = (replied("fail_by_contract").await, replied("fail_without_contract").await);
    assert_eq!(one, other);
    assert_eq!(one["structuredContent"]["error"]["data"]["reason"], "carrier_silent", "{one:#}");
}
