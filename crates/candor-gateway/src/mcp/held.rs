//! Calls of clients of 2026-07-28 at servers with a handshake that ask before they answer: the call is held here, the question goes back as
//! `input_required`, and the call goes on when the client sends it again with its answers.
//!
//! ```text
//! client ──► call ──► server ──► question ──► held ──► input_required, requestState (sealed: gateway, call, caller, request) ──► client
//! client ──► call with answers and requestState ──► held ──► server ──► answer ──► client
//! ```

use super::endpoint::{Asker, McpEndpoint};
use super::fault;
use super::object::RawObject;
use super::pass::Passed;
use super::read::Params;
use super::{MOST_QUESTIONS, object, pass, progress};
use crate::seal::{Purpose, Unopened};
use crate::send::mcp::{ClientAnswer, McpServer, ServerAnswer, ServerQuestion, ServerRequest, capability_for};
use candor::Failure;
use candor::rmcp::relay::RelayedRequest;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::task::{AbortHandle, JoinHandle};

/// How many calls may be held, and for how long each waits for its client.
const MOST_HELD: usize = 1_000;
const HELD_FOR: Duration = Duration::from_secs(5 * 60);

/// What a connection announces that is there for clients that can be asked. Which of it a client can be asked says each call.
pub(super) const ANNOUNCED: &str = r#"{"sampling":{},"elicitation":{},"roots":{}}"#;

/// The calls that wait for their clients. Clones share them.
#[derive(Debug, Clone, Default)]
pub(super) struct HeldCalls(Arc<Mutex<HashMap<Box<str>, Held>>>);

/// A call that is under way at its server. Dropped, it is cancelled there.
#[derive(Debug)]
struct Held {
    answer: JoinHandle<Result<ServerAnswer, Failure>>,
    questions: mpsc::Receiver<ServerQuestion>,
    progress: mpsc::Receiver<Box<RawValue>>,
    /// What the client was asked, by the keys that it was asked under.
    open: Vec<(String, ServerQuestion)>,
    asked: usize,
    /// Ends it when nobody goes on with it.
    expiry: Option<AbortHandle>,
}

impl Drop for Held {
    fn drop(&mut self) {
        self.answer.abort();
        self.goes_on();
    }
}

/// What is sealed for the client.
#[derive(Debug, Serialize, Deserialize)]
struct State {
    process: String,
    node: String,
    id: String,
    caller: String,
    /// What was asked for: nobody goes on with it by another request.
    request: String,
}

/// Whether a server with a handshake may ask the client something during this request, or has asked it already: the request goes on then, and
/// is not sent once more, whatever the client declares now.
pub(super) fn may_ask(params: &Params<'_>) -> bool {
    params.get("requestState").is_some() || can_be_asked(params)
}

/// Whether the client declares that it can be asked something by a server with a handshake.
fn can_be_asked(params: &Params<'_>) -> bool {
    params.capabilities().is_some_and(|said| {
        let said = object::raw(said.into());
        let said = said.as_deref().and_then(RawObject::read);
        said.is_some_and(|said| ["sampling", "elicitation", "roots"].iter().any(|name| said.get(name).is_some()))
    })
}

/// Begins the request, or goes on with the one that the client has answers for, until it is answered or asks something.
pub(super) async fn through(
    endpoint: &McpEndpoint,
    server: &McpServer,
    mut request: ServerRequest,
    params: &Params<'_>,
    relayed: &RelayedRequest,
    asker: &Asker<'_>,
) -> Result<Result<ServerAnswer, Failure>, Passed> {
    let what = what_of(server, params, relayed);
    let mut held = match params.get("requestState").filter(|state| state.get() != "null") {
        Some(state) => match resumed(endpoint, server, state, &what, params, asker) {
            Ok(held) => held,
            Err(failure) => return Err(pass::failed(endpoint, failure, relayed)),
        },
        None => {
            let (questions, asked) = mpsc::channel(MOST_QUESTIONS);
            let (reports, progress) = mpsc::channel(64);
            request.questions = Some(questions);
            request.progress = params.meta("progressToken").is_some().then_some(reports);
            let server = server.clone();
            let answer = tokio::spawn(async move { server.request(request).await });
            Held { answer, questions: asked, progress, open: Vec::new(), asked: 0, expiry: None }
        }
    };
    let question = loop {
        if !held.open.is_empty() {
            break None;
        }
        tokio::select! {
            biased;
            Some(report) = held.progress.recv() => progress::report(endpoint, &report, params, asker),
            Some(question) = held.questions.recv() => match is_declared(&question, params) {
                true => break Some(question),
                false => refuse(question),
            },
            answer = &mut held.answer => {
                return Ok(answer.unwrap_or_else(|_| Err(fault::not_held())));
            }
        }
    };
    held.take_up(question);
    while let Ok(question) = held.questions.try_recv() {
        match is_declared(&question, params) {
            true => held.take_up(Some(question)),
            false => refuse(question),
        }
    }
    Err(match endpoint.held_calls().keep(endpoint, held, what, asker) {
        Ok(result) => pass::judged(endpoint, "result", &result, relayed),
        Err(failure) => pass::failed(endpoint, failure, relayed),
    })
}

