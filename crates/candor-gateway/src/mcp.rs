//! The endpoint of a gateway that has MCP servers behind it: the messages of a client, their way to the server that they are for, and
//! the answers back, byte for byte where nothing is wrong with them.
//!
//! ```text
//! client ──► listen ──► endpoint ──► which server (catalogue) ──► send::mcp ──► server
//!                          ▲                                                      │
//!                          └──────── judged and mended (candor::rmcp::relay) ◄────┘
//! ```

mod call;
mod catalogue;
mod endpoint;
mod fault;
mod held;
mod hello;
mod keeper;
mod list;
mod listen;
mod listing;
mod local;
mod meanwhile;
mod mirrored;
mod name;
mod object;
mod origin;
mod pass;
mod peers;
mod pins;
mod progress;
mod read;
mod rounds;
mod session;
mod subscriptions;
mod task;
mod wishes;

pub(crate) use endpoint::{Answer, Asker, McpEndpoint};
pub(crate) use hello::negotiated;
pub(crate) use mirrored::decoded;
pub(crate) use peers::Peers;
pub(crate) use pins::mistakes_in as mistakes_in_pins;
pub use pins::{AcceptedTools, accept_tools};
pub(crate) use read::LOG_LEVEL;
pub(crate) use session::{ClientSession, Letters, Node, Outlet, Sessions, Taken};

use crate::send::mcp::{Announced, Era, GRACE, McpServer, ServerQuestion, ServerState};
use crate::upstream::{McpReach, McpServerSettings};
use arc_swap::ArcSwap;
use candor::FailurePolicy;
use catalogue::{Catalogue, Listed};
use held::HeldCalls;
use origin::Origins;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, SystemTime};
use subscriptions::Subscriptions;
use tokio::sync::{Semaphore, broadcast, mpsc, watch};
use tokio::task::AbortHandle;

/// How many children there may be that belong to one client each.
const MOST_OWN_CHILDREN: usize = 64;
/// How many questions of a server may wait to be put to a client. It learns of more that they are not asked.
const MOST_QUESTIONS: usize = 16;

/// The MCP servers of a gateway. They are reached once they are started, and ended when this is dropped.
pub(crate) struct McpServers {
    settings: Vec<McpServerSettings>,
    policy: FailurePolicy,
    running: OnceLock<Running>,
    /// Whether they were begun with for one client that says with each call what it can be asked.
    is_asking: AtomicBool,
    shared: Arc<Shared>,
    /// Room for children that belong to one client each.
    own_children: Arc<Semaphore>,
}

/// What the keepers of the lists share with those who read them.
struct Shared {
    origins: Origins,
    /// The names of the gateway's own tools.
    taken: Vec<Box<str>>,
    listed: Mutex<Vec<Listed>>,
    catalogue: ArcSwap<Catalogue>,
    /// What was heard of each server.
    heard: watch::Sender<Vec<Heard>>,
    changes: broadcast::Sender<Changed>,
    subscriptions: Subscriptions,
    held: HeldCalls,
}

/// What was heard of a server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Heard {
    Nothing,
    /// It is out.
    Out,
    /// It answers, and does not list what it has.
    NoLists,
    Lists,
}

/// A list is not what it was.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Changed {
    Tools,
    Prompts,
    Resources,
}

