//! Warnings that a server declares itself, beside those of 000's registry.

use super::{Severity, WarningCode};
use crate::Discretion;
use crate::failure::message::is_blank;
use serde::ser::SerializeStruct;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Cow;

/// A warning of a server's own: its name, how much it matters, and what it means.
///
/// [`warning_code!`](crate::warning_code) makes one that the compiler has checked. A server that lists its warnings as data
/// serializes them: each is an object of `code`, `severity` and `meaning`.
///
/// ```
/// use candor::outcome::{OwnWarningCode, Success, Warning};
/// use candor::warning_code;
///
/// const STALE_RATES: OwnWarningCode =
///     warning_code!("STALE_RATES", Error, "The carrier is down; the rates are those of the last day that it was up.");
/// const ROUNDED: OwnWarningCode = warning_code!("ROUNDED", Info, "The price was rounded to whole cents.");
///
/// let success = Success::new(590).with_warning(Warning::own(STALE_RATES, "The rates are from 16 November."));
/// assert_eq!(success.warnings()[0].code_name(), Some("STALE_RATES"));
///
/// let list = serde_json::to_value([STALE_RATES, ROUNDED])?;
/// assert_eq!(list[0]["severity"], "error");
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct OwnWarningCode {
    name: Cow<'static, str>,
    severity: Severity,
    meaning: Cow<'static, str>,
}

/// An [`OwnWarningCode`], checked at compile time: name, severity (`Info`, `Warning`, `Error`), meaning.
#[macro_export]
macro_rules! warning_code {
    ($name:literal, $severity:ident, $meaning:literal) => {
        const { $crate::outcome::OwnWarningCode::literal($name, $crate::outcome::Severity::$severity, $meaning) }
    };
}

/// The name or the meaning cannot be those of an [`OwnWarningCode`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum InvalidWarningCode {
    /// The name is not in UPPER_SNAKE_CASE, or longer than [`OwnWarningCode::MAX_NAME_LEN`].
    #[error(
        "a warning is named in UPPER_SNAKE_CASE, such as STALE_RATES, with at most {} letters",
        OwnWarningCode::MAX_NAME_LEN
    )]
    Name,
    /// The registry has that name, with a severity of its own.
    #[error("the registry has a warning of this name: use `WarningCode`, or choose another name")]
    OfTheRegistry,
    /// The meaning is blank.
    #[error("say in one sentence what the warning means")]
    Meaning,
}

impl OwnWarningCode {
    /// The longest name, in bytes.
    pub const MAX_NAME_LEN: usize = 100;

    /// A warning that is known only when the server runs, such as one from its configuration.
    ///
    /// # Errors
    ///
    /// If the name is not in UPPER_SNAKE_CASE or is one of the registry's, or if the meaning is blank.
    pub fn new(
        name: impl Into<Cow<'static, str>>,
        severity: Severity,
        meaning: impl Into<Cow<'static, str>>,
    ) -> Result<OwnWarningCode, InvalidWarningCode> {
        let (name, meaning) = (name.into(), meaning.into());
        if !is_upper_snake_case(&name) {
            return Err(InvalidWarningCode::Name);
        }
        if is_of_the_registry(&name) {
            return Err(InvalidWarningCode::OfTheRegistry);
        }
        if is_blank(&meaning) {
            return Err(InvalidWarningCode::Meaning);
        }
        Ok(OwnWarningCode { name, severity, meaning })
    }

    /// A warning from literals, checked by the compiler through [`warning_code!`](crate::warning_code).
    #[doc(hidden)]
    #[must_use]
    pub const fn literal(name: &'static str, severity: Severity, meaning: &'static str) -> OwnWarningCode {
        assert!(is_upper_snake_case(name), "a warning is named in UPPER_SNAKE_CASE, such as \"STALE_RATES\"");
        assert!(!is_of_the_registry(name), "the registry has a warning of this name: use `WarningCode` for it");
        assert!(!meaning.trim_ascii().is_empty(), "say in one sentence what the warning means");
        OwnWarningCode { name: Cow::Borrowed(name), severity, meaning: Cow::Borrowed(meaning) }
    }

    /// The warning of another server, as it is there; none if the name is no identifier, so that no prose leaves as one.
    pub(super) fn foreign(name: &str, severity: Severity) -> Option<OwnWarningCode> {
        let is_identifier = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-.:".contains(&byte));
        let fits = is_identifier && (1..=OwnWarningCode::MAX_NAME_LEN).contains(&name.len());
        fits.then(|| OwnWarningCode { name: Cow::Owned(name.to_owned()), severity, meaning: Cow::Borrowed("") })
    }

    /// The name on the wire.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// How much it matters.
    #[must_use]
    pub fn severity(&self) -> Severity {
        self.severity
    }

    /// What it means; empty for a warning that another server declared.
    #[must_use]
    pub fn meaning(&self) -> &str {
        &self.meaning
    }

    /// The words of a warning without words of its own.
    pub(super) fn default_words(&self) -> Cow<'static, str> {
        self.meaning.clone()
    }

    /// The same if its name may leave. Part of a name is no name, so one with something sensitive does not leave at all.
    pub(super) fn disclose(self, discretion: &Discretion) -> Option<OwnWarningCode> {
        discretion.shows_name(&self.name).then_some(self)
    }
}

impl Serialize for OwnWarningCode {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("OwnWarningCode", 3)?;
        object.serialize_field("code", &self.name)?;
        object.serialize_field("severity", &self.severity)?;
        object.serialize_field("meaning", &self.meaning)?;
        object.end()
    }
}

/// Under the same rules as [`OwnWarningCode::new`].
impl<'de> Deserialize<'de> for OwnWarningCode {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        struct Declaration {
            code: String,
            severity: Severity,
            meaning: String,
        }
        let Declaration { code, severity, meaning } = Declaration::deserialize(deserializer)?;
        OwnWarningCode::new(code, severity, meaning).map_err(serde::de::Error::custom)
    }
}

const fn is_upper_snake_case(text: &str) -> bool {
    let bytes = text.as_bytes();
    let mut previous = b'_';
    let mut rest = bytes;
    while let [byte, tail @ ..] = rest {
        let word = byte.is_ascii_uppercase() || (byte.is_ascii_digit() && rest.len() != bytes.len());
        let joint = *byte == b'_' && previous != b'_';
        if !word && !joint {
            return false;
        }
        previous = *byte;
        rest = tail;
    }
    previous != b'_' && bytes.len() <= OwnWarningCode::MAX_NAME_LEN
}

const fn is_of_the_registry(name: &str) -> bool {
    let mut codes = WarningCode::ALL;
    while let [code, rest @ ..] = codes {
        if is_same_name(code.name().as_bytes(), name.as_bytes()) {
            return true;
        }
        codes = rest;
    }
    false
}

/// Whether [`WarningCode::from_name`] takes one for the other: underscores do not count.
const fn is_same_name(mut one: &[u8], mut other: &[u8]) -> bool {
    loop {
        match (one, other) {
            ([b'_', rest @ ..], _) => one = rest,
            (_, [b'_', rest @ ..]) => other = rest,
            ([a, rest @ ..], [b, others @ ..]) if *a == *b => (one, other) = (rest, others),
            ([], []) => return true,
            (_, _) => return false,
        }
    }
}
