//! What children write to standard error, however much it is.

use crate::{CANDOR, Client, LONG, PLENTY, SERVER, server, shell, spawn, supervision};
use candor_gateway::{ChildProcess, StderrSink};
use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex};
use tokio::time::timeout;

#[tokio::test]
async fn a_flood_does_not_keep_a_child_from_answering_and_its_end_is_kept_scrubbed() {
    let mut child = spawn(&server(&["floods_stderr=20"]));
    let mut client = Client::of(&mut child);
    client.call("echo").await;
    assert_eq!(client.text().await, "hello");
    drop(client);
    let exit = child.stop(PLENTY).await;
    assert_eq!(exit.stderr().len(), 20);
    assert_eq!(exit.stderr()[19], "the last line of the flood");
    let line = "a line of the flood, with a key=[redacted] in it, which is a hundred bytes long from start to end";
    assert!(exit.stderr()[..19].iter().all(|kept| kept == line), "{:?}", exit.stderr());
}

#[tokio::test]
async fn a_flood_without_an_end_of_a_line_is_one_line_that_is_cut() {
    let mut child = spawn(&server(&["floods_stderr_in_one_line=20"]));
    let mut client = Client::of(&mut child);
    client.call("echo").await;
    assert_eq!(client.text().await, "hello");
    drop(client);
    let exit = child.stop(PLENTY).await;
    let [line] = exit.stderr() else { panic!("{:?}", exit.stderr()) };
    assert!(
        line.starts_with("a line of the flood, ") && line.ends_with(" bytes cut]") && line.len() < 20_000,
        "{line}"
    );
    assert!(!line.contains("swordfish"));
}

#[tokio::test]
async fn lines_are_passed_on_scrubbed_and_in_order() {
    let passed = Arc::new(Mutex::new(Vec::new()));
    let sink = passed.clone();
    let supervision =
        supervision().with_stderr(StderrSink::lines(move |line| sink.lock().unwrap().push(line.to_owned())));
    let script = "echo one >&2; printf 'two\\r\\n' >&2; echo 'it is swordfish-77' >&2; printf 'without end' >&2";
    let child = ChildProcess::spawn(&shell(script), &supervision).unwrap();
    timeout(LONG, child.ended().gone()).await.unwrap();
    assert_eq!(*passed.lock().unwrap(), ["one", "two", "it is [redacted]", "without end"]);
}

#[tokio::test]
async fn every_line_of_a_flood_is_passed_on_or_counted() {
    let passed = Arc::new(Mutex::new((0, Vec::new())));
    let sink = passed.clone();
    let supervision = supervision().with_stderr(StderrSink::lines(move |line| {
        let mut passed = sink.lock().unwrap();
        passed.0 += 1;
        if line.starts_with("candor: ") {
            passed.1.push(line.to_owned());
        }
    }));
    let mut child = ChildProcess::spawn(&server(&["floods_stderr=6"]), &supervision).unwrap();
    let mut client = Client::of(&mut child);
    client.call("echo").await;
    client.text().await;
    drop(client);
    child.stop(PLENTY).await;
    let (count, told) = &*passed.lock().unwrap();
    let dropped = |line: &String| line.split_whitespace().nth(1).unwrap().parse::<usize>().unwrap();
    let told_lines: usize = told.iter().map(dropped).sum();
    // 6 MB of lines of 100 bytes, and the last one.
    assert_eq!(count - told.len() + told_lines, 60_001, "{told:?}");
}

#[test]
fn nobody_who_reads_standard_error_is_waited_for() {
    let child = [SERVER, "--misbehave", "floods_stderr=60", "--misbehave", "greets"];
    let mut command = Command::new(SERVER);
    command.args(["--hold", CANDOR]).args(child).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut holder = command.spawn().unwrap();
    let mut lines = BufReader::new(holder.stdout.take().unwrap()).lines();
    assert!(lines.next().unwrap().unwrap().starts_with("holds "));
    // The child has written all of it, while nobody has read any.
    assert!(lines.next().unwrap().unwrap().ends_with("is listening on stdio"));
    let peak = peak_memory(holder.id());
    assert!(peak < 64 * 1024, "{peak} KiB");

    let mut stderr = BufReader::new(holder.stderr.take().unwrap());
    let mut first = String::new();
    stderr.read_line(&mut first).unwrap();
    holder.kill().unwrap();
    holder.wait().unwrap();
    let mut rest = Vec::new();
    stderr.read_to_end(&mut rest).unwrap();
    assert!(first.starts_with("a line of the flood, with a key=[redacted] in it"), "{first}");
    assert!(!String::from_utf8_lossy(&rest).contains("swordfish"));
}

/// The most that the process had in memory so far, in KiB.
fn peak_memory(process: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    peak.trim().trim_end_matches(" kB").parse().unwrap()
}
