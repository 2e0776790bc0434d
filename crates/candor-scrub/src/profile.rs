//! How much a scrubber removes.

use super::rule::Family;
use std::str::FromStr;

/// How much a scrubber removes.
///
/// No profile lets out a secret, a path, a stack trace, a statement of SQL or personal data: they belong where only the
/// operator reads, such as in Candor's incidents. What a profile may let out is where things are in the network, and what drivers and validators print.
///
/// ```
/// use candor_scrub::{Profile, Scrubber};
///
/// let text = "login with password=hunter2 at db1.shop.internal failed, see /home/jane/shop/auth.log";
/// let balanced = Scrubber::new().with_profile(Profile::Balanced);
/// assert_eq!(balanced.scrub(text), "login with password=[redacted] at db1.shop.internal failed, see [path]");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Profile {
    /// Everything that a rule finds: for unknown callers.
    #[default]
    Strict,
    /// The same, but private addresses, internal hosts and accounts in a cloud are kept: for callers of the same
    /// organisation.
    Balanced,
    /// The same as balanced, but what drivers and validators print is kept, too: for the developers of the server.
    Development,
}

impl Profile {
    /// Every profile, strictest first.
    pub const ALL: &'static [Profile] = &[Profile::Strict, Profile::Balanced, Profile::Development];

    /// Its name in configuration and on the command line.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Profile::Strict => "strict",
            Profile::Balanced => "balanced",
            Profile::Development => "development",
        }
    }

    /// Whether rules of this family run.
    #[must_use]
    pub const fn removes(self, family: Family) -> bool {
        match family {
            Family::Secrets | Family::Paths | Family::Internals | Family::People => true,
            Family::Places => matches!(self, Profile::Strict),
            Family::Diagnostics => matches!(self, Profile::Strict | Profile::Balanced),
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
#[error("there is no such profile; use strict, balanced or development")]
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
    use crate::Scrubber;

    #[test]
    fn every_profile_is_parsed_from_its_name() {
        for profile in Profile::ALL {
            assert_eq!(profile.as_str().parse(), Ok(*profile));
        }
        assert!("off-for-development".parse::<Profile>().is_err());
    }

    #[test]
    fn no_profile_lets_out_a_secret_a_path_a_trace_a_statement_or_an_address_of_a_person() {
        let text = "password=hunter2 of jane@corp.io in /home/jane/shop/auth.log and app.models.order: \
                    SELECT id FROM orders WHERE city = 'Ulm'\n\tat shop.Cart.add(Cart.java:12)";
        for profile in Profile::ALL {
            let scrubbed = Scrubber::new().with_profile(*profile).scrub(text).into_owned();
            for part in ["hunter2", "jane", "auth.log", "SELECT", "Ulm", "Cart"] {
                assert!(!scrubbed.contains(part), "{profile}: {scrubbed}");
            }
        }
    }

    #[test]
    fn each_profile_removes_less_than_the_one_before() {
        let text = "db1.shop.internal says DETAIL:  Failing row contains (7, Ulm, 2026).";
        let scrubbed = |profile| Scrubber::new().with_profile(profile).scrub(text).into_owned();
        let (host, row) = ("db1.shop.internal", "(7, Ulm, 2026)");
        let shown = |profile| (scrubbed(profile).contains(host), scrubbed(profile).contains(row));
        assert_eq!(shown(Profile::Strict), (false, false), "{}", scrubbed(Profile::Strict));
        assert_eq!(shown(Profile::Balanced), (true, false), "{}", scrubbed(Profile::Balanced));
        assert_eq!(shown(Profile::Development), (true, true), "{}", scrubbed(Profile::Development));
    }
}
