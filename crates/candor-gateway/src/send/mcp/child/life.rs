//! The life of a server: its process is started, listened to, ended, and started again.

use super::link::{Link, Lost};
use super::{ChildServer, GRACE, Life, begin, health, incoming, writer};
use crate::child::{ChildExit, ChildExitHandle, ChildProcess, Restart, Restarts};
use crate::send::mcp::{Era, ServerFacts, message};
use crate::server_fault;
use candor::Failure;
use candor::rmcp::MemoryBudget;
use candor::rmcp::relay::{FrameReader, ReadFrame};
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::process::ChildStdout;
use tokio::time::{Instant, sleep, sleep_until, timeout};

/// How long a process that does not work any more has to end.
const SHORT_GRACE: Duration = Duration::from_millis(500);
/// How long what a process has written may take to arrive after its end: what it has started may hold the pipe.
const LAST_WORDS: Duration = Duration::from_secs(2);
/// How long a process that has closed its pipes may take until it has ended by itself.
const LAST_STEPS: Duration = Duration::from_millis(300);

/// Keeps the server running until all is to end.
pub(super) async fn live(server: Arc<ChildServer>) {
    let mut restarts = Restarts::new(server.child.restarts);
    restarts.started(std::time::Instant::now());
    let mut known = None;
    while !server.is_ending() {
        let (why, failure, next) = match ChildProcess::spawn(&server.child.command, &server.supervision) {
            Ok(child) => {
                let run = run(&server, child, &mut known).await;
                if server.is_ending() {
                    break;
                }
                let was_healthy = run.was_begun && run.unfit.is_none();
                let next = restarts.next(std::time::Instant::now(), run.exit.ran_for(), was_healthy);
                (run.unfit.unwrap_or_else(|| Cow::Owned(run.exit.to_string())), None, next)
            }
            Err(error) => {
                let failure = Failure::from(error);
                let why = format!("could not be started: {}", failure.message());
                (Cow::Owned(why), Some(failure), restarts.next(std::time::Instant::now(), Duration::ZERO, false))
            }
        };
        server.publisher.out(&why);
        wait(&server, &why, failure, next).await;
    }
    server.publisher.out("has been stopped");
    server.life.send_replace(Life::Ended);
}

/// Waits until the server may be started again, or all is to end.
async fn wait(server: &ChildServer, why: &str, failure: Option<Failure>, next: Restart) {
    let time = async {
        match next {
            Restart::After(delay) => {
                // Whoever asks meanwhile waits for the start, unless it is clear that it will not help.
                let again = Instant::now() + delay;
                server.life.send_replace(failure.map_or(Life::Starting, |failure| Life::Down { failure, again }));
                sleep_until(again).await;
            }
            Restart::NotBefore(time) => {
                let again = Instant::from_std(time);
                let rest = again.saturating_duration_since(Instant::now());
                let failure = failure.unwrap_or_else(|| server_fault::not_running(&server.name, why, Some(rest)));
                server.life.send_replace(Life::Down { failure, again });
                sleep_until(again).await;
                // After so many ends, nobody starts it before somebody wants it.
                server.wanted.notified().await;
            }
        }
    };
    tokio::select! {
        () = time => {
            server.life.send_replace(Life::Starting);
        }
        _ = server.to_end() => {}
    }
}

/// How a process has run.
struct Run {
    exit: ChildExit,
    /// Why it was ended, if it was not its own doing.
    unfit: Option<Cow<'static, str>>,
    was_begun: bool,
}

