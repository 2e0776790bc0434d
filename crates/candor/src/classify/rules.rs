//! Rules of the user, which come before the built-in ones.

mod check;
mod file;
mod phrase;

pub use check::{InvalidRules, Overlap};

use super::Evidence;
use super::judgement::Judgement;
use crate::Code;
use crate::failure::{Origin, Retry};
use phrase::{Phrase, Progress, words};
use std::borrow::Cow;
use std::collections::HashMap;

/// How many bytes of a text are read.
const LONGEST_TEXT: usize = 16 << 10;

/// What an error of the user's own means.
///
/// A rule matches when all its conditions do. Its text is words in their order, in any case; `*` stands for any words
/// between them within the text.
///
/// ```
/// use candor::classify::{Classifier, Rule, Rules};
/// use candor::Code;
///
/// let rules = Rules::new([
///     Rule::new("shop_closed", Code::Unavailable).when_text("the shop is closed"),
///     Rule::new("stock_gone", Code::Conflict).when_text("only * left in stock").when_status(400),
/// ])?;
/// let verdict = Classifier::new().with_rules(rules).classify_text("Sorry, the shop is closed until 9.");
/// assert_eq!((verdict.code(), verdict.rule()), (Code::Unavailable, "shop_closed"));
/// # Ok::<(), candor::classify::InvalidRules>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rule {
    id: String,
    judgement: Judgement,
    text: Option<String>,
    name: Option<String>,
    status: Option<u16>,
}

impl Rule {
    /// A rule that gives this code, with the origin and the retry that the code table says. It needs a condition.
    #[must_use]
    pub fn new(id: impl Into<String>, code: Code) -> Rule {
        Rule { id: id.into(), judgement: Judgement::of(code), text: None, name: None, status: None }
    }

    /// Only where the text has these words in this order; `*` stands for any words.
    #[must_use]
    pub fn when_text(self, text: impl Into<String>) -> Rule {
        Rule { text: Some(text.into()), ..self }
    }

    /// Only where the error's class has this name, with or without its package.
    #[must_use]
    pub fn when_name(self, name: impl Into<String>) -> Rule {
        Rule { name: Some(name.into()), ..self }
    }

    /// Only where the HTTP status is this.
    #[must_use]
    pub fn when_status(self, status: u16) -> Rule {
        Rule { status: Some(status), ..self }
    }

    /// Whose fault it is, where the code's default is wrong.
    #[must_use]
    pub fn with_origin(self, origin: Origin) -> Rule {
        Rule { judgement: self.judgement.with_origin(origin), ..self }
    }

    /// Whether a retry can help, where the code's default is wrong.
    #[must_use]
    pub fn with_retry(self, retry: Retry) -> Rule {
        Rule { judgement: self.judgement.with_retry(retry), ..self }
    }

    pub(super) fn judgement(&self) -> Judgement {
        self.judgement
    }

    /// The first of its conditions: all of them are in what matched.
    pub(super) fn condition(&self) -> Cow<'_, str> {
        let status = || self.status.map(|status| Cow::Owned(status.to_string())).unwrap_or_default();
        self.text.as_deref().or(self.name.as_deref()).map_or_else(status, Cow::Borrowed)
    }

    /// The id, which a verdict gives as its rule.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }
}

/// Your own rules, checked: each can match, and the first that does decides.
#[derive(Debug, Clone)]
pub struct Rules {
    rules: Vec<PreparedRule>,
    /// For a word, the parts of phrases that begin with it.
    beginnings: HashMap<String, Vec<Beginning>>,
    overlaps: Vec<Overlap>,
}

/// A rule with its phrase made ready.
#[derive(Debug, Clone)]
struct PreparedRule {
    rule: Rule,
    phrase: Option<Phrase>,
}

#[derive(Debug, Clone, Copy)]
struct Beginning {
    rule: usize,
    part: usize,
}

