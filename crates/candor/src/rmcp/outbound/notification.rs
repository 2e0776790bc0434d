//! Notifications: what a server tells its client without being asked, such as progress and log messages. Their texts are made
//! while the server works, like those of failures, so they pass all rules.

use super::failed;
use super::json::{Part, parts, replaced};
use crate::FailurePolicy;
use serde_json::{Map, Value};

/// Members of the params that identify something or are from a fixed set: the client must find them as they were. Only
/// configured secrets are taken from them.
const KEPT: [&str; 14] = [
    "createdAt",
    "elicitationId",
    "lastUpdatedAt",
    "level",
    "notifications",
    "pollIntervalMs",
    "progress",
    "progressToken",
    "requestId",
    "status",
    "taskId",
    "total",
    "ttlMs",
    "uri",
];

const META: &str = "_meta";

/// Members of `_meta` with this prefix are the protocol's own, such as the id of a subscription.
const OF_THE_PROTOCOL: &str = "io.modelcontextprotocol/";

/// The notification as it may leave, as far as all rules concern it.
pub(super) fn scrubbed(policy: &FailurePolicy, message: &[u8], method: &[u8]) -> Option<Vec<u8>> {
    // A member that is there twice is read by some as the first, and by others as the last.
    let params = parts(message, 0..message.len()).filter(|part| part.is_named(message, "params"));
    let change = |part: Part| {
        let written = message.get(part.value.clone()).unwrap_or_default();
        Some((part.value, scrubbed_params(policy, written, method)?))
    };
    let changes: Vec<_> = params.filter_map(change).collect();
    (!changes.is_empty()).then(|| replaced(message, changes))
}

/// Params as they may leave, if that is not as they are. What cannot be read does not leave.
fn scrubbed_params(policy: &FailurePolicy, written: &[u8], method: &[u8]) -> Option<Vec<u8>> {
    let Ok(params) = serde_json::from_slice::<Value>(written) else {
        let _ = policy.disclose(failed::unreadable("A notification"));
        return Some(b"{}".to_vec());
    };
    let Value::Object(members) = &params else {
        return Some(policy.discretion().scrubber().scrub_json(&params).to_string().into());
    };
    let is_task = method == b"\"notifications/tasks\"";
    let is_of_the_protocol = super::words::is_value("method", &String::from_utf8_lossy(method).replace('"', ""));
    // What a task has returned is judged as any other result.
    let is_of_task = |name: &str| is_task && ["error", "inputRequests", "result"].contains(&name);
    let mut shown =
        scrub_params(policy, members, |name| is_of_the_protocol && KEPT.contains(&name) || is_of_task(name));
    if is_task {
        failed::scrub_task(policy, &mut shown);
    }
    (shown != *members).then(|| Value::Object(shown).to_string().into())
}

/// The params without what all rules remove. The metadata of the protocol stays, and so does what is kept.
fn scrub_params(
    policy: &FailurePolicy,
    members: &Map<String, Value>,
    is_kept: impl Fn(&str) -> bool,
) -> Map<String, Value> {
    let is_of_the_protocol = |name: &str| name.starts_with(OF_THE_PROTOCOL) || name == "progressToken";
    let meta = members.get(META).and_then(Value::as_object);
    let meta = meta.map(|meta| (META.to_owned(), Value::Object(scrub_but(policy, meta, is_of_the_protocol))));
    let is_done = meta.is_some();
    let mut shown = scrub_but(policy, members, |name| is_kept(name) || is_done && name == META);
    shown.extend(meta);
    shown
}

fn scrub_but(
    policy: &FailurePolicy,
    members: &Map<String, Value>,
    is_kept: impl Fn(&str) -> bool,
) -> Map<String, Value> {
    let owned = |(name, value): (&String, &Value)| (name.clone(), value.clone());
    let (mut shown, rest): (Map<_, _>, Map<_, _>) = members.iter().map(owned).partition(|(name, _)| is_kept(name));
    if let Value::Object(rest) = policy.discretion().scrub_value(&Value::Object(rest)) {
        shown.extend(rest);
    }
    shown
}
