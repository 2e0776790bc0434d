//! A client with a handshake that can be told and asked something: the one on stdio, or one with a session over HTTP.
//!
//! ```text
//! server ──► its connection for this session ──► questions, notifications ──► stream of the request, GET stream, or stdout ──► client
//! ```
//!
//! What can be asked of the client is told to servers that are begun with for it: so it has connections of its own to them.

mod connections;
mod mailbox;
mod node;
mod questions;
mod sealed;
mod table;
mod told;
mod wishes;

pub(super) use connections::{announces, facts_of};
pub(crate) use mailbox::{Letters, Mailbox};
pub(crate) use node::Node;
pub(crate) use questions::Taken;
pub(crate) use table::Sessions;

use super::object::RawObject;
use crate::frame::IdKey;
use candor::render::Revision;
use connections::Connections;
use questions::Questions;
use sealed::UpstreamSession;
use serde_json::value::RawValue;
use std::collections::HashMap;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::mpsc;
use tokio::task::AbortHandle;
use wishes::Wishes;

/// The capabilities of a client that servers need to know: those by which it can be asked something.
const ASKED_BY: [&str; 3] = ["sampling", "elicitation", "roots"];
/// A client that can be asked nothing.
pub(super) const NOTHING: &str = "{}";
/// The longest capabilities that are kept, in bytes. They are in the id of the session.
const LONGEST_CAPABILITIES: usize = 2 * 1024;

/// A client that can be told and asked something.
pub(crate) struct ClientSession {
    /// The capabilities by which it can be asked, in JSON.
    capabilities: Arc<str>,
    revision: Revision,
    node: Node,
    /// The gateway that began with the client, if that is another one.
    elsewhere: Option<Arc<str>>,
    /// Takes what belongs to none of its requests.
    outlet: Outlet,
    questions: Questions,
    connections: Connections,
    /// Sessions of servers over HTTP that another gateway has opened for it.
    given: Vec<UpstreamSession>,
    wishes: Wishes,
    running: Mutex<HashMap<IdKey, Running>>,
}

/// Where messages for a client go that belong to none of its requests.
#[derive(Debug)]
pub(crate) enum Outlet {
    Lines(mpsc::Sender<Vec<u8>>),
    Mailbox(Arc<Mailbox>),
}

impl Outlet {
    /// Sends the message, unless there is no room for it.
    fn offer(&self, message: Vec<u8>) -> bool {
        match self {
            Outlet::Lines(lines) => lines.try_send(message).is_ok(),
            Outlet::Mailbox(mailbox) => mailbox.offer(message),
        }
    }
}

/// A request of the session over HTTP.
#[derive(Debug)]
struct Running {
    task: AbortHandle,
    was_cancelled: Arc<AtomicBool>,
}

impl ClientSession {
    /// A client that began with these params, before this gateway.
    pub(crate) fn new(params: Option<&RawValue>, revision: Revision, node: Node, outlet: Outlet) -> ClientSession {
        let capabilities = params.and_then(RawObject::read).and_then(|params| params.get("capabilities"));
        ClientSession {
            capabilities: capabilities.and_then(asked_by).unwrap_or_else(|| NOTHING.to_owned()).into(),
            revision,
            node,
            elsewhere: None,
            outlet,
            questions: Questions::default(),
            connections: Connections::default(),
            given: Vec::new(),
            wishes: Wishes::default(),
            running: Mutex::default(),
        }
    }

    /// What was agreed upon by the handshake.
    pub(crate) fn revision(&self) -> Revision {
        self.revision
    }

    /// The capabilities by which the client can be asked, in JSON.
    pub(crate) fn capabilities(&self) -> &Arc<str> {
        &self.capabilities
    }

    /// Whether it can be asked anything.
    pub(crate) fn can_be_asked(&self) -> bool {
        &*self.capabilities != NOTHING
    }

    /// Tells the client this, unless it does not read.
    pub(crate) fn tell(&self, message: Vec<u8>) {
        self.outlet.offer(message);
    }

    /// The messages that belong to none of its requests; none on stdio.
    pub(crate) fn letters(&self) -> Option<Letters> {
        match &self.outlet {
            Outlet::Mailbox(mailbox) => Some(mailbox.open()),
            Outlet::Lines(_) => None,
        }
    }

    /// Nothing more comes that belongs to none of its requests.
    pub(crate) fn end_stream(&self) {
        if let Outlet::Mailbox(mailbox) = &self.outlet {
            mailbox.end();
        }
    }

    /// A request of the client runs from now on. What is returned says later whether the client has cancelled it.
    pub(crate) fn runs(&self, id: IdKey, task: AbortHandle) -> Arc<AtomicBool> {
        let was_cancelled = Arc::new(AtomicBool::new(false));
        self.running().insert(id, Running { task, was_cancelled: Arc::clone(&was_cancelled) });
        was_cancelled
    }

    /// It does not run any more.
    pub(crate) fn ran(&self, id: &IdKey) {
        self.running().remove(id);
    }

    /// The client does not want the answer to this request any more.
    pub(crate) fn cancel(&self, id: &IdKey) {
        if let Some(running) = self.running().remove(id) {
            running.was_cancelled.store(true, Ordering::Release);
            running.task.abort();
        }
    }

    fn running(&self) -> MutexGuard<'_, HashMap<IdKey, Running>> {
        // Nothing that panics runs while it is held.
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for ClientSession {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ClientSession").field("capabilities", &self.capabilities).finish_non_exhaustive()
    }
}

/// The capabilities by which a client can be asked, as it wrote them; none if there are no such ones.
fn asked_by(capabilities: &RawValue) -> Option<String> {
    let capabilities = RawObject::read(capabilities)?;
    let is_one = |name: &&str| capabilities.get(name).is_some_and(|value| value.get().starts_with('{'));
    let kept: Vec<&str> = ASKED_BY.into_iter().filter(is_one).collect();
    let members = kept.iter().filter_map(|name| Some(format!("\"{name}\":{}", capabilities.get(name)?)));
    let text = format!("{{{}}}", members.collect::<Vec<_>>().join(","));
    (!kept.is_empty() && text.len() <= LONGEST_CAPABILITIES).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_its_capabilities_those_are_kept_by_which_a_client_can_be_asked() {
        let kept = |text: &str| asked_by(&RawValue::from_string(text.to_owned()).unwrap());
        let given = r#"{"tasks":{}, "roots":{"listChanged": true},"sampling":{"x":1e400},"elicitation":null}"#;
        assert_eq!(kept(given).as_deref(), Some(r#"{"sampling":{"x":1e400},"roots":{"listChanged": true}}"#));
        let long = format!(r#"{{"roots":{{"x":"{}"}}}}"#, "a".repeat(LONGEST_CAPABILITIES));
        for nothing in ["{}", "[]", r#"{"roots":true}"#, r#"{"experimental":{}}"#, &long] {
            assert_eq!(kept(nothing), None, "{nothing}");
        }
    }
}
