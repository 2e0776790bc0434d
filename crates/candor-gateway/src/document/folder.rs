//! Which files may be read: those in the folder of the first one, and no others.

use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

/// The folder of the file that was named, with all links followed.
#[derive(Debug)]
pub(super) struct Folder {
    real: PathBuf,
    /// The folder as it was named, for reports.
    shown: PathBuf,
}

/// A file that may be read.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct AllowedFile {
    real: PathBuf,
}

impl Folder {
    /// The folder of a file, and the file.
    pub(super) fn of(file: &Path) -> Result<(Folder, AllowedFile), String> {
        let real = fs::canonicalize(file).map_err(|error| cannot_be_read(&error))?;
        let folder = real.parent().unwrap_or(Path::new("/")).to_owned();
        let shown = file.parent().unwrap_or(Path::new("")).to_owned();
        Ok((Folder { real: folder, shown }, AllowedFile { real }))
    }

    /// The file that a reference in another file names.
    pub(super) fn file(&self, from: &AllowedFile, reference: &str) -> Result<AllowedFile, String> {
        if reference.starts_with('/') || reference.contains('\\') {
            return Err(format!("`{reference}` is not a path within the folder of the document"));
        }
        let real = fs::canonicalize(from.real.parent().unwrap_or(&self.real).join(reference))
            .map_err(|error| format!("the file `{reference}` {}", cannot_be_read(&error)))?;
        if real.starts_with(&self.real) {
            Ok(AllowedFile { real })
        } else {
            Err(format!("`{reference}` is outside of the folder of the document; it is not read"))
        }
    }

    /// The name of a file for reports.
    pub(super) fn name(&self, file: &AllowedFile) -> String {
        let within = file.real.strip_prefix(&self.real).unwrap_or(&file.real);
        self.shown.join(within).display().to_string()
    }
}

impl AllowedFile {
    /// The text of the file, without a byte order mark.
    pub(super) fn read(&self, max_bytes: u64) -> Result<String, String> {
        // A pipe or a device may never end, and opening it may never return.
        if !fs::metadata(&self.real).map_err(|error| cannot_be_read(&error))?.is_file() {
            return Err("is not a file".to_owned());
        }
        let file = File::open(&self.real).map_err(|error| cannot_be_read(&error))?;
        let mut bytes = Vec::new();
        file.take(max_bytes + 1).read_to_end(&mut bytes).map_err(|error| cannot_be_read(&error))?;
        if bytes.len() as u64 > max_bytes {
            return Err(format!("is larger than {max_bytes} bytes"));
        }
        let mut text = String::from_utf8(bytes)
            .map_err(|error| format!("is not UTF-8 at byte {}", error.utf8_error().valid_up_to()))?;
        if text.starts_with('\u{feff}') {
            text.drain(..'\u{feff}'.len_utf8());
        }
        Ok(text)
    }

    pub(super) fn path(&self) -> &Path {
        &self.real
    }

    pub(super) fn is_named_json(&self) -> bool {
        self.real.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("json"))
    }
}

fn cannot_be_read(error: &std::io::Error) -> String {
    format!("cannot be read: {error}")
}
