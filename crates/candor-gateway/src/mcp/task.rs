//! Tasks: their ids lead any gateway to the server that has them, and belong to the caller that has begun them.
//!
//! ```text
//! server ──► 786512e2 ──► memory.786512e2.<mark> ──► client ──► any gateway with the keys ──► 786512e2 ──► server
//! ```
//!
//! Between the eras nothing is translated: a task is asked for in the revision in which it was begun.

use super::endpoint::{Answer, Asker, McpEndpoint};
use super::fault;
use super::object::{RawObject, raw};
use super::pass::{self, Outgoing};
use super::read::{Params, TASKS};
use super::session::facts_of;
use crate::frame::member;
use crate::seal::Purpose;
use crate::send::mcp::{Era, McpServer, ServerAnswer, ServerFacts, ServerRequest};
use candor::render::Revision;
use candor::rmcp::relay::RelayedRequest;
use candor::{Failure, reason};
use serde_json::value::RawValue;
use serde_json::{Map, Value, json};
use std::sync::Arc;

const TASK_ID: &str = "taskId";
/// The member of `_meta` that says to which task a message belongs (2025-11-25).
const RELATED: &str = "io.modelcontextprotocol/related-task";
/// The longest id of a server's task that is passed on, in bytes.
const LONGEST_ID: usize = 2_048;
/// The error of a client that does not declare what it needs (2026-07-28).
const MISSING_CAPABILITY: i64 = -32_021;

/// Whether the method is one of tasks in the revision of the asker.
pub(super) fn is_known(method: &str, asker: &Asker<'_>) -> bool {
    match (method, asker.revision) {
        ("tasks/get" | "tasks/cancel", Revision::V2025_11_25 | Revision::V2026_07_28) => true,
        ("tasks/result", Revision::V2025_11_25) | ("tasks/update", Revision::V2026_07_28) => true,
        // Whose tasks a server lists that knows the gateway alone cannot be seen.
        ("tasks/list", Revision::V2025_11_25) => asker.is_alone(),
        _ => false,
    }
}

/// What is announced of tasks, if one of the servers has them.
pub(super) fn announced<'a>(
    servers: impl Iterator<Item = &'a Arc<ServerFacts>>,
    revision: Revision,
    asker: &Asker<'_>,
) -> Option<(String, Value)> {
    let mut servers = servers;
    match revision {
        Revision::V2026_07_28 => {
            let is_there = servers.any(|facts| facts.era == Era::Modern && has(facts, &["extensions", TASKS]));
            is_there.then(|| ("extensions".to_owned(), json!({ TASKS: {} })))
        }
        Revision::V2025_11_25 => {
            let those: Vec<_> = servers.filter(|facts| has_calls(facts)).collect();
            let any = |name: &str| those.iter().any(|facts| has(facts, &["tasks", name]));
            let mut tasks = Map::new();
            tasks.insert("requests".to_owned(), json!({"tools": {"call": {}}}));
            for name in ["list", "cancel"].into_iter().filter(|name| any(name)) {
                // Whose tasks a server lists that knows the gateway alone cannot be seen.
                if name != "list" || asker.is_alone() {
                    tasks.insert(name.to_owned(), json!({}));
                }
            }
            (!those.is_empty()).then(|| ("tasks".to_owned(), tasks.into()))
        }
        Revision::V2024_11_05 | Revision::V2025_03_26 | Revision::V2025_06_18 | _ => None,
    }
}

/// Whether a call asks for a task that its server can begin (2025-11-25). Otherwise it is an ordinary call, as the protocol has it.
pub(super) fn is_asked_for(endpoint: &McpEndpoint, server: usize, params: &Params<'_>, asker: &Asker<'_>) -> bool {
    asker.revision == Revision::V2025_11_25
        && params.get("task").is_some()
        && endpoint.servers().server(server).and_then(facts_of).is_some_and(|facts| has_calls(&facts))
}

