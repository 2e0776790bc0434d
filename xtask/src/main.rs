//! Runs what has to pass before a change is whole: `cargo xtask test`.

mod api;
mod attack;
mod bench_http;
mod bench_wrap;
mod cache;
mod conformance;
mod fresh;
mod fuzz;
mod generalise;
mod load;
mod mcp;
mod package;
mod process;
mod published;
mod soak;
mod soak_wrap;
mod steps;
mod test;

use conformance::{Subject, Way};
use process::cargo;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use steps::{Step, cargo_step};

const HELP: &str = "\
Usage: cargo xtask <COMMAND>

Commands:
  test                  Check format, lints, packages, tests, examples in the docs, docs and public names
  fresh                 Run the README's two commands as on a new machine: a new clone, nothing downloaded or built
  package               Package every crate that is published, and check that each package has all of its files
  api                   Write the list of public names, docs/public-api/, anew
  clients               Install the MCP clients that the tests drive, and print their folder
  servers               Install the MCP servers that the tests put `candor wrap` before, and print their folder
  conformance           Run the official MCP conformance suite against a server of ours, guarded; --bare: without the guard;
                        --gateway: against `candor serve` before a REST API; --mcp [url|child|wrapped]: before that server
  attack [MINUTES]      Attack real servers behind the guards for so long; 15 minutes by default
  bench                 Measure the library
  bench-http [CALLS]    Measure what the guards cost a server over HTTP; 4000 calls at a time by default
  bench-wrap [CALLS]    Measure what `candor wrap` costs, beside a bare relay; 4000 calls at a time by default
  load [--calls N]      Measure a call through the gateway beside rmcp alone, one hop alone and FastMCP; see CONTRIBUTING.md
  soak [MINUTES]        Call the gateway while its upstream dies and its configuration changes; 200,000 calls by default
  soak-wrap [CALLS]     Call a server through `candor wrap` while it is killed; 1,000,000 calls by default
  fuzz [SECONDS]        Feed each fuzz target inputs for so long; 30 seconds by default
  planted [TEXTS]       Count what survives of generated texts with planted secrets, and compare with the baseline; 100,000 by
                        default; --building --show 20: show texts of the half that rules are built with; see CONTRIBUTING.md
  generalise FOLDER     Score `candor scrub` and `candor classify` on sets of rows, by the sources of the rows; see CONTRIBUTING.md
  train-classifier      Make the classifier's model of the messages in crates/candor/tests/judgement/messages/built anew
  slow-inputs [MINUTES [SEED]]
                        Search for texts that take the scrubber long per byte; 1 minute by default
  deny                  Check licences and advisories of the dependencies
  help                  Print this
";

const BENCH: [Step; 1] =
    [cargo_step("benchmarks", &["bench", "--package", "candor", "--package", "candor-scrub", "--all-features"])];
const DENY: [Step; 1] = [cargo_step("dependencies", &["deny", "check"])];

