//! `candor demo`: one server, twice: on rmcp alone, and behind Candor's guard. The same calls fail on both.

mod calls;
mod exchange;
mod page;

use crate::arguments::Demo;
use crate::output::Output;
use crate::trouble::Trouble;
use calls::CALLS;
use exchange::Exchange;
use serde_json::json;
use std::process::ExitCode;

/// Makes the calls and shows what an agent gets today beside what it gets with Candor.
pub(crate) fn run(arguments: &Demo, output: &mut Output) -> Result<ExitCode, Trouble> {
    // One of the calls panics; the default message of a panic would be in the middle of the page.
    std::panic::set_hook(Box::new(|_| {}));
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().map_err(Trouble::Runtime)?;
    let (exchanges, incidents) = runtime.block_on(exchange::make(&CALLS)).map_err(Trouble::Runtime)?;
    if arguments.json {
        let all: Vec<_> = exchanges.iter().map(Exchange::to_json).collect();
        output.json(json!({"calls": all, "incidents": incidents}).to_string().into_bytes())?;
    } else {
        output.text(&page::written(&exchanges, &incidents))?;
    }
    Ok(ExitCode::SUCCESS)
}
