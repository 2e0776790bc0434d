//! The program `candor`: explains, translates, classifies and shows the failures of MCP servers, scrubs text, and serves REST APIs
//! as MCP tools.

mod arguments;
mod classify;
mod completions;
mod demo;
mod explain;
mod incoming;
mod init;
mod input;
mod install;
mod json_lines;
mod layout;
mod log;
mod output;
mod scrub;
mod serve;
mod translate;
mod trouble;
mod wrap;

use arguments::{Arguments, Command};
use clap::Parser;
use output::Output;
use std::process::ExitCode;
use trouble::Trouble;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    // A watcher is to be there within milliseconds.
    if let Some(code) = candor_gateway::watch_if_asked(std::env::args_os()) {
        return code;
    }
    arguments::color_of(std::env::args_os()).write_global();
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => {
            // A reader that stops early is not a failure.
            let _ = error.print();
            return ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(trouble::BAD_INPUT));
        }
    };
    match run(&arguments.command) {
        Ok(code) => code,
        Err(trouble) => {
            trouble.report();
            trouble.exit_code()
        }
    }
}

fn run(command: &Command) -> Result<ExitCode, Trouble> {
    let mut output = Output::new();
    let code = match command {
        Command::Explain(arguments) => explain::run(arguments, &mut output)?,
        Command::Translate(arguments) => translate::run(arguments, &mut output)?,
        Command::Classify(arguments) => classify::run(arguments, &mut output)?,
        Command::Scrub(arguments) => scrub::run(arguments, &mut output)?,
        Command::Serve(arguments) => serve::run(arguments, &mut output)?,
        Command::Wrap(arguments) => wrap::run(arguments)?,
        Command::Init(arguments) => init::run(arguments, &mut output)?,
        Command::Install(arguments) => install::run(arguments, &mut output)?,
        Command::Demo(arguments) => demo::run(arguments, &mut output)?,
        Command::Completions(arguments) => completions::run(arguments, &mut output)?,
    };
    output.finish()?;
    Ok(code)
}
