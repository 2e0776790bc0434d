//! An API: a document, read into tools.

use crate::document::Document;
use crate::finding::{Finding, LoadErrors, Place, Problem, Severity, Subject};
use crate::operation::{Broken, Found, OperationKey, Paths, Reading, Version};
use crate::options::LoadOptions;
use crate::overrides::ToolOverride;
use crate::schema::Definitions;
use crate::source_files::SourceFiles;
use crate::tool::{Builder, Tool, is_name, names};
use candor::nearest::nearest;
use std::collections::{BTreeSet, HashMap};
use std::path::Path;
use std::sync::Arc;
use url::Url;

/// An API as tools. It is read once, and shared by all that use it.
///
/// ```
/// use candor_gateway::{Api, LoadOptions};
/// # let path = std::env::temp_dir().join(format!("candor-gateway-{}.yaml", std::process::id()));
/// # std::fs::write(&path, "
/// # openapi: 3.1.0
/// # paths:
/// #   /pets/{id}:
/// #     get:
/// #       operationId: getPet
/// #       parameters:
/// #         - {name: id, in: path, required: true, schema: {type: string}}
/// # ")?;
///
/// let api = Api::load(&path, &LoadOptions::default())?;
/// let tool = api.tool("getPet").expect("it is described");
/// let arguments = serde_json::from_str(r#"{"id": "../../admin?x=1"}"#)?;
/// let request = tool.plan().request(&arguments)?;
/// assert_eq!(request.url("https://example.com/v1"), "https://example.com/v1/pets/..%2F..%2Fadmin%3Fx%3D1");
/// # std::fs::remove_file(&path)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Api {
    title: Option<String>,
    servers: Vec<String>,
    operations: usize,
    tools: Arc<[Tool]>,
    findings: Vec<Finding>,
    files: SourceFiles,
}

impl Api {
    /// Reads an OpenAPI document of version 2.0, 3.0, 3.1 or 3.2, in JSON or YAML, with the files of its folder that it
    /// refers to. Nothing is fetched from the network.
    ///
    /// Operations that cannot become tools are [refused](Api::refused); whether the others are served is for the caller to
    /// decide.
    ///
    /// # Errors
    ///
    /// The file cannot be read, is not an OpenAPI document, or the options name operations or tools that it does not have.
    pub fn load(path: &Path, options: &LoadOptions) -> Result<Api, LoadErrors> {
        Api::read(Document::open(path, options.limits).map_err(whole)?, options)
    }

    /// Reads a document that stands for a file: references lead to files beside it.
    pub(crate) fn load_text(path: &Path, text: &str, options: &LoadOptions) -> Result<Api, LoadErrors> {
        Api::read(Document::of_text(path, text.to_owned(), options.limits).map_err(whole)?, options)
    }

    fn read(document: Document, options: &LoadOptions) -> Result<Api, LoadErrors> {
        let version = Version::of(document.root()).map_err(whole)?;
        let paths = Paths::of(&document, version).map_err(whole)?;
        let mut findings = Vec::new();
        let names = names(&paths.operations, &mut findings);
        let chosen = Chosen::new(&paths, &names, options, &document.root().place())?;
        findings.extend(chosen.broken.iter().map(|it| it.problem.clone().finding(Severity::Refused, it.key.clone())));

        let definitions = Definitions::new(&document, version.dialect, options.limits.schema_description);
        let mut builder = Builder { version, definitions, options };
        let mut tools = Vec::new();
        for (found, name, own) in &chosen.operations {
            let mut reading = Reading { document: &document, refused: Vec::new(), loosened: Vec::new() };
            tools.extend(builder.tool(found, name, *own, &mut reading));
            let key = || Some(found.key.clone());
            findings.extend(reading.refused.into_iter().map(|problem| problem.finding(Severity::Refused, key())));
            findings.extend(reading.loosened.into_iter().map(|problem| problem.finding(Severity::Loosened, key())));
        }
        let shared = builder.definitions.loosened.into_iter().chain(paths.loosened).chain(document.repeated_keys());
        findings.extend(shared.map(|problem| problem.finding(Severity::Loosened, None)));
        Ok(Api {
            title: document.root().get("info").and_then(|info| info.text_of("title")),
            servers: version.servers(&document),
            operations: paths.operations.len() + paths.broken.len(),
            tools: tools.into(),
            findings: ordered(findings),
            files: document.files_read(),
        })
    }

    /// The files that the document refers to.
    pub(crate) fn files(&self) -> &SourceFiles {
        &self.files
    }

    /// The same API, as it can be called at this address: operations for which the document names a server of another origin are
    /// [refused](Api::refused).
    #[must_use]
    pub fn at(mut self, base_url: &Url) -> Api {
        let elsewhere = |tool: &Tool| {
            let problem = tool.plan().elsewhere(base_url)?;
            Some(problem.finding(Severity::Refused, Some(tool.operation().clone())))
        };
        let found: Vec<Finding> = self.tools.iter().filter_map(elsewhere).collect();
        if !found.is_empty() {
            self.tools = self.tools.iter().filter(|tool| tool.plan().address(base_url).is_some()).cloned().collect();
            self.findings.extend(found);
            self.findings = ordered(self.findings);
        }
        self
    }

    /// The title of the document.
    #[must_use]
    pub fn title(&self) -> Option<&str> {
        self.title.as_deref()
    }

