//! What a contract adds to the failure of a service, which knows the reason and not the tool.

use super::template::{Filled, filled};
use super::{Clause, Contract};
use crate::Failure;
use crate::failure::{Declared, Details, Recovery};

impl Contract {
    /// The declared failure with this reason, here or in a contract that this one includes.
    #[must_use]
    pub fn clause(&self, reason: &str) -> Option<&Clause> {
        self.clauses().find(|clause| clause.reason() == reason)
    }

    /// What to do about the declared failure with this reason; none if there is no such failure, or if the sentence needs
    /// values of the call, which [`Failure::completed_by`] fills in.
    ///
    /// ```
    /// use candor::Contract;
    ///
    /// /// What `calculate` can fail with.
    /// #[derive(Debug, Contract)]
    /// enum Calculate {
    ///     /// The expression is empty.
    ///     #[failure(code = Validation, message = "The expression is empty",
    ///               recovery = "Send an expression such as 1 + 2.")]
    ///     EmptyExpression,
    /// }
    ///
    /// let recovery = Calculate::CONTRACT.recovery_for("empty_expression").unwrap();
    /// assert_eq!(recovery.hint(), "Send an expression such as 1 + 2.");
    /// assert_eq!(Calculate::CONTRACT.recovery_for("no_such_reason"), None);
    /// ```
    #[must_use]
    pub fn recovery_for(&self, reason: &str) -> Option<Recovery> {
        self.clause(reason)?.recovery_with(&Details::default())
    }
}

impl Clause {
    /// What to do, with values of one occurrence in the place of the fields; none if one of them is missing.
    fn recovery_with(&self, details: &Details) -> Option<Recovery> {
        let recovery = filled(&self.recovery, details)?.into_recovery();
        Some(match &self.docs {
            Some(link) => recovery.with_docs(link.clone()),
            None => recovery,
        })
    }

    /// What is declared, with the values of the failure, and no sentence that it does not need. Where the message lacks a value,
    /// it says when the failure happens.
    fn declared_for(&self, failure: &Failure) -> Declared {
        let details = failure.details();
        let message = || filled(&self.message, details).unwrap_or_else(|| Filled::whole(self.when.clone()));
        Declared {
            code: self.code,
            message: (self.written.message && failure.lacks_message()).then(|| message().into_message(self.code)),
            origin: self.written.origin.then_some(self.origin),
            retry: self.written.retry.then_some(self.retry),
            recovery: if failure.lacks_recovery() { self.recovery_with(details) } else { None },
        }
    }
}

impl Failure {
    /// The failure with what the contract declares for its reason, wherever the failure itself says nothing: the recovery, the
    /// origin, the retry, and, if the classifier has judged it, the code and the message. It stays as it is if the contract has
    /// no such reason.
    ///
    /// A guard does it with each failure of a tool that has a contract. So a service can fail with a reason that a tool
    /// declares, and need not know the tool.
    ///
    /// What the failure states is never replaced. A delay counts as stated, because the service that failed has named it.
    /// Origin and retry are taken from the contract if it writes them. Where it does not, they follow from its code only if the
    /// failure takes that code from it; and a service that has answered stays the [origin](crate::Origin::Upstream). A
    /// recovery with fields takes their values from the details of the same names; if one is missing, it is not used.
    ///
    /// ```
    /// use candor::{Contract, Failure, reason};
    ///
    /// /// What `ship` can fail with.
    /// #[derive(Debug, Contract)]
    /// enum Ship {
    ///     /// The order is being changed.
    ///     #[failure(code = Conflict, retry = backoff, message = "Order {id} is being changed",
    ///               recovery = "Ship order {id} again in a moment.")]
    ///     Locked { id: u32 },
    /// }
    ///
    /// let of_a_service = Failure::conflict("The row is locked").with_reason(reason!("locked")).with_context("id", 7);
    /// let failure = of_a_service.completed_by(Ship::CONTRACT);
    /// assert_eq!(failure.recovery().hint(), "Ship order 7 again in a moment.");
    /// assert!(failure.retry().is_retryable());
    /// ```
    #[must_use]
    pub fn completed_by(self, contract: &Contract) -> Failure {
        match contract.clause(self.reason().as_str()) {
            Some(clause) => {
                let declared = clause.declared_for(&self);
                self.completed(declared)
            }
            None => self,
        }
    }
}
