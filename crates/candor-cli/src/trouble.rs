//! What can go wrong in a command, each in one line that says how to mend it.

use crate::json_lines::BadLine;
use crate::layout::shown;
use crate::scrub::NoSecret;
use crate::translate::Refusal;
use candor::classify::InvalidRules;
use candor::render::InvalidBase;
use std::io::{ErrorKind, Write};
use std::process::ExitCode;

/// The exit code for bad input and wrong usage.
pub(crate) const BAD_INPUT: u8 = 2;
/// The exit code for trouble outside the program.
const IO_TROUBLE: u8 = 1;

/// Why a command could not do its work.
pub(crate) enum Trouble {
    /// A word that no document defines.
    UnknownTerm { term: String, nearest: Vec<&'static str> },
    /// A file that cannot be opened.
    Open { name: String, source: std::io::Error },
    /// A directory where a file is wanted.
    Directory { name: String },
    /// An input that stopped in the middle.
    Read { name: String, source: std::io::Error },
    /// An input that is longer than anybody's failure.
    TooLong { name: String, mebibytes: u64 },
    /// An input without a failure that could be translated.
    Refused { name: String, line: Option<u64>, refusal: Refusal },
    /// A line without a text that could be scrubbed.
    BadLine { name: String, line: u64, why: BadLine },
    /// A secret that was promised and is not there.
    Secret(NoSecret),
    /// Rules of the user that cannot be used.
    Rules { name: String, invalid: InvalidRules },
    /// Nothing to classify.
    NothingToClassify,
    /// An option that goes with another dialect only.
    BaseWithoutProblem,
    /// A base that no type URI can begin with.
    Base(InvalidBase),
    /// The demo's servers could not be started.
    Runtime(std::io::Error),
    /// Output that could not be written.
    Write(std::io::Error),
}

impl Trouble {
    /// Says it on standard error, in one line. A reader that has gone away is no trouble.
    pub(crate) fn report(&self) {
        if !self.is_broken_pipe() {
            say(&self.to_string());
        }
    }

    /// The exit code that tells whose fault it is.
    pub(crate) fn exit_code(&self) -> ExitCode {
        match self {
            Trouble::Write(_) if self.is_broken_pipe() => ExitCode::SUCCESS,
            Trouble::Read { source, .. } if source.kind() == ErrorKind::IsADirectory => ExitCode::from(BAD_INPUT),
            Trouble::Write(_) | Trouble::Runtime(_) | Trouble::Read { .. } => ExitCode::from(IO_TROUBLE),
            Trouble::UnknownTerm { .. }
            | Trouble::Open { .. }
            | Trouble::Directory { .. }
            | Trouble::TooLong { .. }
            | Trouble::Refused { .. }
            | Trouble::BadLine { .. }
            | Trouble::Secret(_)
            | Trouble::Rules { .. }
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
    // There is nowhere left to say that standard error cannot be written.
    let _ = writeln!(anstream::stderr().lock(), "candor: {line}");
}

impl std::fmt::Display for Trouble {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Trouble::UnknownTerm { term, nearest } if nearest.is_empty() => {
                write!(f, "nothing is called \"{}\"; candor explain lists every name", shown(term))
            }
            Trouble::UnknownTerm { term, nearest } => {
                write!(f, "nothing is called \"{}\"; did you mean {}?", shown(term), nearest.join(", "))
            }
            Trouble::Open { name, source } if source.kind() == ErrorKind::NotFound => {
                write!(f, "there is no file {}; give a file, or - for standard input", shown(name))
            }
            Trouble::Open { name, source } => write!(f, "cannot open {}: {source}", shown(name)),
            Trouble::Directory { name } => write!(f, "{} is a directory; give a file", shown(name)),
            Trouble::Read { name, source } => write!(f, "cannot read {}: {source}", shown(name)),
            Trouble::TooLong { name, mebibytes } => {
                write!(f, "{}: longer than {mebibytes} MiB, too long for one failure", shown(name))
            }
            Trouble::Refused { name, line: None, refusal } => write!(f, "{}: {refusal}", shown(name)),
            Trouble::Refused { name, line: Some(line), refusal } => {
                write!(f, "{}, line {line}: {refusal}", shown(name))
            }
            Trouble::BadLine { name, line, why } => write!(f, "{}, line {line}: {why}", shown(name)),
            Trouble::Secret(why) => write!(f, "{why}"),
            Trouble::Rules { name, invalid } => write!(f, "{}: {invalid}", shown(name)),
            Trouble::NothingToClassify => {
                f.write_str("nothing to classify; give a message on standard input, or evidence such as --status 503")
            }
            Trouble::BaseWithoutProblem => f.write_str("--problem-base goes with --to problem only; leave it out"),
            Trouble::Base(invalid) => write!(f, "--problem-base: {invalid}"),
            Trouble::Runtime(source) => write!(f, "the demo's servers cannot run: {source}"),
            Trouble::Write(source) => write!(f, "cannot write the output: {source}"),
        }
    }
}
