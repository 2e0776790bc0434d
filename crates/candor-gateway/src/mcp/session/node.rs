//! Which gateway of several this is.

use std::sync::Arc;
use uuid::Uuid;

/// A gateway among several behind one balancer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Node {
    /// What no other gateway has, nor this one after its next start.
    pub(super) process: Arc<str>,
    /// What people call it.
    pub(super) name: Arc<str>,
}

impl Node {
    /// This gateway, under this name, or the one that it gives itself.
    pub(crate) fn new(name: Option<&str>) -> Node {
        let process: Arc<str> = Uuid::new_v4().simple().to_string().get(..12).unwrap_or_default().into();
        Node { name: name.map_or_else(|| Arc::clone(&process), Arc::from), process }
    }

    pub(crate) fn process(&self) -> &str {
        &self.process
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// The id of a question that is asked from here.
    pub(super) fn question_id(&self, number: u64) -> String {
        format!("{QUESTION}{}-{number}", self.process)
    }

    /// Which question from here this id is of; or that it is one from somewhere else.
    pub(super) fn question(&self, id: &str) -> Option<Asked> {
        let (process, number) = id.strip_prefix(QUESTION)?.split_once('-')?;
        match process == &*self.process {
            true => number.parse().ok().map(Asked::Here),
            false => Some(Asked::Elsewhere),
        }
    }
}

const QUESTION: &str = "candor-";

/// Where a question was asked.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Asked {
    Here(u64),
    Elsewhere,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_id_of_a_question_says_where_it_was_asked() {
        let (here, there) = (Node::new(Some("a")), Node::new(Some("a")));
        assert_eq!(here.question(&here.question_id(7)), Some(Asked::Here(7)));
        assert_eq!(here.question(&there.question_id(7)), Some(Asked::Elsewhere));
        for other in ["", "7", "candor-", "candor-7", &format!("{}x", here.question_id(7))] {
            assert_ne!(here.question(other), Some(Asked::Here(7)), "{other}");
        }
    }
}
