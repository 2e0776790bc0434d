//! The calls as frames, to both servers and back.

use super::calls::Call;
use candor::rmcp::LineTransport;
use candor::{FailurePolicy, Incident};
use order_desk::Desk;
use rmcp::transport::IntoTransport;
use rmcp::{RoleServer, ServerHandler, ServiceExt};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::error::Error;
use std::io;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream};

/// How long the client waits for an answer of rmcp alone.
pub(super) const ANSWER_TIMEOUT: Duration = Duration::from_millis(2_500);

/// How long the guard has, which answers all of them: the slow tool after its deadline of two seconds.
const LONGEST: Duration = Duration::from_secs(60);

/// The buffer of the pipe to a server, in bytes.
const PIPE: usize = 1 << 20;

/// One call, and its responses on both servers.
pub(super) struct Exchange {
    pub(super) call: &'static Call,
    /// The line that was sent.
    pub(super) sent: String,
    /// The response on rmcp alone, if there was one.
    pub(super) bare: Option<Value>,
    /// The response behind the guard, if there was one.
    pub(super) guarded: Option<Value>,
}

impl Exchange {
    pub(super) fn to_json(&self) -> Value {
        json!({"title": self.call.title, "sent": self.sent, "bare": self.bare, "guarded": self.guarded})
    }
}

/// Makes all calls on both servers at once; beside what came back, everything that the guard kept for the operator.
pub(super) async fn make(calls: &'static [Call]) -> io::Result<(Vec<Exchange>, Vec<Value>)> {
    let incidents = Arc::new(Mutex::new(Vec::new()));
    let kept = incidents.clone();
    let keep = move |incident: &Incident| {
        let incident = serde_json::to_value(incident).unwrap_or_default();
        kept.lock().unwrap_or_else(PoisonError::into_inner).push(incident);
    };
    let policy = FailurePolicy::new().on_incident(keep);
    let guarded = Desk::open().guarded().with_policy(policy.clone());

    let (to_bare, bare_end) = tokio::io::duplex(PIPE);
    let (to_guarded, guarded_end) = tokio::io::duplex(PIPE);
    let (reader, writer) = tokio::io::split(guarded_end);
    let (bare, guarded) = tokio::join!(
        served(Desk::open(), bare_end, to_bare, calls, ANSWER_TIMEOUT),
        served(guarded, LineTransport::new(reader, writer).with_policy(policy.clone()), to_guarded, calls, LONGEST),
    );
    let (mut bare, mut guarded) = (bare?, guarded?);
    let exchanges = calls.iter().enumerate().map(|(id, call)| Exchange {
        call,
        sent: call.line(id),
        bare: bare.remove(&id),
        guarded: guarded.remove(&id),
    });
    let exchanges = exchanges.collect();
    // Its observer only keeps them.
    policy.flush(ANSWER_TIMEOUT);
    let incidents = std::mem::take(&mut *incidents.lock().unwrap_or_else(PoisonError::into_inner));
    Ok((exchanges, incidents))
}

/// Serves one client, which makes the calls; its answers by their ids.
async fn served<E, A>(
    server: impl ServerHandler,
    transport: impl IntoTransport<RoleServer, E, A>,
    client: DuplexStream,
    calls: &[Call],
    timeout: Duration,
) -> io::Result<HashMap<usize, Value>>
where
    E: Error + Send + Sync + 'static,
{
    let serving = async {
        match server.serve(transport).await {
            Ok(server) => drop(server.waiting().await),
            // The client has left; what it has by then is shown.
            Err(error) => drop(error),
        }
        std::future::pending().await
    };
    tokio::select! {
        answers = asked(client, calls, timeout) => answers,
        never = serving => never,
    }
}

/// Initializes, makes the calls, and collects answers until all are there or the time is up.
async fn asked(client: DuplexStream, calls: &[Call], timeout: Duration) -> io::Result<HashMap<usize, Value>> {
    let (reader, mut writer) = tokio::io::split(client);
    let hello = json!({"jsonrpc": "2.0", "id": "hello", "method": "initialize", "params": {
        "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "candor demo", "version": "1"}}});
    let ready = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
    let lines = calls.iter().enumerate().map(|(id, call)| call.line(id));
    for line in [hello.to_string(), ready.to_string()].into_iter().chain(lines) {
        writer.write_all(format!("{line}\n").as_bytes()).await?;
    }

    let mut lines = BufReader::new(reader).lines();
    let mut answers = HashMap::new();
    let collect = async {
        while answers.len() < calls.len()
            && let Some(line) = lines.next_line().await?
        {
            let message: Value = serde_json::from_str(&line).unwrap_or_default();
            let id = match message.get("id") {
                Some(id) => id.as_u64().and_then(|id| usize::try_from(id).ok()),
                None => calls.iter().position(|call| !call.has_id()),
            };
            // The handshake's own answer has no number.
            if let Some(id) = id {
                answers.insert(id, message);
            }
        }
        io::Result::Ok(())
    };
    match tokio::time::timeout(timeout, collect).await {
        Ok(Err(error)) => Err(error),
        Ok(Ok(())) | Err(_) => Ok(answers),
    }
}
