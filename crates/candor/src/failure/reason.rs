//! The machine-readable reason of a failure.

use serde::{Deserialize, Deserializer, Serialize};
use std::borrow::Cow;

/// Why it failed, as an identifier that programs can switch on: always snake_case.
///
/// ```
/// use candor::{Reason, reason};
///
/// assert_eq!(reason!("queue_full").as_str(), "queue_full");
/// assert!(Reason::new("Queue full").is_err());
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
#[serde(transparent)]
pub struct Reason(Cow<'static, str>);

impl Reason {
    /// The longest reason, in bytes.
    pub const MAX_LEN: usize = 100;

    /// A reason, if the text is snake_case: words of `a`-`z` and `0`-`9`, joined by single underscores,
    /// starting with a letter.
    ///
    /// # Errors
    ///
    /// [`InvalidReason`] if it is not, or is longer than [`Reason::MAX_LEN`].
    pub fn new(text: impl Into<Cow<'static, str>>) -> Result<Reason, InvalidReason> {
        let text = text.into();
        if is_snake_case(&text) { Ok(Reason(text)) } else { Err(InvalidReason(text.into_owned())) }
    }

    /// A reason from a literal, checked by the compiler through [`reason!`](crate::reason).
    #[doc(hidden)]
    #[must_use]
    pub const fn literal(text: &'static str) -> Reason {
        assert!(is_snake_case(text), "a reason is snake_case, such as \"queue_full\"");
        Reason(Cow::Borrowed(text))
    }

    /// Whether it is a part of the program, and not a value from outside, which may be anything that has the form of a reason.
    ///
    /// ```
    /// # use candor::{Reason, reason};
    /// assert!(reason!("queue_full").is_of_the_program());
    /// assert!(!Reason::from_foreign("QUEUE_FULL").is_some_and(|reason| reason.is_of_the_program()));
    /// ```
    #[must_use]
    pub fn is_of_the_program(&self) -> bool {
        matches!(self.0, Cow::Borrowed(_))
    }

    /// The reason nearest to a foreign identifier such as `USER_NOT_FOUND` or `OrderGone`; none for anything else, so
    /// that no prose leaves as a name.
    #[must_use]
    pub fn from_foreign(text: &str) -> Option<Reason> {
        let is_identifier = text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-.".contains(&byte));
        if !is_identifier || text.len() > Reason::MAX_LEN {
            return None;
        }
        let mut name = String::new();
        let mut previous = '_';
        for character in text.chars().take(Reason::MAX_LEN) {
            let starts_word = character.is_ascii_uppercase() && previous.is_ascii_lowercase();
            if (starts_word || !character.is_ascii_alphanumeric()) && !name.is_empty() && !name.ends_with('_') {
                name.push('_');
            }
            if character.is_ascii_alphanumeric() && !(name.is_empty() && character.is_ascii_digit()) {
                name.push(character.to_ascii_lowercase());
            }
            previous = character;
        }
        name.truncate(Reason::MAX_LEN);
        name.truncate(name.trim_end_matches('_').len());
        Reason::new(name).ok()
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// A [`Reason`] from a literal, checked at compile time.
#[macro_export]
macro_rules! reason {
    ($text:literal) => {
        const { $crate::Reason::literal($text) }
    };
}

impl From<crate::Code> for Reason {
    /// A failure that gives no reason of its own has its code's name.
    fn from(code: crate::Code) -> Reason {
        Reason(Cow::Borrowed(code.name()))
    }
}

impl std::fmt::Display for Reason {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(&self.0)
    }
}

impl<'de> Deserialize<'de> for Reason {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Reason::new(String::deserialize(deserializer)?).map_err(serde::de::Error::custom)
    }
}

/// The text is not a [`Reason`].
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "{:?} is not a reason: write it in snake_case, at most {} letters, such as queue_full",
    .0.chars().take(60).collect::<String>(),
    Reason::MAX_LEN
)]
pub struct InvalidReason(String);

const fn is_snake_case(text: &str) -> bool {
    let bytes = text.as_bytes();
    let mut previous = b'_';
    let mut rest = bytes;
    while let [byte, tail @ ..] = rest {
        let word = byte.is_ascii_lowercase() || (byte.is_ascii_digit() && rest.len() != bytes.len());
        let joint = *byte == b'_' && previous != b'_';
        if !word && !joint {
            return false;
        }
        previous = *byte;
        rest = tail;
    }
    previous != b'_' && bytes.len() <= Reason::MAX_LEN
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_is_snake_case_or_it_is_not_a_reason() {
        for good in ["a", "no_match", "http_404", "a1_b2"] {
            assert!(Reason::new(good).is_ok(), "{good}");
        }
        for bad in ["", "_", "a_", "_a", "a__b", "1a", "noMatch", "no-match", "no match", "não"] {
            assert!(Reason::new(bad).is_err(), "{bad}");
        }
        assert!(Reason::new("a".repeat(101)).is_err());
    }

    #[test]
    fn a_foreign_identifier_becomes_the_nearest_reason() {
        let rows = [
            ("USER_NOT_FOUND", Some("user_not_found")),
            ("OrderNotFound", Some("order_not_found")),
            ("queue-full", Some("queue_full")),
            ("com.example.QueueFull", Some("com_example_queue_full")),
            ("Queue full", None),
            ("/home/jane", None),
            ("404", None),
            ("--", None),
        ];
        for (foreign, reason) in rows {
            assert_eq!(Reason::from_foreign(foreign).as_ref().map(Reason::as_str), reason, "{foreign}");
        }
    }
}
