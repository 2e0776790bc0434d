//! `candor scrub`: removes from text what must not leave the server.

mod changes;
mod json_tokens;
mod known_secrets;
mod lines;
mod plain;
mod source;

pub(crate) use known_secrets::NoSecret;

use crate::arguments::Scrub;
use crate::json_lines;
use crate::output::Output;
use crate::trouble::{Trouble, say};
use candor_scrub::{Allowed, Scrubber};
use source::Source;
use std::io::IsTerminal;
use std::path::Path;
use std::process::ExitCode;

/// Scrubs the files, or standard input as it arrives. A file that cannot be read is named, and the others are scrubbed.
pub(crate) fn run(arguments: &Scrub, output: &mut Output) -> Result<ExitCode, Trouble> {
    let scrubber = scrubber(arguments)?;
    let standard_input = [Path::new("-").to_owned()];
    let paths = if arguments.files.is_empty() { &standard_input } else { arguments.files.as_slice() };
    let mut code = ExitCode::SUCCESS;
    for path in paths {
        match scrub(path, paths.len() > 1, arguments, &scrubber, output) {
            Err(trouble @ (Trouble::Open { .. } | Trouble::Directory { .. } | Trouble::Read { .. })) => {
                output.finish()?;
                trouble.report();
                code = trouble.exit_code();
            }
            other => other?,
        }
    }
    Ok(code)
}

fn scrub(
    path: &Path,
    is_one_of_many: bool,
    arguments: &Scrub,
    scrubber: &Scrubber,
    output: &mut Output,
) -> Result<(), Trouble> {
    if path.as_os_str() == "-" && std::io::stdin().is_terminal() {
        say("type or paste the text to scrub, then press Ctrl-D");
    }
    let source = Source::open(path)?;
    if arguments.jsonl {
        return json_lines::run(&source.incoming, output, |line| lines::answer(scrubber, arguments.explain, line));
    }
    let named = is_one_of_many.then(|| source.incoming.name().to_owned());
    plain::run(scrubber, arguments.explain.then_some(named), &source, output)
}

fn scrubber(arguments: &Scrub) -> Result<Scrubber, Trouble> {
    let secrets = known_secrets::read(&arguments.secret_env, &arguments.secrets_file).map_err(Trouble::Secret)?;
    let scrubber = Scrubber::new().with_profile(arguments.profile).with_secrets(secrets);
    let allowed = arguments.allow_root.iter().fold(Allowed::new(), |allowed, root| allowed.with_root(root));
    let scrubber = if arguments.allow_root.is_empty() { scrubber } else { scrubber.allowing(allowed) };
    Ok(if arguments.hide_schema_names { scrubber.hiding_schema_names() } else { scrubber })
}
