//! What can be wrong with rules.

use super::{PreparedRule, is_same_name};
use crate::failure::Reason;
use std::collections::HashMap;

/// More rules than this are a program's output, not a person's.
const MOST_RULES: usize = 1_000;
/// The longest phrase, in words.
const LONGEST_PHRASE: usize = 50;

/// Two rules that can both match one error and do not agree; the first decides.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Overlap {
    /// The id of the rule that decides.
    pub first: String,
    /// The id of the other.
    pub second: String,
}

impl std::fmt::Display for Overlap {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} and {} can match the same error; {} decides", self.first, self.second, self.first)
    }
}

/// Why rules were refused: everything that is wrong, at once.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", .0.join("; "))]
pub struct InvalidRules(Vec<String>);

impl InvalidRules {
    pub(super) fn one(problem: String) -> InvalidRules {
        InvalidRules(vec![problem])
    }

    /// One sentence for each mistake, which says how to fix it.
    #[must_use]
    pub fn problems(&self) -> &[String] {
        &self.0
    }
}

/// The pairs that overlap, if nothing is wrong.
pub(super) fn check(rules: &[PreparedRule]) -> Result<Vec<Overlap>, InvalidRules> {
    if rules.len() > MOST_RULES {
        return Err(InvalidRules::one(format!("{} rules are too many; give at most {MOST_RULES}", rules.len())));
    }
    let mut problems: Vec<String> = rules.iter().flat_map(alone).collect();
    let mut seen: HashMap<&str, usize> = HashMap::new();
    for checked in rules {
        let count = seen.entry(checked.rule.id()).or_default();
        *count += 1;
        if *count == 2 {
            problems.push(format!("the id {:?} is used twice; give each rule its own", shown(checked.rule.id())));
        }
    }
    let mut overlaps = Vec::new();
    for (index, later) in rules.iter().enumerate() {
        let earlier = rules.get(..index).unwrap_or_default();
        if let Some(covering) = earlier.iter().find(|earlier| covers(earlier, later)) {
            let (first, second) = (shown(covering.rule.id()), shown(later.rule.id()));
            problems
                .push(format!("rule {second:?} never matches, since {first:?} before it always does; put it first"));
        }
        let differs = |earlier: &&PreparedRule| earlier.rule.judgement != later.rule.judgement;
        for earlier in earlier.iter().filter(differs).filter(|earlier| meets(earlier, later)) {
            overlaps.push(Overlap { first: earlier.rule.id.clone(), second: later.rule.id.clone() });
        }
    }
    if problems.is_empty() { Ok(overlaps) } else { Err(InvalidRules(problems)) }
}

/// What is wrong with a single rule.
fn alone(checked: &PreparedRule) -> Vec<String> {
    let rule = &checked.rule;
    let id = shown(&rule.id);
    let mut problems = Vec::new();
    if Reason::new(rule.id.clone()).is_err() {
        problems.push(format!("{id:?} is not an id; write it in snake_case, such as shop_closed"));
    }
    if rule.text.is_none() && rule.name.is_none() && rule.status.is_none() {
        problems.push(format!("rule {id:?} has no condition; give it a text, a name or a status"));
    }
    if checked.phrase.as_ref().is_some_and(super::Phrase::is_empty) {
        problems.push(format!("the text of rule {id:?} has no word and never matches; give it one"));
    }
    let length: usize = checked.phrase.iter().flat_map(|phrase| phrase.parts()).map(<[String]>::len).sum();
    if length > LONGEST_PHRASE {
        problems.push(format!("the text of rule {id:?} has {length} words; give at most {LONGEST_PHRASE}"));
    }
    if rule.name.as_ref().is_some_and(|name| name.trim().is_empty()) {
        problems.push(format!("the name of rule {id:?} is blank and never matches; give one or leave it out"));
    }
    if rule.status.is_some_and(|status| !(100..600).contains(&status)) {
        problems
            .push(format!("the status of rule {id:?} is not an HTTP status and never matches; give one such as 409"));
    }
    problems
}

/// Whether the first matches whatever the second matches.
fn covers(first: &PreparedRule, second: &PreparedRule) -> bool {
    let text = match (&first.phrase, &second.phrase) {
        (None, _) => true,
        (Some(one), Some(two)) => !one.is_empty() && one.is_within(two),
        (Some(_), None) => false,
    };
    let name =
        first.rule.name.as_ref().is_none_or(|one| second.rule.name.as_ref().is_some_and(|two| is_same_name(one, two)));
    let status = first.rule.status.is_none() || first.rule.status == second.rule.status;
    let has_condition = first.phrase.is_some() || first.rule.name.is_some() || first.rule.status.is_some();
    text && name && status && has_condition
}

/// Whether one error can be meant by both, though neither covers the other.
fn meets(first: &PreparedRule, second: &PreparedRule) -> bool {
    fn agree<T: PartialEq>(one: Option<&T>, two: Option<&T>) -> bool {
        one.is_none() || two.is_none() || one == two
    }
    let texts = match (&first.phrase, &second.phrase) {
        (Some(one), Some(two)) => one.meets(two) || one.is_within(two) || two.is_within(one),
        (None, _) | (_, None) => true,
    };
    let is_specific_first = covers(second, first);
    texts
        && !is_specific_first
        && agree(first.rule.name.as_ref(), second.rule.name.as_ref())
        && agree(first.rule.status.as_ref(), second.rule.status.as_ref())
}

/// A text of the user, short enough for a message.
fn shown(text: &str) -> &str {
    text.get(..text.floor_char_boundary(60)).unwrap_or_default()
}