/// Listens to a process until it ends, and answers what it leaves open.
async fn run(server: &Arc<ChildServer>, mut child: ChildProcess, known: &mut Option<Era>) -> Run {
    let ended = child.ended();
    let (link, queue) = Link::new();
    let mut unfit = None;
    let mut was_begun = false;
    if let (Some(stdin), Some(stdout)) = (child.take_stdin(), child.take_stdout()) {
        let writing = tokio::spawn(writer::write(Arc::clone(&link), queue, stdin, server.limits.silence));
        let mut reader = FrameReader::new(stdout, server.limits.message, MemoryBudget::of_process());
        let listening = listen(server, &link, &mut reader, stopped(server, &link, &ended));
        let beginning = begins(server, &link, known, &mut was_begun);
        unfit = tokio::select! {
            why = listening => why,
            () = beginning => None,
        };
        // A process that ends closes its pipes first.
        if unfit.is_some() && timeout(LAST_STEPS, ended.wait()).await.is_ok() {
            unfit = None;
        }
        server.leaves(&link);
        writing.abort();
    }
    if !was_begun {
        // Some end, or close their pipes, when they are asked what they do not know.
        *known = match known {
            None if !link.has_answered() => Some(Era::Legacy),
            None | Some(_) => None,
        };
    }
    // It cannot answer any more, whether or not it runs on: nobody waits until nothing of it is left.
    link.close(&match (ended.now(), &unfit) {
        (Some(exit), None) => Lost::Ended(Arc::new(exit)),
        (_, why) => Lost::Stopped(why.clone().unwrap_or(Cow::Borrowed("was stopped"))),
    });
    let grace = match (*server.end.borrow(), &unfit) {
        (Some(grace), _) => grace,
        (None, Some(_)) => SHORT_GRACE,
        (None, None) => GRACE,
    };
    let exit = stop(server, &mut child, grace).await;
    Run { exit, unfit, was_begun }
}

/// Stops the process, sooner if all is to end meanwhile.
async fn stop(server: &ChildServer, child: &mut ChildProcess, grace: Duration) -> ChildExit {
    let sooner = tokio::select! {
        exit = child.stop(grace) => return exit,
        sooner = server.to_end() => sooner,
    };
    child.stop(sooner.min(grace)).await
}

/// Begins with the process, and never ends: the process is ready from then on, or unfit.
async fn begins(server: &Arc<ChildServer>, link: &Arc<Link>, known: &mut Option<Era>, was_begun: &mut bool) {
    match begin::begin(server, link, *known).await {
        Ok(facts) => {
            *known = Some(facts.era);
            *was_begun = true;
            link.is_of(facts.era);
            let facts = Arc::new(facts);
            server.publisher.up(&facts);
            server.life.send_replace(Life::Up(Arc::clone(link)));
            listen_for_changes(server, link, &facts).await;
        }
        Err(why) => link.is_unfit(why),
    }
    std::future::pending().await
}

/// Asks a process that wants to be asked to tell what changes. Where it ends that, the rest is found out from its lists.
async fn listen_for_changes(server: &ChildServer, link: &Arc<Link>, facts: &ServerFacts) {
    let asked = facts.told_changes();
    if facts.era == Era::Modern && !asked.is_empty() {
        let params = RawValue::from_string(message::listen_params(&asked)).ok();
        let _ = health::ask(link, server.next_id(), message::LISTEN, params.as_deref()).await;
    }
}

/// Reads until the process closes its output, or until there is nothing more to wait for. Why the process is not fit any more, if it is
/// not.
async fn listen(
    server: &ChildServer,
    link: &Arc<Link>,
    reader: &mut FrameReader<ChildStdout>,
    stopped: impl Future<Output = Option<Cow<'static, str>>>,
) -> Option<Cow<'static, str>> {
    let mut stopped = pin!(stopped);
    loop {
        let read = tokio::select! {
            read = reader.next() => read,
            why = &mut stopped => return why,
        };
        match read {
            Ok(ReadFrame::Line(line)) => incoming::line(server, link, &line),
            Ok(ReadFrame::Dropped { id, is_request, is_too_long }) => {
                incoming::dropped(link, id.as_deref(), is_request, is_too_long);
            }
            Ok(ReadFrame::End) | Err(_) => return Some(Cow::Borrowed("closed its standard output")),
        }
    }
}

/// Is ready when the process is not to be listened to any more: it is not fit, it has ended, or all is to end.
async fn stopped(server: &ChildServer, link: &Link, ended: &ChildExitHandle) -> Option<Cow<'static, str>> {
    tokio::select! {
        why = link.unfit() => Some(why),
        () = async {
            let _ = ended.wait().await;
            sleep(LAST_WORDS).await;
        } => None,
        _ = server.to_end() => None,
    }
}
