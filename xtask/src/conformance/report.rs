//! What came of a scenario.

use std::fmt;
use std::str::FromStr;

/// The worst that any check of the scenario came to.
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

/// What the suite said of one scenario.
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
    /// A scenario that never came to a report.
    pub(super) fn failed(why: String) -> Self {
        Self { outcome: Outcome::Failed, passed: 0, checks: 0, remarks: vec![why] }
    }

    /// Reads the checks that the suite wrote. It writes one member a line, and those of a check four spaces in.
    pub(super) fn read(text: &str) -> Self {
        let mut report = Self { outcome: Outcome::Passed, passed: 0, checks: 0, remarks: Vec::new() };
        let mut id = "";
        for (name, value) in text.lines().filter_map(member) {
            if name == "id" {
                id = value;
            }
            let found = match (name, value) {
                ("status", "SUCCESS") => Outcome::Passed,
                ("status", "SKIPPED") => Outcome::Skipped,
                ("status", "WARNING") => Outcome::Warned,
                ("status", "FAILURE") => Outcome::Failed,
                ("errorMessage", why) => {
                    report.remarks.push(format!("{id}: {why}"));
                    continue;
                }
                // The rest of a check, and notes on the way.
                _ => continue,
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

/// The name and the text of a check's member, from a line `    "name": "text",`.
fn member(line: &str) -> Option<(&str, &str)> {
    let (name, value) = line.strip_prefix("    \"")?.split_once("\": \"")?;
    Some((name, value.trim_end_matches(',').trim_end_matches('"')))
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
