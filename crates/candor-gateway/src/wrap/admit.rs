//! Whether a call reaches the server: its tool is there, and its arguments fit what the server itself says of them.

use super::report::RepairKind;
use super::session::Session;
use super::tools::Page;
use crate::frame::Frame;
use candor::Failure;
use candor::rmcp::relay::RelayedTool;
use serde_json::value::RawValue;
use serde_json::{Map, Value};
use std::sync::Arc;
use std::time::Duration;
use tokio::time::Instant;

/// How long the server may take for a page of its tools, before a call goes on unchecked.
const LIST_LIMIT: Duration = Duration::from_secs(10);
/// How long a server that did not tell its tools is not asked again.
const LIST_AGAIN: Duration = Duration::from_secs(60);
/// How many pages are asked for.
const MOST_PAGES: usize = 100;

/// Why a call does not reach the server.
pub(super) struct Refused {
    pub(super) failure: Failure,
    pub(super) kind: RepairKind,
}

/// Checks a call. What cannot be checked reaches the server, which knows best.
pub(super) async fn call(
    session: &Session,
    tool: &str,
    arguments: &Value,
) -> Result<Option<Arc<RelayedTool>>, Box<Refused>> {
    let known = |session: &Session| {
        let state = session.state();
        state.tools.get(tool).cloned()
    };
    let mut found = known(session);
    let mut is_fresh = false;
    if found.is_none() {
        is_fresh = list(session).await;
        found = known(session);
    }
    let checked = check(session, tool, found.as_ref(), arguments);
    match checked {
        // The server may have changed its tools without a word.
        Err(_) if !is_fresh && list(session).await => {
            found = known(session);
            check(session, tool, found.as_ref(), arguments).map(|()| found)
        }
        checked => checked.map(|()| found),
    }
}

/// Checks a call against what is known of the tools.
pub(super) fn check(
    session: &Session,
    tool: &str,
    known: Option<&Arc<RelayedTool>>,
    arguments: &Value,
) -> Result<(), Box<Refused>> {
    let refused = |failure, kind| Err(Box::new(Refused { failure, kind }));
    match known {
        Some(known) => match known.check_arguments(arguments) {
            Ok(()) => Ok(()),
            Err(failure) => refused(failure, RepairKind::WrongArguments),
        },
        None => {
            let state = session.state();
            if !state.tools.is_whole() {
                return Ok(());
            }
            refused(Failure::unknown_tool(tool, state.tools.names()), RepairKind::UnknownTool)
        }
    }
}

/// Asks the server for all of its tools, unless it has just failed to tell them; whether it has.
pub(super) async fn list(session: &Session) -> bool {
    let _alone = session.listing.lock().await;
    let is_useless = |at: Instant| at.elapsed() < LIST_AGAIN;
    if session.state().not_listed_at.is_some_and(is_useless) {
        return false;
    }
    let is_listed = list_all(session).await;
    session.state().not_listed_at = (!is_listed).then(Instant::now);
    is_listed
}

async fn list_all(session: &Session) -> bool {
    let mut cursor: Option<String> = None;
    for _ in 0..MOST_PAGES {
        let params = {
            let written = cursor.as_ref().map(|cursor| Value::from(cursor.as_str()).to_string());
            session.state().handshake.params_with(written.as_deref().map(|json| ("cursor", json)))
        };
        let limit = LIST_LIMIT.min(session.wrap.limits.idle_timeout);
        let Some(answer) = session.ask("tools/list", &params, limit).await else { return false };
        let result = Frame::read(&answer).and_then(|frame| frame.result);
        let Some(page) = result.and_then(|result| Page::read(result, cursor.is_none())) else { return false };
        cursor.clone_from(&page.next);
        session.state().tools.learn(page);
        if cursor.is_none() {
            return true;
        }
    }
    false
}

/// The arguments of a call, as a value; those that are left out are none. `None` if they are JSON of which there is no value, such as a
/// number that is too large: then nobody but the server can check them.
pub(super) fn arguments_of(frame: &Frame<'_>) -> Option<Value> {
    let nothing = || Value::Object(Map::new());
    match frame.param::<&RawValue>("arguments") {
        None => Some(nothing()),
        Some(arguments) if arguments.get() == "null" => Some(nothing()),
        Some(arguments) => serde_json::from_str(arguments.get()).ok(),
    }
}
