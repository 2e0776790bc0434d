//! A value that is never shown, and where it comes from.

mod command;

use std::fmt;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A value that is never shown: not by `Debug`, not in an error.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(Arc<str>);

impl Secret {
    /// Keeps a value from being shown.
    #[must_use]
    pub fn new(value: impl Into<Arc<str>>) -> Secret {
        Secret(value.into())
    }

    /// The value itself, for the request that needs it and the scrubber that looks for it.
    #[must_use]
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[secret]")
    }
}

/// Where a secret comes from. It is never in the text of a configuration.
///
/// ```
/// use candor_gateway::SecretSource;
///
/// let source = SecretSource::Command(vec!["printf".into(), "hunter2-production".into()]);
/// assert_eq!(source.read()?.reveal(), "hunter2-production");
/// # Ok::<(), candor_gateway::SecretError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SecretSource {
    /// An environment variable.
    Env(String),
    /// A file; a line break at its end is not part of the secret.
    File(PathBuf),
    /// What a program prints: its path or name, then its arguments. No shell reads them; a line break at the end of what it
    /// prints is not part of the secret.
    Command(Vec<String>),
}

/// Why a secret cannot be had. The message names the source and never the value.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct SecretError(pub(crate) String);

/// The longest secret, in bytes.
const LONGEST: usize = 64 * 1024;

impl SecretSource {
    /// Reads the secret. It blocks, for as long as a command runs: it is meant for the start of a program.
    ///
    /// # Errors
    ///
    /// It is missing, empty, not UTF-8, longer than 64 KiB, or the command failed or took longer than 30 s.
    pub fn read(&self) -> Result<Secret, SecretError> {
        match self {
            SecretSource::Env(name) => match std::env::var(name) {
                Ok(value) => checked(value.into_bytes(), &format!("the environment variable `{name}`")),
                Err(std::env::VarError::NotPresent) => {
                    Err(SecretError(format!("the environment variable `{name}` is not set")))
                }
                Err(std::env::VarError::NotUnicode(_)) => {
                    Err(SecretError(format!("the environment variable `{name}` is not UTF-8")))
                }
            },
            SecretSource::File(path) => {
                let bytes =
                    read(path).map_err(|error| SecretError(format!("cannot read `{}`: {error}", path.display())))?;
                checked(bytes, &format!("the file `{}`", path.display()))
            }
            SecretSource::Command(argv) => command::read(argv, command::TIME),
        }
    }
}

/// As much of a file as tells that it is too long.
fn read(path: &Path) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(LONGEST as u64 + 3).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn checked(bytes: Vec<u8>, source: &str) -> Result<Secret, SecretError> {
    // The bytes are not part of the error, which would hold them.
    let text = String::from_utf8(bytes).map_err(|_| SecretError(format!("{source} is not UTF-8")))?;
    let value = text.strip_suffix('\n').map_or(text.as_str(), |line| line.strip_suffix('\r').unwrap_or(line));
    match value.len() {
        0 => Err(SecretError(format!("{source} is empty"))),
        length if length > LONGEST => Err(SecretError(format!("{source} is longer than {} KiB", LONGEST / 1024))),
        _ => Ok(Secret::new(value)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(name: &str, content: &[u8]) -> SecretSource {
        let path = std::env::temp_dir().join(format!("candor-secret-{}-{name}", std::process::id()));
        std::fs::write(&path, content).unwrap();
        SecretSource::File(path)
    }

    #[test]
    fn the_line_break_at_the_end_of_a_file_is_not_part_of_the_secret() {
        for content in ["swordfish-77", "swordfish-77\n", "swordfish-77\r\n"] {
            let source = file("break", content.as_bytes());
            assert_eq!(source.read().unwrap().reveal(), "swordfish-77");
        }
        assert_eq!(file("two", b"a\n\n").read().unwrap().reveal(), "a\n");
    }

    #[test]
    fn what_is_no_secret_is_refused_without_showing_it() {
        let rows: [(&[u8], &str); 4] = [
            (b"", "is empty"),
            (b"\n", "is empty"),
            (b"swordfish\xff", "is not UTF-8"),
            (&[b'x'; 70_000], "is longer than 64 KiB"),
        ];
        for (content, complaint) in rows {
            let error = file("bad", content).read().unwrap_err().to_string();
            assert!(error.starts_with("the file `"), "{error}");
            assert!(error.ends_with(complaint), "{error}");
            assert!(!error.contains("swordfish"), "{error}");
        }
    }

    #[test]
    fn a_missing_source_is_named() {
        let error = SecretSource::Env("CANDOR_NO_SUCH_VARIABLE".into()).read().unwrap_err();
        assert_eq!(error.to_string(), "the environment variable `CANDOR_NO_SUCH_VARIABLE` is not set");
        let error = SecretSource::File("/nowhere/key".into()).read().unwrap_err();
        assert!(error.to_string().starts_with("cannot read `/nowhere/key`: "), "{error}");
    }

    #[test]
    fn a_secret_is_not_shown() {
        assert_eq!(format!("{:?}", Secret::new("swordfish-77")), "[secret]");
    }
}
