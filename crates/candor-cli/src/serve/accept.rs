//! `candor serve --accept NAME`: the tools of an MCP server are pinned as they are now.

use super::run::runtime;
use crate::output::Output;
use crate::trouble::Trouble;
use candor::FailurePolicy;
use candor_gateway::{GatewaySettings, accept_tools};
use std::process::ExitCode;

pub(super) fn run(name: &str, settings: &GatewaySettings, output: &mut Output) -> Result<ExitCode, Trouble> {
    let Some(server) = settings.servers.iter().find(|server| server.name == name) else {
        let names: Vec<&str> = settings.servers.iter().map(|server| server.name.as_str()).collect();
        let known =
            if names.is_empty() { "there are none".to_owned() } else { format!("there are {}", names.join(", ")) };
        return Err(Trouble::Options(format!("there is no MCP server {name} in the configuration; {known}")));
    };
    let policy = FailurePolicy::new().with_secrets(server.secrets());
    let accepted = runtime()?.block_on(accept_tools(server, &policy)).map_err(Trouble::Serve)?;
    for (what, tools) in [("new", &accepted.new), ("changed", &accepted.changed), ("gone", &accepted.gone)] {
        for tool in tools {
            output.text(&format!("{name}: {what}: {}\n", tool.escape_debug()))?;
        }
    }
    output.text(&format!("{name}: {} as before\n", super::counted(accepted.unchanged, "tool")))?;
    Ok(ExitCode::SUCCESS)
}
