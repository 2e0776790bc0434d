//! A server on stdio that nobody can change, made to fail well: what `candor wrap` does.
//!
//! ```text
//! client ──► from_client ──► admit (is the tool there, do its arguments fit) ──► server
//!    ▲                                                                            │
//!    └── relay (recognise, classify, scrub, complete, render) ◄── from_server ◄───┘
//!
//! deadlines   answers for a server that takes too long, and finds out whether it is slow, silent or half dead
//! life        starts the server, answers what was under way when it ends, and starts it again as its client began it
//! ```
//!
//! What nothing is wrong with passes byte for byte.

mod admit;
mod deadlines;
mod fault;
mod from_client;
mod from_server;
mod handshake;
mod life;
pub(crate) mod lines;
mod observe;
mod own_requests;
mod pending;
mod report;
mod secret_names;
mod session;

mod tools;

pub use report::{Repair, RepairKind, WrapReport};
pub use secret_names::{secrets_of_arguments, secrets_of_environment};

use crate::child::{ChildCommand, ChildExit, RestartPolicy, Supervision};
use candor::rmcp::OutputMismatch;
use candor::{Failure, FailurePolicy};
use session::Session;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite};

/// How a server is wrapped.
#[derive(Clone)]
pub struct Wrap {
    pub(crate) command: ChildCommand,
    pub(crate) name: String,
    pub(crate) supervision: Supervision,
    pub(crate) restarts: RestartPolicy,
    pub(crate) limits: WrapLimits,
    pub(crate) policy: FailurePolicy,
    pub(crate) output_mismatch: OutputMismatch,
    pub(crate) checks_arguments: bool,
    pub(crate) is_observing: bool,
}

/// What a server may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WrapLimits {
    /// How long a request may be without a sign of life: an answer, or progress.
    pub idle_timeout: Duration,
    /// How long a request may take, whatever progress it reports.
    pub max_duration: Duration,
    /// How long the server may take until it has answered its first request.
    pub init_timeout: Duration,
    /// The longest line, in bytes, either way.
    pub max_message: usize,
}

impl Default for WrapLimits {
    fn default() -> WrapLimits {
        WrapLimits {
            idle_timeout: Duration::from_secs(30),
            max_duration: Duration::from_secs(600),
            init_timeout: Duration::from_secs(60),
            max_message: 16 * 1024 * 1024,
        }
    }
}

/// How the wrapping of a server ended.
#[derive(Debug)]
#[non_exhaustive]
pub struct Wrapped {
    /// What was repaired.
    pub report: WrapReport,
    /// How the server ended, the last time.
    pub exit: Option<ChildExit>,
}

impl Wrap {
    /// This server, started and ended like this.
    #[must_use]
    pub fn new(command: ChildCommand, supervision: Supervision) -> Wrap {
        Wrap {
            name: command.name(),
            command,
            supervision,
            restarts: RestartPolicy::default(),
            limits: WrapLimits::default(),
            policy: FailurePolicy::new(),
            output_mismatch: OutputMismatch::Warn,
            checks_arguments: true,
            is_observing: false,
        }
    }

    /// The same, and failures call the server so: by the name of its program, unless it is set.
    #[must_use]
    pub fn with_name(self, name: impl Into<String>) -> Wrap {
        Wrap { name: name.into(), ..self }
    }

    /// The same, and failures are disclosed by this policy.
    #[must_use]
    pub fn with_policy(self, policy: FailurePolicy) -> Wrap {
        Wrap { policy, ..self }
    }

    /// The same with these limits.
    #[must_use]
    pub fn with_limits(self, limits: WrapLimits) -> Wrap {
        Wrap { limits, ..self }
    }

    /// The same, and the server is started again like this.
    #[must_use]
    pub fn with_restarts(self, restarts: RestartPolicy) -> Wrap {
        Wrap { restarts, ..self }
    }

    /// The same, and this becomes of results that do not fit their tool's output schema.
    #[must_use]
    pub fn with_output_mismatch(self, output_mismatch: OutputMismatch) -> Wrap {
        Wrap { output_mismatch, ..self }
    }

    /// The same, and calls reach the server whatever their arguments are.
    #[must_use]
    pub fn without_argument_checks(self) -> Wrap {
        Wrap { checks_arguments: false, ..self }
    }

    /// The same, and nothing is changed: what would be is reported.
    #[must_use]
    pub fn observing(self) -> Wrap {
        Wrap { is_observing: true, ..self }
    }

    /// Serves one client, until it leaves or `stop` is ready. No process is left behind.
    ///
    /// `repaired` is told of each repair when it is made.
    ///
    /// # Errors
    ///
    /// The server's program cannot be started at all.
    pub async fn serve<R, W>(
        self,
        client: (R, W),
        stop: impl Future<Output = ()>,
        repaired: impl Fn(&Repair) + Send + Sync + 'static,
    ) -> Result<Wrapped, Failure>
    where
        R: AsyncRead + Unpin + Send + 'static,
        W: AsyncWrite + Unpin + Send + 'static,
    {
        let (reader, writer) = client;
        let session = Arc::new(Session::new(self, Box::new(writer), Box::new(repaired)));
        let started = life::first_start(&session).await?;
        let deadlines = tokio::spawn(deadlines::keep(session.clone()));
        let server = tokio::spawn(life::live(session.clone(), started));
        let of_client = async {
            from_client::read(session.clone(), reader).await;
            session.drained().await;
        };
        tokio::select! {
            () = of_client => {}
            () = stop => {}
            () = session.client_gone() => {}
            () = session.ended() => {}
        }
        session.end();
        let exit = server.await.ok().flatten();
        deadlines.abort();
        Ok(Wrapped { report: session.report(), exit })
    }
}

/// Secrets are in the policy alone, which shows none.
impl std::fmt::Debug for Wrap {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Wrap").field("command", &self.command).field("limits", &self.limits).finish_non_exhaustive()
    }
}
