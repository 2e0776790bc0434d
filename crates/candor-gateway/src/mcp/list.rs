//! The lists of all servers as one, page by page, with what is known of those that are out.

use super::catalogue::CatalogueItem;
use super::endpoint::{Asker, McpEndpoint};
use super::read::Params;
use super::{McpServers, OutServer, fault};
use candor::Failure;
use candor::disclose::Scrubber;
use serde_json::{Value, json};
use std::borrow::Cow;
use std::time::Duration;

/// How long a client may keep a list, at most; and while a server is out.
const LONGEST_TTL: Duration = Duration::from_secs(60);
const TTL_WHILE_OUT: Duration = Duration::from_secs(5);

/// What a cursor begins with: how many items come before the page, of those that the caller sees.
const CURSOR: &str = "after:";

/// The member of `_meta` that says which servers are out.
const UNAVAILABLE: &str = "dev.candor/unavailable";

/// The member of `_meta` that says which tools are held back.
const HELD_BACK: &str = "dev.candor/held_back";

/// The result of a list.
pub(super) async fn answer(
    endpoint: &McpEndpoint,
    method: &str,
    params: &Params<'_>,
    asker: &Asker<'_>,
) -> Result<String, Failure> {
    let servers = endpoint.settled_servers().await;
    let catalogue = servers.catalogue().clone();
    let named = |item: &&CatalogueItem| asker.sees(&item.shown);
    let any = |_: &&CatalogueItem| asker.sees_all();
    let own = match method {
        "tools/list" => endpoint.local().list(asker).await,
        _ => Vec::new(),
    };
    let (member, listed): (_, Vec<&CatalogueItem>) = match method {
        "tools/list" => ("tools", catalogue.tools.iter().map(|tool| &tool.item).filter(named).collect()),
        "prompts/list" => ("prompts", catalogue.prompts.iter().filter(named).collect()),
        "resources/list" => ("resources", catalogue.resources.iter().filter(any).collect()),
        _ => ("resourceTemplates", catalogue.templates.iter().filter(any).collect()),
    };
    let items: Vec<&str> = own.iter().map(|it| it.get()).chain(listed.iter().map(|item| item.json.get())).collect();
    let start = match params.get("cursor").filter(|cursor| cursor.get() != "null") {
        Some(_) => {
            start_of(&params.text("cursor")?).filter(|it| *it < items.len()).ok_or_else(fault::unknown_cursor)?
        }
        None => 0,
    };
    let end = start.saturating_add(endpoint.gateway().page_size()).min(items.len());
    let page = items.get(start..end).unwrap_or_default().join(",");
    let out = servers.out();
    let mut members = vec![format!("\"{member}\":[{page}]")];
    if end < items.len() {
        members.push(format!("\"nextCursor\":\"{CURSOR}{end}\""));
    }
    if asker.is_modern() {
        let longest = if out.is_empty() { LONGEST_TTL } else { TTL_WHILE_OUT };
        let ttl = catalogue.ttl.map_or(longest, |ttl| ttl.min(longest));
        members.push(format!("\"ttlMs\":{}", ttl.as_millis()));
        members.push("\"cacheScope\":\"private\",\"resultType\":\"complete\"".to_owned());
    }
    let shown: Vec<Value> =
        out.iter().filter(|out| is_told(out, servers, asker)).map(|out| told(out, servers)).collect();
    let held = catalogue.held.iter().filter(|held| method == "tools/list" && asker.sees(&held.shown));
    let held: Vec<Value> = held
        .map(|it| json!({"server": servers.origins().name(it.server), "tool": &*it.shown, "change": it.why.name()}))
        .collect();
    let meta = [(UNAVAILABLE, shown), (HELD_BACK, held)].into_iter().filter(|(_, told)| !told.is_empty());
    let meta: serde_json::Map<String, Value> = meta.map(|(name, told)| (name.to_owned(), told.into())).collect();
    if !meta.is_empty() {
        members.push(format!("\"_meta\":{}", Value::Object(meta)));
    }
    Ok(format!("{{{}}}", members.join(",")))
}

/// Where the page begins that a cursor names.
fn start_of(cursor: &str) -> Option<usize> {
    cursor.strip_prefix(CURSOR)?.parse().ok()
}

/// Whether the asker may know of the server: it sees everything, or one of its tools.
fn is_told(out: &OutServer, servers: &McpServers, asker: &Asker<'_>) -> bool {
    let is_seen = |item: &CatalogueItem| item.server == out.server && asker.sees(&item.shown);
    asker.sees_all() || servers.catalogue().tools.iter().any(|tool| is_seen(&tool.item))
}

fn told(out: &OutServer, servers: &McpServers) -> Value {
    let since = out.since.and_then(|since| jiff::Timestamp::try_from(since).ok());
    let why: Cow<'_, str> = Scrubber::standard().scrub(&out.why);
    let mut told = json!({"server": servers.origins().name(out.server), "reason": why});
    if let (Some(since), Value::Object(members)) = (since, &mut told) {
        members.insert("since".to_owned(), since.to_string().into());
    }
    told
}