/// Answers a request about tasks.
pub(super) async fn answer(
    endpoint: &McpEndpoint,
    params: &Params<'_>,
    relayed: RelayedRequest,
    asker: &Asker<'_>,
) -> Answer {
    if relayed.method() == "tasks/list" {
        let listed = list(endpoint, params, asker).await;
        return match listed {
            Ok(result) => pass::judged(endpoint, "result", &result, &relayed).answer,
            Err(failure) => endpoint.failed(failure, &relayed),
        };
    }
    if asker.is_modern() && !params.takes_tasks() {
        return pass::judged(endpoint, "error", &missing_capability(), &relayed).answer;
    }
    let shown = match params.text(TASK_ID) {
        Ok(shown) => shown,
        Err(failure) => return endpoint.failed(failure, &relayed),
    };
    let Some((server, own)) = own_id(endpoint, &shown, asker) else {
        return endpoint.failed(unknown(), &relayed);
    };
    let is_of_other_era = |facts: Arc<ServerFacts>| (facts.era == Era::Modern) != asker.is_modern();
    if endpoint.servers().server(server).and_then(facts_of).is_some_and(is_of_other_era) {
        return endpoint.failed(of_other_revision(), &relayed);
    }
    let changed = params.for_server(&[(TASK_ID, Value::from(&*own).to_string())]);
    let longest = endpoint.servers().server(server).map(|server| server.settings().longest);
    let outgoing = Outgoing {
        // It is answered when the task has ended.
        limit: longest.filter(|_| relayed.method() == "tasks/result"),
        ..Outgoing::new(server, changed, Some(&own))
    };
    pass::through(endpoint, outgoing, params, &relayed, asker).await.answer
}

/// The result of a server with the ids that the client knows; none if there are none in it. An error, in JSON, in the place of a task that
/// the client does not take.
pub(super) fn shown(
    endpoint: &McpEndpoint,
    server: &McpServer,
    params: &Params<'_>,
    kind: Option<&str>,
    result: &RawValue,
    relayed: &RelayedRequest,
    asker: &Asker<'_>,
) -> Result<Option<Box<RawValue>>, String> {
    let ids = Ids { endpoint, server: server.name(), caller: asker.identity() };
    let is_call = relayed.method() == "tools/call";
    match kind {
        Some("task") if is_call && asker.is_modern() && params.takes_tasks() => Ok(ids.at_top(result)),
        Some("task") if is_call => Err(missing_capability()),
        _ if is_call && !asker.is_modern() && params.get("task").is_some() => Ok(ids.in_member(result, "task")),
        _ => Ok(params.text(TASK_ID).ok().and_then(|asked| as_asked(relayed.method(), &asked, result))),
    }
}

/// The answer about one task with the id that the client asked by. With another key, it would have another one.
fn as_asked(method: &str, asked: &str, result: &RawValue) -> Option<Box<RawValue>> {
    let with_id = |task: &RawValue| {
        let object = RawObject::read(task)?;
        object.get(TASK_ID)?;
        raw(object.with(TASK_ID, &Value::from(asked).to_string()))
    };
    match method {
        "tasks/get" | "tasks/cancel" => with_id(result),
        "tasks/result" => {
            let meta: &RawValue = member(result, "_meta")?;
            let related = with_id(member(meta, RELATED)?)?;
            raw(RawObject::read(result)?.with("_meta", &RawObject::read(meta)?.with(RELATED, related.get())))
        }
        _ => None,
    }
}

/// The id by which the client that has begun a task knows it.
pub(super) fn shown_id(endpoint: &McpEndpoint, server: &str, own: &str, caller: &str) -> Option<String> {
    let mark = endpoint.seal().mark(Purpose::Task, &[server, caller, own]);
    (own.len() <= LONGEST_ID).then(|| format!("{server}.{own}.{mark}"))
}

/// The server of a task, and what that calls it; none if the id was not given to this caller.
pub(super) fn own_id(endpoint: &McpEndpoint, shown: &str, asker: &Asker<'_>) -> Option<(usize, Box<str>)> {
    let (rest, mark) = shown.rsplit_once('.')?;
    let servers = endpoint.servers().servers();
    servers.iter().enumerate().find_map(|(place, server)| {
        let own = rest.strip_prefix(&**server.name())?.strip_prefix('.').filter(|own| own.len() <= LONGEST_ID)?;
        let parts = [server.name(), asker.identity(), own];
        endpoint.seal().is_marked(Purpose::Task, &parts, mark).then(|| (place, own.into()))
    })
}

/// Writes the ids of one server's tasks for one caller.
struct Ids<'a> {
    endpoint: &'a McpEndpoint,
    server: &'a str,
    caller: &'a str,
}

impl Ids<'_> {
    /// An id in JSON.
    fn of(&self, object: &RawObject<'_>) -> Option<String> {
        let shown = shown_id(self.endpoint, self.server, &object.text(TASK_ID)?, self.caller)?;
        Some(Value::from(shown).to_string())
    }

    fn at_top(&self, task: &RawValue) -> Option<Box<RawValue>> {
        let object = RawObject::read(task)?;
        raw(object.with(TASK_ID, &self.of(&object)?))
    }

    fn in_member(&self, object: &RawValue, name: &str) -> Option<Box<RawValue>> {
        let inner = self.at_top(member(object, name)?)?;
        raw(RawObject::read(object)?.with(name, inner.get()))
    }
}

