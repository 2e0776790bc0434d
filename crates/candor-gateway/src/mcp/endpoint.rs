//! One request of a client, from its message to the message that answers it.

use super::held::HeldCalls;
use super::local::LocalTools;
use super::read::{Params, Unreadable};
use super::session::{ClientSession, Node, Sessions};
use super::{Changed, McpServers, call, fault, hello, list, listen, pass, task, wishes};
use crate::caller::{Caller, Identity};
use crate::frame::{Frame, member};
use crate::gateway::Gateway;
use crate::seal::{Purpose, Seal};
use candor::render::Revision;
use candor::rmcp::relay::{Relay, RelayedRequest};
use candor::{Dialect, Failure};
use http::HeaderValue;
use http::request::Parts;
use serde_json::value::RawValue;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{broadcast, mpsc};

/// How long a client waits for servers that have just been started, before it is told what is known so far.
const FIRST_WAIT: Duration = Duration::from_secs(10);

/// How long the cursor of a page is good.
const PAGE_LASTS: Duration = Duration::from_secs(60 * 60);

/// A gateway with MCP servers, in the dialect of some of its clients. Clones share it.
#[derive(Clone)]
pub(crate) struct McpEndpoint(Arc<Inner>);

struct Inner {
    gateway: Gateway,
    servers: Arc<McpServers>,
    local: LocalTools,
    relay: Relay,
    seal: Seal,
    node: Node,
}

/// Who asks, and how.
#[derive(Debug, Clone)]
pub(crate) struct Asker<'a> {
    pub(crate) revision: Revision,
    /// The head of the request that the message came in; none on stdio.
    pub(crate) head: Option<&'a Parts>,
    /// Takes the notifications that come before the answer; none if the client does not want any.
    pub(crate) notifications: Option<mpsc::Sender<Vec<u8>>>,
    /// Whether the client is told when lists change.
    pub(crate) is_told: bool,
    /// The client, if it can be told and asked something.
    pub(crate) session: Option<Arc<ClientSession>>,
}

/// The message that answers a request.
pub(crate) struct Answer(pub(crate) Vec<u8>);

impl Answer {
    /// Whether it is an error of the protocol.
    pub(super) fn is_error(&self) -> bool {
        self.code().is_some()
    }

    /// The code of the error that it is, if it is one.
    pub(crate) fn code(&self) -> Option<i64> {
        // A long result is not read to the end for nothing.
        memchr::memmem::find(&self.0, b"\"error\"")?;
        let message: &RawValue = serde_json::from_slice(&self.0).ok()?;
        member(member(message, "error")?, "code")
    }
}

impl Asker<'_> {
    /// Whether requests stand for themselves.
    pub(super) fn is_modern(&self) -> bool {
        self.revision == Revision::V2026_07_28
    }

    pub(super) fn caller(&self) -> Option<&Caller> {
        self.head?.extensions.get()
    }

    /// Who the asker is by its token, for what is bound to it; nothing, where no tokens are used.
    pub(super) fn identity(&self) -> &str {
        let identity = self.head.and_then(|head| head.extensions.get::<Identity>());
        identity.map_or("", |identity| &identity.0)
    }

    /// Whether it is the only client of the gateway.
    pub(super) fn is_alone(&self) -> bool {
        self.head.is_none()
    }

    /// Whether the asker may see and use what has this name.
    pub(super) fn sees(&self, name: &str) -> bool {
        self.caller().is_none_or(|caller| caller.tools.allows(name))
    }

    /// Whether the asker may use everything. Who may not sees no resources: they have no names that a token could allow.
    pub(super) fn sees_all(&self) -> bool {
        self.caller().is_none_or(|caller| caller.tools == crate::ToolAccess::All)
    }
}

impl McpEndpoint {
    /// That of this gateway; none if it has no MCP servers.
    pub(crate) fn new(gateway: &Gateway, dialect: Dialect, seal: Seal, node: Node) -> Option<McpEndpoint> {
        let servers = gateway.servers()?.clone();
        let service = gateway.service(dialect);
        let relay = Relay::new(service.inner().policy().clone()).in_gateway();
        let inner = Inner { gateway: gateway.clone(), servers, local: LocalTools::new(service), relay, seal, node };
        Some(McpEndpoint(Arc::new(inner)))
    }

    /// Whether this is a call of a tool that the gateway has of its own.
    pub(crate) fn is_own_call(&self, frame: &Frame<'_>, method: &str) -> bool {
        method == "tools/call" && frame.param::<String>("name").is_some_and(|name| self.0.gateway.has_tool(&name))
    }

