//! The outcome of a scenario.

use serde_json::Value;
use std::fmt;
use std::str::FromStr;

/// The worst outcome of any check of the scenario.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Outcome {
    /// Every check passed.
    Passed,
    /// A check was not run: what it needs is not there.
    Skipped,
    /// What the protocol recommends is not done.
    Warned,
    /// What the protocol demands is not done.
    Failed,
}

const NAMES: [(Outcome, &str); 4] = [
    (Outcome::Passed, "passed"),
    (Outcome::Skipped, "skipped"),
    (Outcome::Warned, "warned"),
    (Outcome::Failed, "failed"),
];

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = NAMES.iter().find(|(outcome, _)| outcome == self).map_or("", |(_, name)| name);
        f.pad(name)
    }
}

impl FromStr for Outcome {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        NAMES.iter().find(|(_, name)| *name == text).map(|(outcome, _)| *outcome).ok_or(())
    }
}

/// What the suite reported about one scenario.
pub(super) struct Report {
    pub(super) outcome: Outcome,
    /// Checks that passed.
    pub(super) passed: usize,
    /// Checks that passed, warned or failed.
    pub(super) checks: usize,
    /// What did not pass, one line each.
    pub(super) remarks: Vec<String>,
}

impl Report {
    /// A scenario without a report.
    pub(super) fn failed(why: String) -> Self {
        Self { outcome: Outcome::Failed, passed: 0, checks: 0, remarks: vec![why] }
    }

    /// Reads the checks that the suite wrote: an array of objects with `id`, `status` and perhaps `errorMessage`.
    pub(super) fn read(text: &str) -> Self {
        let checks: Vec<Value> = match serde_json::from_str(text) {
            Ok(checks) => checks,
            Err(error) => return Self::failed(format!("the result is not a JSON array: {error}")),
        };
        let mut report = Self { outcome: Outcome::Passed, passed: 0, checks: 0, remarks: Vec::new() };
        for check in &checks {
            let member = |name: &str| check.get(name).and_then(Value::as_str);
            if let Some(why) = member("errorMessage") {
                report.remarks.push(format!("{}: {why}", member("id").unwrap_or_default()));
            }
            let found = match member("status") {
                Some("SUCCESS") => Outcome::Passed,
                Some("SKIPPED") => Outcome::Skipped,
                Some("WARNING") => Outcome::Warned,
                Some("FAILURE") => Outcome::Failed,
                // Notes, which are not checks.
                Some(_) | None => continue,
            };
            report.outcome = report.outcome.max(found);
            report.passed += usize::from(found == Outcome::Passed);
            report.checks += usize::from(found != Outcome::Skipped);
        }
        if report.passed == 0 && report.outcome == Outcome::Passed {
            return Self::failed("not one check".to_owned());
        }
        report
    }
}

#[cfg(test)]
mod tests {
    use super::{Outcome, Report};

    fn report(statuses: &[&str]) -> Report {
        let checks: Vec<_> = statuses
            .iter()
            .map(|status| {
                let why = if *status == "SUCCESS" { "" } else { "\n    \"errorMessage\": \"why\"," };
                let details = "\"details\": {\n      \"status\": \"FAILURE\"\n    }";
                format!("  {{\n    \"id\": \"an-id\",\n    \"status\": \"{status}\",{why}\n    {details}\n  }}")
            })
            .collect();
        Report::read(&format!("[\n{}\n]", checks.join(",\n")))
    }

    #[test]
    fn the_outcome_is_the_worst_of_the_checks() {
        assert_eq!(report(&["SUCCESS", "INFO"]).outcome, Outcome::Passed);
        assert_eq!(report(&["SUCCESS", "SKIPPED"]).outcome, Outcome::Skipped);
        assert_eq!(report(&["WARNING", "SKIPPED"]).outcome, Outcome::Warned);
        assert_eq!(report(&["SUCCESS", "FAILURE", "WARNING"]).outcome, Outcome::Failed);
    }

    #[test]
    fn a_scenario_that_shows_nothing_has_not_passed() {
        assert_eq!(report(&["INFO"]).outcome, Outcome::Failed);
        assert_eq!(report(&[]).outcome, Outcome::Failed);
        assert_eq!(Report::read("").outcome, Outcome::Failed);
    }

    #[test]
    fn the_report_counts_checks_and_repeats_what_did_not_pass() {
        let report = report(&["SUCCESS", "FAILURE", "SKIPPED", "SUCCESS"]);
        assert_eq!((report.passed, report.checks), (2, 3));
        assert_eq!(report.remarks, ["an-id: why", "an-id: why"]);
    }
}
