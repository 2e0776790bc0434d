//! Which of the known names a mistyped one may have meant.

/// How similar two names must be for one to be suggested for the other.
const ALIKE: f64 = 0.84;
/// How many characters of a name are compared.
const LONGEST: usize = 80;

/// The nearest of the names, if one is near.
pub(crate) fn nearest<'a>(wanted: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let wanted = folded(wanted);
    let scored = names.into_iter().map(|name| (strsim::jaro_winkler(&wanted, &folded(name)), name));
    let near = scored.filter(|(likeness, _)| *likeness >= ALIKE);
    near.reduce(|best, other| if other.0 > best.0 { other } else { best }).map(|(_, name)| name)
}

/// Case and what joins the words of a name do not count.
fn folded(name: &str) -> String {
    let letters = name.chars().take(LONGEST).filter(|letter| letter.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}
