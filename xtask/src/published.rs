//! The published MCP clients that the tests drive, and the published servers that they put `candor wrap` before: installed once,
//! outside the tree, in pinned versions.

use crate::{cache, process, say};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

/// Programs of npm and PyPI that some tests need.
pub(crate) struct Published {
    /// What they are, and the name of their folder in the cache.
    name: &'static str,
    /// Through which the tests find that folder.
    pub(crate) variable: &'static str,
    /// Where `package.json`, its lock file and the requirements are.
    pins: &'static str,
    /// The environments of Python, and what is installed in each.
    environments: &'static [(&'static str, &'static str)],
}

pub(crate) const CLIENTS: Published = Published {
    name: "clients",
    variable: "CANDOR_CLIENTS",
    pins: concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/order-desk/tests/clients"),
    environments: &[("python_1", "requirements_1.txt"), ("python_2", "requirements_2.txt")],
};

pub(crate) const SERVERS: Published = Published {
    name: "servers",
    variable: "CANDOR_SERVERS",
    pins: concat!(env!("CARGO_MANIFEST_DIR"), "/../crates/candor-cli/tests/published"),
    // The server for SQLite does not start with the SDK that the others need.
    environments: &[("python", "requirements.txt"), ("python_sqlite", "requirements_sqlite.txt")],
};

const PACKAGES: [&str; 2] = ["package.json", "package-lock.json"];

/// Says that all is there, and for which pins.
const STAMP: &str = "installed";

impl Published {
    /// The folder with them, for the steps of a test. Without them the tests are skipped, but not in CI.
    pub(crate) fn for_tests(&self) -> Result<Option<PathBuf>, ExitCode> {
        match self.installed() {
            Ok(folder) => Ok(Some(folder)),
            Err(why) if std::env::var_os("CI").is_some() => {
                say(&format!("the {} cannot be tested: {why}", self.name));
                Err(ExitCode::FAILURE)
            }
            Err(why) => {
                say("====================================================================");
                say(&format!("SKIPPED: the tests with published {}, because {why}", self.name));
                say("====================================================================");
                Ok(None)
            }
        }
    }

    /// `cargo xtask clients` and `cargo xtask servers`: installs them and prints the folder.
    pub(crate) fn run(&self) -> ExitCode {
        match self.installed() {
            Ok(folder) => {
                let printed = io::Write::write_all(&mut io::stdout(), format!("{}\n", folder.display()).as_bytes());
                if printed.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
            }
            Err(why) => {
                say(&format!("the {} cannot be installed: {why}", self.name));
                ExitCode::FAILURE
            }
        }
    }

    /// The folder with all of them, installed now or before.
    fn installed(&self) -> Result<PathBuf, String> {
        let python = version_of("python3")?;
        version_of("node")?;
        version_of("npm")?;
        self.install(&python).map_err(|error| error.to_string())
    }

    fn install(&self, python: &str) -> io::Result<PathBuf> {
        let folder = cache::folder(self.name)?;
        let pins = || PACKAGES.into_iter().chain(self.environments.iter().map(|(_, requirements)| *requirements));
        // A virtual environment belongs to the version of Python that it was made with.
        let mut wanted = format!("{python}\n");
        for pin in pins() {
            wanted.push_str(&std::fs::read_to_string(Path::new(self.pins).join(pin))?);
        }
        let stamp = folder.join(STAMP);
        if std::fs::read_to_string(&stamp).is_ok_and(|there| there == wanted) {
            return Ok(folder);
        }
        say(&format!("installing MCP {} into {}", self.name, folder.display()));
        std::fs::remove_dir_all(&folder)?;
        std::fs::create_dir_all(&folder)?;
        for pin in pins() {
            std::fs::copy(Path::new(self.pins).join(pin), folder.join(pin))?;
        }
        run_in(&folder, "npm", &["ci", "--ignore-scripts", "--no-audit", "--no-fund"])?;
        for (environment, requirements) in self.environments {
            run_in(&folder, "python3", &["-m", "venv", environment])?;
            let interpreter = folder.join(environment).join("bin").join("python");
            let install =
                ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--requirement", requirements];
            run_in(&folder, interpreter, &install)?;
        }
        std::fs::write(stamp, wanted)?;
        Ok(folder)
    }
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
