//! Contracts on the wire: with each tool, and as resources.

use super::core::Core;
use super::inside::{Inside, listed_tools};
use crate::contract::Contract;
use crate::failure::Retry;
use crate::rmcp::schema::nearest;
use crate::rmcp::wire;
use crate::rmcp::words::{listed, shown};
use crate::{Code, Failure, IntoFailure};
use ::rmcp::model::{
    ErrorCode, ListResourceTemplatesResult, ListResourcesResult, ListToolsResult, MetaObject, ReadResourceResponse,
    ReadResourceResult, Resource, ResourceContents, ResourceTemplate, Tool,
};
use ::rmcp::service::RequestContext;
use ::rmcp::{ErrorData, RoleServer};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// The key under a tool's `_meta` at which its contract stands.
pub const CONTRACT_META_KEY: &str = "dev.candor/contract";

/// Where contracts are as resources; the name of the tool follows.
const PREFIX: &str = "candor://contract/";

/// How long a server may take to list its tools when a peer connects.
const PATIENCE: Duration = Duration::from_secs(1);

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

impl Core {
    /// Whether any tool is known to have a contract.
    pub(super) fn has_contracts(&self) -> bool {
        !self.settings().contracts.is_empty() || self.tools.any_has_meta(CONTRACT_META_KEY)
    }

    /// Learns the tools, unless that was done before: broken schemas are known early. Then whether any has a contract.
    pub(super) async fn learn_contracts(&self, inside: &impl Inside, context: &RequestContext<RoleServer>) -> bool {
        if !self.has_contracts()
            && !self.tools.is_listed.swap(true, Ordering::Relaxed)
            && let Ok(tools) = tokio::time::timeout(PATIENCE, listed_tools(inside, context)).await
        {
            self.learn(tools.tools.iter());
        }
        self.has_contracts()
    }

    /// Remembers the tools that a peer gets to see, and adds their contracts.
    pub(super) fn learn_tools(&self, listed: &mut ListToolsResult) {
        for tool in &mut listed.tools {
            self.add_contract(tool);
        }
        self.learn(listed.tools.iter());
    }

    fn learn<'a>(&self, tools: impl Iterator<Item = &'a Tool>) {
        for tool in tools {
            self.tools.learn(tool.clone(), &|name: &str, tool: &_| self.check_schemas(name, tool));
        }
    }

    /// Adds the tool's contract to its `_meta`, unless it stands there.
    pub(super) fn add_contract(&self, tool: &mut Tool) {
        let Some(contract) = self.settings().contracts.get(&tool.name) else { return };
        let meta = tool.meta.get_or_insert_default();
        meta.0.entry(CONTRACT_META_KEY).or_insert_with(|| serde_json::to_value(contract).unwrap_or_default());
    }

    /// Every contract, by its tool.
    async fn contracts(&self, inside: &impl Inside, context: &RequestContext<RoleServer>) -> BTreeMap<String, Value> {
        let mut contracts = BTreeMap::new();
        for mut tool in listed_tools(inside, context).await.tools {
            self.add_contract(&mut tool);
            if let Some(contract) = tool.meta.and_then(|mut meta| meta.0.remove(CONTRACT_META_KEY)) {
                contracts.insert(tool.name.into_owned(), contract);
            }
        }
        contracts
    }

    /// Adds the contracts to the last page of resources.
    pub(super) async fn add_contracts(
        &self,
        inside: &impl Inside,
        listed: &mut ListResourcesResult,
        context: &RequestContext<RoleServer>,
    ) {
        if listed.next_cursor.is_some() || !self.learn_contracts(inside, context).await {
            return;
        }
        for tool in self.contracts(inside, context).await.keys() {
            let mut resource = Resource::new(uri_of(tool), format!("contract of {tool}"));
            resource.description =
                Some(format!("What the tool {tool} can fail with, and what to do about each failure."));
            resource.mime_type = Some("application/json".to_owned());
            listed.resources.push(resource);
        }
    }

    /// Adds the template of contracts to the last page of templates.
    pub(super) async fn add_contract_template(
        &self,
        inside: &impl Inside,
        listed: &mut ListResourceTemplatesResult,
        context: &RequestContext<RoleServer>,
    ) {
        if listed.next_cursor.is_some() || !self.learn_contracts(inside, context).await {
            return;
        }
        let mut template = ResourceTemplate::new(format!("{PREFIX}{{tool}}"), "contract of a tool");
        template.description = Some("What a tool can fail with, and what to do about each failure.".to_owned());
        listed.resource_templates.push(template);
    }

    /// The contract at this address, as JSON and as Markdown; `None` if it is no address of a contract.
    pub(super) async fn read_contract(
        &self,
        inside: &impl Inside,
        uri: &str,
        context: &RequestContext<RoleServer>,
    ) -> Result<Option<ReadResourceResponse>, ErrorData> {
        if !uri.starts_with(PREFIX) || !self.learn_contracts(inside, context).await {
            return Ok(None);
        }
        let contracts = self.contracts(inside, context).await;
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
    /// that the method exists and the resource does not.
    pub(super) fn unread(&self, error: ErrorData, uri: &str) -> ErrorData {
        if error.code == ErrorCode::METHOD_NOT_FOUND && self.has_contracts() {
            return Failure::new(Code::NotFound, "There is no such resource")
                .with_recovery("List the resources with resources/list and read one of them.")
                .with_uri(uri)
                .into();
        }
        error
    }
}

/// The address of a tool's contract. What cannot stand in an address is written by its bytes.
fn uri_of(tool: &str) -> String {
    let mut uri = String::with_capacity(PREFIX.len() + tool.len());
    uri.push_str(PREFIX);
    for byte in tool.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte) {
            uri.push(char::from(byte));
        } else {
            // Writing to a string cannot fail.
            let _ = write!(uri, "%{byte:02X}");
        }
    }
    uri
}

fn no_such_contract(uri: &str, contracts: &BTreeMap<String, Value>) -> Failure {
    let wanted = uri.strip_prefix(PREFIX).unwrap_or(uri);
    let near = nearest(wanted, contracts.keys().map(String::as_str));
    let message = format!("No tool {} has a contract", shown(wanted));
    let failure = Failure::new(Code::NotFound, message).with_retry(Retry::Never).with_uri(uri);
    if near.is_empty() {
        failure.with_recovery("List the resources with resources/list to see which contracts there are.")
    } else {
        let near: Vec<_> = near.into_iter().map(uri_of).collect();
        let names: Vec<_> = near.iter().map(String::as_str).collect();
        failure.with_recovery(format!("Read {} instead.", listed(&names)))
    }
}
