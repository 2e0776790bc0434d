//! A configuration file on disk: read once with a limit, and replaced in one step if it is still what was read.

mod backup;
mod replacement;

use super::refusal::{LARGEST, Refusal};
use replacement::Replacement;
use std::fs::{File, Metadata};
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

/// What begins a text that some editors of Windows write. It is not part of any notation.
const BYTE_ORDER_MARK: &str = "\u{feff}";

/// A file as it was when it was read.
#[derive(Debug)]
pub(crate) struct ConfigFile {
    /// As it was given, or as the client knows it.
    pub(crate) path: PathBuf,
    /// What it is, whatever it is called.
    pub(crate) real: PathBuf,
    /// What is replaced: where a link leads, and otherwise the path itself.
    target: PathBuf,
    content: String,
}

impl ConfigFile {
    /// Reads a file; `None` if there is none.
    pub(crate) fn read(path: &Path) -> Result<Option<ConfigFile>, Refusal> {
        let failed = |source| Refusal::Read { file: path.to_owned(), source };
        let real = match path.canonicalize() {
            Ok(real) => real,
            // A link to nothing is a mistake.
            Err(error) if is_absent(&error) && path.symlink_metadata().is_err() => return Ok(None),
            Err(error) => return Err(failed(error)),
        };
        let bytes = bytes_of(path, &real)?;
        let content = String::from_utf8(bytes).map_err(|error| {
            let byte = error.utf8_error().valid_up_to() + 1;
            Refusal::NotUtf8 { file: path.to_owned(), byte }
        })?;
        let target = if path.is_symlink() { real.clone() } else { std::path::absolute(path).map_err(failed)? };
        Ok(Some(ConfigFile { path: path.to_owned(), real, target, content }))
    }

    /// The text without a byte order mark.
    pub(crate) fn text(&self) -> &str {
        self.content.strip_prefix(BYTE_ORDER_MARK).unwrap_or(&self.content)
    }

    /// Puts another text in its place, with a copy of the old one beside it if that is wanted; gives the path of the copy.
    pub(crate) fn replace(&self, text: &str, is_backed_up: bool) -> Result<Option<PathBuf>, Refusal> {
        let mark = self.content.len() - self.text().len();
        let content = format!("{}{text}", self.content.get(..mark).unwrap_or_default());
        let replacement = Replacement::prepare(&self.path, &self.target)?;
        // Other instances are locked out, so nothing but another program can change it from here on.
        self.check_unchanged()?;
        let copy = match is_backed_up {
            true => Some(backup::keep(&self.target, self.content.as_bytes(), &replacement)?),
            false => None,
        };
        replacement.write(&self.target, content.as_bytes(), || self.check_unchanged())?;
        Ok(copy)
    }

    fn check_unchanged(&self) -> Result<(), Refusal> {
        let changed = || Refusal::Changed { file: self.path.clone() };
        let real = self.path.canonicalize().map_err(|_| changed())?;
        let is_same = real == self.real && bytes_of(&self.path, &real)? == self.content.as_bytes();
        if is_same { Ok(()) } else { Err(changed()) }
    }
}

fn is_absent(error: &std::io::Error) -> bool {
    matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory)
}

/// The content of a file, up to the limit. Pipes and devices are not files: to open one may take for ever.
fn bytes_of(path: &Path, real: &Path) -> Result<Vec<u8>, Refusal> {
    let failed = |source| Refusal::Read { file: path.to_owned(), source };
    if !real.metadata().as_ref().map(Metadata::is_file).map_err(|error| failed(copy_of(error)))? {
        return Err(Refusal::NotAFile { file: path.to_owned() });
    }
    let mut bytes = Vec::new();
    File::open(real).and_then(|file| file.take(LARGEST + 1).read_to_end(&mut bytes)).map_err(failed)?;
    if bytes.len() as u64 > LARGEST {
        return Err(Refusal::TooLarge { file: path.to_owned() });
    }
    Ok(bytes)
}

fn copy_of(error: &std::io::Error) -> std::io::Error {
    error.raw_os_error().map_or_else(|| error.kind().into(), std::io::Error::from_raw_os_error)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn file(name: &str, content: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("candor-config-file-{}-{name}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("mcp.json");
        fs::write(&path, content).unwrap();
        path
    }

    /// What is in the folder of a file, which goes.
    fn left(path: &Path) -> Vec<(String, String)> {
        let folder = path.parent().unwrap();
        let mut left: Vec<_> = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap())
            .map(|entry| (entry.file_name().into_string().unwrap(), fs::read_to_string(entry.path()).unwrap()))
            .collect();
        left.sort();
        fs::remove_dir_all(folder).unwrap();
        left
    }

    #[test]
    fn a_file_that_was_changed_since_it_was_read_is_left_alone() {
        for (name, change) in [("content", "{\"theirs\": 1}"), ("length", "{}{}"), ("empty", "")] {
            let path = file(name, "{}");
            let read = ConfigFile::read(&path).unwrap().unwrap();
            fs::write(&path, change).unwrap();
            assert!(matches!(read.replace("{\"mine\": 1}", true), Err(Refusal::Changed { .. })));
            assert_eq!(left(&path), [("mcp.json".to_owned(), change.to_owned())]);
        }
    }

    #[test]
    fn a_file_that_is_changed_while_the_new_one_is_written_is_left_alone() {
        let path = file("meanwhile", "{}");
        let read = ConfigFile::read(&path).unwrap().unwrap();
        let replacement = Replacement::prepare(&read.path, &read.target).unwrap();
        let check = || {
            fs::write(&path, "theirs").unwrap();
            read.check_unchanged()
        };
        assert!(matches!(replacement.write(&read.target, b"mine", check), Err(Refusal::Changed { .. })));
        assert_eq!(left(&path), [("mcp.json".to_owned(), "theirs".to_owned())]);
    }

    #[test]
    fn a_file_that_is_gone_is_not_written_again() {
        let path = file("gone", "{}");
        let read = ConfigFile::read(&path).unwrap().unwrap();
        fs::remove_file(&path).unwrap();
        assert!(read.replace("mine", true).is_err());
        assert_eq!(left(&path), []);
    }
}
