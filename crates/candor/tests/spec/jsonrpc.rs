//! 003: the gateway's failure model.

use super::{IN_A_TOOL, code_of, disclosed, first_text, tool_result};
use candor::render::{Channel, Place, Renderer, Revision};
use candor::{Code, Dialect, Failure, Origin};
use serde_json::{Value, json};

fn channel(dialect: Dialect, place: Place<'_>, failure: Failure) -> Channel {
    Renderer::new(dialect).reply(&disclosed(failure), place).channel()
}

#[test]
fn every_origin_is_in_one_of_the_four_categories() {
    const ROWS: [(Origin, &str, &str); 5] = [
        (Origin::Caller, "ContractViolation", "contract_violation"),
        (Origin::Upstream, "UpstreamFailure", "upstream_failure"),
        (Origin::Transport, "TransportFailure", "transport_failure"),
        (Origin::Configuration, "ConfigurationError", "configuration_error"),
        // 003 counts violated invariants of the server itself among them.
        (Origin::Internal, "ContractViolation", "contract_violation"),
    ];
    assert!(ROWS.iter().map(|(origin, ..)| origin).eq(Origin::ALL));
    for (origin, category, mode) in ROWS {
        assert_eq!(origin.category(), category);
        assert_eq!(Origin::from_name(origin.name()), Some(origin));
        assert_eq!(Origin::from_name(category).map(Origin::category), Some(category));
        let error = Dialect::JsonRpc.render(&disclosed(Failure::internal("It failed").with_origin(origin)));
        assert_eq!((&error["data"]["failure_mode"], &error["data"]["origin"]), (&json!(mode), &json!(origin.name())));
        assert_eq!(Dialect::JsonRpc.recognise(&error).unwrap().origin(), origin, "the origin says whose fault it is");
    }
}

#[test]
fn a_limit_is_a_violation_of_the_servers_own_rules_or_a_failure_of_the_service_that_has_it() {
    let mode = |failure: Failure| Dialect::JsonRpc.render(&disclosed(failure))["data"]["failure_mode"].clone();
    let limited = Failure::rate_limited("100 requests per minute are allowed");
    assert_eq!(mode(limited.clone()), "contract_violation");
    assert_eq!(mode(limited.with_origin(Origin::Upstream)), "upstream_failure");
}

#[test]
fn a_contract_violation_of_another_server_has_the_origin_of_its_code() {
    const ROWS: [(i64, &str, Origin); 5] = [
        (-32602, "contract_violation", Origin::Caller),
        (-32603, "contract_violation", Origin::Internal),
        (-32603, "transport_failure", Origin::Transport),
        (-32603, "upstream_failure", Origin::Upstream),
        (-32602, "configuration_error", Origin::Configuration),
    ];
    for (number, mode, origin) in ROWS {
        let error = json!({"code": number, "message": "No", "data": {"failure_mode": mode}});
        assert_eq!(Dialect::JsonRpc.recognise(&error).unwrap().origin(), origin, "{number} {mode}");
    }
}

#[test]
fn every_category_has_its_jsonrpc_code() {
    const ROWS: [(Code, Origin, &str, i64); 5] = [
        (Code::ParseError, Origin::Caller, "PARSE_ERROR", -32700),
        (Code::InvalidRequest, Origin::Caller, "INVALID_REQUEST", -32600),
        (Code::MethodNotFound, Origin::Caller, "METHOD_NOT_FOUND", -32601),
        (Code::InvalidParams, Origin::Caller, "INVALID_PARAMS", -32602),
        (Code::Timeout, Origin::Transport, "INTERNAL_ERROR", -32603),
    ];
    for (code, origin, name, number) in ROWS {
        let row = code.row();
        assert_eq!((row.origin.value, row.jsonrpc.value.name), (origin, name));
        let error = Dialect::JsonRpc.render(&disclosed(Failure::new(code, "It failed")));
        assert_eq!(error["code"], number);
        assert_eq!(Dialect::JsonRpc.recognise(&error).unwrap().code(), code);
    }
}

