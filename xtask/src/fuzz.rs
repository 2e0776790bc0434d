//! `cargo xtask fuzz`: feeds each fuzz target inputs, and says how to go on.

use crate::{cargo, say};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// How long each target runs unless it is said.
pub(crate) const DEFAULT_SECONDS: u32 = 30;

const TARGETS: [&str; 6] =
    ["scrub_text", "disclose_json", "classify_text", "http_headers", "rmcp_frames", "tool_arguments"];
const VERSION: &str = "0.13.2";

/// Runs every target for so many seconds, from its seeds and from what earlier runs found.
pub(crate) fn run(seconds: u32) -> ExitCode {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    // The commands below run in another folder than this one.
    let tools = std::path::absolute(&target).unwrap_or(target).join("fuzz-tools");
    let cargo_fuzz = tools.join("bin").join("cargo-fuzz");
    if !cargo_fuzz.exists() {
        say(&format!("installing cargo-fuzz {VERSION} into {}", tools.display()));
        let mut install = cargo();
        install.args(["install", "cargo-fuzz", "--locked", "--version", VERSION, "--root"]).arg(&tools);
        if !succeeds(&mut install) {
            say("cargo-fuzz could not be installed");
            return ExitCode::FAILURE;
        }
    }
    for target in TARGETS {
        say(&format!("{target}: {seconds} seconds"));
        let corpus = format!("fuzz/corpus/{target}");
        if let Err(error) = std::fs::create_dir_all(root.join(&corpus)) {
            say(&format!("cannot make {corpus}: {error}"));
            return ExitCode::FAILURE;
        }
        let seeds = format!("fuzz/seeds/{target}");
        // Without a sanitizer, the stable compiler is enough; there is no unsafe code to watch.
        let arguments = ["fuzz", "run", "--sanitizer", "none", target, &corpus, &seeds, "--"];
        let mut fuzz = Command::new(&cargo_fuzz);
        fuzz.args(arguments).arg(format!("-max_total_time={seconds}")).args(["-timeout=5", "-verbosity=0"]);
        if !succeeds(fuzz.current_dir(&root)) {
            say(&format!("{target} failed; put the input, from fuzz/artifacts/{target}/, into fuzz/crashes/{target}/"));
            return ExitCode::FAILURE;
        }
    }
    say("nothing failed; for longer, say how long: cargo xtask fuzz 3600");
    ExitCode::SUCCESS
}

fn succeeds(command: &mut Command) -> bool {
    command.status().is_ok_and(|status| status.success())
}
