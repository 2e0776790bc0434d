//! Questions of servers with a handshake, and what they tell by themselves.

use super::child::{legacy as legacy_child, script, shell};
use super::http::{Desk, Seen, endless, legacy, response};
use super::*;
use axum::body::Body;
use axum::response::Response;
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};
use tokio::io::AsyncWriteExt;

const CAPABILITIES: &str = r#"{"elicitation":{}, "x":36893488147419103232}"#;
const QUESTION: &str =
    r#"{"jsonrpc":"2.0","id":"q","method":"elicitation/create","params":{ "n":1e400,"message":"\u00e9"}}"#;

fn announced() -> Announced {
    Announced { capabilities: CAPABILITIES.into(), questions: None }
}

fn asking(settings: McpServerSettings) -> McpServer {
    McpServer::new(settings, FailurePolicy::new(), announced())
}

fn with_questions(request: ServerRequest) -> (ServerRequest, mpsc::Receiver<ServerQuestion>) {
    let (questions, asked) = mpsc::channel(16);
    (ServerRequest { questions: Some(questions), ..request }, asked)
}

/// A legacy server at an address that asks in the stream of each call, and answers it with the reply that it gets.
async fn desk() -> Desk {
    let open: Arc<Mutex<Option<(Seen, tokio::io::DuplexStream)>>> = Arc::default();
    Desk::open(move |seen: Seen| {
        let open = Arc::clone(&open);
        async move {
            if let Some(response) = legacy(&seen) {
                return response;
            }
            if seen.method() == "tools/call" {
                let (stream, mut rest) = tokio::io::duplex(1 << 16);
                rest.write_all(format!("data: {QUESTION}\n\n").as_bytes()).await.unwrap();
                *open.lock().unwrap() = Some((seen, rest));
                return response(200, "text/event-stream", Body::new(super::http_faults::Chunks(stream)));
            }
            let asked = open.lock().unwrap().take();
            if let Some((call, mut rest)) = asked {
                let answer = super::http::message(&call, &seen.text);
                rest.write_all(format!("data: {answer}\n\n").as_bytes()).await.unwrap();
            }
            let accepted: Response = response(202, "text/plain", "");
            accepted
        }
    })
    .await
}

/// A legacy child that asks before it answers a call, which it answers with the reply.
fn child() -> McpServerSettings {
    legacy_child(&format!(
        r#"*'"tools/call"'*) asked=$id; printf '%s\n' '{QUESTION}'; IFS= read -r reply; id=$asked; answer "$reply" ;;"#
    ))
}

