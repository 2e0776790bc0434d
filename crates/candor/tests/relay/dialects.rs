//! Failed results in any of the five dialects, answered in any of them.

use super::frames::{PASSWORD, call, failure_in, first_text, mended, message_of, relay_in, result_frame};
use candor::failure::{Retry, Safety};
use candor::render::{FailurePart, Place, Renderer, Revision};
use candor::rmcp::relay::{Change, RelayedRequest};
use candor::{Dialect, Disclosure, Discretion, Failure};
use serde_json::{Value, json};
use std::time::Duration;

const DSN: &str = "postgres://shop:Tr0ub4dor-3@db.internal/orders";

/// What the server behind the relay has failed with.
fn inner() -> Disclosure {
    let failure = Failure::rate_limited(format!("Too many orders at {DSN}"))
        .with_retry(Retry::After(Duration::from_secs(30), Safety::Always))
        .with_recovery("Wait half a minute, then order again.");
    failure.disclose(&Discretion::new()).0
}

/// The result in which it says so, as a server that scrubs nothing would write it.
fn written(dialect: Dialect, disclosure: &Disclosure, is_whole: bool) -> Value {
    let renderer = Renderer::new(dialect).with_revision(Revision::V2025_11_25);
    let mut result = renderer.reply(disclosure, Place::Tool { output_schema: None }).to_value();
    if !is_whole {
        result.as_object_mut().unwrap().remove("_meta");
    }
    let text = result.to_string();
    assert!(text.contains("postgres://[redacted]"), "{text}");
    let at = text.find("postgres://[redacted]").unwrap();
    let rest = text[at..].find(['"', ' ', '\\', '\n']).unwrap();
    let placeholder = text[at..at + rest].to_owned();
    serde_json::from_str(&text.replace(&placeholder, DSN)).unwrap()
}

#[test]
fn a_failure_in_any_dialect_is_complete_in_any_other_and_nothing_that_was_stated_is_lost() {
    let inner = inner();
    for (&from, &to) in Dialect::ALL.iter().flat_map(|from| Dialect::ALL.iter().map(move |to| (from, to))) {
        for is_whole in [true, false] {
            let result = written(from, &inner, is_whole);
            let message = mended(&relay_in(to), &result_frame(&result), &call());
            let case = format!("{from} in {to}, whole: {is_whole}: {result:#} became {message:#}");
            let failure = failure_in(&message);
            let keeps = |part: FailurePart| is_whole || !from.losses(&inner).contains(&part);
            if from != Dialect::JsonRpc || is_whole {
                assert_eq!(failure["code"], "rate_limited", "{case}");
            }
            assert!(
                failure["message"].as_str().unwrap().contains("Too many orders at postgres://[redacted]"),
                "{case}"
            );
            if keeps(FailurePart::RetryDelay) && from != Dialect::JsonRpc {
                assert_eq!(failure["retry"]["retryable"], true, "{case}");
                assert_eq!(failure["retry"]["after_ms"], json!(30_000), "{case}");
            }
            if keeps(FailurePart::RecoveryHint) && from != Dialect::JsonRpc {
                assert_eq!(failure["recovery"]["hint"], inner.recovery().hint(), "{case}");
            }
            if keeps(FailurePart::Instance) && from != Dialect::JsonRpc {
                assert_eq!(failure["details"]["upstream_reference"], inner.occurrence().id().to_string(), "{case}");
            }
            assert_ne!(failure["instance"], inner.instance(), "{case}");
            assert!(!message.to_string().contains(PASSWORD), "{case}");
        }
    }
}

#[test]
fn the_first_text_block_is_the_whole_failure() {
    for (&from, &to) in Dialect::ALL.iter().flat_map(|from| Dialect::ALL.iter().map(move |to| (from, to))) {
        let message = mended(&relay_in(to), &result_frame(&written(from, &inner(), true)), &call());
        let (failure, text) = (failure_in(&message), first_text(&message));
        let case = format!("{from} in {to}: {message:#}");
        assert!(text.contains("Too many orders at postgres://[redacted]"), "{case}");
        if !to.losses(&inner()).contains(&FailurePart::Instance) {
            let reference = failure["instance"].as_str().unwrap().trim_start_matches("urn:uuid:").to_owned();
            // In prose, it is as much of it as is looked up.
            assert!(text.contains(&reference[..8]), "{case}");
        }
        match serde_json::from_str::<Value>(text) {
            Ok(structure) => assert_eq!(Some(&structure), message["result"].get("structuredContent"), "{case}"),
            Err(_) => assert!(text.contains("Wait half a minute, then order again."), "{case}"),
        }
    }
}

