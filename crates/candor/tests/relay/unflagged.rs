//! Results that are failures by their own words, without `isError`.

use super::frames::{
    PASSWORD, call, call_of, failure_in, first_text, mended, message_of, relay, relay_in, result_frame,
};
use candor::Dialect;
use candor::rmcp::relay::Change;
use serde_json::{Value, json};

/// A text, the sign in it, and what the caller must still be told of it.
const FAILURES: [(&str, &str, &str); 14] = [
    ("Error: connect ECONNREFUSED 10.0.0.7:5432", "error_message", "connect ECONNREFUSED"),
    ("Database error: no such table: orders", "error_message", "no such table: orders"),
    ("❌ Error: 404 Not Found", "error_message", "404 Not Found"),
    ("[ERROR] connection refused", "error_message", "connection refused"),
    ("ERROR: permission denied for table orders", "error_message", "permission denied"),
    ("Error: Request failed with status code 503", "error_message", "503"),
    ("sqlite3.OperationalError: database is locked", "exception", "database is locked"),
    ("java.net.ConnectException: Connection refused", "exception", "Connection refused"),
    (
        "TypeError: Cannot read properties of undefined (reading 'id')\n    at get (/srv/a.js:3:9)",
        "exception",
        "Cannot read properties",
    ),
    (
        "Traceback (most recent call last):\n  File \"/srv/a.py\", line 3, in <module>\nKeyError: 'id'",
        "python_traceback",
        "KeyError",
    ),
    ("Error executing tool get_order: it broke", "caught_error", "it broke"),
    ("Error calling tool 'get_order': the shelf is empty", "caught_error", "the shelf is empty"),
    ("MCP error -32602: Tool get_ordr not found", "caught_error", "get_ordr not found"),
    ("Tool execution failed: the till is jammed", "caught_error", "the till is jammed"),
];

/// Texts of tools that worked: about errors, with errors in them, or of errors that were long ago.
const SUCCESSES: [&str; 20] = [
    "",
    "0 errors, 2 warnings",
    "Errors: 0",
    "No error: the order was found",
    "Standard error: 0.23",
    "Mean squared error: 0.0021",
    "Error: 17 of 20 tests passed",
    "Error rate: 0.2 %",
    "The last error: connection refused, five days ago",
    "Error: connection refused\n2026-01-02 started\n2026-01-03 stopped",
    "2026-01-02 ERROR connection refused",
    "# Error handling\n\nError: a type that…",
    "Logs of today:\nTypeError: x is not a function",
    "TypeError",
    "class NotFoundError: pass",
    "The order was shipped. Error: none.",
    "error-prone: yes",
    "A timeout occurred last week; it was mended.",
    "{\"errors\": [], \"success\": true}",
    "try { f() } catch (error) { console.error(\"Error: timeout\") }",
];

fn of_text(text: &str) -> String {
    result_frame(&json!({"content": [{"type": "text", "text": text}]}))
}

#[test]
fn a_text_that_only_an_error_begins_with_is_a_failure_and_says_by_which_sign() {
    for (text, sign, said) in FAILURES {
        for frame in [of_text(text), of_text(text).replace("\"content\"", "\"isError\":false,\"content\"")] {
            let relayed = relay().answer(frame.as_bytes(), &call());
            assert_eq!(relayed.change(), Some(Change::Unflagged), "{text}");
            let message = message_of(&relayed);
            assert_eq!(message["result"]["_meta"]["dev.candor/unflagged"], sign, "{message:#}");
            let failure = failure_in(&message);
            assert!(failure["message"].as_str().unwrap().contains(said), "{text}: {message:#}");
            assert!(first_text(&message).contains(said), "{text}: {message:#}");
            assert!(!message.to_string().contains("10.0.0.7") && !message.to_string().contains("/srv/"), "{message:#}");
        }
    }
}

#[test]
fn the_text_of_the_error_is_there_in_every_dialect() {
    for (text, _, said) in FAILURES {
        for &dialect in Dialect::ALL {
            let message = mended(&relay_in(dialect), &of_text(text), &call());
            let of_error = message.pointer("/error/message").and_then(Value::as_str);
            let told = of_error.unwrap_or_else(|| first_text(&message));
            let told = told.replace("\\\"", "\"");
            assert!(told.contains(said), "{dialect}: {text}: {message:#}");
        }
    }
}

#[test]
fn a_text_about_errors_passes() {
    for text in SUCCESSES {
        let relayed = relay().answer(of_text(text).as_bytes(), &call());
        assert!(relayed.frame().is_none() && relayed.change().is_none(), "{text}: {relayed:?}");
    }
}

#[test]
fn a_text_beside_anything_else_is_the_answer_that_was_asked_for() {
    let text = json!({"type": "text", "text": "Error: connect ECONNREFUSED 10.0.0.7:5432"});
    for result in [
        json!({"content": [text, text]}),
        json!({"content": [text, {"type": "image", "data": "aGk=", "mimeType": "image/png"}]}),
        json!({"content": [text], "structuredContent": {"line": 1}}),
    ] {
        assert!(relay().answer(result_frame(&result).as_bytes(), &call()).frame().is_none(), "{result}");
    }
}

#[test]
fn an_envelope_that_says_it_failed_is_a_failure() {
    let envelope = json!({"success": false, "error": "Not your order", "data": {"error_code": "PERMISSION_DENIED"},
        "meta": {"version": "response-v2"}});
    let text = json!([{"type": "text", "text": envelope.to_string()}]);
    for result in [
        json!({"content": [], "structuredContent": envelope}),
        json!({"content": text, "structuredContent": envelope, "isError": false}),
        json!({"content": text}),
    ] {
        let relayed = relay().answer(result_frame(&result).as_bytes(), &call());
        assert_eq!(relayed.change(), Some(Change::Unflagged), "{result}");
        let message = message_of(&relayed);
        assert_eq!(failure_in(&message)["code"], "forbidden", "{message:#}");
        assert_eq!(failure_in(&message)["message"], "Not your order", "{message:#}");
        assert_eq!(message["result"]["_meta"]["dev.candor/unflagged"], "states_failure", "{message:#}");
    }
}

#[test]
fn a_structure_that_is_no_envelope_passes() {
    for structure in [
        json!({"success": false, "error": "no"}),
        json!({"success": false}),
        json!({"error": {"code": 1, "message": "no"}}),
        json!({"status": "failed", "error": "no"}),
    ] {
        let result = json!({"content": [], "structuredContent": structure});
        assert!(relay().answer(result_frame(&result).as_bytes(), &call()).frame().is_none(), "{structure}");
    }
}

#[test]
fn a_failure_that_is_flagged_has_no_sign() {
    let result = json!({"content": [{"type": "text", "text": format!("Error: no {PASSWORD}")}], "isError": true});
    let message = mended(&relay(), &result_frame(&result), &call_of(json!({})));
    assert_eq!(message["result"]["_meta"].get("dev.candor/unflagged"), None, "{message:#}");
}

#[test]
fn only_results_of_tools_are_judged_by_their_words() {
    let request = candor::rmcp::relay::RelayedRequest::new("7", "resources/read");
    assert!(relay().answer(of_text("Error: connection refused").as_bytes(), &request).frame().is_none());
}
