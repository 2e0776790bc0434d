//! `candor wrap`: an MCP server on stdio, whose failures are repaired on their way to its client.

mod client;
mod record;
mod report;

use crate::arguments;
use crate::log;
use crate::trouble::{Trouble, write};
use candor::FailurePolicy;
use candor::capture::install_panic_hook;
use candor::disclose::Scrubber;
use candor_gateway::{
    ChildCommand, RestartPolicy, Supervision, WatcherProgram, Wrap, WrapLimits, Wrapped, secrets_of_arguments,
    secrets_of_environment,
};
use record::Record;
use std::ffi::OsString;
use std::process::ExitCode;
use std::time::Duration;

/// How long what is told of the last failures may take to be written.
const LAST_REPORTS: Duration = Duration::from_secs(2);

/// Serves the client on standard input and output until it leaves.
pub(crate) fn run(arguments: &arguments::Wrap) -> Result<ExitCode, Trouble> {
    let policy = policy(arguments)?;
    let record = arguments.record.as_deref().map(Record::create).transpose()?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|error| Trouble::Serve(error.to_string()))?;
    log::to_stderr();
    // The log has what a call panicked with.
    install_panic_hook();
    let recorder = record.as_ref().map(Record::recorder);
    let wrapped = runtime.block_on(async {
        let client = client::of_standard_streams().map_err(|error| Trouble::Serve(error.to_string()))?;
        let stop = stopped().map_err(|error| Trouble::Serve(error.to_string()))?;
        let wrap = wrap(arguments, policy);
        let repaired = move |repair: &candor_gateway::Repair| {
            if let Some(recorder) = &recorder {
                recorder.take(repair);
            }
        };
        let served = wrap.serve((client.reader, client.writer), stop, repaired).await;
        served.map_err(|failure| Trouble::Options(failure.message().to_owned()))
    });
    // A read of standard input cannot be cancelled: waiting for it would be waiting for one more line.
    runtime.shutdown_background();
    let Wrapped { report, .. } = wrapped?;
    FailurePolicy::flush_all(LAST_REPORTS);
    let lost = record.map_or(0, Record::finish);
    if arguments.report {
        write(&report::written(&report, lost, arguments.observe));
    }
    Ok(ExitCode::SUCCESS)
}

fn policy(arguments: &arguments::Wrap) -> Result<FailurePolicy, Trouble> {
    let variables =
        std::env::vars_os().filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)));
    let mut secrets = secrets_of_environment(variables);
    secrets.extend(secrets_of_arguments(arguments.command.iter().filter_map(|argument| argument.to_str())));
    for name in &arguments.secret_env {
        let shown = name.to_string_lossy();
        let unset = || Trouble::Options(format!("--secret-env: the variable {shown} is not set, or is not a text"));
        let value = std::env::var(name).map_err(|_| unset())?;
        Scrubber::check_secret(&value).map_err(|why| Trouble::Options(format!("--secret-env: {shown}: {why}")))?;
        secrets.push(value);
    }
    Ok(FailurePolicy::new().with_dialect(arguments.dialect.0).with_secrets(secrets))
}

fn wrap(arguments: &arguments::Wrap, policy: FailurePolicy) -> Wrap {
    let mut words = arguments.command.iter();
    let program = words.next().cloned().unwrap_or_default();
    let command = ChildCommand::new(program).with_arguments(words);
    let supervision = Supervision::new(WatcherProgram::this_program(), policy.clone());
    let limits = WrapLimits {
        idle_timeout: arguments.timeout,
        max_duration: arguments.max_duration,
        init_timeout: arguments.init_timeout,
        max_message: usize::try_from(arguments.max_message * 1024 * 1024).unwrap_or(usize::MAX),
    };
    let wrap = Wrap::new(command, supervision)
        .with_name(name_of(&arguments.command))
        .with_policy(policy)
        .with_limits(limits)
        .with_restarts(RestartPolicy {
            most_starts: arguments.starts_per_minute,
            first_pause: arguments.restart_pause,
            ..RestartPolicy::default()
        })
        .with_output_mismatch(arguments.output_mismatch.into());
    let wrap = if arguments.no_argument_checks { wrap.without_argument_checks() } else { wrap };
    if arguments.observe { wrap.observing() } else { wrap }
}

/// Programs that run other programs, whose names say nothing of the server.
const LAUNCHERS: [&str; 13] =
    ["npx", "node", "bunx", "bun", "deno", "npm", "pnpm", "uvx", "uv", "python", "python3", "docker", "cmd"];
/// What those are told before the name of what they run.
const ORDERS: [&str; 8] = ["run", "exec", "x", "dlx", "tool", "/c", "start", "npx"];

/// What the server is called: the program, or what a launcher is to run.
fn name_of(command: &[OsString]) -> String {
    let last = |word: &OsString| {
        let word = word.to_string_lossy();
        word.rsplit(['/', '\\']).next().unwrap_or_default().to_owned()
    };
    let Some(program) = command.first().map(last) else { return String::new() };
    let is_launcher = LAUNCHERS.contains(&program.trim_end_matches(".exe"));
    let is_name = |word: &&OsString| {
        let word = word.to_string_lossy();
        !word.starts_with('-') && !word.contains('=') && !ORDERS.contains(&&*word)
    };
    let named = is_launcher.then(|| command.iter().skip(1).find(is_name).map(last)).flatten();
    named.filter(|name| !name.is_empty()).unwrap_or(program)
}

/// Is ready when the program is asked to end.
#[cfg(unix)]
fn stopped() -> std::io::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut hang_up = signal(SignalKind::hangup())?;
    Ok(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
            _ = hang_up.recv() => {}
        }
    })
}

/// Is ready when the program is asked to end.
#[cfg(not(unix))]
fn stopped() -> std::io::Result<impl Future<Output = ()>> {
    Ok(async {
        // Without a console, nobody asks.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    })
}

#[cfg(test)]
mod tests {
    use super::name_of;

    #[test]
    fn a_server_is_called_by_what_is_run_and_not_by_what_runs_it() {
        for (command, name) in [
            (&["npx", "-y", "@modelcontextprotocol/server-memory"][..], "server-memory"),
            (&["uvx", "mcp-server-git", "--repository", "."], "mcp-server-git"),
            (&["/usr/bin/python3", "/srv/desk/server.py"], "server.py"),
            (&["docker", "run", "-i", "ghcr.io/acme/wiki:2"], "wiki:2"),
            (&["/opt/desk/orders_server", "--stdio"], "orders_server"),
            (&["node"], "node"),
        ] {
            let command: Vec<_> = command.iter().map(Into::into).collect();
            assert_eq!(name_of(&command), name);
        }
    }
}
