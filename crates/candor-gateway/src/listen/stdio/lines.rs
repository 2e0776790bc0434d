//! A client over lines, before a gateway with MCP servers: messages stay the text that they are.

use crate::frame::{Frame, Id, IdKey, Kind};
use crate::mcp::{Asker, Changed, ClientSession, McpEndpoint, Node, Outlet, negotiated};
use crate::wrap::lines::on_one_line;
use candor::Failure;
use candor::render::Revision;
use candor::rmcp::MemoryBudget;
use candor::rmcp::relay::{FrameReader, Line, ReadFrame, RelayedRequest};
use serde_json::json;
use std::collections::HashMap;
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt};
use tokio::sync::{broadcast, mpsc, oneshot, watch};
use tokio::task::AbortHandle;
use tokio::time::timeout;

/// The longest message of a client, in bytes.
const LONGEST: usize = 4 * 1024 * 1024;
/// How many messages may wait to be written.
const MOST_WAITING: usize = 64;
/// How long requests are answered after the client has closed its end.
const AFTER_THE_END: Duration = Duration::from_secs(5);
/// How long a client that does not read is waited for at the end.
const LAST_WRITES: Duration = Duration::from_secs(1);
/// How long the servers behind the gateway are not begun with because a client may say first what it can be asked.
const FIRST_MESSAGE: Duration = Duration::from_secs(2);
/// What a request of a revision without a handshake says of itself.
const VERSION: &str = "io.modelcontextprotocol/protocolVersion";
const CAPABILITIES: &str = "io.modelcontextprotocol/clientCapabilities";
/// The error of a revision that is not served (2026-07-28).
const UNSUPPORTED_VERSION: i64 = -32022;

/// Serves the client until it leaves or `stop` is done.
pub(super) async fn serve(
    endpoint: McpEndpoint,
    reader: impl AsyncRead + Unpin,
    writer: impl AsyncWrite + Unpin + Send + 'static,
    drain: Duration,
    stop: impl Future<Output = ()> + Send,
) -> io::Result<()> {
    let (out, waiting) = mpsc::channel(MOST_WAITING);
    let mut writing = tokio::spawn(write(writer, waiting));
    let (begun, changes) = oneshot::channel();
    let session = Arc::new(Session::new(endpoint, out, begun));
    let telling = tokio::spawn(tell_changes(session.clone(), changes)).abort_handle();
    let mut reader = FrameReader::new(reader, LONGEST, MemoryBudget::of_process());
    let mut stop = std::pin::pin!(stop);
    let mut begin = std::pin::pin!(tokio::time::sleep(FIRST_MESSAGE));
    let (rest, ended) = loop {
        tokio::select! {
            () = &mut stop => break (drain, Ok(())),
            () = &mut begin, if !session.endpoint.is_started() => session.endpoint.start(),
            // Without its client, nobody waits for anything.
            _ = &mut writing => break (Duration::ZERO, Ok(())),
            read = reader.next() => match read {
                Ok(ReadFrame::Line(line)) => session.line(line).await,
                Ok(ReadFrame::Dropped { id, is_request, is_too_long }) => session.dropped(id.filter(|_| is_request), is_too_long).await,
                Ok(ReadFrame::End) => break (AFTER_THE_END, Ok(())),
                Err(error) => break (Duration::ZERO, Err(error)),
            },
        }
    };
    session.endpoint.end_subscriptions();
    let mut running = session.running.subscribe();
    let _ = timeout(rest, running.wait_for(HashMap::is_empty)).await;
    telling.abort();
    if let Some(client) = session.client.get() {
        client.end();
    }
    session.running.send_modify(|running| running.drain().for_each(|(_, task)| task.abort()));
    drop(session);
    // The tasks that are aborted let go of what is written through.
    if !writing.is_finished() {
        let _ = timeout(LAST_WRITES, &mut writing).await;
        writing.abort();
    }
    ended
}

