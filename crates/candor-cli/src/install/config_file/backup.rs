//! Copies of a file as it was, beside it. None is ever overwritten, and none is made of what a copy has already.

use super::replacement::Replacement;
use crate::install::refusal::Refusal;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// How many copies there may be.
const MOST: usize = 50;

/// Keeps the content, and gives the path of the copy.
pub(super) fn keep(target: &Path, content: &[u8], replacement: &Replacement) -> Result<PathBuf, Refusal> {
    for number in 1..=MOST {
        let path = name(target, number);
        if path.symlink_metadata().is_err() {
            replacement.create(&path, content)?;
            return Ok(path);
        }
        if is_copy(&path, content) {
            return Ok(path);
        }
    }
    Err(Refusal::Backups { file: replacement.file().to_owned() })
}

/// `NAME.candor-backup`, `NAME.candor-backup-2` and so on.
fn name(target: &Path, number: usize) -> PathBuf {
    let mut name = OsString::from(target);
    name.push(".candor-backup");
    if number > 1 {
        name.push(format!("-{number}"));
    }
    PathBuf::from(name)
}

fn is_copy(path: &Path, content: &[u8]) -> bool {
    let is_as_long = path.symlink_metadata().is_ok_and(|it| it.is_file() && it.len() == content.len() as u64);
    is_as_long && std::fs::read(path).is_ok_and(|copy| copy == content)
}
