//! Servers as processes.

use super::usage::Usage;
use crate::process::{self, cargo};
use crate::{root, target_folder};
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc;
use std::time::Duration;

/// How long a server may take to listen.
const LONGEST_START: Duration = Duration::from_secs(20);

/// What every server says before its address. The gateway names other addresses before its own.
const SERVING: &str = "serving at http://";

/// A program that has been built.
#[derive(Debug, Clone)]
pub(crate) struct Program {
    path: PathBuf,
    most_open_files: Option<u32>,
    gives_memory_back: bool,
}

/// What has the allocator of glibc give back what is freed, as `rmcp.md` says. Others do not read it.
const GIVES_MEMORY_BACK: [(&str, &str); 2] =
    [("MALLOC_MMAP_THRESHOLD_", "131072"), ("MALLOC_TRIM_THRESHOLD_", "131072")];

/// What is built, and how.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Build {
    /// The target, as cargo is told.
    pub(crate) target: &'static [&'static str],
    /// Its package and features, when it is built to be fast: nothing else is needed then.
    pub(crate) alone: &'static [&'static str],
    /// Where it is, below the folder of the profile.
    pub(crate) path: &'static str,
}

/// The order desk's server, as the example has it.
pub(crate) const ORDERS_SERVER: Build = Build {
    target: &["--bin", "orders_server"],
    alone: &["--package", "candor-order-desk", "--features", "server"],
    path: "orders_server",
};

/// The server that does everything a server should not; and its tool `echo` does next to nothing.
pub(crate) const HOSTILE_SERVER: Build = Build {
    target: &["--example", "hostile_server"],
    alone: &["--package", "candor", "--features", "rmcp-http"],
    path: "examples/hostile_server",
};

/// The order desk as a REST API.
pub(crate) const ORDERS_API: Build = Build {
    target: &["--bin", "orders_api"],
    alone: &["--package", "candor-order-desk", "--features", "rest"],
    path: "orders_api",
};

/// The program `candor`.
pub(crate) const CANDOR: Build =
    Build { target: &["--bin", "candor"], alone: &["--package", "candor-cli"], path: "candor" };

/// An example of the gateway's crate.
macro_rules! gateway_example {
    ($name:literal) => {
        Build {
            target: &["--example", $name],
            alone: &["--package", "candor-gateway"],
            path: concat!("examples/", $name),
        }
    };
}

/// The API that the conformance suite calls through the gateway.
pub(crate) const CONFORMANCE_API: Build = gateway_example!("conformance_api");
/// A gateway without configuration file and log.
pub(crate) const GATEWAY: Build = gateway_example!("gateway");
/// A server on rmcp alone.
pub(crate) const BARE_RMCP: Build = gateway_example!("bare_rmcp");
/// A relay of pipes that looks at nothing.
pub(crate) const BARE_RELAY: Build = gateway_example!("bare_relay");
/// The server that the tests of the wrapper stand before.
pub(crate) const MISBEHAVING_SERVER: Build = Build {
    target: &["--bin", "misbehaving-server"],
    alone: &["--package", "candor-cli", "--features", "test-server"],
    path: "misbehaving-server",
};
/// A hop over HTTP that knows nothing of MCP.
pub(crate) const BARE_HOP: Build = gateway_example!("bare_hop");

impl Program {
    /// One that is there already.
    pub(crate) fn installed(path: PathBuf) -> Program {
        Program { path, most_open_files: None, gives_memory_back: false }
    }

    /// Where it is.
    pub(crate) fn path(&self) -> &std::path::Path {
        &self.path
    }

    /// Builds it.
    ///
    /// # Errors
    ///
    /// A sentence, after cargo has printed why.
    pub(crate) fn build(build: Build, is_release: bool) -> Result<Program, String> {
        // With the same features, this is what the tests have built.
        Program::built(build, is_release, if is_release { build.alone } else { &["--workspace", "--all-features"] })
    }

    /// Builds it and nothing else: to be fast, or to be ready soon.
    ///
    /// # Errors
    ///
    /// A sentence, after cargo has printed why.
    pub(crate) fn build_alone(build: Build, is_release: bool) -> Result<Program, String> {
        Program::built(build, is_release, build.alone)
    }

