//! What a rule is, and what it finds.

use super::memo::Memo;
use super::run_cache::RunCache;
use super::text::Text;
use std::ops::Range;

/// What a rule takes out, which decides in which profiles it runs and whether an allow-list can keep it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Family {
    /// What opens something: keys, tokens, passwords, cards.
    Secrets,
    /// Where things are: paths, private addresses, internal hosts.
    Places,
    /// How the server works inside: stack traces, SQL, dumps.
    Internals,
    /// Personal data: e-mail addresses, phone and national numbers.
    People,
}

impl Family {
    /// How it is called where rules are listed.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Family::Secrets => "secrets",
            Family::Places => "places",
            Family::Internals => "internals",
            Family::People => "people",
        }
    }
}

/// The window of rules whose finds have no natural end: words, paths, statements and traces of any length. No rule sees
/// more.
pub(super) const LONGEST_WINDOW: usize = 64 * 1024;

/// One thing that is removed from text: how it is called, what brings it to attention, how it is found, and what stands
/// in its place.
pub(super) struct Rule {
    pub(super) id: &'static str,
    pub(super) family: Family,
    pub(super) placeholder: &'static str,
    /// Its doc comment: see [`explained`].
    pub(super) explanation: &'static str,
    pub(super) triggers: Triggers,
    /// How many bytes before and after a trigger the rule sees: it judges a text by these alone, and takes out nothing
    /// that lies beyond. The caller of the rule ensures it; see [`LONGEST_WINDOW`].
    pub(super) window: usize,
    /// Looks around a trigger and says up to where the text is dealt with: it is not called again for a trigger that
    /// begins before. That, and never looking to the left of [`Hit::from`] for more than a fixed number of bytes, is
    /// what keeps it linear.
    pub(super) find: fn(Text<'_>, &Hit, &mut Findings<'_>) -> usize,
}

/// Puts the doc comment of a rule into its `explanation`, so that the text for readers of the code is the text that
/// `candor explain` prints. Each line keeps the blank that it begins with.
macro_rules! explained {
    (
        $(#[doc = $line:literal])+
        $visible:vis const $name:ident: $type:ident = $same_type:ident { $($field:ident $(: $value:expr)?),+ $(,)? };
    ) => {
        $(#[doc = $line])+
        $visible const $name: $type = $same_type {
            explanation: concat!($($line, "\n"),+),
            $($field $(: $value)?),+
        };
    };
}
pub(super) use explained;

/// Without one of these, a rule finds nothing in a text.
pub(super) enum Triggers {
    /// Any of these, in any case.
    Words(&'static [&'static str]),
    /// The same, put together when the first text is scrubbed.
    Built(fn() -> Vec<&'static str>),
    /// The same, each with whether it counts in exactly this case only.
    Cased(fn() -> Vec<(&'static str, bool)>),
    /// Words in exactly this case that end in their first `_`, `-` or `.`, and begin where letters and digits do.
    Heads(fn() -> Vec<&'static str>),
    /// A run of at least [`Triggers::KEY`] letters, digits and the signs that keys are made of, a digit among them.
    KeyLike,
    /// The same of at least [`Triggers::LONG`].
    LongWord,
    /// A run of at least [`Triggers::DIGITS`] digits, blanks and hyphens.
    DigitGroups,
}

impl Triggers {
    pub(super) const KEY: usize = 12;
    pub(super) const LONG: usize = 24;
    pub(super) const DIGITS: usize = 13;
}

/// A trigger in a text.
pub(super) struct Hit {
    /// Where it is.
    pub(super) span: Range<usize>,
    /// Which of the rule's words it is.
    pub(super) word: usize,
    /// Up to where the rule has dealt with the text before.
    pub(super) from: usize,
}

/// What was found, and by which rule.
pub(super) struct Finding {
    pub(super) span: Range<usize>,
    /// The rule's place in the registry: the first is the strongest.
    pub(super) rank: usize,
    pub(super) id: &'static str,
    pub(super) family: Family,
    pub(super) placeholder: &'static str,
}

impl Finding {
    /// Whether no allow-list can keep it.
    pub(super) fn is_certain(&self) -> bool {
        matches!(self.family, Family::Secrets | Family::Internals)
    }
}

/// Where a rule puts what it finds.
pub(super) struct Findings<'a> {
    pub(super) taken: &'a mut Vec<Finding>,
    pub(super) rank: usize,
    pub(super) rule: &'static Rule,
    /// A stretch of the text in which the rule has found nothing, for rules that would look at it more than once.
    pub(super) seen: &'a mut Range<usize>,
    /// What all rules know of the text.
    pub(super) runs: &'a mut RunCache,
    /// What was judged last.
    pub(super) memo: &'a mut Memo,
}

/// How many removals there is room for from the first one on: where there is one, there are more.
const EXPECTED: usize = 32;

impl Findings<'_> {
    /// Takes the span out.
    pub(super) fn take(&mut self, span: Range<usize>) {
        self.take_as(self.rule.id, span);
    }

    /// Takes the span out in the name of one of the rule's own sorts.
    pub(super) fn take_as(&mut self, id: &'static str, span: Range<usize>) {
        if !span.is_empty() {
            if self.taken.is_empty() {
                self.taken.reserve(EXPECTED);
            }
            let (rank, rule) = (self.rank, self.rule);
            self.taken.push(Finding { span, rank, id, family: rule.family, placeholder: rule.placeholder });
        }
    }
}
