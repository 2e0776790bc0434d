//! The id of a session over HTTP: sealed, so that it holds what another gateway with the same keys needs to go on with the session.

use super::ClientSession;
use crate::seal::{Purpose, Seal, Unsealed};
use candor::render::Revision;
use http::HeaderValue;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::time::Duration;
use uuid::Uuid;

/// How long a session lasts, whatever happens in it.
pub(super) const LONGEST: Duration = Duration::from_secs(24 * 60 * 60);

/// What is in the id of a session.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct SessionId {
    #[serde(rename = "i")]
    pub(super) id: Arc<str>,
    #[serde(rename = "p")]
    pub(super) process: Arc<str>,
    #[serde(rename = "n")]
    pub(super) node: Arc<str>,
    /// The date of the revision that was agreed upon.
    #[serde(rename = "r")]
    revision: String,
    #[serde(rename = "c")]
    pub(super) capabilities: Arc<str>,
    /// Whose session it is; empty if nobody has to say who it is.
    #[serde(rename = "u", default, skip_serializing_if = "String::is_empty")]
    pub(super) caller: String,
    #[serde(rename = "s", default, skip_serializing_if = "Vec::is_empty")]
    pub(super) upstream: Vec<UpstreamSession>,
}

/// A session of a server over HTTP that was opened for a client.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct UpstreamSession {
    /// The name of the server, which all gateways know it by.
    #[serde(rename = "m")]
    pub(crate) server: Arc<str>,
    /// The date of the revision that was agreed upon with it.
    #[serde(rename = "r")]
    pub(crate) revision: String,
    #[serde(rename = "i")]
    pub(crate) id: String,
}

impl SessionId {
    /// That of a session which this gateway begins.
    pub(super) fn new(session: &ClientSession, caller: String, upstream: Vec<UpstreamSession>) -> SessionId {
        SessionId {
            id: Uuid::new_v4().simple().to_string().into(),
            process: Arc::clone(&session.node.process),
            node: Arc::clone(&session.node.name),
            revision: session.revision.date().to_owned(),
            capabilities: Arc::clone(&session.capabilities),
            caller,
            upstream,
        }
    }

    /// The id as the client gets it. If the sessions of servers make it too long for a header, it goes without: then they are of use to
    /// this gateway alone.
    pub(super) fn sealed(&mut self, seal: &Seal) -> Result<HeaderValue, Unsealed> {
        let sealed = self.seal(seal);
        let text = match sealed {
            Err(Unsealed::TooLong) if !self.upstream.is_empty() => {
                self.upstream.clear();
                self.seal(seal)?
            }
            sealed => sealed?,
        };
        HeaderValue::try_from(text).map_err(|_| Unsealed::TooLong)
    }

    fn seal(&self, seal: &Seal) -> Result<String, Unsealed> {
        let payload = serde_json::to_vec(self).map_err(|_| Unsealed::TooLong)?;
        seal.seal(Purpose::Session, &payload, LONGEST)
    }

    /// What is in this id; none if it is not one, whatever the reason.
    pub(super) fn opened(seal: &Seal, sealed: &HeaderValue) -> Option<SessionId> {
        let payload = seal.open(Purpose::Session, sealed.to_str().ok()?).ok()?;
        serde_json::from_slice(&payload).ok()
    }

    pub(super) fn revision(&self) -> Option<Revision> {
        revision(&self.revision)
    }
}

impl UpstreamSession {
    pub(crate) fn revision(&self) -> Option<Revision> {
        revision(&self.revision)
    }
}

fn revision(date: &str) -> Option<Revision> {
    Revision::ALL.iter().copied().find(|known| known.date() == date)
}

#[cfg(test)]
mod tests {
    use super::super::{Mailbox, Node, Outlet};
    use super::*;
    use crate::Secret;

    fn seal(letter: &str) -> Seal {
        Seal::new(&[Secret::new(letter.repeat(32))]).unwrap()
    }

    fn session() -> ClientSession {
        let mailbox = Arc::new(Mailbox::default());
        let params = serde_json::value::RawValue::from_string(r#"{"capabilities":{"roots":{}}}"#.to_owned()).unwrap();
        ClientSession::new(Some(&params), Revision::V2025_06_18, Node::new(Some("a")), Outlet::Mailbox(mailbox))
    }

    #[test]
    fn an_id_holds_what_another_gateway_needs() {
        let upstream =
            UpstreamSession { server: "wiki".into(), revision: "2025-03-26".into(), id: "upstream-1".into() };
        let sealed = SessionId::new(&session(), "support".to_owned(), vec![upstream.clone()]).sealed(&seal("a"));
        let sealed = sealed.unwrap();
        let opened = SessionId::opened(&seal("a"), &sealed).unwrap();
        assert_eq!((opened.revision(), &*opened.capabilities), (Some(Revision::V2025_06_18), r#"{"roots":{}}"#));
        assert_eq!((&*opened.caller, &*opened.node), ("support", "a"));
        assert_eq!(opened.upstream, [upstream]);
        assert!(SessionId::opened(&seal("b"), &sealed).is_none());
        assert!(!sealed.to_str().unwrap().contains("support"));
    }

    #[test]
    fn an_id_is_never_too_long_for_a_header() {
        let upstream = |number| UpstreamSession {
            server: format!("server-{number}").into(),
            revision: "2025-11-25".into(),
            id: "x".repeat(200),
        };
        let mut id = SessionId::new(&session(), String::new(), (0..100).map(upstream).collect());
        assert!(id.sealed(&seal("a")).unwrap().len() < 1_000 && id.upstream.is_empty());
    }
}
