//! Requests that the wrapper asks the server for itself, of which the client sees nothing.

use super::session::Session;
use crate::frame::IdKey;
use candor::rmcp::relay::Line;
use std::collections::HashMap;
use std::time::Duration;
use tokio::sync::oneshot;
use tokio::time::timeout;

/// The wrapper's own requests that wait for their answers.
#[derive(Debug, Default)]
pub(super) struct OwnRequests {
    waiting: HashMap<IdKey, oneshot::Sender<Line>>,
    /// What sets their ids apart from those of any client.
    mark: Option<u64>,
    count: u64,
}

impl OwnRequests {
    /// A new id, and where its answer comes.
    fn open(&mut self) -> (String, oneshot::Receiver<Line>) {
        let mark = *self.mark.get_or_insert_with(|| fastrand::u64(..));
        let id = format!("candor-{mark:016x}-{}", self.next());
        let (answer, answered) = oneshot::channel();
        self.waiting.insert(IdKey::Text(id.as_str().into()), answer);
        (id, answered)
    }

    /// A number that no other message of the wrapper has.
    pub(super) fn next(&mut self) -> u64 {
        self.count += 1;
        self.count
    }

    /// Whoever waits for the answer to this id.
    pub(super) fn take(&mut self, id: &IdKey) -> Option<oneshot::Sender<Line>> {
        self.waiting.remove(id)
    }

    /// Nobody answers those that are open.
    pub(super) fn clear(&mut self) {
        self.waiting.clear();
    }
}

impl Session {
    /// Asks the server, and waits so long for its answer.
    pub(super) async fn ask(&self, method: &str, params: &str, limit: Duration) -> Option<Line> {
        let (id, answered) = self.state().own.open();
        let message = format!(r#"{{"jsonrpc":"2.0","id":"{id}","method":"{method}","params":{params}}}"#);
        let answer = async { if self.to_server(message.as_bytes()).await { answered.await.ok() } else { None } };
        let answer = timeout(limit, answer).await.ok().flatten();
        self.state().own.take(&IdKey::Text(id.into()));
        answer
    }
}
