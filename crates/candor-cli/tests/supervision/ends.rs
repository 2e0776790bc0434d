//! How children end, by themselves and when they are stopped.

use crate::{Client, LONG, PLENTY, SERVER, SHORT, TEST, new_test, server, shell, spawn, until, with_environment};
use candor_gateway::EndedBy;
use std::time::Duration;
use tokio::time::timeout;

#[tokio::test]
async fn a_child_that_exits_is_told_with_its_code_and_its_last_words() {
    let mut child = spawn(&server(&["exits_with_message"]));
    let exit = timeout(LONG, child.ended().wait()).await.unwrap();
    assert_eq!((exit.to_string().as_str(), exit.code(), exit.signal()), ("exited with code 3", Some(3), None));
    assert_eq!(exit.ended_by(), EndedBy::Itself);
    assert_eq!(exit.stderr(), ["cannot read [path]: no such file; password=[redacted]"]);
    assert_eq!(child.stop(PLENTY).await.code(), Some(3));
}

#[tokio::test]
async fn a_child_that_is_killed_is_told_with_the_name_of_the_signal() {
    for (tool, words) in
        [("crashes_in_call", "was killed by SIGABRT (6)"), ("killed_in_call", "was killed by SIGKILL (9)")]
    {
        let mut child = spawn(&server(&[]));
        let mut client = Client::of(&mut child);
        client.call(tool).await;
        let exit = timeout(LONG, child.ended().wait()).await.unwrap();
        assert_eq!((exit.to_string().as_str(), exit.ended_by()), (words, EndedBy::Itself));
    }
}

#[tokio::test]
async fn a_proper_child_ends_with_its_input_and_without_a_signal() {
    let mut child = spawn(&server(&[]));
    let mut client = Client::of(&mut child);
    client.call("echo").await;
    assert_eq!(client.text().await, "hello");
    assert!(child.ended().now().is_none());
    drop(client);
    let exit = timeout(LONG, child.ended().wait()).await.unwrap();
    assert_eq!((exit.to_string().as_str(), exit.ended_by()), ("exited with code 0", EndedBy::Itself));
}

#[tokio::test]
async fn a_stop_closes_the_input_that_nobody_has_taken() {
    // It exits with another code at a signal.
    let mut child = spawn(&shell("trap 'exit 9' TERM; cat; exit 4"));
    let exit = child.stop(PLENTY).await;
    assert!(matches!(exit.code(), Some(4 | 9)), "{exit}");
    assert_eq!(exit.ended_by(), EndedBy::Stop);
}

#[tokio::test]
async fn a_child_that_does_not_read_ends_by_sigterm() {
    let mut child = spawn(&server(&["never_reads"]));
    let exit = child.stop(PLENTY).await;
    assert_eq!(exit.to_string(), "was killed by SIGTERM (15) when it was stopped");
}

#[tokio::test]
async fn a_child_that_ignores_sigterm_is_killed_after_its_grace() {
    let mut child = spawn(&server(&["ignores_sigterm"]));
    let mut client = Client::of(&mut child);
    client.call("echo").await;
    client.text().await;
    let grace = Duration::from_millis(700);
    let exit = child.stop(grace).await;
    assert_eq!(exit.to_string(), "was killed by SIGKILL (9) when it was stopped");
    assert!(exit.ran_for() >= grace, "{:?}", exit.ran_for());
}

#[tokio::test]
async fn a_halted_child_can_end_in_peace() {
    let mut child = spawn(&shell("trap 'exit 9' TERM; echo ready; kill -STOP $$; sleep 3600 & wait"));
    let id = child.id();
    until("halted", || crate::stat(id).is_some_and(|stat| stat[0] == "T")).await;
    assert_eq!(child.stop(PLENTY).await.code(), Some(9));
}

#[tokio::test]
async fn a_second_stop_with_less_time_hastens_the_first() {
    let mut child = spawn(&server(&["ignores_sigterm"]));
    let mut client = Client::of(&mut child);
    client.call("echo").await;
    client.text().await;
    let hour = Duration::from_secs(3600);
    assert!(timeout(SHORT, child.stop(hour)).await.is_err());
    let exit = timeout(LONG, child.stop(Duration::ZERO)).await.unwrap();
    assert_eq!(exit.signal(), Some(9));
}

#[tokio::test]
async fn a_child_that_is_dropped_ends_and_all_who_wait_are_told() {
    let child = spawn(&server(&["never_reads"]));
    let (one, other) = (child.ended(), child.ended());
    drop(child);
    let (one, other) = timeout(LONG, async { (one.wait().await, other.gone().await) }).await.unwrap();
    assert_eq!((one.ended_by(), other.ended_by()), (EndedBy::Stop, EndedBy::Stop));
    assert_eq!(one.signal(), other.signal());
}

#[test]
fn a_child_of_a_runtime_that_ends_ends_too() {
    let test = new_test();
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let ended = runtime.block_on(async {
        let child = spawn(&server(&["ignores_sigterm"]).with_environment(TEST, &test));
        let ended = child.ended();
        std::mem::forget(child);
        ended
    });
    let other = tokio::runtime::Runtime::new().unwrap();
    other.block_on(until("started", || !with_environment(&test).is_empty()));
    drop(runtime);
    assert_eq!(other.block_on(ended.wait()).ended_by(), EndedBy::LostRuntime);
    other.block_on(until("ended", || with_environment(&test).is_empty()));
}

#[tokio::test]
async fn whatever_a_child_does_nothing_is_left_after_a_stop() {
    let names = std::process::Command::new(SERVER).arg("--list").output().unwrap().stdout;
    let names = String::from_utf8(names).unwrap();
    assert!(names.lines().count() >= 25);
    for names in names.lines().collect::<Vec<_>>().chunks(8) {
        let stops = names.iter().map(|name| async move {
            let test = new_test();
            let mut child = spawn(&server(&[*name]).with_environment(TEST, &test));
            let mut client = Client::of(&mut child);
            let talk = async {
                client.call("echo").await;
                client.lines.next_line().await
            };
            // Some answer and some never do; what is stopped is a child in whatever state it has come to.
            let _ = timeout(SHORT, talk).await;
            drop(client);
            timeout(LONG, child.stop(SHORT)).await.unwrap();
            assert_eq!(with_environment(&test), [0_u32; 0], "{name}");
        });
        futures(stops).await;
    }
}

/// All of them, side by side.
async fn futures(all: impl Iterator<Item = impl Future<Output = ()>>) {
    let mut all: Vec<_> = all.map(Box::pin).collect();
    std::future::poll_fn(|context| {
        all.retain_mut(|one| one.as_mut().poll(context).is_pending());
        if all.is_empty() { std::task::Poll::Ready(()) } else { std::task::Poll::Pending }
    })
    .await;
}
