//! What is kept in one text although a rule finds it.

use crate::people::email;
use crate::rule::{Family, Finding};
use crate::secrets::opaque_token;

/// What is kept in one text although a rule finds it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Keep<'a> {
    /// Nothing: all that the rules find is removed.
    #[default]
    Nothing,
    /// Paths, addresses and hosts: for an address that the reader sent.
    PathsAndPlaces,
    /// A text that is nothing but a hexadecimal word: for a value that was [judged by its name](crate::is_token_under).
    LoneHash,
    /// E-mail addresses in domains that are reserved for examples, such as `user@example.com`: for a hint
    /// of unknown origin.
    ExampleAddresses,
    /// E-mail addresses that are in these texts, too: what the author of the program wrote, for a text in which other parts
    /// were inserted at run time.
    AddressesIn(&'a [&'a str]),
}

impl Keep<'_> {
    /// Whether the finding is kept.
    pub(crate) fn keeps(self, text: &str, finding: &Finding) -> bool {
        let address = || text.get(finding.span.clone()).filter(|_| finding.id == email::RULE.id);
        match self {
            Keep::Nothing => false,
            Keep::LoneHash => {
                finding.id == opaque_token::RULE.id
                    && finding.span == (0..text.len())
                    && opaque_token::is_lone_hash(text)
            }
            Keep::PathsAndPlaces => matches!(finding.family, Family::Paths | Family::Places),
            Keep::ExampleAddresses => address().is_some_and(email::is_example),
            Keep::AddressesIn(texts) => {
                address().is_some_and(|address| texts.iter().any(|text| email::is_in(address, text)))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Scrubber;

    #[test]
    fn only_an_address_that_is_in_the_given_texts_is_kept() {
        let written = ["Write as user@domain.com to ", "@shop.io, or to x.ann@corp.io."];
        let rows = [
            (
                "Write as user@domain.com to ann@shop.io, or to x.ann@corp.io.",
                "Write as user@domain.com to [email], or to x.ann@corp.io.",
            ),
            ("ann@corp.io", "[email]"),
            ("user@domain.com.evil.io", "[email]"),
            ("xuser@domain.com", "[email]"),
            ("user@domain.com wrote", "user@domain.com wrote"),
        ];
        let scrub = |scrubber: &Scrubber, text: &str| {
            scrubber.scrub_reporting(text, Keep::AddressesIn(&written), &mut Vec::new()).into_owned()
        };
        for (text, scrubbed) in rows {
            assert_eq!(scrub(&Scrubber::new(), text), scrubbed);
        }
        let secret = Scrubber::new().with_secret("user@domain.com");
        assert_eq!(scrub(&secret, "user@domain.com wrote"), "[redacted] wrote");
    }
}
