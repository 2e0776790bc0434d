//! The messages of a server that one cannot change, on their way to its client: what is wrong with them is mended, and the rest
//! stays byte for byte.
//!
//! A [`Relay`] knows nothing of transports: it takes the frames of the server, and the requests that they answer. `candor wrap` and
//! the gateway are made of it.

mod answer;
mod argument;
mod found;
mod reader;
mod request;
mod salvage;
mod schema_cost;
mod tool;
mod unflagged;
mod unknown;

pub use reader::{FrameReader, Line, ReadFrame};
pub use request::RelayedRequest;
pub use tool::RelayedTool;

use super::guard::{OutputMismatch, fault_of_params};
use super::outbound;
use super::refusal;
use super::shape::{self, Parsed, Scan};
use crate::{Failure, FailurePolicy, Incident};
use serde_json::Value;

/// Mends the messages of another server.
///
/// ```
/// use candor::FailurePolicy;
/// use candor::rmcp::relay::{Relay, RelayedRequest};
///
/// let relay = Relay::new(FailurePolicy::new());
/// let request = RelayedRequest::new("7", "tools/call").for_tool("get_order", None);
///
/// let fine = br#"{"jsonrpc":"2.0","id":7,"result":{"content":[]}}"#;
/// assert!(relay.answer(fine, &request).frame().is_none());
///
/// let failed = br#"{"jsonrpc":"2.0","id":7,"result":{"isError":true,"content":[{"type":"text","text":"connect ECONNREFUSED 10.0.0.7:5432"}]}}"#;
/// let mended = relay.answer(failed, &request);
/// let text = String::from_utf8_lossy(mended.frame().unwrap());
/// assert!(text.contains("unavailable") && !text.contains("10.0.0.7"), "{text}");
/// ```
#[derive(Clone)]
pub struct Relay {
    policy: FailurePolicy,
    output_mismatch: OutputMismatch,
    is_in_gateway: bool,
}

impl Relay {
    /// A relay that discloses as this policy says. A result that does not fit its tool's output schema passes, and the operator is
    /// told.
    #[must_use]
    pub fn new(policy: FailurePolicy) -> Relay {
        Relay { policy, output_mismatch: OutputMismatch::Warn, is_in_gateway: false }
    }

    /// The same, and this becomes of results that do not fit their tool's output schema.
    #[must_use]
    pub fn with_output_mismatch(self, output_mismatch: OutputMismatch) -> Relay {
        Relay { output_mismatch, ..self }
    }

    /// The same in a gateway, between several servers and an [`HttpGuard`](super::HttpGuard) of this process. What a server has failed with
    /// is that server's, also if it could not reach something itself; so the gateway's own failures to reach a server can be told
    /// apart. The guard lets pass what was disclosed here, once.
    #[must_use]
    pub fn in_gateway(self) -> Relay {
        Relay { is_in_gateway: true, ..self }
    }

    /// What failures are disclosed by.
    #[must_use]
    pub fn policy(&self) -> &FailurePolicy {
        &self.policy
    }

    /// The server's answer to this request.
    #[must_use]
    pub fn answer(&self, frame: &[u8], request: &RelayedRequest) -> Relayed {
        self.ticketed(answer::relayed(self, frame, request))
    }

    /// Another message of the server: a notification, or a request to the client.
    #[must_use]
    pub fn message(&self, frame: &[u8]) -> Relayed {
        Relayed::by(outbound::filtered(&self.policy, frame), Change::Scrubbed)
    }

    /// The answer to a request that this failure was met with on its way, and that the server does not answer any more.
    #[must_use]
    pub fn failure(&self, failure: Failure, request: &RelayedRequest) -> Relayed {
        self.ticketed(answer::failed(self, failure, request))
    }

    fn ticketed(&self, relayed: Relayed) -> Relayed {
        if let Some(frame) = relayed.frame().filter(|_| self.is_in_gateway && relayed.incident.is_some()) {
            outbound::leave_ticket(frame);
        }
        relayed
    }

    /// The answers to a line of the client that is not a message; none if nobody waits for one, or if it is a message.
    #[must_use]
    pub fn refusals(&self, line: &[u8]) -> Vec<Vec<u8>> {
        match shape::read(line) {
            Parsed::Refused(refusals) => {
                let frame = |it: refusal::Refusal| refusal::frame(&self.policy, it.id.as_ref(), it.failure);
                refusals.into_iter().map(frame).collect()
            }
            Parsed::Unanswered(failure) => {
                let _ = self.policy.disclose(*failure);
                Vec::new()
            }
            Parsed::Message(_) => Vec::new(),
        }
    }

