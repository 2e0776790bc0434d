//! What all servers list, as one: each item as its server wrote it, but for its name.

use super::mirrored::{self, Mirrored};
use super::name::Names;
use super::object::{RawObject, raw};
use super::origin::Origins;
use super::pins::HeldBack;
use candor::rmcp::relay::RelayedTool;
use serde_json::Value;
use serde_json::value::RawValue;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

/// What one server has listed last.
#[derive(Debug, Clone, Default)]
pub(super) struct Listed {
    pub(super) tools: Vec<Box<RawValue>>,
    pub(super) prompts: Vec<Box<RawValue>>,
    pub(super) resources: Vec<Box<RawValue>>,
    pub(super) templates: Vec<Box<RawValue>>,
    /// How long it may be kept, if the server says so.
    pub(super) ttl: Option<Duration>,
    /// The tools, by their own names, that are held back.
    pub(super) held: HashMap<Box<str>, HeldBack>,
}

/// What all servers have listed.
#[derive(Debug, Default)]
pub(super) struct Catalogue {
    pub(super) tools: Vec<CatalogueTool>,
    pub(super) prompts: Vec<CatalogueItem>,
    pub(super) resources: Vec<CatalogueItem>,
    pub(super) templates: Vec<CatalogueItem>,
    /// The tools that are held back.
    pub(super) held: Vec<HeldTool>,
    tools_by_name: HashMap<Box<str>, usize>,
    prompts_by_name: HashMap<Box<str>, usize>,
    resources_by_uri: HashMap<Box<str>, usize>,
    templates_by_uri: HashMap<Box<str>, usize>,
    /// The shortest time that a server says its lists may be kept.
    pub(super) ttl: Option<Duration>,
}

/// A tool of a server.
#[derive(Debug)]
pub(super) struct CatalogueTool {
    pub(super) item: CatalogueItem,
    /// The tool under the name that it is shown under; none if its item is not one of a tool that can be read.
    pub(super) known: Option<Arc<RelayedTool>>,
    pub(super) mirrored: Vec<Mirrored>,
}

/// A tool of a server that is neither listed nor called.
#[derive(Debug)]
pub(super) struct HeldTool {
    pub(super) server: usize,
    /// What clients would call it.
    pub(super) shown: Box<str>,
    pub(super) why: HeldBack,
}

/// Something that a server lists.
#[derive(Debug)]
pub(super) struct CatalogueItem {
    /// The place of its server among all.
    pub(super) server: usize,
    /// What its server calls it: its name, its URI, or the template of its URI.
    pub(super) own: Box<str>,
    /// What clients call it.
    pub(super) shown: Box<str>,
    /// As it is listed.
    pub(super) json: Box<RawValue>,
}