    fn built(build: Build, is_release: bool, features: &[&str]) -> Result<Program, String> {
        let mut command = cargo();
        command.arg("build").args(build.target).args(features).current_dir(root());
        if is_release {
            command.arg("--release");
        }
        process::run(&mut command)?;
        let folder = target_folder().join(if is_release { "release" } else { "debug" });
        let path = folder.join(build.path).with_extension(std::env::consts::EXE_EXTENSION);
        Ok(Program { path, most_open_files: None, gives_memory_back: false })
    }

    /// What it prints when it runs with these arguments to its end.
    pub(crate) fn output(&self, arguments: &[&str]) -> Result<String, String> {
        process::output(Command::new(&self.path).args(arguments))
    }

    /// The same, which may have so many files and connections open.
    pub(crate) fn with_open_files(&self, most: u32) -> Program {
        Program { most_open_files: Some(most), ..self.clone() }
    }

    /// The same, with an allocator that gives back what is freed.
    #[must_use]
    pub(crate) fn giving_memory_back(&self) -> Program {
        Program { gives_memory_back: true, ..self.clone() }
    }

    /// Starts it with these arguments and this as its standard error.
    pub(crate) fn start_with(&self, arguments: &[&str], log: Stdio) -> Result<Running, String> {
        let mut command = match self.most_open_files {
            None => Command::new(&self.path),
            Some(most) => {
                let mut shell = Command::new("sh");
                // The server takes the shell's place, and so its process id.
                shell.args(["-c", &format!("ulimit -n {most} && exec \"$0\" \"$@\"")]).arg(&self.path);
                shell
            }
        };
        if self.gives_memory_back {
            command.envs(GIVES_MEMORY_BACK);
        }
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(log);
        let child = command.spawn().map_err(|error| format!("{} does not start: {error}", self.path.display()))?;
        Ok(Running(child))
    }

    /// Starts it with these arguments and as a server over HTTP on a free port.
    pub(crate) fn listen(&self, arguments: &[&str]) -> Result<(Running, SocketAddr), String> {
        self.listen_as(&[&["--http", "127.0.0.1:0"], arguments].concat())
    }

    /// Starts it with these arguments, which make it a server over HTTP. It says on standard error where it listens; what else it says
    /// there is read and discarded.
    pub(crate) fn listen_as(&self, arguments: &[&str]) -> Result<(Running, SocketAddr), String> {
        let mut running = self.start_with(arguments, Stdio::piped())?;
        let (tell, told) = mpsc::channel();
        let log = running.0.stderr.take();
        std::thread::spawn(move || {
            let Some(mut log) = log.map(BufReader::new) else { return };
            let mut line = String::new();
            while !line.contains(SERVING) && log.read_line(&mut line).is_ok_and(|length| length > 0) {}
            // The receiver is gone if this is too late.
            let _ = tell.send(line);
            let _ = std::io::copy(&mut log, &mut std::io::sink());
        });
        let line = told.recv_timeout(LONGEST_START).unwrap_or_default();
        let address = line.split(SERVING).nth(1).and_then(|rest| rest.split('/').next()?.trim().parse().ok());
        let address =
            address.ok_or_else(|| format!("{} does not say where it listens: {line}", self.path.display()))?;
        Ok((running, address))
    }
}

/// A process, which is ended when this is dropped.
pub(crate) struct Running(Child);

impl Running {
    /// What it has used.
    pub(crate) fn usage(&self) -> Usage {
        Usage(self.0.id())
    }

    /// Has it read its configuration again.
    pub(crate) fn hang_up(&self) -> Result<(), String> {
        process::run(Command::new("kill").args(["-HUP", &self.0.id().to_string()]))
    }

    /// Whether it still runs.
    pub(crate) fn is_alive(&mut self) -> bool {
        matches!(self.0.try_wait(), Ok(None))
    }

    /// Its input and output.
    pub(crate) fn pipes(&mut self) -> Result<(ChildStdin, ChildStdout), String> {
        self.0.stdin.take().zip(self.0.stdout.take()).ok_or_else(|| "its pipes are in use".to_owned())
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // It may have exited already.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
