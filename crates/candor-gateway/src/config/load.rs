//! Reads the document of an API, and reports what of it cannot be brought over where it is written.

use super::mistake::SkipLines;
use super::reader::Reader;
use super::value::{At, Named, Table};
use crate::api::Api;
use crate::finding::{Finding, LoadErrors, Subject};
use crate::options::LoadOptions;
use std::collections::BTreeSet;
use std::ops::Range;
use std::path::{Path, PathBuf};
use url::Url;

/// Where the configuration names operations and arguments.
pub(crate) struct Names {
    skipped: Vec<(String, Range<usize>)>,
    changed: Vec<(String, Range<usize>)>,
    /// Of each tool, the arguments that are fixed.
    fixed: Vec<(String, String, Range<usize>)>,
}

impl Names {
    pub(crate) fn of(skipped: &[At<String>], tools: &Named<'_, &Table>) -> Names {
        let pair = |name: &At<String>| (name.value.clone(), name.span.clone());
        let mut fixed = Vec::new();
        for (tool, table) in tools {
            let arguments: Named<'_, serde_json::Value> = table.named("fixed");
            fixed.extend(
                arguments.into_iter().map(|(name, _)| (tool.value.clone(), name.value.clone(), name.span.clone())),
            );
        }
        Names {
            skipped: skipped.iter().map(pair).collect(),
            changed: tools.iter().map(|(name, _)| pair(name)).collect(),
            fixed,
        }
    }

    /// Where the configuration says what a finding is about.
    fn place(&self, finding: &Finding) -> Option<Range<usize>> {
        let of = |names: &[(String, Range<usize>)], wanted: &str| {
            names.iter().find(|(name, _)| name == wanted).map(|(_, span)| span.clone())
        };
        match finding.subject.as_ref()? {
            Subject::Skip(name) => of(&self.skipped, name),
            Subject::Override(name) => of(&self.changed, name),
            Subject::Argument(argument) => {
                let operation = finding.operation.as_ref().map(ToString::to_string);
                let mut fixed = self.fixed.iter().filter(|(_, name, _)| name == argument);
                let of_operation = fixed.clone().find(|(tool, ..)| Some(tool) == operation.as_ref());
                of_operation.or_else(|| fixed.next()).map(|(.., span)| span.clone())
            }
            Subject::Path(_) => None,
        }
    }
}

/// Reads the document of an API.
pub(crate) fn document(
    path: &At<PathBuf>,
    options: &LoadOptions,
    names: &Names,
    reader: &mut Reader<'_>,
) -> Option<Api> {
    let full = reader.readable(path)?;
    match Api::load(&full, options) {
        Ok(api) => Some(api),
        Err(errors) => {
            report(&errors, names, reader);
            None
        }
    }
}

/// Reports why a document cannot be read at all.
pub(crate) fn report(errors: &LoadErrors, names: &Names, reader: &mut Reader<'_>) {
    for finding in errors.findings() {
        // Where a document is broken in another file than its first, a change of that mends it.
        reader.files.note(Path::new(&*finding.place.file));
        match names.place(finding) {
            Some(span) => reader.mistake(span, finding.reason.clone(), None),
            None => reader.finding(finding, None),
        }
    }
}

/// Reports operations that cannot be tools, unless the rest is to be served.
pub(crate) fn refuse(api: &Api, name: &str, skip_unsupported: bool, names: &Names, reader: &mut Reader<'_>) {
    let mut skips = BTreeSet::new();
    for finding in api.refused() {
        match (names.place(finding), skip_unsupported) {
            // What is wrong in the configuration is wrong even if operations may be left out.
            (Some(span), _) => reader.mistake(span, finding.reason.clone(), None),
            (None, true) => {}
            (None, false) => {
                reader.finding(finding, None);
                skips.extend(skip(finding));
            }
        }
    }
    if !skips.is_empty() {
        reader.skip_lines(SkipLines { api: name.to_owned(), operations: skips.into_iter().collect() });
    }
}

/// How an operation that cannot be a tool is skipped.
pub(crate) fn skip(finding: &Finding) -> Option<String> {
    match (&finding.operation, &finding.subject) {
        (Some(operation), _) => Some(operation.to_string()),
        (None, Some(Subject::Path(path))) => Some(path.clone()),
        (None, _) => None,
    }
}

/// The server of a document, if it names just one with its whole address; and why there is none.
pub(crate) fn server(api: &Api) -> (Option<Url>, String) {
    let servers: BTreeSet<&String> = api.servers().iter().collect();
    let urls: Vec<Url> = servers.iter().filter_map(|server| Url::parse(server).ok()).collect();
    let usable = |url: &Url| matches!(url.scheme(), "http" | "https") && url.has_host() && url.query().is_none();
    match urls.as_slice() {
        [url] if servers.len() == 1 && usable(url) => (Some(url.clone()), String::new()),
        _ if servers.is_empty() => (None, "the document names no server".to_owned()),
        _ => {
            let named: Vec<String> = servers.iter().take(5).map(|server| format!("`{server}`")).collect();
            (None, format!("the document does not name one server with its whole address: {}", named.join(", ")))
        }
    }
}

/// The name of the tool that a key of `[api.tool.…]` means, if it is one.
pub(crate) fn tool_name(api: &Api, key: &str, options: &LoadOptions) -> Option<String> {
    let renamed = options.overrides.get(key).and_then(|own| own.name.as_deref());
    let is_meant = |tool: &&crate::Tool| match renamed {
        Some(renamed) => tool.name() == renamed,
        None => tool.name() == key || tool.operation().to_string() == key,
    };
    api.tools().iter().find(is_meant).map(|tool| tool.name().to_owned())
}
