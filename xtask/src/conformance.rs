//! `cargo xtask conformance`: runs every server scenario of the official MCP conformance suite against our fixture or the
//! gateway, and compares the outcomes with what `conformance/` lists for it.

mod baseline;
mod behind_serve;
mod bounded;
mod fixture;
mod gateway;
mod install;
mod report;
mod suite;
mod table;

use crate::{root, say};
use baseline::Baseline;
pub(crate) use behind_serve::Way;
use behind_serve::{BehindServe, WAYS};
use fixture::Fixture;
use gateway::BehindGateway;
use report::Report;
use std::path::Path;
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

/// What the scenarios are run against.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Subject {
    /// A server that does everything, behind the guard.
    Guard,
    /// The same without the guard.
    Bare,
    /// The gateway, before an API whose operations are named as the suite names tools.
    Gateway,
    /// `candor serve` before the server that does everything.
    Serve(Way),
}

impl Subject {
    /// What follows "the scenarios of a run".
    fn manner(self) -> &'static str {
        match self {
            Subject::Guard => "behind the guard",
            Subject::Bare => "without the guard",
            Subject::Gateway => "against the gateway",
            Subject::Serve(way) => way.manner(),
        }
    }

    /// The file, from the workspace's folder, that lists what does not pass.
    fn baseline(self) -> &'static str {
        match self {
            Subject::Guard | Subject::Bare => "conformance/baseline.txt",
            Subject::Gateway => "conformance/gateway-baseline.txt",
            Subject::Serve(Way::Handshake) => "conformance/mcp-handshake-baseline.txt",
            Subject::Serve(Way::Url | Way::Child | Way::Wrapped) => "conformance/mcp-baseline.txt",
        }
    }

    fn start(self, root: &Path) -> Result<Box<dyn Server>, String> {
        Ok(match self {
            Subject::Guard => Box::new(Fixture::start(root, &[])?),
            Subject::Bare => Box::new(Fixture::start(root, &["--bare"])?),
            Subject::Gateway => Box::new(BehindGateway::start(root)?),
            Subject::Serve(way) => Box::new(BehindServe::start(root, way)?),
        })
    }
}

/// A server that runs until it is dropped.
trait Server {
    /// Its endpoint.
    fn url(&self) -> &str;
}

/// Runs the scenarios.
pub(crate) fn run(subject: Subject) -> ExitCode {
    ended(compare(subject))
}

/// Runs them through `candor serve` in every way in which it reaches a server.
pub(crate) fn run_through_serve() -> ExitCode {
    // Each way is run, whatever became of the one before it.
    let results = WAYS.map(|way| compare(Subject::Serve(way)));
    ended(results.into_iter().try_fold(true, |all, result| Ok(all && result?)))
}

fn ended(result: Result<bool, String>) -> ExitCode {
    match result {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(why) => {
            say(&why);
            ExitCode::FAILURE
        }
    }
}

/// Whether all is as the baseline says.
fn compare(subject: Subject) -> Result<bool, String> {
    let begin = Instant::now();
    let root = root();
    let folder = root.join("conformance");
    let file = subject.baseline();
    let text = std::fs::read_to_string(root.join(file)).map_err(|error| format!("cannot read {file}: {error}"))?;
    let baseline = Baseline::read(file, &text)?;
    let suite = Suite::install(&folder)?;
    let suite = if let Subject::Serve(way) = subject { suite.leaving_results_in(way.name()) } else { suite };
    let server = subject.start(&root)?;

    let mut cases = Vec::new();
    for run in &RUNS {
        say(&format!("running the scenarios of {}, {}", run.name, subject.manner()));
        cases.extend(suite.run(run, server.url())?);
    }
    drop(server);
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
