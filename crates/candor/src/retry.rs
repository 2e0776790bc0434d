#![doc = include_str!("../docs/retries.md")]

mod attempt;
mod backoff;
mod budget;
mod call;
mod call_state;
mod cancellation;
mod policy;

pub use attempt::{Attempt, PlannedRetry};
pub use budget::{Budget, BudgetBuilder, InvalidBudget};
pub use call::Call;
pub use policy::{InvalidPolicy, Policy, PolicyBuilder};
