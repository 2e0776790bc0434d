//! What a client is asked for its servers, until it answers.

use super::node::Asked;
use super::{ClientSession, Outlet};
use crate::frame::{Frame, Kind};
use crate::send::mcp::{ClientAnswer, ServerQuestion};
use candor::rmcp::relay::Relay;
use serde_json::Value;
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::{mpsc, oneshot};

/// The questions of all sessions are counted together, so that no two have one id.
static NUMBERS: AtomicU64 = AtomicU64::new(1);

/// The questions that a client has not answered.
#[derive(Debug, Default)]
pub(super) struct Questions(Mutex<HashMap<u64, oneshot::Sender<ClientAnswer>>>);

/// What becomes of a client's answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Taken {
    /// It has gone its way, or nobody waits for it any more.
    Here,
    /// It was asked by another gateway, where somebody may wait for it.
    Elsewhere,
}

impl Questions {
    fn open(&self) -> MutexGuard<'_, HashMap<u64, oneshot::Sender<ClientAnswer>>> {
        // Nothing that panics runs while it is held.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl ClientSession {
    /// Asks the client for a server, on this way or on that of messages that belong to no request, until it has answered or nobody waits
    /// for it any more. Then the client is told that it need not answer.
    pub(crate) async fn ask(
        self: Arc<Self>,
        relay: Relay,
        mut question: ServerQuestion,
        way: Option<mpsc::Sender<Vec<u8>>>,
    ) {
        let number = NUMBERS.fetch_add(1, Ordering::Relaxed);
        let (answer, answered) = oneshot::channel();
        self.questions.open().insert(number, answer);
        let mut open = Open { session: &self, number, way: way.map(Outlet::Lines), was_asked: false };
        let params = question.params.as_ref().map_or_else(String::new, |params| format!(r#","params":{params}"#));
        let method = Value::from(&*question.method);
        let id = self.node.question_id(number);
        let frame = format!(r#"{{"jsonrpc":"2.0","id":"{id}","method":{method}{params}}}"#).into_bytes();
        let frame = relay.message(&frame).into_frame().unwrap_or(frame);
        if !open.outlet().offer(frame) {
            // It does not read what it was sent before: the server learns that there is no answer.
            return;
        }
        open.was_asked = true;
        tokio::select! {
            biased;
            answer = answered => {
                open.was_asked = false;
                if let Ok(answer) = answer {
                    // The server may have given up just now.
                    let _ = question.answer.send(answer);
                }
            }
            () = question.answer.closed() => {}
        }
    }

    /// Takes the client's answer to a question.
    pub(crate) fn answered(&self, frame: &Frame<'_>) -> Taken {
        let Kind::Answer { id } = &frame.kind else { return Taken::Here };
        let id: Option<String> = serde_json::from_str(id.json()).ok();
        let number = match id.and_then(|id| self.node.question(&id)) {
            Some(Asked::Here(number)) => number,
            Some(Asked::Elsewhere) => return Taken::Elsewhere,
            None => return Taken::Here,
        };
        let waiting = self.questions.open().remove(&number);
        let answer = match (frame.error, frame.result) {
            (Some(error), _) => ClientAnswer::Error(error.to_owned()),
            (None, Some(result)) => ClientAnswer::Result(result.to_owned()),
            (None, None) => return Taken::Here,
        };
        // What is answered twice, or too late, nobody waits for.
        if let Some(waiting) = waiting {
            let _ = waiting.send(answer);
        }
        Taken::Here
    }
}

/// A question that is open until this is dropped.
struct Open<'s> {
    session: &'s ClientSession,
    number: u64,
    way: Option<Outlet>,
    was_asked: bool,
}

impl Open<'_> {
    fn outlet(&self) -> &Outlet {
        self.way.as_ref().unwrap_or(&self.session.outlet)
    }
}

impl Drop for Open<'_> {
    fn drop(&mut self) {
        self.session.questions.open().remove(&self.number);
        if self.was_asked {
            let id = self.session.node.question_id(self.number);
            let params = format!(r#"{{"requestId":"{id}","reason":"Nobody waits for the answer any more"}}"#);
            let frame = format!(r#"{{"jsonrpc":"2.0","method":"notifications/cancelled","params":{params}}}"#);
            self.outlet().offer(frame.into_bytes());
        }
    }
}
