//! National identity numbers after a word that names them: `SSN: 078-05-1120`.

use crate::REDACTED;
use crate::rule::{Family, Findings, Hit, Rule, Triggers, explained};
use crate::text::{ALPHANUMERIC, Class, Text};

explained! {
    /// # What it removes
    ///
    /// A national identity number after a word that names it: `SSN`, `national insurance number`, `Aadhaar`, `tax ID`
    /// and others.
    ///
    /// # Why
    ///
    /// The number identifies a person for life and opens accounts in many countries.
    ///
    /// # Example
    ///
    /// ```text
    /// SSN: 078-05-1120 is registered already
    /// ```
    ///
    /// becomes
    ///
    /// ```text
    /// SSN: [redacted] is registered already
    /// ```
    ///
    /// # Instead
    ///
    /// Name the field: "this social security number is registered already".
    pub(crate) const RULE: Rule = Rule {
        id: "national-number",
        family: Family::People,
        placeholder: REDACTED,
        triggers: Triggers::Words(&[
            "ssn",
            "social security number",
            "national insurance number",
            "national id",
            "nhs number",
            "aadhaar",
            "passport number",
            "tax id",
            "codice fiscale",
        ]),
        window: 128,
        find,
    };
}

fn find(text: Text<'_>, hit: &Hit, found: &mut Findings<'_>) -> usize {
    const BETWEEN: Class = Class::of(" \t:=#\"'-");
    const SIGN: Class = Class::of("A-Z0-9 -");
    if text.is_before(hit.span.start, &ALPHANUMERIC) || text.is(hit.span.end, const { &Class::of("A-Za-z0-9_") }) {
        return hit.span.end;
    }
    let mut start = text.skip_at_most(hit.span.end, &BETWEEN, 8);
    for word in ["is ", "of "] {
        start += if text.starts_with(start, word) { word.len() } else { 0 };
    }
    let end = text.skip_at_most(start, &SIGN, 20);
    let number = text.get(start..end).trim_end_matches([' ', '-']);
    let digits = number.bytes().filter(u8::is_ascii_digit).count();
    if (6..=14).contains(&digits) && digits * 2 >= number.len() && !number.contains("  ") {
        found.take(start..start + number.len());
        return start + number.len();
    }
    hit.span.end
}

#[cfg(test)]
mod tests {
    use crate::Scrubber;

    #[test]
    fn a_named_number_is_removed() {
        let rows = [
            ("SSN: 078-05-1120 is taken", "SSN: [redacted] is taken"),
            ("passport number is 123456789", "passport number is [redacted]"),
        ];
        for (text, scrubbed) in rows {
            assert_eq!(Scrubber::new().scrub(text), scrubbed);
            assert_eq!(Scrubber::new().scrub(scrubbed), scrubbed);
        }
    }

    #[test]
    fn numbers_without_a_name_are_kept() {
        for text in ["078-05-1120", "order 123456789", "the SSN is required", "session 123456"] {
            assert_eq!(Scrubber::new().scrub(text), text);
        }
    }
}
