//! Keeps what is known of a server up to date: its lists are asked for when it is there, when it says that they have changed, and when
//! what it said is too old; they are kept for a while when it is out.

use super::catalogue::Listed;
use super::pins::Pins;
use super::{Heard, Shared, listing};
use crate::send::mcp::{McpServer, ServerEvent, ServerState};
use std::sync::Arc;
use std::time::{Duration, SystemTime};
use tokio::sync::broadcast;
use tokio::time::{Instant, sleep_until};

/// When a list is asked for again that was not given.
const FIRST_PAUSE: Duration = Duration::from_secs(1);
const LONGEST_PAUSE: Duration = Duration::from_secs(60);
/// How soon it is noticed that held back tools have been accepted.
const LOOK_AT_PINS: Duration = Duration::from_secs(1);

/// Does so until it is aborted.
pub(super) async fn keep(shared: Arc<Shared>, place: usize, server: McpServer) {
    let mut events = server.events();
    let mut pins = Pins::of(server.settings());
    let mut known = Listed::default();
    let mut pause = FIRST_PAUSE;
    let mut is_fresh = false;
    // When what was listed is too old.
    let mut old: Option<Instant> = None;
    loop {
        let next = match server.state() {
            ServerState::Starting => None,
            ServerState::Up(_) if is_fresh => old,
            ServerState::Up(facts) => match listing::of(&server, &facts).await {
                Ok(mut listed) => {
                    if let Some(pins) = &mut pins {
                        listed.held = pins.held_back(&listed.tools);
                        known = listed.clone();
                    }
                    is_fresh = true;
                    pause = FIRST_PAUSE;
                    old = listed.ttl.map(|ttl| Instant::now() + ttl);
                    shared.learn(place, listed);
                    shared.hear(place, Heard::Lists);
                    let info = facts.info.as_ref().map(|info| info.get());
                    tracing::debug!(server = %server.name(), revision = facts.revision.date(), info, "the server has listed what it has");
                    old
                }
                Err(failure) => {
                    tracing::warn!(server = %server.name(), "the lists of the server are not known: {failure}");
                    shared.hear(place, Heard::NoLists);
                    let next = Instant::now() + pause;
                    pause = (pause * 2).min(LONGEST_PAUSE);
                    Some(next)
                }
            },
            ServerState::Out { since, .. } => {
                shared.hear(place, Heard::Out);
                is_fresh = false;
                let kept = server.settings().keep_listed;
                let gone = SystemTime::now().duration_since(since).unwrap_or_default();
                match kept.checked_sub(gone).filter(|rest| !rest.is_zero()) {
                    Some(rest) => Some(Instant::now() + rest),
                    None => {
                        shared.learn(place, Listed::default());
                        None
                    }
                }
            }
        };
        let is_due = loop {
            let Some(pins) = pins.as_mut().filter(|_| !known.held.is_empty()) else {
                break wait(&mut events, next).await;
            };
            let soon = Instant::now() + LOOK_AT_PINS;
            match next.is_some_and(|next| next <= soon) {
                true => break wait(&mut events, next).await,
                false => match wait_until(&mut events, soon).await {
                    Some(is_due) => break is_due,
                    None if pins.have_changed() && matches!(server.state(), ServerState::Up(_)) => {
                        known.held = pins.held_back(&known.tools);
                        shared.learn(place, known.clone());
                    }
                    None => {}
                },
            }
        };
        is_fresh &= !is_due;
    }
}

/// Waits until something happens, and says what `wait` does; none if the time has come before.
async fn wait_until(events: &mut broadcast::Receiver<ServerEvent>, time: Instant) -> Option<bool> {
    tokio::select! {
        is_due = wait(events, None) => Some(is_due),
        () = sleep_until(time) => None,
    }
}

/// Waits until something happens, or the time has come; whether what is known is too old then.
async fn wait(events: &mut broadcast::Receiver<ServerEvent>, next: Option<Instant>) -> bool {
    let due = async {
        match next {
            Some(next) => sleep_until(next).await,
            None => std::future::pending().await,
        }
    };
    tokio::select! {
        event = events.recv() => match event {
            Ok(ServerEvent::WentOut) => false,
            Ok(ServerEvent::ToolsChanged | ServerEvent::ResourcesChanged | ServerEvent::PromptsChanged | ServerEvent::IsBack) => true,
            Err(broadcast::error::RecvError::Lagged(_)) => true,
            // The server has ended, and this with it.
            Err(broadcast::error::RecvError::Closed) => std::future::pending().await,
        },
        () = due => true,
    }
}
