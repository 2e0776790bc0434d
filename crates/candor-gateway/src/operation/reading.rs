//! What readers share: the document, and where they report what they cannot read.

use crate::document::{Document, Node};
use crate::finding::Problem;

/// The reading of one operation.
pub(crate) struct Reading<'d> {
    pub(crate) document: &'d Document,
    /// Why the operation cannot be a tool.
    pub(crate) refused: Vec<Problem>,
    /// What is left out or loosened.
    pub(crate) loosened: Vec<Problem>,
}

impl Reading<'_> {
    /// What a node leads to; a reference that leads nowhere is reported.
    pub(crate) fn follow(&mut self, node: &Node) -> Option<Node> {
        self.kept(self.document.follow(node))
    }

    /// What is under a key, wherever it is written.
    pub(crate) fn members(&mut self, node: &Node, key: &str) -> Option<Node> {
        self.follow(&node.get(key)?)
    }

    /// The value, or none and a report.
    pub(crate) fn kept<T>(&mut self, result: Result<T, Problem>) -> Option<T> {
        result.map_err(|problem| self.refused.push(problem)).ok()
    }
}
