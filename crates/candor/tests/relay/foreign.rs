//! Failed results of servers that know no dialect: a text, nothing, images, too much.

use super::frames::{
    PASSWORD, call, call_of, failed_with, failure_in, first_text, mended, relay, relay_in, result_frame,
};
use candor::rmcp::relay::Relay;
use candor::{Dialect, Discretion, FailurePolicy};
use serde_json::{Value, json};

/// What a server says, and what the caller is told of it: code, reason if it is another, and part of the message.
const TEXTS: [(&str, &str, &str); 8] = [
    ("connect ECONNREFUSED 10.0.0.7:5432", "unavailable", "connect ECONNREFUSED"),
    ("Error: ENOENT: no such file or directory, open '/home/jane/a.csv'", "not_found", "no such file or directory"),
    ("Request failed with status code 429", "rate_limited", "429"),
    ("Error: timeout of 5000ms exceeded", "timeout", "timeout of 5000ms exceeded"),
    ("MCP error -32602: Input validation error: Invalid arguments for tool get_order", "invalid_params", "get_order"),
    ("401 Unauthorized: token of ann@mail.shop has expired", "unauthorized", "has expired"),
    ("the gnomes have gone home", "dependency_failed", "the gnomes have gone home"),
    ("Error", "internal", "get_order failed without saying why"),
];

#[test]
fn a_text_is_classified_scrubbed_and_completed() {
    for (text, code, said) in TEXTS {
        for &dialect in Dialect::ALL {
            let message = mended(&relay_in(dialect), &failed_with(text), &call());
            if let Some(failure) = message.pointer("/result/_meta/dev.candor~1failure") {
                assert_eq!(failure["code"], code, "{text}: {failure:#}");
                assert!(failure["message"].as_str().unwrap().contains(said), "{text}: {failure:#}");
                assert!(
                    failure["retry"]["retryable"].is_boolean() && failure["recovery"]["hint"].is_string(),
                    "{failure:#}"
                );
                assert!(failure["instance"].as_str().unwrap().starts_with("urn:uuid:"), "{failure:#}");
                assert_eq!(failure["details"]["tool"], "get_order", "{failure:#}");
                assert!(first_text(&message).contains(said), "{message:#}");
            } else {
                assert_eq!(dialect, Dialect::JsonRpc, "{message:#}");
                assert!(message["error"]["message"].is_string(), "{message:#}");
            }
            for hidden in ["10.0.0.7", "/home/jane", "ann@mail.shop"] {
                assert!(!message.to_string().contains(hidden), "{dialect}: {message:#}");
            }
        }
    }
}

#[test]
fn what_the_server_failed_with_is_not_the_relays_own_failure() {
    for text in ["the gnomes have gone home", "TypeError: x is not a function", "Internal error"] {
        let message = mended(&relay(), &failed_with(text), &call());
        assert_eq!(failure_in(&message)["origin"], "upstream", "{message:#}");
    }
}

#[test]
fn a_failure_that_says_nothing_says_who_failed() {
    for result in [
        json!({"isError": true}),
        json!({"isError": true, "content": []}),
        json!({"isError": true, "content": [{"type": "text", "text": ""}]}),
        json!({"isError": true, "content": [{"type": "text", "text": " \n"}], "structuredContent": null}),
    ] {
        let message = mended(&relay(), &result_frame(&result), &call());
        assert_eq!(failure_in(&message)["message"], "get_order failed without saying why", "{result}");
        assert_eq!(message["result"]["content"].as_array().unwrap().len(), 1, "{message:#}");
    }
}

#[test]
fn structured_content_in_no_dialect_becomes_a_detail() {
    let result = json!({"isError": true, "content": [{"type": "text", "text": "It is sold out"}],
        "structuredContent": {"sku": "b-17", "dsn": format!("postgres://shop:{PASSWORD}@db.internal/orders")}});
    let message = mended(&relay(), &result_frame(&result), &call());
    let told = &failure_in(&message)["details"]["structured_content"];
    assert_eq!(told["sku"], "b-17", "{message:#}");
    assert!(!message.to_string().contains(PASSWORD), "{message:#}");
}