    /// Answers a request.
    pub(crate) async fn answer(&self, frame: &Frame<'_>, id: &str, method: &str, asker: &Asker<'_>) -> Answer {
        let relayed = RelayedRequest::new(id, method.to_owned()).with_revision(asker.revision);
        let params = match Params::read(frame.params) {
            Ok(params) => params,
            Err(Unreadable(failure)) => return self.failed(*failure, &relayed),
        };
        let answered = match method {
            "ping" if !asker.is_modern() => Ok(self.result("{}", &relayed)),
            "initialize" if !asker.is_modern() => {
                Ok(self.result(&hello::initialize(self, &params, asker).await, &relayed))
            }
            "server/discover" if asker.is_modern() => Ok(self.result(&hello::discover(self, asker).await, &relayed)),
            "tools/list" | "prompts/list" | "resources/list" | "resources/templates/list" => {
                list::answer(self, method, &params, asker).await.map(|result| self.result(&result, &relayed))
            }
            "tools/call" => return call::answer(self, &params, relayed, asker).await,
            "prompts/get" => return pass::prompt(self, &params, relayed, asker).await,
            "resources/read" => return pass::resource(self, &params, relayed, asker).await,
            "completion/complete" => return pass::completion(self, &params, relayed, asker).await,
            listen::METHOD if asker.is_modern() => return listen::answer(self, &params, relayed, asker).await,
            "logging/setLevel" if asker.session.is_some() => {
                return wishes::set_level(self, &params, relayed, asker).await;
            }
            "resources/subscribe" | "resources/unsubscribe" if asker.session.is_some() => {
                return wishes::subscription(self, &params, relayed, asker).await;
            }
            _ if task::is_known(method, asker) => return task::answer(self, &params, relayed, asker).await,
            _ => Err(fault::unsupported(method)),
        };
        answered.unwrap_or_else(|failure| self.failed(failure, &relayed))
    }

    /// Answers `initialize`, and begins a session with the client.
    pub(crate) async fn begin_session(
        &self,
        sessions: &Sessions,
        frame: &Frame<'_>,
        id: &str,
        head: &Parts,
    ) -> (Answer, Option<HeaderValue>) {
        let asked: String = frame.param("protocolVersion").unwrap_or_default();
        let revision = hello::negotiated(&asked);
        let session = sessions.prepare(frame.params, revision);
        let asker = Asker {
            revision,
            head: Some(head),
            notifications: None,
            is_told: true,
            session: Some(Arc::clone(&session)),
        };
        let answer = self.answer(frame, id, "initialize", &asker).await;
        let caller = asker.identity().to_owned();
        let id = match answer.is_error() {
            true => None,
            false => sessions.begin(self, session, caller).await,
        };
        (answer, id)
    }

    /// Tells which lists change from now on.
    pub(crate) fn changes(&self) -> broadcast::Receiver<Changed> {
        self.0.servers.changes()
    }

    /// Ends the subscriptions of clients, which are told so.
    pub(crate) fn end_subscriptions(&self) {
        self.0.servers.end_subscriptions();
    }

    /// Begins to reach the servers, unless that was done.
    pub(crate) fn start(&self) {
        self.0.servers.start();
    }

    /// The same for a client without a handshake that is the only one, and can be asked something.
    pub(crate) fn start_asking(&self) {
        self.0.servers.start_asking();
    }

    /// Whether that was done.
    pub(crate) fn is_started(&self) -> bool {
        self.0.servers.is_started()
    }

    /// Begins to reach the servers for this client, which is the only one. If they are being reached already, it gets connections of its
    /// own where it needs them.
    pub(crate) fn begins_with(&self, session: &Arc<ClientSession>) {
        match self.0.servers.start_for(session.capabilities()) {
            Some(questions) => session.has_all(self, questions),
            // Nothing would be agreed upon in another way.
            None if !session.can_be_asked() => session.has_all(self, Vec::new()),
            None => {}
        }
    }

    /// The failure of an answer to a question that another gateway has asked.
    pub(crate) fn asked_elsewhere(&self) -> Answer {
        self.failed(fault::asked_elsewhere(), &RelayedRequest::new("null", String::new()))
    }

    pub(super) fn servers(&self) -> &McpServers {
        &self.0.servers
    }

    /// The servers, after those that have just been started have had a while to answer.
    pub(super) async fn settled_servers(&self) -> &McpServers {
        self.0.servers.settled(FIRST_WAIT).await;
        &self.0.servers
    }

    pub(super) fn local(&self) -> &LocalTools {
        &self.0.local
    }

    pub(super) fn gateway(&self) -> &Gateway {
        &self.0.gateway
    }

    /// Which gateway of several this is.
    pub(super) fn node(&self) -> &Node {
        &self.0.node
    }

    pub(super) fn held_calls(&self) -> &HeldCalls {
        &self.0.servers.shared.held
    }

    /// Seals what clients are given to keep.
    pub(crate) fn seal(&self) -> &Seal {
        &self.0.seal
    }

    /// Where a page of a list begins, for the client to bring back.
    pub(super) fn seal_page(&self, page: &str) -> Option<String> {
        self.0.seal.seal(Purpose::Cursor, page.as_bytes(), PAGE_LASTS).ok()
    }

    pub(crate) fn relay(&self) -> &Relay {
        &self.0.relay
    }

    /// The message with this result.
    pub(super) fn result(&self, result: &str, request: &RelayedRequest) -> Answer {
        Answer(format!(r#"{{"jsonrpc":"2.0","id":{},"result":{result}}}"#, request.id()).into_bytes())
    }

    /// The message with this failure.
    pub(super) fn failed(&self, failure: Failure, request: &RelayedRequest) -> Answer {
        Answer(self.relay().failure(failure, request).into_frame().unwrap_or_default())
    }
}
