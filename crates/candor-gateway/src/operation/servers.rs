//! Where an API is, as its document says.

use super::paths::Found;
use crate::document::{Document, Node};

/// The servers of a document of version 3.
pub(super) fn of_openapi_3(document: &Document) -> Vec<String> {
    listed(document.root())
}

/// The servers of a document of version 2: host and base path, once per scheme.
pub(super) fn of_swagger_2(document: &Document) -> Vec<String> {
    let root = document.root();
    let base = root.text_of("basePath").unwrap_or_default();
    let Some(host) = root.text_of("host") else { return (!base.is_empty()).then_some(base).into_iter().collect() };
    let schemes: Vec<_> = root
        .get("schemes")
        .iter()
        .flat_map(Node::items)
        .filter_map(|scheme| scheme.text().map(str::to_owned))
        .collect();
    let schemes = if schemes.is_empty() { vec!["https".to_owned()] } else { schemes };
    schemes.iter().map(|scheme| format!("{scheme}://{host}{}", base.trim_end_matches('/'))).collect()
}

/// The server that an operation, or its path, has of its own. The one that the document has for all of its operations is none:
/// where that is, is for the operator to say.
pub(crate) fn own_server(found: &Found, document: &Document) -> Option<String> {
    let nodes = std::iter::once(&found.node).chain(&found.items);
    let own = nodes.map(listed).find(|servers| !servers.is_empty())?;
    own.into_iter().next().filter(|first| listed(document.root()).first() != Some(first))
}

fn listed(node: &Node) -> Vec<String> {
    node.get("servers").iter().flat_map(Node::items).filter_map(|server| address(&server)).collect()
}

/// The address, with the defaults of its variables.
fn address(server: &Node) -> Option<String> {
    let mut url = server.text_of("url")?;
    for variable in server.get("variables").iter().flat_map(Node::entries) {
        let default = variable.value.get("default");
        if let Some(value) = default.as_ref().and_then(Node::written) {
            url = url.replace(&format!("{{{}}}", variable.key), value);
        }
    }
    Some(url)
}
