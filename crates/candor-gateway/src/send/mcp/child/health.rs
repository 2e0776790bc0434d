//! Finds out whether a process that has not answered in time is slow, silent or half dead.

use super::ChildServer;
use super::link::{Link, Waiter};
use crate::send::mcp::message::{self, Metadata};
use crate::send::mcp::{Era, ServerAnswer, era};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;
use tokio::time::{Instant, timeout};

/// How long a process that has been silent may take to show that it is there.
const PROBE_LIMIT: Duration = Duration::from_secs(5);
/// So many calls in a row without an answer, and a process that answers everything else counts as half dead.
const MOST_UNANSWERED: u32 = 3;

/// Judges a process that has not answered a request which began then.
pub(super) fn judge(server: &ChildServer, link: &Arc<Link>, began: Instant, is_call: bool) {
    if is_call && link.unanswered_in_a_row.fetch_add(1, Ordering::Relaxed) + 1 >= MOST_UNANSWERED {
        return link.is_unfit("answered none of its last calls");
    }
    if link.last_message().is_none_or(|last| last < began) {
        let limit = PROBE_LIMIT.min(server.limits.silence);
        tokio::spawn(probe(Arc::clone(link), server.next_id(), limit));
    }
}

/// Asks for something that is always answered. A process that has said nothing since the request began, and does not answer this
/// either, is gone.
async fn probe(link: Arc<Link>, id: u64, limit: Duration) {
    let method = match link.era() {
        Era::Modern => era::DISCOVER,
        Era::Legacy => "ping",
    };
    let before = link.last_message();
    let answer = timeout(limit, ask(&link, id, method, None)).await;
    if answer.is_err() && link.last_message() == before {
        link.is_unfit("stopped answering");
    }
}

/// Asks a process for the gateway itself; none if it ended.
pub(super) async fn ask(
    link: &Arc<Link>,
    id: u64,
    method: &str,
    params: Option<&serde_json::value::RawValue>,
) -> Option<ServerAnswer> {
    let metadata = Metadata::of(link.era());
    ask_with(link, id, message::request(id, method, params, metadata)).await
}

/// The same with this text.
pub(super) async fn ask_with(link: &Arc<Link>, id: u64, text: Vec<u8>) -> Option<ServerAnswer> {
    let mut open = link.open(id, Waiter::of_own()).without_cancellation();
    link.send(id, text).await;
    open.outcome().await.ok()
}
