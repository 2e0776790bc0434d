//! What would change, as a diff. Only the command and its arguments are in it, and no secret.

use super::entry::Start;
use super::found::Server;
use super::notation::Notation;
use super::plan::Plan;
use super::printable::printable;
use super::refusal::path;
use super::tree::line_and_column;
use crate::layout::cut;
use candor_scrub::{Allowed, REDACTED, Scrubber, is_sensitive_name};
use std::fmt::Write;

/// The longest line, in columns.
const LONGEST: usize = 400;

/// The diff of a plan: every entry that changes, as it is and as it would be.
pub(crate) fn of(plan: &Plan<'_>) -> String {
    let mut text = String::new();
    for (number, (server, change)) in plan.changes().enumerate() {
        let document = server.document;
        if number == 0 {
            let file = path(&document.file.path);
            let _ = writeln!(text, "--- {file}\n+++ {file}");
        }
        let (line, _) = line_and_column(document.file.text(), server.position);
        let _ = writeln!(text, "@@ line {line}: {} @@", one_line(server.name));
        let scrubber = scrubber(server);
        // What is added is the wrapper, which has no secrets; what was there is scrubbed on both sides alike.
        let added = change.after.len().saturating_sub(change.before.len());
        let taken = change.before.len().saturating_sub(change.after.len());
        let scrubbed = |words: &[String], own: usize| {
            let (own, rest) = words.split_at(own.min(words.len()));
            own.iter().cloned().chain(without_secrets(rest, &scrubber)).collect::<Vec<_>>()
        };
        lines(&mut text, '-', document.notation, &scrubbed(&change.before, taken));
        lines(&mut text, '+', document.notation, &scrubbed(&change.after, added));
    }
    text
}

fn lines(text: &mut String, sign: char, notation: Notation, words: &[String]) {
    let Some((command, args)) = words.split_first() else { return };
    let args: Vec<_> = args.iter().map(|word| notation.quoted(word)).collect();
    for line in [
        format!("{}{}", notation.key("command"), notation.quoted(command)),
        format!("{}[{}]", notation.key("args"), args.join(", ")),
    ] {
        let _ = writeln!(text, "{sign}  {}", one_line(&line));
    }
}

/// Removes the values of the entry's environment, too, wherever the arguments repeat them. Paths stay: the reader's own file has them.
fn scrubber(server: &Server<'_>) -> Scrubber {
    let environment = server.entry.table().map(|table| table.members.iter().filter(|member| member.name == "env"));
    let values = environment.into_iter().flatten().filter_map(|member| member.node.table());
    let values = values.flat_map(|table| &table.members).filter_map(|member| member.node.text());
    let secrets = values.filter(|value| Scrubber::check_secret(value).is_ok());
    let start = Start::of(server.entry);
    let words = start.map(|start| start.words()).unwrap_or_default();
    let allowed = words.iter().fold(Allowed::new(), |allowed, word| allowed.with_text(word));
    Scrubber::new().with_secrets(secrets).allowing(allowed)
}

/// Each word without secrets. The option before a word tells what it is, and so does a name within it.
fn without_secrets(words: &[String], scrubber: &Scrubber) -> Vec<String> {
    let mut option: Option<&str> = None;
    let mut scrubbed = Vec::with_capacity(words.len());
    for word in words {
        let safe = match (word.split_once('='), option) {
            (Some((name, value)), _) => format!("{name}={}", under(name, value, scrubber)),
            (None, Some(option)) if !word.starts_with('-') => under(option, word, scrubber),
            (None, _) => scrubber.scrub(word).into_owned(),
        };
        // A name may also be told by what is around it.
        scrubbed.push(scrubber.scrub(&safe).into_owned());
        option = word.strip_prefix('-').filter(|_| !word.contains('='));
    }
    scrubbed
}

/// A value under the name of its option or variable. `-p` and `-k` are what many programs call a password and a key.
fn under(name: &str, value: &str, scrubber: &Scrubber) -> String {
    let name = name.trim_start_matches('-');
    if is_sensitive_name(name) || matches!(name, "p" | "k" | "pass" | "pw") {
        return REDACTED.to_owned();
    }
    scrubber.scrub_member(name, value).into_owned()
}

fn one_line(text: &str) -> String {
    cut(&printable(text), LONGEST)
}
