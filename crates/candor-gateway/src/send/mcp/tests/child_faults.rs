//! Children that misbehave: one outcome for each request, and a server that works again where it can.

use super::child::{legacy, legacy_after, of_command, script, shell};
use super::*;
use crate::child::ChildCommand;
use candor::{Code, Origin};

/// A file that is there once one process has begun, so that the next one knows that it is not the first.
fn marker(name: &str) -> String {
    let path = std::env::temp_dir().join(format!("candor-mcp-{name}-{}", std::process::id()));
    let _ = std::fs::remove_file(&path);
    path.to_string_lossy().into_owned()
}

#[tokio::test]
async fn a_child_that_dies_in_a_call_leaves_an_answer_and_is_started_again() {
    let server = start(legacy(r#"*'"die"'*) echo 'out of cheese' >&2; exit 3 ;; *) answer '{}' ;;"#));
    let mut events = server.events();
    let failure = outcome(&server, call("die")).await.unwrap_err();
    assert_eq!((failure.code(), failure.origin()), (Code::Unavailable, Origin::Transport));
    // On a busy machine, the end of its output can be seen long before its own.
    if failure.reason().as_str() == "server_ended" {
        assert_eq!(failure.message(), "The server desk exited with code 3 before it answered");
        assert_eq!(failure.private().text("stderr"), Some("out of cheese"));
    } else {
        assert_eq!(failure.message(), "The server desk closed its standard output before it answered");
    }
    assert!(failed(Err(failure)).1);
    event(&mut events, ServerEvent::WentOut).await;
    assert_eq!(result(outcome(&server, call("t")).await), "{}");
}

#[tokio::test]
async fn what_can_be_repeated_is_not_said_to_have_taken_effect() {
    let server = start(legacy(r#"*) exit 3 ;;"#));
    let request = ServerRequest { is_repeatable: true, ..call("t") };
    assert!(!failed(outcome(&server, request).await).1);
}

#[tokio::test]
async fn half_a_message_is_no_answer() {
    let server = start(legacy(
        r#"*'"half"'*) printf '{"jsonrpc":"2.0","id":%s,"result":{' "$id"; exit 0 ;;
        *'"broken"'*) printf '{"jsonrpc":"2.0","id":%s,"result":{]}\n' "$id" ;;
        *) answer '{}' ;;"#,
    ));
    assert_eq!(failed(outcome(&server, call("broken")).await), ("malformed_body".to_owned(), true));
    let mut events = server.events();
    let (reason, may_be_done) = failed(outcome(&server, call("half")).await);
    assert!(["server_ended", "server_stopped", "malformed_body"].contains(&reason.as_str()), "{reason}");
    assert!(may_be_done);
    // Until its end is noticed, what is written to it can be lost.
    event(&mut events, ServerEvent::WentOut).await;
    assert_eq!(result(outcome(&server, call("t")).await), "{}");
}

#[tokio::test]
async fn what_is_not_an_answer_to_the_request_is_not_taken_for_one() {
    let server = start(legacy(
        r#"*) echo 'listening on stdio'; echo '[]'; echo '{"jsonrpc":"2.0","id":987654,"result":{"wrong":1}}'
            echo '{"jsonrpc":"2.0","id":"x","result":{"wrong":2}}'; echo '{"jsonrpc":"2.0","id":null,"result":{"wrong":3}}'
            answer '{"right":1}'; answer '{"second":1}' ;;"#,
    ));
    assert_eq!(result(outcome(&server, call("t")).await), r#"{"right":1}"#);
    assert_eq!(result(outcome(&server, call("t")).await), r#"{"right":1}"#);
}

#[tokio::test]
async fn a_batch_of_answers_is_taken_apart() {
    let server = start(legacy(r#"*) printf '[{"jsonrpc":"2.0","id":%s,"result":{"in":"a batch"}}]\n' "$id" ;;"#));
    assert_eq!(result(outcome(&server, call("t")).await), r#"{"in":"a batch"}"#);
}

#[tokio::test]
async fn an_answer_over_the_limit_is_a_failure_and_the_next_one_arrives() {
    let mut settings = legacy(r#"*'"long"'*) long=$(printf '%0200000d' 0); answer "\"$long\"" ;; *) answer '{}' ;;"#);
    settings.max_message = 100_000;
    let server = start(settings);
    let failure = outcome(&server, call("long")).await.unwrap_err();
    assert_eq!(failure.reason().as_str(), "response_too_large");
    assert_eq!(failure.recovery().hint(), "Ask for less in one call.");
    assert!(!failure.retry().is_retryable());
    assert_eq!(result(outcome(&server, call("t")).await), "{}");
}

#[tokio::test]
async fn a_child_that_hangs_is_told_that_nobody_waits_and_the_caller_whose_limit_it_was() {
    let server = start(legacy(
        r#"*'"hang"'*) ;; *'"notifications/cancelled"'*) cancelled=yes ;; *'"ping"'*) answer '{}' ;; *) answer "\"$cancelled\"" ;;"#,
    ));
    let request = ServerRequest { limit: Duration::from_secs(1), ..call("hang") };
    result(outcome(&server, call("t")).await);
    let failure = outcome(&server, request).await.unwrap_err();
    assert_eq!((failure.code(), failure.origin()), (Code::Timeout, Origin::Transport));
    assert_eq!(
        failure.message(),
        "The server desk gave no answer and no progress within the gateway's limit of 1 second"
    );
    assert_eq!(failed(Err(failure)), ("server_too_slow".to_owned(), true));
    assert_eq!(result(outcome(&server, call("t")).await), "\"yes\"");
}

#[tokio::test]
async fn progress_keeps_a_slow_call_alive_and_not_for_ever() {
    let report = r#"printf '{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":%s,"progress":1}}\n' "$id"; sleep 0.1"#;
    let mut settings = legacy(&format!(r#"*'"tools/call"'*) while :; do {report}; done ;;"#));
    settings.longest = Duration::from_secs(4);
    let server = start(settings);
    until(&server, is_up).await;
    let (request, _progress) = with_progress(ServerRequest { limit: Duration::from_secs(2), ..call("t") });
    let failure = outcome(&server, request).await.unwrap_err();
    assert_eq!(
        failure.message(),
        "The server desk reported progress, but did not finish within the gateway's limit of 4 seconds"
    );
}

/// Makes calls that are not answered in time, until one is answered by another process.
async fn until_answered(server: &McpServer) {
    let answered = async {
        loop {
            let request = ServerRequest { limit: Duration::from_millis(50), ..call("t") };
            match outcome(server, request).await {
                Ok(_) => return,
                failure => assert!(["server_too_slow", "server_stopped"].contains(&failed(failure).0.as_str())),
            }
        }
    };
    timeout(LONG, answered).await.expect("it is started again");
}

#[tokio::test]
async fn a_half_dead_child_is_started_again() {
    // It answers whatever is not a call.
    let marker = marker("half-dead");
    let before = format!(r#"if [ -e {marker} ]; then works=yes; fi; : > {marker}"#);
    let server = start(legacy_after(
        &before,
        r#"*'"tools/call"'*) if [ -n "$works" ]; then answer '{}'; fi ;; *'"id"'*) answer '{}' ;;"#,
    ));
    until(&server, is_up).await;
    until_answered(&server).await;
    std::fs::remove_file(marker).unwrap();
}

#[tokio::test]
async fn a_child_that_says_nothing_any_more_is_started_again() {
    let marker = marker("silent");
    let before = format!(r#"if [ -e {marker} ]; then works=yes; fi; : > {marker}"#);
    let mut settings = legacy_after(&before, r#"*'"id"'*) if [ -n "$works" ]; then answer '{}'; fi ;;"#);
    settings.timeout = Duration::from_millis(500);
    let server = start(settings);
    until(&server, is_up).await;
    until_answered(&server).await;
    std::fs::remove_file(marker).unwrap();
}

#[tokio::test]
async fn a_child_that_stops_reading_keeps_nobody_waiting_for_ever() {
    let mut settings = legacy(r#"*'"stop"'*) answer '{}'; exec sleep 1000 ;; *) answer '{}' ;;"#);
    settings.timeout = Duration::from_millis(500);
    let server = start(settings);
    result(outcome(&server, call("stop")).await);
    let filler = format!(r#"{{"name":"t","arguments":{{"text":"{}"}}}}"#, "x".repeat(1 << 18));
    let calls: Vec<_> = (0..4)
        .map(|_| {
            let (server, params) = (server.clone(), raw(&filler));
            tokio::spawn(async move { outcome(&server, ServerRequest { params: Some(params), ..call("t") }).await })
        })
        .collect();
    // The one that is half in the pipe was not carried out, so all of them go to the process that is started then.
    for call in calls {
        assert_eq!(result(call.await.unwrap()), "{}");
    }
}

#[tokio::test]
async fn a_child_that_closes_its_output_alone_is_stopped() {
    let server = start(legacy(r#"*'"close"'*) exec >&-; while :; do sleep 1; done ;; *) answer '{}' ;;"#));
    let failure = outcome(&server, call("close")).await.unwrap_err();
    assert!(failure.message().contains("closed its standard output"), "{}", failure.message());
    assert_eq!(result(outcome(&server, call("t")).await), "{}");
}

#[tokio::test]
async fn a_child_that_floods_standard_error_is_still_answered_for() {
    let server = start(legacy(
        r#"*) i=0; while [ $i -lt 3000 ]; do echo "noise noise noise noise noise noise noise noise" >&2; i=$((i+1)); done; answer '{}' ;;"#,
    ));
    assert_eq!(result(outcome(&server, call("t")).await), "{}");
}

#[tokio::test]
async fn a_command_that_is_not_there_is_a_mistake_of_the_configuration() {
    let server = start(of_command(ChildCommand::new("/nowhere/mcp-server")));
    until(&server, is_out).await;
    let failure = outcome(&server, call("t")).await.unwrap_err();
    assert_eq!((failure.code(), failure.origin()), (Code::Configuration, Origin::Configuration));
    assert!(failure.message().contains("`mcp-server` was not found"), "{}", failure.message());
}

#[tokio::test]
async fn a_child_that_never_works_is_not_started_for_ever() {
    let server = start(shell("exit 7"));
    let (reason, may_be_done) = failed(outcome(&server, call("t")).await);
    assert_eq!((reason.as_str(), may_be_done), ("server_not_running", false));
    let failure = outcome(&server, call("t")).await.unwrap_err();
    assert!(failure.message().contains("exited with code 7"), "{}", failure.message());
    assert!(failure.retry().after_seconds().is_some(), "{:?}", failure.retry());
}

#[tokio::test]
async fn a_child_that_does_not_answer_its_first_request_is_out() {
    let mut settings = shell(&script("", "*) ;;"));
    settings.start = Duration::from_millis(200);
    let server = start(settings);
    let ServerState::Out { why, .. } = until(&server, is_out).await else { unreachable!() };
    assert_eq!(&*why, "did not answer its first request in time");
}
