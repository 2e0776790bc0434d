//! The configuration that an operator begins with: every key with what it does, the optional ones commented out.

use super::key::{Key, Kind, Section};
use super::load::{server, skip};
use super::quoted;
use super::section::{api, limits, listen, mcp, oauth, operations, token, tool};
use crate::api::Api;
use crate::finding::{Finding, LoadErrors};
use crate::options::LoadOptions;
use std::collections::BTreeMap;
use std::path::Path;
use url::Url;

/// How wide comments are.
const WIDTH: usize = 100;

/// Writes a configuration for an API: what is needed is filled in, and all else is explained and commented out. Operations that
/// cannot be tools are in `skip`, with the reasons beside them. `openapi` is the path that the configuration has.
///
/// # Errors
///
/// The document cannot be read.
pub fn starter_config(document: &Path, openapi: &Path, base_url: Option<&Url>) -> Result<String, LoadErrors> {
    let loaded = Api::load(document, &LoadOptions::default())?;
    let base_url = base_url.cloned().or_else(|| server(&loaded).0);
    let loaded = match &base_url {
        Some(base_url) => loaded.at(base_url),
        None => loaded,
    };
    let mut text = String::from(
        "# The configuration of `candor serve`. What is commented out is optional; the values are examples.\n\
         # `candor serve --check` says what is wrong in it, and `candor serve --schema` has its form for editors.\n\n",
    );
    for (section, header) in [(&listen::LISTEN, "[listen]"), (&limits::LIMITS, "[limits]")] {
        commented(&mut text, section, header);
    }
    commented(&mut text, &token::TOKEN, "[[token]]");
    commented(&mut text, &oauth::OAUTH, "[oauth]");
    commented(&mut text, &operations::OPERATIONS, "[operations]");

    comment(&mut text, api::API.about);
    text.push_str("[[api]]\n");
    let reasons = reasons(&loaded);
    for key in api::API.keys.iter().filter(|key| !["tool", "operation"].contains(&key.name)) {
        explain(&mut text, key);
        match key.name {
            "name" => text.push_str(&format!("name = {}\n", quoted(&name_of(document)))),
            "openapi" => text.push_str(&format!("openapi = {}\n", quoted(&openapi.display().to_string()))),
            "base_url" => match &base_url {
                Some(url) => text.push_str(&format!("base_url = {}\n", quoted(url.as_str()))),
                None => text.push_str(&format!("# base_url = {}  # fill it in: {}\n", key.example, server(&loaded).1)),
            },
            "skip" if !reasons.is_empty() => text.push_str(&skipped(&reasons)),
            _ => text.push_str(&format!("# {} = {}\n", key.name, key.example)),
        }
    }
    text.push('\n');
    let name = loaded.tools().first().map_or("getOrder", |tool| tool.name());
    commented(&mut text, &tool::TOOL, &format!("[api.tool.{name}]"));
    commented(&mut text, &mcp::MCP, "[[mcp]]");
    Ok(text)
}

/// The name of an API, from that of its document.
pub(crate) fn name_of(document: &Path) -> String {
    let stem = document.file_stem().unwrap_or_default().to_string_lossy();
    let name: String =
        stem.chars().map(|letter| if letter.is_ascii_alphanumeric() { letter } else { '-' }).take(32).collect();
    let name = name.trim_matches('-');
    if name.is_empty() { "api".to_owned() } else { name.to_lowercase() }
}

/// Why operations cannot be tools, by what skips them.
fn reasons(api: &Api) -> BTreeMap<String, Vec<&Finding>> {
    let mut reasons: BTreeMap<String, Vec<&Finding>> = BTreeMap::new();
    for finding in api.refused() {
        if let Some(name) = skip(finding) {
            reasons.entry(name).or_default().push(finding);
        }
    }
    reasons
}

fn skipped(reasons: &BTreeMap<String, Vec<&Finding>>) -> String {
    let mut text = "skip = [\n".to_owned();
    for (name, findings) in reasons {
        for finding in findings {
            let reason = finding.reason.replace(char::is_control, " ");
            text.push_str(&format!("    # line {}: {reason}\n", finding.place.line));
        }
        text.push_str(&format!("    {},\n", quoted(name)));
    }
    text.push_str("]\n");
    text
}

/// A section with all of its keys, commented out.
fn commented(text: &mut String, section: &Section, header: &str) {
    comment(text, section.about);
    text.push_str(&format!("# {header}\n"));
    for key in section.keys {
        explain(text, key);
        text.push_str(&format!("# {} = {}\n", key.name, key.example));
    }
    text.push('\n');
}

fn explain(text: &mut String, key: &Key) {
    let default = match (key.is_required, key.default) {
        (true, _) => " Required.".to_owned(),
        (false, "") => String::new(),
        (false, default) => format!(" Without it: {default}."),
    };
    let choice = if let Kind::Choice(names) = &key.kind {
        format!(" One of {}.", super::key::listed(&names()))
    } else {
        String::new()
    };
    comment(text, &format!("{}{choice}{default}", key.about));
}

/// A comment, broken between words.
fn comment(text: &mut String, words: &str) {
    let mut width = 0;
    for word in words.split_whitespace() {
        if width > 0 && width + word.len() >= WIDTH {
            text.push('\n');
            width = 0;
        }
        text.push_str(if width == 0 { "## " } else { " " });
        text.push_str(word);
        width += word.len() + 1;
    }
    text.push('\n');
}
