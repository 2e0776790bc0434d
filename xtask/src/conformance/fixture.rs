//! Our server that does everything, which the suite connects to.

use super::Server;
use crate::process::{self, cargo};
use crate::target_folder;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::time::Duration;

const NAME: &str = "conformance_server";
/// How long the server may take to listen.
const LIMIT: Duration = Duration::from_secs(20);

/// Builds the server, and says where it is.
pub(super) fn build(root: &Path) -> Result<PathBuf, String> {
    let mut build = cargo();
    build.args(["build", "--package", "candor", "--features", "rmcp-http", "--example", NAME]).current_dir(root);
    process::run(&mut build)?;
    let folder = target_folder().join("debug").join("examples");
    Ok(folder.join(NAME).with_extension(std::env::consts::EXE_EXTENSION))
}

/// The server, running; it is ended when this is dropped.
pub(super) struct Fixture {
    child: Child,
    url: String,
}

impl Fixture {
    /// Builds and starts the server on a free port of this machine, with these words besides.
    pub(super) fn start(root: &Path, words: &[&str]) -> Result<Self, String> {
        let mut command = Command::new(build(root)?);
        command.args(["--http", "127.0.0.1:0"]).args(words).stdin(Stdio::null()).stdout(Stdio::piped());
        let mut child = command.spawn().map_err(|error| format!("{NAME} does not start: {error}"))?;
        let stdout = child.stdout.take();
        let mut fixture = Self { child, url: String::new() };
        let (tell, told) = mpsc::channel();
        std::thread::spawn(move || {
            let mut line = String::new();
            let read = stdout.map(|stdout| BufReader::new(stdout).read_line(&mut line));
            // The receiver is gone if this is too late.
            let _ = tell.send(read.is_some_and(|read| read.is_ok()).then_some(line));
        });
        match told.recv_timeout(LIMIT).ok().flatten().as_deref().map(str::trim) {
            Some(address) if !address.is_empty() => {
                fixture.url = format!("http://{address}/mcp");
                Ok(fixture)
            }
            _ => Err(format!("{NAME} does not say where it listens")),
        }
    }
}

impl Server for Fixture {
    fn url(&self) -> &str {
        &self.url
    }
}

impl Drop for Fixture {
    fn drop(&mut self) {
        // It may have exited already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