#[test]
fn a_caller_is_never_told_that_its_own_fault_is_an_internal_error() {
    for row in candor::code::TABLE.iter().filter(|row| row.origin.value == Origin::Caller) {
        assert_ne!(row.jsonrpc.value.number, -32603, "{}", row.name);
    }
}

/// What a failed tool call of this origin and code is sent as.
fn expected_in_a_tool(dialect: Dialect, origin: Origin, code: Code) -> Channel {
    match (dialect, origin, code) {
        (Dialect::JsonRpc, Origin::Caller, Code::ParseError) => Channel::Error(-32700),
        (Dialect::JsonRpc, Origin::Caller, Code::InvalidRequest) => Channel::Error(-32600),
        (Dialect::JsonRpc, Origin::Caller, Code::MethodNotFound) => Channel::Error(-32601),
        (_, Origin::Upstream, _) => Channel::ToolResult,
        (Dialect::JsonRpc, _, Code::Timeout) => Channel::Error(-32603),
        _ => Channel::ToolResult,
    }
}

/// The number of a JSON-RPC error with this code.
fn number_of(code: Code) -> i32 {
    const OF_PARAMETERS: [Code; 6] = [
        Code::InvalidParams,
        Code::MissingRequired,
        Code::InvalidFormat,
        Code::OutOfRange,
        Code::Validation,
        Code::NotFound,
    ];
    if code == Code::ParseError {
        -32700
    } else if code == Code::MethodNotFound {
        -32601
    } else if OF_PARAMETERS.contains(&code) {
        -32602
    } else if code.row().origin.value == Origin::Caller {
        -32600
    } else {
        -32603
    }
}

#[test]
fn an_upstream_failure_is_never_an_error_and_a_transport_failure_only_if_time_ran_out() {
    let mut errors = 0;
    for &dialect in Dialect::ALL {
        for (&origin, code) in Origin::ALL.iter().flat_map(|origin| Code::all().map(move |code| (origin, code))) {
            let failure = Failure::new(code, "It failed").with_origin(origin);
            let found = channel(dialect, IN_A_TOOL, failure.clone());
            assert_eq!(found, expected_in_a_tool(dialect, origin, code), "{dialect} {origin} {code}");
            errors += u32::from(found != Channel::ToolResult);
            for place in [Place::Request, Place::Resource, Place::Prompt] {
                let number = number_of(code);
                assert_eq!(channel(dialect, place, failure.clone()), Channel::Error(number), "{dialect} {place:?}");
            }
        }
    }
    assert_eq!(errors, 3 + 4, "three broken requests of the caller, and a time-out of all but a service");
}

#[test]
fn arguments_that_fail_validation_are_a_tool_result_in_every_dialect() {
    for &dialect in Dialect::ALL {
        for code in
            [Code::InvalidParams, Code::MissingRequired, Code::InvalidFormat, Code::OutOfRange, Code::Validation]
        {
            assert_eq!(channel(dialect, IN_A_TOOL, Failure::new(code, "No")), Channel::ToolResult, "{dialect} {code}");
        }
    }
}

#[test]
fn a_broken_request_is_an_error_in_this_dialect() {
    const ROWS: [(Code, i32); 3] =
        [(Code::ParseError, -32700), (Code::InvalidRequest, -32600), (Code::MethodNotFound, -32601)];
    for (code, number) in ROWS {
        assert_eq!(channel(Dialect::JsonRpc, IN_A_TOOL, Failure::new(code, "No")), Channel::Error(number));
    }
}

#[test]
fn an_unknown_tool_is_invalid_params_that_name_it() {
    let unknown = Failure::not_found("There is no tool called list_order").with_tool("list_order");
    for &dialect in Dialect::ALL {
        assert_eq!(channel(dialect, Place::Request, unknown.clone()), Channel::Error(-32602), "{dialect}");
    }
    let disclosure = disclosed(unknown);
    let error = Renderer::new(Dialect::JsonRpc).reply(&disclosure, Place::Request).to_value();
    assert_eq!(error["data"]["tool"], "list_order");
    insta::assert_json_snapshot!(error);
}

