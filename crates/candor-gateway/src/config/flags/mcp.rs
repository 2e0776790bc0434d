//! An MCP server that the flags of a command line describe, instead of a file.

use super::{listen, of_flag};
use crate::child::ChildCommand;
use crate::config::{ConfigErrors, Given, format};
use crate::settings::{GatewaySettings, Inbound, Operations};
use crate::source_files::SourceFiles;
use crate::upstream::{Credential, McpAddress, McpChild, McpReach, McpServerSettings, SecretSource};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;
use url::Url;

/// One MCP server, as `candor serve --mcp …` or `candor serve -- …` describes it. Its tools have the names that it gives them.
#[derive(Debug, Clone)]
pub struct McpFlags {
    /// How it is reached.
    pub reach: McpTarget,
    /// What operators call it; without one, the name of its host or of its program.
    pub name: Option<String>,
    /// The environment variable with its bearer token.
    pub bearer_env: Option<String>,
    /// How long a request may be without an answer and without progress.
    pub timeout: Option<Duration>,
}

/// How an MCP server is reached that flags describe.
#[derive(Debug, Clone)]
pub enum McpTarget {
    /// At this address.
    Url(Url),
    /// By starting this program with these arguments.
    Command(Vec<OsString>),
}

impl McpFlags {
    /// Checks all of it. Nothing is reached or started.
    ///
    /// # Errors
    ///
    /// Every mistake, each under the name of its flag.
    pub fn read(&self, given: &Given) -> Result<GatewaySettings, ConfigErrors> {
        let mut mistakes = Vec::new();
        let name = self.name.clone().unwrap_or_else(|| self.own_name());
        if (format::API_NAME.read)(&name).is_err() {
            mistakes.push(of_flag("--name", format!("expected {}", format::API_NAME.expected), None));
        }
        let secret = self.bearer_env.clone().map(|name| SecretSource::Env(name).read()).transpose();
        let secret = secret.unwrap_or_else(|error| {
            mistakes.push(of_flag("--bearer-env", error.to_string(), None));
            None
        });
        let reach = match &self.reach {
            McpTarget::Url(url) => {
                let credential = secret.map(Credential::Bearer);
                Some(McpReach::Http(Box::new(McpAddress { credential, ..McpAddress::new(url.clone()) })))
            }
            McpTarget::Command(words) => {
                if self.bearer_env.is_some() {
                    let help = "the program has the gateway's environment; leave it out";
                    mistakes.push(of_flag("--bearer-env", "it is for a server at an address".to_owned(), Some(help)));
                }
                let command = words.split_first();
                if command.is_none() {
                    mistakes.push(of_flag("--", "no program follows it".to_owned(), None));
                }
                command.map(|(program, rest)| {
                    McpReach::Child(McpChild::new(ChildCommand::new(program).with_arguments(rest)))
                })
            }
        };
        let listen = listen(given, &mut mistakes);
        let (Some(reach), true) = (reach, mistakes.is_empty()) else {
            let file = PathBuf::from("the command line");
            return Err(ConfigErrors { file, mistakes, skips: Vec::new(), files: SourceFiles::default() });
        };
        let mut server = McpServerSettings::new(name, reach);
        server.timeout = self.timeout.unwrap_or(server.timeout);
        Ok(GatewaySettings {
            apis: Vec::new(),
            servers: vec![server],
            listen,
            inbound: Inbound::default(),
            operations: Operations::default(),
            response_budget: None,
            files: SourceFiles::default(),
        })
    }

    fn own_name(&self) -> String {
        let text = match &self.reach {
            McpTarget::Url(url) => url.host_str().unwrap_or_default().replace(['[', ']'], ""),
            McpTarget::Command(words) => {
                let program = words.first().map(Path::new).and_then(Path::file_stem).unwrap_or_default();
                program.to_string_lossy().into_owned()
            }
        };
        let letters = text.chars().map(|it| if it.is_ascii_alphanumeric() || it == '_' { it } else { '-' });
        let name: String = letters.take(32).collect();
        let name = name.trim_matches('-');
        if name.is_empty() { "server".to_owned() } else { name.to_owned() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn flags(reach: McpTarget) -> McpFlags {
        McpFlags { reach, name: None, bearer_env: None, timeout: None }
    }

    #[test]
    fn a_server_is_called_after_its_host_or_its_program() {
        let url = |text: &str| McpTarget::Url(text.parse().unwrap());
        let command = |program: &str| McpTarget::Command(vec![program.into(), "x".into()]);
        for (reach, expected) in [
            (url("https://wiki.example.com/mcp"), "wiki-example-com"),
            (url("http://[::1]:8000/mcp"), "1"),
            (command("/usr/bin/mcp-server-git"), "mcp-server-git"),
            (command("./server.sh"), "server"),
            (command("…"), "server"),
        ] {
            let settings = flags(reach).read(&Given::default()).unwrap();
            assert_eq!(settings.servers.iter().map(|it| it.name.as_str()).collect::<Vec<_>>(), [expected]);
            assert!(settings.servers.iter().all(|it| it.prefix.is_empty()));
        }
    }

    #[test]
    fn mistakes_of_flags_are_told_together() {
        let wrong = McpFlags {
            name: Some("no name".to_owned()),
            bearer_env: Some("CANDOR_TEST_NOT_SET".to_owned()),
            ..flags(McpTarget::Command(Vec::new()))
        };
        let given = Given { listen: Some(([0, 0, 0, 0], 80).into()), ..Given::default() };
        let errors = wrong.read(&given).unwrap_err();
        let flags: Vec<&str> = errors.mistakes().iter().map(|it| &*it.place.file).collect();
        assert_eq!(flags, ["--name", "--bearer-env", "--bearer-env", "--", "--listen"]);
    }
}
