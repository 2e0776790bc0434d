//! Children of both eras, and how they are told apart.

use super::child::{legacy, script, shell};
use super::*;
use crate::send::mcp::Era;
use candor::render::Revision;

fn facts(state: ServerState) -> std::sync::Arc<crate::send::mcp::ServerFacts> {
    let ServerState::Up(facts) = state else { panic!("{state:?}") };
    facts
}

#[tokio::test]
async fn a_legacy_child_is_begun_with_and_its_revision_agreed_to() {
    let server = start(legacy(r#"*) answer "$line" ;;"#));
    let facts = facts(until(&server, is_up).await);
    assert_eq!((facts.era, facts.revision), (Era::Legacy, Revision::V2025_06_18));
    assert_eq!(facts.capabilities.get(), r#"{"tools":{}}"#);
    let got = result(outcome(&server, call("t")).await);
    assert!(!got.contains("io.modelcontextprotocol"), "{got}");
}

#[tokio::test]
async fn a_modern_child_gets_what_it_needs_with_each_request() {
    let server = start(shell(&script(
        "",
        r#"*'"server/discover"'*) answer "$MODERN" ;; *'"initialize"'*) exit 1 ;; *) answer "$line" ;;"#,
    )));
    let facts = facts(until(&server, is_up).await);
    assert_eq!((facts.era, facts.revision), (Era::Modern, Revision::V2026_07_28));
    assert_eq!(facts.info.as_ref().unwrap().get(), r#"{"name":"sh","version":"1"}"#);
    let got: serde_json::Value = serde_json::from_str(&result(outcome(&server, call("t")).await)).unwrap();
    let meta = &got["params"]["_meta"];
    assert_eq!(meta["io.modelcontextprotocol/protocolVersion"], "2026-07-28");
    assert_eq!(meta["io.modelcontextprotocol/clientCapabilities"], serde_json::json!({}));
    assert_eq!(meta["io.modelcontextprotocol/clientInfo"]["name"], "candor");
}

#[tokio::test]
async fn a_child_that_ends_when_it_is_asked_what_it_does_not_know_is_begun_with_at_once_the_next_time() {
    let server = start(shell(&script(
        "",
        r#"*'"server/discover"'*) exit 1 ;; *'"initialize"'*) answer "$LEGACY" ;; *'"tools/call"'*) answer '{}' ;;"#,
    )));
    assert_eq!(result(outcome(&server, call("t")).await), "{}");
}

#[tokio::test]
async fn a_child_that_says_nothing_to_what_it_does_not_know_is_asked_what_it_does() {
    let mut settings = shell(&script("", r#"*'"initialize"'*) answer "$LEGACY" ;; *'"tools/call"'*) answer '{}' ;;"#));
    settings.start = Duration::from_secs(16);
    let server = start(settings);
    assert_eq!(result(outcome(&server, call("t")).await), "{}");
}

#[tokio::test]
async fn a_modern_child_that_is_slow_to_start_is_not_taken_for_a_legacy_one() {
    // It answers the question only after it was asked the other one, too.
    let mut settings = shell(&script(
        "",
        r#"*'"server/discover"'*) discover=$id ;;
        *'"initialize"'*) error '{"code":-32601,"message":"no"}'; id=$discover; answer "$MODERN" ;;
        *) answer '{}' ;;"#,
    ));
    settings.start = Duration::from_secs(16);
    let server = start(settings);
    assert_eq!(facts(until(&server, is_up).await).era, Era::Modern);
    assert_eq!(result(outcome(&server, call("t")).await), "{}");
}

#[tokio::test]
async fn a_child_of_no_revision_that_is_spoken_here_is_out_and_says_why() {
    for arms in [
        r#"*'"server/discover"'*) error '{"code":-32022,"message":"no","data":{"supported":["2031-01-01"]}}' ;;"#,
        r#"*'"server/discover"'*) error '{"code":-32601,"message":"no"}' ;; *) answer '{"protocolVersion":"2031-01-01","capabilities":{}}' ;;"#,
    ] {
        let server = start(shell(&script("", arms)));
        let ServerState::Out { why, .. } = until(&server, is_out).await else { unreachable!() };
        assert!(why.contains("revision"), "{why}");
    }
}

#[tokio::test]
async fn a_modern_child_is_asked_to_tell_what_changes() {
    let server = start(shell(&script(
        "",
        r#"*'"server/discover"'*) answer '{"supportedVersions":["2026-07-28"],"capabilities":{"tools":{"listChanged":true},"prompts":{}}}' ;;
        *'"subscriptions/listen"'*'"notifications":{"toolsListChanged":true}'*) listening=yes ;;
        *) if [ -n "$listening" ]; then printf '{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}\n'; fi; answer '{}' ;;"#,
    )));
    let mut events = server.events();
    let told = async {
        loop {
            result(outcome(&server, call("t")).await);
            if let Ok(ServerEvent::ToolsChanged) = events.try_recv() {
                return;
            }
        }
    };
    timeout(LONG, told).await.expect("the change is told");
}
