//! Runs what has to pass before a change is whole: `cargo xtask test`.

mod cache;
mod clients;
mod conformance;
mod fuzz;

use std::ffi::OsString;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

const HELP: &str = "\
Usage: cargo xtask <COMMAND>

Commands:
  test                  Check format, lints, tests, examples in the docs, and the docs
  clients               Install the MCP clients that the tests drive, and print their folder
  conformance [--bare]  Run the official MCP conformance suite against a server of ours, guarded or bare
  bench                 Measure the library
  fuzz [SECONDS]        Feed each fuzz target inputs for so long, 30 seconds unless said
  deny                  Check licences and advisories of the dependencies
  help                  Print this
";

/// One run of cargo.
struct Step {
    title: &'static str,
    arguments: &'static [&'static str],
    environment: Option<(&'static str, &'static str)>,
}

const fn step(title: &'static str, arguments: &'static [&'static str]) -> Step {
    Step { title, arguments, environment: None }
}

/// In order: what fails fastest comes first.
const TEST: [Step; 10] = [
    // Crates of other platforms too: `cargo metadata --offline`, which trybuild runs, wants all of the lock file.
    step("dependencies", &["fetch", "--locked"]),
    step("format", &["fmt", "--all", "--check"]),
    step("lints", &["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"]),
    step("lints, all features", &["clippy", "--workspace", "--all-targets", "--all-features", "--", "-D", "warnings"]),
    // As programs, which some tests start: the tests have them only as tests.
    step("examples", &["build", "--workspace", "--all-features", "--examples"]),
    step("tests, all features", &["test", "--workspace", "--all-features", "--lib", "--bins", "--tests", "--examples"]),
    // As tests: each benchmark runs once.
    step("benchmarks", &["test", "--workspace", "--all-features", "--bench", "*"]),
    step("examples in the docs", &["test", "--workspace", "--all-features", "--doc"]),
    Step {
        environment: Some(("RUSTDOCFLAGS", "-D warnings")),
        ..step("docs", &["doc", "--workspace", "--all-features", "--no-deps"])
    },
    // The core says the same without what the features bring. That all of it builds, the first lints have shown.
    step(
        "tests, no features",
        &[
            "test",
            "--package",
            "candor",
            "--no-default-features",
            "--test",
            "capture",
            "--test",
            "contract",
            "--test",
            "spec",
        ],
    ),
];

const BENCH: [Step; 1] = [step("benchmarks", &["bench", "--package", "candor"])];
const DENY: [Step; 1] = [step("dependencies", &["deny", "check"])];

fn main() -> ExitCode {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    let arguments: Vec<_> = arguments.iter().map(String::as_str).collect();
    match arguments.as_slice() {
        ["test"] => test(),
        ["clients"] => clients::run(),
        ["conformance"] => conformance::run(false),
        ["conformance", "--bare"] => conformance::run(true),
        ["bench"] => run(&BENCH, &[]),
        ["fuzz"] => fuzz::run(fuzz::DEFAULT_SECONDS),
        ["fuzz", seconds] if let Ok(seconds) = seconds.parse() => fuzz::run(seconds),
        ["deny"] if has_deny() => run(&DENY, &[]),
        ["deny"] => {
            say("cargo-deny is not installed; install it with: cargo install --locked cargo-deny");
            ExitCode::FAILURE
        }
        [] | ["help" | "--help" | "-h"] => {
            // Help that nobody reads to the end is no failure.
            let _ = std::io::stdout().write_all(HELP.as_bytes());
            ExitCode::SUCCESS
        }
        _ => {
            say(&format!("there is no command {:?}; cargo xtask help lists them", arguments.join(" ")));
            ExitCode::from(2)
        }
    }
}

/// Runs every check, with all that it needs from elsewhere.
fn test() -> ExitCode {
    match clients::for_tests() {
        Ok(Some(folder)) => run(&TEST, &[(clients::VARIABLE, folder)]),
        Ok(None) => run(&TEST, &[]),
        Err(code) => code,
    }
}

/// Runs the steps up to the first that fails, and says how long each took. Each finds these folders in its environment.
fn run(steps: &[Step], folders: &[(&str, PathBuf)]) -> ExitCode {
    let begin = Instant::now();
    let mut passed: Vec<(&str, Duration)> = Vec::new();
    for (number, step) in (1..).zip(steps) {
        say(&format!("[{number}/{}] {}: {}", steps.len(), step.title, step.by_hand()));
        let started = Instant::now();
        let status = cargo().args(step.arguments).envs(step.environment).envs(folders.iter().cloned()).status();
        let failed = match status {
            Ok(status) if status.success() => None,
            Ok(status) => Some(status.to_string()),
            Err(error) => Some(format!("cargo does not start: {error}")),
        };
        if let Some(why) = failed {
            say(&format!("{} failed ({why}); run it alone with: {}", step.title, step.by_hand()));
            return ExitCode::FAILURE;
        }
        passed.push((step.title, started.elapsed()));
    }
    for (title, time) in &passed {
        say(&format!("{title:<22} passed in {:>6.1} s", time.as_secs_f64()));
    }
    say(&format!("all passed in {:.1} s", begin.elapsed().as_secs_f64()));
    ExitCode::SUCCESS
}

impl Step {
    /// The command line that does the same.
    fn by_hand(&self) -> String {
        let environment = self.environment.map(|(name, value)| format!("{name}=\"{value}\" ")).unwrap_or_default();
        let arguments: Vec<_> = self.arguments.iter().map(|it| if *it == "*" { "'*'" } else { *it }).collect();
        format!("{environment}cargo {}", arguments.join(" "))
    }
}

/// The cargo that runs this program, or the one on the path.
fn cargo() -> Command {
    Command::new(std::env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo")))
}

fn has_deny() -> bool {
    cargo().args(["deny", "--version"]).output().is_ok_and(|output| output.status.success())
}

fn say(line: &str) {
    // There is nowhere left to say that standard error cannot be written.
    let _ = writeln!(std::io::stderr(), "xtask: {line}");
}
