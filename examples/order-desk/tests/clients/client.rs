//! The clients, and what their users see.

use serde_json::Value;
use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::io::Read;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// How long all calls of one client may take together.
const LIMIT: Duration = Duration::from_secs(120);

/// A published client, in the version that `requirements_*.txt` and `package.json` pin.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Client {
    /// `mcp` 1.x from PyPI.
    Python1,
    /// `mcp` 2.x from PyPI.
    Python2,
    /// `@modelcontextprotocol/sdk` 1.x from npm.
    TypeScript1,
    /// `@modelcontextprotocol/client` 2.x from npm.
    TypeScript2,
}

/// What a user of the client sees of each call, by the call's name.
pub(crate) type Seen = BTreeMap<String, Value>;

impl Client {
    /// Makes every call of a file; gives what was seen, and what was written to stderr.
    pub(crate) fn make_all_calls(self, folder: &Path, calls: &Path, server: &[&OsStr]) -> (Seen, String) {
        let here = Path::new(crate::PROGRAMS);
        let (interpreter, program) = match self {
            Client::Python1 => (folder.join("python_1/bin/python"), "python_1.py"),
            Client::Python2 => (folder.join("python_2/bin/python"), "python_2.py"),
            Client::TypeScript1 => ("node".into(), "typescript_1.mjs"),
            Client::TypeScript2 => ("node".into(), "typescript_2.mjs"),
        };
        let mut command = Command::new(interpreter);
        command.arg(here.join(program)).arg(calls).args(server).env("CANDOR_CLIENTS", folder);
        let (output, log) = output_of(command);
        let seen = output.lines().map(|line| {
            let seen: Value = serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
            (seen["name"].as_str().unwrap().to_owned(), seen)
        });
        (seen.collect(), log)
    }
}

/// What a program writes to stdout and to stderr, if it succeeds in time.
fn output_of(mut command: Command) -> (String, String) {
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap_or_else(|error| panic!("{command:?} does not start: {error}"));
    let (output, log) = (read(child.stdout.take().unwrap()), read(child.stderr.take().unwrap()));
    let has_succeeded = has_succeeded_within(&mut child, LIMIT);
    let (output, log) = (output.join().unwrap(), log.join().unwrap());
    assert!(has_succeeded, "{command:?} failed, or took more than {LIMIT:?}:\n{output}\n{log}");
    (output, log)
}

/// Waits for the program, and ends it if it takes too long.
pub(crate) fn has_succeeded_within(child: &mut Child, limit: Duration) -> bool {
    let begin = Instant::now();
    while begin.elapsed() < limit {
        if let Some(status) = child.try_wait().unwrap() {
            return status.success();
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    false
}

/// Reads to the end, so that the one who writes never has to wait.
pub(crate) fn read(mut source: impl Read + Send + 'static) -> JoinHandle<String> {
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        source.read_to_end(&mut bytes).unwrap();
        String::from_utf8_lossy(&bytes).into_owned()
    })
}
