//! The life of the server: started, listened to, ended, and started again as its client began with it.

use super::from_server::Held;
use super::report::RepairKind;
use super::session::{Life, Session};
use super::{admit, fault, from_server};
use crate::child::{ChildExit, ChildExitHandle, ChildProcess, Restart, Restarts};
use crate::frame::Frame;
use candor::Failure;
use candor::rmcp::relay::{FrameReader, ReadFrame};
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::process::ChildStdout;
use tokio::time::{Instant, sleep, sleep_until, timeout};

/// How long the server has to end when it is asked to.
const GRACE: Duration = Duration::from_secs(5);
/// The same where it does not work any more.
const SHORT_GRACE: Duration = Duration::from_millis(500);
/// How long what the server has written may take to arrive after its end: what it has started may hold the pipe.
const LAST_WORDS: Duration = Duration::from_secs(2);
/// How long a server that has closed its pipes may take until it has ended by itself.
const LAST_STEPS: Duration = Duration::from_millis(300);

/// Starts the server for the first time: one that cannot be run at all is a mistake in the command.
pub(super) async fn first_start(session: &Session) -> Result<ChildProcess, Failure> {
    start(session).await
}

async fn start(session: &Session) -> Result<ChildProcess, Failure> {
    session.begin_anew();
    ChildProcess::spawn(&session.wrap.command, &session.wrap.supervision).map_err(Failure::from)
}

/// Keeps the server running until all is to end; returns how it ended the last time.
pub(super) async fn live(session: Arc<Session>, first: ChildProcess) -> Option<ChildExit> {
    let mut restarts = Restarts::new(session.wrap.restarts);
    restarts.started(std::time::Instant::now());
    let mut started = Ok(first);
    let mut last_exit = None;
    let mut is_first = true;
    loop {
        let why = match started {
            Ok(child) => {
                let run = run(&session, child, is_first).await;
                is_first = false;
                last_exit = Some(run.exit.clone());
                if session.is_ending() || session.wrap.is_observing {
                    break;
                }
                restarts_after(&mut restarts, &session, &run)
            }
            Err(failure) => {
                let failure: Failure = failure;
                let why = format!("could not be started: {}", failure.message());
                (why, restarts.next(std::time::Instant::now(), Duration::ZERO, false))
            }
        };
        if !wait(&session, &mut restarts, why).await {
            break;
        }
        session.life.send_replace(Life::Starting);
        started = start(&session).await;
    }
    session.life.send_replace(Life::Ended);
    last_exit
}

/// How a server has run.
struct Run {
    exit: ChildExit,
    /// Why it was ended, if it was not its own doing.
    unfit: Option<&'static str>,
}

fn restarts_after(restarts: &mut Restarts, session: &Session, run: &Run) -> (String, Restart) {
    let was_healthy = session.state().has_answered && run.unfit.is_none();
    let next = restarts.next(std::time::Instant::now(), run.exit.ran_for(), was_healthy);
    (run.unfit.map_or_else(|| run.exit.to_string(), str::to_owned), next)
}

/// Waits until the server may be started again; whether it may be at all.
async fn wait(session: &Session, restarts: &mut Restarts, (why, next): (String, Restart)) -> bool {
    let time = async {
        match next {
            Restart::After(pause) => sleep(pause).await,
            Restart::NotBefore(time) => {
                let again = Instant::from_std(time);
                session.life.send_replace(Life::Down { why, again: Some(again) });
                sleep_until(again).await;
                // After so many ends, nobody starts it before somebody wants it.
                session.wanted.notified().await;
                restarts.started(std::time::Instant::now());
            }
        }
    };
    session.life.send_replace(Life::Starting);
    tokio::select! {
        () = time => true,
        () = session.to_end() => false,
    }
}