#[tokio::test]
async fn a_question_reaches_whoever_has_called_and_its_answer_the_server_as_they_are_written() {
    let desk = desk().await;
    for server in [asking(desk.settings()), asking(child())] {
        for (answer, member) in [
            (
                ClientAnswer::Result(raw(r#"{ "action":"accept","n":1e400}"#)),
                r#""result":{ "action":"accept","n":1e400}"#,
            ),
            (
                ClientAnswer::Error(raw(r#"{"code":-1, "message":"\u00e9"}"#)),
                r#""error":{"code":-1, "message":"\u00e9"}"#,
            ),
        ] {
            let (request, mut asked) = with_questions(call("t"));
            let (outcome, ()) = tokio::join!(outcome(&server, request), async {
                let question = timeout(LONG, asked.recv()).await.unwrap().unwrap();
                assert_eq!(&*question.method, "elicitation/create");
                assert_eq!(question.params.unwrap().get(), r#"{ "n":1e400,"message":"\u00e9"}"#);
                question.answer.send(answer).unwrap();
            });
            assert_eq!(result(outcome), format!(r#"{{"jsonrpc":"2.0","id":"q",{member}}}"#));
        }
    }
}

#[tokio::test]
async fn what_is_announced_is_told_at_the_handshake_and_only_that_is_asked() {
    let desk = desk().await;
    let server = asking(desk.settings());
    until(&server, is_up).await;
    assert!(desk.of("initialize")[0].text.contains(&format!(r#""capabilities":{CAPABILITIES}"#)));
    let announced = Announced { capabilities: r#"{"sampling":{}}"#.into(), questions: None };
    for settings in [desk.settings(), child()] {
        let server = McpServer::new(settings, FailurePolicy::new(), announced.clone());
        let (request, mut asked) = with_questions(call("t"));
        let reply: Value = serde_json::from_str(&result(outcome(&server, request).await)).unwrap();
        assert_eq!(reply["error"]["code"], -32601);
        assert!(asked.recv().await.is_none());
    }
}

#[tokio::test]
async fn a_question_that_nobody_answers_is_refused() {
    let server = asking(child());
    let (request, mut asked) = with_questions(call("t"));
    let (outcome, ()) = tokio::join!(outcome(&server, request), async { drop(asked.recv().await) });
    let reply: Value = serde_json::from_str(&result(outcome)).unwrap();
    assert_eq!(reply["error"], json!({"code": -32603, "message": "The client gave no answer"}));
}

#[tokio::test]
async fn the_limit_of_a_call_does_not_count_while_its_question_is_open() {
    let desk = desk().await;
    for settings in [desk.settings(), child()] {
        let server = asking(settings);
        until(&server, is_up).await;
        let (request, mut asked) = with_questions(ServerRequest { limit: Duration::from_secs(2), ..call("t") });
        let (outcome, ()) = tokio::join!(outcome(&server, request), async {
            let question = asked.recv().await.unwrap();
            tokio::time::sleep(Duration::from_secs(4)).await;
            question.answer.send(ClientAnswer::Result(raw("7"))).unwrap();
        });
        assert_eq!(result(outcome), r#"{"jsonrpc":"2.0","id":"q","result":7}"#);
    }
}

#[tokio::test]
async fn whoever_is_asked_learns_that_the_call_is_over() {
    let desk = desk().await;
    for server in [asking(desk.settings()), asking(child())] {
        let (request, mut asked) = with_questions(call("t"));
        let called = tokio::spawn(async move { server.request(request).await });
        let mut question = timeout(LONG, asked.recv()).await.unwrap().unwrap();
        called.abort();
        timeout(LONG, question.answer.closed()).await.expect("it is closed");
    }
}

#[tokio::test]
async fn a_question_that_the_server_takes_back_is_closed() {
    let server = asking(legacy_child(&format!(
        r#"*'"tools/call"'*) asked=$id; printf '%s\n%s\n' '{QUESTION}' '{{"jsonrpc":"2.0","method":"notifications/cancelled","params":{{"requestId":"q"}}}}' ;;
        *) ;;"#
    )));
    let (request, mut asked) = with_questions(call("t"));
    let called = tokio::spawn(async move { server.request(request).await });
    let mut question = timeout(LONG, asked.recv()).await.unwrap().unwrap();
    timeout(LONG, question.answer.closed()).await.expect("it is closed");
    called.abort();
}

/// A child that asks only when two calls run, and then answers both with the reply.
fn child_of_two() -> McpServerSettings {
    legacy_child(&format!(
        r#"*'"tools/call"'*) if [ -z "$first" ]; then first=$id; else
            second=$id; printf '%s\n' '{QUESTION}'; IFS= read -r reply
            id=$first; answer "$reply"; id=$second; answer "$reply"; fi ;;"#
    ))
}

#[tokio::test]
async fn with_several_calls_a_question_belongs_to_the_client_of_the_connection_or_to_nobody() {
    let (sink, mut asked) = mpsc::channel(1);
    let of_one = Announced { questions: Some(sink), ..announced() };
    for (announced, expected) in [(announced(), r#""code":-32601"#), (of_one, r#""result":7"#)] {
        let server = McpServer::new(child_of_two(), FailurePolicy::new(), announced);
        let (first, _first) = with_questions(call("t"));
        let (second, _second) = with_questions(call("t"));
        let answers = async {
            let question: ServerQuestion = asked.recv().await.unwrap();
            question.answer.send(ClientAnswer::Result(raw("7"))).unwrap();
            std::future::pending().await
        };
        let both = async { tokio::join!(outcome(&server, first), outcome(&server, second)) };
        let (first, second) = tokio::select! {
            both = both => both,
            () = answers => unreachable!(),
        };
        for reply in [result(first), result(second)] {
            assert!(reply.contains(expected), "{reply}");
        }
    }
}

#[tokio::test]
async fn the_client_of_a_connection_is_asked_on_the_stream_of_the_server_too() {
    let desk = Desk::open(|seen: Seen| async move {
        match (&*seen.http_method, legacy(&seen)) {
            (_, Some(response)) => response,
            ("GET", None) => endless(format!("data: {QUESTION}\n\n")),
            (_, None) => response(202, "text/plain", ""),
        }
    })
    .await;
    let (sink, mut asked) = mpsc::channel(1);
    let announced = Announced { questions: Some(sink), ..announced() };
    let _server = McpServer::new(desk.settings(), FailurePolicy::new(), announced);
    let question = timeout(LONG, asked.recv()).await.unwrap().unwrap();
    question.answer.send(ClientAnswer::Result(raw("7"))).unwrap();
    let reply = json!({"jsonrpc": "2.0", "id": "q", "result": 7});
    let replied = async {
        while !desk.seen().iter().any(|seen| seen.message == reply) {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    timeout(LONG, replied).await.expect("it is answered");
}

const LOGGED: &str = r#"{"jsonrpc":"2.0","method":"notifications/message","params":{ "level":"info","data":1e400}}"#;

#[tokio::test]
async fn what_a_server_tells_reaches_the_request_that_it_is_about_or_whoever_listens() {
    let of_child = shell(&script(
        "",
        &format!(r#"*'"server/discover"'*) answer "$MODERN" ;; *) printf '%s\n' '{LOGGED}'; answer '{{}}' ;;"#),
    ));
    let desk =
        super::http::desk(|seen| super::http::events(&[LOGGED.to_owned(), super::http::message(seen, "{}")])).await;
    for settings in [of_child, desk.settings()] {
        let server = start(settings);
        let mut heard = server.notifications();
        let (sender, mut told) = mpsc::channel(1);
        result(outcome(&server, ServerRequest { notifications: Some(sender), ..call("t") }).await);
        let notification = told.recv().await.unwrap();
        assert_eq!(&*notification.method, "notifications/message");
        assert_eq!(notification.params.unwrap().get(), r#"{ "level":"info","data":1e400}"#);
        assert!(heard.is_empty());
        result(outcome(&server, call("t")).await);
        let notification = timeout(LONG, heard.recv()).await.unwrap().unwrap();
        assert_eq!(notification.params.as_ref().unwrap().get(), r#"{ "level":"info","data":1e400}"#);
    }
}

#[tokio::test]
async fn a_server_is_told_what_its_client_tells() {
    let desk = super::http::desk(|seen| super::http::answer(seen, "{}")).await;
    let server = desk.server();
    until(&server, is_up).await;
    server.notify("notifications/roots/list_changed", Some(&raw(r#"{"x":36893488147419103232}"#))).await;
    let told = desk.until("notifications/roots/list_changed").await;
    assert!(told.text.ends_with(r#""params":{"x":36893488147419103232}}"#), "{}", told.text);
}

#[tokio::test]
async fn the_capabilities_of_a_client_reach_a_new_server_with_its_request() {
    let desk = Desk::open(|seen: Seen| async move {
        super::http::modern(&seen).unwrap_or_else(|| super::http::answer(&seen, "{}"))
    })
    .await;
    let server = desk.server();
    let capabilities = r#"{"elicitation":{ "n":36893488147419103232}}"#;
    let params = raw(r#"{"name":"t","_meta":{"io.modelcontextprotocol/logLevel":"debug"}}"#);
    let request = ServerRequest { capabilities: Some(capabilities.into()), params: Some(params), ..call("t") };
    result(outcome(&server, request).await);
    let text = desk.of("tools/call").pop().unwrap().text;
    assert!(text.contains(&format!(r#""io.modelcontextprotocol/clientCapabilities":{capabilities}"#)), "{text}");
    assert!(text.contains(r#""io.modelcontextprotocol/logLevel":"debug""#), "{text}");
    let older = super::http::desk(|seen| super::http::answer(seen, "{}")).await;
    let params = raw(r#"{"name":"t","_meta":{"io.modelcontextprotocol/logLevel":"debug"}}"#);
    result(outcome(&older.server(), ServerRequest { params: Some(params), ..call("t") }).await);
    assert!(!older.of("tools/call")[0].text.contains("logLevel"));
}

#[tokio::test]
async fn what_a_new_child_tells_reaches_whoever_listens_under_its_id_until_the_child_ends_that() {
    let server = start(shell(&script(
        "",
        r#"*'"server/discover"'*) answer "$MODERN" ;;
        *'"subscriptions/listen"'*) listening=$id ;;
        *'"end"'*) printf '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":%s}}\n' "$listening"; answer '{}' ;;
        *) printf '{"jsonrpc":"2.0","method":"notifications/resources/updated","params":{"uri":"a:b","_meta":{"io.modelcontextprotocol/subscriptionId":%s}}}\n' "$listening"; answer '{}' ;;"#,
    )));
    let (sender, mut told) = mpsc::channel(16);
    let request = ServerRequest {
        notifications: Some(sender),
        ..ServerRequest::new(crate::send::mcp::LISTEN, Some(raw("{}")), Duration::from_secs(1_000_000))
    };
    let listening = tokio::spawn({
        let server = server.clone();
        async move { server.request(request).await }
    });
    let heard = async {
        loop {
            result(outcome(&server, call("t")).await);
            if let Ok(told) = told.try_recv() {
                return told;
            }
        }
    };
    let heard = timeout(LONG, heard).await.expect("it is told");
    assert_eq!(&*heard.method, "notifications/resources/updated");
    result(outcome(&server, call("end")).await);
    assert_eq!(result(timeout(LONG, listening).await.expect("it ends").unwrap()), "null");
}
