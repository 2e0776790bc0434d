//! A transport that answers what `rmcp` would drop.

mod answer_limit;
mod handshake;
mod in_flight;
pub(super) mod lines;
mod outbox;

use super::memory::{Charge, Inadmissible, MemoryBudget, Weight};
use super::refusal::{self, Refusal};
use super::shape::{self, Parsed, Shape};
use super::{initialize, outbound};
use crate::{Failure, FailurePolicy};
use ::rmcp::RoleServer;
use ::rmcp::model::{
    ClientJsonRpcMessage, ClientNotification, ClientRequest, GetExtensions, JsonRpcMessage, JsonRpcRequest,
};
use ::rmcp::service::{RxJsonRpcMessage, TxJsonRpcMessage};
use ::rmcp::transport::Transport;
use answer_limit::AnswerLimit;
use handshake::Handshake;
use in_flight::{EnterError, InFlight};
use lines::{Lines, Next, Why};
use outbox::Outbox;
use std::collections::VecDeque;
use std::io;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, Stdin, Stdout};
use tokio::sync::Mutex;

/// How long a peer that does not read can delay the end of the server.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(1);

/// A [`LineTransport`] over the standard input and output of the process.
///
/// Other streams, such as those of `rmcp::transport::stdio_pipes`, go into [`LineTransport::new`].
///
/// ```no_run
/// use candor::rmcp::{Guard, stdio};
/// use rmcp::ServiceExt;
///
/// struct Shop;
/// impl rmcp::ServerHandler for Shop {}
///
/// # async fn serve() -> Result<(), Box<dyn std::error::Error>> {
/// Guard::new(Shop).serve(stdio()).await?.waiting().await?;
/// # Ok(())
/// # }
/// ```
#[must_use]
pub fn stdio() -> LineTransport<Stdin, Stdout> {
    LineTransport::new(tokio::io::stdin(), tokio::io::stdout())
}

/// A transport for servers with one message per line, which answers every request that it does not deliver.
///
/// `rmcp`'s own transport drops what it cannot read, and its service ends or loses answers over some of what it can.
/// This one answers with a JSON-RPC error, made as every other failure is:
///
/// | what comes | the answer |
/// |---|---|
/// | a line that is not JSON | -32700, with the id if it is certain |
/// | a value that cannot be read, such as `1e400` or half a surrogate pair | -32602 or -32600, with the id; `field` points to it |
/// | JSON that is not a message, or a batch | -32600, with the id where there is one |
/// | a request whose id is a fraction, or has more than 64 bits | -32600, with that id as it was sent |
/// | a request whose id is an empty string | -32600, with that id |
/// | a line that is too long | -32600, with the id wherever in the line it is |
/// | more values or levels than a message may have, or more than its share of the [`MemoryBudget`] | -32600, with the id and the limit |
/// | a message for which the budget has no room now | -32603, with the id, to be retried |
/// | a request whose id is in use, or was that of a cancelled one | -32600; the request that uses the id gets its own answer |
/// | one request too many | -32603, to be retried |
/// | an `initialize` without a required member | -32602, which names the member |
/// | a request before the handshake, other than `ping` | -32602: `initialize` comes first |
///
/// Whatever the server sends is [filtered](crate::rmcp#what-leaves-the-server): configured secrets leave in no message. A
/// failure that this process has not disclosed, such as an error that `rmcp` itself makes, is completed before it is sent:
/// its number stays, its data is scrubbed, and reason, origin, retry, recovery and reference are added. In the dialect
/// `error_model`, a failed tool's result gets 001's `error`, for which `rmcp`'s type has no place.
///
/// Notifications and responses are never answered; one that cannot be read is an incident of the policy. Those that come before the handshake are dropped, because they would
/// end the server. Answers without an id are limited to 32 at once and 10 a second; the next one says in
/// `data.unanswered` how many were left out. As answers are written before the next line is read, a peer that does not
/// read cannot make the server hold more than it allows.
///
/// A request is in flight until its answer is written or a `notifications/cancelled` for it has come. The handler of a
/// cancelled request may still be running; a handler that watches the token of its context stops. As it may even answer,
/// the last 4,096 ids of cancelled requests are not taken again.
pub struct LineTransport<R, W> {
    lines: Lines<R>,
    outbox: Arc<Mutex<Outbox<W>>>,
    /// Answers that the outbox does not have yet.
    answers: VecDeque<Vec<u8>>,
    /// Whether the outbox may still hold some.
    has_unwritten: bool,
    in_flight: InFlight,
    max_in_flight: usize,
    handshake: Handshake,
    answer_limit: AnswerLimit,
    policy: FailurePolicy,
    /// What `initialize` was charged: what it said is kept as long as the connection is.
    initialize_charge: Option<Charge>,
}

