//! Answers for a server that takes too long, and finds out whether it is slow, silent or half dead.

use super::fault;
use super::report::RepairKind;
use super::session::Session;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::{Instant, sleep, sleep_until};

/// How long a server that has been silent may take to show that it is there.
const PROBE_LIMIT: Duration = Duration::from_secs(5);
/// How often it is looked whether a client reads again.
const LOOK: Duration = Duration::from_millis(50);
/// So many calls in a row without an answer, and a server that answers everything else counts as half dead.
const MOST_UNANSWERED: u32 = 3;

/// Keeps the limits of all requests, until it is dropped.
pub(super) async fn keep(session: Arc<Session>) {
    loop {
        if session.is_client_busy() {
            // The server's answers may be waiting behind what the client does not read.
            sleep(LOOK).await;
            continue;
        }
        let next = {
            let state = session.state();
            state.pending.next_deadline(!state.asked.is_empty())
        };
        match next {
            // A request that comes meanwhile has no earlier deadline, but for one of `initialize`, which is longer.
            Some(next) => {
                tokio::select! {
                    () = sleep_until(next) => {}
                    () = session.waits.notified() => continue,
                }
            }
            None => {
                session.waits.notified().await;
                continue;
            }
        }
        if session.is_client_busy() {
            continue;
        }
        let passed = {
            let mut state = session.state();
            let is_client_asked = !state.asked.is_empty();
            match session.wrap.is_observing {
                true => state.pending.note_passed(Instant::now(), is_client_asked),
                false => state.pending.take_passed(Instant::now(), is_client_asked),
            }
        };
        for (pending, limit) in passed {
            let request = &pending.request;
            let failure = fault::too_slow(&session.name, limit, request, pending.was_sent);
            if session.wrap.is_observing {
                session.would_fail(request, failure, RepairKind::TookTooLong, None);
                continue;
            }
            session.fail(request, failure, RepairKind::TookTooLong).await;
            session.note_settled();
            if !pending.was_sent {
                continue;
            }
            if !pending.is_initialize {
                tell(&session, request.id());
            }
            judge(&session, pending.began, request.tool().is_some());
        }
    }
}

/// Tells the server that nobody waits for this request any more.
fn tell(session: &Arc<Session>, id: &str) {
    let message = format!(
        r#"{{"jsonrpc":"2.0","method":"notifications/cancelled","params":{{"requestId":{id},"reason":"It took too long."}}}}"#
    );
    let session = session.clone();
    // A server that does not read keeps nobody waiting.
    tokio::spawn(async move { session.to_server(message.as_bytes()).await });
}

/// Whether the server works at all, now that a request was not answered in time.
fn judge(session: &Arc<Session>, began: Instant, is_call: bool) {
    let generation = session.generation();
    let is_silent = {
        let mut state = session.state();
        // Calls that ran at the same time are one sign.
        let is_next = state.last_timeout.is_none_or(|last| began >= last);
        if is_call && is_next {
            state.unanswered_in_a_row += 1;
            state.last_timeout = Some(Instant::now());
        }
        if state.unanswered_in_a_row >= MOST_UNANSWERED && !state.pending.has_call() {
            drop(state);
            session.is_unfit(generation, "answered none of its last calls");
            return;
        }
        state.last_message.is_none_or(|last| last < began)
    };
    if is_silent {
        let session = session.clone();
        tokio::spawn(async move { probe(&session, generation).await });
    }
}

/// Asks the server for something that is always answered. One that has said nothing since the request began, and does not answer this
/// either, is gone.
async fn probe(session: &Session, generation: u64) {
    let (method, params) = {
        let state = session.state();
        (state.handshake.probe(), state.handshake.params_with(None))
    };
    let before = session.state().last_message;
    let answer = session.ask(method, &params, PROBE_LIMIT.min(session.wrap.limits.idle_timeout)).await;
    if answer.is_none() && session.state().last_message == before {
        session.is_unfit(generation, "stopped answering");
    }
}
