//! A request on its way to a server, and what the server tells and asks of the client meanwhile.

use super::endpoint::{Asker, McpEndpoint};
use super::object::RawObject;
use super::session::ClientSession;
use crate::send::mcp::{McpServer, ServerAnswer, ServerNotification, ServerQuestion, ServerRequest};
use candor::Failure;
use serde_json::value::RawValue;
use std::pin::pin;
use std::sync::Arc;
use tokio::sync::mpsc;
use tokio::task::JoinSet;

/// How many reports of progress and notifications may wait; of more, the client does not get all.
const MOST_WAITING: usize = 64;
/// How many questions may wait. The server learns of more that they are not asked.
const MOST_QUESTIONS: usize = 16;

/// Sends the request and waits for its answer. Progress that comes meanwhile goes to the client under its own token; and if the client has
/// a session, so does what else the server tells and asks of it.
pub(super) async fn request(
    endpoint: &McpEndpoint,
    server: &McpServer,
    mut request: ServerRequest,
    token: Option<&RawValue>,
    asker: &Asker<'_>,
) -> Result<ServerAnswer, Failure> {
    let Some(client) = &asker.notifications else { return server.request(request).await };
    let (told, mut progress) = mpsc::channel(MOST_WAITING);
    request.progress = token.map(|_| told);
    let mut meanwhile = match &asker.session {
        Some(session) => Meanwhile::of(session, endpoint, client, &mut request),
        None if token.is_none() => return server.request(request).await,
        None => Meanwhile::default(),
    };
    let mut answer = pin!(server.request(request));
    let progressed = |params: Box<RawValue>| {
        if let Some(frame) = token.and_then(|token| notification(endpoint, &params, token)) {
            // A client that does not read misses some: the next one says more.
            let _ = client.try_send(frame);
        }
    };
    let answer = loop {
        tokio::select! {
            biased;
            Some(params) = progress.recv() => progressed(params),
            () = meanwhile.goes_on() => {}
            answer = &mut answer => break answer,
        }
    };
    while let Ok(params) = progress.try_recv() {
        progressed(params);
    }
    meanwhile.rest();
    answer
}

/// What a server tells and asks of a client with a session while one of its requests runs. Dropped, it asks nothing more.
#[derive(Default)]
struct Meanwhile<'a> {
    client: Option<Client<'a>>,
    asking: JoinSet<()>,
}

struct Client<'a> {
    session: &'a Arc<ClientSession>,
    endpoint: &'a McpEndpoint,
    /// The stream of the request.
    way: &'a mpsc::Sender<Vec<u8>>,
    questions: mpsc::Receiver<ServerQuestion>,
    notifications: mpsc::Receiver<ServerNotification>,
}

impl<'a> Meanwhile<'a> {
    fn of(
        session: &'a Arc<ClientSession>,
        endpoint: &'a McpEndpoint,
        way: &'a mpsc::Sender<Vec<u8>>,
        request: &mut ServerRequest,
    ) -> Meanwhile<'a> {
        let (ask, questions) = mpsc::channel(MOST_QUESTIONS);
        let (tell, notifications) = mpsc::channel(MOST_WAITING);
        request.questions = session.can_be_asked().then_some(ask);
        request.notifications = Some(tell);
        Meanwhile { client: Some(Client { session, endpoint, way, questions, notifications }), asking: JoinSet::new() }
    }

    /// Handles what comes next. Never ready if nothing can.
    async fn goes_on(&mut self) {
        let Some(client) = &mut self.client else { return std::future::pending().await };
        tokio::select! {
            biased;
            Some(told) = client.notifications.recv() => client.tell(&told),
            Some(question) = client.questions.recv() => {
                let relay = client.endpoint.relay().clone();
                self.asking.spawn(Arc::clone(client.session).ask(relay, question, Some(client.way.clone())));
            }
            Some(_) = self.asking.join_next() => {}
            else => std::future::pending().await,
        }
    }

    /// Tells what was told before the answer came.
    fn rest(&mut self) {
        let Some(client) = &mut self.client else { return };
        while let Ok(told) = client.notifications.try_recv() {
            client.tell(&told);
        }
    }
}

impl Client<'_> {
    fn tell(&self, told: &ServerNotification) {
        self.session.pass_on(self.endpoint.relay(), told, Some(self.way));
    }
}

fn notification(endpoint: &McpEndpoint, params: &RawValue, token: &RawValue) -> Option<Vec<u8>> {
    let params = RawObject::read(params)?.with("progressToken", token.get());
    let frame = format!(r#"{{"jsonrpc":"2.0","method":"notifications/progress","params":{params}}}"#).into_bytes();
    let clean = endpoint.relay().message(&frame).into_frame();
    Some(clean.unwrap_or(frame))
}
