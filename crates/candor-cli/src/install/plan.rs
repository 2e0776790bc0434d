//! What is to be done with each server, decided and checked before anything is written.

use super::edit::{self, Edit, Wrapper};
use super::entry::{END_OF_OPTIONS, Form, Start, WRAP};
use super::found::{Document, Server};
use super::refusal::Refusal;

/// What is to be done, server by server.
pub(crate) struct Plan<'d> {
    pub(crate) steps: Vec<Step<'d>>,
    pub(crate) is_undo: bool,
}

/// A server, and what is done with it.
pub(crate) struct Step<'d> {
    pub(crate) server: Server<'d>,
    pub(crate) outcome: Outcome,
}

/// What is done with one server.
pub(crate) enum Outcome {
    Change(Change),
    /// It is already as it should be.
    Nothing,
    /// It cannot be wrapped, and was not asked for by name.
    Skipped(Refusal),
}

/// A change of one entry.
pub(crate) struct Change {
    edits: Vec<Edit>,
    /// The command and its arguments.
    pub(crate) before: Vec<String>,
    pub(crate) after: Vec<String>,
}

impl<'d> Plan<'d> {
    /// The plan for a server that was asked for by name: what is wrong with it is refused.
    pub(crate) fn of_one(server: Server<'d>, is_undo: bool, wrapper: &Wrapper) -> Result<Plan<'d>, Refusal> {
        let outcome = outcome(&server, is_undo, wrapper)?;
        Ok(Plan { steps: vec![Step { server, outcome }], is_undo })
    }

    /// The plan for every server that can be wrapped. One file is written in one step, and several are not.
    pub(crate) fn of_all(servers: &[Server<'d>], is_undo: bool, wrapper: &Wrapper) -> Result<Plan<'d>, Refusal> {
        let steps = servers.iter().map(|server| Step {
            server: *server,
            outcome: outcome(server, is_undo, wrapper).unwrap_or_else(Outcome::Skipped),
        });
        let plan = Plan { steps: steps.collect(), is_undo };
        let mut files: Vec<_> = plan.changes().map(|(server, _)| &server.document.file.path).collect();
        files.dedup();
        match files.as_slice() {
            [] | [_] => Ok(plan),
            several => Err(Refusal::SeveralFiles { files: several.iter().map(|&file| file.clone()).collect() }),
        }
    }

    /// The servers that change, and how.
    pub(crate) fn changes(&self) -> impl Iterator<Item = (&Server<'d>, &Change)> {
        self.steps.iter().filter_map(|step| match &step.outcome {
            Outcome::Change(change) => Some((&step.server, change)),
            Outcome::Nothing | Outcome::Skipped(_) => None,
        })
    }

    /// The file that changes, and its new text; `None` if nothing does.
    pub(crate) fn edited(&self, wrapper: &Wrapper) -> Result<Option<(&'d Document, String)>, Refusal> {
        let Some((server, _)) = self.changes().next() else { return Ok(None) };
        let document = server.document;
        let edits = self.changes().flat_map(|(_, change)| change.edits.iter().cloned()).collect();
        let is_right =
            |text: &String| if self.is_undo { self.is_undone(text) } else { self.is_reversible(text, wrapper) };
        let text = edit::apply(document.file.text(), edits).filter(is_right);
        text.map(|text| Some((document, text))).ok_or_else(|| not_editable(server))
    }

    /// Whether taking every wrapper away again gives the text that was there, byte for byte.
    fn is_reversible(&self, text: &str, wrapper: &Wrapper) -> bool {
        let back = |document: &Document| {
            let root = document.notation.read(text).ok().flatten()?;
            let mut edits = Vec::new();
            for (server, _) in self.changes() {
                let Form::Wrapped { start, inner } = Form::of(server.entry_in(&root)?, &wrapper.command) else {
                    return None;
                };
                edits.extend(edit::unwrap(text, document.notation, &start, inner)?);
            }
            edit::apply(text, edits)
        };
        self.changes()
            .next()
            .is_some_and(|(server, _)| back(server.document).as_deref() == Some(server.document.file.text()))
    }

    /// Whether the text has every command as it was behind its wrapper.
    fn is_undone(&self, text: &str) -> bool {
        self.changes().all(|(server, change)| {
            let root = server.document.notation.read(text).ok().flatten();
            let entry = root.as_ref().and_then(|root| server.entry_in(root));
            entry.and_then(Start::of).is_some_and(|start| start.words() == change.after)
        })
    }
}

/// Decides about one server.
fn outcome(server: &Server<'_>, is_undo: bool, wrapper: &Wrapper) -> Result<Outcome, Refusal> {
    let (name, file) = (server.name.to_owned(), server.document.file.path.clone());
    match Form::of(server.entry, &wrapper.command) {
        Form::Ambiguous(duplicate) => Err(server.document.duplicate(duplicate)),
        Form::Plain(start) if !is_undo => wrapped(server, &start, wrapper).map(Outcome::Change),
        Form::Wrapped { start, inner } if is_undo => unwrapped(server, &start, inner).map(Outcome::Change),
        Form::WrappedOtherwise if is_undo => Err(Refusal::WrappedOtherwise { server: name, file }),
        Form::Remote if !is_undo => Err(Refusal::Remote { server: name }),
        Form::Odd(why) if !is_undo => Err(Refusal::Odd { server: name, file, why }),
        Form::Plain(_) | Form::Wrapped { .. } | Form::WrappedOtherwise | Form::Remote | Form::Odd(_) => {
            Ok(Outcome::Nothing)
        }
    }
}

fn wrapped(server: &Server<'_>, start: &Start<'_>, wrapper: &Wrapper) -> Result<Change, Refusal> {
    let document = server.document;
    let edits = edit::wrap(document.file.text(), document.notation, start, wrapper);
    let before = start.words();
    let own = [wrapper.command.as_str(), WRAP].into_iter().chain(wrapper.options.iter().map(String::as_str));
    let after = own.chain([END_OF_OPTIONS]).map(str::to_owned).chain(before.iter().cloned()).collect();
    Ok(Change { edits: edits.ok_or_else(|| not_editable(server))?, before, after })
}

fn unwrapped(server: &Server<'_>, start: &Start<'_>, inner: usize) -> Result<Change, Refusal> {
    let document = server.document;
    let edits = edit::unwrap(document.file.text(), document.notation, start, inner);
    let before = start.words();
    // The command is before the items.
    let after = before.iter().skip(inner + 1).cloned().collect();
    Ok(Change { edits: edits.ok_or_else(|| not_editable(server))?, before, after })
}

fn not_editable(server: &Server<'_>) -> Refusal {
    Refusal::NotEditable { server: server.name.to_owned(), file: server.document.file.path.clone() }
}
