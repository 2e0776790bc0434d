//! `candor completions`: a script that completes commands in a shell.

use crate::arguments::{Arguments, Completions};
use crate::output::Output;
use crate::trouble::Trouble;
use clap::CommandFactory;
use std::process::ExitCode;

/// Prints the script.
pub(crate) fn run(arguments: &Completions, output: &mut Output) -> Result<ExitCode, Trouble> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut Arguments::command(), "candor", &mut script);
    output.bytes(&script)?;
    Ok(ExitCode::SUCCESS)
}