impl Changed {
    /// What a client is told of it.
    pub(crate) fn notification(self) -> String {
        let list = match self {
            Changed::Tools => "tools",
            Changed::Prompts => "prompts",
            Changed::Resources => "resources",
        };
        format!(r#"{{"jsonrpc":"2.0","method":"notifications/{list}/list_changed"}}"#)
    }
}

struct Running {
    servers: Vec<McpServer>,
    /// The same for clients without a session that can be asked, made when the first of them calls one.
    asking: Vec<OnceLock<McpServer>>,
    keepers: Vec<AbortHandle>,
    runtime: tokio::runtime::Handle,
}

/// A server that does not answer.
#[derive(Debug, PartialEq, Eq)]
struct OutServer {
    server: usize,
    since: Option<SystemTime>,
    why: Box<str>,
}

impl McpServers {
    /// These servers, none of which is reached yet, beside the gateway's own tools of these names.
    pub(crate) fn new(
        settings: Vec<McpServerSettings>,
        policy: FailurePolicy,
        own_tools: impl Iterator<Item = Box<str>>,
    ) -> McpServers {
        let origins = Origins::new(settings.iter());
        let shared = Shared {
            origins,
            taken: own_tools.collect(),
            listed: Mutex::new(vec![Listed::default(); settings.len()]),
            catalogue: ArcSwap::default(),
            heard: watch::Sender::new(vec![Heard::Nothing; settings.len()]),
            changes: broadcast::Sender::new(64),
            subscriptions: Subscriptions::new(),
            held: HeldCalls::default(),
        };
        McpServers {
            settings,
            policy,
            running: OnceLock::new(),
            shared: Arc::new(shared),
            is_asking: AtomicBool::new(false),
            own_children: Arc::new(Semaphore::new(MOST_OWN_CHILDREN)),
        }
    }

    /// Begins to reach the servers, unless that was done. Inside a runtime.
    pub(crate) fn start(&self) {
        self.start_with(Announced::default);
    }

    /// Begins to reach the servers for a client that is the only one and can be asked this; with the questions of each that belong to no
    /// request. None if that was done already.
    pub(crate) fn start_for(&self, capabilities: &Arc<str>) -> Option<Vec<mpsc::Receiver<ServerQuestion>>> {
        let mut asked = Vec::new();
        self.start_with(|| {
            let (questions, of_server) = mpsc::channel(MOST_QUESTIONS);
            asked.push(of_server);
            Announced { capabilities: Arc::clone(capabilities), questions: Some(questions) }
        });
        (asked.len() == self.settings.len()).then_some(asked)
    }

    /// The same for a client without a handshake that is the only one and can be asked something: each of its calls says what.
    pub(crate) fn start_asking(&self) {
        let announced = || Announced { capabilities: held::ANNOUNCED.into(), questions: None };
        if !self.is_started() {
            self.start_with(announced);
            self.is_asking.store(true, Ordering::Release);
        }
    }

    pub(crate) fn is_started(&self) -> bool {
        self.running.get().is_some()
    }

    fn start_with(&self, mut announced: impl FnMut() -> Announced) {
        self.running.get_or_init(|| {
            let start =
                |settings: &McpServerSettings| McpServer::new(settings.clone(), self.policy.clone(), announced());
            let servers: Vec<McpServer> = self.settings.iter().map(start).collect();
            let keepers = servers.iter().enumerate().map(|(place, server)| {
                tokio::spawn(keeper::keep(self.shared.clone(), place, server.clone())).abort_handle()
            });
            let asking = servers.iter().map(|_| OnceLock::new()).collect();
            Running { keepers: keepers.collect(), servers, asking, runtime: tokio::runtime::Handle::current() }
        });
    }

    /// Ends all servers, side by side.
    pub(crate) async fn stop(&self) {
        self.end_subscriptions();
        let mut ending = tokio::task::JoinSet::new();
        let asking = self.running.get().into_iter().flat_map(|running| &running.asking).filter_map(OnceLock::get);
        for server in self.servers().iter().chain(asking) {
            let server = server.clone();
            ending.spawn(async move { server.stop(GRACE).await });
        }
        ending.join_all().await;
    }

    /// Waits until each server has been heard of, or this time is over.
    pub(crate) async fn settled(&self, longest: Duration) {
        let mut heard = self.shared.heard.subscribe();
        let all = heard.wait_for(|heard| heard.iter().all(|it| *it != Heard::Nothing));
        let _ = tokio::time::timeout(longest, all).await;
    }

    /// Is ready when each server has answered, is known not to, or has had its time to start.
    pub(crate) async fn ready(&self) {
        let longest = self.settings.iter().map(|it| it.start).max().unwrap_or_default();
        self.settled(longest).await;
    }

    /// Tells which lists change from now on.
    pub(crate) fn changes(&self) -> broadcast::Receiver<Changed> {
        self.shared.changes.subscribe()
    }

