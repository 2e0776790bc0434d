//! The baseline: which scenarios do not pass, and why. It is strict both ways.

use super::report::Outcome;
use super::{Case, RUNS};

/// The scenarios that are known not to pass.
pub(super) struct Baseline(Vec<Entry>);

struct Entry {
    line: usize,
    run: String,
    scenario: String,
    outcome: Outcome,
    /// How many of how many checks pass, where the entry holds that too.
    checks: Option<String>,
}

impl Baseline {
    /// Reads lines `run scenario outcome # reason`, with `20/25` after the outcome where so many checks have to pass; the message for what cannot be read names the file and the line.
    pub(super) fn read(file: &str, text: &str) -> Result<Self, String> {
        let mut entries: Vec<Entry> = Vec::new();
        for (line, content) in (1..).zip(text.lines()) {
            if content.trim().is_empty() || content.starts_with('#') {
                continue;
            }
            let broken = |why: &str| Err(format!("{file}, line {line}: {why}"));
            let Some((facts, reason)) = content.split_once('#') else { return broken("there is no reason after a #") };
            if reason.trim().is_empty() {
                return broken("there is no reason after the #");
            }
            let facts: Vec<_> = facts.split_whitespace().collect();
            let (run, scenario, outcome, checks) = match facts.as_slice() {
                [run, scenario, outcome] => (run, scenario, outcome, None),
                [run, scenario, outcome, checks] => (run, scenario, outcome, Some((*checks).to_owned())),
                _ => return broken("not a run, a scenario, an outcome"),
            };
            if !RUNS.iter().any(|it| it.name == *run) {
                return broken(&format!("there is no run {run:?}"));
            }
            let outcome = match outcome.parse() {
                Ok(Outcome::Passed) | Err(()) => return broken("an outcome is failed, warned or skipped"),
                Ok(outcome) => outcome,
            };
            if entries.iter().any(|it| it.run == *run && it.scenario == *scenario) {
                return broken("the scenario is listed twice");
            }
            entries.push(Entry { line, run: (*run).to_owned(), scenario: (*scenario).to_owned(), outcome, checks });
        }
        Ok(Self(entries))
    }

    /// What is not as the baseline says, one sentence each.
    pub(super) fn compare(&self, cases: &[Case]) -> Vec<String> {
        let mut complaints = Vec::new();
        for case in cases {
            let name = format!("{} {}", case.run.name, case.scenario);
            let entry = self.0.iter().find(|it| it.run == case.run.name && it.scenario == case.scenario);
            let (expected, found) = (entry.map_or(Outcome::Passed, |it| it.outcome), case.report.outcome);
            let counted = format!("{}/{}", case.report.passed, case.report.checks);
            let listed = entry.and_then(|it| it.checks.as_ref()).filter(|listed| **listed != counted);
            match entry {
                _ if expected == found => complaints.extend(
                    listed.map(|listed| format!("{name} passed {counted} checks, where the baseline says {listed}")),
                ),
                None => complaints.push(format!("{name} {found}, which the baseline does not list")),
                Some(entry) if found == Outcome::Passed => {
                    complaints.push(format!("{name} passed: take line {} out of the baseline", entry.line));
                }
                Some(entry) => {
                    complaints.push(format!("{name} {found}, where the baseline says {expected}, line {}", entry.line));
                }
            }
            if expected != found || listed.is_some() {
                complaints.extend(case.report.remarks.iter().map(|remark| format!("    {remark}")));
            }
        }
        let gone = self
            .0
            .iter()
            .filter(|entry| !cases.iter().any(|case| case.run.name == entry.run && case.scenario == entry.scenario));
        complaints
            .extend(gone.map(|it| format!("{} {} is listed, line {}, and is not there", it.run, it.scenario, it.line)));
        complaints
    }
}

#[cfg(test)]
mod tests {
    use super::super::report::{Outcome, Report};
    use super::super::{Case, RUNS};
    use super::Baseline;

    fn case(scenario: &str, outcome: Outcome) -> Case {
        let report = Report { outcome, passed: 1, checks: 1, remarks: Vec::new() };
        Case { run: &RUNS[0], scenario: scenario.to_owned(), report }
    }

    fn complaints(baseline: &str, cases: &[Case]) -> Vec<String> {
        Baseline::read("baseline.txt", baseline).expect("a baseline").compare(cases)
    }

    #[test]
    fn what_is_as_listed_is_not_a_difference() {
        let cases = [case("ping", Outcome::Failed), case("pong", Outcome::Passed)];
        assert!(complaints("# Why\n\n0.1.16 ping failed # a reason\n", &cases).is_empty());
    }

    #[test]
    fn a_failure_that_is_not_listed_is_a_difference() {
        let told = complaints("", &[case("ping", Outcome::Failed)]);
        assert_eq!(told, ["0.1.16 ping failed, which the baseline does not list"]);
    }

    #[test]
    fn a_listed_scenario_that_passes_is_a_difference() {
        let told = complaints("0.1.16 ping failed # a reason", &[case("ping", Outcome::Passed)]);
        assert_eq!(told, ["0.1.16 ping passed: take line 1 out of the baseline"]);
    }

    #[test]
    fn another_outcome_than_the_listed_one_is_a_difference() {
        let told = complaints("0.1.16 ping skipped # a reason", &[case("ping", Outcome::Warned)]);
        assert_eq!(told, ["0.1.16 ping warned, where the baseline says skipped, line 1"]);
    }

    #[test]
    fn another_number_of_passed_checks_than_the_listed_one_is_a_difference() {
        let cases = [case("ping", Outcome::Failed)];
        assert!(complaints("0.1.16 ping failed 1/1 # a reason", &cases).is_empty());
        let told = complaints("0.1.16 ping failed 2/3 # a reason", &cases);
        assert_eq!(told, ["0.1.16 ping passed 1/1 checks, where the baseline says 2/3"]);
    }

    #[test]
    fn a_listed_scenario_that_the_suite_has_not_is_a_difference() {
        let told = complaints("0.1.16 pong failed # a reason", &[case("ping", Outcome::Passed)]);
        assert_eq!(told, ["0.1.16 pong is listed, line 1, and is not there"]);
    }

    #[test]
    fn a_line_that_cannot_be_read_is_named() {
        for line in [
            "0.1.16 ping failed",
            "0.1.16 ping failed #",
            "0.1.16 ping # a reason",
            "0.1.16 ping passed # a reason",
            "0.0.0 ping failed # a reason",
            "0.1.16 ping failed # a reason\n0.1.16 ping failed # a reason",
        ] {
            let error = Baseline::read("baseline.txt", line).err().expect(line);
            assert!(error.starts_with("baseline.txt, line "), "{error}");
        }
    }
}