/// What of a request has to be the same when it is sent again.
fn what_of(server: &McpServer, params: &Params<'_>, relayed: &RelayedRequest) -> String {
    let subject = params.text("name").or_else(|_| params.text("uri")).unwrap_or_default();
    let arguments = params.get("arguments").map_or("", RawValue::get);
    super::pins::hash(&format!("{}\n{}\n{subject}\n{arguments}", server.name(), relayed.method()))
}

fn is_declared(question: &ServerQuestion, params: &Params<'_>) -> bool {
    let Some(capability) = capability_for(&question.method) else { return false };
    let said = params.capabilities().and_then(|said| object::raw(said.into()));
    said.as_deref().and_then(RawObject::read).is_some_and(|said| said.get(capability).is_some())
}

fn refuse(question: ServerQuestion) {
    let error = r#"{"code":-32601,"message":"The client does not offer this"}"#.to_owned();
    if let Some(error) = object::raw(error) {
        // The call may be over.
        let _ = question.answer.send(ClientAnswer::Error(error));
    }
}

/// The held call of this state, with the client's answers given to the server. What it has not answered stays open.
fn resumed(
    endpoint: &McpEndpoint,
    server: &McpServer,
    state: &RawValue,
    what: &str,
    params: &Params<'_>,
    asker: &Asker<'_>,
) -> Result<Held, Failure> {
    let state: String = serde_json::from_str(state.get()).map_err(|_| fault::forged_state())?;
    let opened = endpoint.seal().open(Purpose::RequestState, &state).map_err(|why| match why {
        Unopened::Expired => fault::not_held(),
        Unopened::Forged | Unopened::OtherPurpose => fault::forged_state(),
    })?;
    let state: State = serde_json::from_slice(&opened).map_err(|_| fault::forged_state())?;
    if state.caller != asker.identity() || state.request != what {
        return Err(fault::forged_state());
    }
    if state.process != endpoint.node().process() {
        return Err(fault::held_elsewhere(server.name(), &state.node));
    }
    let mut held = endpoint.held_calls().calls().remove(&*state.id).ok_or_else(fault::not_held)?;
    held.goes_on();
    let answers = params.get("inputResponses").and_then(RawObject::read);
    for (key, question) in std::mem::take(&mut held.open) {
        match answers.as_ref().and_then(|answers| answers.get(&key)) {
            Some(answer) => drop(question.answer.send(ClientAnswer::Result(answer.to_owned()))),
            None if question.answer.is_closed() => {}
            None => held.open.push((key, question)),
        }
    }
    Ok(held)
}

impl Held {
    fn take_up(&mut self, question: Option<ServerQuestion>) {
        if let Some(question) = question {
            self.asked += 1;
            self.open.push((format!("q{}", self.asked), question));
        }
    }

    /// It does not expire any more.
    fn goes_on(&mut self) {
        if let Some(expiry) = self.expiry.take() {
            expiry.abort();
        }
    }

    /// What the client is asked, as the servers wrote it.
    fn asks(&self) -> String {
        let each = self.open.iter().map(|(key, question)| {
            let params = question.params.as_ref().map_or_else(String::new, |params| format!(r#","params":{params}"#));
            format!(r#""{key}":{{"method":{}{params}}}"#, Value::from(&*question.method))
        });
        format!("{{{}}}", each.collect::<Vec<_>>().join(","))
    }
}

impl HeldCalls {
    fn calls(&self) -> MutexGuard<'_, HashMap<Box<str>, Held>> {
        // Nothing that panics runs while it is held.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Holds the call; the result that asks the client. A call that nobody goes on with is cancelled after a time.
    fn keep(&self, endpoint: &McpEndpoint, mut held: Held, what: String, asker: &Asker<'_>) -> Result<String, Failure> {
        let id: Box<str> = uuid::Uuid::new_v4().simple().to_string().into();
        let state = State {
            process: endpoint.node().process().to_owned(),
            node: endpoint.node().name().to_owned(),
            id: id.to_string(),
            caller: asker.identity().to_owned(),
            request: what,
        };
        let state = serde_json::to_vec(&state).unwrap_or_default();
        let sealed = endpoint.seal().seal(Purpose::RequestState, &state, HELD_FOR);
        let sealed = sealed.map_err(|why| Failure::internal(why.to_string()))?;
        let result =
            format!(r#"{{"resultType":"input_required","inputRequests":{},"requestState":"{sealed}"}}"#, held.asks());
        let mut calls = self.calls();
        if calls.len() >= MOST_HELD {
            return Err(fault::too_many_held());
        }
        let (all, own) = (self.clone(), id.clone());
        let expiry = tokio::spawn(async move {
            tokio::time::sleep(HELD_FOR).await;
            let over = all.calls().remove(&own);
            drop(over);
        });
        held.expiry = Some(expiry.abort_handle());
        calls.insert(id, held);
        Ok(result)
    }
}
