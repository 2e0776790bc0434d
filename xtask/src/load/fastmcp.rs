//! FastMCP's OpenAPI bridge: installed once, outside the tree, in pinned versions.

use super::configuration::Configuration;
use crate::mcp::program::Program;
use crate::{cache, process, say};
use std::io;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// What `pip freeze` says where it is installed.
const REQUIREMENTS: &str = include_str!("fastmcp/requirements.txt");
const SCRIPT: &str = include_str!("fastmcp/bridge.py");

/// Says that all is there, and for which pins.
const STAMP: &str = "installed";

/// Its interpreter, installed now or before.
pub(super) fn installed() -> Result<Program, String> {
    install().map(Program::installed).map_err(|error| format!("FastMCP cannot be installed: {error}"))
}

fn install() -> io::Result<PathBuf> {
    let folder = cache::folder("fastmcp")?;
    let python = process::output(Command::new("python3").arg("--version")).map_err(io::Error::other)?;
    // A virtual environment belongs to the version of Python that it was made with.
    let wanted = format!("{python}{REQUIREMENTS}");
    let (stamp, interpreter) = (folder.join(STAMP), folder.join("environment").join("bin").join("python"));
    if std::fs::read_to_string(&stamp).is_ok_and(|there| there == wanted) {
        return Ok(interpreter);
    }
    say(&format!("installing FastMCP into {}", folder.display()));
    std::fs::remove_dir_all(&folder)?;
    std::fs::create_dir_all(&folder)?;
    std::fs::write(folder.join("requirements.txt"), REQUIREMENTS)?;
    let run = |program: PathBuf, arguments: &[&str]| {
        let mut command = Command::new(program);
        command.args(arguments).current_dir(&folder).stdin(Stdio::null()).stdout(io::stderr());
        process::run(&mut command).map_err(io::Error::other)
    };
    run("python3".into(), &["-m", "venv", "environment"])?;
    let install =
        ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--requirement", "requirements.txt"];
    run(interpreter.clone(), &install)?;
    std::fs::write(stamp, wanted)?;
    Ok(interpreter)
}

/// What the interpreter is started with.
pub(super) fn arguments(configuration: &Configuration<'_>) -> Vec<String> {
    let document = configuration.document.display().to_string();
    let (base_url, patience) = (configuration.base_url(), configuration.patience.as_secs_f64().to_string());
    let sessions = if configuration.has_sessions { "sessions" } else { "stateless" };
    ["-c", SCRIPT, &document, &base_url, &patience, sessions].map(str::to_owned).to_vec()
}
