//! What is run: a program, its arguments, what is added to its environment, and where.

use std::ffi::{OsStr, OsString};
use std::fmt;
use std::path::{Path, PathBuf};
use std::process::Stdio;

/// A program to run as a child, with all that it is given.
///
/// It inherits this process's environment; what is added here wins. No shell reads any of it.
///
/// ```
/// use candor_gateway::ChildCommand;
///
/// let command = ChildCommand::new("npx")
///     .with_arguments(["-y", "@modelcontextprotocol/server-memory"])
///     .with_environment("MEMORY_TOKEN", "swordfish-77");
/// assert_eq!(command.name(), "npx");
/// assert!(!format!("{command:?}").contains("swordfish"));
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct ChildCommand {
    program: OsString,
    arguments: Vec<OsString>,
    environment: Vec<(OsString, OsString)>,
    folder: Option<PathBuf>,
}

impl ChildCommand {
    /// This program without arguments: a path, or a name that is looked for as the system does.
    #[must_use]
    pub fn new(program: impl Into<OsString>) -> ChildCommand {
        ChildCommand { program: program.into(), arguments: Vec::new(), environment: Vec::new(), folder: None }
    }

    /// The same with these arguments after those that it has.
    #[must_use]
    pub fn with_arguments(mut self, arguments: impl IntoIterator<Item = impl Into<OsString>>) -> ChildCommand {
        self.arguments.extend(arguments.into_iter().map(Into::into));
        self
    }

    /// The same with this variable in its environment.
    #[must_use]
    pub fn with_environment(mut self, name: impl Into<OsString>, value: impl Into<OsString>) -> ChildCommand {
        self.environment.push((name.into(), value.into()));
        self
    }

    /// The same, run in this folder.
    #[must_use]
    pub fn with_folder(mut self, folder: impl Into<PathBuf>) -> ChildCommand {
        self.folder = Some(folder.into());
        self
    }

    /// The program as it was given.
    #[must_use]
    pub fn program(&self) -> &OsStr {
        &self.program
    }

    /// The variables that are added to its environment, in order. Their values may be secrets.
    pub fn environment(&self) -> impl Iterator<Item = (&OsStr, &OsStr)> {
        self.environment.iter().map(|(name, value)| (name.as_os_str(), value.as_os_str()))
    }

    /// The program's file name, for people.
    #[must_use]
    pub fn name(&self) -> String {
        Path::new(&self.program).file_name().unwrap_or(&self.program).to_string_lossy().into_owned()
    }

    pub(super) fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }

    /// The command with three pipes.
    pub(super) fn to_command(&self) -> tokio::process::Command {
        let mut command = tokio::process::Command::new(&self.program);
        command.args(&self.arguments).envs(self.environment());
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        if let Some(folder) = &self.folder {
            command.current_dir(folder);
        }
        command
    }
}

/// Shows no argument and no value of a variable: either may be a secret.
impl fmt::Debug for ChildCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ChildCommand")
            .field("program", &self.program)
            .field("arguments", &self.arguments.len())
            .field("environment", &self.environment.iter().map(|(name, _)| name).collect::<Vec<_>>())
            .field("folder", &self.folder)
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_printed_of_a_command_are_names_and_counts() {
        let command = ChildCommand::new("/opt/tools/server")
            .with_arguments(["--key", "marlin-4711"])
            .with_environment("SERVER_TOKEN", "swordfish-77")
            .with_folder("/srv");
        assert_eq!(
            format!("{command:?}"),
            r#"ChildCommand { program: "/opt/tools/server", arguments: 2, environment: ["SERVER_TOKEN"], folder: Some("/srv") }"#
        );
        assert_eq!(command.name(), "server");
    }
}
