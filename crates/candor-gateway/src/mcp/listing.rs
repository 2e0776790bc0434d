//! Asks a server for everything that it lists, page by page.

use super::catalogue::Listed;
use super::object::{RawObject, raw};
use crate::frame::member;
use crate::send::mcp::{McpServer, ServerAnswer, ServerFacts, ServerRequest};
use candor::Failure;
use serde_json::Value;
use serde_json::value::RawValue;
use std::time::Duration;

/// How many pages and items a list may have; what is beyond is not shown.
const MOST_PAGES: usize = 100;
const MOST_ITEMS: usize = 10_000;
/// How soon a server is listed again, whatever it says.
const SHORTEST_TTL: Duration = Duration::from_secs(30);

/// All that the server lists. A list that it does not announce is not asked for.
pub(super) async fn of(server: &McpServer, facts: &ServerFacts) -> Result<Listed, Failure> {
    let announced = RawObject::read(&facts.capabilities);
    let has = |name: &str| announced.as_ref().is_some_and(|it| it.get(name).is_some_and(|it| it.get() != "null"));
    let mut listed = Listed::default();
    // Some servers have tools and do not announce them.
    listed.tools = match all(server, "tools/list", "tools", &mut listed.ttl).await? {
        Ok(tools) => tools,
        Err(why) if has("tools") => return Err(why),
        Err(_) => Vec::new(),
    };
    if has("prompts") {
        listed.prompts = or_none(server, all(server, "prompts/list", "prompts", &mut listed.ttl).await?);
    }
    if has("resources") {
        listed.resources = or_none(server, all(server, "resources/list", "resources", &mut listed.ttl).await?);
        // Not every server that has resources has templates.
        let templates = all(server, "resources/templates/list", "resourceTemplates", &mut listed.ttl).await?;
        listed.templates = templates.unwrap_or_default();
    }
    Ok(listed)
}

/// A list; one that the server refuses is empty, so that its tools can be used all the same.
fn or_none(server: &McpServer, listed: Result<Items, Failure>) -> Items {
    listed.unwrap_or_else(|why| {
        tracing::warn!(server = %server.name(), "a list of the server is not known: {why}");
        Vec::new()
    })
}

type Items = Vec<Box<RawValue>>;

/// The items of a list, or why the server does not give them; and as a failure what happened on the way.
async fn all(
    server: &McpServer,
    method: &str,
    member_name: &str,
    ttl: &mut Option<Duration>,
) -> Result<Result<Items, Failure>, Failure> {
    let mut items = Items::new();
    let mut cursor: Option<String> = None;
    for _ in 0..MOST_PAGES {
        let params = cursor.as_ref().and_then(|cursor| raw(format!("{{\"cursor\":{}}}", Value::from(cursor.as_str()))));
        let result = match server.request(request(server, method, params)).await? {
            ServerAnswer::Result(result) => result,
            ServerAnswer::Error(error) => return Ok(Err(refused(server, method, &error))),
        };
        let Some(page) = member::<Vec<&RawValue>>(&result, member_name) else {
            return Ok(Err(unreadable(server, method)));
        };
        let room = MOST_ITEMS.saturating_sub(items.len());
        items.extend(page.into_iter().take(room).map(ToOwned::to_owned));
        if let Some(millis) = member::<u64>(&result, "ttlMs") {
            let page_ttl = Duration::from_millis(millis).max(SHORTEST_TTL);
            *ttl = Some(ttl.map_or(page_ttl, |ttl| ttl.min(page_ttl)));
        }
        let next: Option<String> = member(&result, "nextCursor").flatten();
        if next.is_none() || next == cursor || room == 0 {
            break;
        }
        cursor = next;
    }
    Ok(Ok(items))
}

fn request(server: &McpServer, method: &str, params: Option<Box<RawValue>>) -> ServerRequest {
    ServerRequest { is_repeatable: true, ..ServerRequest::new(method, params, server.settings().timeout) }
}

fn refused(server: &McpServer, method: &str, error: &RawValue) -> Failure {
    let message: String = member(error, "message").unwrap_or_default();
    Failure::internal(format!("The server {} refuses {method}", server.name())).with_private("error", message)
}

fn unreadable(server: &McpServer, method: &str) -> Failure {
    Failure::internal(format!("The answer of {} to {method} has no list", server.name()))
}
