//! JSON-RPC errors of a server.

use super::frames::{
    PASSWORD, call, call_of, error_frame, failed_with, failure_in, first_text, mended, relay, relay_in,
};
use candor::Dialect;
use candor::render::Revision;
use candor::rmcp::relay::RelayedRequest;
use serde_json::{Value, json};

fn request(method: &'static str) -> RelayedRequest {
    RelayedRequest::new("7", method)
}

fn error(code: i64, message: &str) -> Value {
    json!({"code": code, "message": message})
}

#[test]
fn an_error_of_a_tool_becomes_a_result_that_a_model_can_act_on() {
    for code in [-32603, -32602, -32000, -32001, -31_999, 1, 500, -32002] {
        let error = error(code, "connect ECONNREFUSED 10.0.0.7:5432");
        for request in [call(), call_of(json!({}))] {
            let message = mended(&relay(), &error_frame(&error), &request);
            assert_eq!(message.get("error"), None, "{code}: {message:#}");
            assert!(first_text(&message).contains("ECONNREFUSED"), "{code}: {message:#}");
            assert!(!message.to_string().contains("10.0.0.7"), "{code}: {message:#}");
            assert_eq!(failure_in(&message)["details"]["tool"], "get_order", "{message:#}");
        }
    }
}

#[test]
fn an_error_that_the_protocol_defines_keeps_its_number_and_its_data() {
    for (code, data) in [
        (-32600, json!({"page": 2})),
        (-32601, Value::Null),
        (-32020, json!({"header": "Mcp-Name"})),
        (-32021, json!({"requiredCapabilities": {"sampling": {}}})),
        (-32022, json!({"supported": ["2025-11-25"], "requested": "2099-01-01"})),
    ] {
        let error = json!({"code": code, "message": "this cannot be", "data": data});
        for request in [call(), call_of(json!({})), request("tools/list"), request("initialize")] {
            for &dialect in Dialect::ALL {
                let message = mended(&relay_in(dialect), &error_frame(&error), &request);
                assert_eq!(message["error"]["code"], code, "{message:#}");
                for (name, value) in data.as_object().into_iter().flatten() {
                    assert_eq!(&message["error"]["data"][name], value, "{message:#}");
                }
                assert_complete(&message);
            }
        }
    }
}

#[test]
fn a_refused_state_of_a_request_is_an_error_of_the_protocol() {
    let refused = error(-32602, "The request state is not one of this server");
    for &dialect in Dialect::ALL {
        let message = mended(&relay_in(dialect), &error_frame(&refused), &call().with_request_state());
        assert_eq!(message["error"]["code"], -32602, "{message:#}");
        assert_complete(&message);
    }
    let failed = mended(&relay(), &error_frame(&error(-32603, "disk full")), &call().with_request_state());
    assert_eq!(failed["result"]["isError"], true, "what the tool fails with stays its result: {failed:#}");
}

/// The data of the error says everything that a client can act on.
fn assert_complete(message: &Value) {
    let data = &message["error"]["data"];
    assert!(data["reason"].is_string() && data["recovery"]["hint"].is_string(), "{message:#}");
    assert!(data["retry"]["retryable"].is_boolean() && data["origin"].is_string(), "{message:#}");
    assert!(data["instance"].as_str().unwrap().starts_with("urn:uuid:"), "{message:#}");
}

#[test]
fn a_page_that_the_user_must_see_is_an_error_for_older_peers_only() {
    let url = "https://pay.example/7?state=a1b2c3d4e5f6g7h8";
    let page = json!({"mode": "url", "url": url, "elicitationId": "e-1", "message": "Pay"});
    let error = json!({"code": -32042, "message": "Pay first", "data": {"elicitations": [page]}});
    for &revision in Revision::ALL {
        let message = mended(&relay(), &error_frame(&error), &call().with_revision(revision));
        if revision < Revision::V2026_07_28 {
            assert_eq!(
                (&message["error"]["code"], &message["error"]["data"]["elicitations"][0]["url"]),
                (&json!(-32042), &json!(url))
            );
        } else {
            assert_eq!(message["result"]["isError"], true, "-32042 is not of this revision: {message:#}");
        }
    }
}

