//! What servers have besides tools, to a client over stdio.

use super::http::Gateway;
use super::wrapper::{Wrapper, text};
use super::{gateway, modern};
use serde_json::{Value, json};

const SERVER: &str = env!("CARGO_BIN_EXE_misbehaving-server");
const ERAS: [&[&str]; 2] = [&["--features"], &["--features", "--modern"]];

/// Asks, and gives what is under `result` in the answer.
#[track_caller]
fn result(client: &mut Wrapper, method: &str, params: &Value) -> Value {
    let id = client.ask(method, params);
    let mut answer = client.message();
    assert_eq!(answer["id"], id, "{answer}");
    answer.as_object_mut().unwrap().remove("result").unwrap_or_else(|| panic!("{answer}"))
}

/// Begins as a client of either era that can be asked for elicitation; what completes its params.
fn begin(client: &mut Wrapper, is_modern: bool) -> impl Fn(Value) -> Value + use<> {
    if !is_modern {
        let hello = json!({"protocolVersion": "2025-11-25", "capabilities": {"elicitation": {}}, "clientInfo": {"name": "t", "version": "1"}});
        result(client, "initialize", &hello);
        client.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
    }
    move |params| if is_modern { modern(params, json!({"elicitation": {}})) } else { params }
}

#[track_caller]
fn has_all(client: &mut Wrapper, is_modern: bool) {
    let with = begin(client, is_modern);
    let prompts = result(client, "prompts/list", &with(json!({})));
    assert_eq!(prompts["prompts"], json!([{"name": "greet"}]));
    assert_eq!(result(client, "prompts/get", &with(json!({"name": "greet"})))["got"], "greet");
    let resources = result(client, "resources/list", &with(json!({})));
    assert_eq!(resources["resources"], json!([{"uri": "file:///a", "name": "a"}]));
    let templates = result(client, "resources/templates/list", &with(json!({})));
    assert_eq!(templates["resourceTemplates"][0]["uriTemplate"], "file:///logs/{name}");
    for uri in ["file:///a", "file:///logs/today"] {
        let read = result(client, "resources/read", &with(json!({"uri": uri})));
        assert_eq!(read["contents"], json!([{"uri": uri, "text": "hi"}]));
        assert!(!is_modern || (read["ttlMs"] == 0 && read["cacheScope"] == "private"), "{read}");
    }
    let params = json!({"ref": {"type": "ref/prompt", "name": "greet"}, "argument": {"name": "a", "value": "b"}});
    let completed = result(client, "completion/complete", &with(params));
    assert_eq!(completed["completion"]["values"], json!(["greet"]));
    client.ask("resources/read", &with(json!({"uri": "db:b"})));
    assert!(client.message()["error"]["code"].is_i64());
}

#[test]
fn prompts_resources_templates_and_completions_of_children_pass_over_stdio_in_both_eras() {
    for era in ERAS {
        for is_modern in [false, true] {
            let mut client = gateway(era);
            has_all(&mut client, is_modern);
            assert!(client.end().status.success());
        }
    }
}

#[test]
fn prompts_resources_templates_and_completions_of_a_server_over_http_pass_over_stdio_in_both_eras() {
    let server = Gateway::serving(&["--listen", "127.0.0.1:0", "--", SERVER, "--features"]);
    for is_modern in [false, true] {
        let mut client = server.client_over_stdio();
        has_all(&mut client, is_modern);
        assert!(client.end().status.success());
    }
    server.end();
}

#[test]
fn a_result_of_a_child_that_asks_reaches_a_new_client_over_stdio_as_it_is_and_an_older_one_as_a_request() {
    for is_modern in [false, true] {
        let mut client = gateway(ERAS[1]);
        let with = begin(&mut client, is_modern);
        let params = json!({"name": "ask_back", "arguments": {}});
        client.ask("tools/call", &with(params.clone()));
        let asked = client.message();
        let question = json!({"message": "Who?"});
        if is_modern {
            let asked = &asked["result"];
            assert_eq!((&asked["resultType"], &asked["requestState"]), (&json!("input_required"), &json!("a state")));
            assert_eq!(asked["inputRequests"]["name"]["params"], question);
            let mut again = params;
            again["requestState"] = json!("a state");
            again["inputResponses"] = json!({"name": {"action": "decline"}});
            client.ask("tools/call", &with(again));
        } else {
            assert_eq!((&asked["method"], &asked["params"]), (&json!("elicitation/create"), &question), "{asked}");
            client.send(&json!({"jsonrpc": "2.0", "id": asked["id"], "result": {"action": "decline"}}));
        }
        assert_eq!(text(&client.message()), r#"["a state","decline"]"#);
        assert!(client.end().status.success());
    }
}

#[test]
fn a_child_is_told_with_each_call_what_a_client_without_a_handshake_can_be_asked() {
    let mut client = gateway(ERAS[1]);
    for capabilities in [json!({"elicitation": {"form": {}}}), json!({})] {
        client.ask("tools/call", &modern(json!({"name": "capabilities", "arguments": {}}), capabilities.clone()));
        assert_eq!(text(&client.message()), capabilities.to_string());
    }
    client.end();
}

#[test]
fn a_client_without_a_handshake_is_told_over_stdio_of_resources_of_children_of_both_eras() {
    for era in ERAS {
        let mut client = gateway(era);
        let filter = json!({"resourceSubscriptions": ["file:///a"]});
        client.ask("subscriptions/listen", &modern(json!({"notifications": filter}), json!({})));
        let acknowledged = client.message();
        assert_eq!(acknowledged["params"]["notifications"], filter, "{acknowledged}");
        let touch = client.ask("tools/call", &modern(json!({"name": "touch", "arguments": {}}), json!({})));
        let mut messages = [client.message(), client.message()];
        messages.sort_by_key(|message| message["id"] == touch);
        assert_eq!(messages[0]["method"], "notifications/resources/updated", "{messages:?}");
        let params = &messages[0]["params"];
        assert_eq!((&params["uri"], &params["_meta"]), (&json!("file:///a"), &acknowledged["params"]["_meta"]));
        assert_eq!(text(&messages[1]), "touched");
        client.end();
    }
}

#[test]
fn log_messages_of_a_child_come_before_the_answer_to_a_request_without_a_handshake_that_asks_for_them() {
    let mut client = gateway(ERAS[1]);
    let told = json!({"level": "info", "data": "at it"});
    let arguments = json!({"method": "notifications/message", "params": told});
    let params = modern(json!({"name": "tell_client", "arguments": arguments}), json!({}));
    let mut with_level = params.clone();
    with_level["_meta"]["io.modelcontextprotocol/logLevel"] = json!("debug");
    client.ask("tools/call", &with_level);
    let logged = client.message();
    assert_eq!((&logged["method"], &logged["params"]), (&json!("notifications/message"), &told), "{logged}");
    assert_eq!(text(&client.message()), "told");
    client.ask("tools/call", &params);
    assert_eq!(text(&client.message()), "told", "who does not ask for them gets none");
    client.end();
}
