//! What a rule is, and what it finds.

use super::diagnostics::schema_name;
use super::effort::note_finding;
use super::internals::sql_statement;
use super::memo::Memo;
use super::run_cache::RunCache;
use super::secrets::opaque_token;
use super::text::Text;
use std::ops::Range;

/// What kind of thing a rule removes. It decides in which profiles the rule runs, and whether an allow-list can keep
/// it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Family {
    /// Credentials: keys, tokens, passwords, cards.
    Secrets,
    /// Files of the server: their paths, and places in its source.
    Paths,
    /// Where things are in a network or a cloud: private addresses, internal hosts, accounts.
    Places,
    /// How the server works inside: stack traces, SQL.
    Internals,
    /// What drivers and validators print for developers: rows, parameters, positions, dumps of values.
    Diagnostics,
    /// Personal data: e-mail addresses, phone and national numbers.
    People,
}

impl Family {
    /// Its name in lists of rules.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Family::Secrets => "secrets",
            Family::Paths => "paths",
            Family::Places => "places",
            Family::Internals => "internals",
            Family::Diagnostics => "diagnostics",
            Family::People => "people",
        }
    }
}

/// The window of rules whose findings have no greatest length: words, paths, statements, traces. No rule sees more.
pub(super) const LONGEST_WINDOW: usize = 64 * 1024;

/// One kind of thing that is removed from text: its name, its triggers, how it is found, and its placeholder.
pub(super) struct Rule {
    pub(super) id: &'static str,
    pub(super) family: Family,
    pub(super) placeholder: &'static str,
    /// Its doc comment: see [`explained`].
    pub(super) explanation: &'static str,
    pub(super) triggers: Triggers,
    /// How many bytes before and after a trigger the rule sees. It judges by these alone, and removes nothing beyond
    /// them. The caller of the rule ensures this; see [`LONGEST_WINDOW`].
    pub(super) window: usize,
    /// Looks around a trigger, and returns the position up to which it has handled the text: it is not called again for
    /// a trigger that begins before that. It reads at most a fixed number of bytes before [`Hit::from`]. Both together
    /// keep it linear.
    pub(super) find: fn(Text<'_>, &Hit, &mut Findings<'_>) -> usize,
}

/// Puts the doc comment of a rule into its `explanation`, so that the text for readers of the code is the text that
/// `candor explain` prints. Each line keeps its leading space.
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

/// What calls a rule: without a trigger it is not called.
pub(super) enum Triggers {
    /// Any of these words, in any case.
    Words(&'static [&'static str]),
    /// The same, computed when the first text is scrubbed.
    Built(fn() -> Vec<&'static str>),
    /// The same, each with whether its case must match.
    Cased(fn() -> Vec<(&'static str, bool)>),
    /// Words in exactly this case that end in their first `_`, `-` or `.`, and begin where letters and digits do.
    Heads(fn() -> Vec<&'static str>),
    /// A run of at least [`Triggers::KEY`] letters, digits and other characters of keys, with at least one digit.
    KeyLike,
    /// The same of at least [`Triggers::LONG`].
    LongWord,
    /// A run of at least [`Triggers::DIGITS`] digits, spaces and hyphens.
    DigitGroups,
}

impl Triggers {
    pub(super) const KEY: usize = 12;
    pub(super) const LONG: usize = 24;
    pub(super) const DIGITS: usize = 13;
}

/// A trigger in a text.
pub(super) struct Hit {
    /// Its position.
    pub(super) span: Range<usize>,
    /// The index of the word among the rule's words.
    pub(super) word: usize,
    /// Up to where the rule has handled the text already.
    pub(super) from: usize,
}

/// A part of the text that a rule found.
pub(super) struct Finding {
    pub(super) span: Range<usize>,
    /// The rule's index in the registry: the first is the strongest.
    pub(super) rank: usize,
    pub(super) id: &'static str,
    pub(super) family: Family,
    pub(super) placeholder: &'static str,
}

impl Finding {
    /// Whether an allow-list can keep it: a secret is one whoever sent it, and what a program writes about itself is not the
    /// caller's. A statement can be.
    pub(super) fn can_be_known(&self) -> bool {
        match self.family {
            // A cursor, which only the one who sent it gets back.
            Family::Secrets => self.id == opaque_token::RULE.id,
            Family::Paths | Family::Places | Family::People => true,
            Family::Internals => self.id == sql_statement::RULE.id,
            Family::Diagnostics => self.id != schema_name::ID,
        }
    }
}

/// Collects what a rule finds.
pub(super) struct Findings<'a> {
    pub(super) taken: &'a mut Vec<Finding>,
    pub(super) rank: usize,
    pub(super) rule: &'static Rule,
    /// A part of the text in which the rule found nothing, for rules that would read it more than once.
    pub(super) seen: &'a mut Range<usize>,
    /// How many bytes the rule has read for nothing, and how many were scanned before this text: see `look_budget`.
    pub(super) spent: &'a mut usize,
    pub(super) scanned: usize,
    /// What all rules share about the text.
    pub(super) runs: &'a mut RunCache,
    /// The last answers.
    pub(super) memo: &'a mut Memo,
}

/// The capacity that the first finding reserves: where there is one, there are more.
const EXPECTED: usize = 32;

impl Findings<'_> {
    /// Removes the span.
    pub(super) fn take(&mut self, span: Range<usize>) {
        self.take_as(self.rule.id, span);
    }

    /// Removes the span under the id of one of the rule's formats.
    pub(super) fn take_as(&mut self, id: &'static str, span: Range<usize>) {
        if !span.is_empty() {
            note_finding();
            if self.taken.is_empty() {
                self.taken.reserve(EXPECTED);
            }
            let (rank, rule) = (self.rank, self.rule);
            self.taken.push(Finding { span, rank, id, family: rule.family, placeholder: rule.placeholder });
        }
    }
}
