// The first definition of a link counts: here they lead to items, and in the file to the other files.
#![cfg_attr(feature = "http", doc = "[http]: crate::http")]
#![doc = ""]
#![doc = include_str!("../docs/classification.md")]

mod chain;
mod error_reader;
mod evidence;
mod exchange;
mod judgement;
mod marker;
mod opinion;
mod readers;
mod rules;
mod typed;
mod words;

pub(crate) use chain::failure_within;
pub use error_reader::{ErrorReader, Reading};
pub use evidence::Evidence;
#[cfg(feature = "rmcp")]
pub(crate) use evidence::OwnedEvidence;
pub use rules::{InvalidRules, Overlap, Rule, Rules};
#[cfg(feature = "rmcp")]
pub(crate) use words::BY_MODEL;

#[doc(inline)]
pub use crate::failure::{Certainty, Step, Verdict};

use crate::Failure;
use crate::failure::DecidedBy;
use judgement::{INTERNAL, Judgement};
use opinion::Opinion;
use std::cell::LazyCell;
use std::error::Error;
use std::sync::Arc;

/// Tells what an error means.
///
/// The first of these that has an opinion decides, unless it is a broad one (`OSError`, status 400) and what comes after
/// it is sure: a [`Failure`] in the chain of causes; your own rules; typed evidence; identifiers that a platform
/// defines; words.
#[derive(Clone)]
pub struct Classifier {
    rules: Option<Arc<Rules>>,
    /// Registered by the user, in the order in which they are asked.
    readers: Vec<Arc<dyn ErrorReader>>,
    /// Those of other modules of this crate.
    crate_readers: &'static [&'static dyn ErrorReader],
}

