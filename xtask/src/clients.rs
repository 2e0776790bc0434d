//! The published MCP clients that the tests drive: installed once, outside the tree, in pinned versions.

use crate::{cache, process, say};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

/// Through which the tests find the folder.
pub(crate) const VARIABLE: &str = "CANDOR_CLIENTS";

/// What is pinned, in the folder of the tests.
const PINS: [&str; 4] = ["package.json", "package-lock.json", "requirements_1.txt", "requirements_2.txt"];
const TESTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/order-desk/tests/clients");

/// Says that all is there, and for which pins.
const STAMP: &str = "installed";

/// The folder with the clients, for the steps of a test. Without them the tests are skipped, but not in CI.
pub(crate) fn for_tests() -> Result<Option<PathBuf>, ExitCode> {
    match installed() {
        Ok(folder) => Ok(Some(folder)),
        Err(why) if std::env::var_os("CI").is_some() => {
            say(&format!("the clients cannot be tested: {why}"));
            Err(ExitCode::FAILURE)
        }
        Err(why) => {
            say("====================================================================");
            say(&format!("SKIPPED: the tests with published clients, because {why}"));
            say("====================================================================");
            Ok(None)
        }
    }
}

/// `cargo xtask clients`: installs them and prints the folder.
pub(crate) fn run() -> ExitCode {
    match installed() {
        Ok(folder) => {
            let printed = io::Write::write_all(&mut io::stdout(), format!("{}\n", folder.display()).as_bytes());
            if printed.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
        }
        Err(why) => {
            say(&format!("the clients cannot be installed: {why}"));
            ExitCode::FAILURE
        }
    }
}

/// The folder with all clients, installed now or before.
fn installed() -> Result<PathBuf, String> {
    let python = version_of("python3")?;
    version_of("node")?;
    version_of("npm")?;
    install(&python).map_err(|error| error.to_string())
}

fn install(python: &str) -> io::Result<PathBuf> {
    let folder = cache::folder("clients")?;
    // A virtual environment belongs to the version of Python that it was made with.
    let mut wanted = format!("{python}\n");
    for pin in PINS {
        wanted.push_str(&std::fs::read_to_string(Path::new(TESTS).join(pin))?);
    }
    let stamp = folder.join(STAMP);
    if std::fs::read_to_string(&stamp).is_ok_and(|there| there == wanted) {
        return Ok(folder);
    }
    say(&format!("installing MCP clients into {}", folder.display()));
    std::fs::remove_dir_all(&folder)?;
    std::fs::create_dir_all(&folder)?;
    for pin in PINS {
        std::fs::copy(Path::new(TESTS).join(pin), folder.join(pin))?;
    }
    run_in(&folder, "npm", &["ci", "--ignore-scripts", "--no-audit", "--no-fund"])?;
    for version in ["1", "2"] {
        let environment = format!("python_{version}");
        run_in(&folder, "python3", &["-m", "venv", &environment])?;
        let interpreter = folder.join(&environment).join("bin").join("python");
        let requirements = format!("requirements_{version}.txt");
        let install =
            ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--requirement", &requirements];
        run_in(&folder, interpreter, &install)?;
    }
    std::fs::write(stamp, wanted)?;
    Ok(folder)
}

/// Runs a program that has to succeed. What it prints goes to stderr.
fn run_in(folder: &Path, program: impl AsRef<std::ffi::OsStr>, arguments: &[&str]) -> io::Result<()> {
    let mut command = Command::new(program);
    command.args(arguments).current_dir(folder).stdin(Stdio::null()).stdout(io::stderr());
    process::run(&mut command).map_err(io::Error::other)
}

fn version_of(program: &str) -> Result<String, String> {
    process::output(Command::new(program).arg("--version")).map(|text| text.trim().to_owned())
}
