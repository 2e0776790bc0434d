//! The operations of a document, before anything of them is read but what they are chosen and named by.

use super::{OperationKey, Version};
use crate::document::{Document, Entry, Node};
use crate::finding::{Place, Problem, Subject};
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

/// The operations of a document.
#[derive(Debug, Default)]
pub(crate) struct Paths {
    /// In the order of the document.
    pub(crate) operations: Vec<Found>,
    /// Paths and operations that lead nowhere.
    pub(crate) broken: Vec<Broken>,
    /// What was added to paths.
    pub(crate) loosened: Vec<Problem>,
}

/// A path or operation that leads nowhere.
#[derive(Debug)]
pub(crate) struct Broken {
    pub(crate) path: String,
    /// The operation, if it is one alone.
    pub(crate) key: Option<OperationKey>,
    pub(crate) problem: Problem,
}

impl Paths {
    /// Finds the operations of a document.
    pub(crate) fn of(document: &Document, version: &Version) -> Result<Paths, Problem> {
        let mut all = Paths::default();
        let Some(paths) = document.root().get("paths") else { return Ok(all) };
        let paths = document.follow(&paths)?;
        for entry in paths.entries().filter(|entry| !entry.key.starts_with("x-")) {
            if let Err(problem) = all.add(document, version, &entry) {
                let reason = format!("the path `{}`: {}", entry.key, problem.reason);
                let problem = Problem { reason, ..problem }.about(Subject::Path(entry.key.to_owned()));
                all.broken.push(Broken { path: entry.key.to_owned(), key: None, problem });
            }
        }
        Ok(all)
    }

    fn add(&mut self, document: &Document, version: &Version, entry: &Entry<'_>) -> Result<(), Problem> {
        let mut path = entry.key.to_owned();
        if !path.starts_with('/') {
            path.insert(0, '/');
            let reason = format!("the path `{}` does not begin with `/`; it is added", entry.key);
            self.loosened.push(Problem::new(entry.place(), reason));
        }
        let mut items = vec![entry.value.clone()];
        if document.target(&entry.value)?.is_some() {
            items.push(document.follow(&entry.value)?);
        }
        let first = self.operations.len();
        for (name, place, node) in methods(version, &items) {
            let Ok(method) = Method::from_bytes(name.as_bytes()) else {
                return Err(Problem::new(place, format!("`{name}` is not a method of HTTP")));
            };
            let key = OperationKey::new(method, path.clone());
            // What stands beside a reference comes before what that leads to.
            if self.operations.iter().skip(first).any(|found| found.key == key) {
                continue;
            }
            match document.follow(&node) {
                Ok(node) => self.operations.push(Found::new(key, place, node, items.clone())),
                Err(problem) => self.broken.push(Broken { path: path.clone(), key: Some(key), problem }),
            }
        }
        Ok(())
    }
}

/// The methods of a path, with their places.
fn methods(version: &Version, items: &[Node]) -> Vec<(String, Place, Node)> {
    let mut methods = Vec::new();
    for item in items {
        for member in item.entries().filter(|member| version.methods.contains(&member.key)) {
            methods.push((member.key.to_uppercase(), member.place(), member.value.clone()));
        }
        let further = item.get("additionalOperations").filter(|_| version.methods.contains(&"query"));
        for member in further.iter().flat_map(Node::entries) {
            methods.push((member.key.to_owned(), member.place(), member.value.clone()));
        }
    }
    methods
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
