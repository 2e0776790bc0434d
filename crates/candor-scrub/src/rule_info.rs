//! What a rule says about itself: the text of its doc comment, which `candor explain` prints.

use crate::registry::RULES;
use crate::rule::{Family, Rule};
use crate::secrets::{configured_secret, known_format};

/// A rule of the scrubber: its name, what it removes and why.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RuleInfo {
    pub(crate) id: &'static str,
    pub(crate) family: Family,
    pub(crate) placeholder: &'static str,
    /// The doc comment; each line begins with the space after its slashes.
    pub(crate) explanation: &'static str,
}

/// A text in which a rule finds something, and the scrubbed text.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Example {
    /// The text.
    pub before: String,
    /// The text after scrubbing.
    pub after: String,
}

/// Every rule, strongest first: where two findings begin at one position, the placeholder of the earlier rule is used.
///
/// ```
/// let email = candor_scrub::rules().find(|rule| rule.id() == "email").unwrap();
/// assert_eq!(email.placeholder(), "[email]");
/// assert!(email.instead().contains("name the account by its id"));
/// ```
pub fn rules() -> impl Iterator<Item = RuleInfo> {
    [configured_secret::INFO].into_iter().chain(RULES.iter().map(Rule::info))
}

/// The rule of that name, or the rule that has the format of that name, as in [`Removal::rule`](crate::Removal::rule).
#[must_use]
pub fn rule(name: &str) -> Option<RuleInfo> {
    rules().find(|rule| rule.id == name || rule.formats().contains(&name))
}

impl Rule {
    fn info(&self) -> RuleInfo {
        RuleInfo { id: self.id, family: self.family, placeholder: self.placeholder, explanation: self.explanation }
    }
}

impl RuleInfo {
    /// The rule's name. `Removal::rule` is this name or that of one of its formats.
    #[must_use]
    pub fn id(&self) -> &'static str {
        self.id
    }

    /// The kind of thing that it removes.
    #[must_use]
    pub fn family(&self) -> Family {
        self.family
    }

    /// The text that replaces what it removes.
    #[must_use]
    pub fn placeholder(&self) -> &'static str {
        self.placeholder
    }

    /// The names of its formats; most rules have none.
    #[must_use]
    pub fn formats(&self) -> Vec<&'static str> {
        known_format::formats_of(self.id)
    }

    /// The whole explanation, in Markdown: what the rule removes, why, an example, and what to do instead.
    #[must_use]
    pub fn explanation(&self) -> String {
        self.lines().flat_map(|line| [line, "\n"]).collect()
    }

    /// What it removes, and what similar text is kept.
    #[must_use]
    pub fn what(&self) -> String {
        self.section("What it removes")
    }

    /// Why it must not be seen.
    #[must_use]
    pub fn why(&self) -> String {
        self.section("Why")
    }

    /// A text before and after scrubbing.
    #[must_use]
    pub fn example(&self) -> Example {
        let section = self.section("Example");
        let mut blocks = section.split("```text\n").skip(1).filter_map(|block| block.split("\n```").next());
        let mut next = || unescaped(blocks.next().unwrap_or_default());
        Example { before: next(), after: next() }
    }

    /// What an author can write or do instead.
    #[must_use]
    pub fn instead(&self) -> String {
        self.section("Instead")
    }

    /// The lines as written, without the space after the slashes.
    fn lines(&self) -> impl Iterator<Item = &'static str> {
        self.explanation.lines().map(|line| line.strip_prefix(' ').unwrap_or(line))
    }

    /// What is below the heading, up to the next one.
    fn section(&self, heading: &str) -> String {
        let below = self.lines().skip_while(|line| line.strip_prefix("# ") != Some(heading)).skip(1);
        let own: Vec<_> = below.take_while(|line| !line.starts_with("# ")).collect();
        own.join("\n").trim().to_owned()
    }
}

/// Decodes `\u{2}`, `\n`, `\r` and `\t` if the text contains a `\u{`: the example of a binary format has characters
/// that cannot be written literally.
fn unescaped(text: &str) -> String {
    let Some((head, _)) = text.split_once("\\u{") else { return text.to_owned() };
    let mut plain = head.replace("\\n", "\n").replace("\\r", "\r").replace("\\t", "\t");
    let rest = text.get(head.len()..).unwrap_or_default();
    for piece in rest.split("\\u{").skip(1) {
        let (number, after) = piece.split_once('}').unwrap_or_default();
        plain.extend(u32::from_str_radix(number, 16).ok().and_then(char::from_u32));
        plain.push_str(&after.replace("\\n", "\n").replace("\\r", "\r").replace("\\t", "\t"));
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Scrubber;
    use crate::diagnostics::schema_name;

    #[test]
    fn every_rule_says_what_it_removes_why_and_what_to_do_instead() {
        for rule in rules() {
            let headings: Vec<_> = rule.lines().filter(|line| line.starts_with("# ")).collect();
            assert_eq!(headings, ["# What it removes", "# Why", "# Example", "# Instead"], "{}", rule.id);
            for section in [rule.what(), rule.why(), rule.instead()] {
                assert!(section.len() > 20 && section.ends_with(['.', '`']), "{}: {section:?}", rule.id);
            }
        }
    }

    #[test]
    fn every_example_is_scrubbed_as_it_says_and_by_its_own_rule() {
        for rule in rules() {
            let Example { before, after } = rule.example();
            let scrubber = match rule.id {
                schema_name::ID => Scrubber::new().hiding_schema_names(),
                "configured-secret" => Scrubber::new().with_secret("made-up-8"),
                _ => Scrubber::new(),
            };
            assert_eq!(scrubber.scrub(&before), after, "{}", rule.id);
            assert!(after.contains(rule.placeholder), "{}", rule.id);
            for removal in scrubber.removals(&before) {
                assert_eq!(super::rule(removal.rule), Some(rule), "{before}");
            }
        }
    }

    #[test]
    fn no_two_rules_or_formats_share_a_name() {
        let mut ids: Vec<_> = rules().flat_map(|rule| [vec![rule.id], rule.formats()].concat()).collect();
        ids.sort_unstable();
        let count = ids.len();
        ids.dedup();
        assert_eq!(ids.len(), count);
    }
}
