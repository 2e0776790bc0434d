//! The arguments of `candor install`.

use crate::install::client::{self, Client, Scope};
use clap::Args;
use std::path::PathBuf;

#[derive(Args)]
#[command(after_help = "\
Examples:
  candor install --client cursor                      which servers there are
  candor install --client cursor --dry-run github     what would change
  candor install --client cursor github
  candor install --client cursor github -- --timeout 60s
  candor install --client claude-desktop --all
  candor install --client codex --undo github
  candor install --client vscode --config ~/.vscode-server/data/User/mcp.json github

The server is in the client's configuration already; the wrapper is put before its command, and nothing else in the file changes. \
A copy of the file as it was is beside it, under the name FILE.candor-backup; it has the same secrets as the file. \
Options after -- are for `candor wrap`. Restart the client afterwards.

Exit codes: 0 done, or nothing to do; 2 bad input or usage; 1 cannot read or write.")]
pub(crate) struct Install {
    /// The client whose configuration is edited
    #[arg(long, value_name = "CLIENT", value_parser = client::parser())]
    pub(crate) client: &'static Client,

    /// The server, by its name in the configuration; none lists them all
    #[arg(value_name = "SERVER")]
    pub(crate) server: Option<String>,

    /// Wrap every server that can be
    #[arg(long, conflicts_with = "server")]
    pub(crate) all: bool,

    /// Take the wrapper away again, with its options
    #[arg(long)]
    pub(crate) undo: bool,

    /// Show what would change, without secrets, and write nothing
    #[arg(long)]
    pub(crate) dry_run: bool,

    /// The file to edit, in place of those that the client is known to read
    #[arg(long, value_name = "PATH")]
    pub(crate) config: Option<PathBuf>,

    /// Whose servers: those of the user, of the project, or of the user in this project
    #[arg(long, value_name = "SCOPE")]
    pub(crate) scope: Option<Scope>,

    /// What is written as the command; the path of this program if absent
    #[arg(long, value_name = "NAME")]
    pub(crate) command: Option<String>,

    /// Print what was done, or the list, as one JSON object
    #[arg(long)]
    pub(crate) json: bool,

    /// Options for `candor wrap`
    #[arg(value_name = "WRAP_OPTION", last = true)]
    pub(crate) options: Vec<String>,
}

impl Install {
    /// Why these options cannot be used together, if they cannot.
    pub(crate) fn contradiction(&self) -> Option<&'static str> {
        let is_list = self.server.is_none() && !self.all;
        if is_list && (self.undo || self.dry_run) {
            return Some("give the SERVER, or --all; candor install --client CLIENT lists the servers");
        }
        if is_list && !self.options.is_empty() {
            return Some("options after -- are for a server; give the SERVER, or --all");
        }
        if self.undo && !self.options.is_empty() {
            return Some("--undo takes all options away; leave those after -- out");
        }
        None
    }
}
