//! An API or an MCP server that the flags of a command line describe, instead of a file.

mod mcp;

pub use mcp::{McpFlags, McpTarget};

use super::load::{server, skip};
use super::mistake::{ConfigErrors, Mistake, SkipLines};
use super::{Given, format};
use crate::admit::Exposure;
use crate::api::Api;
use crate::finding::{Finding, Place};
use crate::options::LoadOptions;
use crate::settings::{ApiSettings, GatewaySettings, Inbound, Listen, Operations};
use crate::source_files::SourceFiles;
use crate::upstream::{Credential, SecretSource, Upstream};
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::time::Duration;
use url::Url;

/// One API, as `candor serve --openapi …` describes it.
#[derive(Debug, Clone)]
pub struct ApiFlags {
    /// Its document.
    pub openapi: PathBuf,
    /// Where it is; without one, the server that the document names.
    pub base_url: Option<Url>,
    /// What operators call it; without one, the name of the document.
    pub name: Option<String>,
    /// The environment variable with its bearer token.
    pub bearer_env: Option<String>,
    /// How long a call may take.
    pub timeout: Option<Duration>,
}

/// Reads a duration as the configuration writes it: `500ms`, `3s`, `2m`, `1h`.
///
/// # Errors
///
/// What is expected, and how to mend it.
pub fn duration(text: &str) -> Result<Duration, String> {
    format::read_duration(text).map_err(|help| match help.is_empty() {
        true => format!("expected {}", format::DURATION.expected),
        false => format!("expected {}; {help}", format::DURATION.expected),
    })
}

impl ApiFlags {
    /// Reads the document and the token, and checks all of it.
    ///
    /// # Errors
    ///
    /// Every mistake, each under the name of its flag or with its place in the document.
    pub fn read(&self, given: &Given) -> Result<GatewaySettings, ConfigErrors> {
        let mut mistakes = Vec::new();
        let mut skips = Vec::new();
        let name = self.name.clone().unwrap_or_else(|| self.name_of_document());
        let secret = self.bearer_env.clone().map(|name| SecretSource::Env(name).read()).transpose();
        let secret = secret.unwrap_or_else(|error| {
            mistakes.push(of_flag("--bearer-env", error.to_string(), None));
            None
        });
        if (format::API_NAME.read)(&name).is_err() {
            let message = format!("expected {}", format::API_NAME.expected);
            mistakes.push(of_flag("--name", message, None));
        }
        let listen = listen(given, &mut mistakes);
        let options = LoadOptions::default();
        let api = Api::load(&self.openapi, &options);
        let api = api.map_err(|errors| mistakes.extend(errors.findings().iter().map(of_document))).ok();
        let base_url = self.base_url.clone().or_else(|| server(api.as_ref()?).0);
        let api = match &base_url {
            Some(base_url) => api.map(|api| api.at(base_url)),
            None => api,
        };
        if let Some(api) = &api {
            if !given.skip_unsupported {
                mistakes.extend(api.refused().map(of_document));
                let operations: BTreeSet<String> = api.refused().filter_map(skip).collect();
                if !operations.is_empty() {
                    skips.push(SkipLines { api: name.clone(), operations: operations.into_iter().collect() });
                }
            }
            if base_url.is_none() {
                let message = format!("it is missing, and {}", server(api).1);
                mistakes.push(of_flag("--base-url", message, Some("say where the API is: --base-url https://…")));
            }
        }
        let (Some(api), Some(base_url), true) = (api, base_url, mistakes.is_empty()) else {
            return Err(ConfigErrors { file: self.openapi.clone(), mistakes, skips, files: SourceFiles::default() });
        };
        let mut upstream = Upstream::new(name, base_url);
        upstream.credential = secret.map(Credential::Bearer);
        upstream.connection.timeout = self.timeout.unwrap_or(upstream.connection.timeout);
        let document = Some(self.openapi.clone());
        let api = ApiSettings { upstream, api, document, options, skip_unsupported: given.skip_unsupported };
        Ok(GatewaySettings {
            apis: vec![api],
            servers: Vec::new(),
            listen,
            inbound: Inbound::default(),
            operations: Operations::default(),
            response_budget: None,
            files: SourceFiles::default(),
        })
    }

    fn name_of_document(&self) -> String {
        super::starter::name_of(&self.openapi)
    }
}

/// How clients reach a gateway without a configuration: on this machine alone.
fn listen(given: &Given, mistakes: &mut Vec<Mistake>) -> Listen {
    let listen = Listen {
        address: given.listen.unwrap_or(Listen::default().address),
        dialect: given.dialect.unwrap_or(Listen::default().dialect),
        ..Listen::default()
    };
    if let Some(exposure) = Exposure::of(&listen).filter(|_| !given.is_stdio) {
        let message = format!("{}, and nobody has to show a token", exposure.told(&listen));
        let help = "listen on `127.0.0.1`, or write a configuration with a [[token]]: `candor init` begins one";
        mistakes.push(of_flag("--listen", message, Some(help)));
    }
    listen
}

fn of_flag(flag: &str, message: String, help: Option<&str>) -> Mistake {
    let place = Place { file: flag.into(), line: 0, column: 0 };
    Mistake { place, message, excerpt: None, help: help.map(str::to_owned) }
}

fn of_document(finding: &Finding) -> Mistake {
    let message = match &finding.operation {
        Some(operation) => format!("{operation}: {}", finding.reason),
        None => finding.reason.clone(),
    };
    Mistake { place: finding.place.clone(), message, excerpt: None, help: None }
}
