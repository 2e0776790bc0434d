//! The file that pins are kept in.

use super::Hashes;
use serde::{Deserialize, Serialize};
use std::fs::{self, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::PathBuf;

/// The longest such file, in bytes.
const LONGEST: u64 = 16 << 20;

#[derive(Debug)]
pub(super) struct PinFile(PathBuf);

/// What is in it. A member that is not known may mean something.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Content {
    /// The name of the server, for whoever reads it.
    server: String,
    /// SHA-256 of what is pinned of each tool.
    tools: Hashes,
}

impl PinFile {
    pub(super) fn new(path: PathBuf) -> PinFile {
        PinFile(path)
    }

    /// The pins; none if there is no file.
    pub(super) fn read(&self) -> Result<Option<Hashes>, String> {
        let shown = self.0.display();
        let length = match fs::metadata(&self.0) {
            Ok(metadata) => metadata.len(),
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(format!("the pins in {shown} cannot be read: {error}")),
        };
        if length > LONGEST {
            return Err(format!("the pins in {shown} cannot be read: the file is longer than 16 MiB"));
        }
        let text = fs::read(&self.0).map_err(|error| format!("the pins in {shown} cannot be read: {error}"))?;
        match serde_json::from_slice::<Content>(&text) {
            Ok(content) => Ok(Some(content.tools)),
            Err(error) => Err(format!(
                "the pins in {shown} cannot be read: {error}; restore the file, or delete it to pin what the server lists now"
            )),
        }
    }

    /// What keeps it from being used, as far as nothing is written.
    pub(super) fn mistake(&self) -> Option<String> {
        match self.read() {
            Ok(Some(_)) => None,
            Ok(None) => {
                let folder = self.folder();
                (!folder.is_dir()).then(|| {
                    format!("the pins cannot be kept in {}: there is no folder {}", self.0.display(), folder.display())
                })
            }
            Err(why) => Some(why),
        }
    }

    /// Writes all pins in one step.
    pub(super) fn write(&self, server: &str, hashes: &Hashes) -> Result<(), String> {
        let content = Content { server: server.to_owned(), tools: hashes.clone() };
        let mut text = serde_json::to_vec_pretty(&content).unwrap_or_default();
        text.push(b'\n');
        let own = format!(".{}.{}", fastrand::u64(..), std::process::id());
        let mut temporary = self.0.clone().into_os_string();
        temporary.push(own);
        let temporary = PathBuf::from(temporary);
        let written = write_new(&temporary, &text).and_then(|()| fs::rename(&temporary, &self.0));
        written.map_err(|error| {
            // What is left of it is of no use.
            let _ = fs::remove_file(&temporary);
            let folder = self.folder();
            format!(
                "the pins cannot be written to {}: {error}; the folder {} must be writable",
                self.0.display(),
                folder.display()
            )
        })
    }

    fn folder(&self) -> PathBuf {
        let parent = self.0.parent().filter(|parent| !parent.as_os_str().is_empty());
        parent.map_or_else(|| PathBuf::from("."), ToOwned::to_owned)
    }
}

fn write_new(path: &std::path::Path, text: &[u8]) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).create_new(true).open(path)?;
    file.write_all(text)?;
    file.sync_all()
}
