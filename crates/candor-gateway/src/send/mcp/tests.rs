//! Requests to real servers: processes, and addresses on loopback.

mod child;
mod child_eras;
mod child_faults;
mod http;
mod http_eras;
mod http_faults;
mod http_resumed;
mod http_sessions;
mod questions;

use super::{
    Announced, ClientAnswer, McpServer, ServerAnswer, ServerEvent, ServerQuestion, ServerRequest, ServerState,
};
use crate::upstream::McpServerSettings;
use candor::{Failure, FailurePolicy};
use serde_json::value::RawValue;
use std::time::Duration;
use tokio::sync::{broadcast, mpsc};
use tokio::time::timeout;

/// How long a test waits for what happens at once on an idle machine.
const LONG: Duration = Duration::from_secs(60);

/// A server with limits that no test passes, unless it sets others.
fn settings(reach: crate::upstream::McpReach) -> McpServerSettings {
    let mut settings = McpServerSettings::new("desk", reach);
    settings.timeout = LONG;
    settings.start = LONG;
    settings
}

fn start(settings: McpServerSettings) -> McpServer {
    McpServer::new(settings, FailurePolicy::new(), Announced::default())
}

fn raw(json: &str) -> Box<RawValue> {
    RawValue::from_string(json.to_owned()).unwrap()
}

/// A call of this tool that may do harm when it is repeated.
fn call(tool: &str) -> ServerRequest {
    let params = raw(&format!(r#"{{"name":"{tool}","arguments":{{}}}}"#));
    ServerRequest { subject: Some(tool.into()), ..ServerRequest::new("tools/call", Some(params), LONG) }
}

fn with_progress(request: ServerRequest) -> (ServerRequest, mpsc::Receiver<Box<RawValue>>) {
    let (progress, seen) = mpsc::channel(16);
    (ServerRequest { progress: Some(progress), ..request }, seen)
}

/// The outcome, in bounded time.
async fn outcome(server: &McpServer, request: ServerRequest) -> Result<ServerAnswer, Failure> {
    timeout(2 * LONG, server.request(request)).await.expect("a request has an outcome")
}

#[track_caller]
fn result(outcome: Result<ServerAnswer, Failure>) -> String {
    match outcome {
        Ok(ServerAnswer::Result(result)) => result.get().to_owned(),
        Ok(ServerAnswer::Error(error)) => panic!("the error {error}"),
        Err(failure) => panic!("{}: {}", failure.reason(), failure.message()),
    }
}

/// The reason, and whether the caller is told that the call may have taken effect.
#[track_caller]
fn failed(outcome: Result<ServerAnswer, Failure>) -> (String, bool) {
    let failure = outcome.expect_err("a failure");
    let may_be_done = failure.details().get("may_have_taken_effect").is_some_and(|it| *it == true);
    assert_eq!(
        may_be_done,
        failure.recovery().hint().contains("may have taken effect"),
        "{}",
        failure.recovery().hint()
    );
    (failure.reason().to_string(), may_be_done)
}

/// Waits until the state is this one.
async fn until(server: &McpServer, is_wanted: impl Fn(&ServerState) -> bool) -> ServerState {
    let mut events = server.events();
    let seen = async {
        loop {
            let state = server.state();
            if is_wanted(&state) {
                return state;
            }
            // Lagging behind is a sign that something has happened, too.
            let _ = timeout(Duration::from_millis(50), events.recv()).await;
        }
    };
    timeout(LONG, seen).await.expect("the state comes about")
}

fn is_up(state: &ServerState) -> bool {
    matches!(state, ServerState::Up(_))
}

fn is_out(state: &ServerState) -> bool {
    matches!(state, ServerState::Out { .. })
}

/// Waits for an event, whatever comes before it.
async fn event(events: &mut broadcast::Receiver<ServerEvent>, wanted: ServerEvent) {
    let seen = async { while events.recv().await.expect("an event") != wanted {} };
    timeout(LONG, seen).await.expect("the event comes");
}
