//! A child that works, and what passes between it and the gateway.

use super::*;
use crate::child::{ChildCommand, RestartPolicy, StderrSink, WatcherProgram};
use crate::upstream::{McpChild, McpReach};
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::sync::OnceLock;

/// What a child of these tests begins with. `$line` is the message, and `$id` its id.
const PRELUDE: &str = r#"
answer() { printf '{"jsonrpc":"2.0","id":%s,"result":%s}\n' "$id" "$1"; }
error() { printf '{"jsonrpc":"2.0","id":%s,"error":%s}\n' "$id" "$1"; }
LEGACY='{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"sh","version":"1"}}'
MODERN='{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{"tools":{}},"_meta":{"io.modelcontextprotocol/serverInfo":{"name":"sh","version":"1"}}}'
"#;
/// The handshake of a legacy server, which is what a test is not about.
const HANDSHAKE: &str = r#"
*'"server/discover"'*) error '{"code":-32601,"message":"Method not found"}' ;;
*'"initialize"'*) answer "$LEGACY" ;;
*'"notifications/initialized"'*) ;;
"#;

/// In place of the program that watches children: it is told when it may go, and ends the group when its parent has died.
fn watcher() -> WatcherProgram {
    static SCRIPT: OnceLock<PathBuf> = OnceLock::new();
    let path = SCRIPT.get_or_init(|| {
        let path = std::env::temp_dir().join(format!("candor-mcp-watcher-{}", std::process::id()));
        let script = "#!/bin/sh\ntrap '' TERM INT HUP QUIT\nprintf r\nword=$(dd bs=1 count=1 2>/dev/null)\n[ \"$word\" = . ] || kill -9 -$$\n";
        std::fs::write(&path, script).unwrap();
        std::fs::set_permissions(&path, PermissionsExt::from_mode(0o755)).unwrap();
        path
    });
    WatcherProgram::at(path)
}

