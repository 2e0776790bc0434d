//! `candor serve`: REST APIs and MCP servers behind one endpoint, from a configuration or from flags.

mod accept;
mod demo;
mod run;

use crate::arguments::Serve;
use crate::output::Output;
use crate::trouble::{Trouble, say};
use candor::FailurePolicy;
use candor_gateway::{
    ApiFlags, ApiSettings, ConfigFile, Gateway, GatewayBuilder, GatewaySettings, Given, McpFlags, McpReach,
    McpServerSettings, McpTarget, Secret, Severity, config_schema,
};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The configuration that is read unless another is named.
const DEFAULT_CONFIG: &str = "candor.toml";

/// Checks what is to be served, and serves it unless that was all.
pub(crate) fn run(arguments: &Serve, output: &mut Output) -> Result<ExitCode, Trouble> {
    if let Some(contradiction) = arguments.contradiction() {
        return Err(Trouble::Options(contradiction));
    }
    if arguments.schema {
        let mut schema = serde_json::to_vec_pretty(&config_schema()).unwrap_or_default();
        schema.push(b'\n');
        output.bytes(&schema)?;
        return Ok(ExitCode::SUCCESS);
    }
    if arguments.demo {
        return demo::run_demo(output);
    }
    let given = Given {
        listen: arguments.listen,
        dialect: arguments.dialect.map(|dialect| dialect.0),
        skip_unsupported: arguments.skip_unsupported,
        is_stdio: arguments.stdio,
    };
    let (settings, file) = settings(arguments, given)?;
    if let Some(name) = &arguments.accept {
        return accept::run(name, &settings, output);
    }
    let gateway = run::checked(&settings, arguments.stdio)?;
    if arguments.check {
        gateway.check_schemas().map_err(Trouble::Build)?;
    }
    let lines = settings.apis.iter().map(summary).chain(settings.servers.iter().map(server_summary));
    for line in lines {
        match arguments.check {
            true => output.text(&format!("{line}\n"))?,
            false => say(&line),
        }
    }
    if arguments.check {
        return Ok(ExitCode::SUCCESS);
    }
    output.finish()?;
    run::until_stopped(&gateway, settings, file, arguments.stdio)?;
    Ok(ExitCode::SUCCESS)
}

/// What is to be served, and the file that it comes from.
fn settings(arguments: &Serve, given: Given) -> Result<(GatewaySettings, Option<ConfigFile>), Trouble> {
    if let Some(openapi) = &arguments.openapi {
        let flags = ApiFlags {
            openapi: openapi.clone(),
            base_url: arguments.base_url.clone(),
            name: arguments.name.clone(),
            bearer_env: arguments.bearer_env.clone(),
            timeout: arguments.timeout,
        };
        return flags.read(&given).map(|settings| (settings, None)).map_err(Trouble::Config);
    }
    let reach = match &arguments.mcp {
        Some(url) => Some(McpTarget::Url(url.clone())),
        None if arguments.command.is_empty() => None,
        None => Some(McpTarget::Command(arguments.command.clone())),
    };
    if let Some(reach) = reach {
        let flags = McpFlags {
            reach,
            name: arguments.name.clone(),
            bearer_env: arguments.bearer_env.clone(),
            timeout: arguments.timeout,
        };
        return flags.read(&given).map(|settings| (settings, None)).map_err(Trouble::Config);
    }
    let path = match &arguments.config {
        Some(path) => path.clone(),
        None if Path::new(DEFAULT_CONFIG).is_file() => PathBuf::from(DEFAULT_CONFIG),
        None => {
            let what = "nothing to serve: there is no candor.toml here; give a configuration, --openapi FILE, --mcp URL or -- COMMAND";
            return Err(Trouble::Options(what.to_owned()));
        }
    };
    let file = ConfigFile { path, given };
    let settings = file.read().map_err(Trouble::Config)?;
    Ok((settings, Some(file)))
}

fn builder(settings: &GatewaySettings) -> GatewayBuilder {
    // Those of the APIs are known to the gateway; these are shown to it, or to the collector of traces.
    let shown = settings.inbound.tokens.iter().map(|token| &token.secret);
    let sent = settings.operations.traces.iter().flat_map(|traces| &traces.headers).map(|(_, secret)| secret);
    let policy = FailurePolicy::new().with_secrets(shown.chain(sent).map(Secret::reveal));
    let mut builder = Gateway::builder().policy(policy).page_size(settings.listen.page_size);
    if let Some(budget) = settings.response_budget {
        builder = builder.response_budget(budget);
    }
    for api in &settings.apis {
        builder = builder.api(api.upstream.clone(), api.api.clone());
    }
    for server in &settings.servers {
        builder = builder.mcp(server.clone());
    }
    builder
}

/// One line: how an MCP server is reached. What it brings is not known before it is.
fn server_summary(settings: &McpServerSettings) -> String {
    match &settings.reach {
        McpReach::Child(child) => format!("{}: MCP server, started as {}", settings.name, child.command.name()),
        McpReach::Http(address) => format!("{}: MCP server at {}", settings.name, address.url),
    }
}

/// One line: what an API brings.
fn summary(settings: &ApiSettings) -> String {
    let api = &settings.api;
    let loosened = api.findings().iter().filter(|finding| finding.severity == Severity::Loosened).count();
    let refused = api.refused().count();
    let tools = counted(api.tools().len(), "tool");
    format!("{}: {tools}, {refused} refused, {loosened} loosened", settings.upstream.name)
}

fn counted(count: usize, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}
