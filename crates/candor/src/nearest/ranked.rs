//! How similar two names are.
//!
//! This file is in `candor` and in `candor-macros`, neither of which can use the other's functions. A test of `candor`
//! compares the two.

/// How similar two names must be for one to be suggested for the other.
const ALIKE: f64 = 0.84;
/// The similarity of a name that contains what was written: `user_email` for `email`.
const CONTAINS: f64 = 0.86;
/// The least similarity of a name that is part of what was written, and the most that is added to it: `Timeout` for
/// `InvalidTimeout`. A longer part adds more.
const PART: (f64, f64) = (0.9, 0.09);
/// The shortest name that counts when it is contained in another.
const SHORTEST_CONTAINED: usize = 4;
/// How many names are compared.
const MOST_NAMES: usize = 1_000;
/// How many characters of a name are compared.
const LONGEST: usize = 80;

/// All names that a mistyped one may have meant, nearest first; equally near ones keep their order.
pub(crate) fn ranked<'a>(wanted: &str, names: impl Iterator<Item = &'a str>) -> impl Iterator<Item = &'a str> {
    let wanted = folded(wanted);
    let mut scored: Vec<_> = names
        .take(MOST_NAMES)
        .map(|name| (likeness(&wanted, &folded(name)), name))
        .filter(|(likeness, _)| *likeness >= ALIKE)
        .collect();
    scored.sort_by(|(left, _), (right, _)| right.total_cmp(left));
    scored.into_iter().map(|(_, name)| name)
}

fn likeness(wanted: &str, name: &str) -> f64 {
    let is_long_enough = wanted.len().min(name.len()) >= SHORTEST_CONTAINED;
    let likeness = if wanted.is_empty() || name.is_empty() { 0.0 } else { strsim::jaro_winkler(wanted, name) };
    if is_long_enough && wanted.contains(name) {
        let (least, more) = PART;
        likeness.max(least + more * name.len() as f64 / wanted.len() as f64)
    } else if is_long_enough && name.contains(wanted) {
        likeness.max(CONTAINS)
    } else {
        likeness
    }
}

/// Case and what joins the words of a name do not count.
fn folded(name: &str) -> String {
    let letters = name.chars().take(LONGEST).filter(|it| it.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}
