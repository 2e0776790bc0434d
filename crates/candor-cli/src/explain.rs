//! `candor explain`: what a name, number or slug means, and how every dialect writes it.

mod entry;
mod listing;

use crate::arguments::Explain;
use crate::output::Output;
use crate::trouble::{BAD_INPUT, Trouble};
use candor::glossary::{self, Entry};
use std::process::ExitCode;

/// Explains each term, or lists every name.
pub(crate) fn run(arguments: &Explain, output: &mut Output) -> Result<ExitCode, Trouble> {
    if arguments.terms.is_empty() {
        if arguments.json {
            glossary::names()
                .into_iter()
                .try_for_each(|name| output.json_line(json_of(name, &glossary::look_up(name))))?;
        } else {
            output.text(&listing::text())?;
        }
        return Ok(ExitCode::SUCCESS);
    }
    let mut code = ExitCode::SUCCESS;
    let mut is_first = true;
    for term in &arguments.terms {
        let term = term.to_string_lossy();
        let entries = glossary::look_up(&term);
        if entries.is_empty() {
            Trouble::UnknownTerm { term: term.to_string(), nearest: glossary::nearest(&term) }.report();
            code = ExitCode::from(BAD_INPUT);
        } else if arguments.json {
            output.json_line(json_of(&term, &entries))?;
        } else {
            for entry in &entries {
                if !std::mem::take(&mut is_first) {
                    output.text("\n")?;
                }
                output.text(&entry::text(entry))?;
            }
        }
    }
    Ok(code)
}

/// `{"term": …, "entries": […]}`.
fn json_of(term: &str, entries: &[Entry]) -> Vec<u8> {
    let entries = serde_json::to_string(entries).unwrap_or_default();
    format!("{{\"term\":{},\"entries\":{entries}}}", serde_json::Value::from(term)).into_bytes()
}