    /// Where the document says that the API is: none, or several to choose from.
    #[must_use]
    pub fn servers(&self) -> &[String] {
        &self.servers
    }

    /// How many operations the document has, chosen or not.
    #[must_use]
    pub fn operation_count(&self) -> usize {
        self.operations
    }

    /// The tools, in the order of the document.
    #[must_use]
    pub fn tools(&self) -> &Arc<[Tool]> {
        &self.tools
    }

    /// The tool of this name.
    #[must_use]
    pub fn tool(&self, name: &str) -> Option<&Tool> {
        self.tools.iter().find(|tool| tool.name() == name)
    }

    /// Everything that could not be brought over as it stands, in the order of the files.
    #[must_use]
    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }

    /// Why operations are not tools.
    pub fn refused(&self) -> impl Iterator<Item = &Finding> {
        self.findings.iter().filter(|finding| finding.severity == Severity::Refused)
    }
}

/// A problem because of which nothing can be read.
fn whole(problem: Problem) -> LoadErrors {
    LoadErrors(vec![problem.finding(Severity::Refused, None)])
}

/// By place, each once.
fn ordered(mut findings: Vec<Finding>) -> Vec<Finding> {
    findings.sort_by(|one, other| {
        (&one.place, one.severity, &one.reason).cmp(&(&other.place, other.severity, &other.reason))
    });
    findings.dedup();
    findings
}

/// What the options choose of a document.
struct Chosen<'a> {
    /// The operations that become tools, with their names and overrides.
    operations: Vec<(&'a Found, &'a str, Option<&'a ToolOverride>)>,
    /// What cannot become tools and is not skipped.
    broken: Vec<&'a Broken>,
}

impl<'a> Chosen<'a> {
    fn new(
        paths: &'a Paths,
        names: &'a [String],
        options: &'a LoadOptions,
        at: &Place,
    ) -> Result<Chosen<'a>, LoadErrors> {
        let mut mistakes = unknown_names(paths, names, options);
        let is_skipped = |name: &str| options.skip.iter().any(|skipped| skipped == name);
        let mut operations = Vec::new();
        let mut taken: HashMap<&str, (&Found, Option<&String>)> = HashMap::new();
        for (found, name) in paths.operations.iter().zip(names) {
            let key = found.key.to_string();
            let skips = [key.as_str(), name, found.key.path()];
            if skips.into_iter().any(is_skipped) || !options.selection.includes(found) {
                continue;
            }
            let own = options.overrides.get_key_value(&key).or_else(|| options.overrides.get_key_value(name));
            let (own_key, own) = own.unzip();
            let name = own.and_then(|own| own.name.as_deref()).unwrap_or(name);
            let about = |key: Option<&String>| key.cloned().map(Subject::Override);
            if !is_name(name) {
                let reason = format!("`{name}` cannot be the name of a tool: it takes 1 to 64 of A-Z a-z 0-9 _ -");
                mistakes.push((reason, about(own_key)));
            }
            if let Some((other, other_key)) = taken.insert(name, (found, own_key)) {
                let reason = format!("the tools of `{}` and `{key}` are both called `{name}`", other.key);
                mistakes.push((reason, about(own_key.or(other_key))));
            }
            operations.push((found, name, own));
        }
        if !mistakes.is_empty() {
            let finding = |(reason, subject)| {
                Problem { subject, ..Problem::new(at.clone(), reason) }.finding(Severity::Refused, None)
            };
            return Err(LoadErrors(mistakes.into_iter().map(finding).collect()));
        }
        let is_chosen = |broken: &&Broken| {
            let method = broken.key.as_ref().map(OperationKey::method);
            let is_key_skipped = broken.key.as_ref().is_some_and(|key| is_skipped(&key.to_string()));
            options.selection.may_include(&broken.path, method) && !is_skipped(&broken.path) && !is_key_skipped
        };
        Ok(Chosen { operations, broken: paths.broken.iter().filter(is_chosen).collect() })
    }
}

/// Names in the options that nothing in the document has, each with what it is about.
fn unknown_names(paths: &Paths, names: &[String], options: &LoadOptions) -> Vec<(String, Option<Subject>)> {
    let found = paths.operations.iter().map(|found| &found.key);
    let keys: Vec<_> = found.chain(paths.broken.iter().filter_map(|broken| broken.key.as_ref())).collect();
    let operations: BTreeSet<String> = names.iter().cloned().chain(keys.iter().map(ToString::to_string)).collect();
    let mut skippable = operations.clone();
    skippable.extend(keys.iter().map(|key| key.path().to_owned()).chain(paths.broken.iter().map(|it| it.path.clone())));
    let skips = options.skip.iter().filter(|name| !skippable.contains(*name));
    let overrides = options.overrides.keys().filter(|name| !operations.contains(*name));
    skips
        .map(|name| (unknown(name, "skipped", &skippable), Some(Subject::Skip(name.clone()))))
        .chain(overrides.map(|name| (unknown(name, "changed", &operations), Some(Subject::Override(name.clone())))))
        .collect()
}

fn unknown(name: &str, verb: &str, known: &BTreeSet<String>) -> String {
    let meant = nearest(name, known.iter().map(String::as_str)).first().copied();
    let hint = meant.map(|meant| format!("; did you mean `{meant}`?")).unwrap_or_default();
    format!("there is no operation `{name}` to be {verb}{hint}")
}
