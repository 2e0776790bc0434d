//! Strangers' names in sentences.

/// The longest name that is written out, in characters.
const LONGEST: usize = 80;

/// A name that a caller gave, as it can stand in a sentence: bounded, and without signs that cannot be seen.
pub(super) fn shown(name: &str) -> String {
    let mut shown: String =
        name.chars().take(LONGEST).map(|sign| if sign.is_control() { '\u{fffd}' } else { sign }).collect();
    if name.chars().nth(LONGEST).is_some() {
        shown.push('…');
    }
    if shown.trim().is_empty() {
        return "with an empty name".to_owned();
    }
    shown
}

/// Names as a sentence lists alternatives: `a`, `a or b`, `a, b or c`.
pub(super) fn listed(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [only] => (*only).to_owned(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}
