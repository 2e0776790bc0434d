//! Telephone numbers in international form, which is distinct from other numbers: `+49 30 901820`, `tel:…`.

use crate::REDACTED;
use crate::rule::{Family, Findings, Hit, LONGEST_WINDOW, Rule, Triggers, explained};
use crate::text::{Class, Text};

explained! {
    /// # What it removes
    ///
    /// A telephone number in international form: `+`, and 10 to 15 digits with or without spaces, dots, brackets and
    /// hyphens.
    ///
    /// # Why
    ///
    /// A number is personal data.
    ///
    /// # Example
    ///
    /// ```text
    /// SMS to +49 30 901820-12 was not delivered
    /// ```
    ///
    /// becomes
    ///
    /// ```text
    /// SMS to [redacted] was not delivered
    /// ```
    ///
    /// # Instead
    ///
    /// Show the last digits, or name the account by its id.
    pub(crate) const RULE: Rule = Rule {
        id: "phone-number",
        family: Family::People,
        placeholder: REDACTED,
        triggers: Triggers::Words(&["+"]),
        window: LONGEST_WINDOW,
        find,
    };
}

fn find(text: Text<'_>, hit: &Hit, found: &mut Findings<'_>) -> usize {
    const SIGN: Class = Class::of("0-9 ().-");
    const LONGEST: usize = 28;
    let end = text.skip_at_most(hit.span.end, &SIGN, LONGEST);
    let number = text.get(hit.span.end..end).trim_end_matches([' ', '.', '(', '-', ')']);
    let digits = number.bytes().filter(u8::is_ascii_digit).count();
    let is_number = (10..=15).contains(&digits)
        && number.starts_with(|first: char| ('1'..='9').contains(&first))
        && !number.contains("  ")
        && !number.contains("..")
        && !number.contains("000000")
        && !text.is_before(hit.span.start, const { &Class::of("A-Za-z0-9_+/.)") })
        && !text.is(hit.span.end + number.len(), const { &Class::of("A-Za-z0-9_+/=") });
    if is_number {
        found.take(hit.span.start..hit.span.end + number.len());
    }
    hit.span.end + number.len()
}

#[cfg(test)]
mod tests {
    use crate::Scrubber;

    #[test]
    fn an_international_number_is_removed() {
        let rows = [
            ("call +49 30 90182 0199, please", "call [redacted], please"),
            ("tel:+14155550123", "tel:[redacted]"),
            ("(+1 (415) 555-0123)", "([redacted])"),
        ];
        for (text, scrubbed) in rows {
            assert_eq!(Scrubber::new().scrub(text), scrubbed);
        }
    }

    #[test]
    fn sums_time_zones_and_other_numbers_are_kept() {
        for text in ["1 + 2345678901", "2026-11-15 18:30 +0200", "+1", "555-0123", "a+12345678901234"] {
            assert_eq!(Scrubber::new().scrub(text), text);
        }
    }
}
