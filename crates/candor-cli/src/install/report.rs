//! What was found and done, as text for people and as JSON for programs.

use super::client::{Client, Scope};
use super::edit::Wrapper;
use super::entry::Form;
use super::found::{Document, Server};
use super::plan::{Outcome, Plan};
use super::refusal::path;
use crate::layout::shown;
use serde_json::json;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// What a run of the command says.
pub(crate) struct Report<'d> {
    client: &'static Client,
    kind: Kind,
    files: Vec<&'d Path>,
    servers: Vec<Line<'d>>,
    is_dry_run: bool,
    /// What would change.
    pub(crate) preview: Option<String>,
    /// Where the copy of the file is.
    pub(crate) backup: Option<PathBuf>,
    pub(crate) is_written: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    List,
    Install,
    Undo,
}

/// One server, and what is to be said about it.
struct Line<'d> {
    server: Server<'d>,
    state: &'static str,
    /// Whether it changes, or would.
    is_changed: bool,
    what: String,
}

impl<'d> Report<'d> {
    /// What there is.
    pub(crate) fn list(
        client: &'static Client,
        documents: &'d [Document],
        servers: &[Server<'d>],
        wrapper: &Wrapper,
    ) -> Report<'d> {
        let line = |server: &Server<'d>| {
            let form = Form::of(server.entry, &wrapper.command);
            Line { server: *server, state: form.name(), is_changed: false, what: described(&form) }
        };
        Report {
            client,
            kind: Kind::List,
            files: documents.iter().map(|document| document.file.path.as_path()).collect(),
            servers: servers.iter().map(line).collect(),
            is_dry_run: false,
            preview: None,
            backup: None,
            is_written: false,
        }
    }

    /// What a plan does.
    pub(crate) fn edit(client: &'static Client, plan: &Plan<'d>, is_dry_run: bool, wrapper: &Wrapper) -> Report<'d> {
        let is_undo = plan.is_undo;
        let tense = |done: &str, intended: &str| if is_dry_run { intended.to_owned() } else { done.to_owned() };
        let line = |step: &super::plan::Step<'d>| {
            let form = Form::of(step.server.entry, &wrapper.command);
            let (state, what) = match (&step.outcome, is_undo) {
                (Outcome::Change(_), false) => ("wrapped", tense("wrapped", "would be wrapped")),
                (Outcome::Change(_), true) => ("plain", tense("no longer wrapped", "would no longer be wrapped")),
                (Outcome::Nothing, false) => (form.name(), already(wrapper)),
                (Outcome::Nothing, true) => (form.name(), "not wrapped; nothing to undo".to_owned()),
                (Outcome::Skipped(refusal), _) => {
                    (form.name(), format!("left as it is: {}", described_or(&form, refusal)))
                }
            };
            let is_changed = matches!(step.outcome, Outcome::Change(_));
            Line { server: step.server, state, is_changed, what }
        };
        let mut files: Vec<_> = plan.steps.iter().map(|step| step.server.document.file.path.as_path()).collect();
        files.dedup();
        Report {
            client,
            kind: if is_undo { Kind::Undo } else { Kind::Install },
            files,
            servers: plan.steps.iter().map(line).collect(),
            is_dry_run,
            preview: None,
            backup: None,
            is_written: false,
        }
    }

    /// For people.
    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        for file in &self.files {
            let _ = writeln!(text, "{}", path(file));
            let lines: Vec<_> = self.servers.iter().filter(|line| line.server.document.file.path == *file).collect();
            let widest = lines.iter().map(|line| shown(line.server.name).chars().count()).max().unwrap_or(0);
            if lines.is_empty() {
                let _ = writeln!(text, "  no servers");
            }
            for line in lines {
                let scope = if line.server.scope == Scope::Local { " (for this project alone)" } else { "" };
                let _ = writeln!(text, "  {:widest$}  {}{scope}", shown(line.server.name), line.what);
            }
        }
        if self.is_written {
            if let Some(backup) = &self.backup {
                let _ = writeln!(text, "The file as it was: {}", path(backup));
            }
            if self.kind == Kind::Install
                && self.servers.iter().any(|it| it.is_changed && it.server.scope == Scope::Project)
            {
                let _ = writeln!(
                    text,
                    "Others who use this project need the same path; --command candor writes the name alone."
                );
            }
            let _ = writeln!(text, "Restart {} for it to take effect.", self.client.title);
        }
        if let Some(preview) = &self.preview {
            let _ = write!(text, "\n{preview}\nNothing was written (--dry-run).\n");
        }
        text
    }

    /// For programs: one object.
    pub(crate) fn json(&self) -> String {
        let lossy = |path: &Path| path.to_string_lossy().into_owned();
        let servers = self.servers.iter().map(|line| {
            json!({
                "name": line.server.name,
                "file": lossy(&line.server.document.file.path),
                "scope": line.server.scope.name(),
                "state": line.state,
                "changed": line.is_changed,
                "what": line.what,
            })
        });
        json!({
            "client": self.client.name,
            "action": match self.kind { Kind::List => "list", Kind::Install => "install", Kind::Undo => "undo" },
            "files": self.files.iter().map(|file| lossy(file)).collect::<Vec<_>>(),
            "servers": servers.collect::<Vec<_>>(),
            "dry_run": self.is_dry_run,
            "written": self.is_written,
            "backup": self.backup.as_deref().map(lossy),
            "restart": self.is_written.then_some(self.client.title),
        })
        .to_string()
    }
}

fn already(wrapper: &Wrapper) -> String {
    let advice = if wrapper.options.is_empty() { "" } else { "; for other options, --undo it first" };
    format!("wrapped already; nothing to do{advice}")
}

/// What can be done with an entry.
fn described(form: &Form<'_>) -> String {
    match form {
        Form::Plain(_) => "can be wrapped".to_owned(),
        Form::Wrapped { .. } => "wrapped".to_owned(),
        Form::WrappedOtherwise => "wrapped, in a way that --undo does not know".to_owned(),
        Form::Remote => "at a URL: it has no command to wrap; `candor serve --mcp URL` is for those".to_owned(),
        Form::Ambiguous(duplicate) => format!("cannot be wrapped: it has \"{}\" twice", shown(&duplicate.name)),
        Form::Odd(why) => format!("cannot be wrapped: {why}"),
    }
}

/// Why an entry was left as it is.
fn described_or(form: &Form<'_>, refusal: &super::refusal::Refusal) -> String {
    match form {
        Form::Plain(_) | Form::Wrapped { .. } => refusal.to_string(),
        Form::WrappedOtherwise | Form::Remote | Form::Ambiguous(_) | Form::Odd(_) => described(form),
    }
}
