//! What is left when processes are killed that had no time to clear up: nothing.

use crate::{CANDOR, LONG, SERVER, TEST, kill, new_test, server, shell, spawn, until, watcher_of, with_environment};
use candor_gateway::EndedBy;
use std::io::{BufRead, BufReader};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use tokio::time::timeout;

/// A program that supervises a shell, in a process group of its own. All its processes are named after the test.
fn holder(test: &str, script: &str) -> Child {
    let mut command = Command::new(SERVER);
    command.args(["--hold", CANDOR, "sh", "-c", script]).env(TEST, test).process_group(0);
    let mut holder = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let mut lines = BufReader::new(holder.stdout.take().unwrap()).lines();
    assert!(lines.next().unwrap().unwrap().starts_with("holds "));
    assert_eq!(lines.next().unwrap().unwrap(), "ready");
    holder
}

/// One in the group, one that has left it, and none that ends because of SIGTERM or of a pipe.
const STUBBORN: &str = "trap '' TERM HUP INT; sleep 3600 & setsid sleep 3601 & echo ready; wait; sleep 3602";

/// The holder, its watcher, the shell and its two.
const PROCESSES: usize = 5;

#[tokio::test]
async fn a_killed_parent_leaves_nothing() {
    let test = new_test();
    let mut holder = holder(&test, STUBBORN);
    until("all started", || with_environment(&test).len() >= PROCESSES).await;
    holder.kill().unwrap();
    holder.wait().unwrap();
    until("nothing is left", || with_environment(&test).is_empty()).await;
}

#[tokio::test]
async fn a_killed_group_of_the_parent_leaves_nothing() {
    let test = new_test();
    let mut holder = holder(&test, STUBBORN);
    until("all started", || with_environment(&test).len() >= PROCESSES).await;
    kill("KILL", format!("-{}", holder.id()));
    holder.wait().unwrap();
    until("nothing is left", || with_environment(&test).is_empty()).await;
}

#[tokio::test]
async fn a_parent_that_ends_by_sigterm_leaves_nothing() {
    let test = new_test();
    let mut holder = holder(&test, "sleep 3600 & echo ready; wait");
    kill("TERM", holder.id());
    holder.wait().unwrap();
    until("nothing is left", || with_environment(&test).is_empty()).await;
}

#[tokio::test]
async fn a_parent_that_is_killed_as_soon_as_it_has_a_child_leaves_nothing() {
    for _ in 0..20 {
        let test = new_test();
        let mut command = Command::new(SERVER);
        command.args(["--hold", CANDOR, "sleep", "3600"]).env(TEST, &test).stdout(Stdio::piped()).stdin(Stdio::null());
        let mut holder = command.spawn().unwrap();
        let mut line = String::new();
        // The watcher may not have begun to watch.
        BufReader::new(holder.stdout.take().unwrap()).read_line(&mut line).unwrap();
        holder.kill().unwrap();
        holder.wait().unwrap();
        until("nothing is left", || with_environment(&test).is_empty()).await;
    }
}

#[tokio::test]
async fn a_killed_watcher_ends_the_child_and_is_told() {
    let test = new_test();
    let child = spawn(&server(&["ignores_sigterm"]).with_environment(TEST, &test));
    kill("KILL", watcher_of(&child));
    let exit = timeout(LONG, child.ended().gone()).await.unwrap();
    assert_eq!(exit.to_string(), "was killed by SIGKILL (9) because the process that watches it had died");
    assert_eq!(exit.ended_by(), EndedBy::LostWatcher);
    assert_eq!(with_environment(&test), [0_u32; 0]);
}

#[tokio::test]
async fn a_killed_group_of_the_child_leaves_nothing_outside_of_it() {
    let test = new_test();
    let child = spawn(&shell("setsid sleep 3600 & wait").with_environment(TEST, &test));
    until("all started", || with_environment(&test).len() >= 2).await;
    kill("KILL", format!("-{}", watcher_of(&child)));
    let exit = timeout(LONG, child.ended().gone()).await.unwrap();
    assert_eq!(exit.signal(), Some(9));
    assert_eq!(with_environment(&test), [0_u32; 0]);
}

#[tokio::test]
async fn a_watcher_survives_what_ends_its_group_in_peace() {
    let child = spawn(&shell("trap '' TERM HUP INT QUIT; echo ready; sleep 3600"));
    let watcher = watcher_of(&child);
    // Both take the signals a moment after their start.
    until("the watcher is ready", || has_all(watcher, "SigCgt:")).await;
    until("the child is ready", || has_all(child.id(), "SigIgn:")).await;
    for signal in ["TERM", "HUP", "INT", "QUIT"] {
        kill(signal, format!("-{watcher}"));
    }
    std::thread::sleep(std::time::Duration::from_millis(50));
    assert!(child.ended().now().is_none() && crate::lives(watcher));
}

/// Whether all of SIGHUP, SIGINT, SIGQUIT and SIGTERM are in what the system says of the process under this name.
fn has_all(process: u32, name: &str) -> bool {
    const ALL: u64 = 1 << 0 | 1 << 1 | 1 << 2 | 1 << 14;
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix(name));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or_default();
    mask & ALL == ALL
}

#[test]
fn two_hundred_children_leave_no_process_and_no_descriptor() {
    let test = new_test();
    let output = Command::new(SERVER).args(["--churn", CANDOR, "200", "cat"]).env(TEST, &test).output().unwrap();
    let counts = String::from_utf8(output.stdout).unwrap();
    let counts: Vec<usize> = counts.split_whitespace().map(|count| count.parse().unwrap()).collect();
    let [before, after, children] = counts[..] else { panic!("{counts:?}") };
    assert!(after <= before, "{before} file descriptors became {after}");
    assert_eq!(children, 0);
    assert_eq!(with_environment(&test), [0_u32; 0]);
}
