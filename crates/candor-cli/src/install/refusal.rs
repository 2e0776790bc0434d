//! Why a configuration is left as it is, each in one line that says how to fix it.

use super::client::Scope;
use super::printable::printable;
use crate::layout::shown;
use std::path::{Path, PathBuf};

/// The largest file that is read, in bytes.
pub(crate) const LARGEST: u64 = 16 << 20;

/// Why nothing was written.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Refusal {
    #[error("no home folder is known; give the file with --config PATH")]
    NoHome,
    #[error("{client} has no configuration here: there is no {}; give the file with --config PATH", all(looked_at))]
    NoFile { client: &'static str, looked_at: Vec<PathBuf> },
    #[error("{client} has no servers of the scope {scope}; leave --scope out")]
    NoScope { client: &'static str, scope: &'static str },
    #[error("{} is not a file; give a file", path(file))]
    NotAFile { file: PathBuf },
    #[error("{} is larger than {} MiB, too large for a configuration", path(file), LARGEST >> 20)]
    TooLarge { file: PathBuf },
    #[error("{} is not UTF-8 (byte {byte}); save it as UTF-8", path(file))]
    NotUtf8 { file: PathBuf, byte: usize },
    #[error("{}, line {line}, column {column}: not {notation}: {what}; mend it there, nothing was written", path(file))]
    Syntax { file: PathBuf, line: usize, column: usize, notation: &'static str, what: String },
    #[error(
        "{}, line {line}, column {column}: \"{}\" is there twice, so it is not clear which one counts; remove one",
        path(file),
        shown(name)
    )]
    Duplicate { file: PathBuf, line: usize, column: usize, name: String },
    #[error("{}, line {line}, column {column}: the servers are not an object; mend it there", path(file))]
    NoServers { file: PathBuf, line: usize, column: usize },
    #[error("no server \"{}\" in {}; {}", shown(server), all(files), advice(nearest, present))]
    UnknownServer { server: String, files: Vec<PathBuf>, nearest: Vec<String>, present: Vec<String> },
    #[error("\"{}\" is in several places: {}; choose one with --scope or --config PATH", shown(server), scoped(places))]
    SeveralPlaces { server: String, places: Vec<(Scope, PathBuf)> },
    #[error("servers are in several files: {}; choose one with --scope or --config PATH", all(files))]
    SeveralFiles { files: Vec<PathBuf> },
    #[error(
        "\"{}\" is a server at a URL: it has no command to wrap; `candor serve --mcp URL` puts it behind Candor",
        shown(server)
    )]
    Remote { server: String },
    #[error("\"{}\" cannot be wrapped: {why}; mend it in {}", shown(server), path(file))]
    Odd { server: String, file: PathBuf, why: &'static str },
    #[error("\"{}\" is not wrapped in a way that can be taken away; edit {}", shown(server), path(file))]
    WrappedOtherwise { server: String, file: PathBuf },
    #[error(
        "\"{}\" cannot be edited in place; give it an empty `args` in {}, and try again",
        shown(server),
        path(file)
    )]
    NotEditable { server: String, file: PathBuf },
    #[error("the path of this program is not text in UTF-8; give --command NAME")]
    OwnPath,
    #[error("the options after --: {0}")]
    Options(String),
    #[error("{} was changed by another program in the meantime; try again", path(file))]
    Changed { file: PathBuf },
    #[error("another candor is writing to {}; try again", path(folder))]
    Busy { folder: PathBuf },
    #[error("{} is read-only; make it writable first", path(file))]
    ReadOnly { file: PathBuf },
    #[error("{} has several names (hard links), and only one would be changed; give --config a copy", path(file))]
    HardLinks { file: PathBuf },
    #[error("{} belongs to another user or group, which cannot be kept; run as its owner", path(file))]
    Owner { file: PathBuf },
    #[error("there are too many backups beside {}; remove those that you do not need", path(file))]
    Backups { file: PathBuf },
    #[error("cannot read {}: {source}", path(file))]
    Read { file: PathBuf, source: std::io::Error },
    #[error("cannot write {}: {source}; it is unchanged", path(file))]
    Write { file: PathBuf, source: std::io::Error },
}

impl Refusal {
    /// Whether the system failed, and not what was asked for.
    pub(crate) fn is_io(&self) -> bool {
        matches!(self, Refusal::Read { .. } | Refusal::Write { .. } | Refusal::Changed { .. } | Refusal::Busy { .. })
    }
}

/// How many names a message has.
const MOST_NAMES: usize = 10;

/// A path in whole.
pub(crate) fn path(path: &Path) -> String {
    printable(&path.to_string_lossy())
}

fn all(paths: &[PathBuf]) -> String {
    paths.iter().map(|it| path(it)).collect::<Vec<_>>().join(", ")
}

fn scoped(places: &[(Scope, PathBuf)]) -> String {
    places.iter().map(|(scope, file)| format!("{} ({})", path(file), scope.name())).collect::<Vec<_>>().join(", ")
}

fn advice(nearest: &[String], present: &[String]) -> String {
    if present.is_empty() {
        return "it has no servers".to_owned();
    }
    let names = |names: &[String]| names.iter().map(|name| shown(name)).collect::<Vec<_>>().join(", ");
    let listed = present.get(..MOST_NAMES).unwrap_or(present);
    let more = present.len().saturating_sub(listed.len());
    let rest = if more > 0 { format!(" and {more} more") } else { String::new() };
    let guess = if nearest.is_empty() { String::new() } else { format!("did you mean {}? ", names(nearest)) };
    format!("{guess}there are {}{rest}", names(listed))
}
