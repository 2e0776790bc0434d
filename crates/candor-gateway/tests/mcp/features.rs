//! Prompts, resources, templates and completions.

use crate::client::Client;
use crate::server::{ASKS, Server};
use serde_json::json;

const BOTH: [&str; 2] = ["2025-11-25", "2026-07-28"];

#[tokio::test]
async fn prompts_have_the_prefix_of_their_server_and_are_got_from_it() {
    let (old, new) = (Server::legacy().await, Server::modern().await);
    let client = Client::before(&[("old", &old), ("new", &new)]).await;
    for revision in BOTH {
        let client = client.speaking(revision);
        let listed = client.ask("prompts/list", json!({})).await.text;
        assert!(
            listed.contains(r#"{"name":"old_greet","x-more":1e400},{"name":"new_greet","x-more":1e400}"#),
            "{listed}"
        );
        for name in ["old_greet", "new_greet"] {
            assert_eq!(client.ask("prompts/get", json!({"name": name})).await.result()["got"], "greet");
        }
        let unknown = client.ask("prompts/get", json!({"name": "greet"})).await.json();
        assert!(unknown["error"]["message"].as_str().unwrap().contains("There is no prompt greet"), "{unknown}");
    }
}

#[tokio::test]
async fn resources_keep_their_addresses_and_the_first_server_that_lists_one_has_it() {
    let (old, new) = (Server::legacy().await, Server::modern().await);
    let client = Client::before(&[("old", &old), ("new", &new)]).await;
    for revision in BOTH {
        let client = client.speaking(revision);
        let listed = client.ask("resources/list", json!({})).await.text;
        assert!(listed.contains(r#"[{"uri":"file:///a","name":"a","size":1180591620717411303424}]"#), "{listed}");
        let read = client.ask("resources/read", json!({"uri": "file:///a"})).await.result();
        assert_eq!(read["contents"][0]["text"], "hi");
        // The newest revision says of whatever is read how long it may be kept; the older server does not.
        let kept = (revision == "2026-07-28").then(|| json!({"ttlMs": 0, "cacheScope": "private"}));
        for name in ["ttlMs", "cacheScope"] {
            assert_eq!(read.get(name), kept.as_ref().map(|kept| &kept[name]), "{revision}");
        }
        let unknown = client.ask("resources/read", json!({"uri": "db:b"})).await.json();
        assert!(unknown["error"]["code"] == -32602 || unknown["error"]["code"] == -32002, "{unknown}");
    }
    assert_eq!((old.arrived("resources/read").len(), new.arrived("resources/read").len()), (2, 0));
}

#[tokio::test]
async fn a_resource_that_a_template_makes_is_read_from_the_server_of_the_template() {
    let server = Server::modern().await;
    let client = Client::before(&[("one", &server)]).await;
    let listed = client.ask("resources/templates/list", json!({})).await.text;
    assert!(listed.contains(r#"[{"uriTemplate":"file:///logs/{name}","name":"logs"}]"#), "{listed}");
    let read = client.ask("resources/read", json!({"uri": "file:///logs/today"})).await.result();
    assert_eq!(read["contents"][0]["uri"], "file:///logs/today");
    assert_eq!(server.arrived("resources/read")[0].headers.get("mcp-name").unwrap(), "file:///logs/today");
}

#[tokio::test]
async fn a_completion_comes_from_the_server_of_what_it_completes() {
    let (old, new) = (Server::legacy().await, Server::modern().await);
    let client = Client::before(&[("old", &old), ("new", &new)]).await;
    for revision in BOTH {
        let client = client.speaking(revision);
        let params = |reference| json!({"ref": reference, "argument": {"name": "a", "value": "b"}});
        let prompt = params(json!({"type": "ref/prompt", "name": "new_greet"}));
        assert_eq!(client.ask("completion/complete", prompt).await.result()["completion"]["values"], json!(["greet"]));
        let template = params(json!({"type": "ref/resource", "uri": "file:///logs/{name}"}));
        assert!(client.ask("completion/complete", template).await.result().get("completion").is_some());
        let unknown = params(json!({"type": "ref/prompt", "name": "greet"}));
        assert!(client.ask("completion/complete", unknown).await.json().get("error").is_some());
    }
    assert_eq!((old.arrived("completion/complete").len(), new.arrived("completion/complete").len()), (2, 2));
}

#[tokio::test]
async fn a_result_that_asks_for_input_is_untouched_and_what_is_sent_then_reaches_the_same_server() {
    let (one, other) = (Server::modern().await, Server::modern().await);
    let client = Client::before(&[("one", &one), ("other", &other)]).await.speaking("2026-07-28");
    let asked = client.call("other_ask", json!({})).await;
    assert_eq!(asked.text, format!(r#"{{"jsonrpc":"2.0","id":"seven","result":{ASKS}}}"#));
    let again =
        json!({"name": "other_ask", "arguments": {}, "requestState": "AbC=", "inputResponses": {"a": {"b": 1}}});
    assert_eq!(client.ask("tools/call", again).await.result()["got"], json!({"a": {"b": 1}}));
    assert_eq!((one.arrived("tools/call").len(), other.arrived("tools/call").len()), (0, 2));
}

#[tokio::test]
async fn a_client_that_cannot_be_asked_gets_a_failure_for_a_result_that_asks() {
    let server = Server::modern().await;
    let client = Client::before(&[("one", &server)]).await;
    let failed = client.call("one_ask", json!({})).await;
    assert_eq!(failed.result()["_meta"]["dev.candor/failure"]["reason"], "input_required", "{}", failed.text);
}