/// Runs the script for each line that the child reads; `$arms` are those of a `case` over it.
pub(super) fn script(before: &str, arms: &str) -> String {
    format!(
        r#"{PRELUDE}
{before}
while IFS= read -r line; do
  id=${{line#*'"id":'}}; id=${{id%%,*}}
  case $line in
  {arms}
  esac
done"#
    )
}

pub(super) fn of_command(command: ChildCommand) -> McpServerSettings {
    let restarts = RestartPolicy { first_pause: Duration::from_millis(1), ..RestartPolicy::default() };
    settings(McpReach::Child(McpChild { command, watcher: watcher(), stderr: StderrSink::Nowhere, restarts }))
}

/// A child with this script.
pub(super) fn shell(script: &str) -> McpServerSettings {
    of_command(ChildCommand::new("sh").with_arguments(["-c", script]))
}

/// A legacy child that answers what is not the handshake by these arms.
pub(super) fn legacy(arms: &str) -> McpServerSettings {
    shell(&script("", &format!("{HANDSHAKE}{arms}")))
}

/// The same with something that is done before it reads anything.
pub(super) fn legacy_after(before: &str, arms: &str) -> McpServerSettings {
    shell(&script(before, &format!("{HANDSHAKE}{arms}")))
}

#[tokio::test]
async fn an_answer_arrives_as_it_was_written() {
    let server = start(legacy(
        r#"*'"odd"'*) answer '{ "z":1e400,"a":{"k\u0065y" : 36893488147419103232},"content":[] }' ;;
        *) error '{"data":{"n":1.0}, "code":-32000,"message":"no"}' ;;"#,
    ));
    let odd = result(outcome(&server, call("odd")).await);
    assert_eq!(odd, r#"{ "z":1e400,"a":{"k\u0065y" : 36893488147419103232},"content":[] }"#);
    match outcome(&server, call("other")).await {
        Ok(ServerAnswer::Error(error)) => {
            assert_eq!(error.get(), r#"{"data":{"n":1.0}, "code":-32000,"message":"no"}"#)
        }
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn a_request_arrives_as_it_was_written_but_for_its_metadata() {
    // The child sends back what it got, as a text.
    let server = start(legacy(r#"*) answer "\"$(printf %s "$line" | sed 's/[\\"]/\\&/g')\"" ;;"#));
    let params =
        r#"{ "name" : "odd", "arguments":{"n":1e400,"u":"\u00e9"}, "_meta":{"x":[ 1 ],"progressToken":"mine"}}"#;
    let (request, _progress) = with_progress(ServerRequest { params: Some(raw(params)), ..call("odd") });
    let got: String = serde_json::from_str(&result(outcome(&server, request).await)).unwrap();
    let (before, after) = got.split_once(r#""_meta":{"x":[ 1 ],"progressToken":"#).expect(&got);
    assert!(before.ends_with(r#""params":{ "name" : "odd", "arguments":{"n":1e400,"u":"\u00e9"}, "#), "{got}");
    assert!(after.trim_end_matches('}').parse::<u64>().is_ok(), "{got}");
}

#[tokio::test]
async fn many_requests_are_under_way_at_once_and_each_has_its_answer() {
    // The answers come in twos, in the other order.
    let server = start(legacy(
        r#"*) if [ -z "$first" ]; then first=$id; else answer "$id"; id=$first; answer "$first"; first=; fi ;;"#,
    ));
    let calls: Vec<_> = (0..20)
        .map(|_| {
            tokio::spawn({
                let server = server.clone();
                async move { result(outcome(&server, call("t")).await) }
            })
        })
        .collect();
    let mut seen = Vec::new();
    for call in calls {
        seen.push(call.await.unwrap().parse::<u64>().unwrap());
    }
    seen.sort_unstable();
    seen.dedup();
    assert_eq!(seen.len(), 20);
}

#[tokio::test]
async fn progress_reaches_who_asked_for_it() {
    let server = start(legacy(
        r#"*) printf '{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":%s,"progress":0.5,"more":1e400}}\n' "$id"; answer '{}' ;;"#,
    ));
    let (request, mut seen) = with_progress(call("slow"));
    result(outcome(&server, request).await);
    let params = seen.recv().await.unwrap();
    assert!(params.get().ends_with(r#","progress":0.5,"more":1e400}"#), "{params}");
}

#[tokio::test]
async fn a_changed_list_is_told() {
    let server =
        start(legacy(r#"*) printf '{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}\n'; answer '{}' ;;"#));
    let mut events = server.events();
    result(outcome(&server, call("t")).await);
    event(&mut events, ServerEvent::ToolsChanged).await;
}

#[tokio::test]
async fn requests_of_the_server_are_answered_for_the_client() {
    // The answer to the call is what the gateway said to the server's own requests.
    let server = start(legacy(
        r#"*'"tools/call"'*) asked=$id
            printf '{"jsonrpc":"2.0","id":"p","method":"ping"}\n{"jsonrpc":"2.0","id":"s","method":"sampling/createMessage","params":{}}\n'
            IFS= read -r ping; IFS= read -r sampling; id=$asked; answer "[$ping,$sampling]" ;;"#,
    ));
    let answers: serde_json::Value = serde_json::from_str(&result(outcome(&server, call("t")).await)).unwrap();
    assert_eq!(answers[0], serde_json::json!({"jsonrpc": "2.0", "id": "p", "result": {}}));
    assert_eq!((&answers[1]["id"], &answers[1]["error"]["code"]), (&"s".into(), &(-32601).into()));
}

#[tokio::test]
async fn a_request_that_nobody_waits_for_is_cancelled_at_the_server() {
    let server = start(legacy(
        r#"*'"hang"'*) hung=$id; printf '{"jsonrpc":"2.0","method":"notifications/resources/list_changed"}\n' ;;
        *'"notifications/cancelled"'*) cancelled=$line ;;
        *) answer "[$hung,$cancelled]" ;;"#,
    ));
    let mut events = server.events();
    {
        let mut hanging = Box::pin(server.request(call("hang")));
        tokio::select! {
            outcome = &mut hanging => panic!("{outcome:?}"),
            () = event(&mut events, ServerEvent::ResourcesChanged) => {}
        }
    }
    let seen: serde_json::Value = serde_json::from_str(&result(outcome(&server, call("ask")).await)).unwrap();
    assert_eq!(seen[1]["method"], "notifications/cancelled");
    assert_eq!(seen[1]["params"]["requestId"], seen[0]);
}

#[tokio::test]
async fn a_server_that_is_stopped_is_gone_and_says_so() {
    let server = start(legacy(r#"*) answer "$$" ;;"#));
    let process = result(outcome(&server, call("t")).await);
    timeout(LONG, server.stop(Duration::from_secs(5))).await.expect("it stops");
    assert!(!std::path::Path::new(&format!("/proc/{process}")).exists());
    assert_eq!(failed(outcome(&server, call("t")).await), ("server_not_running".to_owned(), false));
    assert!(is_out(&server.state()));
}

#[tokio::test]
async fn a_server_that_nobody_has_any_more_ends() {
    let server = start(legacy(r#"*) answer "$$" ;;"#));
    let process = result(outcome(&server, call("t")).await);
    drop(server);
    let gone = async {
        while std::path::Path::new(&format!("/proc/{process}")).exists() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    timeout(LONG, gone).await.expect("it ends");
}