#[test]
fn a_resource_that_is_not_there_has_the_number_of_the_revision_and_its_uri() {
    let read = || request("resources/read").for_resource("note://17");
    for &revision in Revision::ALL {
        for (code, words) in [(-32002, "Resource not found"), (-32002, "no"), (-32602, "Resource note://17 not found")]
        {
            let message = mended(&relay(), &error_frame(&error(code, words)), &read().with_revision(revision));
            assert_eq!(message["error"]["data"]["uri"], "note://17", "{message:#}");
            assert_complete(&message);
            if code == -32002 {
                let expected = if revision < Revision::V2026_07_28 { -32002 } else { -32602 };
                assert_eq!(message["error"]["code"], expected, "{revision:?}: {message:#}");
            }
        }
    }
}

#[test]
fn an_error_of_any_other_request_keeps_its_number_and_is_completed() {
    let dsn = format!("cannot reach postgres://shop:{PASSWORD}@db.internal/orders");
    for method in ["initialize", "tools/list", "prompts/get", "completion/complete", "shop/anything"] {
        for code in [-32603, -32602, -32000, 1, 500] {
            for data in [Value::Null, json!(dsn), json!([dsn]), json!({"note": dsn}), json!(17), json!(true)] {
                let error = json!({"code": code, "message": dsn, "data": data});
                let message = mended(&relay(), &error_frame(&error), &request(method));
                assert_eq!(message["error"]["code"], code, "{method}: {message:#}");
                assert_complete(&message);
                assert!(message["error"]["message"].as_str().unwrap().contains("cannot reach"), "{message:#}");
                assert!(!message.to_string().contains(PASSWORD), "{method}: {message:#}");
            }
        }
    }
}

#[test]
fn data_that_is_not_an_object_is_kept_as_a_detail() {
    let error = json!({"code": -32603, "message": "It broke", "data": ["a", 2]});
    let message = mended(&relay(), &error_frame(&error), &request("tools/list"));
    assert_eq!(message["error"]["data"]["data"], json!(["a", 2]), "{message:#}");
}

#[test]
fn a_tool_that_the_server_does_not_know_is_an_error_that_names_it() {
    for words in [
        "Tool get_order not found",
        "MCP error -32602: Tool get_order not found",
        "Unknown tool: get_order",
        "tool not found",
        "Unknown tool: 'get_order'",
        "No such tool: get_order",
    ] {
        for code in [-32602, -32603, -32000] {
            let message = mended(&relay(), &error_frame(&error(code, words)), &call());
            assert_eq!(message["error"]["code"], -32602, "{words}: {message:#}");
            assert_eq!(message["error"]["data"]["reason"], "unknown_tool", "{words}: {message:#}");
            assert!(message["error"]["message"].as_str().unwrap().contains("get_order"), "{words}: {message:#}");
        }
    }
}

#[test]
fn what_a_tool_did_not_find_is_not_the_tool() {
    for (words, listed) in [
        ("Tool execution failed: order 17 not found", false),
        ("The tool could not read the file: unknown encoding", false),
        ("get_order: no such order; use the tool list_orders", false),
        ("Tool get_order not found in the warehouse's cache", true),
    ] {
        let request = if listed { call_of(json!({})) } else { call() };
        let message = mended(&relay(), &error_frame(&error(-32603, words)), &request);
        assert_eq!(message["result"]["isError"], true, "{words}: {message:#}");
        assert_ne!(failure_in(&message)["reason"], "unknown_tool", "{words}");
    }
}