impl Classifier {
    /// The built-in rules, with readers of other modules.
    pub(crate) const fn with_crate_readers(crate_readers: &'static [&'static dyn ErrorReader]) -> Classifier {
        Classifier { rules: None, readers: Vec::new(), crate_readers }
    }

    /// The same, with your own rules before the built-in ones.
    #[must_use]
    pub fn with_rules(self, rules: Rules) -> Classifier {
        Classifier { rules: Some(Arc::new(rules)), ..self }
    }

    /// The same, with a reader for errors of a foreign type. It is asked after those that were registered before it,
    /// and before the built-in ones.
    #[must_use]
    pub fn with_reader(mut self, reader: impl ErrorReader + 'static) -> Classifier {
        self.readers.push(Arc::new(reader));
        self
    }

    /// What the words alone say.
    #[must_use]
    pub fn classify_text(&self, text: &str) -> Verdict {
        self.classify_evidence(&Evidence::text(text))
    }

    /// What the error and the causes below it say.
    ///
    /// Your own rules see the text of the chain, with the name and the status that an [`ErrorReader`] knows: Rust does
    /// not tell the name of a type at run time.
    #[must_use]
    pub fn classify(&self, error: &(dyn Error + 'static)) -> Verdict {
        if let Some(failure) = failure_within(error) {
            return judgement_of(failure).verdict(Step::Failure, "failure", "Failure");
        }
        // The text is only written where something reads it.
        let text = LazyCell::new(|| chain::text(error));
        if self.rules.is_some()
            && let Some(verdict) = self.by_rules_in(error, &text)
        {
            return verdict;
        }
        for cause in chain::causes(error) {
            if let Some(verdict) = self.by_type(cause, &text) {
                return verdict;
            }
        }
        judge_or_fall_back(&Evidence::text(&text))
    }

    /// What the user's own rules and readers say of the error and the causes below it; nothing where none knows them.
    #[cfg(feature = "reqwest")]
    pub(crate) fn classify_by_own(&self, error: &(dyn Error + 'static)) -> Option<Verdict> {
        let text = LazyCell::new(|| chain::text(error));
        let by_rules = || self.rules.as_ref().and_then(|_| self.by_rules_in(error, &text));
        let is_known = |cause: &(dyn Error + 'static)| self.readers.iter().any(|it| it.read(cause).is_some());
        by_rules().or_else(|| {
            chain::causes(error).find_map(|cause| if is_known(cause) { self.by_type(cause, &text) } else { None })
        })
    }

    /// What everything that is known says.
    #[must_use]
    pub fn classify_evidence(&self, evidence: &Evidence<'_>) -> Verdict {
        if self.rules.is_some()
            && let Some(verdict) = self.by_rules(evidence)
        {
            return verdict;
        }
        judge_or_fall_back(evidence)
    }

    fn by_rules(&self, evidence: &Evidence<'_>) -> Option<Verdict> {
        let rule = self.rules.as_ref()?.judge(evidence)?;
        let decided_by = DecidedBy::text(&rule.condition());
        let mut verdict = rule.judgement().decided_by(Step::User, rule.id().to_owned().into(), decided_by);
        exchange::complete(&mut verdict, evidence);
        Some(verdict)
    }

    /// What the rules say of the chain: with the evidence of each error in it, then of the text alone.
    fn by_rules_in(&self, error: &(dyn Error + 'static), text: &str) -> Option<Verdict> {
        let of_evidence = |cause| {
            self.read(cause, |_, reading| match reading {
                Reading::Evidence(evidence) => self.by_rules(&evidence.or_text(text)),
                Reading::Owned(evidence) => self.by_rules(&evidence.borrowed()),
                Reading::Verdict(_) | Reading::Failure(_) => None,
            })
        };
        chain::causes(error).find_map(of_evidence).or_else(|| self.by_rules(&Evidence::text(text)))
    }

    /// What the type of one error says.
    #[inline]
    fn by_type<F: FnOnce() -> String>(
        &self,
        error: &(dyn Error + 'static),
        text: &LazyCell<String, F>,
    ) -> Option<Verdict> {
        self.read(error, |reader, reading| match reading {
            Reading::Verdict(verdict) => Some(verdict),
            Reading::Failure(failure) => {
                let decided_by = DecidedBy::text(failure.reason().as_str());
                Some(judgement_of(&failure).decided_by(Step::Typed, reader.into(), decided_by))
            }
            // What another server states stays, even if only the words around it are known, or nothing else.
            Reading::Owned(evidence) => {
                let evidence = evidence.borrowed();
                Some(judge(&evidence).unwrap_or_else(|| judge_or_fall_back(&evidence.with_text(text))))
            }
            Reading::Evidence(evidence) => match opinion::strongest(&evidence) {
                Some(opinion) if opinion.is_certain() || evidence.has_text() => Some(decide(opinion, &evidence)),
                Some(_) | None => judge(&evidence.or_text(text)),
            },
        })
    }

    /// What is concluded from the first reader that knows the error, its name and its reading.
    #[inline]
    fn read<'e, T>(
        &self,
        error: &'e (dyn Error + 'static),
        conclude: impl Fn(&'static str, Reading<'e>) -> Option<T>,
    ) -> Option<T> {
        for reader in &self.readers {
            if let Some(reading) = reader.read(error) {
                return conclude(reader.name(), reading);
            }
        }
        if let Some(reading) = readers::read(error) {
            return conclude("", reading);
        }
        for reader in self.crate_readers {
            if let Some(reading) = reader.read(error) {
                return conclude(reader.name(), reading);
            }
        }
        None
    }
}

/// Names only: rules and readers can hold anything.
impl std::fmt::Debug for Classifier {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let readers: Vec<_> = self.readers.iter().map(|reader| reader.name()).collect();
        f.debug_struct("Classifier").field("rules", &self.rules).field("readers", &readers).finish_non_exhaustive()
    }
}

/// What the built-in rules say; nothing where none knows the error.
fn judge(evidence: &Evidence<'_>) -> Option<Verdict> {
    match opinion::strongest(evidence) {
        Some(opinion) => Some(decide(opinion, evidence)),
        None => exchange::unexpected(evidence),
    }
}

/// The same, with a verdict where none knows the error.
fn judge_or_fall_back(evidence: &Evidence<'_>) -> Verdict {
    match opinion::strongest(evidence) {
        Some(opinion) => decide(opinion, evidence),
        None => exchange::unexpected(evidence).unwrap_or_else(|| {
            let mut verdict = FALLBACK;
            evidence.state_in(&mut verdict);
            verdict
        }),
    }
}

#[inline]
fn decide(opinion: Opinion, evidence: &Evidence<'_>) -> Verdict {
    let mut verdict = opinion.into_verdict(evidence);
    exchange::complete(&mut verdict, evidence);
    verdict
}

fn judgement_of(failure: &Failure) -> Judgement {
    Judgement { code: failure.code(), origin: failure.origin(), retry: failure.retry() }
}

/// No rule knew the error. 000 has what is internal retried with backoff; nothing says that it did not take effect, so only
/// what can be repeated is.
const FALLBACK: Verdict = INTERNAL.retryable_if_idempotent().verdict(Step::Fallback, "fallback", "");
