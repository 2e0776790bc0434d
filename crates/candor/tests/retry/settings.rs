//! Settings that make no sense are refused.

use super::*;
use candor::retry::{Budget, BudgetBuilder, InvalidBudget, InvalidPolicy, Policy, PolicyBuilder};

#[test]
fn a_policy_that_makes_no_sense_is_refused_by_name() {
    let policy = Policy::builder;
    let rows: [(PolicyBuilder, InvalidPolicy); 11] = [
        (policy().attempts(0), InvalidPolicy::NoAttempts),
        (policy().first_delay(Duration::ZERO), InvalidPolicy::NoFirstDelay),
        (policy().first_delay(seconds(11)), InvalidPolicy::FirstDelayAboveLongest),
        (policy().longest_delay(milliseconds(99)), InvalidPolicy::FirstDelayAboveLongest),
        (policy().factor(0.99), InvalidPolicy::FactorBelowOne),
        (policy().factor(-2.0), InvalidPolicy::FactorBelowOne),
        (policy().factor(f32::NAN), InvalidPolicy::FactorBelowOne),
        (policy().factor(f32::INFINITY), InvalidPolicy::FactorBelowOne),
        (policy().deadline(Duration::ZERO), InvalidPolicy::NoTimeForAnAttempt),
        (policy().deadline(seconds(1)).shortest_attempt(seconds(1)), InvalidPolicy::NoTimeForAnAttempt),
        (policy().shortest_attempt(Duration::MAX), InvalidPolicy::NoTimeForAnAttempt),
    ];
    for (policy, mistake) in rows {
        assert_eq!(policy.clone().build().unwrap_err(), mistake, "{policy:?}");
    }
}

#[test]
fn a_budget_that_makes_no_sense_is_refused_by_name() {
    let budget = Budget::builder;
    let rows: [(BudgetBuilder, InvalidBudget); 6] = [
        (budget().capacity(0), InvalidBudget::NoCapacity),
        (budget().refund_per_success(-0.1), InvalidBudget::InvalidRefund),
        (budget().refund_per_success(f64::NAN), InvalidBudget::InvalidRefund),
        (budget().refund_per_success(f64::INFINITY), InvalidBudget::InvalidRefund),
        (budget().refill_per_second(-1.0), InvalidBudget::InvalidRefill),
        (budget().refill_per_second(f64::NAN), InvalidBudget::InvalidRefill),
    ];
    for (budget, mistake) in rows {
        assert_eq!(budget.build().unwrap_err(), mistake, "{budget:?}");
    }
}

#[test]
fn the_defaults_and_the_extremes_are_accepted() {
    assert!(Policy::builder().build().is_ok());
    assert!(Policy::builder().attempts(u32::MAX).factor(f32::MAX).deadline(Duration::MAX).build().is_ok());
    assert!(Policy::builder().attempts(1).factor(1.0).build().is_ok());
    assert_eq!(Budget::builder().build().unwrap().retries_left(), 100);
    let budget = Budget::builder().capacity(u32::MAX).refund_per_success(f64::MAX).refill_per_second(f64::MAX);
    assert_eq!(budget.build().unwrap().retries_left(), u32::MAX);
}

#[test]
fn a_refusal_says_how_to_fix_it() {
    let refusal = Policy::builder().attempts(0).build().unwrap_err();
    assert_eq!(refusal.to_string(), "a policy without attempts tries nothing; give it at least one");
    let refusal = Budget::builder().capacity(0).build().unwrap_err();
    assert!(refusal.to_string().contains("give it at least one"));
}
