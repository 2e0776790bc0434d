//! How much a scrubber removes.

use super::rule::Family;
use std::str::FromStr;

/// How much a scrubber removes. Secrets go in every profile.
///
/// ```
/// use candor_scrub::{Profile, Scrubber};
///
/// let text = "login with password=hunter2 failed, see /home/jane/shop/auth.log";
/// let balanced = Scrubber::new().with_profile(Profile::Balanced);
/// assert_eq!(balanced.scrub(text), "login with password=[redacted] failed, see /home/jane/shop/auth.log");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Profile {
    /// Secrets, places, internals and people: for unknown callers.
    #[default]
    Strict,
    /// Secrets, internals and people; paths, addresses and hosts are kept: for callers of the same organisation.
    Balanced,
    /// Secrets only: for the developers of the server.
    OffForDevelopment,
}

impl Profile {
    /// Every profile, strictest first.
    pub const ALL: &'static [Profile] = &[Profile::Strict, Profile::Balanced, Profile::OffForDevelopment];

    /// Its name in configuration and on the command line.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Profile::Strict => "strict",
            Profile::Balanced => "balanced",
            Profile::OffForDevelopment => "off-for-development",
        }
    }

    /// Whether rules of this family run.
    #[must_use]
    pub const fn removes(self, family: Family) -> bool {
        match (self, family) {
            (Profile::Strict, _) | (_, Family::Secrets) => true,
            (Profile::Balanced, Family::Internals | Family::People) => true,
            (Profile::Balanced, Family::Places) => false,
            (Profile::OffForDevelopment, Family::Places | Family::Internals | Family::People) => false,
        }
    }
}

impl std::fmt::Display for Profile {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

/// There is no profile of that name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("there is no such profile; use strict, balanced or off-for-development")]
pub struct UnknownProfile(());

impl FromStr for Profile {
    type Err = UnknownProfile;

    fn from_str(name: &str) -> Result<Profile, UnknownProfile> {
        Profile::ALL.iter().copied().find(|profile| profile.as_str() == name).ok_or(UnknownProfile(()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_profile_is_parsed_from_its_name_and_removes_secrets() {
        for profile in Profile::ALL {
            assert_eq!(profile.as_str().parse(), Ok(*profile));
            assert!(profile.removes(Family::Secrets));
        }
        assert!("lenient".parse::<Profile>().is_err());
    }
}
