//! Contracts on the wire: with each tool, and as resources.

use super::settings::ContractResources;
use super::state::GuardState;
use super::tool_server::{NotListed, ToolServer, listed_tools};
use crate::contract::Contract;
use crate::failure::Retry;
use crate::failure::names::{listed, shown};
use crate::nearest::nearest;
use crate::rmcp::wire;
use crate::uri::NOT_UNRESERVED;
use crate::{Code, Failure, IntoFailure};
use ::rmcp::model::{
    ErrorCode, ListResourceTemplatesResult, ListResourcesResult, ListToolsResult, MetaObject, ReadResourceResponse,
    ReadResourceResult, Resource, ResourceContents, ResourceTemplate, ServerCapabilities, Tool,
};
use ::rmcp::service::RequestContext;
use ::rmcp::{ErrorData, RoleServer};
use percent_encoding::{AsciiSet, utf8_percent_encode};
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// The key under a tool's `_meta` at which its contract is.
pub const CONTRACT_META_KEY: &str = "dev.candor/contract";

/// Where contracts are as resources; the name of the tool follows.
const PREFIX: &str = "candor://contract/";

/// How long a server may take to list its tools when a peer connects.
const LIST_TIMEOUT: Duration = Duration::from_secs(1);

/// What a tool can fail with, as `_meta` of the tool: `#[tool(meta = candor::rmcp::contract::<GetOrder>())]`.
///
/// ```
/// use candor::{Contract, rmcp::contract};
///
/// /// What `get_order` can fail with.
/// #[derive(Debug, Contract)]
/// enum GetOrder {
///     /// No order has this id.
///     #[failure(code = NotFound, message = "There is no order {id}",
///               recovery = "List the orders with list_orders first.")]
///     NoSuchOrder { id: u64 },
/// }
///
/// let meta = contract::<GetOrder>();
/// assert_eq!(meta.0["dev.candor/contract"]["errors"][0]["reason"], "no_such_order");
/// ```
#[must_use]
pub fn contract<E: IntoFailure>() -> MetaObject {
    wire::meta(CONTRACT_META_KEY, E::CONTRACT)
}

/// Whether contracts are served as resources, as far as the tools are known.
pub(super) fn are_served(state: &GuardState) -> bool {
    let settings = state.settings();
    settings.contract_resources == ContractResources::Served
        && (!settings.contracts.is_empty() || state.tools.any_has_meta(CONTRACT_META_KEY))
}

/// Announces resources, if contracts are served as resources.
pub(super) fn announce(state: &GuardState, capabilities: &mut ServerCapabilities) {
    if are_served(state) {
        capabilities.resources.get_or_insert_default();
    }
}

/// Learns the tools when a peer connects, unless that was done before: then it is known which contracts there are.
pub(super) async fn learn(state: &GuardState, server: &impl ToolServer, context: &RequestContext<RoleServer>) {
    if !are_served(state)
        && !state.tools.is_listed.swap(true, Ordering::Relaxed)
        && let Ok(tools) =
            tokio::time::timeout(LIST_TIMEOUT, listed_tools(server, context, |why| state.report_not_listed(why))).await
    {
        state.learn_tools(&tools.tools);
    }
}

/// Remembers the tools that a peer gets to see, and adds their contracts.
pub(super) fn add_to_tools(state: &GuardState, listed: &mut ListToolsResult) {
    for tool in &mut listed.tools {
        add_to_tool(state, tool);
    }
    state.learn_tools(&listed.tools);
}

/// Adds the tool's contract to its `_meta`, unless there is one.
pub(super) fn add_to_tool(state: &GuardState, tool: &mut Tool) {
    let Some(contract) = state.settings().contracts.get(&tool.name) else { return };
    let meta = tool.meta.get_or_insert_default();
    meta.0.entry(CONTRACT_META_KEY).or_insert_with(|| serde_json::to_value(contract).unwrap_or_default());
}

/// Every contract that the caller may see, by its tool.
async fn all(
    state: &GuardState,
    server: &impl ToolServer,
    context: &RequestContext<RoleServer>,
) -> BTreeMap<String, Value> {
    let mut contracts = BTreeMap::new();
    let limit = state.settings().look_up_deadline;
    let listed = listed_tools(server, context, |why| state.report_not_listed(why));
    let Ok(mut listed) = tokio::time::timeout(limit, listed).await else {
        state.report_not_listed(NotListed::TooSlow(limit));
        return contracts;
    };
    state.settings().tool_filter.retain(&mut listed.tools, context);
    for mut tool in listed.tools {
        add_to_tool(state, &mut tool);
        if let Some(contract) = tool.meta.and_then(|mut meta| meta.0.remove(CONTRACT_META_KEY)) {
            contracts.insert(tool.name.into_owned(), contract);
        }
    }
    contracts
}

