//! What a tool can fail with, declared once: an enum with `#[derive(Contract)]`, and the same as data.

mod clause;
mod completion;
#[doc(hidden)]
pub mod derived;
mod from_json;
mod markdown;
mod rules;
mod template;

pub use clause::Clause;
pub use from_json::ContractErrors;
pub use rules::{ContractRule, RuleSeverity, RuleViolation};
#[cfg(feature = "testing")]
pub(crate) use template::{Filled, fields, filled};

use crate::failure::Failure;
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};
use std::borrow::Cow;

/// An error type whose every value becomes a complete [`Failure`], and which says so as data.
///
/// Derive it with [`#[derive(Contract)]`](derive@crate::Contract).
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no failure contract",
    label = "not a contract",
    note = "derive one: `#[derive(Debug, Contract)]`, with `#[failure(code = …, message = …, recovery = …)]` on each variant"
)]
pub trait IntoFailure: Sized {
    /// Everything that a value of this type can become.
    const CONTRACT: &'static Contract;

    /// The failure that this value becomes.
    fn into_failure(self) -> Failure;
}

/// A failure is its own contract: an open one, which promises nothing about its reasons.
impl IntoFailure for Failure {
    const CONTRACT: &'static Contract =
        &Contract { name: Cow::Borrowed("Failure"), clauses: Cow::Borrowed(&[]), includes: &[], open: true };

    fn into_failure(self) -> Failure {
        self
    }
}

/// A tool's failure contract as data: what it can fail with, when, and what a caller can do about each.
///
/// Serialized, it has the shape that 004 declares a tool's `errors` in.
///
/// ```
/// use candor::{Code, Contract, IntoFailure};
///
/// /// What `fetch_articles` can fail with.
/// #[derive(Debug, Contract)]
/// enum FetchArticles {
///     /// No requested PMID returned data.
///     #[failure(code = NotFound, message = "None of {requested} PMIDs returned data",
///               recovery = "Try pubmed_search_articles to discover valid PMIDs first.")]
///     NoMatch { requested: usize },
/// }
///
/// let contract = FetchArticles::CONTRACT;
/// let clause = contract.clauses().next().unwrap();
/// assert_eq!((clause.reason(), clause.code()), ("no_match", Code::NotFound));
/// assert_eq!(clause.when(), "No requested PMID returned data.");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Contract {
    name: Cow<'static, str>,
    clauses: Cow<'static, [Clause]>,
    includes: &'static [&'static Contract],
    open: bool,
}

impl Contract {
    /// A contract, as the derive writes it. The compiler checks that no two of its failures share a reason,
    /// also across the contracts that it includes.
    #[doc(hidden)]
    #[must_use]
    pub const fn declared(
        name: &'static str,
        clauses: &'static [Clause],
        includes: &'static [&'static Contract],
    ) -> Contract {
        let contract = Contract { name: Cow::Borrowed(name), clauses: Cow::Borrowed(clauses), includes, open: false };
        assert!(
            !contract.repeats_a_reason(),
            "an included contract has a reason that this one also has; rename one with `reason = \"…\"`"
        );
        contract
    }

    /// The name of the type that declares it.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Every failure that it declares, and those of the contracts that it includes.
    pub fn clauses(&self) -> Box<dyn Iterator<Item = &Clause> + '_> {
        Box::new(self.clauses.iter().chain(self.includes.iter().flat_map(|contract| contract.clauses())))
    }

    /// Whether failures beyond the declared ones can occur: it passes on a [`Failure`] of any kind.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.open || self.includes.iter().any(|contract| contract.is_open())
    }

    /// Whether a reason of an included contract is here or in another that is included.
    const fn repeats_a_reason(&self) -> bool {
        let mut rest = self.includes;
        while let [included, tail @ ..] = rest {
            if included.shares_a_reason_with(self.own()) {
                return true;
            }
            let mut others = tail;
            while let [other, tail @ ..] = others {
                if other.shares_a_reason_with(included.own()) || other.any_shares_a_reason(included.includes) {
                    return true;
                }
                others = tail;
            }
            rest = tail;
        }
        false
    }

    const fn any_shares_a_reason(&self, mut contracts: &[&Contract]) -> bool {
        while let [contract, tail @ ..] = contracts {
            if self.shares_a_reason_with(contract.own()) || self.any_shares_a_reason(contract.includes) {
                return true;
            }
            contracts = tail;
        }
        false
    }

    const fn shares_a_reason_with(&self, mut clauses: &[Clause]) -> bool {
        while let [clause, tail @ ..] = clauses {
            if self.has_reason(clause) {
                return true;
            }
            clauses = tail;
        }
        false
    }

    const fn has_reason(&self, wanted: &Clause) -> bool {
        let mut own = self.own();
        while let [clause, tail @ ..] = own {
            if clause.has_reason_of(wanted) {
                return true;
            }
            own = tail;
        }
        let mut includes = self.includes;
        while let [included, tail @ ..] = includes {
            if included.has_reason(wanted) {
                return true;
            }
            includes = tail;
        }
        false
    }

    const fn own(&self) -> &[Clause] {
        match &self.clauses {
            Cow::Borrowed(clauses) => clauses,
            Cow::Owned(clauses) => clauses.as_slice(),
        }
    }
}

impl Serialize for Contract {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("Contract", 3)?;
        object.serialize_field("name", &self.name)?;
        object.serialize_field("errors", &self.clauses().collect::<Vec<_>>())?;
        object.serialize_field("open", &self.is_open())?;
        object.end()
    }
}
