//! What servers with a handshake ask of their clients while a request of those runs: sampling, elicitation, roots.
//!
//! A question is put to whoever takes those of a request, or of the whole connection; its answer goes back to the server as it is. While
//! one is open, the limits of the requests that it is asked for stand still: the question has its own.

use super::patience::Hold;
use crate::frame::{Id, IdKey, member};
use serde_json::value::RawValue;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::{mpsc, oneshot};
use tokio::task::AbortHandle;
use tokio::time::timeout;

/// How many questions may be open at the same time, for one request or for one connection.
const MOST_OPEN: usize = 16;
/// How many there may be one after the other, so that a server that asks for ever does not keep its request for ever.
const MOST_IN_ALL: usize = 256;

/// A question of a server. Whoever has it may wait for [`oneshot::Sender::closed`]: then nobody wants the answer any more.
#[derive(Debug)]
pub(crate) struct ServerQuestion {
    pub(crate) method: Box<str>,
    /// As the server wrote them.
    pub(crate) params: Option<Box<RawValue>>,
    /// Dropped without an answer, it tells the server that there is none.
    pub(crate) answer: oneshot::Sender<ClientAnswer>,
}

/// What a client answered, as it was written.
#[derive(Debug)]
pub(crate) enum ClientAnswer {
    Result(Box<RawValue>),
    Error(Box<RawValue>),
}

/// What a server with a handshake is told of its client, and who is asked.
#[derive(Debug, Clone)]
pub(crate) struct Announced {
    /// The capabilities of the client, in JSON. A question is taken only if its capability is among them.
    pub(crate) capabilities: Arc<str>,
    /// Takes the questions that belong to no single request. Only a connection that belongs to one client has it.
    pub(crate) questions: Option<mpsc::Sender<ServerQuestion>>,
}

impl Default for Announced {
    /// Nothing is offered, and nobody is asked.
    fn default() -> Announced {
        Announced { capabilities: "{}".into(), questions: None }
    }
}

impl Announced {
    /// Whether a question with this method may be asked.
    pub(super) fn offers(&self, method: &str) -> bool {
        let Some(capability) = capability_for(method) else { return false };
        let capabilities: Option<&RawValue> = serde_json::from_str(&self.capabilities).ok();
        let offered: Option<&RawValue> = capabilities.and_then(|capabilities| member(capabilities, capability));
        offered.is_some_and(|offered| offered.get() != "null")
    }
}

/// What a client has to announce to be asked this.
pub(crate) fn capability_for(method: &str) -> Option<&'static str> {
    match method {
        "sampling/createMessage" => Some("sampling"),
        "elicitation/create" => Some("elicitation"),
        "roots/list" => Some("roots"),
        _ => None,
    }
}

/// The open questions of a request or a connection. Dropped, it lets go of them all.
#[derive(Debug)]
pub(super) struct OpenQuestions {
    open: Arc<Mutex<Open>>,
    most_in_all: usize,
}

#[derive(Debug, Default)]
struct Open {
    tasks: HashMap<IdKey, AbortHandle>,
    in_all: usize,
}

/// A question, as it came.
pub(super) struct Asked<'q> {
    pub(super) id: Id<'q>,
    pub(super) method: &'q str,
    pub(super) params: Option<&'q RawValue>,
}

impl OpenQuestions {
    pub(super) fn of_request() -> OpenQuestions {
        OpenQuestions { open: Arc::default(), most_in_all: MOST_IN_ALL }
    }

    /// Those of a connection, which lasts.
    pub(super) fn of_connection() -> OpenQuestions {
        OpenQuestions { open: Arc::default(), most_in_all: usize::MAX }
    }

    /// Puts a question. Its reply is given to `reply` as soon as it is there, or within the limit; meanwhile those who are held wait.
    /// What cannot be asked is replied to at once.
    pub(super) fn put<F>(
        &self,
        asked: &Asked<'_>,
        to: &mpsc::Sender<ServerQuestion>,
        held: Vec<Hold>,
        limit: Duration,
        reply: impl FnOnce(Vec<u8>) -> F + Send + 'static,
    ) where
        F: Future<Output = ()> + Send,
    {
        let id = asked.id.json().to_owned();
        let Some(key) = asked.id.key() else { return };
        let (answer, answered) = oneshot::channel();
        let question =
            ServerQuestion { method: asked.method.into(), params: asked.params.map(ToOwned::to_owned), answer };
        let mut open = self.open();
        let has_room = open.tasks.len() < MOST_OPEN && open.in_all < self.most_in_all && !open.tasks.contains_key(&key);
        let was_put = has_room && to.try_send(question).is_ok();
        open.in_all = open.in_all.saturating_add(1);
        let (of_task, own_key) = (Arc::clone(&self.open), key.clone());
        let task = tokio::spawn(async move {
            let frame = match was_put {
                true => match timeout(limit, answered).await {
                    Ok(Ok(answer)) => reply_with(&id, &answer),
                    Ok(Err(_)) => refusal(&id, "The client gave no answer"),
                    Err(_) => refusal(&id, "The client gave no answer in time"),
                },
                false => refusal(&id, "The client is asked too much already"),
            };
            drop(held);
            reply(frame).await;
            if was_put {
                of_task.lock().unwrap_or_else(PoisonError::into_inner).tasks.remove(&own_key);
            }
        });
        if was_put {
            open.tasks.insert(key, task.abort_handle());
        }
    }

    /// The server does not want the answer to this question any more.
    pub(super) fn cancel(&self, id: &str) {
        let task = IdKey::of(id).and_then(|key| self.open().tasks.remove(&key));
        if let Some(task) = task {
            task.abort();
        }
    }

    fn open(&self) -> MutexGuard<'_, Open> {
        // Nothing that panics runs while it is held.
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for OpenQuestions {
    fn drop(&mut self) {
        for task in self.open().tasks.values() {
            task.abort();
        }
    }
}

fn reply_with(id: &str, answer: &ClientAnswer) -> Vec<u8> {
    let (member, json) = match answer {
        ClientAnswer::Result(result) => ("result", result.get()),
        ClientAnswer::Error(error) => ("error", error.get()),
    };
    format!(r#"{{"jsonrpc":"2.0","id":{id},"{member}":{json}}}"#).into_bytes()
}

fn refusal(id: &str, why: &str) -> Vec<u8> {
    format!(r#"{{"jsonrpc":"2.0","id":{id},"error":{{"code":-32603,"message":"{why}"}}}}"#).into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_announced_is_offered() {
        let announced = |capabilities: &str| Announced { capabilities: capabilities.into(), questions: None };
        let both = announced(r#"{"sampling":{},"roots":{"listChanged":true},"elicitation":null}"#);
        assert!(both.offers("sampling/createMessage") && both.offers("roots/list"));
        assert!(!both.offers("elicitation/create") && !both.offers("tasks/get") && !both.offers("sampling"));
        assert!(!announced("{}").offers("roots/list") && !announced("no JSON").offers("roots/list"));
    }
}
