//! Begins with a process: finds out of which era it is, and agrees with it on a revision.

use super::ChildServer;
use super::health::ask_with;
use super::link::Link;
use crate::send::mcp::era::{self, Discovered};
use crate::send::mcp::message::{self, Metadata};
use crate::send::mcp::{Era, ServerFacts};
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::timeout;

/// How long a process has to itself until it is taken for one that may not answer what it does not know. One that only takes long to
/// start answers both then.
const PROBE_LIMIT: Duration = Duration::from_secs(5);

type Begun = Result<ServerFacts, Cow<'static, str>>;

const ENDED: Cow<'static, str> = Cow::Borrowed("ended before it answered its first request");

/// Begins with the process. One that is known to be legacy is not asked what it does not know: some end when they are.
pub(super) async fn begin(server: &ChildServer, link: &Arc<Link>, known: Option<Era>) -> Begun {
    let begun = match known {
        Some(Era::Legacy) => timeout(server.limits.start, initialize(server, link)).await,
        Some(Era::Modern) | None => timeout(server.limits.start, discover(server, link)).await,
    };
    begun.unwrap_or(Err(Cow::Borrowed("did not answer its first request in time")))
}

async fn discover(server: &ChildServer, link: &Arc<Link>) -> Begun {
    let id = server.next_id();
    let mut discovery = pin!(ask_with(link, id, message::request(id, era::DISCOVER, None, Metadata::of(Era::Modern))));
    let Ok(answer) = timeout(PROBE_LIMIT.min(server.limits.start / 4), &mut discovery).await else {
        // It is silent or slow. Whichever it answers first decides; one of the two is an error.
        let mut initialization = pin!(initialize(server, link));
        return tokio::select! {
            answer = &mut discovery => match answer.as_ref().map(era::discovered) {
                Some(Discovered::Modern(facts)) => Ok(facts),
                Some(Discovered::Legacy | Discovered::Neither(_)) | None => initialization.await,
            },
            begun = &mut initialization => match begun {
                Ok(facts) => Ok(facts),
                Err(why) => match discovery.await.as_ref().map(era::discovered) {
                    Some(Discovered::Modern(facts)) => Ok(facts),
                    Some(Discovered::Legacy | Discovered::Neither(_)) | None => Err(why),
                },
            },
        };
    };
    match era::discovered(&answer.ok_or(ENDED)?) {
        Discovered::Modern(facts) => Ok(facts),
        Discovered::Legacy => initialize(server, link).await,
        Discovered::Neither(why) => Err(Cow::Owned(why)),
    }
}

async fn initialize(server: &ChildServer, link: &Arc<Link>) -> Begun {
    let id = server.next_id();
    let params = RawValue::from_string(message::initialize_params(&server.announced.capabilities)).ok();
    let text = message::request(id, "initialize", params.as_deref(), Metadata::of(Era::Legacy));
    let answer = ask_with(link, id, text).await.ok_or(ENDED)?;
    let facts = era::initialized(&answer).map_err(Cow::Owned)?;
    link.control(message::notification("notifications/initialized", None, Era::Legacy));
    Ok(facts)
}
