//! What can go wrong in a command, each in one line that says how to fix it.

use crate::install::Refusal as InstallRefusal;
use crate::json_lines::BadLine;
use crate::layout::shown;
use crate::scrub::NoSecret;
use crate::translate::Refusal;
use candor::classify::InvalidRules;
use candor::render::InvalidBase;
use candor_gateway::{BuildErrors, ConfigErrors, LoadErrors};
use std::io::{ErrorKind, Write};
use std::process::ExitCode;

/// The exit code for bad input and wrong usage.
pub(crate) const BAD_INPUT: u8 = 2;
/// The exit code for failed input and output.
const IO_TROUBLE: u8 = 1;

/// Why a command could not do its work.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Trouble {
    /// A word that no document defines.
    #[error("unknown name \"{}\"; {}", shown(term), advice(nearest))]
    UnknownTerm { term: String, nearest: Vec<&'static str> },
    /// A file that cannot be opened.
    #[error("{}", unopened(name, source))]
    Open { name: String, source: std::io::Error },
    /// A directory where a file is wanted.
    #[error("{} is a directory; give a file", shown(name))]
    Directory { name: String },
    /// An input that stopped in the middle.
    #[error("cannot read {}: {source}", shown(name))]
    Read { name: String, source: std::io::Error },
    /// An input that is too long for one failure.
    #[error("{}: longer than {mebibytes} MiB, too long for one failure", shown(name))]
    TooLong { name: String, mebibytes: u64 },
    /// An input without a failure that could be translated.
    #[error("{}: {refusal}", place(name, *line))]
    Refused { name: String, line: Option<u64>, refusal: Refusal },
    /// A line that is not what `--jsonl` reads.
    #[error("{}: {why}", place(name, Some(*line)))]
    BadLine { name: String, line: u64, why: BadLine },
    /// A secret that cannot be removed.
    #[error(transparent)]
    Secret(NoSecret),
    /// Rules of the user that cannot be used.
    #[error("{}: {invalid}", shown(name))]
    Rules { name: String, invalid: InvalidRules },
    /// Nothing to classify.
    #[error("nothing to classify; give a message, or evidence such as --status 503")]
    NothingToClassify,
    /// An option of another dialect.
    #[error("--problem-base goes with --to problem only; leave it out")]
    BaseWithoutProblem,
    /// A base that no type URI can begin with.
    #[error("--problem-base: {0}")]
    Base(InvalidBase),
    /// The demo's servers could not be started.
    #[error("cannot run the demo's servers: {0}")]
    Runtime(std::io::Error),
    /// A configuration with mistakes: a report of several lines.
    #[error("{0}")]
    Config(ConfigErrors),
    /// APIs that cannot be served together.
    #[error("{}", .0.mistakes().collect::<Vec<_>>().join("\n"))]
    Build(BuildErrors),
    /// A document that cannot be read.
    #[error("{0}")]
    Document(LoadErrors),
    /// Options that exclude each other, or that lack another one.
    #[error("{0}")]
    Options(String),
    /// A file that is there already.
    #[error("{} is there already; give another --output", shown(name))]
    Exists { name: String },
    /// A file that cannot be written.
    #[error("cannot write {}: {source}", shown(name))]
    WriteFile { name: String, source: std::io::Error },
    /// The configuration of a client, which is left as it is.
    #[error(transparent)]
    Install(InstallRefusal),
    /// Clients that cannot be served.
    #[error("cannot serve: {0}")]
    Serve(String),
    /// Output that could not be written.
    #[error("cannot write the output: {0}")]
    Write(std::io::Error),
}

/// What to do about an unknown name.
fn advice(nearest: &[&str]) -> String {
    match nearest {
        [] => "candor explain lists every name".to_owned(),
        names => format!("did you mean {}?", names.join(", ")),
    }
}

fn unopened(name: &str, source: &std::io::Error) -> String {
    let name = shown(name);
    if source.kind() == ErrorKind::NotFound {
        format!("no such file: {name}; give a file, or - for standard input")
    } else {
        format!("cannot open {name}: {source}")
    }
}

/// Where in the input.
fn place(name: &str, line: Option<u64>) -> String {
    let name = shown(name);
    line.map_or_else(|| name.clone(), |line| format!("{name}, line {line}"))
}

impl Trouble {
    /// Says it on standard error, in one line. A reader that has gone away is not an error.
    pub(crate) fn report(&self) {
        // A report of a file has the file in it.
        if let Trouble::Config(errors) = self {
            write(&format!("{errors}\n"));
        } else if let Trouble::Document(errors) = self {
            write(&format!("{errors}\n"));
        } else if !self.is_broken_pipe() {
            say(&self.to_string());
        }
    }

    /// The exit code, which says whose fault it is.
    pub(crate) fn exit_code(&self) -> ExitCode {
        match self {
            Trouble::Write(_) if self.is_broken_pipe() => ExitCode::SUCCESS,
            Trouble::Read { source, .. } if source.kind() == ErrorKind::IsADirectory => ExitCode::from(BAD_INPUT),
            Trouble::Install(refusal) if refusal.is_io() => ExitCode::from(IO_TROUBLE),
            Trouble::Write(_)
            | Trouble::Runtime(_)
            | Trouble::Read { .. }
            | Trouble::WriteFile { .. }
            | Trouble::Serve(_) => ExitCode::from(IO_TROUBLE),
            Trouble::UnknownTerm { .. }
            | Trouble::Open { .. }
            | Trouble::Directory { .. }
            | Trouble::TooLong { .. }
            | Trouble::Refused { .. }
            | Trouble::BadLine { .. }
            | Trouble::Secret(_)
            | Trouble::Rules { .. }
            | Trouble::Config(_)
            | Trouble::Build(_)
            | Trouble::Document(_)
            | Trouble::Options(_)
            | Trouble::Exists { .. }
            | Trouble::Install(_)
            | Trouble::NothingToClassify
            | Trouble::BaseWithoutProblem
            | Trouble::Base(_) => ExitCode::from(BAD_INPUT),
        }
    }

    fn is_broken_pipe(&self) -> bool {
        matches!(self, Trouble::Write(error) if error.kind() == ErrorKind::BrokenPipe)
    }
}

/// Says one line on standard error, under the program's name.
pub(crate) fn say(line: &str) {
    write(&format!("candor: {line}\n"));
}

/// Writes a text to standard error.
pub(crate) fn write(text: &str) {
    // A failed write to standard error cannot be reported.
    let _ = anstream::stderr().lock().write_all(text.as_bytes());
}