/// Writes messages until nobody has any more, or the client does not read.
async fn write(mut writer: impl AsyncWrite + Unpin, mut waiting: mpsc::Receiver<Vec<u8>>) {
    while let Some(message) = waiting.recv().await {
        let mut message = on_one_line(message);
        message.push(b'\n');
        if writer.write_all(&message).await.is_err() || writer.flush().await.is_err() {
            return;
        }
    }
}

/// Tells a client with a handshake which lists change.
async fn tell_changes(session: Arc<Session>, begun: oneshot::Receiver<broadcast::Receiver<Changed>>) {
    let Ok(mut changes) = begun.await else { return };
    loop {
        let changed = match changes.recv().await {
            Ok(changed) => vec![changed],
            Err(broadcast::error::RecvError::Lagged(_)) => vec![Changed::Tools, Changed::Prompts, Changed::Resources],
            Err(broadcast::error::RecvError::Closed) => return,
        };
        for changed in changed {
            session.send(changed.notification().into()).await;
        }
    }
}

struct Session {
    endpoint: McpEndpoint,
    /// What was agreed upon by a handshake.
    revision: Mutex<Revision>,
    /// The client, if it has begun with a handshake.
    client: OnceLock<Arc<ClientSession>>,
    /// Takes what changes from the end of the handshake on: what came before is no change to a client that has listed nothing.
    begun: Mutex<Option<oneshot::Sender<broadcast::Receiver<Changed>>>>,
    running: watch::Sender<HashMap<IdKey, AbortHandle>>,
    out: mpsc::Sender<Vec<u8>>,
}

impl Session {
    fn new(
        endpoint: McpEndpoint,
        out: mpsc::Sender<Vec<u8>>,
        begun: oneshot::Sender<broadcast::Receiver<Changed>>,
    ) -> Session {
        Session {
            endpoint,
            revision: Mutex::new(Revision::V2025_03_26),
            client: OnceLock::new(),
            begun: Mutex::new(Some(begun)),
            running: watch::Sender::default(),
            out,
        }
    }

    async fn send(&self, message: Vec<u8>) {
        let _ = self.out.send(message).await;
    }

    async fn dropped(&self, id: Option<String>, is_too_long: bool) {
        let relay = self.endpoint.relay();
        let refusal = id.and_then(|id| if is_too_long { relay.too_long(&id, LONGEST) } else { relay.no_room(&id) });
        if let Some(refusal) = refusal {
            self.send(refusal).await;
        }
    }

    async fn line(self: &Arc<Session>, line: Line) {
        if line.trim_ascii().is_empty() {
            return;
        }
        let Some(frame) = Frame::read(&line) else {
            for refusal in self.endpoint.relay().refusals(&line) {
                self.send(refusal).await;
            }
            return;
        };
        match frame.kind.clone() {
            Kind::Request { id, method } => self.request(&line, &frame, id, &method).await,
            Kind::Notification { method } => self.notification(&frame, &method),
            Kind::Answer { .. } => {
                if let Some(client) = self.client.get() {
                    client.answered(&frame);
                }
            }
        }
    }

    fn notification(&self, frame: &Frame<'_>, method: &str) {
        match method {
            "notifications/initialized" => {
                let begun = self.begun.lock().unwrap_or_else(PoisonError::into_inner).take();
                if let Some(begun) = begun {
                    // At the end, nobody takes it.
                    let _ = begun.send(self.endpoint.changes());
                }
            }
            "notifications/cancelled" => {
                let id = frame.param::<&serde_json::value::RawValue>("requestId").and_then(|id| IdKey::of(id.get()));
                // What is cancelled is not answered.
                self.running.send_modify(|running| {
                    if let Some(task) = id.and_then(|id| running.remove(&id)) {
                        task.abort();
                    }
                });
            }
            _ => {
                if let Some(client) = self.client.get() {
                    client.notified(frame, method);
                }
            }
        }
    }