#[test]
fn the_id_of_the_answer_is_that_of_the_request_as_it_was_written() {
    for id in
        ["1.0", r#""a\u0041""#, "9223372036854775807", "-0", "1e2", r#""\ud83d""#, r#""""#, "18446744073709551616"]
    {
        let request = RelayedRequest::new(id, "tools/call").for_tool("get_order", None);
        for member in [
            json!({"result": {"content": [{"type": "text", "text": "connection refused"}], "isError": true}}),
            json!({"error": {"code": -32603, "message": "connection refused"}}),
        ] {
            let member = member.to_string();
            let member = &member[1..member.len() - 1];
            for frame in [
                format!(r#"{{"jsonrpc":"2.0","id":{id},{member}}}"#),
                format!(r#"{{{member},"jsonrpc":"2.0", "id" : {id} }}"#),
            ] {
                for &dialect in Dialect::ALL {
                    let relayed = relay_in(dialect).answer(frame.as_bytes(), &request);
                    let text = String::from_utf8(relayed.into_frame().unwrap()).unwrap();
                    let end = text.find(',').unwrap_or_default();
                    assert!(
                        text.contains(&format!(r#""id":{id},"#)) || text.contains(&format!(r#""id" : {id} "#)),
                        "{text}"
                    );
                    assert!(end > 0 && text.contains(r#""isError":true"#), "{text}");
                }
            }
        }
    }
}

#[test]
fn a_result_says_of_what_type_it_is_for_the_peers_that_need_it_and_for_no_other() {
    for &revision in Revision::ALL {
        for result_type in [None, Some("complete")] {
            let mut result = json!({"content": [{"type": "text", "text": "connection refused"}], "isError": true});
            if let Some(name) = result_type {
                result["resultType"] = json!(name);
            }
            for &dialect in Dialect::ALL {
                let message = mended(&relay_in(dialect), &result_frame(&result), &call().with_revision(revision));
                let expected = (revision >= Revision::V2026_07_28).then(|| json!("complete"));
                assert_eq!(
                    message["result"].get("resultType"),
                    expected.as_ref(),
                    "{revision:?} {dialect}: {message:#}"
                );
                let has_structure = message["result"].get("structuredContent").is_some();
                assert!(revision >= Revision::V2025_06_18 || !has_structure, "{revision:?} {dialect}: {message:#}");
            }
        }
    }
}

#[test]
fn the_operator_is_told_of_each_failure_once_and_under_the_reference_that_the_caller_gets() {
    use std::sync::{Arc, Mutex};
    let told = Arc::new(Mutex::new(Vec::new()));
    let seen = told.clone();
    let policy = candor::FailurePolicy::new()
        .on_incident(move |incident| seen.lock().unwrap().push(serde_json::to_value(incident).unwrap()));
    let relay = candor::rmcp::relay::Relay::new(policy.clone());
    let relayed = relay.answer(result_frame(&written(Dialect::Envelope, &inner(), false)).as_bytes(), &call());
    assert_eq!(relayed.change(), Some(Change::Failure));
    assert!(policy.flush(Duration::from_secs(10)));
    let told = told.lock().unwrap();
    assert_eq!(told.len(), 1, "{told:?}");
    let message = message_of(&relayed);
    assert_eq!(told[0]["instance"], failure_in(&message)["instance"]);
    assert_eq!((&told[0]["private"]["method"], &told[0]["private"]["jsonrpc_id"]), (&json!("tools/call"), &json!("7")));
    assert_eq!(relayed.incident().unwrap().occurrence().instance(), failure_in(&message)["instance"]);
}
