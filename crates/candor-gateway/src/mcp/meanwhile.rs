//! What a server tells and asks of a client with a session while one of its requests runs.

use super::MOST_QUESTIONS;
use super::endpoint::McpEndpoint;
use super::session::ClientSession;
use crate::send::mcp::{ServerNotification, ServerQuestion, ServerRequest};
use std::sync::Arc;
use tokio::sync::mpsc;
use tokio::task::JoinSet;

/// How many notifications may wait; of more, the client does not get all.
const MOST_WAITING: usize = 64;

/// What a server tells and asks of a client with a session while one of its requests runs. Dropped, it asks nothing more.
#[derive(Default)]
pub(super) struct Meanwhile<'a> {
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
    pub(super) fn of(
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
    pub(super) async fn goes_on(&mut self) {
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
    pub(super) fn rest(&mut self) {
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
