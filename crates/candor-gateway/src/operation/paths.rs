//! The operations of a document, before anything of them is read but what they are chosen and named by.

use super::{OperationKey, Version};
use crate::document::{Document, Entry, Node};
use crate::finding::{Finding, Place, Problem, Severity};
use http::Method;

/// An operation in its document.
#[derive(Debug)]
pub(crate) struct Found {
    pub(crate) key: OperationKey,
    /// Where its method is.
    pub(crate) place: Place,
    pub(crate) node: Node,
    /// What all operations of its path share: the path's own member first, then what that refers to.
    pub(crate) items: Vec<Node>,
    pub(crate) id: Option<String>,
    pub(crate) tags: Vec<String>,
    pub(crate) is_deprecated: bool,
}

/// All operations, in the order of the document, and what stands in their way.
pub(crate) fn found(document: &Document, version: &Version, findings: &mut Vec<Finding>) -> Vec<Found> {
    let mut all = Vec::new();
    let Some(paths) = document.root().get("paths") else { return all };
    let paths = match document.follow(&paths) {
        Ok(paths) => paths,
        Err(problem) => {
            findings.push(problem.finding(Severity::Refused, None));
            return all;
        }
    };
    for entry in paths.entries().filter(|entry| !entry.key.starts_with("x-")) {
        if let Err(problem) = of_path(document, version, &entry, &mut all, findings) {
            let problem = Problem { reason: format!("the path `{}`: {}", entry.key, problem.reason), ..problem };
            findings.push(problem.finding(Severity::Refused, None));
        }
    }
    all
}

fn of_path(
    document: &Document,
    version: &Version,
    entry: &Entry<'_>,
    all: &mut Vec<Found>,
    findings: &mut Vec<Finding>,
) -> Result<(), Problem> {
    let mut path = entry.key.to_owned();
    if !path.starts_with('/') {
        path.insert(0, '/');
        let problem =
            Problem::new(entry.place(), format!("the path `{}` does not begin with `/`; it is added", entry.key));
        findings.push(problem.finding(Severity::Loosened, None));
    }
    let mut items = vec![entry.value.clone()];
    if document.target(&entry.value)?.is_some() {
        items.push(document.follow(&entry.value)?);
    }
    let mut methods: Vec<(String, Place, Node)> = Vec::new();
    for item in &items {
        for member in item.entries().filter(|member| version.methods.contains(&member.key)) {
            methods.push((member.key.to_uppercase(), member.place(), member.value.clone()));
        }
        let further = item.get("additionalOperations").filter(|_| version.methods.contains(&"query"));
        for member in further.iter().flat_map(Node::entries) {
            methods.push((member.key.to_owned(), member.place(), member.value.clone()));
        }
    }
    for (name, place, node) in methods {
        let Ok(method) = Method::from_bytes(name.as_bytes()) else {
            return Err(Problem::new(place, format!("`{name}` is not a method of HTTP")));
        };
        let key = OperationKey::new(method, path.clone());
        if all.iter().rev().take_while(|found| found.key.path() == path).any(|found| found.key == key) {
            continue;
        }
        match document.follow(&node) {
            Ok(node) => all.push(Found::new(key, place, node, items.clone())),
            Err(problem) => findings.push(problem.finding(Severity::Refused, Some(key))),
        }
    }
    Ok(())
}

impl Found {
    fn new(key: OperationKey, place: Place, node: Node, items: Vec<Node>) -> Found {
        let tags =
            node.get("tags").iter().flat_map(Node::items).filter_map(|tag| tag.text().map(str::to_owned)).collect();
        Found {
            key,
            place,
            items,
            id: node.text_of("operationId").filter(|id| !id.trim().is_empty()),
            tags,
            is_deprecated: node.is_true("deprecated"),
            node,
        }
    }

    /// A text of the operation or, where it has none, of its path.
    pub(crate) fn text(&self, key: &str) -> Option<String> {
        self.node.text_of(key).or_else(|| self.items.iter().find_map(|item| item.text_of(key)))
    }
}