/// Listens to the server until it ends, and answers what it leaves open.
async fn run(session: &Arc<Session>, mut child: ChildProcess, is_first: bool) -> Run {
    let ended = child.ended();
    session.connect(child.take_stdin()).await;
    let mut unfit = None;
    if let Some(stdout) = child.take_stdout() {
        let mut reader = FrameReader::new(stdout, session.wrap.limits.max_message, session.memory.clone());
        if !is_first {
            tokio::spawn(begin_again(session.clone()));
        } else {
            session.life.send_replace(Life::Up);
        }
        unfit = listen(session, &mut reader, stopped(session, &ended)).await;
        // A server that ends closes its pipes first.
        if unfit.is_some() && timeout(LAST_STEPS, ended.wait()).await.is_ok() {
            unfit = None;
        }
    }
    session.go_down();
    session.connect(None).await;
    // It cannot answer any more, whether or not it runs on: nobody waits until nothing of it is left.
    answer_open(session, ended.now().as_ref(), unfit).await;
    session.withdraw_asked().await;
    let grace = if unfit.is_some() { SHORT_GRACE } else { GRACE };
    let exit = child.stop(grace).await;
    Run { exit, unfit }
}

/// Reads until the server closes its output, or until there is nothing more to wait for. Why the server is not fit any more, if it is
/// not. A message that has been read is passed on before anything else.
async fn listen(
    session: &Arc<Session>,
    reader: &mut FrameReader<ChildStdout>,
    stopped: impl Future<Output = Option<&'static str>>,
) -> Option<&'static str> {
    let mut held = Held::default();
    let mut stopped = pin!(stopped);
    let why = loop {
        let read = tokio::select! {
            read = reader.next() => read,
            why = &mut stopped => break why,
        };
        match read {
            Ok(ReadFrame::Line(line)) => from_server::message(session, &mut held, line).await,
            Ok(ReadFrame::Dropped { id, is_request, is_too_long }) => {
                from_server::dropped(session, id, is_request, is_too_long).await;
            }
            Ok(ReadFrame::End) | Err(_) => break Some("closed its standard output"),
        }
    };
    from_server::end(session, &mut held).await;
    why
}

/// Is ready when the server is not to be listened to any more: it is not fit, it has ended, or all is to end.
async fn stopped(session: &Session, ended: &ChildExitHandle) -> Option<&'static str> {
    tokio::select! {
        why = session.unfit() => Some(why),
        () = async {
            let _ = ended.wait().await;
            sleep(LAST_WORDS).await;
        } => None,
        () = session.to_end() => None,
    }
}

/// What was under way when the server ended.
async fn answer_open(session: &Session, exit: Option<&ChildExit>, unfit: Option<&'static str>) {
    let open = session.state().pending.take_sent();
    for pending in open {
        let request = &pending.request;
        let failure = match (exit, unfit) {
            (Some(exit), None) => fault::ended(&session.name, exit, request),
            (_, why) => fault::stopped(&session.name, why.unwrap_or("was stopped"), request),
        };
        match session.wrap.is_observing {
            true if pending.is_reported => {}
            true => drop(session.would_fail(request, failure, RepairKind::ServerEnded, None)),
            false => session.fail(request, failure, RepairKind::ServerEnded).await,
        }
        session.note_settled();
    }
}

/// Begins with a server that was started again as the client began with the first one, and tells the client if its tools are others.
async fn begin_again(session: Arc<Session>) {
    let generation = session.generation();
    let to_repeat = session.state().handshake.to_repeat();
    if let Some((params, initialized)) = to_repeat {
        let answer = session.ask("initialize", &params, session.wrap.limits.init_timeout).await;
        let is_fine = answer.is_some_and(|answer| Frame::read(&answer).is_some_and(|frame| frame.result.is_some()));
        if !is_fine {
            return session.is_unfit(generation, "did not answer initialize when it was started again");
        }
        if let Some(initialized) = initialized {
            session.to_server(&initialized).await;
        }
    }
    session.noticed(RepairKind::Restarted, None, None, None, None);
    session.life.send_replace(Life::Up);
    let before = {
        let mut state = session.state();
        let before = state.tools.is_whole().then(|| state.tools.fingerprint());
        state.tools.forget();
        before
    };
    if let Some(before) = before
        && admit::list(&session).await
        && session.state().tools.fingerprint() != before
    {
        session.to_client(br#"{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}"#).await;
    }
}
