//! A value that is never shown, and where it comes from.

use std::fmt;
use std::path::PathBuf;
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
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SecretSource {
    /// An environment variable.
    Env(String),
    /// A file; a line break at its end is not part of the secret.
    File(PathBuf),
    /// What a command prints; a line break at its end is not part of the secret.
    Command(Vec<String>),
}

/// Why a secret cannot be had. The message names the source and never the value.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct SecretError(pub(crate) String);

impl SecretSource {
    /// Reads the secret.
    ///
    /// # Errors
    ///
    /// It is missing, empty, not UTF-8, longer than 64 KiB, or the command failed or took longer than 30 s.
    pub fn read(&self) -> Result<Secret, SecretError> {
        match self {
            SecretSource::Env(name) => match std::env::var(name) {
                Ok(value) => checked(&value, || format!("the environment variable `{name}`")),
                Err(std::env::VarError::NotPresent) => {
                    Err(SecretError(format!("the environment variable `{name}` is not set")))
                }
                Err(std::env::VarError::NotUnicode(_)) => {
                    Err(SecretError(format!("the environment variable `{name}` is not UTF-8")))
                }
            },
            SecretSource::File(path) => {
                let text = std::fs::read_to_string(path)
                    .map_err(|error| SecretError(format!("cannot read `{}`: {error}", path.display())))?;
                checked(&text, || format!("the file `{}`", path.display()))
            }
            SecretSource::Command(_) => Err(SecretError("secrets from commands are not read".to_owned())),
        }
    }
}

fn checked(text: &str, source: impl Fn() -> String) -> Result<Secret, SecretError> {
    let value = text.strip_suffix('\n').map_or(text, |line| line.strip_suffix('\r').unwrap_or(line));
    if value.is_empty() {
        return Err(SecretError(format!("{} is empty", source())));
    }
    Ok(Secret::new(value))
}
