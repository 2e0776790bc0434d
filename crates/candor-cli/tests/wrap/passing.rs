//! What nothing is wrong with passes byte for byte.

use super::wrapper::Plan;
use serde_json::json;

/// A session with all that is unusual and allowed.
const SESSION: [&str; 9] = [
    r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{"x":{"y":12345678901234567890123}},"clientInfo":{"name":"t","version":"1"}}}"#,
    r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
    r#" { "id" : "two" , "method":"tools/list","jsonrpc":"2.0" }"#,
    r#"{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"echo","arguments":{"text":"tabs\tand ünicode \u0041 \/ 😀"}}}"#,
    r#"{"jsonrpc":"2.0","id":-4,"method":"tools/call","params":{"name":"add","arguments":{"b":2,"a":40}}}"#,
    r#"{"jsonrpc":"2.0","id":"5","method":"tools/call","params":{"name":"progress","arguments":{"steps":3,"milliseconds":1},"_meta":{"progressToken":"p"}}}"#,
    r#"{"jsonrpc":"2.0","id":6,"method":"ping"}"#,
    r#"{"jsonrpc":"2.0","id":9223372036854775807,"method":"ping","extra":[1,2]}"#,
    r#"{"jsonrpc":"2.0","id":8,"method":"tools/call","params":{"name":"echo","arguments":{"text":"Error handling is described in chapter 7."}}}"#,
];

#[test]
fn a_session_with_nothing_wrong_is_the_same_with_the_wrapper_and_without() {
    let lines = |plan: fn(Plan) -> super::wrapper::Wrapper| {
        let mut peer = plan(Plan::misbehaving(&[]));
        let mut lines = Vec::new();
        for (sent, answers) in SESSION.iter().zip([1, 0, 1, 1, 1, 4, 1, 1, 1]) {
            peer.send_line(sent);
            lines.extend((0..answers).map(|_| String::from_utf8(peer.line()).unwrap()));
        }
        let ended = peer.end();
        assert!(ended.status.success() && ended.rest.is_empty(), "{:?} {:?}", ended.status, ended.rest);
        lines
    };
    assert_eq!(lines(Plan::start), lines(Plan::start_bare));
}

#[test]
fn a_large_answer_passes_whole() {
    let mut wrapper = Plan::misbehaving(&[]).start();
    wrapper.initialize();
    let text = "0123456789abcdef".repeat(256 * 1024);
    let answer = wrapper.call("echo", &json!({"text": text}));
    assert_eq!(answer["result"]["content"][0]["text"], text);
    wrapper.echoes();
    assert!(wrapper.end().status.success());
}

#[test]
fn a_client_of_the_newest_revision_needs_no_handshake() {
    let meta = json!({"io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {}});
    let mut wrapper = Plan::misbehaving(&[]).with_server(&["--modern"]).start();
    let id = wrapper.ask("server/discover", &json!({"_meta": meta}));
    let answer = wrapper.message();
    assert!(answer["id"] == id && answer["result"]["supportedVersions"].is_array(), "{answer}");
    let id = wrapper.ask("tools/call", &json!({"name": "ech", "arguments": {}, "_meta": meta}));
    let answer = wrapper.message();
    assert!(answer["id"] == id && answer["error"]["code"] == -32602, "{answer}");
    let id = wrapper
        .ask("tools/call", &json!({"name": "fail_plain", "arguments": {"text": "no route to host"}, "_meta": meta}));
    let answer = wrapper.message();
    assert!(answer["id"] == id && answer["result"]["resultType"] == "complete", "{answer}");
    assert_eq!(super::wrapper::failure(&answer)["code"], "unavailable");
    assert!(wrapper.end().status.success());
}