    /// The answer to a request whose params are not what the protocol wants of its method; `None` if nothing is known to be wrong with
    /// them.
    #[must_use]
    pub fn malformed(&self, request: &RelayedRequest, params: Option<&Value>) -> Option<Relayed> {
        let failure = fault_of_params(request.method(), params)?;
        Some(answer::failed(self, failure, &request.clone().before_any_tool()))
    }

    /// The answer to a request whose id is that of one that is still open.
    #[must_use]
    pub fn used_id(&self, request: &RelayedRequest) -> Relayed {
        answer::failed(self, refusal::duplicate_id(), &request.clone().before_any_tool())
    }

    /// The answer to a request beyond so many that are open at once.
    #[must_use]
    pub fn too_many(&self, request: &RelayedRequest, limit: usize) -> Relayed {
        answer::failed(self, refusal::too_many(limit), &request.clone().before_any_tool())
    }

    /// The answer to a request whose line is longer than it may be, in bytes.
    #[must_use]
    pub fn too_long(&self, id: &str, limit: usize) -> Option<Vec<u8>> {
        let id = Scan::of(format!("{{\"id\":{id}}}").as_bytes()).id.into_answer_id()?;
        Some(refusal::frame(&self.policy, Some(&id), refusal::too_large(Some(limit))))
    }

    /// The answer to a request for whose line there is no memory now.
    #[must_use]
    pub fn no_room(&self, id: &str) -> Option<Vec<u8>> {
        let id = Scan::of(format!("{{\"id\":{id}}}").as_bytes()).id.into_answer_id()?;
        Some(refusal::frame(&self.policy, Some(&id), refusal::no_memory()))
    }

    /// The id of a message, in JSON as it was written; none if it has no id that an answer can carry.
    #[must_use]
    pub fn id_in(text: &[u8]) -> Option<String> {
        Scan::of(text).id.into_answer_id().map(|id| id.as_json().to_owned())
    }

    /// The id in what may be left of an answer, in JSON as it was written, or none if it has no id that could be read; `None` if nothing
    /// in the text says that it is an answer.
    #[must_use]
    pub fn answered_id(text: &[u8]) -> Option<Option<String>> {
        let shape = Scan::of(text);
        shape.has_reply.then(|| shape.id.into_answer_id().map(|id| id.as_json().to_owned()))
    }
}

impl std::fmt::Debug for Relay {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Relay").field("output_mismatch", &self.output_mismatch).finish_non_exhaustive()
    }
}

/// What became of a message.
#[derive(Debug, Default)]
pub struct Relayed {
    frame: Option<Vec<u8>>,
    change: Option<Change>,
    incident: Option<Incident>,
}

/// Why a message is not passed on as it came, or what is to be told of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Change {
    /// A failure was completed, and written in the dialect of the policy.
    Failure,
    /// A result without `isError` was a failure by its own words.
    Unflagged,
    /// A result did not fit its tool's output schema.
    OutputMismatch,
    /// Something was removed that must not leave.
    Scrubbed,
}

impl Change {
    /// Its name, for programs.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Change::Failure => "failure",
            Change::Unflagged => "unflagged_failure",
            Change::OutputMismatch => "output_mismatch",
            Change::Scrubbed => "scrubbed",
        }
    }
}

impl Relayed {
    fn by(frame: Option<Vec<u8>>, change: Change) -> Relayed {
        Relayed { change: frame.is_some().then_some(change), frame, incident: None }
    }

    /// The message that takes the place of the one that came; `None` if that one passes as it is.
    #[must_use]
    pub fn frame(&self) -> Option<&[u8]> {
        self.frame.as_deref()
    }

    /// The same, owned.
    #[must_use]
    pub fn into_frame(self) -> Option<Vec<u8>> {
        self.frame
    }

    /// What was changed; or, if the message passes as it is, what was noticed.
    #[must_use]
    pub fn change(&self) -> Option<Change> {
        self.change
    }

    /// The failure that the message holds, as the operator is told it.
    #[must_use]
    pub fn incident(&self) -> Option<&Incident> {
        self.incident.as_ref()
    }
}
