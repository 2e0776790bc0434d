//! Clients of each era before servers of each era.

use crate::client::Client;
use crate::server::Server;
use serde_json::{Value, json};

const WITH_HANDSHAKE: [&str; 4] = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"];

fn hello(revision: &str) -> Value {
    json!({"protocolVersion": revision, "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}})
}

#[tokio::test]
async fn a_client_with_a_handshake_is_served_before_servers_of_both_eras() {
    let (old, new) = (Server::legacy().await, Server::modern().await);
    let client = Client::before(&[("old", &old), ("new", &new)]).await;
    for revision in WITH_HANDSHAKE {
        let client = client.speaking(revision);
        let begun = client.ask("initialize", hello(revision)).await.result();
        assert_eq!(begun["protocolVersion"], revision, "{begun}");
        assert_eq!(begun["serverInfo"]["name"], "candor-gateway");
        let expected = json!({"tools": {}, "prompts": {}, "resources": {}, "completions": {}});
        assert_eq!(begun["capabilities"], expected);
        let instructions = begun["instructions"].as_str().unwrap();
        assert!(instructions.contains("# old\n\nBe kind.") && instructions.contains("# new\n\nBe brief."));
        assert_eq!(client.ask("ping", json!({})).await.result(), json!({}));
        for tool in ["old_write", "new_write"] {
            let written = client.call(tool, json!({"region": "eu"})).await;
            assert_eq!(written.result()["got"], json!({"region": "eu"}), "{revision} {tool}");
        }
    }
}

#[tokio::test]
async fn a_client_of_the_newest_revision_is_served_before_servers_of_both_eras() {
    let (old, new) = (Server::legacy().await, Server::modern().await);
    let client = Client::before(&[("old", &old), ("new", &new)]).await.speaking("2026-07-28");
    let found = client.ask("server/discover", json!({})).await.result();
    assert_eq!(found["resultType"], "complete");
    assert!(found["supportedVersions"].as_array().unwrap().contains(&json!("2026-07-28")), "{found}");
    assert!(found["capabilities"].get("prompts").is_some(), "{found}");
    let region = client.with_header("mcp-param-region", "eu");
    for tool in ["old_write", "new_write"] {
        let written = region.call(tool, json!({"region": "eu"})).await.result();
        assert_eq!((&written["got"], &written["resultType"]), (&json!({"region": "eu"}), &json!("complete")), "{tool}");
    }
    let arrived = &new.arrived("tools/call")[0];
    let header = |name: &str| arrived.headers.get(name).map(|it| it.to_str().unwrap().to_owned());
    assert_eq!(header("mcp-method").as_deref(), Some("tools/call"));
    assert_eq!(header("mcp-name").as_deref(), Some("write"), "the header says what the body says");
    assert_eq!(header("mcp-param-region").as_deref(), Some("eu"));
    assert_eq!(arrived.params()["_meta"]["io.modelcontextprotocol/protocolVersion"], "2026-07-28");
    let old = old.arrived("tools/call")[0].params();
    assert_eq!(old.get("_meta"), None, "an older server gets nothing of the newer revision: {old}");
}

#[tokio::test]
async fn an_older_client_need_not_repeat_arguments_in_headers_that_a_newer_server_wants() {
    let server = Server::modern().await;
    let client = Client::before(&[("one", &server)]).await;
    assert_eq!(client.call("one_write", json!({"region": "eu"})).await.status, 200);
    assert_eq!(server.arrived("tools/call")[0].headers.get("mcp-param-region").unwrap(), "eu");
}

#[tokio::test]
async fn headers_that_do_not_say_what_the_message_says_are_refused() {
    let server = Server::modern().await;
    let client = Client::before(&[("one", &server)]).await.speaking("2026-07-28");
    for client in [client.clone(), client.with_header("mcp-param-region", "us")] {
        let refused = client.call("one_write", json!({"region": "eu"})).await;
        assert_eq!((refused.status, &refused.json()["error"]["code"]), (400, &json!(-32020)), "{}", refused.text);
    }
    let params = r#"{"name":"one_echo","arguments":{},"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}"#;
    let refused = client.send("tools/call", Some("one_fail"), params).await;
    assert_eq!((refused.status, &refused.json()["error"]["code"]), (400, &json!(-32020)), "{}", refused.text);
    let refused = client.speaking("2027-01-01").ask("tools/list", json!({})).await;
    assert_eq!(refused.status, 400, "{}", refused.text);
    assert!(server.arrived("tools/call").is_empty());
}

#[tokio::test]
async fn what_is_not_announced_is_refused_in_both_eras() {
    let server = Server::modern().await;
    let client = Client::before(&[("one", &server)]).await;
    for (revision, status) in [("2025-11-25", 200), ("2026-07-28", 404)] {
        let client = client.speaking(revision);
        for method in ["resources/subscribe", "logging/setLevel", "x/y"] {
            let params = json!({"uri": "file:///a", "level": "info", "notifications": {}});
            let refused = client.ask(method, params).await;
            assert_eq!(refused.json()["error"]["code"], -32601, "{revision} {method}: {}", refused.text);
            assert_eq!(refused.status, status, "{revision} {method}");
        }
    }
}
