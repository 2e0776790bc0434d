//! What would change, as a diff. Only the command and its arguments are in it, and no secret.

use super::found::Server;
use super::notation::Notation;
use super::plan::{Change, Plan};
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
        let scrubber = scrubber(server, change);
        lines(&mut text, '-', document.notation, &without_secrets(&change.before, &scrubber));
        lines(&mut text, '+', document.notation, &without_secrets(&change.after, &scrubber));
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
fn scrubber(server: &Server<'_>, change: &Change) -> Scrubber {
    let environment = server.entry.table().map(|table| table.members.iter().filter(|member| member.name == "env"));
    let values = environment.into_iter().flatten().filter_map(|member| member.node.table());
    let values = values.flat_map(|table| &table.members).filter_map(|member| member.node.text());
    let secrets = values.filter(|value| Scrubber::check_secret(value).is_ok());
    let allowed =
        change.before.iter().chain(&change.after).fold(Allowed::new(), |allowed, word| allowed.with_text(word));
    Scrubber::new().with_secrets(secrets).allowing(allowed)
}

/// Each word without secrets. The option before a word tells what it is, and so does a name within it.
fn without_secrets(words: &[String], scrubber: &Scrubber) -> Vec<String> {
    let mut option: Option<&str> = None;
    let mut scrubbed = Vec::with_capacity(words.len());
    for word in words {
        let safe = match (word.split_once('='), option) {
            (Some((name, value)), _) => format!("{name}={}", under(name, value, scrubber)),
            (None, Some(option)) if names_secret(option) || !word.starts_with('-') => under(option, word, scrubber),
            (None, _) => scrubber.scrub(word).into_owned(),
        };
        // A name may also be told by what is around it.
        scrubbed.push(scrubber.scrub(&safe).into_owned());
        option = word.strip_prefix('-').filter(|_| !word.contains('='));
    }
    scrubbed
}

/// A value under the name of its option or variable.
fn under(name: &str, value: &str, scrubber: &Scrubber) -> String {
    let name = name.trim_start_matches('-');
    if names_secret(name) { REDACTED.to_owned() } else { scrubber.scrub_member(name, value).into_owned() }
}

/// `-p` and `-k` are what many programs call a password and a key.
fn names_secret(option: &str) -> bool {
    let name = option.trim_start_matches('-');
    is_sensitive_name(name) || matches!(name, "p" | "k" | "pass" | "pw")
}

fn one_line(text: &str) -> String {
    cut(&printable(text), LONGEST)
}
