//! Where the text comes from: a file, or standard input.

use crate::incoming::Incoming;
use crate::trouble::Trouble;
use std::fs::File;
use std::path::Path;

/// An input that is read in the background.
pub(super) struct Source {
    pub(super) incoming: Incoming,
    /// Whether a reader may wait for each line: not for a file, which is complete.
    pub(super) is_live: bool,
}

impl Source {
    /// Opens a file; standard input for `-`.
    pub(super) fn open(path: &Path) -> Result<Source, Trouble> {
        if path.as_os_str() == "-" {
            return Ok(Source { incoming: Incoming::of(std::io::stdin())?, is_live: !stdin_is_file() });
        }
        let name = path.display().to_string();
        match File::open(path).and_then(|file| Ok((file.metadata()?, file))) {
            Ok((metadata, _)) if metadata.is_dir() => Err(Trouble::Directory { name }),
            Ok((metadata, file)) => Ok(Source { incoming: Incoming::named(name, file)?, is_live: !metadata.is_file() }),
            Err(source) => Err(Trouble::Open { name, source }),
        }
    }
}

/// Whether standard input was redirected from a file.
#[cfg(unix)]
fn stdin_is_file() -> bool {
    use std::os::fd::AsFd;
    let file = std::io::stdin().as_fd().try_clone_to_owned().map(File::from);
    file.and_then(|file| file.metadata()).is_ok_and(|metadata| metadata.is_file())
}

#[cfg(not(unix))]
fn stdin_is_file() -> bool {
    false
}
