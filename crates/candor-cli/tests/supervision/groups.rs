//! What children start does not outlive them.

use crate::{
    CANDOR, Client, LONG, PLENTY, SERVER, SHORT, TEST, lives, new_test, server, shell, spawn, until, with_environment,
};
use candor_gateway::ChildCommand;
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::time::timeout;

/// The number of a process that the server has left behind, which it tells before it exits.
async fn left_by(tool: &str) -> u32 {
    let mut child = spawn(&server(&[]));
    let mut client = Client::of(&mut child);
    client.call(tool).await;
    let left = client.text().await.parse().unwrap();
    let exit = timeout(LONG, child.ended().gone()).await.unwrap();
    assert_eq!(exit.code(), Some(0));
    left
}

#[tokio::test]
async fn what_a_child_leaves_in_its_group_ends_with_it() {
    assert!(!lives(left_by("leaves_a_child").await));
}

#[tokio::test]
async fn a_daemon_that_has_left_the_group_ends_with_the_child() {
    assert!(!lives(left_by("leaves_a_daemon").await));
}

#[tokio::test]
async fn a_stop_ends_all_generations() {
    let test = new_test();
    let script = "sleep 3600 & (sleep 3601 & setsid sh -c 'sleep 3602 & wait' & wait) & wait";
    let mut child = spawn(&shell(script).with_environment(TEST, &test));
    until("all started", || with_environment(&test).len() >= 6).await;
    timeout(LONG, child.stop(PLENTY)).await.unwrap();
    assert_eq!(with_environment(&test), [0_u32; 0]);
}

#[tokio::test]
async fn a_stop_kills_all_generations_that_ignore_sigterm() {
    let test = new_test();
    let script = "trap '' TERM; sleep 3600 & (setsid sh -c 'sleep 3602 & wait' & wait) & wait";
    let mut child = spawn(&shell(script).with_environment(TEST, &test));
    until("all started", || with_environment(&test).len() >= 5).await;
    timeout(LONG, child.stop(SHORT)).await.unwrap();
    assert_eq!(with_environment(&test), [0_u32; 0]);
}

#[tokio::test]
async fn what_a_child_supervises_ends_with_the_child() {
    let test = new_test();
    let inner = ["--hold", CANDOR, "sh", "-c", "trap '' TERM; setsid sleep 3600 & sleep 3601 & wait"];
    let mut child = spawn(&ChildCommand::new(SERVER).with_arguments(inner).with_environment(TEST, &test));
    // The holder, its watcher, the shell, and its two.
    until("all started", || with_environment(&test).len() >= 5).await;
    timeout(LONG, child.stop(Duration::ZERO)).await.unwrap();
    // The inner watcher alone may still be about to end.
    let left = with_environment(&test).into_iter().filter(|process| !is_watcher(*process));
    assert_eq!(left.collect::<Vec<_>>(), [0_u32; 0]);
    until("the inner watcher has gone, too", || with_environment(&test).is_empty()).await;
}

#[tokio::test]
async fn what_a_child_supervises_ends_with_it_also_without_the_mark() {
    let script = "trap '' TERM; env -i sleep 3600 & echo $!; wait";
    let mut child = spawn(&ChildCommand::new(SERVER).with_arguments(["--hold", CANDOR, "sh", "-c", script]));
    let mut lines = BufReader::new(child.take_stdout().unwrap()).lines();
    assert!(lines.next_line().await.unwrap().unwrap().starts_with("holds "));
    let without_mark = lines.next_line().await.unwrap().unwrap().parse().unwrap();
    assert!(lives(without_mark));
    timeout(LONG, child.stop(Duration::ZERO)).await.unwrap();
    until("the inner watcher has ended it", || !lives(without_mark)).await;
}

fn is_watcher(process: u32) -> bool {
    let line = std::fs::read(format!("/proc/{process}/cmdline")).unwrap_or_default();
    line.split(|byte| *byte == 0).any(|argument| argument == b"__watch-children")
}
