//! Secrets that are known by their value. They come from the environment and from files, because the command line of a
//! process can be read by others.

use crate::layout::shown;
use candor_scrub::{Scrubber, UnusableSecret};
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

/// The longest file of secrets, in bytes.
const LONGEST_FILE: u64 = 1 << 20;

/// Why a secret cannot be removed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum NoSecret {
    #[error("--secret-env: the environment has no {name}; give the name of a variable that is set")]
    Unset { name: String },
    #[error("--secrets-file: cannot read {file}: {source}")]
    Unreadable { file: String, source: std::io::Error },
    #[error(
        "--secrets-file: {file} is longer than {} MiB; give a file with one secret on each line",
        LONGEST_FILE >> 20
    )]
    TooLong { file: String },
    #[error("there is no secret to remove: {place} is empty")]
    Empty { place: String },
    #[error("{place} is not text in UTF-8, so it cannot be searched for")]
    NotText { place: String },
    #[error("{place}: {source}")]
    Unusable { place: String, source: UnusableSecret },
}

/// The values of the variables, and the lines of the files.
pub(super) fn read(variables: &[OsString], files: &[PathBuf]) -> Result<Vec<String>, NoSecret> {
    let mut secrets = Vec::new();
    for name in variables {
        secrets.push(variable(name)?);
    }
    for path in files {
        read_lines(path, &mut secrets)?;
    }
    Ok(secrets)
}

fn variable(name: &OsStr) -> Result<String, NoSecret> {
    let shown_name = shown(&name.to_string_lossy());
    // These names the operating system cannot look up.
    let is_name = !name.is_empty() && !name.as_encoded_bytes().contains(&b'=');
    let Some(value) = is_name.then(|| std::env::var_os(name)).flatten() else {
        return Err(NoSecret::Unset { name: shown_name });
    };
    checked(value.into_string().ok(), || format!("the value of {shown_name}"))
}

fn read_lines(path: &Path, secrets: &mut Vec<String>) -> Result<(), NoSecret> {
    let file = shown(&path.display().to_string());
    let mut bytes = Vec::new();
    // A device such as /dev/zero never ends.
    let read = File::open(path).and_then(|opened| opened.take(LONGEST_FILE + 1).read_to_end(&mut bytes));
    let length = read.map_err(|source| NoSecret::Unreadable { file: file.clone(), source })?;
    if length as u64 > LONGEST_FILE {
        return Err(NoSecret::TooLong { file });
    }
    let before = secrets.len();
    for (number, line) in (1..).zip(bytes.split(|byte| *byte == b'\n')) {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        if !line.trim_ascii().is_empty() {
            let text = str::from_utf8(line).ok().map(str::to_owned);
            secrets.push(checked(text, || format!("line {number} of {file}"))?);
        }
    }
    if secrets.len() == before { Err(NoSecret::Empty { place: file }) } else { Ok(()) }
}

/// The secret, if it is one that will be removed.
fn checked(secret: Option<String>, place: impl Fn() -> String) -> Result<String, NoSecret> {
    let Some(secret) = secret else {
        return Err(NoSecret::NotText { place: place() });
    };
    if secret.is_empty() {
        return Err(NoSecret::Empty { place: place() });
    }
    Scrubber::check_secret(&secret).map_err(|source| NoSecret::Unusable { place: place(), source })?;
    Ok(secret)
}