impl Rules {
    /// The rules in their order.
    ///
    /// # Errors
    ///
    /// [`InvalidRules`], with all that is wrong at once: an id that is not an identifier or is used twice, a rule without a
    /// condition or with an empty one, a rule that never matches because another one before it always does.
    pub fn new(rules: impl IntoIterator<Item = Rule>) -> Result<Rules, InvalidRules> {
        let checked = rules.into_iter().map(|rule| PreparedRule { phrase: rule.text.as_deref().map(Phrase::of), rule });
        let rules: Vec<PreparedRule> = checked.collect();
        let overlaps = check::check(&rules)?;
        let mut beginnings: HashMap<String, Vec<Beginning>> = HashMap::new();
        for (index, checked) in rules.iter().enumerate() {
            let parts = checked.phrase.iter().flat_map(|phrase| phrase.parts());
            for (part, first) in parts.enumerate().filter_map(|(part, words)| Some((part, words.first()?))) {
                beginnings.entry(first.clone()).or_default().push(Beginning { rule: index, part });
            }
        }
        Ok(Rules { rules, beginnings, overlaps })
    }

    /// Rules from JSON: `{"rules": [{"id": "shop_closed", "code": "unavailable", "text": "the shop is closed"}]}`.
    ///
    /// A rule has `id`, `code`, at least one of `text`, `name` and `status`, and perhaps `origin` and `retry`, both as in
    /// the canonical form of a failure.
    ///
    /// # Errors
    ///
    /// [`InvalidRules`] if it is not such JSON, with line and column, or for what [`Rules::new`] refuses.
    pub fn from_json(text: &str) -> Result<Rules, InvalidRules> {
        Rules::new(file::read(text)?)
    }

    /// Pairs of rules that can match the same text and do not agree; the first of them decides. Two rules whose texts share
    /// nothing are not listed, though one error can have both texts.
    #[must_use]
    pub fn overlaps(&self) -> &[Overlap] {
        &self.overlaps
    }

    /// The first rule that matches.
    pub(super) fn judge(&self, evidence: &Evidence<'_>) -> Option<&Rule> {
        let has_phrase = self.rules_with_phrase_in(evidence.words());
        let is_met = |index: usize, checked: &PreparedRule| {
            let rule = &checked.rule;
            rule.status.is_none_or(|status| evidence.http_status == Some(status))
                && rule.name.as_deref().is_none_or(|name| evidence.name.is_some_and(|given| is_same_name(name, given)))
                && (checked.phrase.is_none() || has_phrase.get(index).copied().unwrap_or_default())
        };
        let mut met = self.rules.iter().enumerate().filter(|(index, checked)| is_met(*index, checked));
        met.next().map(|(_, checked)| &checked.rule)
    }

    /// For each rule, whether the text has its phrase.
    fn rules_with_phrase_in(&self, text: &str) -> Vec<bool> {
        let text = text.get(..text.floor_char_boundary(LONGEST_TEXT)).unwrap_or_default();
        let words: Vec<String> = words(text).collect();
        let mut progress = vec![Progress::default(); self.rules.len()];
        for (at, word) in words.iter().enumerate() {
            let Some(beginnings) = self.beginnings.get(word.as_str()) else { continue };
            for beginning in beginnings {
                let phrase = self.rules.get(beginning.rule).and_then(|checked| checked.phrase.as_ref());
                if let (Some(phrase), Some(progress)) = (phrase, progress.get_mut(beginning.rule)) {
                    progress.advance(phrase, beginning.part, &words, at);
                }
            }
        }
        let is_found = |(checked, progress): (&PreparedRule, &Progress)| {
            checked.phrase.as_ref().is_some_and(|phrase| progress.is_done(phrase))
        };
        self.rules.iter().zip(&progress).map(is_found).collect()
    }
}

/// Whether a class has that name, with or without its package.
fn is_same_name(wanted: &str, given: &str) -> bool {
    let is_package = |rest: &str| rest.is_empty() || rest.ends_with(['.', ':', '\\', '/', '$']);
    given == wanted || given.strip_suffix(wanted).is_some_and(is_package)
}
