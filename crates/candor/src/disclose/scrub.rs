//! Removes from text what a caller must not see. One file per rule; [`RULES`] is their registry.

mod configured_secret;
mod email;
mod file_path;
mod opaque_token;
mod query_parameter;
mod sensitive_assignment;
mod sensitive_name;
mod triggers;
mod url_credentials;

pub(crate) use sensitive_name::{is_sensitive_name, names_a_secret};

use std::borrow::Cow;
use std::ops::Range;
use triggers::Triggers;

/// What stands in place of a secret.
pub(crate) const REDACTED: &str = "[redacted]";
/// What stands in place of a file path.
const PATH: &str = "[path]";
/// What stands in place of an e-mail address.
const EMAIL: &str = "[email]";

/// Every rule, strongest first: where two overlap, the earlier one's placeholder stays.
static RULES: [Rule; 6] = [
    url_credentials::RULE,
    query_parameter::RULE,
    sensitive_assignment::RULE,
    opaque_token::RULE,
    email::RULE,
    file_path::RULE,
];

/// One thing that is removed from text: how it is called, how it is found, and what stands in its place.
///
/// A rule's search is linear in the text and finds nothing in its own placeholder but that placeholder. It runs only
/// on text that has one of its triggers.
struct Rule {
    id: &'static str,
    placeholder: &'static str,
    triggers: Triggers,
    find: fn(&str, &mut dyn FnMut(Range<usize>)),
}

/// Removes secrets, paths and addresses from text before it leaves.
///
/// ```
/// use candor::disclose::Scrubber;
///
/// let scrubber = Scrubber::new().with_secret("hunter2-production");
/// assert_eq!(
///     scrubber.scrub("login as admin with hunter2-production at postgres://app:pw@db/orders failed"),
///     "login as admin with [redacted] at postgres://[redacted]@db/orders failed",
/// );
/// assert_eq!(scrubber.scrub("GET /orders/17 and/or retry"), "GET /orders/17 and/or retry");
/// ```
#[derive(Clone, Default)]
pub struct Scrubber {
    secrets: Vec<Box<str>>,
}

/// One place in a text that a rule takes out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Removal {
    /// The rule's id.
    pub rule: &'static str,
    /// The bytes that are taken out.
    pub span: Range<usize>,
    /// What is put in their place.
    pub placeholder: &'static str,
}

impl Scrubber {
    /// Secrets shorter than this are not looked for: they would take ordinary words with them.
    pub const SHORTEST_SECRET: usize = 4;

    /// A scrubber with all rules and no secrets of its own.
    #[must_use]
    pub const fn new() -> Scrubber {
        Scrubber { secrets: Vec::new() }
    }

    /// The scrubber that is used where none was configured.
    #[must_use]
    pub fn standard() -> &'static Scrubber {
        static STANDARD: Scrubber = Scrubber::new();
        &STANDARD
    }

    /// The same, and this exact text is removed wherever it stands.
    ///
    /// Text shorter than [`Scrubber::SHORTEST_SECRET`] bytes, and text that a placeholder contains, is not a secret.
    #[must_use]
    pub fn with_secret(mut self, secret: impl Into<String>) -> Scrubber {
        let secret = secret.into();
        let in_placeholder = [REDACTED, PATH, EMAIL].iter().any(|placeholder| placeholder.contains(&secret));
        if secret.len() >= Self::SHORTEST_SECRET && !in_placeholder {
            self.secrets.push(secret.into_boxed_str());
        }
        self
    }

    /// The text without what must not be seen; untouched text is not copied.
    #[must_use]
    pub fn scrub<'t>(&self, text: &'t str) -> Cow<'t, str> {
        self.scrub_by(text, &mut Vec::new(), |_| true)
    }

    /// The same, and a note of every rule that took something out.
    pub(crate) fn scrub_noting<'t>(&self, text: &'t str, rules: &mut Vec<&'static str>) -> Cow<'t, str> {
        self.scrub_by(text, rules, |_| true)
    }

    /// The same, but paths stay.
    pub(crate) fn scrub_but_paths<'t>(&self, text: &'t str, rules: &mut Vec<&'static str>) -> Cow<'t, str> {
        self.scrub_by(text, rules, |rule| rule.placeholder != PATH)
    }

    /// What is taken out can bring to light what a rule did not see before, such as a path that was part of a longer
    /// word. So it goes on until nothing changes, which a few passes bring about.
    fn scrub_by<'t>(&self, text: &'t str, rules: &mut Vec<&'static str>, chosen: fn(&Rule) -> bool) -> Cow<'t, str> {
        const MOST_PASSES: usize = 8;
        let mut scrubbed = Cow::Borrowed(text);
        for _ in 0..MOST_PASSES {
            let removals = self.removals_by(&scrubbed, chosen);
            let next = replace(&scrubbed, &removals);
            if removals.is_empty() || next == scrubbed {
                break;
            }
            note(&removals, rules);
            scrubbed = Cow::Owned(next.into_owned());
        }
        scrubbed
    }

    /// Whether a name has the words of a configured secret, whatever stands between them.
    pub(crate) fn hides(&self, name: &str) -> bool {
        let plain = |text: &str| text.chars().filter(|it| it.is_alphanumeric()).collect::<String>().to_lowercase();
        let is_within = |secret: &str| secret.len() >= Self::SHORTEST_SECRET && plain(name).contains(secret);
        self.secrets.iter().any(|secret| is_within(&plain(secret)))
    }

    /// The length of the longest secret that it was configured with.
    pub(crate) fn longest_secret(&self) -> usize {
        self.secrets.iter().map(|secret| secret.len()).max().unwrap_or_default()
    }

    /// What would be removed from the text, in order, without overlaps.
    #[must_use]
    pub fn removals(&self, text: &str) -> Vec<Removal> {
        self.removals_by(text, |_| true)
    }

    fn removals_by(&self, text: &str, chosen: fn(&Rule) -> bool) -> Vec<Removal> {
        let mut found = Vec::new();
        configured_secret::find(&self.secrets, text, &mut |span| {
            found.push(Removal { rule: configured_secret::ID, span, placeholder: REDACTED });
        });
        let triggers = Triggers::of(text);
        for rule in RULES.iter().filter(|rule| rule.triggers.meets(triggers) && chosen(rule)) {
            (rule.find)(text, &mut |span| {
                found.push(Removal { rule: rule.id, span, placeholder: rule.placeholder });
            });
        }
        if found.len() > 1 {
            found = without_overlaps(found);
        }
        found
    }
}

