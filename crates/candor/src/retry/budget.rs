//! How many retries all callers together may make.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::time::Instant;

/// A stock of retries that all calls to one service draw from, so that retries cannot multiply the load on a service
/// that is failing.
///
/// It is a bucket of tokens. A retry takes one, a call that succeeds puts a part of one back, and time refills it.
/// While it is empty, each call is still made once; their successes fill it again. Clones share the stock.
///
/// ```
/// use candor::retry::{Budget, Policy};
///
/// let budget = Budget::builder().capacity(20).refund_per_success(0.2).refill_per_second(0.5).build()?;
/// let searching = Policy::builder().attempts(4).budget(budget.clone()).build()?;
/// let ordering = Policy::builder().attempts(2).budget(budget.clone()).build()?;
/// assert_eq!(budget.retries_left(), 20);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Budget(Arc<Bucket>);

struct Bucket {
    terms: BudgetBuilder,
    stock: Mutex<Stock>,
}

struct Stock {
    tokens: f64,
    counted: Instant,
}

impl Budget {
    /// A budget of 100 retries, of which each success puts back a tenth of one and each second one, to be changed.
    pub const fn builder() -> BudgetBuilder {
        BudgetBuilder { capacity: 100, refund_per_success: 0.1, refill_per_second: 1.0 }
    }

    /// How many retries can be made right now.
    #[must_use]
    pub fn retries_left(&self) -> u32 {
        // Never below zero, and never above the capacity, which is a u32.
        (self.stock().tokens + ROUNDING) as u32
    }

    /// Takes one retry, if there is one.
    pub(super) fn withdraw(&self) -> Option<Withdrawal> {
        let mut stock = self.stock();
        if stock.tokens + ROUNDING < 1.0 {
            return None;
        }
        stock.tokens = (stock.tokens - 1.0).max(0.0);
        Some(Withdrawal(Some(self.clone())))
    }

    /// Puts back what a success is worth.
    pub(super) fn refund_success(&self) {
        self.stock().tokens += self.0.terms.refund_per_success;
    }

    /// The stock as it is by now, and never more than there is room for.
    fn stock(&self) -> MutexGuard<'_, Stock> {
        // A number cannot be left half-written, so a panic elsewhere does no harm to it.
        let mut stock = self.0.stock.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        let refill = now.saturating_duration_since(stock.counted).as_secs_f64() * self.0.terms.refill_per_second;
        stock.tokens = (stock.tokens + refill).min(f64::from(self.0.terms.capacity));
        stock.counted = now;
        stock
    }
}

/// Ten refunds of a tenth are one retry, although ten times 0.1 is a little less than 1 when it is added up.
const ROUNDING: f64 = 1e-6;

impl std::fmt::Debug for Budget {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Budget").field("terms", &self.0.terms).field("retries_left", &self.retries_left()).finish()
    }
}

/// One retry taken from a budget. If it is never begun, because the call was dropped or cancelled, it is returned to
/// the budget.
#[must_use]
pub(super) struct Withdrawal(Option<Budget>);

impl Withdrawal {
    /// The retry begins.
    pub(super) fn spend(mut self) {
        self.0 = None;
    }
}

impl Drop for Withdrawal {
    fn drop(&mut self) {
        if let Some(budget) = self.0.take() {
            budget.stock().tokens += 1.0;
        }
    }
}

/// The terms of a [`Budget`].
#[derive(Debug, Clone, Copy)]
#[must_use]
pub struct BudgetBuilder {
    capacity: u32,
    refund_per_success: f64,
    refill_per_second: f64,
}

impl BudgetBuilder {
    /// How many retries can be made at once. The budget starts full.
    pub const fn capacity(self, retries: u32) -> BudgetBuilder {
        BudgetBuilder { capacity: retries, ..self }
    }

    /// How much of a retry each successful call puts back: 0.1 allows one retry for ten successes in the long run.
    pub const fn refund_per_success(self, retries: f64) -> BudgetBuilder {
        BudgetBuilder { refund_per_success: retries, ..self }
    }

    /// How many retries come back each second, whatever happens. Without this and without refunds, the capacity is all
    /// there ever is, as for one import of many rows.
    pub const fn refill_per_second(self, retries: f64) -> BudgetBuilder {
        BudgetBuilder { refill_per_second: retries, ..self }
    }

    /// The budget, full.
    ///
    /// # Errors
    ///
    /// [`InvalidBudget`] if the capacity is zero, or if a number is negative or not finite.
    pub fn build(self) -> Result<Budget, InvalidBudget> {
        if self.capacity == 0 {
            return Err(InvalidBudget::NoCapacity);
        }
        if !is_amount(self.refund_per_success) {
            return Err(InvalidBudget::InvalidRefund);
        }
        if !is_amount(self.refill_per_second) {
            return Err(InvalidBudget::InvalidRefill);
        }
        let stock = Mutex::new(Stock { tokens: f64::from(self.capacity), counted: Instant::now() });
        Ok(Budget(Arc::new(Bucket { terms: self, stock })))
    }
}

fn is_amount(number: f64) -> bool {
    number.is_finite() && number >= 0.0
}

/// Why a [`Budget`] was refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum InvalidBudget {
    /// It could never allow a retry.
    #[error("a budget without capacity allows no retry; give it at least one, or a policy with one attempt")]
    NoCapacity,
    /// The refund is negative, infinite or not a number.
    #[error("the refund per success is not an amount; give a number such as 0.1, or 0")]
    InvalidRefund,
    /// The refill is negative, infinite or not a number.
    #[error("the refill per second is not an amount; give a number such as 0.5, or 0")]
    InvalidRefill,
}
