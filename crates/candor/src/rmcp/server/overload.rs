//! What happens to connections that there is no room for, and what the operator learns of it.

use super::current_policy::CurrentPolicy;
use super::{Limits, Transport};
use crate::problem_response::ProblemResponse;
use crate::{Code, Failure, Origin, Retry, Safety, reason};
use ::http::{HeaderMap, Response, StatusCode};
use bytes::Bytes;
use std::io;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::Semaphore;
use tokio::time::Instant;

/// How often the operator is told, and how long a refused client should wait.
const PERIOD: Duration = Duration::from_secs(10);
/// How many refused clients are waited for at once, and how long, until they have read why. Others are just closed.
const MOST_ANSWERED: usize = 32;
const LONGEST_ANSWER: Duration = Duration::from_secs(1);

/// What there was no room for, since that was last told.
#[derive(Default)]
struct Counts {
    refused: u64,
    closed: u64,
    not_accepted: u64,
    accept_error: Option<io::Error>,
}

/// Refuses connections, and tells the operator of them: at once, and then every ten seconds how many there were.
pub(super) struct Overload {
    policy: CurrentPolicy,
    limits: Limits,
    counts: Counts,
    told_at: Option<Instant>,
    /// What a refused client gets. It has the reference under which the operator was last told.
    answer: Bytes,
    answered: Arc<Semaphore>,
}

impl Overload {
    pub(super) fn new(policy: CurrentPolicy, limits: Limits) -> Overload {
        let answered = Arc::new(Semaphore::new(MOST_ANSWERED));
        Overload { policy, limits, counts: Counts::default(), told_at: None, answer: Bytes::new(), answered }
    }

    /// A connection was closed to make room.
    pub(super) fn closed_one(&mut self) {
        self.counts.closed += 1;
        self.tell_if_due();
    }

    /// A connection could not be accepted.
    pub(super) fn not_accepted(&mut self, error: io::Error) {
        self.counts.not_accepted += 1;
        self.counts.accept_error = Some(error);
        self.tell_if_due();
    }

    /// A connection was refused. Gives what answers it, if it is to be answered.
    pub(super) fn refuse(
        &mut self,
        mut stream: TcpStream,
        transport: Transport,
    ) -> Option<impl Future<Output = ()> + Send + 'static> {
        self.counts.refused += 1;
        self.tell_if_due();
        if transport == Transport::Wrapped {
            return None;
        }
        let permit = self.answered.clone().try_acquire_owned().ok()?;
        let answer = self.answer.clone();
        Some(async move {
            let answered = async {
                stream.write_all(&answer).await?;
                stream.shutdown().await?;
                // A connection that is closed with something unread is reset, and then the client may lose the answer.
                let mut rest = [0; 1024];
                while stream.read(&mut rest).await? > 0 {}
                io::Result::Ok(())
            };
            // Nobody can be told that a client left before it was refused.
            let _ = tokio::time::timeout(LONGEST_ANSWER, answered).await;
            drop(permit);
        })
    }

    /// Waits until there is something to tell.
    pub(super) async fn is_due(&self) {
        match self.told_at {
            Some(told_at) if self.counts.are_some() => tokio::time::sleep_until(told_at + PERIOD).await,
            Some(_) | None => std::future::pending().await,
        }
    }

    fn tell_if_due(&mut self) {
        if self.told_at.is_none_or(|told_at| told_at.elapsed() >= PERIOD) {
            self.tell();
        }
    }

    /// Tells what there was since the last time, if there was anything.
    pub(super) fn tell(&mut self) {
        if !self.counts.are_some() {
            return;
        }
        self.told_at = Some(Instant::now());
        let policy = self.policy.get();
        let disclosure = policy.disclose(std::mem::take(&mut self.counts).into_failure(self.limits));
        let status = StatusCode::SERVICE_UNAVAILABLE;
        let renderer = policy.renderer().clone().with_status(status.as_u16());
        self.answer = written(ProblemResponse::new(&renderer, &disclosure).into());
    }
}

impl Counts {
    fn are_some(&self) -> bool {
        self.refused + self.closed + self.not_accepted > 0
    }

    fn into_failure(self, limits: Limits) -> Failure {
        let failure = Failure::new(Code::Unavailable, "The server has as many connections as it can serve.")
            .with_reason(reason!("too_many_connections"))
            .with_origin(Origin::Transport)
            .with_retry(Retry::After(PERIOD, Safety::Always))
            .with_recovery("Close connections that are not in use, wait, then send the request again.")
            .with_private("refused_connections", self.refused)
            .with_private("closed_connections", self.closed)
            .with_private("connections_not_accepted", self.not_accepted)
            .with_private("max_connections", limits.all)
            .with_private("max_connections_per_peer", limits.per_peer);
        match self.accept_error {
            Some(error) => failure.with_cause(error),
            None => failure,
        }
    }
}

/// The response as the bytes of HTTP, after which the connection ends.
fn written(response: Response<Vec<u8>>) -> Bytes {
    let (head, body) = response.into_parts();
    let mut bytes =
        format!("HTTP/1.1 {}\r\nconnection: close\r\ncontent-length: {}\r\n", head.status, body.len()).into_bytes();
    write_headers(&mut bytes, &head.headers);
    bytes.extend_from_slice(b"\r\n");
    bytes.extend_from_slice(&body);
    bytes.into()
}

fn write_headers(bytes: &mut Vec<u8>, headers: &HeaderMap) {
    for (name, value) in headers {
        bytes.extend_from_slice(name.as_str().as_bytes());
        bytes.extend_from_slice(b": ");
        bytes.extend_from_slice(value.as_bytes());
        bytes.extend_from_slice(b"\r\n");
    }
}