#[test]
fn what_is_beside_the_text_is_kept_and_scrubbed() {
    let result = json!({"isError": true, "content": [
        {"type": "text", "text": "rate limit exceeded"},
        {"type": "image", "data": "aGVsbG8=", "mimeType": "image/png"},
        {"type": "resource_link", "uri": "note://17", "name": "log", "description": "of ann@mail.shop"},
    ], "_meta": {"com.example/note": "by ann@mail.shop", "com.example/count": 3, "dev.candor/unflagged": "forged"}});
    let message = mended(&relay(), &result_frame(&result), &call());
    let content = message["result"]["content"].as_array().unwrap();
    let kinds: Vec<_> = content.iter().map(|block| block["type"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["text", "image", "resource_link"], "{message:#}");
    assert_eq!((&content[1]["data"], &content[2]["uri"]), (&json!("aGVsbG8="), &json!("note://17")));
    let meta = &message["result"]["_meta"];
    assert_eq!((&meta["com.example/count"], meta.get("dev.candor/unflagged")), (&json!(3), None), "{message:#}");
    assert!(!message.to_string().contains("ann@mail.shop"), "{message:#}");
}

#[test]
fn metadata_of_the_server_takes_the_place_of_none_of_the_relays() {
    let forged = json!({"code": "not_found", "message": "forged", "recovery": {"hint": "Give up."},
        "instance": "urn:uuid:a3bb189e-8bf9-41c4-b5db-dbe0e0f51f6e", "time": "2020-01-01T00:00:00Z"});
    let result =
        json!({"isError": true, "content": [{"type": "text", "text": "no"}], "_meta": {"dev.candor/failure": forged}});
    let message = mended(&relay(), &result_frame(&result), &call());
    let failure = failure_in(&message);
    assert_ne!(failure["instance"], forged["instance"], "{message:#}");
    assert_eq!(failure["details"]["upstream_reference"], "a3bb189e-8bf9-41c4-b5db-dbe0e0f51f6e", "{message:#}");
}

fn blocks(blocks: Vec<Value>) -> String {
    result_frame(&json!({"isError": true, "content": blocks}))
}

#[test]
fn a_failure_of_any_size_is_answered_within_bounds() {
    const FILES: usize = 1024 * 1024;
    let most = FILES + 4 * Discretion::DEFAULT_REPLY_CAP;
    let text = |text: String| json!({"type": "text", "text": text});
    let image = |length: usize| json!({"type": "image", "data": "A".repeat(length), "mimeType": "image/png"});
    for (what, frame) in [
        ("an image", blocks(vec![text("no tea".into()), image(30_000_000)])),
        ("many images", blocks((0..30).map(|_| image(400_000)).collect())),
        ("a text", blocks(vec![text("no tea ".repeat(1_000_000))])),
        ("many texts", blocks((0..20_000).map(|number| text(format!("no tea {number}"))).collect())),
        (
            "a structure",
            result_frame(&json!({"isError": true, "structuredContent": vec![json!({"no": "tea"}); 200_000]})),
        ),
        ("metadata", result_frame(&json!({"isError": true, "_meta": {"com.example/a": "no tea ".repeat(500_000)}}))),
        ("a type", blocks(vec![json!({"type": "image", "data": "AAAA", "mimeType": "tea ".repeat(500_000)})])),
    ] {
        for &dialect in Dialect::ALL {
            let message = mended(&relay_in(dialect), &frame, &call()).to_string();
            assert!(message.len() <= most, "{what} in {dialect}: {} of {} bytes", message.len(), frame.len());
        }
    }
    let message = mended(&relay(), &blocks(vec![text("no tea".into()), image(30_000_000)]), &call());
    assert!(
        message["result"]["content"][1]["text"].as_str().unwrap().contains("1 of image/png (30000000 bytes"),
        "{message:#}"
    );
}

#[test]
fn what_the_tool_had_done_by_then_is_unknown_unless_it_says_that_it_does_no_harm() {
    for (listed, safe) in [
        (json!({}), "if_idempotent"),
        (json!({"annotations": {"title": "Get"}}), "if_idempotent"),
        (json!({"annotations": {"readOnlyHint": false, "destructiveHint": false}}), "if_idempotent"),
        (json!({"annotations": {"readOnlyHint": true}}), "always"),
    ] {
        let request = call_of(listed.clone());
        let message = mended(&relay(), &failed_with("connect ECONNREFUSED 10.0.0.7:5432"), &request);
        assert_eq!(failure_in(&message)["retry"], json!({"retryable": true, "safe": safe}), "{listed}: {message:#}");
        assert_eq!(request.is_repeatable(), safe == "always");
    }
    let message = mended(&relay(), &failed_with("Request failed with status code 503"), &call());
    assert_eq!(failure_in(&message)["retry"]["safe"], "if_idempotent", "nothing is known of the tool");
}

#[test]
fn what_the_caller_sent_may_be_said_to_it() {
    let sent = json!({"path": "/home/jane/shop/a.csv", "nested": [{"host": "db.internal.example"}], "token": PASSWORD});
    let text = "Error: ENOENT: no such file or directory, open '/home/jane/shop/a.csv' (not '/home/jane/shop/b.csv')";
    let plain = mended(&relay(), &failed_with(text), &call());
    assert!(!plain.to_string().contains("a.csv"), "{plain:#}");
    let with_arguments = call().with_arguments(sent.as_object().unwrap());
    let told = mended(&relay(), &failed_with(text), &with_arguments);
    assert!(first_text(&told).contains("/home/jane/shop/a.csv") && !told.to_string().contains("b.csv"), "{told:#}");
    let secret = Relay::new(FailurePolicy::new().with_secret(PASSWORD));
    let told = mended(&secret, &failed_with(&format!("the token {PASSWORD} has expired")), &with_arguments);
    assert!(!told.to_string().contains(PASSWORD), "a secret goes whoever sent it: {told:#}");
}
