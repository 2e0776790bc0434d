//! `cargo xtask conformance`: runs every server scenario of the official MCP conformance suite against our fixture, and
//! compares the outcomes with `conformance/baseline.txt`.

mod baseline;
mod bounded;
mod fixture;
mod install;
mod report;
mod suite;
mod table;

use crate::{root, say};
use baseline::Baseline;
use fixture::Fixture;
use report::Report;
use std::process::ExitCode;
use std::time::Instant;
use suite::Suite;

/// One pass over the scenarios of one version of the suite.
struct Run {
    /// As the table and the baseline call it.
    name: &'static str,
    version: &'static str,
    /// The revision of the protocol that is spoken; without it, the suite chooses one for each scenario.
    revision: Option<&'static str>,
}

/// Left to choose, the suite takes 2025-11-25 for a scenario that exists there: so the last run has what is there in both.
const RUNS: [Run; 3] = [
    Run { name: "0.1.16", version: "0.1.16", revision: None },
    Run { name: "0.2.0-alpha.12", version: "0.2.0-alpha.12", revision: None },
    Run { name: "0.2.0-alpha.12/2026-07-28", version: "0.2.0-alpha.12", revision: Some("2026-07-28") },
];

/// One scenario in one run, and its outcome.
struct Case {
    run: &'static Run,
    scenario: String,
    report: Report,
}

/// Runs the scenarios against the fixture, behind the guard or without it.
pub(crate) fn run(bare: bool) -> ExitCode {
    match compare(bare) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(why) => {
            say(&why);
            ExitCode::FAILURE
        }
    }
}

/// Whether all is as the baseline says.
fn compare(bare: bool) -> Result<bool, String> {
    let begin = Instant::now();
    let root = root();
    let folder = root.join("conformance");
    let text = std::fs::read_to_string(folder.join("baseline.txt"));
    let baseline = Baseline::read(&text.map_err(|error| format!("cannot read conformance/baseline.txt: {error}"))?)?;
    let suite = Suite::install(&folder)?;
    let fixture = Fixture::start(&root, bare)?;

    let mut cases = Vec::new();
    for run in &RUNS {
        let how = if bare { "without the guard" } else { "behind the guard" };
        say(&format!("running the scenarios of {}, {how}", run.name));
        cases.extend(suite.run(run, fixture.url())?);
    }
    drop(fixture);
    table::print(&cases);
    let differences = baseline.compare(&cases);
    for difference in &differences {
        say(difference);
    }
    let seconds = begin.elapsed().as_secs_f64();
    if differences.is_empty() {
        say(&format!("{} scenarios are as the baseline says, in {seconds:.1} s", cases.len()));
    } else {
        say(&format!("not as the baseline says, in {seconds:.1} s; each check is in {}", suite.results().display()));
    }
    Ok(differences.is_empty())
}