/// Shows how many secrets there are, never which.
impl std::fmt::Debug for Scrubber {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Scrubber").field("secrets", &self.secrets.len()).finish_non_exhaustive()
    }
}

fn note(removals: &[Removal], rules: &mut Vec<&'static str>) {
    for removal in removals {
        if !rules.contains(&removal.rule) {
            rules.push(removal.rule);
        }
    }
}

/// Joins removals that overlap. The sort is stable, so of those with one start the strongest rule's comes first.
fn without_overlaps(mut found: Vec<Removal>) -> Vec<Removal> {
    found.sort_by_key(|removal| removal.span.start);
    let mut joined: Vec<Removal> = Vec::with_capacity(found.len());
    for removal in found {
        match joined.last_mut() {
            Some(last) if removal.span.start < last.span.end => last.span.end = last.span.end.max(removal.span.end),
            _ => joined.push(removal),
        }
    }
    joined
}

fn replace<'t>(text: &'t str, removals: &[Removal]) -> Cow<'t, str> {
    if removals.is_empty() {
        return Cow::Borrowed(text);
    }
    let mut scrubbed = String::with_capacity(text.len());
    let mut end = 0;
    for removal in removals {
        scrubbed.push_str(text.get(end..removal.span.start).unwrap_or_default());
        scrubbed.push_str(removal.placeholder);
        end = removal.span.end;
    }
    scrubbed.push_str(text.get(end..).unwrap_or_default());
    Cow::Owned(scrubbed)
}

/// The start of the run of bytes before `at` that satisfy `wanted`.
fn run_before(text: &str, at: usize, wanted: impl Fn(u8) -> bool) -> usize {
    let before = text.as_bytes().get(..at).unwrap_or_default();
    at - before.iter().rev().take_while(|byte| wanted(**byte)).count()
}

/// The end of the run of bytes from `at` on that satisfy `wanted`.
fn run_after(text: &str, at: usize, wanted: impl Fn(u8) -> bool) -> usize {
    let after = text.as_bytes().get(at..).unwrap_or_default();
    at + after.iter().take_while(|byte| wanted(**byte)).count()
}

fn byte_at(text: &str, at: usize) -> Option<u8> {
    text.as_bytes().get(at).copied()
}

fn byte_before(text: &str, at: usize) -> Option<u8> {
    byte_at(text, at.checked_sub(1)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_has_an_id_of_its_own() {
        let mut ids: Vec<_> = RULES.iter().map(|rule| rule.id).collect();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), RULES.len());
    }

    #[test]
    fn text_without_anything_to_hide_is_not_copied() {
        let text = "Order 17 was not found; call list_orders (v1.2) and/or try 2026-11-15, see /orders/17.";
        assert!(matches!(Scrubber::new().scrub(text), Cow::Borrowed(_)));
    }

    #[test]
    fn a_configured_secret_goes_wherever_it_stands() {
        let scrubber = Scrubber::new().with_secret("s3cr3t!").with_secret("abc");
        assert_eq!(scrubber.scrub("xs3cr3t!y s3cr3t! abc"), "x[redacted]y [redacted] abc");
    }

    #[test]
    fn debug_shows_no_secret() {
        assert!(!format!("{:?}", Scrubber::new().with_secret("hunter2")).contains("hunter2"));
    }

    #[test]
    fn a_secret_that_overlaps_itself_goes_whole() {
        let scrubber = Scrubber::new().with_secret("hunter2-hunter2-");
        assert_eq!(scrubber.scrub("hunter2-hunter2-hunter2-"), "[redacted]");
    }

    #[test]
    fn what_a_removal_brings_to_light_goes_too() {
        let scrubber = Scrubber::new().with_secret("hunter2x");
        assert_eq!(scrubber.scrub("hunter2x/home/jane/key.pem"), "[redacted][path]");
        assert_eq!(scrubber.scrub("root@db1.corp.com/var/lib/app/x"), "[email][path]");
    }

    #[test]
    fn overlapping_removals_become_one() {
        let scrubber = Scrubber::new().with_secret("secret-a").with_secret("a-tail");
        assert_eq!(scrubber.scrub("[secret-a-tail]"), "[[redacted]]");
    }
}