impl Catalogue {
    /// What these servers have listed, in their order. The names are those that others have already.
    pub(super) fn new<'a>(servers: &Origins, listed: &[Listed], taken: impl Iterator<Item = &'a str>) -> Catalogue {
        let mut catalogue =
            Catalogue { ttl: listed.iter().filter_map(|listed| listed.ttl).min(), ..Catalogue::default() };
        let (mut tool_names, mut prompt_names) = (Names::default(), Names::default());
        tool_names.reserve(taken);
        for (server, listed) in listed.iter().enumerate() {
            for (own, json) in once(&listed.tools) {
                let why = listed.held.get(own.as_str()).copied();
                catalogue.add_tool(servers, server, own, json, &mut tool_names, why);
            }
            for (own, json) in once(&listed.prompts) {
                let shown = prompt_names.give(servers.name(server), servers.prefix(server), &own);
                let Some(item) = CatalogueItem::named(server, own, shown, json) else { continue };
                catalogue.prompts_by_name.insert(item.shown.clone(), catalogue.prompts.len());
                catalogue.prompts.push(item);
            }
            for json in &listed.resources {
                let Some(item) = CatalogueItem::at(server, json, "uri") else { continue };
                // Of two servers with the same resource, the first one has it.
                if !catalogue.resources_by_uri.contains_key(&item.own) {
                    catalogue.resources_by_uri.insert(item.own.clone(), catalogue.resources.len());
                    catalogue.resources.push(item);
                }
            }
            for json in &listed.templates {
                let Some(item) = CatalogueItem::at(server, json, "uriTemplate") else { continue };
                if !catalogue.templates_by_uri.contains_key(&item.own) {
                    catalogue.templates_by_uri.insert(item.own.clone(), catalogue.templates.len());
                    catalogue.templates.push(item);
                }
            }
        }
        catalogue
    }

    fn add_tool(
        &mut self,
        servers: &Origins,
        server: usize,
        own: String,
        json: &RawValue,
        names: &mut Names,
        held: Option<HeldBack>,
    ) {
        let Some(wanted) = servers.shown_name(server, &own) else { return };
        let shown = names.give(servers.name(server), servers.prefix(server), &wanted);
        if let Some(why) = held {
            return self.held.push(HeldTool { server, shown, why });
        }
        let Some(item) = CatalogueItem::named(server, own, shown, json) else { return };
        // A number that JSON allows and this reader does not have makes a tool that is not checked.
        let value: Value = serde_json::from_str(item.json.get()).unwrap_or_default();
        let mirrored = mirrored::of_tool(&value);
        let known = RelayedTool::listed(value).map(Arc::new);
        self.tools_by_name.insert(item.shown.clone(), self.tools.len());
        self.tools.push(CatalogueTool { item, known, mirrored });
    }

    /// The tool that clients call so.
    pub(super) fn tool(&self, name: &str) -> Option<&CatalogueTool> {
        self.tools.get(*self.tools_by_name.get(name)?)
    }

    /// The tool that clients would call so, if it were not held back.
    pub(super) fn held_tool(&self, name: &str) -> Option<&HeldTool> {
        self.held.iter().find(|held| *held.shown == *name)
    }

    /// The prompt that clients call so.
    pub(super) fn prompt(&self, name: &str) -> Option<&CatalogueItem> {
        self.prompts.get(*self.prompts_by_name.get(name)?)
    }

    /// The resource with this address.
    pub(super) fn resource(&self, uri: &str) -> Option<&CatalogueItem> {
        self.resources.get(*self.resources_by_uri.get(uri)?)
    }

    /// The template that is written so.
    pub(super) fn template(&self, template: &str) -> Option<&CatalogueItem> {
        self.templates.get(*self.templates_by_uri.get(template)?)
    }

    /// Whether its tools are listed as in the other one.
    pub(super) fn has_tools_of(&self, other: &Catalogue) -> bool {
        self.tools.iter().map(|tool| tool.item.print()).eq(other.tools.iter().map(|tool| tool.item.print()))
    }

    pub(super) fn has_prompts_of(&self, other: &Catalogue) -> bool {
        self.prompts.iter().map(CatalogueItem::print).eq(other.prompts.iter().map(CatalogueItem::print))
    }

    pub(super) fn has_resources_of(&self, other: &Catalogue) -> bool {
        let ours = self.resources.iter().chain(&self.templates).map(CatalogueItem::print);
        ours.eq(other.resources.iter().chain(&other.templates).map(CatalogueItem::print))
    }

    /// The server whose template fits this address best: the one with the longest text before its first variable.
    pub(super) fn server_of_template(&self, uri: &str) -> Option<usize> {
        let fixed = |item: &CatalogueItem| item.own.split('{').next().unwrap_or_default().len();
        let fitting = self.templates.iter().filter(|item| {
            let before = item.own.split('{').next().unwrap_or_default();
            !before.is_empty() && uri.starts_with(before)
        });
        // Of two that fit equally, the first one.
        fitting.rev().max_by_key(|item| fixed(item)).map(|item| item.server)
    }
}

impl CatalogueItem {
    /// All of it, to be compared.
    fn print(&self) -> (usize, &str) {
        (self.server, self.json.get())
    }

    fn named(server: usize, own: String, shown: Box<str>, json: &RawValue) -> Option<CatalogueItem> {
        let json = match *own == *shown {
            true => json.to_owned(),
            false => raw(RawObject::read(json)?.with("name", &Value::from(&*shown).to_string()))?,
        };
        Some(CatalogueItem { server, own: own.into(), shown, json })
    }

    fn at(server: usize, json: &RawValue, member: &str) -> Option<CatalogueItem> {
        let own: Box<str> = text_of(json, member)?.into();
        Some(CatalogueItem { server, shown: own.clone(), own, json: json.to_owned() })
    }
}

/// The items with their names. Of two with one name, a server could only mean the first.
fn once(items: &[Box<RawValue>]) -> impl Iterator<Item = (String, &RawValue)> {
    let mut seen = HashSet::new();
    items.iter().filter_map(move |json| {
        let name = text_of(json, "name")?;
        seen.insert(name.clone()).then_some((name, &**json))
    })
}

fn text_of(json: &RawValue, member: &str) -> Option<String> {
    RawObject::read(json)?.text(member).filter(|text| !text.is_empty())
}

