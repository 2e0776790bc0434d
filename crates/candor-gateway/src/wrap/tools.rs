//! The tools that the server lists.

use crate::frame::member;
use candor::rmcp::relay::RelayedTool;
use serde_json::Value;
use serde_json::value::RawValue;
use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

/// How many tools are known at most; those beyond are not checked.
const MOST: usize = 10_000;

/// The tools of the server, as far as they are known.
#[derive(Debug, Default)]
pub(super) struct KnownTools {
    listed: BTreeMap<String, Listed>,
    /// The pages of a list that has not ended yet.
    arriving: BTreeMap<String, Listed>,
    /// Whether something of that list was left out.
    is_cut: bool,
    /// Whether all tools are known: a name that is not among them is none.
    is_whole: bool,
}

#[derive(Debug, Clone)]
struct Listed {
    tool: Arc<RelayedTool>,
    /// All that the server says of it, in short.
    print: u64,
}

/// One page of the list.
pub(super) struct Page {
    tools: Vec<Listed>,
    pub(super) next: Option<String>,
    is_first: bool,
    /// Whether each of its items is a tool: one that is not may still be one for the server.
    is_readable: bool,
}

impl Page {
    /// The page in this result of `tools/list`, which was asked for with or without a cursor.
    pub(super) fn read(result: &RawValue, is_first: bool) -> Option<Page> {
        let items: Vec<Value> = member(result, "tools")?;
        let next: Option<String> = member(result, "nextCursor").flatten();
        let count = items.len();
        let tools: Vec<_> = items.into_iter().filter_map(Listed::read).collect();
        let is_readable = tools.len() == count;
        Some(Page { tools, next, is_first, is_readable })
    }
}

impl Listed {
    fn read(item: Value) -> Option<Listed> {
        let mut hasher = DefaultHasher::new();
        item.to_string().hash(&mut hasher);
        let tool = RelayedTool::listed(item)?;
        Some(Listed { tool: Arc::new(tool), print: hasher.finish() })
    }
}

impl KnownTools {
    /// Takes a page up. Pages come in order; one that is the first begins anew.
    pub(super) fn learn(&mut self, page: Page) {
        if page.is_first {
            self.arriving.clear();
            self.is_cut = false;
        }
        let room = MOST.saturating_sub(self.arriving.len());
        self.is_cut |= page.tools.len() > room || !page.is_readable;
        let tools = page.tools.into_iter().take(room);
        self.arriving.extend(tools.map(|listed| (listed.tool.name().to_owned(), listed)));
        match page.next {
            Some(_) => {
                let arrived = self.arriving.iter().map(|(name, tool)| (name.clone(), tool.clone()));
                self.listed.extend(arrived);
            }
            None => {
                self.is_whole = !self.is_cut;
                self.listed = std::mem::take(&mut self.arriving);
            }
        }
    }

    /// The list may have changed.
    pub(super) fn forget(&mut self) {
        *self = KnownTools::default();
    }

    pub(super) fn get(&self, name: &str) -> Option<&Arc<RelayedTool>> {
        self.listed.get(name).map(|listed| &listed.tool)
    }

    /// Whether all of them are known.
    pub(super) fn is_whole(&self) -> bool {
        self.is_whole
    }

    /// All that the server says of its tools, to be compared.
    pub(super) fn fingerprint(&self) -> Vec<(String, u64)> {
        self.listed.iter().map(|(name, listed)| (name.clone(), listed.print)).collect()
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.listed.keys().map(String::as_str)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn page(names: &[&str], next: Option<&str>, is_first: bool) -> Page {
        let tools: Vec<_> = names.iter().map(|name| json!({"name": name, "inputSchema": {"type": "object"}})).collect();
        let result = json!({"tools": tools, "nextCursor": next}).to_string();
        Page::read(&RawValue::from_string(result).unwrap(), is_first).unwrap()
    }

    #[test]
    fn a_list_is_whole_when_its_last_page_has_come() {
        let mut tools = KnownTools::default();
        tools.learn(page(&["a", "b"], Some("2"), true));
        assert!(!tools.is_whole() && tools.get("b").is_some());
        tools.learn(page(&["c"], None, false));
        assert_eq!(tools.names().collect::<Vec<_>>(), ["a", "b", "c"]);
        assert!(tools.is_whole());
        tools.learn(page(&["a"], None, true));
        assert_eq!(tools.names().collect::<Vec<_>>(), ["a"]);
        tools.forget();
        assert!(!tools.is_whole());
    }

    #[test]
    fn a_list_with_an_item_that_cannot_be_read_is_not_whole() {
        let result = json!({"tools": [{"name": 7}, null, {"name": "a", "inputSchema": {}}]}).to_string();
        let mut tools = KnownTools::default();
        tools.learn(Page::read(&RawValue::from_string(result).unwrap(), true).unwrap());
        assert_eq!(tools.names().collect::<Vec<_>>(), ["a"]);
        assert!(!tools.is_whole());
        assert!(Page::read(&RawValue::from_string("{}".into()).unwrap(), true).is_none());
    }
}
