//! The passwords that attackers try first: a common word and a number, such as `letmein` followed by `42`.

use crate::REDACTED;
use crate::rule::{Family, Findings, Hit, Rule, Triggers, explained};
use crate::text::{Class, DIGIT, Text};

explained! {
    /// # What it removes
    ///
    /// A password that attackers try first, anywhere in a text: a common stem and a number of two to six digits, such
    /// as `letmein` and a year.
    ///
    /// # Why
    ///
    /// Such a word is hardly ever anything but a password.
    ///
    /// # Example
    ///
    /// ```text
    /// login as jane with letmein2024 failed
    /// ```
    ///
    /// becomes
    ///
    /// ```text
    /// login as jane with [redacted] failed
    /// ```
    ///
    /// # Instead
    ///
    /// Never repeat what was typed into a password field: "the password is wrong".
    pub(crate) const RULE: Rule = Rule {
        id: "common-password",
        family: Family::Secrets,
        placeholder: REDACTED,
        triggers: Triggers::Words(&STEMS),
        window: 64,
        find,
    };
}

const STEMS: [&str; 33] = [
    "password",
    "passw0rd",
    "p@ssword",
    "p@ssw0rd",
    "p@55w0rd",
    "p4ssw0rd",
    "pa$$word",
    "pa$$w0rd",
    "pa55word",
    "passwd",
    "letmein",
    "qwerty",
    "qwertyuiop",
    "qazwsx",
    "asdfgh",
    "zxcvbn",
    "welcome",
    "iloveyou",
    "changeme",
    "trustno1",
    "dragon",
    "monkey",
    "sunshine",
    "princess",
    "football",
    "baseball",
    "superman",
    "batman",
    "shadow",
    "starwars",
    "whatever",
    "hunter",
    "admin",
];

/// Characters that continue a word of code, a path or a name.
const WITHIN: Class = Class::of("A-Za-z0-9_./\\:=@#%$&+[({<-");
/// Characters that may follow: the end of a sentence or of quotes.
const CLOSING: Class = Class::of(" \t\r\n\"'`,;.!?)]}>");

fn find(text: Text<'_>, hit: &Hit, found: &mut Findings<'_>) -> usize {
    let digits = text.skip_at_most(hit.span.end, &DIGIT, 7);
    let end = digits + usize::from(text.byte(digits) == Some(b'!'));
    let is_number = (2..=6).contains(&(digits - hit.span.end));
    let ends =
        end >= text.len() || text.is(end, &CLOSING) && !(text.byte(end) == Some(b'.') && text.is(end + 1, &WITHIN));
    if !is_number || !ends || text.is_before(hit.span.start, &WITHIN) {
        return hit.from;
    }
    found.take(hit.span.start..end);
    end
}

#[cfg(test)]
mod tests {
    use crate::Scrubber;

    #[test]
    fn a_common_password_is_removed() {
        for stem in super::STEMS {
            for number in ["42", "123", "2024", "123456", "99!"] {
                assert_eq!(Scrubber::new().scrub(&format!("tried '{stem}{number}' twice")), "tried '[redacted]' twice");
            }
        }
    }

    #[test]
    fn names_and_paths_with_such_words_are_kept() {
        for text in [
            "password1 is too short",
            "password_123",
            "welcome2024.html",
            "v1/admin42/home",
            "host=admin123.example.com",
            "my-admin123-pod",
            "qwerty12345678",
            "order_admin123",
        ] {
            assert_eq!(Scrubber::new().scrub(text), text);
        }
    }
}