#[cfg(test)]
mod tests {
    use super::super::origin::Origins;
    use super::*;
    use proptest::prelude::*;

    fn listed(tools: &[&str]) -> Listed {
        Listed { tools: tools.iter().map(|it| raw((*it).to_owned()).unwrap()).collect(), ..Listed::default() }
    }

    #[test]
    fn a_tool_keeps_all_but_its_name_as_it_is_written() {
        let tool = r#"{"inputSchema":{"maximum":1e400,"z":1180591620717411303424,"a":"\u00e9"}, "name":"add","execution":{"taskSupport":"optional"},"zz":1}"#;
        let servers = Origins::for_test(&[("one", "one"), ("two", "")]);
        let catalogue = Catalogue::new(&servers, &[listed(&[tool]), listed(&[tool])], std::iter::empty());
        let shown: Vec<&str> = catalogue.tools.iter().map(|tool| tool.item.json.get()).collect();
        assert_eq!(shown, [tool.replace("\"add\"", "\"one_add\"").as_str(), tool]);
        assert_eq!(catalogue.tool("one_add").map(|tool| (tool.item.server, &*tool.item.own)), Some((0, "add")));
    }

    #[test]
    fn a_server_that_lists_a_name_twice_has_it_once() {
        let tool = r#"{"name":"add","inputSchema":{}}"#;
        let servers = Origins::for_test(&[("one", "")]);
        let catalogue = Catalogue::new(&servers, &[listed(&[tool, "7", "{}", tool])], std::iter::empty());
        assert_eq!(catalogue.tools.len(), 1);
    }

    #[test]
    fn of_two_servers_with_one_resource_the_first_one_has_it() {
        let resource = || vec![raw(r#"{"uri":"file:///a","name":"a"}"#.to_owned()).unwrap()];
        let listed = || Listed { resources: resource(), ..Listed::default() };
        let servers = Origins::for_test(&[("one", "one"), ("two", "two")]);
        let catalogue = Catalogue::new(&servers, &[listed(), listed()], std::iter::empty());
        assert_eq!(catalogue.resources.len(), 1);
        assert_eq!(catalogue.resource("file:///a").map(|it| it.server), Some(0));
    }

    #[test]
    fn the_longest_template_says_whose_an_address_is() {
        let template = |text: &str| Listed {
            templates: vec![raw(format!(r#"{{"uriTemplate":"{text}","name":"t"}}"#)).unwrap()],
            ..Listed::default()
        };
        let servers = Origins::for_test(&[("one", ""), ("two", ""), ("three", "")]);
        let listed = [template("file:///{path}"), template("file:///logs/{name}"), template("{anything}")];
        let catalogue = Catalogue::new(&servers, &listed, std::iter::empty());
        assert_eq!(catalogue.server_of_template("file:///logs/a"), Some(1));
        assert_eq!(catalogue.server_of_template("file:///etc"), Some(0));
        assert_eq!(catalogue.server_of_template("db://a"), None);
    }

    /// JSON with anything in it, as text: numbers that no reader has, escapes, any order, any spaces.
    fn json() -> impl Strategy<Value = String> {
        let leaf = prop_oneof![
            Just("1e400".to_owned()),
            Just("-0.0".to_owned()),
            Just("1180591620717411303424".to_owned()),
            Just("null".to_owned()),
            Just(r#""\u00e9\/\ud83d\ude00""#.to_owned()),
            "[a-z]{0,8}".prop_map(|text| format!("\"{text}\"")),
        ];
        leaf.prop_recursive(3, 24, 4, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..4).prop_map(|items| format!("[ {} ]", items.join(" ,"))),
                prop::collection::vec(("[a-z]{1,6}", inner), 0..4).prop_map(|members| {
                    let members: Vec<_> = members.iter().map(|(name, value)| format!("\"{name}\" :{value}")).collect();
                    format!("{{{}}}", members.join(", "))
                }),
            ]
        })
    }

    proptest! {
        #[test]
        fn unknown_members_their_order_and_their_numbers_survive(before in json(), after in json()) {
            let tool = format!(r#"{{"x-before":{before},"name":"add","inputSchema":{{}}, "x-after": {after}}}"#);
            let servers = Origins::for_test(&[("one", "one")]);
            let catalogue = Catalogue::new(&servers, &[listed(&[&tool])], std::iter::empty());
            let expected = tool.replacen("\"name\":\"add\"", "\"name\":\"one_add\"", 1);
            prop_assert_eq!(catalogue.tools[0].item.json.get(), expected);
        }
    }
}