/// What a message was charged, and for what.
struct Admission {
    charge: Charge,
    weight: Weight,
}

impl<R: AsyncRead + Unpin, W: AsyncWrite + Unpin> LineTransport<R, W> {
    /// The longest line, in bytes, unless another is set: 4 MiB, as over HTTP. What is made of a line takes far more room
    /// than its text; [`MemoryBudget`] has the limits of that.
    pub const DEFAULT_MAX_LINE_LENGTH: usize = 4 * 1024 * 1024;

    /// The most requests in flight, unless another number is set.
    pub const DEFAULT_MAX_IN_FLIGHT: usize = 1_024;

    /// A transport over these streams.
    #[must_use]
    pub fn new(reader: R, writer: W) -> LineTransport<R, W> {
        LineTransport {
            lines: Lines::new(reader, Self::DEFAULT_MAX_LINE_LENGTH, MemoryBudget::of_process()),
            outbox: Arc::new(Mutex::new(Outbox::new(writer))),
            answers: VecDeque::new(),
            has_unwritten: false,
            in_flight: InFlight::default(),
            max_in_flight: Self::DEFAULT_MAX_IN_FLIGHT,
            handshake: Handshake::default(),
            answer_limit: AnswerLimit::new(),
            policy: FailurePolicy::new(),
            initialize_charge: None,
        }
    }

    /// The same, with lines of at most this many bytes.
    #[must_use]
    pub fn with_max_line_length(mut self, bytes: usize) -> Self {
        self.lines.max_length = bytes;
        self
    }

    /// The same, with at most this many requests in flight.
    ///
    /// A handler that panics never answers, so its request stays in flight, and enough of them leave no room for others.
    /// A [`Guard`](super::Guard) around the handler answers for it.
    #[must_use]
    pub fn with_max_in_flight(mut self, requests: usize) -> Self {
        self.max_in_flight = requests;
        self
    }

    /// The same, with a budget of its own, or one that it shares with others, in place of that of the process.
    #[must_use]
    pub fn with_memory_budget(mut self, budget: MemoryBudget) -> Self {
        self.lines.set_budget(budget);
        self
    }

    /// The same under this policy: use that of the [`Guard`](super::Guard). What the transport refuses and what it completes
    /// are incidents of the policy.
    #[must_use]
    pub fn with_policy(mut self, policy: FailurePolicy) -> Self {
        self.policy = policy;
        self
    }

    /// The same for a service without a handshake, as under `serve_directly`: notifications are delivered from
    /// the beginning.
    #[must_use]
    pub fn already_open(mut self) -> Self {
        self.handshake = Handshake::Open;
        self
    }

    /// Writes the pending answers. If it is dropped halfway, the next call continues.
    async fn write_answers(&mut self) -> io::Result<()> {
        if self.answers.is_empty() && !self.has_unwritten {
            return Ok(());
        }
        let mut outbox = self.outbox.lock().await;
        self.has_unwritten = true;
        for answer in self.answers.drain(..) {
            outbox.push(answer);
        }
        outbox.flush().await?;
        self.has_unwritten = false;
        Ok(())
    }

    /// The message to deliver, if the line that has come is one.
    fn read_line(&mut self) -> Option<ClientJsonRpcMessage> {
        let budget = self.lines.budget().clone();
        let read = self.lines.take(|line, mut charge| {
            let weighed = budget.weigh(line).and_then(|weight| budget.admit(&mut charge, &weight).map(|()| weight));
            match weighed {
                Ok(weight) => {
                    let read = shape::read(line);
                    charge.shrink_to(weight.kept());
                    (read, Some(Admission { charge, weight }))
                }
                Err(why) => (Parsed::Refused(shape::refuse_unread(line, why.into_failure())), None),
            }
        });
        match read {
            (Parsed::Message(message), Some(admission)) => self.admit(*message, admission),
            // What is not admitted is not read.
            (Parsed::Message(_), None) => None,
            (Parsed::Refused(refusals), _) => {
                self.refuse(refusals);
                None
            }
            (Parsed::Unanswered(failure), _) => {
                let _ = self.policy.disclose(*failure);
                None
            }
        }
    }

