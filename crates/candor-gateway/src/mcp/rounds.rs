//! A server of 2026-07-28 that asks for input in its results, before a client that is asked by requests: the client is asked, and the request
//! sent again with what it has answered.

use super::endpoint::{Asker, McpEndpoint};
use super::fault;
use super::object::{RawObject, raw};
use super::pass::Outgoing;
use super::session::ClientSession;
use crate::frame::member;
use crate::send::mcp::{ClientAnswer, McpServer, ServerQuestion, capability_for};
use candor::Failure;
use serde_json::Value;
use serde_json::value::RawValue;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::oneshot;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

/// How often a server may ask for more, and how much at once.
const MOST_ROUNDS: u32 = 8;
const MOST_AT_ONCE: usize = 16;
/// How long a server that asks for nothing but another try is left alone; each time longer.
const PAUSE: Duration = Duration::from_millis(200);

/// The rounds of one request, for a client that can be asked.
pub(super) struct Rounds<'a> {
    session: &'a Arc<ClientSession>,
    /// The request as it was first.
    params: Option<Box<RawValue>>,
    mirrored: Vec<(Box<str>, Box<str>)>,
    count: u32,
}

/// A request with what the client has answered.
pub(super) struct Again {
    pub(super) params: Option<Box<RawValue>>,
    pub(super) mirrored: Vec<(Box<str>, Box<str>)>,
}

/// A request for input, by the name that the server has for it, as that is written.
struct Wanted<'r> {
    key: &'r RawValue,
    method: String,
    params: Option<&'r RawValue>,
}

impl<'a> Rounds<'a> {
    /// Those of this request; none if its client cannot be asked.
    pub(super) fn of(outgoing: &Outgoing<'_>, asker: &'a Asker<'_>) -> Option<Rounds<'a>> {
        let session = asker.session.as_ref().filter(|session| session.can_be_asked())?;
        Some(Rounds { session, params: outgoing.params.clone(), mirrored: outgoing.mirrored.clone(), count: 0 })
    }

    /// The capabilities that the server is told.
    pub(super) fn capabilities(&self) -> Box<str> {
        (&**self.session.capabilities()).into()
    }

    /// Asks the client for what this result wants, and makes the request that is sent next. The state is the server's, byte for byte.
    ///
    /// # Errors
    ///
    /// The client cannot be asked that or does not answer, or the server asks too often.
    pub(super) async fn next(
        &mut self,
        endpoint: &McpEndpoint,
        server: &McpServer,
        result: &RawValue,
        asker: &Asker<'_>,
    ) -> Result<Again, Failure> {
        self.count += 1;
        if self.count > MOST_ROUNDS {
            return Err(fault::asks_too_often(server.name()));
        }
        let wanted = self.wanted(result).ok_or_else(|| fault::input_required(server.name()))?;
        let responses = match wanted.is_empty() {
            true => {
                sleep(PAUSE * self.count).await;
                None
            }
            false => Some(self.ask(endpoint, server, &wanted, asker).await?),
        };
        let responses = responses.map(|responses| ("inputResponses", responses));
        let state = member::<&RawValue>(result, "requestState").map(|state| ("requestState", state.get().to_owned()));
        let mut text = self.params.as_ref().map_or("{}", |params| params.get()).to_owned();
        for (name, json) in responses.into_iter().chain(state) {
            let whole = raw(text).ok_or_else(|| fault::input_required(server.name()))?;
            text = RawObject::read(&whole).ok_or_else(|| fault::input_required(server.name()))?.with(name, &json);
        }
        Ok(Again { params: raw(text), mirrored: self.mirrored.clone() })
    }

    /// What the result wants of the client; none if the client cannot be asked all of it.
    fn wanted<'r>(&self, result: &'r RawValue) -> Option<Vec<Wanted<'r>>> {
        let Some(requests) = member::<&RawValue>(result, "inputRequests") else { return Some(Vec::new()) };
        let requests = RawObject::read(requests)?;
        let offered = RawValue::from_string(self.session.capabilities().to_string()).ok()?;
        let wanted = requests.members().map(|(key, request)| {
            let method: String = member(request, "method")?;
            member::<&RawValue>(&offered, capability_for(&method)?)?;
            Some(Wanted { key, method, params: member(request, "params") })
        });
        wanted.collect::<Option<Vec<_>>>().filter(|wanted| wanted.len() <= MOST_AT_ONCE)
    }

    /// The answers of the client, each under its name.
    async fn ask(
        &self,
        endpoint: &McpEndpoint,
        server: &McpServer,
        wanted: &[Wanted<'_>],
        asker: &Asker<'_>,
    ) -> Result<String, Failure> {
        // Dropped, it asks no more.
        let mut asking = JoinSet::new();
        let mut answers = Vec::new();
        for Wanted { key, method, params } in wanted {
            let (answer, answered) = oneshot::channel();
            let question =
                ServerQuestion { method: method.as_str().into(), params: params.map(ToOwned::to_owned), answer };
            let session = Arc::clone(self.session);
            asking.spawn(session.ask(endpoint.relay().clone(), question, asker.notifications.clone()));
            answers.push((*key, answered));
        }
        let all = async {
            let mut members = Vec::new();
            for (key, answered) in answers {
                match answered.await {
                    Ok(ClientAnswer::Result(result)) => members.push(format!("{key}:{result}")),
                    Ok(ClientAnswer::Error(error)) => {
                        let why = member::<String>(&error, "message").unwrap_or_default();
                        return Err(fault::input_refused(server.name()).with_private("client", Value::from(why)));
                    }
                    Err(_) => return Err(fault::input_refused(server.name())),
                }
            }
            Ok(format!("{{{}}}", members.join(",")))
        };
        timeout(server.settings().longest, all).await.unwrap_or_else(|_| Err(fault::input_refused(server.name())))
    }
}
