//! The other side: a program that supervises children, for tests that kill it or look at what it has left.

use crate::output;
use candor::FailurePolicy;
use candor_gateway::{ChildCommand, ChildProcess, StderrSink, Supervision, WatcherProgram};
use std::time::Duration;
use tokio::io::AsyncReadExt;

/// Starts a child, passes its output on, and waits to be killed.
pub(crate) fn hold(watcher: &str, command: &[&str]) {
    runtime().block_on(async {
        let mut child = ChildProcess::spawn(&child_command(command), &supervision(watcher)).unwrap();
        let (_stdin, mut stdout) = (child.take_stdin(), child.take_stdout().unwrap());
        output::bytes(format!("holds {}\n", child.id()).as_bytes());
        let mut bytes = vec![0; 4096];
        while let Ok(count @ 1..) = stdout.read(&mut bytes).await {
            output::bytes(&bytes[..count]);
        }
        std::future::pending::<()>().await;
    });
}

/// Starts and ends so many children, half of them by a drop, and prints how many file descriptors and processes there were before and
/// after: `fd fd children`.
pub(crate) fn churn(watcher: &str, count: usize, command: &[&str]) {
    const WARM_UP: usize = 8;
    runtime().block_on(async {
        let supervision = supervision(watcher).with_stderr(StderrSink::Nowhere);
        let mut before = 0;
        for number in 0..WARM_UP + count {
            if number == WARM_UP {
                before = descriptors();
            }
            let mut child = ChildProcess::spawn(&child_command(command), &supervision).unwrap();
            let ended = child.ended();
            if number % 2 == 0 {
                child.stop(Duration::from_secs(10)).await;
            }
            drop(child);
            ended.gone().await;
        }
        output::bytes(format!("{before} {} {}\n", descriptors(), children()).as_bytes());
    });
}

fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap()
}

fn supervision(watcher: &str) -> Supervision {
    Supervision::new(WatcherProgram::at(watcher), FailurePolicy::new().with_secret("swordfish-77"))
}

fn child_command(command: &[&str]) -> ChildCommand {
    ChildCommand::new(command[0]).with_arguments(&command[1..])
}

fn descriptors() -> usize {
    std::fs::read_dir("/proc/self/fd").unwrap().count()
}

/// How many children this process has, those included that have ended and were not waited for.
fn children() -> usize {
    let own = std::process::id().to_string();
    let is_own = |stat: &String| stat.rsplit(')').next().unwrap().split_whitespace().nth(1) == Some(own.as_str());
    let stats = std::fs::read_dir("/proc")
        .unwrap()
        .filter_map(|entry| std::fs::read_to_string(entry.unwrap().path().join("stat")).ok());
    stats.filter(is_own).count()
}