    async fn request(self: &Arc<Session>, line: &[u8], frame: &Frame<'_>, id: Id<'_>, method: &str) {
        let Some(key) = id.key() else { return };
        let relayed = RelayedRequest::new(id.json(), method.to_owned());
        if self.running.borrow().contains_key(&key) {
            return self.send(self.endpoint.relay().used_id(&relayed).into_frame().unwrap_or_default()).await;
        }
        let revision = match self.revision_of(frame, method, &relayed) {
            Ok(revision) => revision,
            Err(refusal) => return self.send(refusal).await,
        };
        self.begin(frame, method, revision);
        let (session, line, own_key) = (self.clone(), line.to_vec(), key.clone());
        let (is_kept, kept) = oneshot::channel::<()>();
        let task = tokio::spawn(async move {
            // It is among those that run before it can have ended.
            let _ = kept.await;
            session.answer(&line, revision).await;
            session.running.send_modify(|running| {
                running.remove(&own_key);
            });
        });
        self.running.send_modify(|running| {
            running.insert(key, task.abort_handle());
        });
        let _ = is_kept.send(());
    }

    /// Begins with the servers, if this is the first request. A client with a handshake says in it what it can be asked.
    fn begin(&self, frame: &Frame<'_>, method: &str, revision: Revision) {
        if method == "initialize" {
            self.client.get_or_init(|| {
                let outlet = Outlet::Lines(self.out.clone());
                let client = Arc::new(ClientSession::new(frame.params, revision, Node::new(None), outlet));
                self.endpoint.begins_with(&client);
                client
            });
        } else if !self.endpoint.is_started() {
            let capabilities: Option<&serde_json::value::RawValue> = frame.meta(CAPABILITIES);
            match capabilities.is_some_and(|it| !it.get().trim_matches(['{', '}', ' ']).is_empty()) {
                true => self.endpoint.start_asking(),
                false => self.endpoint.start(),
            }
        }
    }

    async fn answer(&self, line: &[u8], revision: Revision) {
        let Some(frame) = Frame::read(line) else { return };
        let Kind::Request { id, method } = frame.kind.clone() else { return };
        let asker = Asker {
            revision,
            head: None,
            notifications: Some(self.out.clone()),
            is_told: revision != Revision::V2026_07_28,
            session: self.client.get().filter(|_| revision != Revision::V2026_07_28).cloned(),
        };
        let answer = self.endpoint.answer(&frame, id.json(), &method, &asker).await;
        self.send(answer.0).await;
    }

    /// The revision that the request is of, or why it is of none.
    fn revision_of(&self, frame: &Frame<'_>, method: &str, relayed: &RelayedRequest) -> Result<Revision, Vec<u8>> {
        if method == "initialize" {
            let asked: String = frame.param("protocolVersion").unwrap_or_default();
            let agreed = negotiated(&asked);
            *self.agreed() = agreed;
            return Ok(agreed);
        }
        let Some(date) = frame.meta::<String>(VERSION) else { return Ok(*self.agreed()) };
        if date != Revision::V2026_07_28.date() {
            let known: Vec<&str> = Revision::ALL.iter().map(|it| it.date()).collect();
            let data = json!({"supported": known, "requested": date});
            let error = json!({"code": UNSUPPORTED_VERSION, "message": "Unsupported protocol version", "data": data});
            let frame = format!(r#"{{"jsonrpc":"2.0","id":{},"error":{error}}}"#, relayed.id()).into_bytes();
            let completed = self.endpoint.relay().message(&frame).into_frame();
            return Err(completed.unwrap_or(frame));
        }
        let capabilities: Option<&serde_json::value::RawValue> = frame.meta(CAPABILITIES);
        if capabilities.is_none_or(|it| !it.get().starts_with('{')) {
            let failure =
                Failure::invalid_params(format!("The _meta of the request does not have a valid {CAPABILITIES}"))
                    .with_field("/params/_meta")
                    .with_recovery(format!("Put {CAPABILITIES} into the _meta of each request."));
            return Err(self.endpoint.relay().failure(failure, relayed).into_frame().unwrap_or_default());
        }
        Ok(Revision::V2026_07_28)
    }

    fn agreed(&self) -> MutexGuard<'_, Revision> {
        // Nothing that panics runs while it is held.
        self.revision.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