fn main() -> ExitCode {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    let arguments: Vec<_> = arguments.iter().map(String::as_str).collect();
    match arguments.as_slice() {
        ["test"] => test::run(),
        ["fresh"] => ended(fresh::run()),
        ["package"] => ended(package::check()),
        ["api"] => ended(api::write()),
        ["clients"] => published::CLIENTS.run(),
        ["servers"] => published::SERVERS.run(),
        ["conformance"] => conformance::run(Subject::Guard),
        ["conformance", "--bare"] => conformance::run(Subject::Bare),
        ["conformance", "--gateway"] => conformance::run(Subject::Gateway),
        ["conformance", "--mcp"] => conformance::run_through_serve(),
        ["conformance", "--mcp", way] => match Way::named(way) {
            Some(way) => conformance::run(Subject::Serve(way)),
            None => refused(&format!("conformance: {way:?} is not url, handshake, child or wrapped")),
        },
        ["attack", arguments @ ..] => match attack::Plan::read(arguments) {
            Ok(plan) if plan.is_short => ended(attack::short()),
            Ok(plan) => ended(attack::run(&plan)),
            Err(why) => refused(&why),
        },
        ["bench"] => steps::run(&BENCH, &[]),
        ["bench-http"] => ended(bench_http::run(bench_http::DEFAULT_CALLS)),
        ["bench-http", calls] => match calls.parse() {
            Ok(calls @ 1..) => ended(bench_http::run(calls)),
            _ => refused(&format!("bench-http: {calls:?} is not a number of calls, such as 4000")),
        },
        ["bench-wrap"] => ended(bench_wrap::run(bench_wrap::DEFAULT_CALLS)),
        ["bench-wrap", calls] => match calls.parse() {
            Ok(calls @ 1..) => ended(bench_wrap::run(calls)),
            _ => refused(&format!("bench-wrap: {calls:?} is not a number of calls, such as 4000")),
        },
        ["load", arguments @ ..] => match load::Plan::read(arguments) {
            Ok(plan) => ended(load::run(&plan)),
            Err(why) => refused(&why),
        },
        ["soak", arguments @ ..] => match soak::Plan::read(arguments) {
            Ok(plan) => ended(soak::run(&plan)),
            Err(why) => refused(&why),
        },
        ["soak-wrap"] => ended(soak_wrap::run(soak_wrap::DEFAULT_CALLS)),
        ["soak-wrap", calls] => match calls.parse() {
            Ok(calls @ 1_000..=100_000_000) => ended(soak_wrap::run(calls)),
            _ => refused(&format!("soak-wrap: {calls:?} is not a number of calls from 1000 to 100000000")),
        },
        ["fuzz"] => fuzz::run(fuzz::DEFAULT_SECONDS),
        ["fuzz", seconds] if let Ok(seconds) = seconds.parse() => fuzz::run(seconds),
        ["planted", arguments @ ..] => planted(arguments),
        ["generalise", arguments @ ..] => match generalise::Plan::read(arguments) {
            Ok(plan) => ended(generalise::run(&plan)),
            Err(why) => refused(&why),
        },
        ["train-classifier"] => train_classifier(),
        ["slow-inputs"] => slow_inputs(&["1"]),
        ["slow-inputs", numbers @ ..] if numbers.len() <= 2 && numbers.iter().all(|it| it.parse::<f64>().is_ok()) => {
            slow_inputs(numbers)
        }
        ["deny"] if has_deny() => steps::run(&DENY, &[]),
        ["deny"] => {
            say("cargo-deny is not installed; install it with: cargo install --locked cargo-deny");
            ExitCode::FAILURE
        }
        [] | ["help" | "--help" | "-h"] => {
            // A reader that stops early is not a failure.
            let _ = std::io::stdout().write_all(HELP.as_bytes());
            ExitCode::SUCCESS
        }
        _ => refused(&format!("unknown command {:?}; cargo xtask help lists all", arguments.join(" "))),
    }
}

/// Counts what survives of generated texts.
fn planted(arguments: &[&str]) -> ExitCode {
    let example = ["run", "--quiet", "--package", "candor-scrub", "--example", "planted", "--"];
    ended(process::run(cargo().args(example).args(arguments)))
}

/// Trains the classifier's model, and writes its file. The training is a test of the crate: it reads messages as the
/// classifier does, and checks that the file is what it makes.
fn train_classifier() -> ExitCode {
    let test = ["test", "--package", "candor", "--lib", "--", "the_model_is_what_the_messages_teach"];
    ended(process::run(cargo().args(test).env("CANDOR_TRAIN", "1")))
}

/// Searches for slow inputs for so many minutes, and with this seed if there is one.
fn slow_inputs(numbers: &[&str]) -> ExitCode {
    let bench = ["bench", "--package", "candor-scrub", "--features", "testing", "--bench", "slow_inputs", "--"];
    ended(process::run(cargo().args(bench).args(numbers)))
}

/// The exit code of a command line that says nothing this program knows.
fn refused(why: &str) -> ExitCode {
    say(why);
    ExitCode::from(2)
}

/// The exit code of a command, after its error has been said.
fn ended(result: Result<(), String>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            say(&why);
            ExitCode::FAILURE
        }
    }
}

/// The folder of the workspace.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().map_or_else(PathBuf::new, Path::to_path_buf)
}

/// Where cargo builds.
fn target_folder() -> PathBuf {
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from);
    // Some commands run in another folder than this one.
    std::path::absolute(&target).unwrap_or(target)
}

fn has_deny() -> bool {
    cargo().args(["deny", "--version"]).output().is_ok_and(|output| output.status.success())
}

fn say(line: &str) {
    // A failed write to standard error cannot be reported.
    let _ = writeln!(std::io::stderr(), "xtask: {line}");
}
