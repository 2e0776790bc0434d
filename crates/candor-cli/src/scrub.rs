//! `candor scrub`: removes from text what a stranger must not see.

mod block;
mod json_strings;
mod known_secrets;
mod lines;
mod lossless;
mod plain;

pub(crate) use known_secrets::NoSecret;

use crate::arguments::Scrub;
use crate::incoming::Incoming;
use crate::json_lines;
use crate::output::Output;
use crate::trouble::{Trouble, say};
use candor::disclose::{Allowed, Scrubber};
use std::io::IsTerminal;
use std::process::ExitCode;

/// Scrubs standard input as it comes.
pub(crate) fn run(arguments: &Scrub, output: &mut Output) -> Result<ExitCode, Trouble> {
    let scrubber = scrubber(arguments)?;
    if std::io::stdin().is_terminal() {
        say("type or paste what is to be scrubbed, then press Ctrl-D");
    }
    let incoming = Incoming::of(std::io::stdin())?;
    if arguments.jsonl {
        json_lines::run(&incoming, output, |line| lines::answer(&scrubber, arguments.explain, line))?;
    } else {
        plain::run(&scrubber, arguments.explain, &incoming, output)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn scrubber(arguments: &Scrub) -> Result<Scrubber, Trouble> {
    let secrets = known_secrets::read(&arguments.secret_env, &arguments.secrets_file).map_err(Trouble::Secret)?;
    let scrubber = Scrubber::new().with_profile(arguments.profile).with_secrets(secrets);
    let allowed = arguments.allow_root.iter().fold(Allowed::new(), |allowed, root| allowed.with_root(root));
    let scrubber = if arguments.allow_root.is_empty() { scrubber } else { scrubber.allowing(allowed) };
    Ok(if arguments.hide_schema_names { scrubber.hiding_schema_names() } else { scrubber })
}