    /// Ends the subscriptions of clients from now on: another configuration is served, or none.
    pub(crate) fn end_subscriptions(&self) {
        self.shared.subscriptions.end();
    }

    fn subscriptions(&self) -> &Subscriptions {
        &self.shared.subscriptions
    }

    fn catalogue(&self) -> arc_swap::Guard<Arc<Catalogue>> {
        self.shared.catalogue.load()
    }

    fn server(&self, place: usize) -> Option<&McpServer> {
        self.running.get()?.servers.get(place)
    }

    /// The server with a handshake, if it is at an address or has one client, over a connection that announces what clients can be asked.
    fn asking(&self, place: usize) -> Option<&McpServer> {
        let running = self.running.get()?;
        let server = running.servers.get(place)?;
        if self.is_asking.load(Ordering::Acquire) {
            return session::facts_of(server).is_some_and(|facts| facts.era == Era::Legacy).then_some(server);
        }
        let is_at_address = matches!(server.settings().reach, McpReach::Http(_));
        session::facts_of(server).filter(|facts| is_at_address && facts.era == Era::Legacy)?;
        let announced = || Announced { capabilities: held::ANNOUNCED.into(), questions: None };
        let make = || McpServer::new(server.settings().clone(), self.policy.clone(), announced());
        running.asking.get(place).map(|asking| asking.get_or_init(make))
    }

    fn servers(&self) -> &[McpServer] {
        self.running.get().map_or(&[], |running| &running.servers)
    }

    fn policy(&self) -> &FailurePolicy {
        &self.policy
    }

    fn own_children(&self) -> &Arc<Semaphore> {
        &self.own_children
    }

    fn origins(&self) -> &Origins {
        &self.shared.origins
    }

    /// Whether anything that the server has is known.
    fn has_listed(&self, place: usize) -> bool {
        let listed = self.shared.listed.lock().unwrap_or_else(PoisonError::into_inner);
        listed.get(place).is_some_and(|it| !it.tools.is_empty())
    }

    /// The servers that do not answer now.
    fn out(&self) -> Vec<OutServer> {
        let heard = self.shared.heard.borrow().clone();
        let out = |(server, it): (usize, &McpServer)| {
            let (since, why) = match (it.state(), heard.get(server)) {
                (ServerState::Out { since, why, .. }, _) => (Some(since), why),
                (ServerState::Starting, _) => (None, "has not answered yet".into()),
                (ServerState::Up(_), Some(Heard::NoLists)) => (None, "does not list what it has".into()),
                (ServerState::Up(_), Some(Heard::Lists)) => return None,
                (ServerState::Up(_), _) => (None, "has not listed what it has yet".into()),
            };
            Some(OutServer { server, since, why })
        };
        self.servers().iter().enumerate().filter_map(out).collect()
    }
}

impl Drop for McpServers {
    fn drop(&mut self) {
        let Some(running) = self.running.take() else { return };
        for keeper in &running.keepers {
            keeper.abort();
        }
        let asking = running.asking.into_iter().filter_map(OnceLock::into_inner);
        for server in running.servers.into_iter().chain(asking) {
            running.runtime.spawn(async move { server.stop(GRACE).await });
        }
    }
}

impl Shared {
    /// Takes up what a server has listed.
    fn learn(&self, place: usize, listed: Listed) {
        let mut all = self.listed.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = all.get_mut(place) {
            *known = listed;
        }
        let taken = self.taken.iter().map(|name| &**name);
        let catalogue = Arc::new(Catalogue::new(&self.origins, &all, taken));
        let previous = self.catalogue.swap(catalogue.clone());
        drop(all);
        for (changed, is_same) in [
            (Changed::Tools, catalogue.has_tools_of(&previous)),
            (Changed::Prompts, catalogue.has_prompts_of(&previous)),
            (Changed::Resources, catalogue.has_resources_of(&previous)),
        ] {
            if !is_same {
                // Nobody may listen.
                let _ = self.changes.send(changed);
            }
        }
    }

    fn hear(&self, place: usize, what: Heard) {
        self.heard.send_if_modified(|heard| match heard.get_mut(place) {
            Some(heard) => std::mem::replace(heard, what) != what,
            None => false,
        });
    }
}
