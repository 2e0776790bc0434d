//! Children of the gateway: real processes that misbehave, and nothing that is left of them.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "a test that cannot go on has failed")]

use candor::FailurePolicy;
use candor_gateway::{ChildCommand, ChildProcess, StderrSink, Supervision, WatcherProgram};
use serde_json::{Value, json};
use std::sync::atomic::{AtomicU32, Ordering::SeqCst};
use std::time::{Duration, Instant};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, Lines};
use tokio::process::{ChildStdin, ChildStdout};

mod supervision {
    mod ends;
    mod groups;
    mod hard_kills;
    mod misbehaving;
    mod spawn_errors;
    mod stderr;
}

const CANDOR: &str = env!("CARGO_BIN_EXE_candor");
const SERVER: &str = env!("CARGO_BIN_EXE_misbehaving-server");
/// The variable by which tests find their own processes. It is not the mark by which these are found by what is tested.
const TEST: &str = "SUPERVISION_TEST";
/// How long a test waits for what happens at once on an idle machine.
const LONG: Duration = Duration::from_secs(60);
/// Enough time for a child that ends in peace, whatever the machine does.
const PLENTY: Duration = Duration::from_secs(40);
/// A grace for children that do not end in peace.
const SHORT: Duration = Duration::from_millis(200);

/// A name for the processes of one test.
fn new_test() -> String {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    format!("test-{}-{}-end", std::process::id(), COUNT.fetch_add(1, SeqCst))
}

fn supervision() -> Supervision {
    let policy = FailurePolicy::new().with_secret("swordfish-77");
    Supervision::new(WatcherProgram::at(CANDOR), policy).with_stderr(StderrSink::Nowhere)
}

/// The server, misbehaving so.
fn server(misbehaviours: &[&str]) -> ChildCommand {
    let flags = misbehaviours.iter().flat_map(|name| ["--misbehave", name]);
    ChildCommand::new(SERVER).with_arguments(flags)
}

fn shell(script: &str) -> ChildCommand {
    ChildCommand::new("sh").with_arguments(["-c", script])
}

#[track_caller]
fn spawn(command: &ChildCommand) -> ChildProcess {
    ChildProcess::spawn(command, &supervision()).unwrap()
}

/// A client that speaks no more than it needs.
struct Client {
    stdin: ChildStdin,
    lines: Lines<BufReader<ChildStdout>>,
}

impl Client {
    fn of(child: &mut ChildProcess) -> Client {
        let lines = BufReader::new(child.take_stdout().unwrap()).lines();
        Client { stdin: child.take_stdin().unwrap(), lines }
    }

    async fn send(&mut self, frame: Value) {
        // A server that does not read any more is for the assertions to judge.
        let _ = self.stdin.write_all(format!("{frame}\n").as_bytes()).await;
    }

    async fn call(&mut self, tool: &str) {
        self.send(json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": tool, "arguments": {"text": "hello"}}}))
            .await;
    }

    /// The text of the next answer.
    async fn text(&mut self) -> String {
        let line = tokio::time::timeout(LONG, self.lines.next_line()).await.unwrap().unwrap().unwrap();
        let frame: Value = serde_json::from_str(&line).unwrap();
        frame["result"]["content"][0]["text"].as_str().unwrap_or_else(|| panic!("{frame}")).to_owned()
    }
}

/// The living processes that have this text in their environment.
fn with_environment(text: &str) -> Vec<u32> {
    let has_text = |process: &u32| {
        let environment = std::fs::read(format!("/proc/{process}/environ")).unwrap_or_default();
        environment.windows(text.len()).any(|window| window == text.as_bytes())
    };
    processes().filter(|process| lives(*process)).filter(has_text).collect()
}

/// The watcher of a child, whose group it leads.
fn watcher_of(child: &ChildProcess) -> u32 {
    stat(child.id()).unwrap()[2].parse().unwrap()
}

fn processes() -> impl Iterator<Item = u32> {
    std::fs::read_dir("/proc").unwrap().filter_map(|entry| entry.unwrap().file_name().to_str()?.parse().ok())
}

/// State, parent, group and so on.
fn stat(process: u32) -> Option<Vec<String>> {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    Some(stat.rsplit_once(')')?.1.split_whitespace().map(str::to_owned).collect())
}

/// Whether it runs: one that has ended may be listed until somebody asks how.
fn lives(process: u32) -> bool {
    stat(process).is_some_and(|stat| stat[0] != "Z" && stat[0] != "X")
}

fn kill(signal: &str, target: impl std::fmt::Display) {
    let status = std::process::Command::new("kill").args([&format!("-{signal}"), "--", &target.to_string()]).status();
    assert!(status.unwrap().success());
}

/// Waits for what has to become so.
async fn until(what: &str, is_so: impl Fn() -> bool) {
    let end = Instant::now() + LONG;
    while !is_so() {
        assert!(Instant::now() < end, "{what}: not within {LONG:?}");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}