    fn admit(&mut self, mut message: ClientJsonRpcMessage, admission: Admission) -> Option<ClientJsonRpcMessage> {
        match &mut message {
            JsonRpcMessage::Request(request) => {
                if let Err(failure) = self.accept(request, admission) {
                    self.refuse([Refusal { id: Some(request.id.clone().into()), failure }]);
                    return None;
                }
            }
            // An answer to a request that was never sent.
            JsonRpcMessage::Error(error) if error.id.is_none() => return None,
            _ if !self.handshake.is_open() => return None,
            JsonRpcMessage::Notification(notification) => {
                notification.notification.extensions_mut().insert(Arc::new(admission.charge));
                if let ClientNotification::CancelledNotification(cancelled) = &notification.notification
                    && let Some(id) = &cancelled.params.request_id
                {
                    self.in_flight.cancel(id);
                }
            }
            JsonRpcMessage::Response(_) | JsonRpcMessage::Error(_) => {}
        }
        Some(message)
    }

    fn accept(&mut self, request: &mut JsonRpcRequest<ClientRequest>, admission: Admission) -> Result<(), Failure> {
        if let Some(failure) = initialize::fault_of_request(&request.request) {
            return Err(failure);
        }
        let missing = self.handshake.missing_metadata(&request.request);
        if !missing.is_empty() {
            return Err(refusal::not_initialized(&missing));
        }
        if let ClientRequest::InitializeRequest(_) = request.request {
            let charge = self.lines.budget().charge_initialize(admission.weight.cost_of_values());
            self.initialize_charge = Some(charge.map_err(Inadmissible::into_failure)?);
        }
        let charge = Arc::new(admission.charge);
        // A handler may run on when its request has been cancelled.
        request.request.extensions_mut().insert(charge.clone());
        self.in_flight.enter(&request.id, self.max_in_flight, charge).map_err(|error| match error {
            EnterError::Duplicate => refusal::duplicate_id(),
            EnterError::Cancelled => refusal::cancelled_id(),
            EnterError::Full => refusal::too_many(self.max_in_flight),
        })?;
        self.handshake.deliver(&request.id, &request.request);
        Ok(())
    }

    fn refuse_dropped_line(&mut self, shape: Shape, why: Why) {
        let failure = match why {
            Why::TooLong => refusal::too_large(Some(self.lines.max_length)),
            Why::NoRoom(no_room, length) => self.lines.budget().inadmissible(no_room, length).into_failure(),
        };
        if shape.wants_no_answer() {
            let _ = self.policy.disclose(failure);
        } else {
            self.refuse([Refusal { id: shape.id.into_answer_id(), failure }]);
        }
    }

    /// Answers with an id always go out, because a request waits for them.
    fn refuse(&mut self, refusals: impl IntoIterator<Item = Refusal>) {
        for Refusal { id, failure } in refusals {
            if id.is_none() && !self.answer_limit.take() {
                continue;
            }
            let failure = match self.answer_limit.withheld() {
                0 => failure,
                count => failure.with_context("unanswered", count),
            };
            self.answers.push_back(refusal::frame(&self.policy, id.as_ref(), failure));
        }
    }
}

impl<R, W> Transport<RoleServer> for LineTransport<R, W>
where
    R: AsyncRead + Send + Unpin,
    W: AsyncWrite + Send + Unpin + 'static,
{
    type Error = io::Error;

    fn send(&mut self, message: TxJsonRpcMessage<RoleServer>) -> impl Future<Output = io::Result<()>> + Send + 'static {
        self.handshake.send(&message);
        let answered = match &message {
            JsonRpcMessage::Response(response) => Some(&response.id),
            JsonRpcMessage::Error(error) => error.id.as_ref(),
            JsonRpcMessage::Request(_) | JsonRpcMessage::Notification(_) => None,
        };
        let leaving = self.in_flight.leaving(answered);
        let outbox = self.outbox.clone();
        let line = serde_json::to_vec(&message).map(|line| outbound::filtered(&self.policy, &line).unwrap_or(line));
        async move {
            let _leaving = leaving;
            let line = line?;
            let mut outbox = outbox.lock().await;
            outbox.push(line);
            outbox.flush().await
        }
    }

    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleServer>> {
        self.handshake.go_on();
        loop {
            if let Err(error) = self.write_answers().await {
                let _ = self.policy.disclose(Failure::from_error(error, "answering a message"));
                return None;
            }
            match self.lines.next().await {
                Ok(Next::Line) => {
                    if let Some(message) = self.read_line() {
                        return Some(message);
                    }
                }
                Ok(Next::Dropped(shape, why)) => self.refuse_dropped_line(shape, why),
                Ok(Next::End) => return None,
                Err(error) => {
                    let _ = self.policy.disclose(Failure::from_error(error, "reading messages"));
                    return None;
                }
            }
        }
    }

    async fn close(&mut self) -> io::Result<()> {
        let closing = async { self.outbox.lock().await.close().await };
        tokio::time::timeout(CLOSE_TIMEOUT, closing).await.unwrap_or(Err(io::ErrorKind::TimedOut.into()))
    }
}
