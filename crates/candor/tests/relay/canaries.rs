//! Made-up secrets, places, internals and personal data in every field of a failed frame: none is in any dialect's answer.

use super::frames::{call, call_of, error_frame, result_frame};
use candor::disclose::Scrubber;
use candor::rmcp::relay::{Relay, RelayedRequest};
use candor::{Dialect, FailurePolicy};
use candor_scrub::testing::{canary, forms, seen_in};
use proptest::prelude::*;
use serde_json::json;

/// What servers say of their insides, and the part of it that nobody may read.
const INSIDES: [(&str, &str); 6] = [
    ("cannot open /home/jane/.ssh/id_rsa", "/home/jane"),
    ("connect to db-3.shop.svc.cluster.local failed", "cluster.local"),
    ("connect ECONNREFUSED 10.11.12.13:5432", "10.11.12.13"),
    ("it broke\n    at Shop.get (/srv/shop/order.js:3:9)\n    at run (/srv/shop/run.js:1:2)", "order.js"),
    ("syntax error: SELECT name, card FROM customers WHERE id = 17", "FROM customers"),
    ("mail to ann@mail.shop bounced", "ann@mail.shop"),
];

/// A failed frame with this text wherever a server may put one.
fn frames(it: &str) -> Vec<String> {
    let text = |text: &str| json!({"type": "text", "text": text});
    let failed = |mut result: serde_json::Value| {
        result["isError"] = json!(true);
        result_frame(&result)
    };
    let mut frames = vec![
        failed(json!({"content": [text(it)]})),
        failed(json!({"content": [text("It failed"), text(it)]})),
        failed(
            json!({"content": [{"type": "resource_link", "uri": "note://1", "name": it, "title": it, "description": it}]}),
        ),
        failed(json!({"content": [{"type": "image", "data": it, "mimeType": it}, {"type": "hologram", "beam": it}]})),
        failed(json!({"content": [{"type": "resource", "resource": {"uri": "note://1", "text": it, "mimeType": it}}]})),
        failed(json!({"content": it})),
        failed(json!({"content": 7, "note": it})),
        failed(json!({"content": [], "structuredContent": {"note": it, "list": [[it]], "deep": {it: 1}}})),
        failed(
            json!({"content": [], "structuredContent": {"success": false, "error": it, "data": {"error_code": it, "note": it}}}),
        ),
        failed(
            json!({"content": [], "structuredContent": {"error": {"code": 4001, "message": it, "details": {"note": it}}}}),
        ),
        failed(
            json!({"content": [], "structuredContent": {"type": it, "title": it, "status": 500, "detail": it, "instance": it}}),
        ),
        failed(json!({"content": [text("It failed")], "_meta": {"note": it, "deep": {it: [it]}}})),
        failed(
            json!({"content": [text("It failed")], "_meta": {"dev.candor/failure": {"code": "internal", "message": it,
            "recovery": {"hint": it, "docs": it}, "reason": it, "instance": it, "details": {"note": it}}}}),
        ),
        result_frame(&json!({"content": [text(&format!("Error executing tool get_order: {it}"))]})),
    ];
    for code in [-32603, -32602, -32600, -32601, -32002, -32042, -32021, 1] {
        frames.push(error_frame(
            &json!({"code": code, "message": it, "data": {"note": it, "list": [it], "deep": {it: it}}}),
        ));
        frames.push(error_frame(&json!({"code": code, "message": "It failed", "data": it})));
    }
    frames.extend([
        error_frame(&json!(it)),
        error_frame(&json!({"code": it, "message": {"text": it}})),
        error_frame(&json!({"code": -32603, "message": "It failed", it: it})),
        format!(r#"{{"jsonrpc":"2.0","id":7,"note":{},"error":{{"code":-32603,"message":"It failed"}}}}"#, json!(it)),
        format!(
            r#"{{"jsonrpc":"2.0","id":7,"error":{{"code":-32603,"message":"no"}},"result":{{"note":{}}}}}"#,
            json!(it)
        ),
        format!(r#"{{"jsonrpc":"2.0","id":7,"note":{}}}"#, json!(it)),
    ]);
    frames
}

fn requests() -> [RelayedRequest; 4] {
    [
        call(),
        call_of(json!({"outputSchema": {"type": "object", "required": ["order"]}})),
        RelayedRequest::new("7", "tools/list"),
        RelayedRequest::new("7", "resources/read").for_resource("note://17"),
    ]
}

/// All that leaves of these frames.
fn leaving(policy: &FailurePolicy, planted: &str) -> impl Iterator<Item = (Dialect, String, String)> {
    Dialect::ALL.iter().copied().flat_map(move |dialect| {
        let relay = Relay::new(policy.clone().with_dialect(dialect));
        let answers: Vec<_> = frames(planted)
            .into_iter()
            .flat_map(|frame| requests().map(|request| (frame.clone(), relay.answer(frame.as_bytes(), &request))))
            .filter_map(|(frame, relayed)| Some((dialect, frame, String::from_utf8(relayed.into_frame()?).unwrap())))
            .collect();
        answers
    })
}

#[test]
fn nothing_of_a_servers_insides_leaves_in_a_failure() {
    for (planted, hidden) in INSIDES {
        let mut count = 0;
        for (dialect, frame, answer) in leaving(&FailurePolicy::new(), planted) {
            assert!(!answer.contains(hidden), "{dialect}: {frame} became {answer}");
            count += 1;
        }
        assert!(count > 500, "{count} failures");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 6, ..ProptestConfig::default() })]

    #[test]
    fn no_canary_leaves_in_a_failure(canary in canary()) {
        let planted = canary.planted();
        let scrubber = Scrubber::new().with_secrets(canary.configured.clone());
        // What the scrubber itself lets pass is no fault of the relay.
        prop_assume!(seen_in(&canary, &scrubber.scrub(&planted)).is_none());
        let policy = FailurePolicy::new().with_secrets(canary.configured.clone());
        for (dialect, frame, answer) in leaving(&policy, &planted) {
            for form in canary.hidden.iter().flat_map(|hidden| forms(hidden)) {
                prop_assert!(!answer.contains(&form), "{}: {}: {} became {}", dialect, form, frame, answer);
            }
        }
    }
}