/// The tasks of all servers that list them, one server after the other (2025-11-25).
async fn list(endpoint: &McpEndpoint, params: &Params<'_>, asker: &Asker<'_>) -> Result<String, Failure> {
    let (place, cursor) = match params.get("cursor").filter(|cursor| cursor.get() != "null") {
        Some(_) => page_of(endpoint, &params.text("cursor")?).ok_or_else(fault::unknown_cursor)?,
        None => (0, None),
    };
    let lists = |facts: Arc<ServerFacts>| facts.era == Era::Legacy && has(&facts, &["tasks", "list"]);
    let servers = endpoint.servers().servers();
    let mut those = servers.iter().enumerate().skip(place).filter(|(_, it)| facts_of(it).is_some_and(lists));
    let Some((place, server)) = those.next() else { return Ok(r#"{"tasks":[]}"#.to_owned()) };
    let params = cursor.map(|cursor| json!({ "cursor": cursor })).and_then(|it| raw(it.to_string()));
    let request =
        ServerRequest { is_repeatable: true, ..ServerRequest::new("tasks/list", params, server.settings().timeout) };
    let result = match server.request(request).await? {
        ServerAnswer::Result(result) => result,
        ServerAnswer::Error(_) => return Err(not_listed(server.name())),
    };
    let ids = Ids { endpoint, server: server.name(), caller: asker.identity() };
    let tasks: Vec<&RawValue> = member(&result, "tasks").ok_or_else(|| not_listed(server.name()))?;
    let shown: Vec<Box<RawValue>> = tasks.into_iter().filter_map(|task| ids.at_top(task)).collect();
    let shown: Vec<&str> = shown.iter().map(|task| task.get()).collect();
    let next = match member::<Option<String>>(&result, "nextCursor").flatten() {
        Some(cursor) => Some(json!([place, cursor])),
        None => those.next().map(|(next, _)| json!([next, null])),
    };
    let next = next.and_then(|next| endpoint.seal_page(&next.to_string()));
    let cursor = next.map_or_else(String::new, |next| format!(r#","nextCursor":"{next}""#));
    Ok(format!(r#"{{"tasks":[{}]{cursor}}}"#, shown.join(",")))
}

fn page_of(endpoint: &McpEndpoint, cursor: &str) -> Option<(usize, Option<String>)> {
    let page = endpoint.seal().open(Purpose::Cursor, cursor).ok()?;
    serde_json::from_slice(&page).ok()
}

/// Whether the server begins calls as tasks (2025-11-25).
fn has_calls(facts: &ServerFacts) -> bool {
    facts.era == Era::Legacy && has(facts, &["tasks", "requests", "tools", "call"])
}

/// Whether the capabilities have what is at the end of this path.
fn has(facts: &ServerFacts, path: &[&str]) -> bool {
    let end = path.iter().try_fold(&*facts.capabilities, |object, name| member::<&RawValue>(object, name));
    end.is_some_and(|end| end.get() != "null")
}

/// The error of a client that does not declare that it takes tasks (2026-07-28).
pub(super) fn missing_capability() -> String {
    let required = json!({"extensions": { TASKS: {} }});
    let message = "The request needs tasks, and the client does not declare that it takes tasks";
    let mut error = Map::new();
    error.insert("code".to_owned(), MISSING_CAPABILITY.into());
    error.insert("message".to_owned(), message.into());
    error.insert("data".to_owned(), json!({"requiredCapabilities": required}));
    Value::Object(error).to_string()
}

fn unknown() -> Failure {
    Failure::invalid_params("There is no task with this id that this caller has begun")
        .with_reason(reason!("unknown_task"))
        .with_field("taskId")
        .with_recovery("Use the id as it was given, with the same token.")
}

fn of_other_revision() -> Failure {
    Failure::invalid_params("The task was begun in another revision of the protocol")
        .with_reason(reason!("unknown_task"))
        .with_field("taskId")
        .with_recovery("Ask for it in the revision in which it was begun.")
}

fn not_listed(server: &str) -> Failure {
    Failure::new(candor::Code::DependencyFailed, format!("The server {server} does not list its tasks"))
        .with_origin(candor::Origin::Upstream)
}
