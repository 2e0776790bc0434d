//! Numbers of payment cards and bank accounts, by their check digits.

use crate::REDACTED;
use crate::rule::{Family, Findings, Hit, Rule, Triggers, explained};
use crate::text::{Class, Text};

explained! {
    /// # What it removes
    ///
    /// The number of a payment card (issuer, length and Luhn check digit are right) or of a bank account (IBAN with the
    /// right check digits), with or without spaces and hyphens.
    ///
    /// # Why
    ///
    /// PCI DSS forbids a full card number in logs and messages; both numbers belong to a person.
    ///
    /// # Example
    ///
    /// ```text
    /// card 4111 1111 1111 1111 was declined
    /// ```
    ///
    /// becomes
    ///
    /// ```text
    /// card [redacted] was declined
    /// ```
    ///
    /// # Instead
    ///
    /// Show the last four digits: "the card ending in 1111 was declined".
    pub(crate) const RULE: Rule = Rule {
        id: "card-number",
        family: Family::Secrets,
        placeholder: REDACTED,
        triggers: Triggers::DigitGroups,
        window: 1024,
        find,
    };
}

fn find(text: Text<'_>, hit: &Hit, found: &mut Findings<'_>) -> usize {
    const JOINED: Class = Class::of("A-Za-z0-9_.");
    let all = text.get(hit.span.clone());
    let start = hit.span.start + all.len() - all.trim_start_matches([' ', '-']).len();
    let number = all.trim_matches([' ', '-']);
    let end = start + number.len();
    let is_joined = text.is_before(start, &JOINED)
        || text.is(end, const { &Class::of("A-Za-z0-9_") })
        || number.contains("  ")
        || number.contains("--");
    if !is_joined && is_card(number) {
        found.take(start..end);
    } else if let Some(country) = start.checked_sub(2).filter(|at| is_account(text, *at, end)) {
        found.take(country..end);
    }
    hit.span.end
}

/// Whether length and prefix are those of an issuer, and the Luhn check digit is right.
fn is_card(number: &str) -> bool {
    let digits: Vec<u32> = number.chars().filter_map(|sign| sign.to_digit(10)).take(20).collect();
    let prefix = digits.iter().take(4).fold(0, |sum, digit| sum * 10 + digit);
    let is_issued = match digits.len() {
        14 => matches!(prefix, 3000..=3059 | 3600..=3699 | 3800..=3999),
        15 => matches!(prefix, 3400..=3499 | 3700..=3799),
        16 => matches!(prefix, 2221..=2720 | 3528..=3589 | 4000..=4999 | 5100..=5599 | 6011 | 6200..=6599),
        19 => matches!(prefix, 4000..=4999 | 6200..=6299),
        _ => false,
    };
    let groups = number.split([' ', '-']).count();
    let is_grouped = groups == 1 || number.split([' ', '-']).all(|group| group.len() >= 3) && groups <= 5;
    is_issued && is_grouped && luhn(&digits)
}

fn luhn(digits: &[u32]) -> bool {
    let doubled = |digit: u32| if digit > 4 { digit * 2 - 9 } else { digit * 2 };
    let sum: u32 =
        digits.iter().rev().enumerate().map(|(at, digit)| if at % 2 == 1 { doubled(*digit) } else { *digit }).sum();
    sum.is_multiple_of(10)
}

/// An IBAN: two letters first, and a remainder of 1 modulo 97.
fn is_account(text: Text<'_>, start: usize, end: usize) -> bool {
    let account = text.get(start..end);
    let is_shaped = account.bytes().take(2).all(|byte| byte.is_ascii_uppercase())
        && !text.is_before(start, const { &Class::of("A-Za-z0-9_") })
        && !account.contains('-')
        && (15..=42).contains(&account.len());
    let (head, tail) = account.split_at_checked(4).unwrap_or_default();
    let value = |sign: char| sign.to_digit(36).map(u64::from);
    let remainder = tail.chars().chain(head.chars()).filter(|sign| *sign != ' ').try_fold(0, |sum, sign| {
        let value = value(sign)?;
        Some((sum * if value > 9 { 100 } else { 10 } + value) % 97)
    });
    is_shaped && remainder == Some(1)
}

#[cfg(test)]
mod tests {
    use crate::Scrubber;

    #[test]
    fn a_card_and_an_account_are_removed() {
        let rows = [
            ("card 4111 1111 1111 1111 was declined", "card [redacted] was declined"),
            ("card 5555-5555-5555-4444", "card [redacted]"),
            ("378282246310005", "[redacted]"),
            ("IBAN DE89 3704 0044 0532 0130 00.", "IBAN [redacted]."),
        ];
        for (text, scrubbed) in rows {
            assert_eq!(Scrubber::new().scrub(text), scrubbed);
        }
    }

    #[test]
    fn numbers_with_a_wrong_check_digit_or_prefix_are_kept() {
        for text in
            ["4111 1111 1111 1112", "1626280496000", "1111222233334444", "0.4111111111111111", "2026-11-15 18-30-00"]
        {
            assert_eq!(Scrubber::new().scrub(text), text);
        }
    }
}