#[test]
fn an_unknown_resource_has_the_code_of_the_peers_revision_and_names_its_uri() {
    let disclosure = disclosed(Failure::not_found("The resource does not exist").with_uri("file:///srv/orders/17"));
    for &dialect in Dialect::ALL {
        for &revision in Revision::ALL {
            let renderer = Renderer::new(dialect).with_revision(revision);
            let reply = renderer.reply(&disclosure, Place::Resource);
            let expected = if revision == Revision::V2026_07_28 { -32602 } else { -32002 };
            assert_eq!(code_of(&reply), Some(expected), "{dialect} {revision:?}");
            assert_eq!(
                reply.to_value()["data"]["uri"],
                "file:///srv/orders/17",
                "{dialect}: the caller's own word stays"
            );
            let read = dialect.recognise(&reply.to_value()).unwrap();
            assert!([Code::NotFound, dialect.fold(Code::NotFound)].contains(&read.code()), "{dialect} {revision:?}");
        }
    }
    let old = json!({"code": -32002, "message": "Resource not found", "data": {"uri": "orders://17"}});
    assert_eq!(Dialect::Structured.recognise(&old).unwrap().code(), Code::NotFound);
}

#[test]
fn only_codes_that_the_specification_leaves_open_are_in_an_error() {
    const OPEN: [i64; 5] = [-32700, -32600, -32601, -32602, -32603];
    for &dialect in Dialect::ALL {
        for code in Code::all() {
            let disclosure = disclosed(Failure::new(code, "It failed"));
            for place in [Place::Request, Place::Resource, Place::Prompt, IN_A_TOOL] {
                let renderer = Renderer::new(dialect);
                let reply = renderer.reply(&disclosure, place);
                assert!(code_of(&reply).is_none_or(|number| OPEN.contains(&number)), "{dialect} {code}");
            }
        }
    }
}

#[test]
fn the_error_response_has_the_documents_structure() {
    let disclosure = disclosed(Failure::timeout("The service did not answer within 30 s").with_tool("get_weather"));
    let renderer = Renderer::new(Dialect::JsonRpc);
    let response: Value =
        serde_json::from_slice(&renderer.reply(&disclosure, IN_A_TOOL).response(&json!("7"))).unwrap();
    assert_eq!(response["error"]["data"]["failure_mode"], "timeout");
    insta::assert_json_snapshot!(response);
}

#[test]
fn the_tool_error_result_has_the_documents_structure() {
    let result =
        tool_result(Dialect::JsonRpc, &disclosed(Failure::new(Code::DependencyFailed, "The service answered 500")));
    assert_eq!(result["content"][0]["type"], "text");
    assert_eq!(result["isError"], true);
    assert!(result.get("structuredContent").is_none());
    assert!(first_text(&result).starts_with("Error: The service answered 500\n"));
    insta::assert_json_snapshot!(result);
}

#[test]
fn a_plain_tool_error_of_another_server_is_an_upstream_failure() {
    let result = json!({"content": [{"type": "text", "text": "it broke"}], "isError": true});
    let failure = Dialect::JsonRpc.recognise(&result).unwrap();
    assert_eq!(
        (failure.code(), failure.origin(), failure.message()),
        (Code::DependencyFailed, Origin::Upstream, "it broke")
    );
    let several = json!({"content": [{"type": "text", "text": ""}, {"type": "image"}, {"type": "text", "text": "a"},
        {"type": "text", "text": "b"}], "isError": true});
    assert_eq!(Dialect::JsonRpc.recognise(&several).unwrap().message(), "a\nb");
    let silent = json!({"content": [], "isError": true});
    assert_eq!(Dialect::JsonRpc.recognise(&silent).unwrap().message(), Code::DependencyFailed.row().meaning);
    let fine = json!({"content": [{"type": "text", "text": "it works"}]});
    assert!(candor::render::recognise(&fine).is_none());
}
