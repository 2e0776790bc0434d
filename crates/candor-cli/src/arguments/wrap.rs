//! The arguments of `candor wrap`.

use super::Target;
use candor::rmcp::OutputMismatch;
use candor_gateway::duration;
use clap::{Args, ValueEnum};
use std::ffi::OsString;
use std::num::NonZeroU32;
use std::path::PathBuf;
use std::time::Duration;

#[derive(Args)]
#[command(after_help = "\
Examples:
  candor wrap -- npx -y @modelcontextprotocol/server-filesystem .
  candor wrap --timeout 60s --dialect problem -- uvx mcp-server-git
  candor wrap --report --record repairs.jsonl -- ./server
  candor wrap --observe --report -- ./server    change nothing, and report what would be repaired

In a client's configuration, put `candor wrap --` before the command of the server. Messages with nothing wrong pass byte for
byte. The server is started again when it dies, and no process of it is left behind.

Secrets in the environment and in the command, such as the value of GITHUB_TOKEN, are removed from every message.

Exit codes: 0 the client has left, or the wrapper was stopped; 2 wrong usage, or there is no such program; 1 cannot serve.")]
pub(crate) struct Wrap {
    /// How long a request may be without an answer and without progress: 500ms, 30s, 2m
    #[arg(long, value_name = "DURATION", value_parser = duration, default_value = "30s")]
    pub(crate) timeout: Duration,

    /// How long a request may take, whatever progress it reports
    #[arg(long, value_name = "DURATION", value_parser = duration, default_value = "10m")]
    pub(crate) max_duration: Duration,

    /// How long the server may take to answer `initialize`
    #[arg(long, value_name = "DURATION", value_parser = duration, default_value = "60s")]
    pub(crate) init_timeout: Duration,

    /// The form in which failures are told
    #[arg(long, value_name = "DIALECT", ignore_case = true, default_value = "structured")]
    pub(crate) dialect: Target,

    /// How often the server may be started within a minute; a server that ran well for 10 seconds starts over
    #[arg(long, value_name = "COUNT", default_value = "5")]
    pub(crate) starts_per_minute: NonZeroU32,

    /// How long to wait before a server that died is started again; doubles each time in a row, up to 15 seconds
    #[arg(long, value_name = "DURATION", value_parser = duration, default_value = "250ms")]
    pub(crate) restart_pause: Duration,

    /// What becomes of a result that does not fit its tool's own output schema
    #[arg(long, value_name = "POLICY", ignore_case = true, default_value = "warn")]
    pub(crate) output_mismatch: Mismatch,

    /// Send calls to the server whatever their arguments are, and whether or not it lists the tool
    #[arg(long)]
    pub(crate) no_argument_checks: bool,

    /// The longest message in either direction
    #[arg(long, value_name = "MEBIBYTES", default_value_t = 16, value_parser = clap::value_parser!(u64).range(1..=1024))]
    pub(crate) max_message: u64,

    /// One more environment variable whose value is removed from every message; may be given more than once
    #[arg(long, value_name = "NAME")]
    pub(crate) secret_env: Vec<OsString>,

    /// Change nothing, and only report what would be repaired
    #[arg(long)]
    pub(crate) observe: bool,

    /// Print what was repaired on standard error, at the end
    #[arg(long)]
    pub(crate) report: bool,

    /// Write each repair as a line of JSON to this file, before and after, scrubbed
    #[arg(long, value_name = "FILE")]
    pub(crate) record: Option<PathBuf>,

    /// The server's program and its arguments
    #[arg(value_name = "COMMAND", required = true, last = true, num_args = 1..)]
    pub(crate) command: Vec<OsString>,
}

/// What becomes of a result that does not fit.
#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum Mismatch {
    /// It passes, and the operator is told
    Warn,
    /// It becomes a failure
    Fail,
    /// It passes
    Ignore,
}

impl From<Mismatch> for OutputMismatch {
    fn from(mismatch: Mismatch) -> OutputMismatch {
        match mismatch {
            Mismatch::Warn => OutputMismatch::Warn,
            Mismatch::Fail => OutputMismatch::Fail,
            Mismatch::Ignore => OutputMismatch::Ignore,
        }
    }
}