/// Adds the contracts to the last page of resources.
pub(super) async fn add_to_resources(
    state: &GuardState,
    server: &impl ToolServer,
    listed: &mut ListResourcesResult,
    context: &RequestContext<RoleServer>,
) {
    learn(state, server, context).await;
    if listed.next_cursor.is_some() || !are_served(state) {
        return;
    }
    for tool in all(state, server, context).await.keys() {
        let mut resource = Resource::new(uri_of(tool), format!("contract of {tool}"));
        resource.description = Some(format!("What the tool {tool} can fail with, and what to do about each failure."));
        resource.mime_type = Some("application/json".to_owned());
        listed.resources.push(resource);
    }
}

/// Adds the template of contracts to the last page of templates.
pub(super) async fn add_to_templates(
    state: &GuardState,
    server: &impl ToolServer,
    listed: &mut ListResourceTemplatesResult,
    context: &RequestContext<RoleServer>,
) {
    learn(state, server, context).await;
    if listed.next_cursor.is_some() || !are_served(state) {
        return;
    }
    let mut template = ResourceTemplate::new(format!("{PREFIX}{{tool}}"), "contract of a tool");
    template.description = Some("What a tool can fail with, and what to do about each failure.".to_owned());
    listed.resource_templates.push(template);
}

/// The contract at this address, as JSON and as Markdown; `None` if it is not the address of a contract.
pub(super) async fn read(
    state: &GuardState,
    server: &impl ToolServer,
    uri: &str,
    context: &RequestContext<RoleServer>,
) -> Result<Option<ReadResourceResponse>, ErrorData> {
    if !uri.starts_with(PREFIX) {
        return Ok(None);
    }
    learn(state, server, context).await;
    if !are_served(state) {
        return Ok(None);
    }
    let contracts = all(state, server, context).await;
    let Some((tool, contract)) = contracts.iter().find(|(tool, _)| uri_of(tool) == uri) else {
        return Err(no_such_contract(uri, &contracts).into());
    };
    let json = serde_json::to_string_pretty(contract).unwrap_or_default();
    let mut contents = vec![ResourceContents::text(json, uri).with_mime_type("application/json")];
    if let Ok(contract) = serde_json::from_value::<Contract>(contract.clone()) {
        contents.push(ResourceContents::text(contract.to_markdown(tool), uri).with_mime_type("text/markdown"));
    }
    Ok(Some(ReadResourceResult::new(contents).into()))
}

/// The error of a resource that could not be read. A server without resources of its own has those of its contracts, so
/// the method exists, and the resource does not.
pub(super) fn no_such_resource(state: &GuardState, error: ErrorData, uri: &str) -> ErrorData {
    if error.code == ErrorCode::METHOD_NOT_FOUND && are_served(state) {
        return Failure::new(Code::NotFound, "The resource does not exist")
            .with_recovery("List the resources with resources/list and read one of them.")
            .with_uri(uri)
            .into();
    }
    error
}

/// What is written by its bytes in the path of an address.
const NOT_OF_A_PATH: &AsciiSet = &NOT_UNRESERVED.remove(b'/');

/// The address of a tool's contract.
fn uri_of(tool: &str) -> String {
    format!("{PREFIX}{}", utf8_percent_encode(tool, NOT_OF_A_PATH))
}

fn no_such_contract(uri: &str, contracts: &BTreeMap<String, Value>) -> Failure {
    let wanted = uri.strip_prefix(PREFIX).unwrap_or(uri);
    let near = nearest(wanted, contracts.keys().map(String::as_str));
    let message = format!("There is no contract for a tool {}", shown(wanted));
    let failure = Failure::new(Code::NotFound, message).with_retry(Retry::Never).with_uri(uri);
    if near.is_empty() {
        failure.with_recovery("List the contracts with resources/list and read one of them.")
    } else {
        let near: Vec<_> = near.into_iter().map(uri_of).collect();
        let names: Vec<_> = near.iter().map(String::as_str).collect();
        failure.with_recovery(format!("Read {} instead.", listed(&names)))
    }
}
