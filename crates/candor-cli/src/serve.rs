//! `candor serve`: APIs behind one MCP endpoint.

mod demo;

use crate::arguments::Serve;
use crate::output::Output;
use crate::trouble::Trouble;
use std::process::ExitCode;

/// Serves until it is stopped.
pub(crate) fn run(Serve { demo: _ }: &Serve, output: &mut Output) -> Result<ExitCode, Trouble> {
    demo::run_demo(output)
}
