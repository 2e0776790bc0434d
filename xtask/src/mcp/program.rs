//! Servers as processes.

use super::usage::Usage;
use crate::process::{self, cargo};
use crate::{root, target_folder};
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};

/// How long a server may take to listen.
const LONGEST_START: Duration = Duration::from_secs(20);

/// A program that has been built.
#[derive(Debug, Clone)]
pub(crate) struct Program {
    path: PathBuf,
}

/// What is built, and how.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Build {
    /// As cargo is told.
    pub(crate) arguments: &'static [&'static str],
    /// Where it is, below the folder of the profile.
    pub(crate) path: &'static str,
}

/// The order desk's server, as the example has it.
pub(crate) const ORDERS_SERVER: Build = Build {
    arguments: &["--package", "candor-order-desk", "--features", "server", "--bin", "orders_server"],
    path: "orders_server",
};

impl Program {
    /// Builds it.
    ///
    /// # Errors
    ///
    /// A sentence, after cargo has printed why.
    pub(crate) fn build(build: Build, is_release: bool) -> Result<Program, String> {
        let mut command = cargo();
        command.arg("build").args(build.arguments).current_dir(root());
        if is_release {
            command.arg("--release");
        }
        process::run(&mut command)?;
        let folder = target_folder().join(if is_release { "release" } else { "debug" });
        Ok(Program { path: folder.join(build.path).with_extension(std::env::consts::EXE_EXTENSION) })
    }

    /// Starts it with these arguments and a log that is discarded.
    pub(crate) fn start(&self, arguments: &[&str]) -> Result<Running, String> {
        self.start_with(arguments, Stdio::null())
    }

    /// Starts it with these arguments and this as its standard error.
    pub(crate) fn start_with(&self, arguments: &[&str], log: Stdio) -> Result<Running, String> {
        let mut command = Command::new(&self.path);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(log);
        let child = command.spawn().map_err(|error| format!("{} does not start: {error}", self.path.display()))?;
        Ok(Running(child))
    }

    /// Starts it with these arguments and as a server over HTTP, which says on standard error where it listens. What else it
    /// says there is read and discarded.
    pub(crate) fn listen(&self, arguments: &[&str]) -> Result<(Running, SocketAddr), String> {
        let mut running = self.start_with(&[&["--http", "127.0.0.1:0"], arguments].concat(), Stdio::piped())?;
        let (tell, told) = mpsc::channel();
        let log = running.0.stderr.take();
        std::thread::spawn(move || {
            let Some(mut log) = log.map(BufReader::new) else { return };
            let mut line = String::new();
            while !line.contains("http://") && log.read_line(&mut line).is_ok_and(|length| length > 0) {}
            // The receiver is gone if this is too late.
            let _ = tell.send(line);
            let _ = std::io::copy(&mut log, &mut std::io::sink());
        });
        let line = told.recv_timeout(LONGEST_START).unwrap_or_default();
        let address = line.split("http://").nth(1).and_then(|rest| rest.split('/').next()?.trim().parse().ok());
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

    /// Whether it still runs.
    pub(crate) fn is_alive(&mut self) -> bool {
        matches!(self.0.try_wait(), Ok(None))
    }

    /// Its input and output.
    pub(crate) fn pipes(&mut self) -> Result<(ChildStdin, ChildStdout), String> {
        self.0.stdin.take().zip(self.0.stdout.take()).ok_or_else(|| "its pipes are in use".to_owned())
    }

    /// Waits for it to end by itself.
    pub(crate) fn ended_within(&mut self, limit: Duration) -> bool {
        let begin = Instant::now();
        while self.is_alive() {
            if begin.elapsed() > limit {
                return false;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        true
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // It may have exited already.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