#[test]
fn a_failure_that_says_nothing_but_an_argument_is_about_that_argument() {
    let request = call().with_arguments(json!({"repo_path": "/home/ann/shop", "mode": "timeout"}).as_object().unwrap());
    for text in ["/home/ann/shop", "'/home/ann/shop'", "Error executing tool get_order: /home/ann/shop"] {
        for frame in [failed_with(text), error_frame(&error(-32603, text))] {
            let failure = failure_in(&mended(&relay(), &frame, &request)).clone();
            assert_eq!((&failure["reason"], &failure["origin"]), (&json!("argument_refused"), &json!("caller")));
            assert_eq!(
                (&failure["details"]["field"], &failure["retry"]["retryable"]),
                (&json!("/repo_path"), &json!(false))
            );
            assert!(failure["message"].as_str().unwrap().ends_with(": /home/ann/shop"), "{failure:#}");
        }
    }
    // What the words themselves mean comes first.
    for (text, code) in [("timeout", "timeout"), ("/home/ann/shop is locked by another process", "conflict")] {
        let frame = error_frame(&error(-32603, text));
        assert_eq!(failure_in(&mended(&relay(), &frame, &request))["code"], code);
    }
}

#[test]
fn a_database_that_refuses_a_statement_of_the_caller_has_the_caller_correct_it() {
    let written = |query: &str| call().with_arguments(json!({"query": query}).as_object().unwrap());
    for text in ["Database error: near \"FORM\": syntax error", "sqlite3.OperationalError: no such table: teas"] {
        let message = mended(&relay(), &failed_with(text), &written("SELECT * FORM teas"));
        let failure = failure_in(&message);
        assert_eq!(
            (&failure["reason"], &failure["origin"]),
            (&json!("statement_refused"), &json!("caller")),
            "{failure:#}"
        );
        assert_eq!((&failure["details"]["field"], &failure["retry"]["retryable"]), (&json!("/query"), &json!(false)));
        // The statement is the server's own.
        let message = mended(&relay(), &failed_with(text), &written("green tea"));
        assert_eq!(failure_in(&message)["code"], "database", "{message:#}");
    }
    // It is not the statement that is at fault.
    let message = mended(&relay(), &failed_with("database is locked"), &written("SELECT * FROM teas"));
    assert_ne!(failure_in(&message)["reason"], "statement_refused", "{message:#}");
}

#[test]
fn a_tool_that_a_result_says_is_unknown_is_answered_as_the_protocol_has_it() {
    let result = failed_with("MCP error -32602: Tool get_order not found");
    let message = mended(&relay(), &result, &call());
    assert_eq!(
        (&message["error"]["code"], &message["error"]["data"]["reason"]),
        (&json!(-32602), &json!("unknown_tool"))
    );
    // A server that lists it means something else.
    assert_eq!(failure_in(&mended(&relay(), &result, &call_of(json!({}))))["code"], "invalid_params");
}

#[test]
fn a_prompt_or_a_resource_that_is_not_there_keeps_its_number_and_says_where_to_look() {
    for (method, text, reason, list) in [
        ("prompts/get", "MCP error -32602: Prompt teas not found", "unknown_prompt", "prompts/list"),
        ("prompts/get", "Unknown prompt: teas", "unknown_prompt", "prompts/list"),
        ("resources/read", "MCP error -32602: Resource teas://1 not found", "unknown_resource", "resources/list"),
        ("resources/read", "Unknown resource path: 1", "unknown_resource", "resources/list"),
    ] {
        for code in [-32602, 0] {
            let asked = request(method);
            let asked = if method == "resources/read" { asked.for_resource("teas://1") } else { asked };
            let message = mended(&relay(), &error_frame(&error(code, text)), &asked);
            assert_eq!(message["error"]["code"], code, "{message:#}");
            assert_eq!(message["error"]["data"]["reason"], reason, "{message:#}");
            assert!(message["error"]["data"]["recovery"]["hint"].as_str().unwrap().contains(list), "{message:#}");
            assert_complete(&message);
        }
    }
    let other =
        mended(&relay(), &error_frame(&error(-32602, "Missing required argument: topic")), &request("prompts/get"));
    assert_eq!(other["error"]["data"]["reason"], "invalid_params");
}
