//! Why a child could not be started, and what that is as a failure.

use super::ChildCommand;
use candor::{Code, Failure, Origin, reason};
use std::io::{self, ErrorKind};
use std::path::Path;

/// Why a child could not be started. Each says how to mend it, and none shows an argument or a value of the environment.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SpawnError {
    /// There is no such program.
    #[error("`{name}` was not found; install it, or give the path of the program")]
    NotFound {
        /// The program's file name.
        name: String,
    },
    /// The program is there, and what it needs to be run is not.
    #[error(
        "`{name}` cannot be run: the interpreter or loader that it names was not found; install that, or correct its first line"
    )]
    NoInterpreter {
        /// The program's file name.
        name: String,
    },
    /// The file may not be run, or is not a program of this system.
    #[error("`{name}` is not executable; give a program for this system, and make its file executable")]
    NotExecutable {
        /// The program's file name.
        name: String,
    },
    /// A folder was given in the place of a program.
    #[error("`{name}` is a directory, not a program; give the program in it, or the command that runs it")]
    Directory {
        /// The folder's name.
        name: String,
    },
    /// The folder that it is to run in cannot be entered.
    #[error("`{name}` cannot be run: its folder is not there or cannot be entered; create it, or give another one")]
    Folder {
        /// The program's file name.
        name: String,
    },
    /// The system does not take what the program is to be given.
    #[error("`{name}` cannot be run: its arguments or its environment are too long, or have a zero byte; correct them")]
    Arguments {
        /// The program's file name.
        name: String,
    },
    /// The system starts no process now.
    #[error("`{name}` could not be started: {source}")]
    System {
        /// The program's file name.
        name: String,
        /// What the system says.
        source: io::Error,
    },
    /// The process that would watch the child could not be started, and nothing runs without one.
    #[error("`{name}` could not be started, since the process that is to watch it could not: {source}")]
    Watcher {
        /// The program's file name.
        name: String,
        /// What the system says.
        source: io::Error,
    },
}

impl SpawnError {
    /// What the system's answer to a start of the command means.
    pub(super) fn of(command: &ChildCommand, source: io::Error) -> SpawnError {
        let name = command.name();
        // The system does not say whether it is the program or the folder that is not there or may not be used.
        if command.folder().is_some_and(|folder| !folder.join(".").is_dir()) {
            return SpawnError::Folder { name };
        }
        let is_one_of = |kinds: &[ErrorKind]| kinds.contains(&source.kind());
        let program = Path::new(command.program());
        // Anything else is a name that the system looks for.
        let is_path = program.components().count() > 1 || program.file_name().is_none();
        if is_one_of(&[ErrorKind::NotFound, ErrorKind::NotADirectory]) {
            match is_path && program.exists() {
                true => SpawnError::NoInterpreter { name },
                false => SpawnError::NotFound { name },
            }
        } else if is_path && program.is_dir() {
            SpawnError::Directory { name }
        } else if is_one_of(&[ErrorKind::PermissionDenied, ErrorKind::IsADirectory])
            || source.raw_os_error().is_some_and(is_no_program)
        {
            SpawnError::NotExecutable { name }
        } else if is_one_of(&[ErrorKind::InvalidInput, ErrorKind::ArgumentListTooLong]) {
            SpawnError::Arguments { name }
        } else {
            SpawnError::System { name, source }
        }
    }

    /// Whether only a change of the configuration helps.
    fn is_configuration(&self) -> bool {
        match self {
            SpawnError::NotFound { .. }
            | SpawnError::NoInterpreter { .. }
            | SpawnError::NotExecutable { .. }
            | SpawnError::Directory { .. }
            | SpawnError::Folder { .. }
            | SpawnError::Arguments { .. } => true,
            SpawnError::System { .. } | SpawnError::Watcher { .. } => false,
        }
    }
}

/// Whether the file has no format that the system runs.
#[cfg(unix)]
fn is_no_program(number: i32) -> bool {
    number == rustix::io::Errno::NOEXEC.raw_os_error()
}

#[cfg(not(unix))]
fn is_no_program(number: i32) -> bool {
    // ERROR_BAD_EXE_FORMAT
    number == 193
}

/// A mistake of the configuration, or else an upstream that is unavailable for now.
impl From<SpawnError> for Failure {
    fn from(error: SpawnError) -> Failure {
        let message = error.to_string();
        let failure = match error.is_configuration() {
            true => Failure::new(Code::Configuration, message)
                .with_reason(reason!("command_not_runnable"))
                .with_origin(Origin::Configuration),
            false => Failure::new(Code::Unavailable, message)
                .with_reason(reason!("child_not_started"))
                .with_origin(Origin::Transport),
        };
        failure.with_context("may_have_taken_effect", false).with_cause(error)
    }
}
