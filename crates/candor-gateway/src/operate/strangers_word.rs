//! What a caller or an API wrote, made fit for a log: short, on one line, without a secret.

use super::served_policy::Secrets;
use crate::context::FailureFacts;
use std::borrow::Cow;
use std::fmt::Write;

/// The most characters of it that are kept.
const LONGEST: usize = 96;
/// The most bytes of it that are looked at. What is cut off may be half a secret, so more is scrubbed than is kept.
const LOOKED_AT: usize = 1_024;

/// The word as it may stand in a log: at most 96 characters, without line breaks, control characters and those that change the
/// direction of a text, and without secrets.
pub(super) fn told<'a>(word: &'a str, secrets: &Secrets) -> Cow<'a, str> {
    let cut = word.get(..word.floor_char_boundary(LOOKED_AT)).unwrap_or_default();
    let scrubbed = if is_plain(word) { Cow::Borrowed(word) } else { secrets.scrub(cut) };
    if scrubbed.chars().count() <= LONGEST && cut.len() == word.len() && !scrubbed.chars().any(is_unfit) {
        return scrubbed;
    }
    let mut told = String::with_capacity(LONGEST + 8);
    for letter in scrubbed.chars().take(LONGEST) {
        if is_unfit(letter) {
            // Writing to a string cannot fail.
            let _ = write!(told, "\\u{{{:x}}}", u32::from(letter));
        } else {
            told.push(letter);
        }
    }
    if told.len() < scrubbed.len() || cut.len() < word.len() {
        told.push('…');
    }
    Cow::Owned(told)
}

/// The reason of a failure as it may be told: one that an API has made up gives way to the code's name if it holds a secret, as it does
/// in what the caller gets. That its case and its punctuation were changed hides none.
pub(super) fn told_reason<'a>(facts: &'a FailureFacts, secrets: &Secrets) -> &'a str {
    let is_clean = || matches!(secrets.scrub(&facts.reason), Cow::Borrowed(_));
    match facts.is_foreign_reason && (secrets.are_loosely_in(&facts.reason) || !is_clean()) {
        true => facts.code.name(),
        false => &facts.reason,
    }
}

/// A number, such as most ids of requests are, holds no secret.
fn is_plain(word: &str) -> bool {
    word.len() <= 10 && word.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_unfit(letter: char) -> bool {
    letter.is_control()
        || matches!(letter, '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use candor::FailurePolicy;

    #[test]
    fn a_hostile_name_stays_on_its_line_and_is_short() {
        let secrets = Secrets::of(&FailurePolicy::new().with_secret("marlin-4711-secret"));
        assert_eq!(told("get\r\nPOST\u{1b}[2J\u{202e}", &secrets), "get\\u{d}\\u{a}POST\\u{1b}[2J\\u{202e}");
        let long = told(&"é".repeat(5_000), &secrets).into_owned();
        assert_eq!((long.chars().count(), long.ends_with('…')), (LONGEST + 1, true));
        assert_eq!(told("marlin-4711-secret", &secrets), "[redacted]");
        assert_eq!(told("17", &secrets), "17");
    }
}
