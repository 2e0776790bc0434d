//! `cargo xtask test`: everything that has to pass before a change is whole.

use crate::published::{CLIENTS, SERVERS};
use crate::steps::{self, Step, cargo_step, own_step};
use crate::{api, attack, package};
use std::process::ExitCode;

/// In order: what fails fastest comes first, and what the later steps can reuse.
const STEPS: [Step; 11] = [
    // Crates of other platforms too: `cargo metadata --offline`, which trybuild runs, wants all of the lock file.
    cargo_step("dependencies", &["fetch", "--locked"]),
    cargo_step("format", &["fmt", "--all", "--check"]),
    cargo_step(
        "lints, all features",
        &["clippy", "--workspace", "--all-targets", "--all-features", "--", "-D", "warnings"],
    ),
    // Separately: built together with the program, they would have its features.
    cargo_step(
        "lints, no features",
        &["clippy", "--package", "candor", "--package", "candor-scrub", "--all-targets", "--", "-D", "warnings"],
    ),
    // It checks the same targets as the lints, and shares what they have built.
    own_step("packages", "package", package::check),
    // The docs' own examples run with `--doc`, in one go for all crates.
    cargo_step("tests", &["test", "--workspace", "--all-features", "--lib", "--bins", "--tests", "--benches"]),
    // Against servers that the tests have built, but for one.
    own_step("attacks", "attack --short", attack::short),
    cargo_step("examples in the docs", &["test", "--workspace", "--all-features", "--doc"]),
    cargo_step("docs", &["doc", "--workspace", "--all-features", "--no-deps"]).with("RUSTDOCFLAGS", "-D warnings"),
    own_step("public names", "api", api::check),
    // The core's tests without features. The lints have shown that all of it builds.
    cargo_step(
        "tests, no features",
        &["test", "--package", "candor", "--test", "capture", "--test", "contract", "--test", "spec"],
    ),
];

/// Runs every check, with all that it needs from elsewhere.
pub(crate) fn run() -> ExitCode {
    let mut folders = Vec::new();
    for published in [CLIENTS, SERVERS] {
        match published.for_tests() {
            Ok(folder) => folders.extend(folder.map(|folder| (published.variable, folder))),
            Err(code) => return code,
        }
    }
    steps::run(&STEPS, &folders)
}
